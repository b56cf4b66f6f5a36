"""Signals that end a program: turned into an exception, so that it can clean up, or deferred for a
moment.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

ENDING = tuple([getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)])
"""Signals that end a program at once unless it handles them."""
INTERRUPTED = 130
"""Exit status after Ctrl-C, as in a shell."""


class Stopped(KeyboardInterrupt):
    """A signal has asked the program to end; `status` is the exit status that a shell gives it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status: int = 128 + number


def exit_status(interrupt: KeyboardInterrupt) -> int:
    """Return the exit status that a shell reports for a program ended by this interrupt."""
    return interrupt.status if isinstance(interrupt, Stopped) else INTERRUPTED


@contextmanager
def stoppable() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise `Stopped` in this block, as Ctrl-C raises `KeyboardInterrupt`.

    Ignored signals, as with `nohup`, stay ignored. Only the main thread can receive signals; in
    other threads this block does nothing.
    """
    with _handled_by(_stop, ENDING, lambda handler: handler == signal.SIG_DFL):
        yield


def _stop(number: int, _: object) -> None:
    raise Stopped(number)


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Defer signals that arrive in this block to its end."""
    arrived: list[int] = []
    try:
        with _handled_by(
            lambda number, _: arrived.append(number), (signal.SIGINT, *ENDING), callable
        ):
            yield
    finally:
        for number in arrived[:1]:
            signal.raise_signal(number)


@contextmanager
def _handled_by(
    handler: Callable[[int, object], None],
    numbers: Iterable[int],
    replaces: Callable[[object], bool],
) -> Iterator[None]:
    """Handle these signals with `handler` in the block.

    That is done where `replaces` accepts the current handler.
    """
    before: dict[int, Any] = {}
    try:
        if threading.current_thread() is threading.main_thread():
            for number in numbers:
                if replaces(signal.getsignal(number)):
                    before[number] = signal.signal(number, handler)
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
