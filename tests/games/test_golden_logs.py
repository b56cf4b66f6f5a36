"""Whole games whose events are kept, so that one that is omitted, reported twice, moved, or seen by
too many or too few is noticed.
"""

from __future__ import annotations

from typing import get_args

import pytest

import boardgames
from tests.games.golden_logs import TOO_RARE, Played, kept, kinds_in, log_of, path_of


@pytest.mark.parametrize("game", kept(), ids=lambda game: path_of(*game).stem)
def test_everybody_sees_happen_what_the_golden_log_says(game: Played) -> None:
    log = path_of(*game).read_text(encoding="utf-8")
    assert log_of(*game).splitlines() == log.splitlines()


@pytest.mark.parametrize("name", boardgames.game_names())
def test_the_golden_logs_of_a_game_have_its_events(name: str) -> None:
    logs = [path_of(*game).read_text(encoding="utf-8") for game in kept() if game.name == name]
    found = {kind for log in logs for kind in kinds_in(log)}
    known = {kind.__name__.lower() for kind in get_args(boardgames.game_class(name).event_types)}
    assert known - found <= TOO_RARE, "run python -m tests.renew"
