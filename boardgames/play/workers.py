"""Worker processes that play games; they are replaced when they die, and can always be stopped."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from boardgames.core.errors import BoardGamesError, BotError, ConfigurationError, describe_exception
from boardgames.play.bots.process import kill_all
from boardgames.play.limits import WORKER_EXIT_SECONDS
from boardgames.play.results import GameResult, LostGame, Plan
from boardgames.play.signals import Stopped, signals_deferred, stoppable

TRIES = 3
"""How often a game is tried if its worker dies, and how often a worker is started, before giving up."""
GRACE = 1.0
"""Seconds that a worker has to end its game and programs after it is told to stop."""

READY, DONE = "ready", "done"


class _Worker:
    def __init__(self, play: Callable[..., Any], plan: Plan) -> None:
        context = get_context("spawn")  # not forked, so that the threads and locks of this process are not copied
        self.connection, self._theirs = context.Pipe()
        self._stopped, self._stop = context.Pipe(duplex=False)
        self.process = context.Process(target=_work, args=(play, plan, self._theirs, self._stopped), daemon=True)
        self.chunk: deque[int] | None = None
        """The games that it has yet to play; None until it is ready."""
        self.is_idle = False
        """Whether it has been told that there is no more work."""

    def start(self) -> None:
        """Start the process with the terminal's signals blocked: they are for the parent."""
        with ExitStack() as stack:
            if hasattr(signal, "pthread_sigmask"):
                resource_tracker.ensure_running()  # its start would unblock them
                blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
                stack.callback(signal.pthread_sigmask, signal.SIG_SETMASK, blocked)
            self.process.start()
        self._theirs.close()
        self._stopped.close()

    def give(self, chunk: Iterable[int]) -> None:
        self.chunk = deque(chunk)
        with suppress(OSError):  # it has died, which is handled elsewhere
            self.connection.send(tuple(self.chunk))

    def stop(self) -> None:
        for end in (self._stop, self.connection, self._theirs, self._stopped):
            end.close()

    def join(self, seconds: float) -> None:
        """Wait this long for it to exit, then kill it."""
        if self.process.pid is not None:
            self.process.join(seconds)
            if self.process.is_alive():
                self.process.kill()
                self.process.join()


def on_workers(
    play: Callable[[Plan, Iterable[int]], Iterable[GameResult]],
    plan: Plan,
    chunks: Iterator[tuple[int, ...]],
    jobs: int,
) -> Generator[GameResult | LostGame, None, None]:
    """Play these games of the plan with `play` in `jobs` processes; yield each when it is over.

    A game whose worker dies is played again, and given up after a few tries. Raises `BoardGamesError` if a game does,
    and `ConfigurationError` if workers cannot start. No process is left when the generator ends or is closed.
    """
    crew = _Crew(play, plan, chunks)
    try:
        crew.hire(jobs)
        while crew.busy():
            yield from crew.news()
    finally:
        crew.dismiss()


@dataclass
class _Crew:
    """The workers and the remaining work."""

    play: Callable[..., Any]
    plan: Plan
    chunks: Iterator[tuple[int, ...]]
    again: deque[tuple[int, ...]] = field(default_factory=deque)
    """The games left over from workers that died."""
    deaths: Counter[int] = field(default_factory=Counter)
    """The number of workers that each game has killed."""
    failures: int = 0
    """The number of workers that died before they were ready."""
    workers: dict[Connection, _Worker] = field(default_factory=dict)

    def hire(self, number: int) -> None:
        for _ in range(number):
            worker = _Worker(self.play, self.plan)
            self.workers[worker.connection] = worker
            worker.start()

    def busy(self) -> bool:
        """Return whether there are games left to play."""
        return any(not worker.is_idle for worker in self.workers.values())

    def news(self) -> Iterator[GameResult | LostGame]:
        """Wait for a message from a worker, and yield the result of its game."""
        for connection in wait(list(self.workers)):
            worker = self.workers[cast("Connection", connection)]
            try:
                message = worker.connection.recv()
            except (EOFError, OSError):
                yield from self._replace(worker)
                continue
            if isinstance(message, Exception):
                raise message
            if isinstance(message, GameResult):
                assert worker.chunk is not None
                worker.chunk.popleft()
                yield message
            else:
                chunk = self.again.popleft() if self.again else next(self.chunks, ())
                worker.is_idle = not chunk
                if chunk:
                    worker.give(chunk)

    def _replace(self, worker: _Worker) -> Iterator[LostGame]:
        """Give the unplayed games of this worker to a new one."""
        del self.workers[worker.connection]
        worker.stop()
        worker.join(WORKER_EXIT_SECONDS)
        if worker.chunk is None:
            self.failures += 1
            if self.failures >= TRIES:
                raise ConfigurationError("worker processes cannot start; see their own messages")
        elif worker.chunk:
            first, *rest = worker.chunk
            self.deaths[first] += 1
            if self.deaths[first] >= TRIES:
                yield LostGame(first)
                self.again.extend([tuple(rest)] if rest else [])
            else:
                self.again.append((first, *rest))
        if not worker.is_idle:
            self.hire(1)

    def dismiss(self) -> None:
        with signals_deferred():
            end = time.monotonic() + WORKER_EXIT_SECONDS
            for worker in self.workers.values():
                worker.stop()
            for worker in self.workers.values():
                worker.join(max(0.0, end - time.monotonic()))
            self.workers.clear()


# In the worker.


def _work(
    play: Callable[[Plan, Iterable[int]], Iterable[GameResult]], plan: Plan, ours: Connection, stopped: Connection
) -> None:
    terminal = [getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]
    for number in terminal:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, terminal)
    sys.unraisablehook = _report
    with suppress(OSError):
        os.dup2(2, 1)  # the output of bots must not mix with the figures
    with suppress(Stopped, EOFError, OSError), stoppable():
        threading.Thread(target=_obey, args=(stopped,), daemon=True).start()
        ours.send(READY)
        while chunk := ours.recv():
            try:
                for game in play(plan, chunk):
                    ours.send(game)
            except BoardGamesError as error:
                ours.send(error)
            except Stopped:
                raise
            except KeyboardInterrupt as error:  # not ours, which are ignored here
                ours.send(BotError(f"a bot {describe_exception(error, play)}"))
            except Exception as error:  # noqa: BLE001  # the parent process reports it
                ours.send(RuntimeError("".join(traceback.format_exception(error))))
            else:
                ours.send(DONE)


def _report(fault: sys.UnraisableHookArgs) -> None:
    """Report an error from one of Python's own callbacks, but not `Stopped`, since `_obey` ends the worker anyway."""
    if not isinstance(fault.exc_value, Stopped):
        sys.__unraisablehook__(fault)


def _obey(stopped: Connection) -> None:
    """Wait until the parent process closes its end, on purpose or by dying; then stop.

    The main thread may be busy, so it first gets a signal, and a moment to end the programs of its game.
    """
    with suppress(EOFError, OSError):
        stopped.recv()
    if hasattr(signal, "pthread_kill"):
        with suppress(OSError, RuntimeError):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
        time.sleep(GRACE)
    kill_all()
    os._exit(1)
