"""Ends a check whose game does not come back: a loop in `apply` would otherwise hang in silence.

Only time of computing counts, so that a busy machine makes no difference. A thread looks twice a
second which call of a check goes on; nothing is traced, and the game runs as fast as ever. On a
terminal, it shows what goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from inspect import CO_GENERATOR
from pathlib import Path
from threading import Event, Lock, Thread, get_ident
from time import process_time
from types import FrameType
from typing import Any, ClassVar

from boardgames.core.errors import where_raised
from boardgames.core.text import COLUMNS


class EndlessCallError(BaseException):
    """Raised within a call of the game that does not come back; not an `Exception`, which the game
    might catch.
    """


class _NothingError(BaseException):
    """Raised and caught when a watch stops."""


@contextmanager
def watched(what: str = "") -> Iterator[None]:
    """Raise `EndlessCallError` in this thread if a single call in this block takes too long.

    Calls are counted from the code of the checks on. Nothing is watched where there are no threads.
    If stderr is a terminal, it shows what goes on, under this name.
    """
    watch = Watch(get_ident(), what)
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
        f"a call of the game has not come back after {Watch.patience:g} s of computing:"
        f" it was in {where_raised(error, owner)}"
    )


class Watch(Thread):
    """Watches another thread."""

    patience: ClassVar[float] = 20.0
    """Seconds of computing after which a single call of the game counts as endless."""
    slow: ClassVar[float] = 2.0
    """Seconds of computing after which a terminal shows where a call is."""
    interval: ClassVar[float] = 0.5
    """Seconds between two looks."""

    def __init__(self, thread: int, what: str) -> None:
        super().__init__(name="boardgames.testing.watch", daemon=True)
        self.thread = thread
        self.what = what
        self.is_shown = bool(what) and sys.stderr is not None and sys.stderr.isatty()
        self.stopped = Event()
        self.lock = Lock()
        self.has_interrupted = False

    def run(self) -> None:
        """Look at what goes on until `stop`."""
        last: FrameType | None = None
        since = process_time()
        while not self.stopped.wait(self.interval):
            frame = sys._current_frames().get(self.thread)  # noqa: SLF001  # documented
            now = _called(frame)
            if now is None or now is not last:
                last = now
                since = process_time()
            seconds = process_time() - since
            self._show(frame, seconds)
            if seconds > self.patience:
                self._interrupt()  # again and again, since the game may catch it

    def stop(self) -> None:
        """Watch no longer; no exception comes afterwards. It is called by the watched thread."""
        with self.lock:
            self.stopped.set()
            if self.has_interrupted:
                self._take_back()
            self._write("")

    def _take_back(self) -> None:
        """Let another exception come in place of the one that was sent, which may be under way.

        With none in its place, Python 3.11 would look for it for ever, and a profiler never return.
        """
        with suppress(_NothingError):
            _raise_in(self.thread, _NothingError)
            while True:  # it comes at once
                pass

    def _show(self, frame: FrameType | None, seconds: float) -> None:
        """Show what goes on, and where a slow call is."""
        where = f", {seconds:.0f} s in {_place(frame)}" if frame and seconds > self.slow else ""
        with self.lock:
            if not self.stopped.is_set():
                self._write(f"  {self.what} ...{where}")

    def _write(self, text: str) -> None:
        """Write this instead of what stood there before."""
        if self.is_shown:
            with suppress(OSError, ValueError):  # it may be closed
                sys.stderr.write(f"\r\x1b[K{text[: COLUMNS - 1]}")
                sys.stderr.flush()

    def _interrupt(self) -> None:
        with self.lock:
            if not self.stopped.is_set():
                self.has_interrupted = True
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


def _place(frame: FrameType) -> str:
    """Return where a call is: function, file and line, of the game itself if they are known."""
    inner: FrameType | None = frame
    while inner is not None and inner.f_globals.get("__name__", "").startswith("boardgames."):
        inner = inner.f_back
    found = inner or frame
    code = found.f_code
    return f"{code.co_name} ({Path(code.co_filename).name}, line {found.f_lineno})"


def _raise_in(thread: int, kind: type[BaseException]) -> None:
    """Raise an exception in a thread, at its next step in Python."""
    import ctypes  # slow to import, and rarely needed

    raised = ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
