"""How well a seat stands in Koryŏ: the lead it can expect at the end, as a chance to win."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from boardgames.games.koryo.components import (
    BITS,
    EVENTS,
    FAMILIES,
    SENATOR_BONUS,
    TOTAL,
    Cards,
    Components,
    Kind,
)
from boardgames.games.koryo.majority import majority

if TYPE_CHECKING:
    from boardgames.games.koryo.state import State

SHARE_BY_LEAD = (0.0, 0.02, 0.06, 0.13, 0.3, 0.7, 0.86, 0.94, 0.98, 1.0)
"""Chance to score a family at the end when leading by -4 or less, -3, … 0, 1, … 4, 5 or more cards in mid-game."""


def evaluate(state: State, player: int, box: Components) -> float:
    """Return the estimated chance of this seat to win; face-down orders count as if revealed."""
    expected = expected_influence(state, box)
    lead = expected[player] - max(points for seat, points in enumerate(expected) if seat != player)
    left = len(box.seasons) - state.round.season
    return 1 / (1 + exp(-lead / (3 + left)))


def expected_influence(state: State, box: Components) -> list[float]:
    """Return, per seat, the influence that the tableaux, orders, tokens and powers promise at the end."""
    tableaux = [tableau + order for tableau, order in zip(state.tableaux, state.hidden.orders, strict=True)]
    left = len(box.seasons) - state.round.season
    senator = majority(tableaux, Kind.SENATOR)
    limit = box.seasons[state.round.season - 1].limit
    expected = []
    for seat, tableau in enumerate(tableaux):
        events = sum(tableau >> BITS * event & 15 for event in EVENTS)
        excess = (tableau >> TOTAL) - limit - (SENATOR_BONUS if seat == senator else 0)
        expected.append(state.tokens[seat] - events - max(0.0, 1.5 * excess))
    certainty = 1 - left / (len(box.seasons) + 2)
    for family in FAMILIES:
        counts = [tableau >> BITS * family & 15 for tableau in tableaux]
        for seat, count in enumerate(counts):
            if count:
                others = max(other for rival, other in enumerate(counts) if rival != seat)
                share = SHARE_BY_LEAD[max(0, min(9, count - others + 4))]
                sure = 1.0 if count > others else 0.0
                expected[seat] += (family + 1) * (certainty * sure + (1 - certainty) * share)
    _add_powers(expected, tableaux, left)
    return expected


def _add_powers(expected: list[float], tableaux: list[Cards], left: int) -> None:
    for family, worth in WORTH_PER_ROUND.items():
        holder = majority(tableaux, family)
        if holder is not None:
            expected[holder] += worth * left


WORTH_PER_ROUND = {
    Kind.SPY: 0.5,
    Kind.SENATOR: 0.4,
    Kind.PRIEST: 0.2,
    Kind.SHIP_OWNER: 0.2,
    Kind.BANKER: 0.7,
    Kind.GUARDIAN: 0.3,
    Kind.BROADCASTER: 0.2,
}
"""Influence that holding a majority is worth for each round still to come."""
