from __future__ import annotations

import pytest

import boardgames
from boardgames.core.chance import generator
from examples.benchmarks.floor import Loop


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_loop_written_by_hand_makes_the_same_decisions(players: int) -> None:
    game = boardgames.make("koryo", players=players)
    rng, other = generator(1, 0), generator(1, 0)
    for seed in range(100):
        loop = Loop(game, seed, rng)
        scores = loop.play()
        state = game.new_game(seed)
        choices = []
        while game.to_act(state):
            choices.append(len(game.legal_actions(state)))
            state = game.apply(state, game.random_action(state, other))
        assert loop.choices == choices
        assert tuple(scores) == game.score(state)
