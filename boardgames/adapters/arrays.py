"""Views and legal actions as NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boardgames.adapters.encoding import BOUND, Encoding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardgames.core.game import Game

# Looked up once: for arrays as small as these it shows.
INT8, INT64, FLOAT32, FLOAT64 = map(np.dtype, ("int8", "int64", "float32", "float64"))


class Arrays:
    """Writes what one game's seats know, and may do, into arrays."""

    def __init__(self, game: Game[Any, Any, Any], *, slots: int | None = None, features: int | None = None) -> None:
        """Take the game and the sizes, as `Encoding` does."""
        self.encoding: Encoding = Encoding(game, slots=slots, features=features)
        self._most = np.zeros(self.encoding.features, np.float64) + BOUND
        self._least = -self._most

    def vector(self, view: object) -> np.ndarray:
        """Return the View as a vector of float32."""
        positions, numbers = self.encoding.entries(view)
        where, what = np.frombuffer(positions, INT64), np.frombuffer(numbers, FLOAT64)
        total = np.bincount(where, what, self.encoding.features)
        # Not `clip`, nor with plain numbers as bounds: so few entries are not worth what NumPy does beforehand.
        return np.minimum(np.maximum(total, self._least), self._most).astype(FLOAT32)

    def mask(self, numbers: Iterable[int]) -> np.ndarray:
        """Return a mask of int8 that is 1 for these numbers of actions."""
        mask = bytearray(self.encoding.slots)
        for number in numbers:
            mask[number] = 1
        return np.frombuffer(mask, INT8)
