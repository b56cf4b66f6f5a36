"""A bot that is a separate program, in any language: `cmd:COMMAND`."""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from boardgames.contract.game import A, Game, V
from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import (
    BotError,
    ConfigurationError,
    DecodeError,
    NotationError,
    UnreachableError,
    quoted,
)
from boardgames.core.outcome import Outcome
from boardgames.core.values import value
from boardgames.play.bots.base import Bot
from boardgames.play.limits import PROGRAM_CHOICE_SECONDS, PROGRAM_START_SECONDS

if TYPE_CHECKING:
    from boardgames.play.bots.process import Process  # noqa: TC004  # nobody reads its type


@value
class ProgramBot(Bot[Any, Any]):
    """Starts a program for each match, and communicates by the protocol (docs/protocol.md).

    The program and its children are killed when the match is over, except for children that move to
    a session of their own, as daemons do. The program has the rights of the user who starts the
    match.
    """

    waits: ClassVar[bool] = True
    command: str = ""
    """The command, written as for a shell, but started without one."""

    def __post_init__(self) -> None:
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise ConfigurationError(f"cmd:{self.command}: {error}") from None
        if not words or "\0" in self.command:
            raise ConfigurationError("cmd: expected a command, as in cmd:python3 mybot.py")

    def choose(
        self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random
    ) -> A:
        """Start the program for this choice only."""
        seated: Bot[A, V] = self.seated(game, player, None)
        try:
            return seated.choose(game, player, view, actions, rng)
        finally:
            seated.leave(None)

    def seated(
        self, game: Game[Any, Any, Any], player: int, seconds: float | None
    ) -> Bot[Any, Any]:
        """Start the program and return the bot that asks it; raise `BotError` if it cannot play."""
        limit = PROGRAM_CHOICE_SECONDS if seconds is None else seconds
        bot = _SeatedProgram(self.command, limit)
        bot.start(game, player)
        return bot


@dataclass
class _SeatedProgram(Bot[Any, Any]):
    command: str
    seconds: float
    process: Process | None = None
    """None before its start, and after the host has interrupted it."""

    def start(self, game: Game[Any, Any, Any], player: int) -> Process:
        """Start the program for this seat; raise `BotError` if it cannot play."""
        from boardgames.play.bots.messages import VERSION  # slow to load, as is the other
        from boardgames.play.bots.process import Process

        process = Process(self.command)
        with ExitStack() as on_error:
            on_error.callback(process.kill)
            most = max(PROGRAM_START_SECONDS, self.seconds)
            hello = process.ask("hello", {"protocol": VERSION}, most)
            if not isinstance(hello, dict) or hello.get("protocol") != VERSION:
                raise BotError(f"does not speak version {VERSION} of the protocol: {quoted(hello)}")
            table: JSON = {
                "game": game.name,
                "players": game.players,
                "options": game.options(),
                "rules_version": game.rules_version,
                "seat": player,
            }
            process.ask("new_game", table, most)
            on_error.pop_all()
        self.process = process
        return process

    def choose(
        self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random
    ) -> A:
        """Ask the program; raise `BotError`, and kill it, if it does not send an action in time.

        What interrupts it from outside is not its fault: it is started anew when it is asked again.
        """
        del rng
        legal: JSON = [
            {"action": game.to_json(action), "notation": str(action)} for action in actions
        ]
        asked: JSON = {
            "seat": player,
            "view": game.to_json(view),
            "legal_actions": legal,
            "seconds": self.seconds,
        }
        process = self.process or self.start(game, player)
        with ExitStack() as on_error:
            on_error.callback(process.kill)
            try:
                answer = process.ask("choose", asked, self.seconds)
            except (KeyboardInterrupt, UnreachableError):
                self.process = None
                raise
            given = answer.get("action") if isinstance(answer, dict) else None
            if not isinstance(given, (str, dict)):
                raise BotError(f'sent {quoted(answer)} instead of {{"action": ACTION}}')
            try:
                action = (
                    game.parse(given) if isinstance(given, str) else game.action_from_json(given)
                )
            except (DecodeError, NotationError):
                raise BotError(f"sent an invalid action: {quoted(given)}") from None
            on_error.pop_all()
            return action

    def leave(self, outcome: Outcome | None) -> None:
        """Tell the program that the game is over, and make sure that it exits."""
        if self.process is not None:
            self.process.dismiss(
                "game_over", {"outcome": None if outcome is None else to_json(outcome)}
            )
