"""Tuples with one entry changed."""

from __future__ import annotations

from bisect import bisect_left
from typing import TypeVar

T = TypeVar("T")


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with this one at the index."""
    return items[:index] + (item,) + items[index + 1 :]


def added(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return sorted cards with one more, still sorted."""
    index = bisect_left(cards, card)
    return cards[:index] + (card,) + cards[index:]


def removed(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return sorted cards without one that is among them."""
    index = bisect_left(cards, card)
    return cards[:index] + cards[index + 1 :]
