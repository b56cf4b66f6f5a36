"""What a bot has come to at its turn, and what it did wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, get_args

from boardgames.core.action import Action
from boardgames.core.errors import BoardGamesError, BotError, describe_exception, quoted
from boardgames.core.game import A
from boardgames.play.bots.base import Bot

OnFault: TypeAlias = Literal["forfeit", "random", "raise"]
"""What happens when a bot raises an error, chooses an illegal action or takes too long: it loses the game at once, a
random action replaces its choice this time, or the match raises `BotError`."""
ON_FAULT: tuple[OnFault, ...] = get_args(OnFault)
LONGEST_REASON = 200
"""Maximum length of the reason for a fault; a bot can send more than anybody wants to read."""


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong at its turn."""

    ply: int
    """The ply that it should have made, counted from 1; 0 if it could not start."""
    player: int
    reason: str


class StartError(BotError):
    """A bot that cannot start; `fault` says which, and why."""

    def __init__(self, message: str, fault: Fault) -> None:
        super().__init__(message)
        self.fault = fault


@dataclass(frozen=True)
class Thought(Generic[A]):
    """What a bot has come to at its turn; nothing has changed yet."""

    ply: int
    """The ply that it is for, counted from 1."""
    player: int
    actions: tuple[A, ...]
    """What it could choose from."""
    action: A | None = None
    fault: str | None = None
    """What it did wrong, if there is no action."""
    cause: BaseException | None = None
    took: int | None = None
    """Nanoseconds; None if it was not asked, as there was no choice."""
    pause: float = 0.0
    """Seconds to wait before it is played: how long it took would tell something."""


def why_not_legal(chosen: object) -> str:
    """Return what is wrong with a choice that is not among the legal actions."""
    if isinstance(chosen, Action):
        return f"chose {chosen}, which is not legal"
    return f"chose {quoted(chosen)}, which is not an action"


def why_raised(error: BaseException, bot: Bot[Any, Any] | None) -> str:
    """Return what this bot did wrong when it raised this."""
    return str(error) if isinstance(error, BoardGamesError) else describe_exception(error, type(bot))


@contextmanager
def faults_ignored() -> Iterator[None]:
    """Ignore whatever a bot raises, but not Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001, S110  # it can no longer change anything
        pass
