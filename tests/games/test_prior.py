"""Every game's prior: one finite number for each action, from what the seat's View shows and nothing else."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import pytest

import boardgames
from boardgames.core.chance import generator

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES = [(name, players) for name in boardgames.game_names() for players in boardgames.game_class(name).player_counts]
WORLDS = 3


def choices(game: Any, seeds: range) -> Iterator[tuple[Any, int, Any]]:
    """Yield each choice of random games: the State, the seat and its legal actions."""
    for seed in seeds:
        state, rng = game.new_game(seed), generator(seed, 77)
        while seats := game.to_act(state):
            for seat in seats:
                yield state, seat, game.legal_actions(state, seat)
            state = game.apply(state, game.random_action(state, rng))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_prior_has_a_finite_number_for_each_action(name: str, players: int) -> None:
    game = boardgames.make(name, players=players)
    for state, seat, actions in choices(game, range(2)):
        prior = game.prior(state, seat, actions)
        assert len(prior) == len(actions)
        assert all(map(isfinite, prior))


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_worlds_of_one_view_have_one_prior(name: str, players: int) -> None:
    game, rng = boardgames.make(name, players=players), generator(0, 78)
    for state, seat, actions in choices(game, range(1)):
        prior, view = game.prior(state, seat, actions), game.view(state, seat)
        assert all(game.prior(game.determinize(view, rng), seat, actions) == prior for _ in range(WORLDS))
