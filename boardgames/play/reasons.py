"""What an action is good for, in the words of the game's own estimate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from boardgames.play.bots.mcts import Considered

MOST_REASONS = 3
"""How many reasons are given for an action."""
LEGEND = "Numbers: percentage points for or against a choice, compared with the others."
"""Explains the numbers of `in_words`."""
LEAST_EFFECT = 0.01
"""Reasons that move the chance to win by less are not worth a word."""


@dataclass(frozen=True)
class Reason:
    """One thing in favour of an action, or against it."""

    words: str
    """What it is, as `Game.reasons` calls it."""
    chance: float
    """About how much it adds to the chance to win, compared with the other actions; less than 0: against it; 0: it says
    why there is no such thing."""


ALL_ELSE = "all else"
"""What sets an action apart where the things that the game names do not, or point the other way."""
ALIKE = Reason("much like the others", 0.0)
NOT_TRIED = Reason("not worth a search", 0.0)
AT_SIGHT = Reason("judged at first sight", 0.0)


def reasons(considered: Sequence[Considered[Any]]) -> list[tuple[Reason, ...]]:
    """Return for each action that a search has considered what sets it apart from the others, the weightiest first.

    What counts is where the walks of the search have led, in the worlds that it tried with all of these actions. There
    are no reasons if the game gives none, or if there is only one action. Where they do not favour an action although
    its chance is better than that of the others, or the other way round, `all else` makes up for it.
    """
    shared = set.intersection(*[set(each.reasons) for each in considered]) if considered else set()
    if not shared:
        return [(AT_SIGHT,)] * len(considered)
    means = [_means([each.reasons[world] for world in sorted(shared)]) for each in considered]
    found = []
    for number, (each, own) in enumerate(zip(considered, means, strict=True)):
        others = means[:number] + means[number + 1 :]
        # For small differences of weights, the logarithm of the odds: its slope is 1 / (chance * (1 - chance)).
        slope = each.chance * (1 - each.chance)
        apart = [(words, slope * (weight - _mean(others, words))) for words, weight in own.items() if others]
        weighty = [pair for pair in apart if abs(pair[1]) >= LEAST_EFFECT]
        better = each.chance - fsum([other.chance for other in considered]) / len(considered)
        named = fsum([chance for _, chance in apart])
        if apart and (not weighty or (better > 0) != (named > 0)) and abs(better - named) >= LEAST_EFFECT:
            weighty.append((ALL_ELSE, better - named))
        weighty.sort(key=lambda pair: -abs(pair[1]))
        told = [Reason(words, round(chance, 4)) for words, chance in weighty[:MOST_REASONS]]
        found.append(tuple(told or ([ALIKE] if apart else [])))
    return found


def _means(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean weight of each reason; one that is missing in a row weighs nothing there."""
    names = dict.fromkeys([words for row in rows for words in row])
    return {words: _mean(rows, words) for words in names}


def _mean(rows: Sequence[Mapping[str, float]], words: str) -> float:
    return fsum([row.get(words, 0.0) for row in rows]) / len(rows)


def in_words(found: Sequence[Reason]) -> str:
    """Return reasons as one line, in percentage points of the chance to win; it is empty if there are none.

    For instance `for: Spy majority +6; against: Events -2`.
    """
    sides = {
        "for": [reason for reason in found if reason.chance > 0],
        "against": [reason for reason in found if reason.chance < 0],
    }
    return "; ".join(
        [reason.words for reason in found if not reason.chance]
        + [
            f"{side}: {', '.join([f'{reason.words} {100 * reason.chance:+.0f}' for reason in some])}"
            for side, some in sides.items()
            if some
        ]
    )
