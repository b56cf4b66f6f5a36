"""Files that released versions have written are read by this one."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames.arena import LeagueResult, run_arena
from boardgames.arena.league_folder import LeagueFolder
from boardgames.arena.reparse import reparse
from boardgames.core.chance import generator
from boardgames.play import Record
from boardgames.remote import Lobby
from tests.released import BOTS, HERE, LEAGUE, arena_plan, write
from tests.remote.servers import call_lobby

VERSIONS = sorted(path for path in HERE.iterdir() if path.name[0].isdigit())
NEWEST = HERE / boardgames.__version__
GAMES = boardgames.game_names()

each_version = pytest.mark.parametrize("folder", VERSIONS, ids=[path.name for path in VERSIONS])


def contains(new: Any, old: Any) -> bool:
    """Tell whether a document is another one, with more fields at most."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and contains(new[key], each) for key, each in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(new) == len(old) and all(map(contains, new, old))
    return bool(new == old) and type(new) is type(old)


@each_version
@pytest.mark.parametrize("name", GAMES)
def test_a_record_replays(folder: Path, name: str) -> None:
    record = Record.load(folder / f"{name}.record.json")
    assert record.is_over
    assert record.seats == BOTS
    assert contains(record.to_json(), json.loads((folder / f"{name}.record.json").read_bytes()))
    if record.rules_version == record.make_game().rules_version:
        assert len(record.replay().plies) == record.length


@each_version
@pytest.mark.parametrize("name", GAMES)
def test_views_are_read_and_sampled(folder: Path, name: str) -> None:
    game = boardgames.make(name, players=len(BOTS))
    lines = (folder / f"{name}.views.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 15
    for line in lines:
        view = game.view_from_json(json.loads(line))
        assert contains(game.to_json(view), json.loads(line))
        if view.seat is not None:
            assert game.view(game.determinize(view, generator(1, 0)), view.seat) == view


@each_version
@pytest.mark.parametrize("name", GAMES)
def test_results_are_gone_on_with(folder: Path, name: str, tmp_path: Path) -> None:
    """None of the games is played again."""
    results = tmp_path / f"{name}.results.jsonl"
    for path in folder.glob(f"{results.name}*"):
        shutil.copy(path, tmp_path)
    before = results.read_bytes()
    assert run_arena(arena_plan(name), resume=results).games == 4
    assert results.read_bytes() == before


@each_version
def test_a_league_is_read(folder: Path) -> None:
    plans = LEAGUE.plans()
    with closing(
        LeagueFolder(folder / "league", LEAGUE, plans, reading=True, any_parser=True)
    ) as files:
        assert LeagueResult.of(LEAGUE, plans, files).games == len(files.games) == 2
        assert {answer.kind for answer in files.answers} > {None}, "some were faulty"
        assert list(reparse(files, lambda *_: None))


@each_version
def test_a_kept_table_is_opened_by_the_secret_of_its_player(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "tables", tmp_path / "tables")
    secret = (folder / "tables" / "secret.txt").read_text(encoding="utf-8").strip()
    with closing(Lobby(records=tmp_path / "tables")) as lobby:
        assert lobby.complaints == []
        shown = call_lobby(lobby, "look", {}, secret)
    assert [each["seat"] for each in shown["absent"]] == [1]


def test_this_version_writes_the_same_kinds_of_files(tmp_path: Path) -> None:
    """So none can be forgotten when it is released: `python -m tests.released`."""
    write(tmp_path)

    def kinds(folder: Path) -> set[str]:
        return {
            str(path.relative_to(folder).parent / path.suffix)
            for path in folder.rglob("*")
            if not path.name.startswith(".")
        }

    assert kinds(NEWEST) == kinds(tmp_path)
