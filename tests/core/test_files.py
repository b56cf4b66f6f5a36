"""Files that somebody names."""

from __future__ import annotations

from unittest.mock import MagicMock

import pytest

from boardgames.core import files


def test_what_looks_like_a_file_and_would_keep_us_waiting_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """As /proc/kmsg does."""
    endless = MagicMock()
    endless.__enter__.return_value.read.return_value = None
    monkeypatch.setattr(files, "open_file", lambda _: endless)
    with pytest.raises(OSError, match="not a regular file"):
        files.read_file("/proc/kmsg")
