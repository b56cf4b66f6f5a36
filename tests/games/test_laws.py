"""What holds in every position of every game, tried in positions of random games: the checks that
take a moment.
"""

from __future__ import annotations

import pytest

from boardgames import game_class, game_names, make
from boardgames.table.lesson import Lesson
from boardgames.testing.conformance import run_check
from boardgames.testing.probe import Probe

QUICK = (
    *(
        "legality",
        "round trips",
        "text",
        "estimates",
        "ends",
        "views",
        "samples",
        "words",
        "scenes",
        "labels",
    ),
    *("score sheets", "events", "face down"),
)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param(name, players, marks=[pytest.mark.long] if players > 2 else [])
        for name in game_names()
        for players in game_class(name).player_counts
    ],
)
def test_every_law_holds_with_all_numbers_of_players(name: str, players: int) -> None:
    probe = Probe(make(name, players=players), games=2)
    for check in QUICK:
        run_check(check, probe)


@pytest.mark.parametrize("name", game_names())
def test_the_lesson_can_be_played(name: str) -> None:
    run_check("lessons", Probe(make(name, players=3)))


@pytest.mark.parametrize("name", game_names())
def test_the_lesson_brings_its_box_so_that_another_published_one_leaves_it_alone(name: str) -> None:
    assert {*Lesson.of(make(name, players=3)).options} == {"components"}
