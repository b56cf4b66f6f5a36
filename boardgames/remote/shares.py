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

Resource: TypeAlias = Literal["calls", "waits", "searches"]
"""Messages being answered, calls that wait for news, and searches, running or queued."""
EACH: Mapping[Resource, int] = MappingProxyType(
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
        self._taken: Counter[tuple[Resource, str]] = Counter()

    @contextmanager
    def taking(self, resource: Resource, who: str) -> Iterator[None]:
        """Let this person have one more of these in the block; raise `RefusedError` if they have
        their share already.
        """
        with self._lock:
            if self._taken[resource, who] >= EACH[resource]:
                raise RefusedError(f"too many {resource} at once: at most {EACH[resource]}", "full")
            self._taken[resource, who] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[resource, who] -= 1
                if not self._taken[resource, who]:
                    del self._taken[resource, who]

    def taken(self, resource: Resource) -> int:
        """Return how many of these are taken in all."""
        with self._lock:
            return sum(number for (each, _), number in self._taken.items() if each == resource)
