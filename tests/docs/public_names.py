"""The list of public names: all that users import, with signatures (`tests/public.txt`)."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Hashable, Iterator
from enum import Enum
from pathlib import Path

import boardgames
from tests.docs.blocks import CHECKOUT

LIST = CHECKOUT / "tests" / "public.txt"
PACKAGES = (
    "boardgames",
    "boardgames.arena",
    *(f"boardgames.games.{name}" for name in boardgames.game_names()),
    "boardgames.kit",
    "boardgames.play",
    "boardgames.play.bots",
    "boardgames.remote",
    "boardgames.scene",
    "boardgames.table",
    "boardgames.testing",
    "boardgames.web",
)
"""What users import from; adapters are left out, as their libraries need not be installed."""


def lines() -> Iterator[str]:
    """Yield each public name with its signature, and those of the members of a class."""
    first: dict[object, str] = {}
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in sorted(module.__all__):
            public, shown = getattr(module, name), f"{package}.{name}"
            if not isinstance(public, Hashable):
                yield shown
            elif first.setdefault(public, shown) == shown:
                yield from _described(shown, public)
            else:
                yield f"{shown}: {first[public]}"


def _described(name: str, public: object) -> Iterator[str]:
    if inspect.isclass(public):
        yield f"class {name}{_signature(public)}"
        for member in sorted(dir(public)):
            ours = _defined(public, member)
            if ours is not None and not member.startswith("_"):
                yield from _member(f"{name}.{member}", ours)
    elif inspect.isroutine(public):
        yield f"{name}{_signature(public)}"
    else:
        yield name


def _defined(cls: type, member: str) -> object:
    """Return a member as one of our classes defines it; None if another library does."""
    for base in cls.__mro__:
        if member in vars(base):
            return vars(base)[member] if base.__module__.startswith("boardgames") else None
    return None


def _member(name: str, member: object) -> Iterator[str]:
    if isinstance(member, staticmethod | classmethod):
        yield f"  {name}{_signature(member.__func__)}"
    elif inspect.isroutine(member):
        yield f"  {name}{_signature(member)}"
    elif isinstance(member, Enum):
        yield f"  {name} = {member.value!r}"
    else:
        yield f"  {name}"


def _signature(public: object) -> str:
    """Return parameters and result as they are written; defaults by whether there is one, since
    their `repr` differs between versions of Python.
    """
    try:
        signature = inspect.signature(public)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "(...)"
    parameters = [
        each if each.default is each.empty else each.replace(default=...)
        for each in signature.parameters.values()
    ]
    written = str(signature.replace(parameters=parameters)).replace("Ellipsis", "...")
    return written.replace("'", "")  # around types that are not evaluated


def files() -> dict[Path, str]:
    """Return the list, by its path."""
    return {LIST: "\n".join([*lines(), ""])}
