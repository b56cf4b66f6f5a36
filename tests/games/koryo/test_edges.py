"""Input that no program of good will sends is refused with one clear line, and changes nothing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from boardgames import BoardGamesError, ConfigurationError, DecodeError, IllegalActionError, NotationError
from boardgames.core.values import evolve
from boardgames.games.koryo import Koryo
from tests.games.koryo.positions import ordered

if TYPE_CHECKING:
    from boardgames.core.codec import JSON

SEATS = [-1, 3, 10**30, "0", 1.0, b"1", [0]]


@pytest.mark.parametrize("seat", SEATS, ids=repr)
def test_what_is_asked_of_a_seat_that_does_not_exist(seat: object) -> None:
    game = Koryo(3)
    state, rng = game.new_game(1), Random(1)  # noqa: S311  # random actions, not secrets
    for ask in (
        lambda: game.view(state, seat),  # type: ignore[arg-type]  # that is the point
        lambda: game.evaluate(state, seat),  # type: ignore[arg-type]  # that is the point
        lambda: game.legal_actions(state, seat),  # type: ignore[arg-type]  # that is the point
        lambda: game.random_action(state, rng, seat),  # type: ignore[arg-type]  # that is the point
    ):
        with pytest.raises(ConfigurationError, match="no seat") as caught:
            ask()
        assert "\n" not in str(caught.value)


def test_a_seat_that_is_not_to_move_has_no_random_action() -> None:
    game = Koryo(2)
    state, rng = game.new_game(1), Random(1)  # noqa: S311  # random actions, not secrets
    waiting = 1 - state.player
    with pytest.raises(IllegalActionError, match=f"of player {waiting + 1}: player {state.player + 1} is to act"):
        game.random_action(state, rng, waiting)
    assert game.random_action(state, rng) in game.legal_actions(state)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_nobody_has_a_random_action_after_the_end(seat: int | None) -> None:
    position = ordered("Merchant", "")
    with pytest.raises(IllegalActionError):
        position.game.random_action(position.state, Random(1), seat)  # noqa: S311  # random actions, not secrets


@pytest.mark.parametrize("text", [None, 5, b"bank", ["bank"], 1.5], ids=repr)
def test_notation_is_text(text: object) -> None:
    with pytest.raises(NotationError) as caught:
        Koryo(2).parse(text)  # type: ignore[arg-type]  # that is the point
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_deeply_nested_json_is_no_value_of_the_game(depth: int) -> None:
    game = Koryo(2)
    nested: JSON = []
    for _ in range(depth):
        nested = [nested]
    broken: tuple[JSON, ...] = (nested, {"type": "order", "cards": nested}, {"round": nested})
    for read in (game.state_from_json, game.view_from_json, game.action_from_json):
        for data in broken:
            with pytest.raises(DecodeError) as caught:
                read(data)
            assert len(str(caught.value)) < 400


def test_huge_numbers_are_refused_or_harmless() -> None:
    game = Koryo(2)
    written = game.to_json(game.new_game(1))
    assert isinstance(written, dict)
    huge = 10**5000
    broken: tuple[dict[str, JSON], ...] = (
        {"bank": huge},
        {"player": huge},
        {"tokens": [huge, 0]},
        {"tokens": [0, -huge]},
    )
    for changes in broken:
        with pytest.raises(BoardGamesError) as caught:
            game.state_from_json(written | changes)
        assert len(str(caught.value)) < 400


def test_the_estimate_of_a_hopeless_lead_is_no_overflow() -> None:
    """With a million tokens among the components, a lead is larger than any exponent."""
    game = Koryo(2, components={"tokens": 10**6, "copies": {"spy": 2}, "seasons": [{"dealt": 1, "limit": 3}]})
    state = evolve(game.new_game(1), tokens=(10**6, 0), bank=0)
    assert game.evaluate(state, 0) == pytest.approx(1)
    assert game.evaluate(state, 1) == pytest.approx(0, abs=1e-12)
