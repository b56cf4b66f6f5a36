"""Views and legal actions as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from struct import pack
from typing import Any

import numpy as np

from boardgames.adapters.encoding import BOUND, Encoding
from boardgames.contract.game import Game
from boardgames.core.errors import ConfigurationError, quoted

# Looked up once: for such small arrays that matters.
INT8, UINT8, INT64, FLOAT32, FLOAT64 = map(
    np.dtype, ("int8", "uint8", "int64", "float32", "float64")
)
RENDER_MODES = ["ansi", "human"]


def rendered(mode: str | None, table: str) -> str | None:
    """Return the table ("ansi"), print it ("human"), or do nothing (None)."""
    if mode == "human":
        print(table)  # noqa: T201  # required by Gymnasium and PettingZoo
    return table if mode == "ansi" else None


def check_reset_options(options: Mapping[str, Any] | None) -> None:
    """Raise `ConfigurationError` for any option of `reset`: an environment has none, and one that
    it ignored would change nothing in silence.
    """
    if options:
        raise ConfigurationError(f"reset takes no options, not {quoted([*options])}")


class Arrays:
    """Encodes the Views and legal actions of a game as arrays."""

    def __init__(
        self, game: Game[Any, Any, Any], *, slots: int | None = None, features: int | None = None
    ) -> None:
        """Use the game and sizes as `Encoding` does."""
        self.encoding: Encoding = Encoding(game, slots=slots, features=features)
        self._most = np.zeros(self.encoding.features, np.float64) + BOUND
        self._least = -self._most

    def vector(self, view: object) -> np.ndarray:
        """Return the View as a vector of float32."""
        positions, numbers = self.encoding.entries(view)
        where, size = np.frombuffer(positions, INT64), self.encoding.features
        try:
            # Most Views have only small whole numbers, and bytes are made from a list several times
            # as fast as floats.
            small = np.frombuffer(bytes(numbers), UINT8)  # type: ignore[arg-type]  # a TypeError if not whole
            total = np.bincount(where, small, size)
        except (TypeError, ValueError):  # a fraction, a negative number or one beyond 255
            floats = np.frombuffer(pack(f"{len(numbers)}d", *numbers), FLOAT64)
            total = np.maximum(np.bincount(where, floats, size), self._least)
        # Neither `clip` nor plain numbers as bounds: for so few entries, NumPy's preparations would
        # dominate.
        return np.minimum(total, self._most).astype(FLOAT32)

    def mask(self, numbers: Iterable[int]) -> np.ndarray:
        """Return a mask of int8 that is 1 for these numbers of actions."""
        mask = bytearray(self.encoding.slots)
        for number in numbers:
            mask[number] = 1
        return np.frombuffer(mask, INT8)
