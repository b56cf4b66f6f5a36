"""How well a seat stands in For the King."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from boardgames.games.for_the_king.scoring import score

if TYPE_CHECKING:
    from boardgames.games.for_the_king.state import State


def evaluate(state: State, player: int) -> float:
    """Return the estimated chance of this seat to win."""
    points = score(state.hidden.hands, state.table.duties)
    lead = points[player] - max(other for seat, other in enumerate(points) if seat != player)
    return 1 / (1 + exp(-lead / 4))
