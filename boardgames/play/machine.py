"""What play needs of the machine: clocks, sleep, threads and seeds."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread, get_ident
from time import monotonic, perf_counter, perf_counter_ns, sleep

from boardgames.core.chance import check_seed
from boardgames.core.errors import ConfigurationError


class Machine:
    """The clocks, the sleep, the threads and the chance of this machine.

    Matches, tables and arenas take one as an argument, so that a test can pass a subclass whose
    time, threads and seeds it controls.
    """

    def seed(self) -> int:
        """Return a seed for a game that was given none."""
        return check_seed(None)

    def nanoseconds(self) -> int:
        """Return the time of the clock that measures how long bots think."""
        return perf_counter_ns()

    def seconds(self) -> float:
        """Return the time of the clock that measures how long people take."""
        return monotonic()

    def stopwatch(self) -> Callable[[], float]:
        """Return the clock, in seconds, by which a bot, or the search for a hint, keeps to its
        time.
        """
        return perf_counter

    def thread_clock(self) -> Callable[[], float] | None:
        """Return the clock of the seconds for which the calling thread has computed; any thread
        may read it until that one ends.

        None where the system tells a thread nothing about another, as on Windows and macOS.
        """
        if not hasattr(time, "pthread_getcpuclockid"):
            return None
        try:
            clock = time.pthread_getcpuclockid(get_ident())
            time.clock_gettime(clock)
        except OSError:  # in a browser
            return None
        return lambda: time.clock_gettime(clock)

    def sleep(self, seconds: float) -> None:
        """Wait for this time."""
        sleep(seconds)

    def wait(self, event: Event, seconds: float) -> None:
        """Wait for this event, and for this time at most."""
        event.wait(seconds)

    def start_thread(self, work: Callable[[], object], remedy: str) -> None:
        """Run this in a thread that does not keep the program from ending.

        Raises `ConfigurationError`, with the remedy, where no thread can be started.
        """
        try:
            Thread(target=work, daemon=True, name="boardgames").start()
        except RuntimeError as error:
            raise ConfigurationError(
                f"no thread can be started here, as in a browser: {remedy}"
            ) from error


THIS_MACHINE = Machine()
"""The default of all that takes a machine."""
