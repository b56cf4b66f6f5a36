"""A bot that is a program of its own, in any language, asked over its stdin and stdout."""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import weakref
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from boardgames.core.codec import to_json
from boardgames.core.errors import BotError, ConfigurationError, NotationError
from boardgames.jsonrpc import LONGEST, PROTOCOL, WireError, decode, encode
from boardgames.play.bots.base import A, Bot, V

if TYPE_CHECKING:
    from random import Random

    from boardgames.core.codec import JSON
    from boardgames.core.game import Game
    from boardgames.core.outcome import Outcome

PATIENCE = 60.0
"""Seconds for a choice where the match sets no limit."""
STARTING = 10.0
"""Seconds that a program has at least for its first answer."""
GRACE = 0.5
"""Seconds to stop by itself once it is told that the game is over."""


@dataclass(frozen=True)
class ProgramBot(Bot):
    """Speaks the protocol to the program that this command starts, anew for every match."""

    command: str = ""
    """As in a shell, but without one."""

    def __post_init__(self) -> None:
        """Raise `ConfigurationError` if this is no command."""
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise ConfigurationError(f"cmd:{self.command}: {error}") from None
        if not words:
            raise ConfigurationError("cmd: expected a command, as in cmd:python3 mybot.py")

    def choose(self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random) -> A:
        """Start the program for this one choice."""
        seated = self.seated(game, player, None)
        try:
            return seated.choose(game, player, view, actions, rng)
        finally:
            seated.leave(None)

    def seated(self, game: Game[Any, Any, Any], player: int, seconds: float | None) -> Bot:
        """Start the program and return the player whom it moves; raise `BotError` if it cannot play."""
        limit = PATIENCE if seconds is None else seconds
        process = _Process(self.command)
        try:
            _introduce(process, game, player, max(STARTING, limit))
        except BotError:
            process.kill()
            raise
        return _SeatedProgram(process, limit)


def _introduce(process: _Process, game: Game[Any, Any, Any], player: int, seconds: float) -> None:
    hello = process.ask("hello", {"protocol": PROTOCOL}, seconds)
    if not isinstance(hello, dict) or hello.get("protocol") != PROTOCOL:
        raise BotError(f"does not speak version {PROTOCOL} of the protocol: {_short(hello)}")
    table: JSON = {
        "game": game.name,
        "players": game.players,
        "options": game.options(),
        "rules_version": game.rules_version,
        "seat": player,
    }
    process.ask("new_game", table, seconds)


class _SeatedProgram(Bot):
    """One seat of one match, moved by a program that is running."""

    def __init__(self, process: _Process, seconds: float) -> None:
        self.process = process
        self.seconds = seconds

    def choose(self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random) -> A:
        """Ask the program; raise `BotError`, and end it, if it does not answer as it should and in time."""
        del rng
        legal: JSON = [{"action": game.to_json(action), "notation": str(action)} for action in actions]
        asked: JSON = {"seat": player, "view": game.to_json(view), "legal_actions": legal, "seconds": self.seconds}
        try:
            return _read(game, self.process.ask("choose", asked, self.seconds))
        except BotError:
            self.process.kill()
            raise

    def leave(self, outcome: Outcome | None) -> None:
        """Tell the program that the game is over, and see that it ends."""
        self.process.tell("game_over", {"outcome": None if outcome is None else to_json(outcome)})
        self.process.dismiss()


def _read(game: Game[Any, A, Any], answer: object) -> A:
    action = answer.get("action") if isinstance(answer, dict) else None
    if not isinstance(action, str):
        raise BotError(f'answered {_short(answer)} instead of {{"action": NOTATION}}')
    try:
        return game.parse(action)
    except NotationError as error:
        raise BotError(f"answered what is {error}") from None


def _short(answer: object) -> str:
    text = repr(answer)
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004  # keeps the message on one line


class _Process:
    """A program with its pipes, and everything that it may have started."""

    def __init__(self, command: str) -> None:
        """Start it; raise `BotError` if that cannot be done."""
        try:
            self.process = subprocess.Popen(  # noqa: S603  # the command is the user's own
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise BotError(f"cannot be started: {error.strerror}") from None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.stdin, self.stdout = self.process.stdin.fileno(), self.process.stdout.fileno()
        self.received = b""
        self.asked = 0
        # Whatever becomes of the match: no process is left behind.
        self.end = weakref.finalize(self, _end, self.process)

    def ask(self, method: str, params: JSON, seconds: float) -> Any:  # noqa: ANN401  # whatever it answers
        """Return the result of this request; raise `BotError` if there is none within so many seconds."""
        self.asked += 1
        end = monotonic() + seconds
        request: JSON = {"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}
        self._send(encode(request), end, seconds)
        try:
            answer = decode(self._line(end, seconds))
        except WireError as error:
            raise BotError(f"answered what is {error}") from None
        if not isinstance(answer, dict) or answer.get("id") != self.asked or answer.get("jsonrpc") != "2.0":
            raise BotError(f"answered {_short(answer)}, which is no answer to request {self.asked}")
        if "result" not in answer:
            raise BotError(f"answered with an error: {_short(answer.get('error'))}")
        return answer["result"]

    def tell(self, method: str, params: JSON) -> None:
        """Send a notification; if it cannot be delivered, so be it."""
        message: JSON = {"jsonrpc": "2.0", "method": method, "params": params}
        if self.end.alive:
            with suppress(BotError):
                self._send(encode(message), monotonic() + GRACE, GRACE)

    def dismiss(self) -> None:
        """Let it end by itself, for a moment, and then end it."""
        if self.end.alive and self.process.stdin is not None:
            self.process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """End it, and everything that it has started."""
        self.end()

    def _send(self, data: bytes, end: float, seconds: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self.stdin, selectors.EVENT_WRITE)
            while data:
                self._wait(selector, end, seconds)
                try:
                    data = data[os.write(self.stdin, data) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise BotError(self._ended()) from None

    def _line(self, end: float, seconds: float) -> bytes:
        with selectors.DefaultSelector() as selector:
            selector.register(self.stdout, selectors.EVENT_READ)
            while b"\n" not in self.received:
                if len(self.received) > LONGEST:
                    raise BotError(f"answered more than {LONGEST} bytes")
                self._wait(selector, end, seconds)
                try:
                    more = os.read(self.stdout, 1 << 16)
                except BlockingIOError:
                    continue
                if not more:
                    raise BotError(self._ended())
                self.received += more
        line, _, self.received = self.received.partition(b"\n")
        if len(line) > LONGEST:
            raise BotError(f"answered more than {LONGEST} bytes")
        return line

    def _wait(self, selector: selectors.BaseSelector, end: float, seconds: float) -> None:
        if not selector.select(max(0.0, end - monotonic())) and monotonic() >= end:
            raise BotError(f"did not answer within {seconds:g} s")

    def _ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f"ended with exit status {self.process.wait(GRACE)}"
        return "closed its output"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and its group, and reap it."""
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
