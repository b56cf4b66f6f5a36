"""What a bot is asked at its turn, its answer, and its faults."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Any, Generic

from boardgames.contract.game import A, S
from boardgames.core.errors import (
    BoardGamesError,
    BotError,
    ConfigurationError,
    UnreachableError,
    describe_exception,
)
from boardgames.core.integers import Natural, SeatNumber
from boardgames.core.values import value
from boardgames.play.bots.base import Bot


@value
class Fault:
    """What a bot did wrong at its turn."""

    ply: Natural
    """The ply at which the bot failed, counted from 1; 0 if it could not start."""
    player: SeatNumber
    reason: str


NOBODYS_FAULT = (ConfigurationError, UnreachableError)
"""Errors that say that a bot could not be asked at all, so that it has done nothing wrong."""


class StartError(BotError):
    """A bot that cannot start; `fault` says which one, and why."""

    def __init__(self, message: str, fault: Fault) -> None:
        super().__init__(message)
        self.fault = fault


@value
class Question(Generic[S, A]):
    """What a bot is asked at its turn. It stays the same whatever happens to the match while the
    bot thinks. Its `repr` omits what some seats may not know.
    """

    plies: int
    """The number of actions so far."""
    player: int
    bot: Bot[Any, Any] = field(repr=False)
    state: S = field(repr=False)
    actions: tuple[A, ...] = field(repr=False)
    """The legal actions."""
    seen: tuple[object, ...] | None = field(repr=False)
    """The Events so far as the seat sees them; None if the bot is known not to read them."""


@value
class Thought(Generic[S, A]):
    """The answer of a bot to a question, or its fault; the game has not changed yet. Its `repr`
    omits both.
    """

    question: Question[S, A]
    action: A | None = field(default=None, repr=False)
    fault: str | None = field(default=None, repr=False)
    """What the bot did wrong; set if there is no action."""
    cause: BaseException | None = field(default=None, repr=False)
    took: int | None = None
    """Thinking time in nanoseconds; None if the bot was not asked because there was no choice."""
    pause: float = 0.0
    """Seconds to wait before the action is played, so that the thinking time reveals nothing."""


def why_raised(error: BaseException, bot: Bot[Any, Any] | None) -> str:
    """Return the description of a fault: this bot raised this error."""
    if isinstance(error, BoardGamesError):
        return str(error)
    return describe_exception(error, type(bot))


@contextmanager
def faults_ignored() -> Iterator[None]:
    """Ignore all errors raised by a bot, but not Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001, S110  # it can no longer change anything
        pass
