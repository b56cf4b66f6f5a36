"""Doubloons: what Development cards pay, the end of the game, and who wins (M7)."""

from __future__ import annotations

from boardgames.core.outcome import Outcome, ranked
from boardgames.games.mundus_novus import events
from boardgames.games.mundus_novus.components import SOURCES, Estate, Income
from boardgames.games.mundus_novus.state import (
    OVER,
    Public,
    Round,
    Rules,
    State,
    with_income,
)

GOAL = 75
"""Doubloons that end the game (M7.2)."""
LAST_ROUND = 100
"""The round that ends the game in any case (M7.4)."""


def paid(game: Rules, public: Public, income: Income, seat: int, amount: int) -> Public:
    """Return the public part after Development cards have paid the seat this amount."""
    if amount and game.recorder is not None:
        game.recorder.append(events.IncomePaid(seat, income, amount))
    return with_income(public, income, seat, amount)


def is_over(game: Rules, current: Round, public: Public) -> bool:
    """Return whether the game ends with this round (M7.1 to M7.4)."""
    return (
        bool(current.perfect)
        or max(public.doubloons) >= GOAL
        or current.unfilled
        or current.number >= game.last_round
    )


def outcome(game: Rules, /, state: State) -> Outcome | None:
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
        reason = f"rounds_{game.last_round}"
    return Outcome(ranking[0], ranking, doubloons, reason, tie_break)


def may_have_earned(income: Income, amount: int, estate: Estate) -> bool:
    """Return whether the owner of this estate can have this amount, not 0, of an income in all."""
    source = SOURCES[income]
    return source.can_pay(estate) and amount % source.unit == 0 and amount // source.unit > 0
