"""Explains actions by the terms of the game's own estimate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import fsum
from typing import Annotated, Any

from boardgames.contract.game import Game
from boardgames.core.codec import Bounds
from boardgames.core.text import plural
from boardgames.play.bots.mcts import Considered

MOST_REASONS = 3
"""Maximum number of reasons given for an action."""
LEGEND = "Numbers: percentage points for or against a choice, compared with the others."
"""Explains the numbers of `in_words`."""
LEAST_EFFECT = 0.01
"""Reasons that change the chance to win by less are omitted."""


@dataclass(frozen=True)
class Reason:
    """A reason for or against an action."""

    words: str
    """What the reader calls it: see `Words.name`; or a remark."""
    chance: Annotated[float, Bounds(-1, 1)]
    """Approximately what it adds to the chance to win, compared with the other actions; negative if
    it is against the action; 0 for a remark, as where the search has found no difference."""


LEAST_POINTS = 0.05
"""A smaller mean gain of points is not mentioned."""


def estimated(game: Game[Any, Any, Any]) -> str:
    """Return what `evaluate` estimates in this game, in words for people."""
    return "team's expected result" if game.utility_type == "identical" else "chance to win"


ALL_ELSE = "all else"
"""The reason used if the reasons of the game do not explain an action, or point the other way."""
ALIKE = Reason("much like the others", 0.0)
NOT_TRIED = Reason("not worth a search", 0.0)
AT_SIGHT = Reason("judged at first sight", 0.0)


def reasons(
    considered: Sequence[Considered[Any]], name: Callable[[str], str]
) -> list[tuple[Reason, ...]]:
    """Return, for each action that a search has considered, the reasons for and against it, the
    weightiest first.

    They are taken from the ends of the walks, in the worlds that the search tried with all of these
    actions. There are none if the game gives no reasons, or if there is only one action. If they
    contradict the difference in the chance to win, `all else` makes up for it.

    `name`: what the reader calls a key of `Game.reasons`, as `Words.name`.
    """
    shared = set.intersection(*[set(option.reasons) for option in considered]) if considered else ()
    if not shared:
        return [(AT_SIGHT,)] * len(considered)
    means = [_means([option.reasons[world] for world in sorted(shared)]) for option in considered]
    mean_chance = fsum([option.chance for option in considered]) / len(considered)
    return [
        _reasons_for(option.chance, mean_chance, own, means[:number] + means[number + 1 :], name)
        for number, (option, own) in enumerate(zip(considered, means, strict=True))
    ]


def _reasons_for(
    chance: float,
    mean_chance: float,
    own: Mapping[str, float],
    others: Sequence[Mapping[str, float]],
    name: Callable[[str], str],
) -> tuple[Reason, ...]:
    """Return the reasons for and against one action with these mean weights, compared with the
    others.
    """
    if not own or not others:
        return ()
    # Linear approximation: the slope of the logarithm of the odds is 1 / (chance * (1 - chance)).
    slope = chance * (1 - chance)
    effects = {key: slope * (weight - _mean(others, key)) for key, weight in own.items()}
    weighty = [
        Reason(name(key), effect) for key, effect in effects.items() if abs(effect) >= LEAST_EFFECT
    ]
    better = chance - mean_chance
    named = fsum(effects.values())
    is_unexplained = not weighty or (better > 0) != (named > 0)
    if is_unexplained and abs(better - named) >= LEAST_EFFECT:
        weighty.append(Reason(ALL_ELSE, better - named))
    weighty.sort(key=lambda reason: -abs(reason.chance))
    rounded = [Reason(reason.words, round(reason.chance, 4)) for reason in weighty]
    return tuple(rounded[:MOST_REASONS]) or (ALIKE,)


def gain(points: Sequence[int]) -> str:
    """Return what an action gains at once in each of some worlds, in words to append: `; gains 1
    point now`.
    """
    mean = fsum(points) / len(points)
    if abs(mean) < LEAST_POINTS:
        return ""
    is_certain = len({*points}) == 1
    amount = plural(abs(points[0]), "point") if is_certain else f"about {abs(mean):.1f} points"
    return f"; {'gains' if mean > 0 else 'costs'} {amount} now"


def _means(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean weight of each reason; a reason that is missing in a row has weight 0
    there.
    """
    keys = dict.fromkeys(chain.from_iterable(rows))
    return {key: _mean(rows, key) for key in keys}


def _mean(rows: Sequence[Mapping[str, float]], key: str) -> float:
    return fsum([row.get(key, 0.0) for row in rows]) / len(rows)


def in_words(found: Sequence[Reason]) -> str:
    """Return reasons as one line, in percentage points of the chance to win; empty if there are
    none.

    For example `for: Spy majority +6; against: Events -2`.
    """
    words = [reason.words for reason in found if not reason.chance]
    for side, sign in (("for", 1), ("against", -1)):
        some = [
            f"{reason.words} {100 * reason.chance:+.0f}"
            for reason in found
            if sign * reason.chance > 0
        ]
        words += [f"{side}: {', '.join(some)}"] if some else []
    return "; ".join(words)
