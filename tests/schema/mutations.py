"""Documents with one thing changed."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, TypeAlias

Path: TypeAlias = "tuple[str | int, ...]"

ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 3, 4, 5, 6, 9, 1.0, 1.5, -0.5),
    *(999, 2**53, 2**53 + 1, -(2**53), 10**30, 2**256),
    *("", "x", "type", "Gold 1", "Gold 9", "kept 1", "lost 12345"),
    *([], [0], [[]], ["x"], [None], {}, {"type": "x"}, {"x": 1}, {"spy": 0}, {"Gold 1": 1}),
)
"""What may stand in the place of something else."""


def places(data: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of everything in a document, itself included."""
    yield path
    if isinstance(data, dict):
        for name, item in data.items():
            yield from places(item, (*path, name))
    if isinstance(data, list):
        for index, item in enumerate(data):
            yield from places(item, (*path, index))


def mutated(data: Any, rng: Random) -> Any:
    """Return a document with something replaced, removed, added or repeated at a random place."""
    path = rng.choice([*places(data)])
    if not path:
        return rng.choice(ODD)
    *parents, last = path
    copy = deepcopy(data)
    holder = copy
    for step in parents:
        holder = holder[step]
    kind = rng.randrange(6)
    if kind == 0:
        del holder[last]
    elif kind == 1 and isinstance(holder, dict):
        holder["more"] = rng.choice(ODD)
    elif kind == 1:
        holder.insert(last, deepcopy(holder[last]))
    else:
        holder[last] = rng.choice(ODD)
    return copy
