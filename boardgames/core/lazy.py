"""Imports at first use, of the names of a package or of what a catalogue lists, so that the package
or the catalogue itself loads at once.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # so named, it is known to type checkers; `typing` takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def lazily(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` of a package; `homes` has the module of each
    name.
    """

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module  # it takes a while, too

        member: object = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, member)
        return member

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return get, names


def imported(place: str) -> Any:
    """Return what is at this place of the library, `package.module:name`."""
    from importlib import import_module  # it takes a while

    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
