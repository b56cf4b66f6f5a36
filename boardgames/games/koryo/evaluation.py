"""How well a seat stands in Koryŏ: the lead it can expect at the end, as a chance to win.

The random policy is the default one: every legal action is equally likely.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import TYPE_CHECKING

from boardgames.games.koryo.components import (
    BANKER,
    BARBARIAN,
    BROADCASTER,
    CARDS,
    FAMILIES,
    GUARDIAN,
    LOBBYING,
    PRIEST,
    SENATOR,
    SENATOR_BONUS,
    SHIP_OWNER,
    SPY,
)
from boardgames.games.koryo.scoring import leader, outcome

if TYPE_CHECKING:
    from boardgames.games.koryo.rules import Koryo
    from boardgames.games.koryo.state import State

CHANCE_BY_LEAD = (0.0, 0.02, 0.06, 0.13, 0.3, 0.7, 0.86, 0.94, 0.98, 1.0)
"""Chance to score a family at the end when leading by -4 cards or less, -3, … 0, 1, … 4, 5 or more in mid-game."""
EVEN = 4
"""Where in `CHANCE_BY_LEAD` a lead of no cards stands."""
EXCESS = 1.5
"""Influence that each card above the limit costs, because it will have to go."""
HOPELESS = 700.0
"""Any lead below minus this, in units of the estimate, leaves no chance that a float could tell from another."""
WORTH_PER_ROUND = {
    SPY: 0.5,
    SENATOR: 0.4,
    PRIEST: 0.2,
    SHIP_OWNER: 0.2,
    BANKER: 0.7,
    GUARDIAN: 0.3,
    BROADCASTER: 0.2,
}
"""Influence that a majority is worth for each round still to come."""


def evaluate(game: Koryo, state: State, seat: int) -> float:
    """Return this seat's estimated chance to win; face-down orders count as if revealed. At the end, the share won."""
    ended = outcome(game, state)
    if ended is not None:
        return ended.share(seat)
    expected = expected_influence(game, state)
    lead = expected[seat] - max(points for other, points in enumerate(expected) if other != seat)
    left = len(game.components.seasons) - state.round.season
    # With components of one's own a lead can be larger than `exp` takes.
    return 1 / (1 + exp(min(-lead / (3 + left), HOPELESS)))


@lru_cache(1 << 15)
def family_values(left: int, family: int, counts: tuple[int, ...], omniscient: int | None) -> tuple[float, ...]:
    """Return, per seat, the influence that one family promises at the end, its power included.

    `left`: rounds still to come; `counts`: its cards by seat; `omniscient`: the seat that wins its ties (K2.2).
    """
    certainty = max(0.0, 1 - left / 10)
    values = []
    for seat, count in enumerate(counts):
        worth = 0.0
        if count:
            lead = count - max([other for rival, other in enumerate(counts) if rival != seat])
            chance = CHANCE_BY_LEAD[max(0, min(len(CHANCE_BY_LEAD) - 1, lead + EVEN))]
            worth = (family + 1) * (certainty * (lead > 0) + (1 - certainty) * chance)
            if lead > 0 or (not lead and seat == omniscient):
                worth += WORTH_PER_ROUND.get(FAMILIES[family], 0.0) * left
        values.append(worth)
    return tuple(values)


def expected_influence(game: Koryo, state: State) -> list[float]:
    """Return, per seat, the influence that the tableaux, orders, tokens and powers promise at the end."""
    tableaux = [CARDS.add(tableau, order) for tableau, order in zip(state.tableaux, state.hidden.orders, strict=True)]
    seasons = game.components.seasons
    left = len(seasons) - state.round.season
    limit = seasons[state.round.season - 1].limit
    counts_by_kind = tuple(zip(*map(CARDS.unpack, tableaux), strict=True))
    senator = leader(counts_by_kind[SENATOR], tableaux)
    expected = []
    for seat, tableau in enumerate(tableaux):
        events = counts_by_kind[BARBARIAN][seat] + counts_by_kind[LOBBYING][seat]
        excess = CARDS.size(tableau) - limit - (SENATOR_BONUS if seat == senator else 0)
        expected.append(state.tokens[seat] - events - max(0.0, EXCESS * excess))
    certainty = 1 - left / (len(seasons) + 2)
    for family, counts in zip(FAMILIES, counts_by_kind, strict=False):
        for seat, count in enumerate(counts):
            if count:
                lead = count - max([other for rival, other in enumerate(counts) if rival != seat])
                chance = CHANCE_BY_LEAD[max(0, min(len(CHANCE_BY_LEAD) - 1, lead + EVEN))]
                scored = 1.0 if lead > 0 else 0.0
                expected[seat] += (family + 1) * (certainty * scored + (1 - certainty) * chance)
    for family, worth in WORTH_PER_ROUND.items():
        holder = leader(counts_by_kind[family], tableaux)
        if holder is not None:
            expected[holder] += worth * left
    return expected
