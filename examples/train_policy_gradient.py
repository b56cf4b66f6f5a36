"""A policy gradient in plain NumPy (REINFORCE with a baseline) learns Koryo against a bot, and
prints its curve.

    pip install '.[gymnasium]'
    python examples/train_policy_gradient.py [--games 4000] [--against random] [--seed 1]

The policy is linear: each action's logit is a weighted sum of the features. Each line shows the
share of victories in the training games since the line before. An even player has 50 %. Seed 1 gave
66, 80, 85, 84, 86, 88 and 85 % in the first seven lines.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import numpy as np

from boardgames import make
from boardgames.adapters.gymnasium import SeatEnv

RATE = 0.02
"""How far a game moves the weights."""
SCALE = 0.2
"""Features are counts of cards and the like; after this factor and tanh they lie between -1
and 1.
"""
STAGE = 500
"""Games between two lines of the curve."""


class Policy:
    """Chooses among the legal actions, and learns from how a game went."""

    def __init__(self, features: int, actions: int, seed: int) -> None:
        """Start with weights of 0: every legal action is as likely as the others."""
        self.weights = np.zeros((features, actions), np.float64)
        self.rng = np.random.RandomState(seed)
        self.baseline = 0.0
        self.steps: list[tuple[np.ndarray, np.ndarray]] = []

    def choose(self, observation: np.ndarray, mask: np.ndarray) -> int:
        seen = np.tanh(observation * SCALE)
        legal = np.flatnonzero(mask)
        logits = (seen @ self.weights)[legal]
        chances = np.exp(logits - logits.max())
        chances = chances / chances.sum()
        index = self.rng.choice(len(legal), p=chances)
        # The gradient of log(chance of this action) by the logits; by a weight it is that times the
        # feature.
        gradient = np.zeros(len(mask), np.float64)
        gradient[legal] = -chances
        gradient[legal[index]] += 1.0
        self.steps.append((seen, gradient))
        return int(legal[index])

    def learn(self, reward: float) -> None:
        advantage = reward - self.baseline
        self.baseline += 0.02 * advantage
        for seen, gradient in self.steps:
            self.weights += RATE * advantage * np.outer(seen, gradient)
        self.steps = []


def main() -> None:
    """Play, learn from each game, and print the curve."""
    parser = argparse.ArgumentParser(description="A policy gradient learns Koryo.")
    parser.add_argument("--games", type=int, default=8 * STAGE)
    parser.add_argument("--against", default="random", help="the bot to train against")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()

    env = SeatEnv(make("koryo", players=2), [chosen.against])
    policy = Policy(env.arrays.encoding.features, env.arrays.encoding.slots, chosen.seed)
    env.reset(seed=chosen.seed)
    started, total = perf_counter(), 0.0
    print(f"   games{chosen.against:>12}   seconds")
    for game in range(1, chosen.games + 1):
        observation, info = env.reset()
        over = False
        while not over:
            observation, reward, over, _, info = env.step(
                policy.choose(observation, info["action_mask"])
            )
        policy.learn(reward)
        total += 0.5 + reward  # a victory is worth 1/2, a defeat -1/2
        if game % STAGE == 0 or game == chosen.games:
            print(
                f"{game:>8}{total / ((game - 1) % STAGE + 1):>12.1%}"
                f"{perf_counter() - started:>10.0f}",
                flush=True,
            )
            total = 0.0


if __name__ == "__main__":
    main()
