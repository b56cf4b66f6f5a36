"""Views and legal actions as NumPy arrays."""

from __future__ import annotations

from array import array
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
        self.encoding: Encoding = Encoding(game, slots=slots, features=features)

    def vector(self, view: object) -> np.ndarray:
        """Return the View as a vector of float32."""
        positions, numbers = self.encoding.entries(view)
        # By way of an array, which is several times as fast as to make NumPy look at every number of a list.
        where, what = np.frombuffer(positions, np.int64), np.frombuffer(array("d", numbers), np.float64)
        return np.bincount(where, what, self.encoding.features).clip(-BOUND, BOUND).astype(np.float32)

    def mask(self, numbers: Iterable[int]) -> np.ndarray:
        """Return a mask of int8 that is 1 for these numbers of actions."""
        mask = bytearray(self.encoding.slots)
        for number in numbers:
            mask[number] = 1
        return np.frombuffer(mask, np.int8)
