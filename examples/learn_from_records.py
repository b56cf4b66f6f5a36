"""Learns Koryo from recorded games: plays them, writes what each seat saw and did as lines of JSON,
and imitates it.

    pip install '.[gymnasium]'
    python examples/learn_from_records.py [--games 200] [--teacher greedy] [--file steps.jsonl]

The policy is linear, in plain NumPy: each action's logit is a weighted sum of the features. It sees
nothing but the file. The last line shows its share of victories against random play: 84.8 % after
200 games of the greedy bot.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from boardgames import make
from boardgames.adapters.encoding import Encoding
from boardgames.adapters.trajectories import trajectory
from boardgames.play import Bot, Match, make_bot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

RATE = 0.05
"""How far a decision moves the weights."""
SCALE = 0.2
"""Features are counts of cards and the like; after this factor and tanh they lie between -1
and 1.
"""
PASSES = 4
"""How often the file is read."""
TEST_GAMES = 200
TEST_SEEDS = 1_000_000
"""The first seed of the games that are only for measuring."""


class Policy(Bot[Any, Any]):
    """Chooses the legal action with the largest logit."""

    def __init__(self, encoding: Encoding) -> None:
        """Start with weights of 0."""
        self.encoding = encoding
        self.weights = np.zeros((encoding.features, encoding.slots))

    def logits(
        self, observation: Sequence[tuple[int, float]], legal: Sequence[int]
    ) -> tuple[tuple[list[int], np.ndarray], np.ndarray]:
        """Return the features that are not 0, as positions and values, and the logits of the legal
        actions.
        """
        positions = [position for position, _ in observation]
        values = np.tanh(np.array([number for _, number in observation]) * SCALE)
        return (positions, values), values @ self.weights[np.ix_(positions, legal)]

    def learn(self, step: Any) -> None:
        """Make the action that was played more likely where the seat was."""
        (positions, values), logits = self.logits(step["observation"], step["legal"])
        chances = np.exp(logits - logits.max())
        gradient = -chances / chances.sum()
        gradient[step["legal"].index(step["action"])] += 1.0
        self.weights[np.ix_(positions, step["legal"])] += RATE * np.outer(values, gradient)

    def choose(
        self, game: Any, player: int, view: Any, actions: Sequence[Any], rng: Random
    ) -> Any:  # as every bot
        """Return the likeliest action."""
        numbered = self.encoding.numbered(actions)
        _, logits = self.logits([*self.encoding.vector(view).items()], [*numbered])
        return numbered[[*numbered][int(logits.argmax())]]


def main() -> None:
    """Play, write, learn and measure."""
    parser = argparse.ArgumentParser(description="Learn Koryo from recorded games.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--teacher", default="greedy", help="the bot that is imitated")
    parser.add_argument("--file", type=Path, default=Path("steps.jsonl"))
    chosen = parser.parse_args()

    game = make("koryo", players=2)
    encoding = Encoding(game)
    with chosen.file.open("w", encoding="utf-8") as file:
        for seed in range(chosen.games):
            match = Match(game, [make_bot(chosen.teacher), make_bot(chosen.teacher)], seed)
            list(match.run())
            for step in trajectory(match.record(), encoding):
                print(json.dumps(step), file=file)

    policy, count = Policy(encoding), 0
    for _ in range(PASSES):
        with chosen.file.open(encoding="utf-8") as file:
            for line in file:
                policy.learn(json.loads(line))
                count += 1
    print(f"learned from {count // PASSES} decisions in {chosen.games} games")

    won = 0.0
    for number in range(TEST_GAMES):
        seat = number % 2
        match = Match(
            game,
            [policy if each == seat else make_bot("random") for each in range(2)],
            TEST_SEEDS + number,
        )
        list(match.run())
        won += match.outcome.utility[seat] if match.outcome else 0.0
    print(f"{won / TEST_GAMES:.1%} of {TEST_GAMES} games against random play")


if __name__ == "__main__":
    main()
