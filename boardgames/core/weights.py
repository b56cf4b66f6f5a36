"""Reads the weights of a game's estimates, grouped by module and situation as `examples/tune.py` prints them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "weights.toml"
"""In the package of each game that has weights: `[MODULE.SITUATION]`, and in it `FEATURE = WEIGHT`."""


def read_weights(
    package: str | None, module: str, features: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[float, ...]]:
    """Return, by situation, the weights of these features in this order, from the file of the package.

    Raises `KeyError` if one of them is missing there.
    """
    table = tomllib.loads((resources.files(package or "") / FILE).read_text(encoding="utf-8"))[module]
    return {
        situation: tuple([float(table[situation][name]) for name in names]) for situation, names in features.items()
    }
