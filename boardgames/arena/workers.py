"""A pool of worker processes on this machine; none is left when it closes, whatever its bots do."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from threading import Thread, main_thread
from time import monotonic, sleep
from typing import ParamSpec, TypeVar

from boardgames.play.bots.process import kill_all
from boardgames.play.limits import WORKER_EXIT_SECONDS
from boardgames.play.signals import signals_deferred

P = ParamSpec("P")
T = TypeVar("T")

MOST_WORKERS = 61
"""Maximum number of workers on Windows."""
GRACE = 1.0
"""Seconds that the main thread of a worker has to end the programs of its game."""
TERMINAL = tuple([getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)])
"""Signals that a terminal sends to workers, too, although they are for the parent process."""


@contextmanager
def worker_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor of this many processes.

    They and the programs of their bots end with the block. If the block raises, they end at once;
    otherwise when they have done what was submitted.
    """
    # Not forked, so that the threads and locks of this process are not copied.
    context = get_context("spawn")
    stopped, stop = context.Pipe(duplex=False)
    pool = _Pool(
        min(jobs, MOST_WORKERS) if os.name == "nt" else jobs, context, _prepare, (stopped,)
    )
    try:
        yield pool
        pool.shutdown()
    finally:
        with signals_deferred():
            stop.close()
            pool.end()
            stopped.close()


class _Pool(ProcessPoolExecutor):
    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call; a new process blocks the terminal's signals until it ignores them."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        resource_tracker.ensure_running()  # its start would unblock them
        before = signal.pthread_sigmask(signal.SIG_BLOCK, TERMINAL)
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def end(self) -> None:
        """Wait for the processes, which have been told to stop, and kill those that do not."""
        processes = {process.sentinel: process for process in (self._processes or {}).values()}
        end = monotonic() + WORKER_EXIT_SECONDS
        while processes and (ended := wait(list(processes), max(0.0, end - monotonic()))):
            for sentinel in ended:
                del processes[sentinel]  # type: ignore[arg-type]  # they are numbers
        for process in processes.values():
            process.kill()
        self.shutdown()


# In the worker.


def _prepare(stopped: Connection) -> None:
    """Leave the terminal's signals to the parent process, and stop when that says so or dies."""
    for number in TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, TERMINAL)
    with suppress(OSError):
        os.dup2(2, 1)  # the output of bots must not mix with the figures
    Thread(target=_obey, args=(stopped,), daemon=True).start()


def _obey(stopped: Connection) -> None:
    """Wait until the parent closes its end, or dies; then exit, though a bot may be thinking."""
    with suppress(EOFError, OSError):
        stopped.recv()
    # The main thread starts no further program while it ends the others.
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread().ident or 0, signal.SIGTERM)
        sleep(GRACE)
    _stop()


def _stop(*_: object) -> None:
    kill_all()
    os._exit(1)
