"""Comparison of values by their JSON, leaf by leaf."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_type_hints

from boardgames.core.codec import to_json
from boardgames.core.game import Game


class Fault(Exception):  # noqa: N818  # it becomes a `ConformanceError`
    """What a check finds wrong; it is a fault of that check unless it names another."""

    def __init__(self, message: str, check: str = "", *, raised: bool = False) -> None:
        """With `raised`, a function of the caller raised an exception."""
        super().__init__(message)
        self.check = check
        self.raised = raised


def demand(holds: object, fault: str, check: str = "") -> None:
    """Raise this `Fault` unless the condition holds."""
    if not holds:
        raise Fault(fault, check)


def viewer_name(viewer: int | None) -> str:
    """Return the name of this seat, counted from 0, or of the spectator, for messages."""
    return "a spectator" if viewer is None else f"seat {viewer}"


def leaves(data: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and the `repr` of every number, string, bool and null in some JSON."""
    found: list[tuple[str, str]] = []
    _collect(data, path, found)
    return iter(found)


def _collect(data: object, path: str, found: list[tuple[str, str]]) -> None:
    # Lists rather than nested generators: the checks spend much of their time here.
    if isinstance(data, dict):
        for key, item in data.items():
            _collect(item, f"{path}.{key}" if path else str(key), found)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            _collect(item, f"{path}[{index}]", found)
    else:
        found.append((path, repr(data)))


def first_difference(one: object, other: object, here: str, there: str) -> str:
    """Return the first difference between two JSON documents; `here` and `there` describe their origins."""
    mine, theirs = dict(leaves(one)), dict(leaves(other))
    for path in {**mine, **theirs}:
        if mine.get(path) != theirs.get(path):
            return f"{path or 'it'} is {mine.get(path, 'missing')} {here} and {theirs.get(path, 'missing')} {there}"
    return "they differ in something that JSON does not show"


def field_names(view: object) -> tuple[str, ...]:
    """Return the fields of a View; if it is not a dataclass, a single one without a name for the whole View."""
    return tuple(member.name for member in fields(view)) if is_dataclass(view) else ("",)


def field_leaves(game: Game[Any, Any, Any], view: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield the leaves of the JSON of one field."""
    if not name:
        return leaves(game.to_json(view))
    return leaves(to_json(getattr(view, name), _hints(view.__class__)[name]), name)


@cache  # looking them up takes longer than writing the JSON
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)
