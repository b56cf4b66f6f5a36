"""Classes that other installed packages provide, registered as entry points of a group."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from boardgames.core.entry_points import surely_none
from boardgames.core.errors import ConfigurationError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


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
