"""Requests of clients, whatever carries them: reads parameters, turns errors into refusals."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, field, fields, make_dataclass
from inspect import signature
from typing import Any, Self, get_type_hints

from boardgames.core.codec import from_json
from boardgames.core.errors import (
    BoardGamesError,
    BotError,
    DecodeError,
    IllegalActionError,
    NotationError,
    RefusedError,
    quoted,
)
from boardgames.play.fault import StartError
from boardgames.play.owned_file import RecordFileError

LOG = logging.getLogger("boardgames")


@dataclass(frozen=True)
class Request:
    """One thing that clients can ask: a method, whose keyword arguments are the parameters."""

    work: Callable[..., Any]
    params: type
    """A dataclass with the parameters, made from the method."""
    result: Any
    """The type of the result."""
    is_at_table: bool
    """Whether the method also takes a place at a table, as `at`."""

    @classmethod
    def of(cls, work: Callable[..., Any]) -> Self:
        """Return the request that this method carries out, as its signature describes it."""
        hints = get_type_hints(work, include_extras=True)
        params: list[tuple[str, object, object]] = []
        for each in signature(work).parameters.values():
            if each.kind is each.KEYWORD_ONLY:
                default = MISSING if each.default is each.empty else each.default
                params.append((each.name, hints[each.name], field(default=default)))
        name = f"{work.__name__.title().replace('_', '')}Params"
        made = make_dataclass(name, params, frozen=True, namespace={"__doc__": work.__doc__})
        return cls(work, made, hints["return"], "at" in hints)

    def read(self, params: object) -> dict[str, Any]:
        """Return the arguments of the method, or raise a `DecodeError` that names the parameter."""
        if isinstance(params, list):
            names = ", ".join(f'"{each.name}": ...' for each in fields(self.params))
            raise DecodeError(
                f"name the parameters, as in {{{names}}}; they cannot be passed by position"
            )
        if not isinstance(params, dict):
            raise DecodeError(f"expected an object, not {quoted(params)}")
        return dict(vars(from_json(self.params, params, allow_missing=True)))


def requests(cls: type, names: Iterable[str]) -> dict[str, Request]:
    """Return the requests that these methods of a class carry out, by name."""
    return {name: Request.of(getattr(cls, name)) for name in names}


@contextmanager
def refusals() -> Iterator[None]:
    """Turn every error of the library in the block into a `RefusedError`."""
    try:
        yield
    except RefusedError:
        raise
    except (IllegalActionError, NotationError) as error:
        raise RefusedError(str(error), "not now") from None
    except RecordFileError as error:  # it names the folder, which a client must not learn
        raise RefusedError(f"cannot keep this table: {error.reason}", "unkept") from None
    except StartError as error:
        raise RefusedError(str(error)) from None
    except BotError:  # what a bot, or the game, says of its error may be secret
        LOG.exception("the bots of a table have stopped")
        raise RefusedError("an error has stopped the bots") from None
    except BoardGamesError as error:
        raise RefusedError(str(error)) from None
