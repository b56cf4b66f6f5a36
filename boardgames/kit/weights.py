"""Reads the fitted weights that `examples/tune.py` prints, and turns weighted sums into
probabilities.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from importlib import resources
from math import exp, fsum
from typing import Any, TypeVar, cast

from boardgames.contract.game import Game
from boardgames.core.values import identity_cache

F = TypeVar("F", bound="Callable[..., Sequence[float]]")

FILE = "weights.toml"
"""A file in the package of each game with weights; it has sections `[MODULE.SITUATION]` of `FEATURE
= WEIGHT`.
"""


def softmax(sums: Sequence[float]) -> list[float]:
    """Return probabilities proportional to the exponentials of these numbers, of which there is at
    least one.

    >>> softmax([1000.0, 1000.0])
    [0.5, 0.5]
    """
    highest = max(sums)
    weights = [exp(each - highest) for each in sums]
    total = fsum(weights)
    return [weight / total for weight in weights]


def chances_by(sums: F) -> F:
    """Turn weighted sums, one for each seat, into chances to win, at the end shares of the victory;
    a decorator.

    The last result is cached, since a search asks for several seats of one State.
    """

    @wraps(sums)
    def chances(game: Game[Any, Any, Any], state: object) -> Sequence[float]:
        ended = game.outcome(state)
        return softmax(sums(game, state)) if ended is None else ended.utility

    return cast("F", identity_cache(chances))


def read_weights(
    package: str | None, module: str, features: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[float, ...]]:
    """Return, by situation, the weights of these features in this order, from the file of the
    package.

    Raises `KeyError`, which names the file, if one of them is missing there.
    """
    rows = _read(package or "")[module]
    weights = {}
    for situation, names in features.items():
        row = rows[situation]
        if missing := [name for name in names if name not in row]:
            section = f"{FILE} of {package}: [{module}.{situation}]"
            raise KeyError(f"{section} has no weight for {', '.join(missing)}")
        weights[situation] = tuple([float(row[name]) for name in names])
    return weights


@cache
def _read(package: str) -> dict[str, Any]:
    """Return the content of this package's file; cached, since several modules read it."""
    return tomllib.loads((resources.files(package) / FILE).read_text(encoding="utf-8"))
