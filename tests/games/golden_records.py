"""Golden records: a game of each kind, for each number of players, played by random bots."""

from __future__ import annotations

from pathlib import Path

import boardgames
from boardgames.play import Match, make_bot

FOLDER = Path(__file__).parent / "golden"
SEED = 1


def tables() -> list[tuple[str, int]]:
    """Return the name of each game with each of its numbers of players."""
    return [
        (name, players)
        for name in boardgames.game_names()
        for players in boardgames.game_class(name).player_counts
    ]


def path_of(name: str, players: int) -> Path:
    """Return the file of a record."""
    return FOLDER / f"{name}-{players}.json"


def record_of(name: str, players: int) -> str:
    """Play the game, and return its record."""
    seats = ("random",) * players
    game = boardgames.make(name, players=players)
    match = Match(game, [make_bot(seat) for seat in seats], SEED, seats)
    for _ in match.run():
        pass
    return match.record().to_bytes().decode()


def records() -> dict[Path, str]:
    """Return every record, by its file."""
    return {path_of(*table): record_of(*table) for table in tables()}
