"""Components as data: what is in the box of a game, as published or from a user's file."""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from os import PathLike
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from boardgames.contract.game import A, Game, S, V
from boardgames.contract.refusals import check_seat
from boardgames.contract.words import Words
from boardgames.core.codec import JSON, from_json, read_text, to_json
from boardgames.core.errors import ConfigurationError, DecodeError, quoted
from boardgames.core.packaged import packaged_toml
from boardgames.scene.parts import Piece

T = TypeVar("T")
E = TypeVar("E")

ComponentSource: TypeAlias = "str | PathLike[str] | Mapping[str, object]"
"""The path of a TOML file, or its content."""
FILE = "components.toml"
"""The file of the published components, in the package of each game that has components."""
PIECES = "pieces"
"""The section that describes the pieces for people. In a user's file it is allowed, but ignored."""
BRIEF = "brief"


class ComponentTable(Generic[T]):
    """The components of one game: as published, or from a user's file."""

    def __init__(
        self, kind: type[T], package: str | None, faults: Callable[[T], Iterable[str]]
    ) -> None:
        """`kind` is the type of the components, `package` holds their file.

        `faults` yields what is wrong with well-formed components; each fault begins with the key.
        """
        self._kind = kind
        self._package = package or ""
        self._faults = faults

    @cached_property
    def published(self) -> T:
        """The components of the published game."""
        return _decoded(self._kind, self._file, FILE)

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """The pieces described under `[pieces.KEY]`, by key; a section has fields of `Piece`.

        It may have a `brief` as well: what a table in RULES.md says of the piece.
        """
        pieces: dict[str, Piece] = {}
        sections = self._file.get(PIECES, {})
        for key, words in sections.items():
            place = f"{FILE}: [{PIECES}.{key}]"
            section = {"key": key, **words}
            section.pop(BRIEF, None)
            pieces[key] = _decoded(Piece, section, place, allow_missing=True)
        return pieces

    @cached_property
    def _file(self) -> dict[str, Any]:
        return packaged_toml(self._package, FILE)

    def load(self, source: T | ComponentSource | None) -> T:
        """Return the components of this source (None: the published ones), checked.

        Raises a `ConfigurationError` that names the file, the line or key, and the first fault.
        """
        if source is None:
            return self.published
        if isinstance(source, self._kind):
            components = source
        else:
            components = read_components(self._kind, cast("ComponentSource", source))
        name = str(source) if isinstance(source, (str, PathLike)) else "components"
        for fault in self._faults(components):
            raise ConfigurationError(f"{name}: {fault}")
        return components


class ComponentWords(Words[S, A, V]):
    """Words of a game with components: they name the pieces that the published file describes."""

    def pieces(self) -> Mapping[str, Piece]:
        """Return the pieces that the published file describes."""
        table: ComponentTable[Any] = self.game.component_table
        return table.pieces


class ComponentGame(Game[S, A, V], Generic[S, A, V, T, E]):
    """A game with components that users can replace.

    It names five types: State, Action, View, its components and its Events.
    """

    component_table: ClassVar[ComponentTable[Any]]
    words_type: ClassVar[type[Words[Any, Any, Any]]] = ComponentWords

    def __init__(self, players: int, components: T | ComponentSource | None = None) -> None:
        """Set up the game with these components, a TOML file or its content (None: as published).

        Raises `ConfigurationError` for a wrong number of players or faulty components.
        """
        super().__init__(players)
        self.components: T = self.component_table.load(components)

    def options(self) -> dict[str, JSON]:
        """Return the components, unless they are the published ones."""
        if self.components == self.component_table.published:
            return {}
        return {"components": to_json(self.components)}

    def events(self, state: S, action: A, player: int | None = None) -> tuple[E, ...]:
        """Return what happens, as Events of this game."""
        return super().events(state, action, player)

    @abstractmethod
    def chances(self, /, state: S) -> Sequence[float]:
        """Return the estimate of every seat's utility."""

    def evaluate(self, state: S, player: int) -> float:
        """Return this seat's estimate."""
        seat = check_seat(self, player)
        return self.chances(state)[seat]


def read_components(kind: type[T], source: ComponentSource) -> T:
    """Return the components of this file or mapping.

    Only their shape is checked, the rest is left to the game. Raises a `ConfigurationError` that
    names the file, the line or key, and the fault.
    """
    if isinstance(source, Mapping):
        return _decoded(kind, source, "components")
    is_path = isinstance(source, (str, PathLike))
    if not is_path or "\n" in str(source):
        expected = "the path of a TOML file, or its content as a mapping"
        raise ConfigurationError(f"components: expected {expected}, not {quoted(source)}")
    path = str(source)
    return _decoded(kind, _read_toml(path), path)


def _read_toml(path: str) -> dict[str, object]:
    """Return the content of a TOML file; raise a `ConfigurationError` that names the fault."""
    from boardgames.core.files import read_file  # slow to import, and only for a box of one's own

    try:
        content = read_file(path)
        return tomllib.loads(read_text(content))
    except RecursionError:
        raise ConfigurationError(f"{path}: not TOML: nested too deeply") from None
    except OSError as error:
        fault = f"cannot read components {path!r}: {error.strerror}"
        raise ConfigurationError(fault) from None
    except ValueError as error:  # not UTF-8, not TOML, or a path that contains a NUL
        raise ConfigurationError(f"{path}: not TOML: {error}") from None


def _decoded(
    kind: type[T], data: Mapping[str, object], name: str, *, allow_missing: bool = False
) -> T:
    content = {key: entry for key, entry in data.items() if key != PIECES}
    try:
        return from_json(kind, content, allow_missing=allow_missing)
    except DecodeError as error:
        raise ConfigurationError(f"{name}: {error}") from None
