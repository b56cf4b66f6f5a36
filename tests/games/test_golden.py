"""Recorded games that must replay, and be played again, byte for byte: nothing about a game drifts
unseen.

A record is renewed only for a stated reason, and a change of the rules raises `rules_version` too.
Remove the old file first, and repeat this for every number of players:

    python -m boardgames play GAME --seats random,random --seed 1 --quiet --record
    tests/games/golden/GAME-2.json
"""

from __future__ import annotations

from pathlib import Path

import pytest

import boardgames
from boardgames.play import Match, Record, make_bot

GOLDEN = Path(__file__).parent / "golden"
TABLES = [
    (name, players)
    for name in boardgames.game_names()
    for players in boardgames.game_class(name).player_counts
]


def path_of(name: str, players: int) -> Path:
    """Return the file; a game without one fails."""
    return GOLDEN / f"{name}-{players}.json"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_golden_record_replays(name: str, players: int) -> None:
    record = Record.load(path_of(name, players))
    assert (record.game, record.players, record.options) == (name, players, {})
    assert record.outcome is not None
    record.replay()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_and_bots_play_the_golden_game_again(
    name: str, players: int, tmp_path: Path
) -> None:
    golden = path_of(name, players)
    record = Record.load(golden)
    game = boardgames.make(name, players=players)
    match = Match(game, [make_bot(seat) for seat in record.seats], record.seed, record.seats)
    for _ in match.run():
        pass
    match.record().save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == golden.read_bytes()


def test_there_are_no_golden_records_without_a_game() -> None:
    assert {*GOLDEN.glob("*.json")} == {path_of(*table) for table in TABLES}
