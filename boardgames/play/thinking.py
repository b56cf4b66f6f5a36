"""The threads in which bots think: few, shared by all tables; first come, first served."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Event, Thread
from time import monotonic
from typing import Any, Literal

from boardgames.play.fault import Question
from boardgames.play.stopping import lending


@dataclass(eq=False)
class Task:
    """Work that waits for a thread, or is being done; it must not raise."""

    work: Callable[[Task], None]
    due: float
    """It is not begun before this time of `monotonic`."""
    state: Literal["queued", "working", "cancelled"] = "queued"


@dataclass(eq=False)
class Turn:
    """The turn of a bot that has been asked."""

    question: Question[Any, Any]
    stopped: Event = field(default_factory=Event)
    """Set when its choice is no longer needed."""
    task: Task | None = None
    """What thinks, or waits for the end of the pause; None in a thread of the caller."""


class Scheduler:
    """A queue of work for a few threads; a task queues again for its next step, so tables take turns.

    At most `most` tasks compute at once: by default as many as there are processors, or one if all threads of
    Python share one anyway. A task that waits for a program makes room for another, as long as there are processors.
    The threads are made when there is work, and end when there is none.
    """

    def __init__(self, most: int | None = None) -> None:
        processors = os.cpu_count() or 1
        self._most = most or (processors if not getattr(sys, "_is_gil_enabled", lambda: True)() else 1)
        self._threads = 0
        """The number of threads that compute, or wait for a task."""
        self._lendable = processors - 1
        """How many more tasks may wait for a program without taking the place of one that computes."""
        self._queue: list[tuple[float, int, Task]] = []
        self._numbers = count()
        self._changed = Condition()

    def call(self, work: Callable[[Task], None], after: float = 0.0) -> Task:
        """Queue this work, to be begun in `after` seconds at the earliest; return it as a task."""
        task = Task(work, monotonic() + after)
        with self._changed:
            heappush(self._queue, (task.due, next(self._numbers), task))
            self._add_thread()
            self._changed.notify()
        return task

    def cancel(self, task: Task) -> bool:
        """Cancel the task if it is queued, and return True.

        If it is being done, that cannot be undone, but another thread may take the place of its thread: a bot that does
        not stop holds nobody up.
        """
        with self._changed:
            was_queued, was_working = task.state == "queued", task.state == "working"
            task.state = "cancelled"
            if was_working:
                self._threads -= 1
                if self._queue:
                    self._add_thread()
            return was_queued

    def _add_thread(self) -> None:
        if self._threads < self._most:
            self._threads += 1
            Thread(target=self._work, daemon=True, name="boardgames-thinking").start()

    @contextmanager
    def _lending(self) -> Iterator[None]:
        """Let another task compute while this one waits for a program in the block."""
        with self._changed:
            lends = self._lendable > 0
            self._lendable -= lends
            self._threads -= lends
            if self._queue:
                self._add_thread()
        try:
            yield
        finally:
            with self._changed:
                self._lendable += lends
                self._threads += lends

    def _work(self) -> None:
        with lending(self._lending):
            while (task := self._next()) is not None:
                task.work(task)
                with self._changed:
                    if task.state == "cancelled":
                        return  # another thread counts instead
                    if self._threads > self._most:  # one was added while this one was waiting for a program
                        self._threads -= 1
                        return

    def _next(self) -> Task | None:
        """Wait for the next task that is due; None if there is none to wait for."""
        with self._changed:
            while self._queue:
                due, _, task = self._queue[0]
                if task.state == "cancelled" or due <= monotonic():
                    heappop(self._queue)
                    if task.state == "queued":
                        task.state = "working"
                        return task
                else:
                    self._changed.wait(due - monotonic())
            self._threads -= 1
            return None


SCHEDULER = Scheduler()
"""The one of all tables."""
