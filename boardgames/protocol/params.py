"""What the methods of the protocol take."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar, cast

from boardgames.core.codec import from_json
from boardgames.core.errors import DecodeError
from boardgames.jsonrpc import INVALID_PARAMS, WireError

T = TypeVar("T")


@dataclass(frozen=True)
class Nothing:
    """For a method that takes nothing."""


@dataclass(frozen=True)
class New:
    """A game to start."""

    game: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    """As `boardgames.make` takes them."""
    seed: int | None = None
    """None: drawn, and not told before the end."""
    seats: tuple[str, ...] | None = None
    """`human` for each seat that the client plays, and bots; None: the client against greedy ones."""


@dataclass(frozen=True)
class OfTable:
    """A table."""

    table: int


@dataclass(frozen=True)
class OfSeat:
    """A table as one of the client's seats sees it; None is a spectator."""

    table: int
    seat: int | None


@dataclass(frozen=True)
class Apply:
    """What one of the client's seats does."""

    table: int
    seat: int
    action: Any
    """Its notation, or itself as JSON."""


@dataclass(frozen=True)
class Events:
    """What has happened, as one of the client's seats saw it; None is a spectator."""

    table: int
    seat: int | None
    since: int = 0
    """Only what happened after so many plies."""


@dataclass(frozen=True)
class Load:
    """A game to go on with, or to look at: the name that `save` gave it, or a whole record."""

    file: str | None = None
    record: Any = None
    seats: tuple[str, ...] | None = None
    """None: as they were."""


def read(kind: type[T], data: object) -> T:
    """Return the params; raise `WireError` that names the one at fault."""
    if not isinstance(data, dict):
        raise WireError(INVALID_PARAMS, f"params: expected an object, not {data!r:.60}")
    given = dict(data)
    for member in fields(cast("Any", kind)):
        if member.default is not MISSING:
            given.setdefault(member.name, member.default)
        elif member.default_factory is not MISSING:
            given.setdefault(member.name, member.default_factory())
    try:
        return from_json(kind, given)
    except DecodeError as error:
        raise WireError(INVALID_PARAMS, f"params: {error}") from None
