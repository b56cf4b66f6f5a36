"""Finds games by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from boardgames.core.errors import ConfigurationError

if TYPE_CHECKING:
    from boardgames.core.components import Source
    from boardgames.core.game import Game
    from boardgames.games.for_the_king import Components, ForTheKing
    from boardgames.games.koryo import Koryo

_CLASSES = {
    "for_the_king": "boardgames.games.for_the_king:ForTheKing",
    "koryo": "boardgames.games.koryo:Koryo",
}
"""Name of a game: module and class, imported only when asked for."""


def games() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    return tuple(sorted(_CLASSES))


def game_class(name: str) -> type[Game[Any, Any, Any]]:
    """Return the class of the game; raise `ConfigurationError` if there is none of this name."""
    if name not in _CLASSES:
        raise ConfigurationError(f"unknown game {name!r}; there are: {', '.join(games())}")
    module, _, attribute = _CLASSES[name].partition(":")
    return cast("type[Game[Any, Any, Any]]", getattr(import_module(module), attribute))


@overload
def make(name: Literal["koryo"], *, players: int) -> Koryo: ...
@overload
def make(
    name: Literal["for_the_king"], *, players: int, components: Components | Source | None = None
) -> ForTheKing: ...
@overload
def make(name: str, *, players: int, **options: object) -> Game[Any, Any, Any]: ...
def make(name: str, *, players: int, **options: object) -> Game[Any, Any, Any]:
    """Return the game for this number of players.

    Raises `ConfigurationError` for an unknown game or option, or a number of players the game is not for.
    """
    cls = game_class(name)
    try:
        return cls(players, **options)
    except TypeError:
        unknown = ", ".join(map(repr, options))
        if not options:
            raise
        raise ConfigurationError(f"{name} does not take these options: {unknown}") from None
