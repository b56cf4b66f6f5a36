"""Tuples with one entry changed, or compared with the others."""

from __future__ import annotations

from bisect import bisect_left
from math import fsum
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")
C = TypeVar("C", int, str)


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with the one at the index replaced.

    >>> replaced((4, 5, 6), 1, 0)
    (4, 0, 6)
    """
    copy = [*items]  # via a list, since adding three slices takes twice as long
    copy[index] = item
    return tuple(copy)


def increased(numbers: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    """Return the numbers with this amount, which may be negative, added at the index.

    >>> increased((4, 5, 6), 1, -2)
    (4, 3, 6)
    """
    copy = [*numbers]
    copy[index] += amount
    return tuple(copy)


def inserted(ascending: tuple[C, ...], item: C) -> tuple[C, ...]:
    """Return ascending items with one inserted, still ascending.

    >>> inserted((1, 4, 6), 5)
    (1, 4, 5, 6)
    """
    index = bisect_left(ascending, item)
    return ascending[:index] + (item,) + ascending[index:]


def deleted(ascending: tuple[C, ...], item: C) -> tuple[C, ...]:
    """Return ascending items without one that must be among them.

    >>> deleted((1, 4, 4, 6), 4)
    (1, 4, 6)
    """
    index = bisect_left(ascending, item)
    return ascending[:index] + ascending[index + 1 :]


def ahead(numbers: Sequence[float], index: int) -> float:
    """Return by how much the number at the index exceeds the mean of the others.

    >>> ahead((4, 5, 6), 2)
    1.5
    """
    return numbers[index] - fsum([*numbers[:index], *numbers[index + 1 :]]) / (len(numbers) - 1)
