"""Caches: the last result of a function, for calls with the identical objects; and a dict that computes its entries."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F")
K = TypeVar("K")
S = TypeVar("S")
T = TypeVar("T")


def identity_cache(function: Callable[[F, S], T]) -> Callable[[F, S], T]:
    """Cache the last result of a function of two frozen values; a decorator.

    It works like `lru_cache(maxsize=1)`, but compares arguments by identity, since hashing a State or a View would cost
    more than the cache saves.
    """
    last: tuple[F, S, T] | None = None

    @wraps(function)
    def remembering(first: F, second: S) -> T:
        nonlocal last
        known = last  # a single read, for thread safety
        if known is not None and known[0] is first and known[1] is second:
            return known[2]
        result = function(first, second)
        last = first, second, result
        return result

    return remembering


class ComputedDict(dict[K, T], Generic[K, T]):
    """Computes an entry when it is first requested; emptied when it has too many."""

    def __init__(self, make: Callable[[K], T], most: int = 1 << 15) -> None:
        """`make` is the function of the key; `most` is the maximum number of entries."""
        super().__init__()
        self.make = make
        self.most = most

    def __missing__(self, key: K) -> T:
        if len(self) >= self.most:
            self.clear()
        self[key] = made = self.make(key)
        return made
