"""What our games pass to `check_game`: functions that redeal, and that tell what is possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.for_the_king import redeal as for_the_king
from tests.games.koryo import redeal as koryo
from tests.games.mundus_novus import redeal as mundus_novus

if TYPE_CHECKING:
    from boardgames.testing.probe import Possible, Redeal

REDEALS: dict[str, tuple[Redeal, Possible]] = {
    "for_the_king": (for_the_king.worlds, for_the_king.possible),
    "koryo": (koryo.worlds, koryo.possible),
    "mundus_novus": (mundus_novus.worlds, mundus_novus.possible),
}
"""By name of a game: `worlds` and `possible`, written apart from its sampler."""
