"""Finds games by name, in this library and in other packages.

Any installed package can provide a game through an entry point of the group `boardgames.games`, in
its pyproject.toml:

    [project.entry-points."boardgames.games"]
    briscola = "briscola:Briscola"

Other packages cannot replace a game of this library, so that a record of `koryo` keeps its meaning.
They are searched only for other names, or to list all names, because searching is slow.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from boardgames.contract.game import Game
from boardgames.core.errors import ConfigurationError, describe_exception, quoted, unknown
from boardgames.core.lazy import imported
from boardgames.games.published import CLASSES, GROUP

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from boardgames.games import for_the_king, koryo, mundus_novus
    from boardgames.kit.components import ComponentSource


def game_names() -> tuple[str, ...]:
    """Return the names of all games, sorted.

    Games of other packages are listed as registered, without loading them.
    """
    return tuple(sorted({*CLASSES, *_registered()}))


def game_class(name: str) -> type[Game[Any, Any, Any]]:
    """Return the class of the game; case, accents, spaces and hyphens do not matter, as in `"For
    the King"`.

    Raises `ConfigurationError` if no game has this name, or if the package that provides it is
    broken.
    """
    if not isinstance(name, str):
        raise ConfigurationError(f"the name of a game is text, not {quoted(name)}")
    own = name if name in CLASSES else simplified(name)
    if own not in CLASSES:
        return _class_elsewhere(name)
    return cast("type[Game[Any, Any, Any]]", imported(CLASSES[own]))


def usable_games() -> dict[str, type[Game[Any, Any, Any]]]:
    """Return the class of each game by name, sorted; games of faulty packages are omitted."""
    found = {}
    for name in game_names():
        with suppress(ConfigurationError):
            found[name] = game_class(name)
    return found


def simplified(name: str) -> str:
    """Return a name in the form used by the catalogue: lower case, no accents, underscores between
    words.

    >>> simplified("Kory\u014f"), simplified("for-the King")
    ('koryo', 'for_the_king')
    """
    import unicodedata  # most names already have this form

    letters = unicodedata.normalize("NFKD", name)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return "_".join(plain.casefold().replace("-", " ").replace("_", " ").split())


def _registered() -> dict[str, dict[str, EntryPoint]]:
    """Return the entry points of other packages: by name, then by the location of the class."""
    from boardgames.core.plugins import registered  # needed only for games of other packages

    found = registered(GROUP)
    for name in sorted(CLASSES.keys() & found.keys()):
        places = ", ".join(sorted(found.pop(name)))
        _warn(f"game {name!r} of {places} is left out: the name is taken by a game of this library")
    return found


@cache
def _warn(message: str) -> None:
    """Log a warning, but only once."""
    import logging  # slow to import, and rarely needed

    logging.getLogger(__name__).warning(message)


def look_again() -> None:
    """Forget which games of other packages were found: packages have been installed or removed."""
    _class_elsewhere.cache_clear()


@cache
def _class_elsewhere(name: str) -> type[Game[Any, Any, Any]]:
    from boardgames.core.plugins import load  # needed only for games of other packages

    others = _registered()
    if name not in others:
        plain, names = simplified(name), game_names()
        if plain not in names:
            raise unknown("game", name, names, plain)
        name = plain
    return cast(
        "type[Game[Any, Any, Any]]",
        load(f"game {name!r}", others[name], lambda found: _fault(found, name)),
    )


def _fault(found: object, name: str) -> str | None:
    if not isinstance(found, type) or not issubclass(found, Game):
        return "it is not a subclass of Game"
    needed = [each for each in ("name", "title", "player_counts") if not hasattr(found, each)]
    if missing := [*needed, *sorted(found.__abstractmethods__)]:
        return f"it has no {', '.join(missing)}"
    if found.name != name:
        return f"it calls itself {found.name!r}"
    if not (name.isascii() and name.isidentifier() and name == name.lower()):
        return "a name has lower case letters, digits and underscores only"
    counts: object = found.player_counts
    if not isinstance(counts, range) or not counts:
        return f"player_counts should be a range, not {counts!r}"
    return None


@overload
def make(
    name: Literal["for_the_king"],
    *,
    players: int,
    components: for_the_king.Components | ComponentSource | None = None,
) -> for_the_king.ForTheKing: ...
@overload
def make(
    name: Literal["koryo"],
    *,
    players: int,
    components: koryo.Components | ComponentSource | None = None,
) -> koryo.Koryo: ...
@overload
def make(
    name: Literal["mundus_novus"],
    *,
    players: int,
    components: mundus_novus.Components | ComponentSource | None = None,
) -> mundus_novus.MundusNovus: ...
@overload
def make(name: str, *, players: int, **options: object) -> Game[Any, Any, Any]: ...
def make(name: str, *, players: int, **options: object) -> Game[Any, Any, Any]:
    """Return the game for this number of players; the name is understood as in `game_class`.

    Raises `ConfigurationError` for an unknown game or option, or a number of players that the game
    does not allow.
    """
    cls = game_class(name)
    try:
        return cls(players, **options)
    except TypeError as error:
        if not options:
            raise
        unknown = ", ".join(map(repr, options))
        fault = describe_exception(error, cls)
        raise ConfigurationError(
            f"{name} does not take these options: {unknown}: it {fault}"
        ) from error


def make_with(
    name: str, players: int, options: Mapping[str, object], *, files: bool
) -> Game[Any, Any, Any]:
    """Return the game with options that were sent or stored, and may have any names; raises the
    errors of `make`.

    Without `files`, an option cannot be a string, which would name a file on this machine.
    """
    for key, given in options.items():
        if key in ("name", "players"):
            raise ConfigurationError(f"options: {key!r} is not an option")
        if isinstance(given, str) and not files:
            raise ConfigurationError(
                f"options: {quoted(key)}: expected the content of a file, not its name"
            )
    return make(name, players=players, **options)
