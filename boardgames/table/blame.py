"""Errors that a game raises at a table, told without what they quote: a seat may not know that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from boardgames.contract.game import Game
from boardgames.core.errors import BoardGamesError, ConformanceError, where_raised

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def blamed(game: Game[Any, Any, Any]) -> Iterator[None]:
    """Turn an error that the game raises in the block into a `ConformanceError`, which says what
    was raised and where. Its cause is the error itself.
    """
    try:
        yield
    except BoardGamesError:
        raise
    except Exception as error:
        if not _is_raised_by(game, error):
            raise
        where = where_raised(error, type(game))
        fault = f"{game.name} raised {type(error).__name__} in {where}"
        raise ConformanceError("play", fault) from error


def blaming_game(method: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Return this method of a session, or of a part with one, with errors of the game `blamed`."""

    @wraps(method)
    def guarded(self: Any, /, *given: P.args, **named: P.kwargs) -> T:
        session = getattr(self, "session", self)
        with blamed(session.match.game):
            return method(self, *given, **named)

    return guarded


def _is_raised_by(game: Game[Any, Any, Any], error: Exception) -> bool:
    """Return whether code of the game, or of a base of its class, has led to this error."""
    from traceback import walk_tb

    classes = [*type(game).__mro__, *type(game.words).__mro__]
    packages = {cls.__module__.rpartition(".")[0] or cls.__module__ for cls in classes}
    for frame, _ in walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "")
        if module in packages or module.rpartition(".")[0] in packages:
            return True
    return False
