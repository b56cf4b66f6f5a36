"""OpenSpiel's search plays Koryo against its random bot, and its solver finds the value of Kuhn
poker.

pip install '.[open-spiel]'
python examples/open_spiel_game.py

It takes Kuhn poker from kuhn_poker.py, which must be next to it, in a folder named examples.
"""

from __future__ import annotations

import sys
from itertools import permutations
from pathlib import Path

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

sys.path.insert(0, str(Path(__file__).parent.parent))

from boardgames.adapters.open_spiel import register
from examples.kuhn_poker import CARDS, KuhnPoker, State

ROUNDS = 300


def deals(_: KuhnPoker) -> list[tuple[State, float]]:
    """Return the six deals of Kuhn poker, so that chance is exact."""
    return [(State((one, two), left), 1 / 6) for one, two, left in permutations(CARDS)]


def main() -> None:
    """Search, and solve."""
    koryo = pyspiel.load_game("boardgames_koryo(players=2)")
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    search = ISMCTSBot(
        koryo, evaluator, uct_c=1.0, max_simulations=50, random_state=np.random.RandomState(2)
    )
    won = pyspiel.evaluate_bots(
        koryo.new_initial_state(), [search, pyspiel.make_uniform_random_bot(1, 3)], 4
    )
    print(f"Koryo: the search got {won[0]}, the random bot {won[1]}.")

    kuhn = pyspiel.load_game(f"{register(KuhnPoker, deals)}(payoffs=score)")
    exploitability = pyspiel.exploitability(kuhn, pyspiel.UniformRandomPolicy(kuhn))
    print(f"Kuhn poker: the exploitability of uniform play is {exploitability:.6f}.")
    solver = pyspiel.CFRSolver(kuhn)
    for _ in range(ROUNDS):
        solver.evaluate_and_update_policy()
    value = pyspiel.expected_returns(kuhn.new_initial_state(), solver.average_policy(), -1, False)[
        0
    ]
    print(
        f"After {ROUNDS} rounds of CFR the first seat expects {value:.3f}; the exact value is"
        " -1/18."
    )


if __name__ == "__main__":
    main()
