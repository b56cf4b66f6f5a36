"""Ends a check whose game does not come back: a loop in `apply` would otherwise hang in silence.

Only time of computing counts, so that a busy machine makes no difference. A thread looks twice a
second which call of a check goes on; nothing is traced, and the game runs as fast as ever.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_GENERATOR
from threading import Event, Lock, Thread, get_ident
from time import process_time
from types import FrameType
from typing import Any

from boardgames.core.errors import where_raised

PATIENCE = 60.0
"""Seconds of computing after which a single call of the game counts as endless."""
INTERVAL = 0.5
"""Seconds between two looks."""


class EndlessCallError(BaseException):
    """Raised within a call of the game that does not come back; not an `Exception`, which the game
    might catch.
    """


@contextmanager
def watched() -> Iterator[None]:
    """Raise `EndlessCallError` in this thread if a single call in this block takes too long.

    Calls are counted from the code of the checks on. Nothing is watched where there are no threads.
    """
    watch = _Watch(get_ident())
    try:
        watch.start()
    except RuntimeError:  # as in a browser
        yield
        return
    try:
        yield
    finally:
        try:
            watch.stop()
        except EndlessCallError:
            watch.stop()
            raise


def endless(error: EndlessCallError, owner: Any) -> str:
    """Return in words that a call of the owner, a class of games, did not come back, and where it
    was.
    """
    return (
        f"a call of the game has not come back after {PATIENCE:g} s of computing:"
        f" it was in {where_raised(error, owner)}"
    )


class _Watch(Thread):
    """Watches another thread."""

    def __init__(self, thread: int) -> None:
        super().__init__(name="boardgames.testing.watch", daemon=True)
        self.thread = thread
        self.stopped = Event()
        self.lock = Lock()

    def run(self) -> None:
        last: FrameType | None = None
        since = process_time()
        while not self.stopped.wait(INTERVAL):
            now = _called(sys._current_frames().get(self.thread))  # noqa: SLF001  # documented
            if now is None or now is not last:
                last, since = now, process_time()
            elif process_time() - since > PATIENCE:
                self._interrupt()
                since = process_time()  # the game may have caught it

    def stop(self) -> None:
        """Watch no longer; no exception comes afterwards."""
        with self.lock:
            self.stopped.set()
            _raise_in(self.thread, None)

    def _interrupt(self) -> None:
        with self.lock:
            if not self.stopped.is_set():
                _raise_in(self.thread, EndlessCallError)


def _called(frame: FrameType | None) -> FrameType | None:
    """Return the frame of the call that a check waits for; None if it computes itself.

    Frames of generators do not count: the same one goes on again and again.
    """
    called = None
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("boardgames.testing."):
            return called
        if not frame.f_code.co_flags & CO_GENERATOR:
            called = frame
        frame = frame.f_back
    return None


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in another thread, at its next step in Python; None: take it back."""
    import ctypes  # slow to import, and rarely needed

    raised = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
