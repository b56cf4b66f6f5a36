"""Who has the majority of a family, and what the tableaux score (K2, K9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.games.koryo.components import BITS, CARD, CHARACTERS, EVENTS, FAMILIES, Cards, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

OMNISCIENT = CARD[Kind.OMNISCIENT] & CHARACTERS
FIRST_EVENT, SECOND_EVENT = (BITS * event for event in EVENTS)


def majority(tableaux: Sequence[Cards], family: int) -> int | None:
    """Return the seat that has the majority of this family now (K2.1, K2.2), or None."""
    shift = BITS * family
    counts = [tableau >> shift & 15 for tableau in tableaux]
    most = max(counts)
    if not most:
        return None
    if counts.count(most) == 1:
        return counts.index(most)
    for seat, tableau in enumerate(tableaux):
        if tableau & OMNISCIENT and counts[seat] == most:
            return seat
    return None


def score(tableaux: Sequence[Cards], tokens: Sequence[int]) -> tuple[int, ...]:
    """Return the influence of every seat (K9.1, K9.2); the Omniscient breaks no tie here (K2.4)."""
    points = [
        held - (tableau >> FIRST_EVENT & 15) - (tableau >> SECOND_EVENT & 15)
        for held, tableau in zip(tokens, tableaux, strict=True)
    ]
    for family in FAMILIES:
        shift = BITS * family
        counts = [tableau >> shift & 15 for tableau in tableaux]
        most = max(counts)
        if most and counts.count(most) == 1:
            points[counts.index(most)] += family + 1
    return tuple(points)
