"""Whole numbers of any type, as callers give them for seats, seeds and actions."""

from __future__ import annotations

from operator import index
from typing import Any


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
