"""How checks compare values, and how they say what they found: JSON, leaf by leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.errors import ConformanceError

if TYPE_CHECKING:
    from collections.abc import Iterator


def demand(check: str, holds: object, fault: str) -> None:
    """Raise `ConformanceError` of this check, with this fault, unless the condition holds."""
    if not holds:
        raise ConformanceError(check, fault)


def leaves(data: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and the `repr` of every number, text, bool and null in some JSON."""
    if isinstance(data, dict):
        for key, item in data.items():
            yield from leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from leaves(item, f"{path}[{index}]")
    else:
        yield path, repr(data)


def first_difference(one: object, other: object, here: str, there: str) -> str:
    """Return where two JSON documents differ first, and how; `here` and `there` say where each is from."""
    mine, theirs = dict(leaves(one)), dict(leaves(other))
    for path in {**mine, **theirs}:
        if mine.get(path) != theirs.get(path):
            return f"{path or 'it'} is {mine.get(path, 'missing')} {here} and {theirs.get(path, 'missing')} {there}"
    return "they differ in something that JSON does not show"
