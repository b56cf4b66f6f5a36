"""Remembering the last result of a function, for as long as it is asked about the very same objects."""

from __future__ import annotations

from functools import update_wrapper
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F")
S = TypeVar("S")
T = TypeVar("T")


class latest(Generic[F, S, T]):  # noqa: N801  # a decorator
    """Remember what a function of two frozen values returned last; a decorator.

    It works like `lru_cache(maxsize=1)`, but compares arguments by identity: hashing a State or a View would cost more
    than the cache saves.
    """

    def __init__(self, function: Callable[[F, S], T]) -> None:
        """Take the function."""
        self._function = function
        self._last: tuple[F, S, T] | None = None
        update_wrapper(self, function)

    def __call__(self, first: F, second: S) -> T:
        """Return what the function returns for these two, without asking it again if they are the same as before."""
        last = self._last  # in one step, so that threads do not disturb each other
        if last is not None and last[0] is first and last[1] is second:
            return last[2]
        result = self._function(first, second)
        self._last = first, second, result
        return result
