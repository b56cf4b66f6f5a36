"""What a page may ask for: the parameters of each method of the lobby."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

HUMAN = "human"
"""In a list of seats: a person. Everything else is the spec of a bot."""
LONGEST_NAME = 20
LONGEST_SPEC = 80


class RefusedError(Exception):
    """A request that is not granted; the page shows the reason."""

    def __init__(self, reason: str, status: int = 400) -> None:
        """Take one line of explanation, and the HTTP status that fits it."""
        super().__init__(" ".join(reason.split()))
        self.status = status


@dataclass(frozen=True)
class Nothing:
    """For a method that takes nothing."""


@dataclass(frozen=True)
class Start:
    """A game to start."""

    game: str
    seats: tuple[str, ...]
    """`human`, or the spec of a bot, for each player."""
    names: tuple[str, ...] = ()
    """What the players are called, in the order of the seats; empty texts for no name. () names nobody."""
    seat: int | None = None
    """Which of the people is the one who asks; None: the first, or a spectator if there is none."""
    seed: int | None = None
    """None draws one. Only for tables with one person at most: whoever knows it knows all hands."""
    pace: float = 0.0
    """Seconds between the actions of bots, so that people can watch."""
    watch: bool = False
    """Whether there is a link for spectators."""
    quick: bool = True
    """Whether the server makes the only move there is. Only where one person plays: the time tells others something."""
    options: dict[str, Any] | None = None


@dataclass(frozen=True)
class Join:
    """A seat to take, or a place to watch from."""

    invitation: str
    name: str = ""


@dataclass(frozen=True)
class Look:
    """What is new at the table."""

    version: int = 0
    """The version that the page shows; an answer comes as soon as there is another one."""
    log: int = 0
    """How many of the told actions the page has; the answer brings the others."""


@dataclass(frozen=True)
class Act:
    """What to do."""

    action: str
    """Its notation."""
    turn: int | None = None
    """How many actions of this seat the page has seen: a click that comes twice counts once."""


@dataclass(frozen=True)
class Name:
    """What the player wants to be called."""

    name: str


@dataclass(frozen=True)
class Replay:
    """A position of a finished game."""

    ply: int
    seat: int | None = None
    """As which seat saw it."""
    open: bool = True
    """With all hands open, whatever `seat` says."""


@dataclass(frozen=True)
class Open:
    """A record to look at."""

    record: Any


def checked_name(name: str, taken: tuple[str, ...] = ()) -> str:
    """Return the name without needless spaces; raise `RefusedError` if a player cannot be called so."""
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise RefusedError(f"a name has at most {LONGEST_NAME} letters, all of them printable")
    if re.fullmatch(r"you|player\s*\d*", name.casefold()):
        raise RefusedError(f"{name!r} is what the table calls somebody already")
    if name and name.casefold() in [each.casefold() for each in taken]:
        raise RefusedError(f"somebody here is called {name!r} already", 409)
    return name
