"""What our games pass to `check_game`: functions that redeal, and that tell what is possible, by name of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.testing.probe import Possible, Redeal

REDEALS: dict[str, tuple[Redeal, Possible]] = {}
"""By name of a game: `worlds` and `possible`, written apart from its sampler."""
