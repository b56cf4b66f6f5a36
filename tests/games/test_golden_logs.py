"""Whole games whose events are kept, so that one that is omitted, reported twice, moved, or seen by
too many or too few is noticed.
"""

from __future__ import annotations

import re
from typing import get_args

import pytest

import boardgames
from tests.games.golden_logs import FOLDER, GAMES, log_of, path_of

TOO_RARE = {"kingwithouteffect", "perfectsetshown"}
"""Types of events that do not come up in random games."""


@pytest.mark.parametrize(("name", "players", "seed"), GAMES)
def test_everybody_sees_happen_what_the_golden_log_says(name: str, players: int, seed: int) -> None:
    kept = path_of(name, players, seed).read_text(encoding="utf-8")
    assert log_of(name, players, seed).splitlines() == kept.splitlines()


@pytest.mark.parametrize("name", boardgames.game_names())
def test_the_golden_logs_of_a_game_have_its_events(name: str) -> None:
    logs = [path.read_text(encoding="utf-8") for path in FOLDER.glob(f"{name}-*.log")]
    found = {kind for log in logs for kind in re.findall(r"^    (\w+): ", log, re.MULTILINE)}
    known = {kind.__name__.lower() for kind in get_args(boardgames.game_class(name).event_types)}
    assert known - found <= TOO_RARE


def test_there_are_no_golden_logs_besides() -> None:
    assert {*FOLDER.glob("*.log")} == {path_of(*game) for game in GAMES}
