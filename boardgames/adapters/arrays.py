"""Views and legal actions as NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boardgames.adapters.encoding import BOUND, Encoding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardgames.core.game import Game


class Arrays:
    """Writes what one game's seats know, and may do, into arrays."""

    def __init__(self, game: Game[Any, Any, Any], *, slots: int | None = None, features: int | None = None) -> None:
        """Take the game and the sizes, as `Encoding` does."""
        self.encoding = Encoding(game, slots=slots, features=features)

    def vector(self, view: object) -> np.ndarray:
        """Return the View as a vector of float32."""
        positions, numbers = self.encoding.entries(view)
        where, what = np.frombuffer(positions, np.int64), np.frombuffer(numbers, np.float64)
        total = np.bincount(where, what, self.encoding.features)
        # Not `clip`, which takes three times as long for so few numbers.
        return np.minimum(np.maximum(total, -BOUND), BOUND).astype(np.float32)

    def mask(self, numbers: Iterable[int]) -> np.ndarray:
        """Return a mask of int8 that is 1 for these numbers of actions."""
        mask = bytearray(self.encoding.slots)
        for number in numbers:
            mask[number] = 1
        return np.frombuffer(mask, np.int8)
