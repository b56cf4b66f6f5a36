"""How whoever waits for a bot tells it to stop thinking: its choice is not wanted any more.

A thread cannot be killed. So the bots of this library, and the waits for programs, look at a flag from time to time;
what they answer once it is set is worth nothing. A bot of somebody else goes on until it has an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event
from typing import NamedTuple


class Turn(NamedTuple):
    """A bot that has been asked."""

    seat: int
    stopped: Event
    """Set once its choice is not wanted any more."""


_flag: ContextVar[Event | None] = ContextVar("flag", default=None)


@contextmanager
def stopped_by(flag: Event) -> Iterator[None]:
    """Let the bots that think in this block stop as soon as the flag is set."""
    token = _flag.set(flag)
    try:
        yield
    finally:
        _flag.reset(token)


def stop_flag() -> Event | None:
    """Return the flag that stops whoever thinks here; None if nothing does."""
    return _flag.get()
