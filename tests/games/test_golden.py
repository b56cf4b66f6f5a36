"""Recorded games that must replay, and be played again, byte for byte: nothing about a game drifts
unseen.
"""

from __future__ import annotations

import pytest

from boardgames.play import Record
from tests.games import golden_games
from tests.games.golden_records import FOLDER, path_of, record_of, tables


@pytest.mark.parametrize(("name", "players"), tables())
def test_the_golden_record_replays(name: str, players: int) -> None:
    record = Record.load(path_of(name, players))
    assert (record.game, record.players, record.options) == (name, players, {})
    assert record.outcome is not None
    record.replay()


@pytest.mark.parametrize(("name", "players"), tables())
def test_the_same_seed_and_bots_play_the_golden_game_again(name: str, players: int) -> None:
    assert record_of(name, players).encode() == path_of(name, players).read_bytes()


def test_there_are_no_golden_records_without_a_game() -> None:
    assert {*FOLDER.glob("*.json")} == {path_of(*table) for table in tables()}


@pytest.mark.parametrize(("name", "players"), tables())
def test_random_games_go_as_they_did(name: str, players: int) -> None:
    lines = golden_games.FILE.read_text(encoding="utf-8").splitlines()
    assert golden_games.line_of(name, players) in lines
