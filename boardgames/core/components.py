"""Components as data: what is in the box of a game, from the table in its package or from a user's file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

from boardgames.core.codec import from_json
from boardgames.core.errors import ConfigurationError, DecodeError

T = TypeVar("T")

Source: TypeAlias = "str | PathLike[str] | Mapping[str, Any]"
"""A TOML file, or what is in one."""


def packaged(kind: type[T], package: str, name: str = "components.toml") -> T:
    """Return the components from the table in this package."""
    page = resources.files(package) / name
    return _decoded(kind, tomllib.loads(page.read_text(encoding="utf-8")), name)


def chosen(kind: type[T], source: T | Source, faults: Callable[[T], Iterable[str]]) -> T:
    """Return the components: as they are, or as this file or mapping has them.

    `faults` yields what is wrong with components of the right shape, each beginning with its key; the first one counts.
    Raises `ConfigurationError` that names the file, and the line or the key, and the fault.
    """
    name = str(source) if isinstance(source, (str, PathLike)) else "components"
    components = source if isinstance(source, kind) else read_components(kind, cast("Source", source))
    for fault in faults(components):
        raise ConfigurationError(f"{name}: {fault}")
    return components


def read_components(kind: type[T], source: Source) -> T:
    """Return the components as this file or mapping has them, their shape checked; what they mean is up to the game.

    Raises `ConfigurationError` that names the file, and the line or the key, and the fault.
    """
    if isinstance(source, Mapping):
        return _decoded(kind, dict(source), "components")
    if not isinstance(source, (str, PathLike)):
        raise ConfigurationError(f"components: expected a TOML file or what is in one, not {source!r}")
    path = Path(source)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text in UTF-8"
        raise ConfigurationError(f"cannot read components {str(path)!r}: {reason}") from None
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise ConfigurationError(f"{path}: not TOML: nested too deeply") from None
    except ValueError as error:
        # Most often a TOMLDecodeError; a number of thousands of digits is refused by Python itself.
        raise ConfigurationError(f"{path}: not TOML: {error}") from None
    return _decoded(kind, data, str(path))


def _decoded(kind: type[T], data: dict[str, Any], name: str) -> T:
    try:
        return from_json(kind, data)
    except DecodeError as error:
        raise ConfigurationError(f"{name}: {error}") from None
