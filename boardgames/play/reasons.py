"""Explains actions by the terms of the game's own estimate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from math import fsum
from typing import Annotated, Any

from boardgames.contract.game import Game
from boardgames.contract.words import Words
from boardgames.core.codec import Bounds
from boardgames.core.values import evolve, value
from boardgames.play.bots.mcts import Considered
from boardgames.scene.phrases import Phrases

MOST_REASONS = 3
"""Maximum number of reasons given for an action."""
LEAST_EFFECT = 0.01
"""Reasons that change the chance to win by less are omitted."""


@value
class Reason:
    """A reason for or against an action."""

    words: str
    """What the reader calls it: see `Words.name`; or a remark."""
    chance: Annotated[float, Bounds(-1, 1)]
    """Approximately what it adds to the chance to win, compared with the other actions; negative if
    it is against the action; 0 for a remark, as where the search has found no difference."""
    key: str = ""
    """Its key in `Game.reasons`; `all_else` if those do not explain an action; empty for a
    remark."""


LEAST_POINTS = 0.05
"""A smaller mean gain of points is not mentioned."""


ALL_ELSE = "all_else"
"""The key of the reason used if those of the game do not explain an action, or point the other
way."""


def estimated(game: Game[Any, Any, Any], phrases: Phrases) -> str:
    """Return what `evaluate` estimates in this game, in words for people."""
    return phrases.result_of_team if game.utility_type == "identical" else phrases.chance_to_win


def reasons(
    considered: Sequence[Considered[Any]], words: Words[Any, Any, Any]
) -> list[tuple[Reason, ...]]:
    """Return, for each of one or more actions that a search has considered, the reasons for and
    against it, the weightiest first.

    They are taken from the ends of the walks, in the worlds that the search tried with all of these
    actions. There are none if the game gives no reasons, or if there is only one action. If they
    contradict the difference in the chance to win, `all_else` makes up for it.

    They are named in the reader's `words`.
    """
    # The worlds in which all of these actions were tried.
    shared = sorted(set.intersection(*[{*option.reasons} for option in considered]))
    if not shared:
        return [(Reason(words.phrases.at_sight, 0.0),)] * len(considered)
    means: list[dict[str, float]] = []
    for option in considered:
        rows = [option.reasons[world] for world in shared]
        keys = dict.fromkeys(chain.from_iterable(rows))
        means.append({key: _mean(rows, key) for key in keys})
    chances = [option.chance for option in considered]
    mean_chance = fsum(chances) / len(chances)
    whys: list[tuple[Reason, ...]] = []
    for number, chance in enumerate(chances):
        others = means[:number] + means[number + 1 :]
        whys.append(_reasons_for(chance, mean_chance, means[number], others, words))
    return whys


def _reasons_for(
    chance: float,
    mean_chance: float,
    own: Mapping[str, float],
    others: Sequence[Mapping[str, float]],
    words: Words[Any, Any, Any],
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
        Reason(words.name(key), effect, key)
        for key, effect in effects.items()
        if abs(effect) >= LEAST_EFFECT
    ]
    better = chance - mean_chance
    named = fsum(effects.values())
    is_unexplained = not weighty or (better > 0) != (named > 0)
    if is_unexplained and abs(better - named) >= LEAST_EFFECT:
        weighty.append(Reason(words.phrases.all_else, better - named, ALL_ELSE))
    if not weighty:
        return (Reason(words.phrases.alike, 0.0),)
    by_weight = sorted(weighty, key=lambda reason: -abs(reason.chance))
    rounded = [evolve(reason, chance=round(reason.chance, 4)) for reason in by_weight]
    return tuple(rounded[:MOST_REASONS])


def with_gain(what: str, points: Sequence[int], phrases: Phrases) -> str:
    """Return what is said of an action, with what it gains at once, given its points in each of
    some worlds: `no difference found; gains 1 point now`.
    """
    mean = fsum(points) / len(points)
    if abs(mean) < LEAST_POINTS:
        return what
    return phrases.gains(what, mean, is_certain=len({*points}) == 1)


def _mean(rows: Sequence[Mapping[str, float]], key: str) -> float:
    """Return the mean weight of a reason; where it is missing in a row, its weight there is 0."""
    return fsum([row.get(key, 0.0) for row in rows]) / len(rows)


def in_words(found: Sequence[Reason], phrases: Phrases) -> str:
    """Return reasons as one line, in percentage points of the chance to win; empty if there are
    none.

    For example `for: Spy majority +6; against: Events -2`.
    """
    words = [reason.words for reason in found if not reason.chance]
    for side, sign in ((phrases.in_favour, 1), (phrases.against, -1)):
        some = [
            f"{reason.words} {100 * reason.chance:+.0f}"
            for reason in found
            if sign * reason.chance > 0
        ]
        if some:
            words.append(side(", ".join(some)))
    return "; ".join(words)
