"""Whole numbers: between which bounds they lie in JSON, and those of any type, as callers give them
for seats, seeds and actions.
"""

from __future__ import annotations

from operator import index
from typing import Annotated, Any, TypeAlias

from boardgames.core.codec import MOST_EXACT, Bounds

MOST_PLAYERS = 999
"""Maximum number of seats in notation."""

Natural: TypeAlias = Annotated[int, Bounds(0)]
"""A number of things, or a place counted from 0."""
Positive: TypeAlias = Annotated[int, Bounds(1)]
"""A number of things of which there is at least one, or a place counted from 1."""
Points: TypeAlias = Annotated[int, Bounds(-MOST_EXACT)]
"""What can be negative as well, such as points."""
SeatNumber: TypeAlias = Annotated[int, Bounds(0, MOST_PLAYERS - 1)]
"""A seat of any game, counted from 0."""
PlayerCount: TypeAlias = Annotated[int, Bounds(1, MOST_PLAYERS)]
"""The number of players of a game."""
Seconds: TypeAlias = Annotated[float, Bounds(0, is_open=True)]
"""A duration."""
Share: TypeAlias = Annotated[float, Bounds(0, 1)]
"""A part of 1, such as a chance."""


def as_integer(given: Any) -> int | None:
    """Return a whole number of any type, such as one of NumPy's, as an `int`; else None.

    True and 1.0 equal 1, but are not whole numbers.

    >>> as_integer(7), as_integer(True), as_integer(1.0), as_integer("7")
    (7, None, None, None)
    """
    if type(given) is int:
        return given
    if isinstance(given, bool):
        return None
    try:
        return index(given)
    except TypeError:
        return None
