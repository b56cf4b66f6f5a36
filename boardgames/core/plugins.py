"""What users and other packages provide: classes registered as entry points of a group, and
functions named by their place.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from boardgames.core.entry_points import surely_none
from boardgames.core.errors import ConfigurationError
from boardgames.core.text import one_line

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

LONGEST_REASON = 160


def registered(group: str) -> dict[str, dict[str, EntryPoint]]:
    """Return the entry points of this group: by name, then by the location of the class."""
    if surely_none(group):
        return {}
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    by_name: dict[str, dict[str, EntryPoint]] = {}
    for entry in entry_points(group=group):
        by_name.setdefault(entry.name, {})[entry.value] = entry
    return by_name


def load(
    what: str, entries: Mapping[str, EntryPoint], fault: Callable[[object], str | None]
) -> object:
    """Return the class of `what`, such as `game 'nim'`.

    `fault` returns what is wrong with a class, if anything. Raises `ConfigurationError` if several
    packages provide it, or if it cannot be loaded or used.
    """
    if len(entries) > 1:
        raise ConfigurationError(
            f"{what} is provided by several packages: {', '.join(sorted(entries))}"
        )
    ((place, entry),) = entries.items()
    try:
        cls = entry.load()
    except (Exception, SystemExit) as error:  # importing the package may raise anything
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise ConfigurationError(f"{what} of {place} cannot be loaded: {reason}") from error
    wrong = fault(cls)
    if wrong:
        raise ConfigurationError(f"{what} of {place} cannot be used: {wrong}")
    return cls


def found(place: str, folder: str | None = None) -> object:
    """Return what is at a place, `package.module:name`.

    It is looked for in the folder, if any, then in the current one as with `python -m`, then among
    what is installed. Raises `ConfigurationError`, which says so, if it is nowhere.
    """
    from pkgutil import resolve_name  # slow to import, and rarely needed

    for path in ("", folder):
        if path is not None and path not in sys.path:
            sys.path.insert(0, path)
    try:
        return resolve_name(place)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # importing a module may raise anything
        reason = one_line(f"{type(error).__name__}: {error}", LONGEST_REASON)
        if isinstance(error, ModuleNotFoundError):
            beside = "" if folder is None else f"{folder!r}, "
            reason += f"; looked in {beside}the current folder and what is installed"
        raise ConfigurationError(f"cannot load {place!r}: {reason}") from error
