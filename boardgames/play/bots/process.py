"""A program and everything that it starts, spoken to in lines of JSON-RPC over its stdin and stdout."""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import weakref
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from boardgames.core.errors import BotError, quoted
from boardgames.jsonrpc import LONGEST, WireError, decode, encode
from boardgames.play.signals import held

if TYPE_CHECKING:
    from boardgames.core.codec import JSON

GRACE = 0.5
"""Seconds that a program has to exit once it is told that the game is over."""

_running: weakref.WeakSet[Process] = weakref.WeakSet()


def kill_all() -> None:
    """Kill every program that is still running, and everything that they have started."""
    for process in list(_running):
        process.kill()


class Process:
    """A running program, in a process group of its own, so that what it starts is killed together with it.

    A program that moves a child into another session, as daemons do, must end that child itself.
    """

    def __init__(self, command: str) -> None:
        """Start it; raise `BotError` if that is not possible."""
        # No interrupt may come between the start and the registration of the clean-up.
        with held():
            try:
                self.process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603  # the command is the user's own
                    shlex.split(command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                )
            except OSError as error:
                raise BotError(f"cannot be started: {error.strerror}") from None
            # Called at the latest when this object or the interpreter goes.
            self._end = weakref.finalize(self, _end, self.process)
            _running.add(self)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._stdin, self._stdout = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)
        self._received = b""
        self._requests = 0

    def ask(self, method: str, params: JSON, seconds: float) -> Any:  # noqa: ANN401  # whatever it answers
        """Return the result of this request; raise `BotError` if it does not arrive within `seconds`."""
        self._requests += 1
        end = monotonic() + seconds
        request: JSON = {"jsonrpc": "2.0", "id": self._requests, "method": method, "params": params}
        self._send(encode(request), end, seconds)
        line = self._line(end, seconds)
        try:
            answer = decode(line)
        except WireError as error:
            sent = quoted(line.decode(errors="replace").strip())
            raise BotError(f"sent {sent}, not a message ({error}); anything else it prints must go to stderr") from None
        if not isinstance(answer, dict) or answer.get("id") != self._requests or answer.get("jsonrpc") != "2.0":
            raise BotError(f"sent {quoted(answer)}, which is not an answer to request {self._requests}")
        if "result" not in answer:
            raise BotError(f"answered with an error: {quoted(answer.get('error'))}")
        return answer["result"]

    def dismiss(self, method: str, params: JSON) -> None:
        """Send a last notification, give the program a moment to exit, then kill it and what it has started."""
        if not self._end.alive:
            return
        end = monotonic() + GRACE
        message: JSON = {"jsonrpc": "2.0", "method": method, "params": params}
        with suppress(BotError):
            self._send(encode(message), end, GRACE)
            assert self.process.stdin is not None
            self.process.stdin.close()
            self._await_end_of_output(end)
        self.kill()

    def kill(self) -> None:
        """Kill it, and everything that it has started."""
        self._end()

    def _send(self, data: bytes, end: float, seconds: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdin, selectors.EVENT_WRITE)
            while data:
                _wait(selector, end, seconds)
                try:
                    data = data[os.write(self._stdin, data) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise BotError(self._how_it_ended()) from None

    def _line(self, end: float, seconds: float) -> bytes:
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            while b"\n" not in self._received:
                if len(self._received) > LONGEST:
                    raise BotError(f"sent a line of more than {LONGEST} bytes")
                _wait(selector, end, seconds)
                more = self._read()
                if more == b"":
                    raise BotError(self._how_it_ended())
                self._received += more or b""
        line, _, self._received = self._received.partition(b"\n")
        if len(line) > LONGEST:
            raise BotError(f"sent a line of more than {LONGEST} bytes")
        return line

    def _await_end_of_output(self, end: float) -> None:
        """Wait until the program has closed its output, which it does at the latest when it exits.

        Do not wait for its exit itself: a process that has not been reaped keeps its number, so `kill` cannot hit
        another one.
        """
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            while True:
                _wait(selector, end, GRACE)
                if self._read() == b"":
                    return

    def _read(self) -> bytes | None:
        """Return what has arrived: empty at the end of the output, None if nothing has arrived yet."""
        try:
            return os.read(self._stdout, 1 << 16)
        except BlockingIOError:
            return None

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f"ended with exit status {self.process.wait(GRACE)}"
        return "closed its input or output"


def _wait(selector: selectors.BaseSelector, end: float, seconds: float) -> None:
    if not selector.select(max(0.0, end - monotonic())) and monotonic() >= end:
        raise BotError(f"did not answer within {seconds:g} s")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and its group, and reap it."""
    with held():
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        with suppress(OSError):
            process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        process.wait()
