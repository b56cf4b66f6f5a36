"""The example that speaks the protocol by a script; many tests of programs start it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from examples import scripted_peer

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("content", [None, "", "{}", "[]", '[{"dance": 1}]', "[" * 100_000])
def test_a_script_that_cannot_be_played_is_refused(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "script.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        scripted_peer.main([str(path)])
    assert stop.value.code == 2
    assert f"error: {path}: " in capsys.readouterr().err
