"""What a bot is: something that chooses from what one seat may know."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from random import Random

    from boardgames.core.action import Action
    from boardgames.core.game import Game
    from boardgames.core.outcome import Outcome

A = TypeVar("A", bound="Action")
V = TypeVar("V")


class Bot(ABC):
    """A player by program; it sees the View of its seat, never the State.

    A frozen dataclass whose fields, all with defaults, are the options of its spec. It keeps nothing from one decision
    to the next: a View has perfect recall, and so a bot can be asked again, or from the middle of a game.
    """

    @abstractmethod
    def choose(self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random) -> A:
        """Return one of the legal actions of this seat, of which there is at least one."""

    def seated(self, game: Game[Any, Any, Any], player: int, seconds: float | None) -> Bot:
        """Return what plays this seat of one match, with so many seconds (None: any) for a choice.

        That is the bot itself, unless it has something to start for a match; then it returns what holds it.
        """
        del game, player, seconds
        return self

    def leave(self, outcome: Outcome | None) -> None:
        """Stop what `seated` has started: the match is over with this outcome, or was given up (None)."""
        del outcome
