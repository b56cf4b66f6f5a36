"""Every game's prior depends on what the seat's View shows, and on nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import boardgames
from boardgames.core.chance import generator
from tests.games.position import random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES = [(name, players) for name in boardgames.game_names() for players in boardgames.game_class(name).player_counts]
WORLDS = 3


def choices(game: Any, seeds: range) -> Iterator[tuple[Any, int, Any]]:
    """Yield each choice of random games: the State, the seat and its legal actions."""
    for seed in seeds:
        for state in random_game(game, seed):
            for seat in game.to_act(state):
                yield state, seat, game.legal_actions(state, seat)


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_worlds_of_one_view_have_one_prior(name: str, players: int) -> None:
    game, rng = boardgames.make(name, players=players), generator(0, 78)
    for state, seat, actions in choices(game, range(1)):
        prior, view = game.prior(state, seat, actions), game.view(state, seat)
        assert all(game.prior(game.determinize(view, rng), seat, actions) == prior for _ in range(WORLDS))
