"""What the code of a game's rules asks of its game.

That is less than the whole contract, so that phases, scoring and sampling import no class that
imports them.
"""

from __future__ import annotations

from typing import Any, Protocol

from boardgames.scene.events import Event


class Rules(Protocol):
    """A game as its own rules see it: who plays, what it is called, and where events are reported.

    A game extends it, beside its State, by the tables of its own that its rules look up.
    """

    players: int
    recorder: list[Event] | None

    @property
    def name(self) -> str:
        """The name used by `boardgames.make`."""

    @property
    def title(self) -> str:
        """The printed name."""

    def __hash__(self) -> int: ...


class Placing(Protocol):
    """Words, as far as errors need them."""

    def position(self, state: Any, /) -> str:
        """Return a few words on the position."""


class Listing(Rules, Protocol):
    """A game that says whose turn it is and what they may do, as far as errors name that."""

    def to_act(self, state: Any, /) -> tuple[int, ...]:
        """Return the seats that may act now."""

    def legal_actions(self, state: Any, player: int | None = None, /) -> tuple[Any, ...]:
        """Return the legal actions of the seat."""

    @property
    def words(self) -> Placing:
        """What the game says to people."""
