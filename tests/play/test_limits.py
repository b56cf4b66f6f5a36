"""Limits are checked where they are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import inf, nan
from typing import Any

import pytest

import boardgames
from boardgames import ConfigurationError
from boardgames.arena import Plan, run_arena
from boardgames.play import Limits, Match, make_bot
from boardgames.play.analysis import hint
from boardgames.play.bots import MctsBot
from boardgames.remote import Tables
from boardgames.remote.lobby import Lobby
from boardgames.table import Table
from tests.core.test_integers import Other
from tests.testing.small_games import Sealed

WRONG: list[Any] = [0, -1, -0.5, nan, inf, -inf, 1e7, "30", True, [30]]
PLAN = Plan("koryo", ("random", "random"), games=2, seed=1)


def fault(name: str, wrong: object) -> str:
    """Return what a time limit is refused with."""
    return f"{name}: expected more than 0, and at most 1,000,000, not {wrong!r}"


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_a_time_that_is_none_is_refused_where_the_limit_is_made(sealed: Sealed, wrong: Any) -> None:
    """Always in the same words, which say which limit it is."""
    people: list[Any] = [None, None]
    view, actions = sealed.view(sealed.new_game(1), 0), sealed.legal_actions(sealed.new_game(1), 0)
    made: dict[str, list[Callable[[], object]]] = {
        "bot_seconds": [
            lambda: Limits(bot_seconds=wrong),
            lambda: Lobby(seconds=wrong),
            lambda: Tables(seconds=wrong),
        ],
        "person_seconds": [
            lambda: Limits(person_seconds=wrong),
            lambda: Table(Match(sealed, people), person_seconds=wrong),
            lambda: Lobby(person_seconds=wrong),
        ],
        "seconds": [
            lambda: Match(sealed, people, seconds=wrong),
            lambda: run_arena(replace(PLAN, seconds=wrong)),
            lambda: hint(sealed, 0, view, actions, seconds=wrong),
        ],
    }
    for name, makers in made.items():
        for make in makers:
            with pytest.raises(ConfigurationError) as caught:
                make()
            assert str(caught.value) == fault(name, wrong)


@pytest.mark.parametrize("seconds", [None, 1, 0.5, 1e6, Fraction(1, 2)], ids=repr)
def test_a_time_limit_is_any_number_above_0_or_none(seconds: Any) -> None:
    limits = Limits(seconds, "forfeit", seconds)
    assert (limits.bot_seconds, limits.person_seconds) == (seconds, seconds)


@pytest.mark.parametrize("wrong", ["cry", "", None, 7, ["raise"]], ids=repr)
def test_what_happens_on_a_fault_is_checked_where_the_limits_are_made(
    sealed: Sealed, wrong: Any
) -> None:
    for make in (lambda: Limits(on_fault=wrong), lambda: Match(sealed, [None] * 2, on_fault=wrong)):
        with pytest.raises(ConfigurationError) as caught:
            make()
        expected = f"on_fault: expected one of forfeit, random, raise, not {wrong!r}"
        assert str(caught.value) == expected


@pytest.mark.parametrize("wrong", [0, -1, 2.5, "2", True, None], ids=repr)
def test_a_number_of_tables_games_or_jobs_is_a_whole_number(wrong: Any) -> None:
    makers: dict[str, Any] = {
        "max_tables": lambda: Tables(max_tables=wrong),
        "games": lambda: run_arena(replace(PLAN, games=wrong)),
        "jobs": lambda: run_arena(PLAN, jobs=wrong),
    }
    for name, make in makers.items():
        with pytest.raises(ConfigurationError) as caught:
            make()
        assert str(caught.value) == f"{name}: expected a whole number of 1 or more, not {wrong!r}"


def test_the_numbers_of_a_plan_are_of_any_type_and_kept_as_plain_ones() -> None:
    plan = Plan("koryo", ("random", "random"), Other(2), Other(1))  # type: ignore[arg-type]  # the point
    assert plan == PLAN
    assert [type(plan.games), type(plan.seed)] == [int, int]


@pytest.mark.parametrize("wrong", [nan, -1.0])
def test_a_search_by_seconds_that_are_none_is_refused(wrong: float) -> None:
    """With nan, it would never end, whatever the limit of its match."""
    with pytest.raises(ConfigurationError, match=r"^mcts: seconds must be 0 or more$"):
        MctsBot(seconds=wrong)
    assert make_bot("mcts:seconds=0.5") == MctsBot(seconds=0.5)


def test_a_person_keeps_the_seat_where_the_limit_is_refused() -> None:
    """Otherwise a bot would have played on for them at once."""
    game = boardgames.make("koryo", players=2)
    with pytest.raises(ConfigurationError):
        Table.open(game, ["human", "random"], 7, limits=Limits(person_seconds=-1))
