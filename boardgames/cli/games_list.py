"""The list of games."""

from __future__ import annotations

import sys

from boardgames.cli.spelling import spelled
from boardgames.core.entry_points import surely_none
from boardgames.games.published import GROUP, LISTED


def list_published_games() -> bool:
    """List the games of this library, unless other packages may have more; return whether they have
    been listed.
    """
    if not surely_none(GROUP):
        return False
    for name, (title, player_counts) in LISTED.items():
        sys.stdout.write(spelled(list_line(name, title, player_counts)) + "\n")
    return True


def list_line(name: str, title: str, player_counts: range) -> str:
    """Return what the list says of a game."""
    low, high = player_counts[0], player_counts[-1]
    players = f"{low}" if low == high else f"{low} to {high}"
    return f"{name:<14} {title}, {players} players"
