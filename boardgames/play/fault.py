"""What a bot did wrong."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boardgames.core.action import Action
from boardgames.core.errors import BoardGamesError, describe_exception, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardgames.play.bots.base import Bot


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong at its turn."""

    ply: int
    """The ply that it should have made, counted from 1; 0 if it could not start."""
    player: int
    reason: str


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
