"""The end of the game, and who wins (M7)."""

from __future__ import annotations

from boardgames.core.outcome import Outcome, ranked
from boardgames.games.mundus_novus.components import SOURCES, Estate, Income
from boardgames.games.mundus_novus.state import (
    OVER,
    Public,
    Round,
    Rules,
    State,
)
from boardgames.scene.scene import ScoreLine, ScoreSheet

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
        reason = "a perfect set was shown"
        if len(ranking[0]) < len(current.perfect):
            tie_break = "doubloons"
    elif max(doubloons) >= GOAL:
        reason = f"somebody has {GOAL} doubloons or more"
    elif current.unfilled:
        reason = "the queue could not be refilled"
    else:
        reason = f"{LAST_ROUND} rounds have been played"
    return Outcome(ranking[0], ranking, doubloons, reason, tie_break)


def may_have_earned(income: Income, amount: int, estate: Estate) -> bool:
    """Return whether the owner of this estate can have this much of an income in all."""
    if not amount:
        return True
    source = SOURCES[income]
    return source.can_pay(estate) and amount % source.unit == 0 and amount // source.unit > 0


def score_sheet(_game: Rules, /, state: State) -> ScoreSheet:
    """Return the doubloons of every seat by source."""
    lines = [
        ScoreLine(source.name, state.public.earned[income], source.rule)
        for income, source in SOURCES.items()
    ]
    return ScoreSheet(tuple([line for line in lines if any(line.points)]) or tuple(lines))
