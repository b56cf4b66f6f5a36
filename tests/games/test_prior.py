"""Every game's prior and random policy depend on what the seat's View shows alone."""

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


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_random_choice_by_the_view_is_that_in_the_true_state(name: str, players: int) -> None:
    game = boardgames.make(name, players=players)
    for ply, state in enumerate(random_game(game, 1)):
        for seat in game.to_act(state):
            actions, view = game.legal_actions(state, seat), game.view(state, seat)
            chosen = game.random_choice(view, actions, generator(ply, seat), seat)
            assert chosen is game.random_action(state, generator(ply, seat), seat)
