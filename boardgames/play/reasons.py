"""What an action is good for, in the words of the game's own estimate."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from boardgames.core.action import Action
    from boardgames.core.game import Game

WORLDS = 8
"""In how many worlds the actions are compared."""
MOST = 3
"""How many reasons are given for an action."""
LEAST = 0.01
"""Reasons that move the chance to win by less are not worth a word."""


@dataclass(frozen=True)
class Reason:
    """One thing that speaks for an action, or against it."""

    words: str
    """What it is, as `Game.reasons` calls it."""
    chance: float
    """About how much it adds to the chance to win, compared with the other actions; less than 0: against it."""


def reasons(
    game: Game[Any, Any, Any],
    player: int,
    view: Any,  # noqa: ANN401  # any game's View
    actions: Sequence[Action],
    chances: Sequence[float],
    rng: Random,
) -> list[tuple[Reason, ...]]:
    """Return for each of these legal actions what sets it apart from the others, the weightiest reasons first.

    `chances`: the chance to win after each action. There are none if the game gives no reasons of its own, or if there
    is only one action.
    """
    rows: list[dict[str, list[float]]] = [{} for _ in actions]
    for _ in range(WORLDS):
        world = game.determinize(view, rng)
        for row, action in zip(rows, actions, strict=True):
            for words, weight in game.reasons(game.apply(world, action, player), player).items():
                row.setdefault(words, []).append(weight)
    found = []
    means = [{words: fsum(weights) / WORLDS for words, weights in row.items()} for row in rows]
    for number, (own, chance) in enumerate(zip(means, chances, strict=True)):
        others = means[:number] + means[number + 1 :]
        each = [Reason(words, _moves(chance, weight, words, others)) for words, weight in own.items() if others]
        weighty = sorted([reason for reason in each if abs(reason.chance) >= LEAST], key=lambda one: -abs(one.chance))
        found.append(tuple(weighty[:MOST]))
    return found


def _moves(chance: float, weight: float, words: str, others: Sequence[dict[str, float]]) -> float:
    """Return by how much the chance would be lower with the mean of the others' weights.

    For small differences of weights, the logarithm of the odds: its slope is 1 / (chance * (1 - chance)).
    """
    usual = fsum([other.get(words, 0.0) for other in others]) / len(others)
    return round(chance * (1 - chance) * (weight - usual), 4)


def in_words(found: Sequence[Reason]) -> str:
    """Return reasons as one line, in percentage points of the chance to win: `Spy majority +6, card limit -2`."""
    return ", ".join([f"{reason.words} {100 * reason.chance:+.0f}" for reason in found])
