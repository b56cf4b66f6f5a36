"""What one person may have of a server at a time, so that nobody takes it from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from types import MappingProxyType
from typing import Literal, TypeAlias

from boardgames.core.errors import RefusedError
from boardgames.play import limits

Good: TypeAlias = Literal["calls", "waits", "searches"]
"""Messages being answered, calls that wait for news, and searches, running or queued."""
EACH: Mapping[Good, int] = MappingProxyType(
    {
        "calls": limits.CALLS_EACH,
        "waits": limits.WAITS_EACH,
        "searches": limits.SEARCHES_EACH,
    }
)
"""How many of them each person may have at a time."""


class Shares:
    """How much everybody has now."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._taken: Counter[tuple[Good, str]] = Counter()

    @contextmanager
    def taking(self, good: Good, who: str) -> Iterator[None]:
        """Let this person have one more of these in the block; raise `RefusedError` if they have
        their share already.
        """
        with self._lock:
            if self._taken[good, who] >= EACH[good]:
                raise RefusedError(f"too many {good} at once: at most {EACH[good]}", "full")
            self._taken[good, who] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[good, who] -= 1
                if not self._taken[good, who]:
                    del self._taken[good, who]

    def taken(self, good: Good) -> int:
        """Return how many of these are taken in all."""
        with self._lock:
            return sum(number for (each, _), number in self._taken.items() if each == good)
