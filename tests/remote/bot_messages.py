"""The messages between a match and a bot that is a program, as types; the schema is made
from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from boardgames.core.outcome import Outcome
from boardgames.remote.results import LegalAction


@dataclass(frozen=True)
class HelloToBot:
    """The match introduces itself."""

    protocol: int
    """The version of the protocol."""


@dataclass(frozen=True)
class HelloFromBot:
    """The program speaks the protocol."""

    protocol: int
    """The same version."""


@dataclass(frozen=True)
class NewGameToBot:
    """A game begins."""

    game: str
    players: int
    options: dict[str, Any]
    """The options for `boardgames.make`; empty for the published game."""
    rules_version: int
    """Raised whenever the same seed and actions lead to a different game than before."""
    seat: int
    """The program's own seat."""


@dataclass(frozen=True)
class ChooseToBot:
    """The program has a choice."""

    seat: int
    view: Any
    """What the seat knows: the View; the schema of the game describes it."""
    legal_actions: tuple[LegalAction, ...]
    seconds: float
    """How long it may take."""


@dataclass(frozen=True)
class ChoiceFromBot:
    """The program has chosen."""

    action: str
    """The notation of one of the legal actions."""


@dataclass(frozen=True)
class GameOverToBot:
    """The game is over; a notification."""

    outcome: Outcome | None
    """How it ended; null if it was given up."""


class BotMethod(NamedTuple):
    """A method of a bot that is a program."""

    params: type
    result: Any


BOT_METHODS = {
    "hello": BotMethod(HelloToBot, HelloFromBot),
    "new_game": BotMethod(NewGameToBot, Any),
    "choose": BotMethod(ChooseToBot, ChoiceFromBot),
    "game_over": BotMethod(GameOverToBot, None),
}
"""The methods by name; a result of type `Any` is ignored, and a notification has none."""
