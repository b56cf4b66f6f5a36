"""Whole numbers of any type are seats, seeds and numbers of actions."""

from __future__ import annotations

import json
from enum import IntEnum
from typing import Any

import pytest

import boardgames
from boardgames import BoardGamesError, ConfigurationError
from boardgames.adapters.encoding import chosen
from boardgames.contract.refusals import check_seat
from boardgames.core.chance import check_seed, generator
from boardgames.core.codec import to_json
from boardgames.core.integers import as_integer
from boardgames.play import Match
from boardgames.table import Table
from examples.hanabi import Hanabi
from examples.skull import Skull
from tests.testing.small_games import Sealed

GAMES = [*(boardgames.make(name, players=3) for name in boardgames.game_names())]


class Chair(IntEnum):
    """A seat that somebody has named."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2


class Other:
    """A whole number of another library, as NumPy's are."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self.number == other

    def __hash__(self) -> int:
        return hash(self.number)


def seats(number: int) -> list[Any]:
    """Return the seat as other types of whole numbers."""
    return [Chair(number), Other(number)]


@pytest.mark.parametrize("game", [*GAMES, Skull(3), Hanabi(3)], ids=lambda game: game.name)
def test_a_seat_is_a_whole_number_of_any_type(game: Any) -> None:
    state = game.new_game(3)
    for seat in range(3):
        actions = game.legal_actions(state, seat)
        view = game.view(state, seat)
        for same in seats(seat):
            assert game.legal_actions(state, same) == actions
            shown = game.view(state, same)
            assert shown == view
            assert json.dumps(to_json(shown)) == json.dumps(to_json(view))
            assert game.evaluate(state, same) == game.evaluate(state, seat)
            assert [*game.prior(state, same, actions)] == [*game.prior(state, seat, actions)]
            assert game.reasons(state, same) == game.reasons(state, seat)
            for action in actions[:3]:
                after = game.apply(state, action, seat)
                assert to_json(game.apply(state, action, same)) == to_json(after)
                for viewer in seats(1):
                    told = game.words.tell(state, seat, action, after, 1)
                    assert game.words.tell(state, same, action, after, viewer) == told
            if actions:
                assert game.random_action(state, generator(1, 0), same) in actions


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_match_records_seats_of_any_type_as_plain_numbers(game: Any) -> None:
    plain: Match[Any, Any, Any] = Match(game, [None] * 3, 3)
    other: Match[Any, Any, Any] = Match(game, [None] * 3, Other(3))  # type: ignore[arg-type]  # the point
    for number in range(6):
        seat = game.to_act(plain.state)[0]
        action = game.legal_actions(plain.state, seat)[0]
        plain.play(action, seat)
        other.play(action, seats(seat)[number % 2])
    plain.resign(1)
    other.resign(Chair.MIDDLE)
    assert repr(other.record()) == repr(plain.record())


def test_a_person_at_a_table_has_a_seat_of_any_type_and_an_action_a_number_of_any_type() -> None:
    at = Table.open(boardgames.make("koryo", players=2), ["human", "human"], 3)
    for number in range(4):
        (seat,) = at.waiting
        at.act(seats(seat)[number % 2], Chair.MIDDLE)
    assert at.undo(Chair(seat)) == 0
    assert at.undo_asked is not None
    assert type(at.undo_asked.seat) is int


def test_an_action_of_an_encoding_has_a_number_of_any_type() -> None:
    actions = {1: "one", 2: "two"}
    for number in (Chair.MIDDLE, Other(1)):
        assert chosen(actions, number) == "one"  # type: ignore[type-var, arg-type]  # any values do


@pytest.mark.parametrize("seed", [7, Other(7)], ids=["int", "other"])
def test_a_seed_is_a_whole_number_of_any_type(seed: Any) -> None:
    assert type(check_seed(seed)) is int
    two: Any = Other(2)
    game = boardgames.make("koryo", players=two)
    assert game.new_game(seed) == game.new_game(7)
    assert type(game.players) is int


@pytest.mark.parametrize("wrong", [True, 1.0, "1", b"1", None, [1]], ids=repr)
def test_what_is_no_whole_number_is_refused_and_the_message_says_why(
    sealed: Sealed, wrong: Any
) -> None:
    assert as_integer(wrong) is None
    kind = type(wrong).__name__
    with pytest.raises(ConfigurationError, match=f"^no seat .*: .* whole number, not .* {kind}$"):
        check_seat(sealed, wrong)
    for game in GAMES:
        if wrong is not None:
            with pytest.raises(BoardGamesError):
                game.view(game.new_game(1), wrong)
