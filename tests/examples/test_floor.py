from __future__ import annotations

import pytest

import boardgames
from boardgames.core.chance import generator
from examples.benchmarks.floor import KINDS, LeanLoop, Loop


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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lean_loop_keeps_all_cards_and_scores_as_much(players: int) -> None:
    game = boardgames.make("koryo", players=players)
    rng, totals = generator(1, 0), {Loop: 0, LeanLoop: 0}
    for kind in totals:
        for seed in range(200):
            loop = kind(game, seed, rng)
            totals[kind] += sum(loop.play())
            held = [loop.aside.count(card) + sum(t[card] for t in loop.tableaux) for card in KINDS]
            assert held[0] <= game.components.copies[0]
            assert sum(held) <= sum(game.components.copies)
    assert totals[LeanLoop] == pytest.approx(totals[Loop], rel=0.1)
