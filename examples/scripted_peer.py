"""A peer that speaks the protocol by a script, to test the other end: a bot, a frontend, or this
library itself.

    python examples/scripted_peer.py SCRIPT              speaks on stdin and stdout, as a bot or a
    server does
    python examples/scripted_peer.py SCRIPT COMMAND ...  starts the command and speaks to it, as a
    match does

A script is a JSON array of steps, each an object with one member:

    {"expect": MESSAGE}    read a line, which must have these members; those inside it may have more
    {"reply": RESULT}      answer the request that was read last
    {"send": MESSAGE}      send a message as it is
    {"text": TEXT}         send a line that need not be JSON
    {"flood": N}           send N characters without a line end
    {"wait": SECONDS}      do nothing
    {"ignore": true}       read until the other end has nothing more to say
    {"exit": STATUS}       end at once

It ends with status 0 when the script is done, and with 1 and a line on stderr when a message is not
the expected one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from boardgames import ConfigurationError, ConformanceError
from boardgames.jsonrpc import WireError, decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boardgames.kit import JSON


class _MismatchError(Exception):
    """The other end did not send what the script expects."""


class ScriptedPeer:
    """Plays a script on a pair of streams."""

    def __init__(self, script: Sequence[Any], received: IO[bytes], sent: IO[bytes]) -> None:
        """Take the steps and the streams; raise `ConfigurationError` for an invalid step, or if
        there are none.
        """
        if not isinstance(script, list) or not script:
            raise ConfigurationError("expected a list of steps")
        self._does: dict[str, Callable[[Any], None]] = {
            "expect": self._expect,
            "reply": self._reply,
            "send": lambda message: self._write(encode(message)),
            "text": lambda text: self._write(f"{text}\n".encode()),
            "flood": lambda count: self._write(b"x" * count),
            "wait": time.sleep,
            "ignore": lambda _: self._ignore(),
            "exit": sys.exit,
        }
        for number, step in enumerate(script, start=1):
            if not isinstance(step, dict) or len(step) != 1 or next(iter(step)) not in self._does:
                known = ", ".join(self._does)
                raise ConfigurationError(
                    f"step {number}: expected an object with one of {known}, not {step!r:.60}"
                )
        self.script: tuple[Any, ...] = tuple(script)
        self.received = received
        self.sent = sent
        self._identity: JSON = None

    def run(self) -> None:
        """Carry out every step; raise `ConformanceError` that names the step at which the other end
        deviates.
        """
        for number, step in enumerate(self.script, start=1):
            ((name, argument),) = step.items()
            try:
                self._does[name](argument)
            except _MismatchError as error:
                raise ConformanceError(f"step {number}", str(error)) from None

    def _expect(self, wanted: Any) -> None:
        line = self.received.readline()
        if not line:
            raise _MismatchError(f"expected {wanted!r}, and there was nothing more")
        try:
            message = decode(line)
        except WireError as error:
            raise _MismatchError(f"expected {wanted!r}, but the line is {error}") from None
        if not _has(message, wanted):
            raise _MismatchError(f"expected {wanted!r}, not {message!r:.300}")
        self._identity = message.get("id") if isinstance(message, dict) else None

    def _reply(self, result: JSON) -> None:
        self._write(encode({"jsonrpc": "2.0", "id": self._identity, "result": result}))

    def _write(self, data: bytes) -> None:
        self.sent.write(data)
        self.sent.flush()

    def _ignore(self) -> None:
        while self.received.readline():
            pass


def _has(message: object, wanted: object) -> bool:
    """Tell whether the message has all wanted members, including those of nested objects."""
    if isinstance(wanted, dict) and isinstance(message, dict):
        return all(name in message and _has(message[name], each) for name, each in wanted.items())
    return message == wanted


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the script in a file and return the exit status: 1 if the other end deviates, 2 for
    wrong arguments.
    """
    parser = argparse.ArgumentParser(
        prog="python examples/scripted_peer.py", description="Play a script."
    )
    parser.add_argument("script", metavar="SCRIPT", help="a JSON file: a list of steps")
    parser.add_argument(
        "command",
        nargs=argparse.REMAINDER,
        metavar="COMMAND",
        help="the program to talk to; default: speak on stdin and stdout",
    )
    asked = parser.parse_args(arguments)
    command: list[str] = asked.command
    try:
        script = json.loads(Path(asked.script).read_text(encoding="utf-8"))
        ScriptedPeer(script, BytesIO(), BytesIO())
    except (OSError, ValueError, RecursionError) as error:
        parser.error(f"{asked.script}: {error}")
    if not command:
        return _play(ScriptedPeer(script, sys.stdin.buffer, sys.stdout.buffer))
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe
    ) as process:  # the command is the user's own
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            return _play(ScriptedPeer(script, process.stdout, process.stdin))
        finally:
            process.stdin.close()
            process.kill()


def _play(peer: ScriptedPeer) -> int:
    try:
        peer.run()
    except ConformanceError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except BrokenPipeError:
        sys.stderr.write("the other end has gone\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
