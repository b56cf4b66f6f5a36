"""Stops a thinking bot whose choice is no longer needed.

A thread cannot be killed, so the bots of this library, and the waits for programs, check a flag from time to time; an
answer after it is set must be discarded. Bots of other packages continue until they have an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event

_flag: ContextVar[Event | None] = ContextVar("flag", default=None)


@contextmanager
def stopped_by(flag: Event) -> Iterator[None]:
    """Stop the bots that think in this block as soon as the flag is set."""
    token = _flag.set(flag)
    try:
        yield
    finally:
        _flag.reset(token)


def stop_flag() -> Event | None:
    """Return the flag that stops bots in this context; None if there is none."""
    return _flag.get()
