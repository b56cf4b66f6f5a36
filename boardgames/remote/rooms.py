"""All tables of a server, as its methods need them, and the seat of whoever calls one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import zip_longest
from typing import Any, Literal, TypeAlias

from boardgames.contract.game import Game
from boardgames.core.codec import whole
from boardgames.core.errors import ConfigurationError, RefusedError
from boardgames.core.values import value
from boardgames.games import catalogue
from boardgames.play.bots.catalogue import is_program
from boardgames.play.limits import Limits
from boardgames.play.machine import Machine
from boardgames.play.record import HUMAN
from boardgames.remote.once import Once
from boardgames.remote.shares import Shares
from boardgames.table.seating import Seat, Seating, digest
from boardgames.table.table import Table

Carrier: TypeAlias = Literal["lines", "http"]
"""What carries requests: lines, for one client that owns all tables, or HTTP, for many clients."""
NO_PROGRAMS = "bots that are programs (cmd:COMMAND) are not allowed here"


@value
class Start:
    """A game to start."""

    game: str
    seats: tuple[str, ...]
    """`human`, or the spec of a bot, for each player."""
    names: tuple[str, ...] = ()
    """The players' names, in the order of the seats; an empty string is no name. (): no names."""
    host: int | None = None
    """The seat of the person who starts the game; None: the first person's, or a spectator if there
    is no person.
    """
    seed: int | None = field(default=None, repr=False)
    """None draws one. All hands can be computed from the seed."""
    pace: float = 0.0
    """Seconds between the actions of bots, so that people can watch."""
    watch: bool = False
    """Whether there is a link for spectators."""
    quick: bool = False
    """Whether the server makes forced moves. Only if one person plays and nobody may watch and time
    them.
    """
    person_seconds: float | None = None
    """The time for each decision of a person; None: what the server sets for all."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Those for `boardgames.make`."""

    def make(self) -> Game[Any, Any, Any]:
        """Return the game; raise `ConfigurationError` if no such game exists."""
        given = {name: whole(value) for name, value in self.options.items()}
        return catalogue.make_with(self.game, len(self.seats), given, files=False)

    def seating(self, *, hints: bool) -> Seating:
        """Return the seats; raise `RefusedError` if the host is not the seat of a person."""
        people = [seat for seat, spec in enumerate(self.seats) if spec == HUMAN]
        if self.host not in (None, *people):
            raise RefusedError("host: that is not the seat of a person")
        named = zip_longest(self.seats, self.names[: len(self.seats)], fillvalue="")
        seats = [Seat(spec, name) for spec, name in named]
        first = people[0] if people else None
        return Seating(
            tuple(seats),
            first if self.host is None else self.host,
            chosen=self.seed is not None,
            pace=self.pace,
            quick=self.quick and not self.watch,
            person_seconds=self.person_seconds,
            hints=hints,
        )


@value
class Named:
    """The table and the seat that a request names."""

    table: int | None = None
    """None: it names none."""
    seat: int | None = None
    """None for a spectator."""
    has_seat: bool = False
    """Whether it names a seat, or says that it is a spectator's."""
    is_player: bool = False
    """Whether its method is for players only."""


@value
class CallerSeat:
    """The seat at a table of whoever calls a method."""

    rooms: Rooms
    number: int
    """Of the table."""
    table: Table
    seat: int | None
    """None for a spectator."""
    secret: str = field(default="", repr=False)
    """The proof of who asks, where there are several clients."""

    @property
    def is_host(self) -> bool:
        """Whether whoever asks decides about the table: its host, or who opened a table of bots."""
        if self.rooms.carrier == "lines":
            return True
        seating = self.table.seating
        if self.seat is None:
            return seating.opener == digest(self.secret)
        return self.seat == seating.host

    @property
    def person(self) -> int:
        """The seat of a person; raises `RefusedError` for a spectator."""
        return self.table.check_person(self.seat)

    @property
    def by(self) -> int | None:
        """The seat whose rights count; None for the owner of all tables, who may do anything."""
        return None if self.rooms.carrier == "lines" else self.person


@value
class Sitting:
    """Where somebody has sat down."""

    place: CallerSeat
    yours: tuple[int, ...]
    secret: str | None = field(default=None, repr=False)
    """The proof of who they are, where there are several clients."""
    key: str | None = field(default=None, repr=False)
    """The key of a kept game, where games are kept under keys."""


class Rooms(ABC):
    """The tables of one server."""

    carrier: Carrier
    """Over lines, one client owns all tables, and names the table and the seat that it means."""

    def __init__(
        self,
        limits: Limits,
        *,
        programs: bool,
        machine: Machine,
    ) -> None:
        """`limits` are those of bots; with `programs`, bots may be programs (`cmd:COMMAND`)."""
        self.limits = limits
        self.programs = programs
        self.machine = machine
        self.once: Once = Once()
        self.shares: Shares = Shares()
        """What everybody has of the server now."""
        self.outside: Sequence[str] = ()
        """Addresses of the page for other machines; empty if they cannot reach it."""
        self.person_seconds: float | None = None
        """The time for each decision where several people play, unless the table has its own; None:
        no limit.
        """

    def check_spec(self, spec: str) -> None:
        """Raise `ConfigurationError` if clients may not seat this bot."""
        if is_program(spec) and not self.programs:
            raise ConfigurationError(NO_PROGRAMS)

    @abstractmethod
    def place(self, secret: str, named: Named) -> CallerSeat:
        """Return the place of whoever has this secret and names this table and seat; raise
        `RefusedError` if it is not theirs.
        """

    @abstractmethod
    def check_opener(self, secret: str) -> None:
        """Raise `RefusedError` if whoever has this secret may not open tables."""

    @abstractmethod
    def start(self, start: Start) -> Sitting:
        """Open a table, and seat the caller."""

    @abstractmethod
    def learn(self, game: str) -> Sitting:
        """Open a table with the lesson of this game, and seat the caller."""

    @abstractmethod
    def read(self, table: Table) -> Sitting:
        """Add a table that shows a record, and let the caller watch it."""

    @abstractmethod
    def rematch(self, place: CallerSeat) -> Sitting | None:
        """Open the next table, or let the caller come to it; None if others have to agree first, or
        if it has no place for the caller.
        """

    @abstractmethod
    def go_on(self, table: Table) -> None:
        """Let the bots of a table act, if they do so by themselves."""

    @abstractmethod
    def close(self) -> None:
        """Close all tables."""


class RoomsOfOne(Rooms):
    """The tables of one client, who owns them all."""

    carrier: Carrier = "lines"

    @abstractmethod
    def load(self, key: str) -> Sitting:
        """Continue the game that is kept under this key."""

    @abstractmethod
    def forget(self, place: CallerSeat, *, delete: bool) -> None:
        """Close a table; `delete` the game that it keeps."""


class RoomsOfMany(Rooms):
    """The tables of many clients, who invite each other."""

    carrier: Carrier = "http"

    @abstractmethod
    def note_address(self, secret: str, address: str) -> None:
        """Note from which address whoever has this secret asks, if they have one."""

    @abstractmethod
    def invited(self, invitation: str) -> tuple[Table, int | None]:
        """Return the table and the seat (None: to watch) of an invitation; raise `RefusedError` if
        it is not valid.
        """

    @abstractmethod
    def join(self, invitation: str, name: str) -> Sitting:
        """Let the caller take the seat of an invitation."""
