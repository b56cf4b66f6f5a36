"""Majorities, influence, and who wins (K2, K9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add
from typing import NamedTuple

from boardgames.core.outcome import Outcome, ranked
from boardgames.core.values import replaced
from boardgames.games.koryo.components import CARDS, EVENTS, FAMILIES, KEYS, OMNISCIENT, Cards, Kind
from boardgames.games.koryo.state import OVER, Rules, State

ONLY = tuple([CARDS.some_of([family]) for family in FAMILIES])
"""Each family alone, in the form that `CARDS.has_any` takes."""


def majority(tableaux: Sequence[Cards], family: int) -> int | None:
    """Return the seat with the majority of this family (K2.1, K2.2, K2.3), or None."""
    # Not the counts themselves, but numbers in the same order, which are cheaper.
    only = ONLY[family]
    most = 0
    leader = None
    for seat, tableau in enumerate(tableaux):
        count = CARDS.has_any(tableau, only)
        if count > most:
            most = count
            leader = seat
        elif count == most:
            leader = None
    if leader is not None or not most:
        return leader
    for seat, tableau in enumerate(tableaux):  # the Omniscient wins its owner's tie
        if CARDS.count(tableau, OMNISCIENT) and CARDS.has_any(tableau, only) == most:
            return seat
    return None


def influence(tableaux: Sequence[Cards], tokens: Sequence[int]) -> tuple[int, ...]:
    """Return the influence of every seat (K9.1, K9.2); here, the Omniscient does not break ties
    (K2.4).
    """
    by_kind = _by_kind(tableaux)
    totals = [*map(add, tokens, _event_points(by_kind))]
    for family, seat in _sole_leaders(by_kind):
        totals[seat] += family + 1
    return tuple(totals)


def _by_kind(tableaux: Sequence[Cards]) -> tuple[tuple[int, ...], ...]:
    """Return the number of cards by Kind and seat."""
    return tuple(zip(*map(CARDS.unpack, tableaux), strict=True))


def _sole_leaders(by_kind: Sequence[Sequence[int]]) -> Iterator[tuple[Kind, int]]:
    """Yield each family of which one seat has more cards than any other, and the seat (K9.1)."""
    for family, counts in zip(FAMILIES, by_kind, strict=False):
        most = max(counts)
        if most and counts.count(most) == 1:
            yield family, counts.index(most)


def _event_points(by_kind: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return, by seat, the points lost for its Events (K9.2)."""
    events = by_kind[EVENTS[0] :]
    return tuple([-sum(counts) for counts in zip(*events, strict=True)])


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


def sources(tableaux: Sequence[Cards], tokens: tuple[int, ...]) -> list[Source]:
    """Return the influence of every seat by its source (K9.1, K9.2)."""
    by_kind = _by_kind(tableaux)
    nothing = (0,) * len(tokens)
    lines = [
        Source(KEYS[family], replaced(nothing, seat, family + 1), "K9.1")
        for family, seat in _sole_leaders(by_kind)
    ]
    lines.reverse()
    lines.append(Source("events", _event_points(by_kind), "K9.2"))
    lines.append(Source("tokens", tokens, "K9.2"))
    return lines


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
