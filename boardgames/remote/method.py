"""What a method is: a function with typed parameters and a result, and who may call it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, field, fields, make_dataclass
from inspect import signature
from typing import Any, Literal, TypeAlias, TypeVar, get_type_hints

from boardgames import jsonrpc
from boardgames.core.codec import from_json
from boardgames.core.errors import (
    BoardGamesError,
    BotError,
    DecodeError,
    IllegalActionError,
    NotationError,
    Refusal,
    RefusedError,
    quoted,
)
from boardgames.core.files import RecordFileError
from boardgames.core.integers import Positive, SeatNumber
from boardgames.core.values import value
from boardgames.jsonrpc import WireError
from boardgames.play.fault import StartError
from boardgames.remote.once import OnceKey
from boardgames.remote.rooms import CallerSeat, Carrier

LOG = logging.getLogger("boardgames")
W = TypeVar("W", bound=Callable[..., Any])

Caller: TypeAlias = Literal["anybody", "opener", "viewer", "player", "host"]
"""Who may call a method: anybody; whoever may open tables on this server; whoever sits at the
table or watches it; whoever plays a seat; or the seat that has opened the table."""
_Param: TypeAlias = tuple[str, object, Any]
"""A parameter as `make_dataclass` takes it: name, type, and what `field` returns."""
CODES: dict[Refusal, int] = {
    "wrong": jsonrpc.INVALID_PARAMS,
    "unknown": jsonrpc.NO_SUCH_TABLE,
    "not yours": jsonrpc.NOT_YOUR_SEAT,
    "not now": jsonrpc.ILLEGAL_ACTION,
    "full": jsonrpc.TOO_MANY_TABLES,
    "closed": jsonrpc.NO_SUCH_TABLE,
}
"""The error code of each kind of refusal."""


@value
class Method:
    """A method: a function whose keyword arguments are the parameters."""

    work: Callable[..., Any]
    caller: Caller
    params: type
    """A dataclass with the parameters, made from the function."""
    result: Any
    """The type of the result."""
    only: Carrier | None
    """The only carrier that has it; None if both do."""
    is_at_table: bool
    """Whether the function takes a `CallerSeat` at a table, and not the `Rooms`."""
    changes: bool
    """Whether it changes anything; then it takes `once`."""
    acts: bool
    """Whether bots may have to act after it."""
    waits: bool
    """Whether it waits for news of the table."""
    searches: bool
    """Whether it takes the time of a search."""

    def is_over(self, carrier: Carrier) -> bool:
        """Return whether this carrier has the method."""
        return self.only in (None, carrier)

    def read(self, params: object) -> dict[str, Any]:
        """Return the arguments, or raise a `DecodeError` that names the parameter.

        Many clients send null or an empty list where there are none.
        """
        if params is None or params == []:
            params = {}
        if isinstance(params, list):
            names = ", ".join(f'"{each.name}": ...' for each in fields(self.params))
            raise DecodeError(
                f"name the parameters, as in {{{names}}}; they cannot be passed by position"
            )
        if not isinstance(params, dict):
            raise DecodeError(f"expected an object, not {quoted(params)}")
        return dict(vars(from_json(self.params, params, allow_missing=True)))


def own_params(work: Callable[..., Any], hints: Mapping[str, object]) -> Iterator[_Param]:
    """Yield the parameters of a function that are given by name."""
    for each in signature(work).parameters.values():
        if each.kind is each.KEYWORD_ONLY:
            default = MISSING if each.default is each.empty else each.default
            yield each.name, hints[each.name], field(default=default)


class Methods(dict[str, Method]):
    """Methods by name, in the order in which they are written."""

    def over(self, carrier: Carrier) -> list[str]:
        """Return the names of the methods that this carrier has."""
        return sorted([name for name, method in self.items() if method.is_over(carrier)])

    def by(
        self,
        caller: Caller,
        *,
        only: Carrier | None = None,
        changes: bool = False,
        acts: bool = False,
        waits: bool = False,
        searches: bool = False,
    ) -> Callable[[W], W]:
        """Return a decorator that adds a function as a method for these callers, with the
        parameters and the result of its signature.

        What `acts` also changes something. The function takes a `CallerSeat` if it is about a
        table, the `Rooms` if not.
        """

        def add(work: W) -> W:
            hints = get_type_hints(work, include_extras=True)
            params = [*own_params(work, hints)]
            is_at_table = CallerSeat in hints.values()
            if is_at_table:
                params.append(("table", Positive | None, field(default=None)))
                params.append(("seat", SeatNumber | None, field(default=None)))
            if changes or acts:
                params.append(("once", OnceKey | None, field(default=None)))
            name = f"{work.__name__.title().replace('_', '')}Params"
            doc = {"__doc__": work.__doc__}
            self[work.__name__] = Method(
                work=work,
                caller=caller,
                params=make_dataclass(name, params, frozen=True, repr=False, namespace=doc),
                result=hints["return"],
                only=only,
                is_at_table=is_at_table,
                changes=changes or acts,
                acts=acts,
                waits=waits,
                searches=searches,
            )
            return work

        return add


@contextmanager
def wire_errors() -> Iterator[None]:
    """Turn every error of the library in the block into a `WireError` with its code."""
    try:
        yield
    except WireError:
        raise
    except RefusedError as refusal:
        raise WireError(CODES[refusal.why], str(refusal)) from None
    except (IllegalActionError, NotationError) as error:
        raise WireError(jsonrpc.ILLEGAL_ACTION, str(error)) from None
    except RecordFileError as error:  # it names the folder, which a client must not learn
        fault = f"cannot keep this table: {error.reason}"
        raise WireError(jsonrpc.INTERNAL_ERROR, fault) from None
    except StartError as error:
        raise WireError(jsonrpc.INVALID_PARAMS, str(error)) from None
    except BotError:  # what a bot, or the game, says of its error may be secret
        LOG.exception("the bots of a table have stopped")
        raise WireError(jsonrpc.INTERNAL_ERROR, "an error has stopped the bots") from None
    except BoardGamesError as error:
        raise WireError(jsonrpc.INVALID_PARAMS, str(error)) from None
