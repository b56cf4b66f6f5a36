"""Mistakes that authors make are found, and the message leads to the cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardgames import ConformanceError
from boardgames.testing import check_game
from tests.examples.mistakes import MISTAKES, Mistake
from tests.examples.planted_faults import EXAMPLES, FAULTS, game_with

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each.fault.name)
def test_a_mistake_is_found_with_words_that_lead_to_its_cause(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    game = game_with(mistake.example, mistake.fault, tmp_path)
    with pytest.raises(ConformanceError) as caught:
        check_game(game, only=[mistake.check])
    assert caught.value.check == mistake.check
    assert mistake.words in "\n".join([str(caught.value), *caught.value.__notes__])


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each.fault.name)
def test_a_mistake_can_be_planted(mistake: Mistake) -> None:
    assert mistake.example in FAULTS
    text = (EXAMPLES / f"{mistake.example}.py").read_text(encoding="utf-8")
    assert mistake.fault.planted(text) != text
