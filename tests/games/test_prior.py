"""Every game's prior depends on what the seat's View shows, and on nothing else."""

from __future__ import annotations

import pytest

import boardgames
from boardgames.core.chance import generator
from tests.games.position import random_game

TABLES = [
    (name, players)
    for name in boardgames.game_names()
    for players in boardgames.game_class(name).player_counts
]
WORLDS = 3


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_worlds_of_one_view_have_one_prior(name: str, players: int) -> None:
    game, rng = boardgames.make(name, players=players), generator(0, 78)
    turns = [(each, seat) for each in random_game(game, 0) for seat in game.to_act(each)]
    for state, seat in turns:
        actions, view = game.legal_actions(state, seat), game.view(state, seat)
        prior = game.prior(state, seat, actions)
        assert all(
            game.prior(game.determinize(view, rng), seat, actions) == prior for _ in range(WORLDS)
        )
