"""The parameters of the protocol's methods."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, cast

from boardgames.core.codec import JSON, from_json
from boardgames.core.errors import DecodeError, quoted
from boardgames.jsonrpc import INVALID_PARAMS, WireError
from boardgames.play.limits import HINT_SECONDS

T = TypeVar("T")


@dataclass(frozen=True)
class NoParams:
    """For a method without parameters."""


@dataclass(frozen=True)
class NewParams:
    """A game to start."""

    game: str
    players: int | None = None
    """None: the number of `seats`."""
    options: dict[str, Any] = field(default_factory=dict)
    """The options for `boardgames.make`."""
    seed: int | None = None
    """None: a random one, which is revealed only after the game."""
    seats: tuple[str, ...] | None = None
    """`human` for each seat that the client plays, specs of bots for the others; None: the client and greedy bots."""


@dataclass(frozen=True)
class GameParams:
    """A game to read about."""

    game: str


@dataclass(frozen=True)
class TableParams:
    """A table."""

    table: int


@dataclass(frozen=True)
class CloseParams(TableParams):
    """A table to close."""

    forget: bool = False
    """Whether a kept game is deleted as well."""


@dataclass(frozen=True)
class SeatParams(TableParams):
    """A table as seen from one of the client's seats, or by a spectator (None)."""

    seat: int | None


@dataclass(frozen=True)
class EventsParams(SeatParams):
    """The events at a table, as told to one of the client's seats or to a spectator (None)."""

    since: int = 0
    """Only the events after this many actions."""


@dataclass(frozen=True)
class PlayerParams(TableParams):
    """A table, and one of the client's seats at it."""

    seat: int


@dataclass(frozen=True)
class UndoParams(TableParams):
    """A table, and the seat whose last action is taken back."""

    seat: int | None = None
    """None: the client's only seat."""


@dataclass(frozen=True)
class GrantParams(PlayerParams):
    """The answer of one of the client's seats to an undo that another seat asks for."""

    grant: bool = True
    """False refuses it; by the seat that has asked, it withdraws the request."""


@dataclass(frozen=True)
class ApplyParams(PlayerParams):
    """An action of one of the client's seats."""

    action: Any
    """Its notation, or its JSON form."""


@dataclass(frozen=True)
class HintParams(PlayerParams):
    """A recommendation for one of the client's seats."""

    seconds: float = HINT_SECONDS
    """Approximate duration of the search: more than 0, at most 2, since no other requests are answered meanwhile."""
    action: Any = None
    """A legal action to rate as well: its notation, or its JSON form."""


@dataclass(frozen=True)
class LoadParams:
    """A game to continue, by its key, or the record of a finished game to look at."""

    key: str | None = None
    record: Any = None


def read_params(kind: type[T], data: object) -> T:
    """Return the parameters of a request; raise a `WireError` that names the faulty one."""
    if isinstance(data, list):
        names = ", ".join(f'"{member.name}": ...' for member in fields(cast("Any", kind)))
        raise WireError(
            INVALID_PARAMS, f"params: name the parameters, as in {{{names}}}; they cannot be passed by position"
        )
    if not isinstance(data, dict):
        raise WireError(INVALID_PARAMS, f"params: expected an object, not {quoted(data)}")
    try:
        return from_json(kind, cast("JSON", data), allow_missing=True)
    except DecodeError as error:
        raise WireError(INVALID_PARAMS, f"params: {error}") from None
