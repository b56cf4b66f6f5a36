"""A program and its child processes, spoken to in lines of JSON-RPC over stdin and stdout."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import weakref
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, TypeAlias

from boardgames.core.codec import JSON
from boardgames.core.errors import BotError, UnreachableError, quoted
from boardgames.jsonrpc import MAX_BYTES, WireError, decode, request
from boardgames.play.bots.timed import SLICE, stop_flag
from boardgames.play.limits import PROGRAM_EXIT_SECONDS
from boardgames.play.signals import signals_deferred

LINES = 8
"""Number of lines that are read ahead; a program that prints more blocks until it is asked."""

Output: TypeAlias = "Queue[bytes]"
"""The lines that a program has printed; an empty one after it has closed its output or input."""
Input: TypeAlias = "SimpleQueue[bytes | None]"
"""The lines to send; None closes the program's input."""

_running: weakref.WeakSet[Process] = weakref.WeakSet()


def kill_all() -> None:
    """Kill every program that is still running, with everything that they have started."""
    for process in list(_running):
        process.kill()


class Process:
    """A running program, in a process group of its own.

    So its children are killed together with it. A program that moves a child into another session,
    as daemons do, must end that child itself; on Windows, it must end every child itself. Two
    threads read and write its pipes, because not every system can wait for a pipe.
    """

    def __init__(self, command: str) -> None:
        """Start the program; raise `BotError` if that fails."""
        # No interrupt may occur between the start and the registration of the clean-up.
        with signals_deferred():
            try:
                # The command is the user's own.
                self.process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603
                    command if os.name == "nt" else shlex.split(command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,
                )
            except OSError as error:
                raise BotError(f"cannot be started: {error.strerror}") from None
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self._output: Output = Queue(LINES)
            self._input: Input = SimpleQueue()
            threads = (
                Thread(target=_read, args=(self.process.stdout, self._output), daemon=True),
                Thread(
                    target=_write, args=(self.process.stdin, self._input, self._output), daemon=True
                ),
            )
            for thread in threads:
                thread.start()
            # Called at the latest when this object is collected or the interpreter exits.
            self._end = weakref.finalize(
                self, _end, self.process, self._input, self._output, threads
            )
            _running.add(self)
        self._has_ended = False
        """Whether the program has closed its output or input."""
        self._requests = 0

    def ask(self, method: str, params: JSON, seconds: float) -> object:
        """Return the result of this request.

        Raises `BotError` if it does not arrive within `seconds`.
        """
        self._requests += 1
        end = monotonic() + seconds
        self._input.put(request(method, params, self._requests))
        line = self._line(end, seconds)
        if len(line) > MAX_BYTES + 1:  # with its newline
            raise BotError(f"sent a line of more than {MAX_BYTES} bytes")
        if not line.endswith(b"\n"):
            with suppress(subprocess.TimeoutExpired):
                raise BotError(f"ended with exit status {self.process.wait(PROGRAM_EXIT_SECONDS)}")
            raise BotError("closed its input or output")
        try:
            answer = decode(line)
        except WireError as error:
            sent = quoted(line.decode(errors="replace").strip())
            raise BotError(
                f"sent {sent}, not a message ({error}); anything else it prints must go to stderr"
            ) from None
        if (
            not isinstance(answer, dict)
            or answer.get("id") != self._requests
            or answer.get("jsonrpc") != "2.0"
        ):
            raise BotError(
                f"sent {quoted(answer)}, which is not an answer to request {self._requests}"
            )
        if "result" not in answer:
            raise BotError(f"answered with an error: {quoted(answer.get('error'))}")
        return answer["result"]

    def dismiss(self, method: str, params: JSON) -> None:
        """Tell the program that it ends, and give it a moment; then kill it and its children."""
        if not self._end.alive:
            return
        self._input.put(request(method, params))
        self._input.put(None)
        # Not for its exit: until a process is reaped, its number is not reused, so `kill` cannot
        # hit another process.
        end = monotonic() + PROGRAM_EXIT_SECONDS
        with suppress(BotError, UnreachableError):
            while self._line(end, PROGRAM_EXIT_SECONDS):
                pass
        self.kill()

    def kill(self) -> None:
        """Kill the program and everything that it has started."""
        self._end()

    def _line(self, end: float, seconds: float) -> bytes:
        """Return the next line, empty at the end of the output.

        Raises `BotError` if none arrives before `end`, and `UnreachableError` if the bot is told to
        stop.
        """
        stop = stop_flag.get()
        while not self._has_ended:
            if stop is not None and stop.is_set():
                raise UnreachableError("was told to stop")
            with suppress(Empty):
                line = self._output.get(timeout=max(0.0, min(SLICE, end - monotonic())))
                self._has_ended = not line
                return line
            if monotonic() >= end:
                raise BotError(f"did not answer within {seconds:g} s")
        return b""


# The threads of a program.


def _read(pipe: IO[bytes], output: Output) -> None:
    with pipe, suppress(OSError):
        while line := pipe.readline(MAX_BYTES + 2):
            output.put(line)
    output.put(b"")


def _write(pipe: IO[bytes], messages: Input, output: Output) -> None:
    """Send messages to the program until there are no more or it has closed its input."""
    try:
        with pipe:
            while (message := messages.get()) is not None:
                pipe.write(message)
                pipe.flush()
    except OSError:
        output.put(b"")


# The end.


def _end(
    process: subprocess.Popen[bytes], messages: Input, output: Output, threads: tuple[Thread, ...]
) -> None:
    with signals_deferred():
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        with suppress(OSError):
            process.kill()
        process.wait()
        messages.put(None)
        for _ in range(2 * LINES):  # a thread may be blocked by the full queue
            with suppress(Empty):
                output.get_nowait()
        for thread in threads:
            thread.join(PROGRAM_EXIT_SECONDS)
