"""The requests of a page: the parameters of each method of the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boardgames.play.people import STAND_IN


@dataclass(frozen=True)
class Nothing:
    """For a method without parameters."""


@dataclass(frozen=True)
class Start:
    """A game to start."""

    game: str
    seats: tuple[str, ...]
    """`human`, or the spec of a bot, for each player."""
    names: tuple[str, ...] = ()
    """What the players are called, in the order of the seats; empty texts for no name. () names nobody."""
    seat: int | None = None
    """The seat of the person who asks; None: the first person's, or a spectator if there is no person."""
    seed: int | None = None
    """None draws one. Only for tables with at most one person: whoever knows the seed knows all hands."""
    pace: float = 0.0
    """Seconds between the actions of bots, so that people can watch."""
    watch: bool = False
    """Whether there is a link for spectators."""
    quick: bool = True
    """Whether the server makes forced moves. Only if one person plays and nobody may watch, who could time them."""
    options: dict[str, Any] | None = None


@dataclass(frozen=True)
class Join:
    """A seat to take, or a place to watch from."""

    invitation: str
    name: str = ""


@dataclass(frozen=True)
class Look:
    """A request for news from the table."""

    version: int = 0
    """The version that the page shows; the answer comes as soon as there is a newer one."""
    log: int = 0
    """How many of the reported actions the page has; the answer contains the others."""


@dataclass(frozen=True)
class Act:
    """What to do."""

    action: str
    """Its notation."""
    turn: int | None = None
    """How many actions of this seat the page has seen, so that a double click counts once."""
    table: str | None = None
    """The table that the choice belongs to; None: whatever table it is sent to."""


@dataclass(frozen=True)
class Hint:
    """A request for what a bot would do."""

    action: str | None = None
    """The notation of an action to rate as well."""


@dataclass(frozen=True)
class Name:
    """What the player wants to be called."""

    name: str


@dataclass(frozen=True)
class OfSeat:
    """A seat of the table."""

    seat: int


@dataclass(frozen=True)
class StandIn(OfSeat):
    """A seat for which a bot is to play on."""

    bot: str = STAND_IN


@dataclass(frozen=True)
class Replay:
    """A position of a finished game."""

    ply: int
    seat: int | None = None
    """The seat from which it is seen."""
    open: bool = True
    """With all hands open, whatever `seat` says."""
    log: int = 0
    """How many of the reported actions the page has; the answer contains the others."""


@dataclass(frozen=True)
class Judge:
    """A decision of a finished game, to be judged."""

    seat: int
    """Whose decision it was."""
    after: int = 0
    """Where to look for it: it is the seat's first choice after this many actions."""


@dataclass(frozen=True)
class Open:
    """A record to look at, as text: JavaScript would round a long seed."""

    record: str
