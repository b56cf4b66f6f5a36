"""Majorities, influence, and who wins (K2, K9)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import NamedTuple

from boardgames.core.outcome import Outcome, ranked
from boardgames.games.koryo.components import CARDS, EVENTS, FAMILIES, KEYS, OMNISCIENT, Cards
from boardgames.games.koryo.state import OVER, Rules, State

ONLY = tuple([CARDS.some_of([family]) for family in FAMILIES])
"""Each family alone, in the form that `CARDS.has_any` takes."""


def has_majority(tableaux: tuple[Cards, ...], family: int, seat: int) -> bool:
    """Return whether this seat has the majority of this family now (K2.1, K2.2)."""
    if not CARDS.has_any(tableaux[seat], ONLY[family]):
        return False
    return majority(tableaux, family) == seat


def majority(tableaux: Sequence[Cards], family: int) -> int | None:
    """Return the seat with the majority of this family (K2.1, K2.2, K2.3), or None."""
    # Not the counts themselves, but numbers in the same order, which are cheaper.
    counts = [*map(CARDS.has_any, tableaux, repeat(ONLY[family]))]
    if not (most := max(counts)):
        return None
    if counts.count(most) == 1:
        return counts.index(most)
    for seat, tableau in enumerate(tableaux):  # the Omniscient wins its owner's tie
        if counts[seat] == most and CARDS.count(tableau, OMNISCIENT):
            return seat
    return None


def influence(tableaux: Sequence[Cards], tokens: Sequence[int]) -> tuple[int, ...]:
    """Return the influence of every seat (K9.1, K9.2); here, the Omniscient does not break ties
    (K2.4).
    """
    by_source = [source.points for source in sources(tableaux, tokens)]
    return tuple(map(sum, zip(*by_source, strict=True)))


def score(_game: Rules, /, state: State) -> tuple[int, ...]:
    """Return the current influence of every seat (K9)."""
    return influence(state.tableaux, state.tokens)


class Source(NamedTuple):
    """The influence from one source."""

    key: str
    """The key of the family, `events` or `tokens`."""
    points: tuple[int, ...]
    """By seat."""
    rule: str


def sources(tableaux: Sequence[Cards], tokens: Sequence[int]) -> list[Source]:
    """Return the influence of every seat by its source (K9.1, K9.2)."""
    lines = []
    for family in reversed(FAMILIES):
        counts = CARDS.counts(tableaux, family)
        most = max(counts)
        if most and counts.count(most) == 1:
            points = tuple([family + 1 if count == most else 0 for count in counts])
            lines.append(Source(KEYS[family], points, "K9.1"))
    events = [-CARDS.size(CARDS.only(tableau, EVENTS)) for tableau in tableaux]
    return [
        *lines,
        Source("events", tuple(events), "K9.2"),
        Source("tokens", tuple(tokens), "K9.2"),
    ]


def outcome(game: Rules, /, state: State) -> Outcome | None:
    """Return None until the last season is over; then the most influence wins, and ties share the
    victory (K9.3).
    """
    if state.phase is not OVER:
        return None
    scores = influence(state.tableaux, state.tokens)
    ranking = ranked(scores)
    reason = f"seasons_{len(game.components.seasons)}"
    return Outcome(winners=ranking[0], ranking=ranking, scores=scores, reason=reason)
