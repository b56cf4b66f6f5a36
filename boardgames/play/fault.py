"""What a bot did wrong."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong at its turn."""

    ply: int
    """The ply that it should have made, counted from 1; 0 if it could not start."""
    player: int
    reason: str
