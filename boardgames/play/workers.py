"""A pool of worker processes on this machine; none is left when it closes, whatever its bots do."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic

from boardgames.play.bots.process import kill_all
from boardgames.play.limits import WORKER_EXIT_SECONDS
from boardgames.play.signals import signals_deferred

MOST_WORKERS = 61
"""Maximum number of workers on Windows."""


@contextmanager
def worker_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor of this many processes; they and the programs of their bots end with the block.

    If the block raises, they end at once; otherwise when they have done what was submitted.
    """
    context = get_context("spawn")  # not forked, so that the threads and locks of this process are not copied
    stopped, stop = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(min(jobs, MOST_WORKERS) if os.name == "nt" else jobs, context, _prepare, (stopped,))
    try:
        yield pool
        pool.shutdown()
    finally:
        with signals_deferred():
            stop.close()
            end = monotonic() + WORKER_EXIT_SECONDS
            for process in [*(pool._processes or {}).values()]:  # noqa: SLF001  # it does not end those that hang
                process.join(max(0.0, end - monotonic()))
                process.kill()
            pool.shutdown()
            stopped.close()


# In the worker.


def _prepare(stopped: Connection) -> None:
    """Leave the terminal's signals to the parent process, and stop when that says so or dies."""
    for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    with suppress(OSError):
        os.dup2(2, 1)  # the output of bots must not mix with the figures
    Thread(target=_obey, args=(stopped,), daemon=True).start()


def _obey(stopped: Connection) -> None:
    """Wait until the parent process closes its end, on purpose or by dying; then exit, though a bot may be thinking."""
    with suppress(EOFError, OSError):
        stopped.recv()
    _stop()


def _stop(*_: object) -> None:
    kill_all()
    os._exit(1)
