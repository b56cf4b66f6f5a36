"""Signals that end a command: what is open is closed and kept, as after Ctrl-C."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

INTERRUPTED = 128 + signal.SIGINT
"""Exit status after Ctrl-C."""


class Stopped(KeyboardInterrupt):
    """SIGTERM or SIGHUP has asked the program to end."""

    def __init__(self, number: int) -> None:
        """Take the number of the signal."""
        super().__init__()
        self.number = number


def exit_status(interrupt: KeyboardInterrupt) -> int:
    """Return the exit status that a shell expects: 128 and the number of the signal."""
    return 128 + interrupt.number if isinstance(interrupt, Stopped) else INTERRUPTED


@contextmanager
def stop_on_signals() -> Iterator[None]:
    """Raise `Stopped` in the main thread on the first SIGTERM or SIGHUP; a signal that is ignored stays ignored."""
    stopping = False

    def stop(number: int, _: FrameType | None) -> None:
        nonlocal stopping
        if not stopping:  # a second one must not disturb what the first one has to clean up
            stopping = True
            raise Stopped(number)

    wanted = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in wanted}
    replaced = [number for number in wanted if before[number] == signal.SIG_DFL]
    for number in replaced:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in replaced:
            signal.signal(number, before[number])
