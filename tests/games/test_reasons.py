"""What the estimates of the games go by, told in words."""

from __future__ import annotations

from math import isfinite, log
from typing import Any

import pytest

from boardgames import game_class, game_names, make
from tests.games.position import random_game

TABLES = [(name, players) for name in game_names() for players in game_class(name).player_counts]


def positions(game: Any, games: int = 2) -> list[Any]:
    """Return States of games played at random."""
    return [
        state for seed in range(games) for state in random_game(game, seed) if game.to_act(state)
    ][::7]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_seat_has_the_same_reasons_with_finite_weights(name: str, players: int) -> None:
    game: Any = make(name, players=players)
    for state in positions(game):
        rows = [game.reasons(state, seat) for seat in range(players)]
        assert rows[0]
        assert all(row.keys() == rows[0].keys() for row in rows)
        assert all(isfinite(weight) for row in rows for weight in row.values())
        for words in rows[0]:
            assert sum(row[words] for row in rows) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("name", game_names())
def test_with_two_seats_the_reasons_add_up_to_the_estimate(name: str) -> None:
    """To the logarithm of the odds."""
    game: Any = make(name, players=2)
    for state in positions(game):
        chance = game.evaluate(state, 0)
        if 0.001 < chance < 0.999:
            assert sum(game.reasons(state, 0).values()) == pytest.approx(
                log(chance / (1 - chance)), abs=1e-6
            ), state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_chances_of_all_seats_add_up_to_one(name: str, players: int) -> None:
    game: Any = make(name, players=players)
    for state in positions(game, 1):
        assert sum(game.evaluate(state, seat) for seat in range(players)) == pytest.approx(1), state
