"""The end of the game, and who wins (M7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from boardgames.core.outcome import Outcome, ranked
from boardgames.games.mundus_novus.components import CORONADO, ORELLANA, Estate
from boardgames.games.mundus_novus.phases.event import EVENT_PRICE
from boardgames.games.mundus_novus.phases.trade import ORELLANA_PRIZE
from boardgames.games.mundus_novus.state import (
    OVER,
    Income,
    Public,
    Round,
    Rules,
    State,
)

GOAL = 75
"""Doubloons that end the game (M7.2)."""
LAST_ROUND = 100
"""The round that ends the game in any case (M7.4)."""


def is_over(current: Round, public: Public) -> bool:
    """Return whether the game ends with this round (M7.1 to M7.4)."""
    return (
        bool(current.perfect)
        or max(public.doubloons) >= GOAL
        or current.unfilled
        or current.number >= LAST_ROUND
    )


def outcome(_game: Rules, /, state: State) -> Outcome | None:
    """Return how the game ended, or None while it goes on (M7); perfect sets rank before doubloons
    (M7.5).
    """
    if state.phase is not OVER:
        return None
    current, doubloons = state.round, state.public.doubloons
    ranking = ranked([(seat in current.perfect, held) for seat, held in enumerate(doubloons)])
    tie_break = None
    if current.perfect:
        reason = "perfect_set_shown"
        if len(ranking[0]) < len(current.perfect):
            tie_break = "doubloons"
    elif max(doubloons) >= GOAL:
        reason = f"doubloons_{GOAL}"
    elif current.unfilled:
        reason = "queue_empty"
    else:
        reason = f"rounds_{LAST_ROUND}"
    return Outcome(ranking[0], ranking, doubloons, reason, tie_break)


class Source(NamedTuple):
    """What an Income comes from, and how much it can be."""

    rule: str
    pays: Callable[[Estate], bool] = lambda _estate: True
    """Whether it can pay the owner of this estate; Development cards are never lost."""
    unit: int = 1
    """Every amount is a multiple of this one; negative if it is paid, not earned."""


SOURCES: Mapping[Income, Source] = {
    Income.DIFFERENT_SETS: Source("M6.4"),
    Income.RELIC_SETS: Source("M6.5"),
    Income.DEVELOPMENT_CARDS: Source("M6.8", lambda estate: estate.income > 0),
    Income.SHIPYARDS: Source("M6.9", lambda estate: estate.shipyards > 0),
    Income.ORELLANA: Source("M5.7", lambda estate: ORELLANA in estate.characters, ORELLANA_PRIZE),
    Income.CORONADO: Source("M3.2", lambda estate: CORONADO in estate.characters, -EVENT_PRICE),
}
"""What doubloons come from; the score sheet lists it, and `check_state` refuses anything else."""


def may_have_earned(income: Income, amount: int, estate: Estate) -> bool:
    """Return whether the owner of this estate can have this much of an income in all."""
    if not amount:
        return True
    source = SOURCES[income]
    return source.pays(estate) and amount % source.unit == 0 and amount // source.unit > 0
