"""The messages between a match and a bot that is a program, as types: schemas are made from
them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from boardgames.core.integers import Natural, PlayerCount, Positive, SeatNumber, Seconds
from boardgames.core.outcome import Outcome
from boardgames.core.values import value
from boardgames.play.forms import GivenAction, LegalAction, ViewForm

VERSION = 1
"""Raised when programs written for a lower version would no longer work."""


@value
class HelloToBot:
    """The match introduces itself."""

    protocol: Positive
    """The version of the protocol."""


@value
class HelloFromBot:
    """The program speaks the protocol."""

    protocol: Positive
    """The same version."""


@value
class NewGameToBot:
    """A game begins."""

    game: str
    players: PlayerCount
    options: dict[str, Any]
    """The options for `boardgames.make`; empty for the published game."""
    rules_version: Natural
    """Raised whenever the same seed and actions lead to a different game than before."""
    seat: SeatNumber
    """The program's own seat."""


@value
class ChooseToBot:
    """The program has a choice."""

    seat: SeatNumber
    view: ViewForm
    """What the seat knows: the View."""
    legal_actions: tuple[LegalAction, ...]
    seconds: Seconds
    """How long it may take."""


@value
class ChoiceFromBot:
    """The program has chosen."""

    action: GivenAction
    """One of the legal actions: its notation, or its JSON form."""


@value
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
