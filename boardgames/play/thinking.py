"""The threads in which bots think: few, shared by all tables; first come, first served."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Event, Thread
from time import monotonic
from typing import Any, Literal

from boardgames.play.fault import Question

USEFUL = 4
"""More threads only delay each other, because Python runs one at a time."""


@dataclass(eq=False)
class Task:
    """Work that waits for a thread, or is being done; it must not raise."""

    work: Callable[[Task], None]
    due: float
    """It is not begun before this time of `monotonic`."""
    first: bool = False
    """Whether it is begun before all other work that is due."""
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
    """A queue of work for at most `most` threads, by default as many as there are processors.

    A task queues again for its next step, so tables take turns. The threads are made when there is work, and end when
    there is none.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = most or min(os.cpu_count() or 1, USEFUL)
        self._threads = 0
        self._later: list[tuple[float, int, Task]] = []
        self._ready: deque[Task] = deque()
        self._numbers = count()
        self._changed = Condition()

    def call(self, work: Callable[[Task], None], after: float = 0.0, *, first: bool = False) -> Task:
        """Queue this work, to be begun in `after` seconds at the earliest; return it as a task.

        `first`: before all other work that is due then, because it takes no time.
        """
        task = Task(work, monotonic() + after, first)
        with self._changed:
            heappush(self._later, (task.due, next(self._numbers), task))
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
                if self._later or self._ready:
                    self._add_thread()
            return was_queued

    def _add_thread(self) -> None:
        if self._threads < self._most:
            self._threads += 1
            Thread(target=self._work, daemon=True, name="boardgames-thinking").start()

    def _work(self) -> None:
        while (task := self._next()) is not None:
            task.work(task)
            with self._changed:
                if task.state == "cancelled":
                    return  # another thread counts instead

    def _next(self) -> Task | None:
        """Wait for the next task that is due; None if there is none to wait for."""
        with self._changed:
            while self._later or self._ready:
                while self._later and self._later[0][0] <= monotonic():
                    task = heappop(self._later)[2]
                    (self._ready.appendleft if task.first else self._ready.append)(task)
                if not self._ready:
                    self._changed.wait(self._later[0][0] - monotonic())
                elif (task := self._ready.popleft()).state == "queued":
                    task.state = "working"
                    return task
            self._threads -= 1
            return None


SCHEDULER = Scheduler()
"""The one of all tables."""
