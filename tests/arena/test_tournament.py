"""Tournaments: what is played, what is kept, and how strong that says the bots are."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boardgames import ConfigurationError
from boardgames.arena.tournament import Tournament, TournamentTable, file_name, play
from tests.conftest import Shell

FILE = """
games = 4
seed = 1
bots = ["greedy", "random", "greedy:worlds=2"]

[[tables]]
game = "koryo"
players = 2

[[tables]]
game = "koryo"
players = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a small tournament."""
    path = tmp_path / "tournament.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_every_combination_of_bots_meets_at_every_table(file: Path) -> None:
    tournament = Tournament.load(file)
    assert tournament.tables == (TournamentTable("koryo", 2), TournamentTable("koryo", 3))
    assert [plan.bots for plan in tournament.plans()] == [
        ("greedy", "random"),
        ("greedy", "greedy:worlds=2"),
        ("random", "greedy:worlds=2"),
        ("greedy", "random", "greedy:worlds=2"),
    ]
    assert {
        (plan.games, plan.seed, plan.seconds, plan.on_fault) for plan in tournament.plans()
    } == {(4, 1, None, "forfeit")}
    assert len({file_name(plan) for plan in tournament.plans()}) == 4


@pytest.mark.usefixtures("small_games")
def test_partners_are_mixed_so_that_each_bot_can_be_rated() -> None:
    bots = ("greedy", "random", "greedy:worlds=2", "greedy:worlds=3")
    (plan,) = Tournament(4, 1, bots, (TournamentTable("sides", 4),)).plans()
    assert plan.partners == "mixed"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("games = 4", "games = four"), ".*: Invalid value"),
        (("games = 4", "games = 0"), "games"),
        (("games = 4", f"games = {'[' * 50_000}"), ".*: maximum recursion"),
        (("games = 4", ""), "'.*': top level: .*'games'"),
        (("seed", "sead"), "'.*': top level: .*'sead'"),
        (('"random"', '"clever"'), ".*'clever'"),
        (('"random"', '"greedy"'), "bots: 'greedy' is listed twice"),
        (('"random"', '"greedy:worlds=1"'), "bots: "),
        (
            ("[[tables]]", '[[tables]]\ngame = "koryo"\nplayers = 3\n\n[[tables]]'),
            "tables: each may be listed only once",
        ),
        (
            ("[[tables]]", '[[tables]]\ngame = "Kory\u014f"\nplayers = 3\n\n[[tables]]'),
            "tables: ",
        ),
        ((FILE[FILE.index("[[") :], "tables = []"), "tables: expected 1 or more"),
        (('"koryo"', '"chess"'), ".*'chess'"),
        (("players = 3", "players = 9"), "koryo .* not 9"),
        (("players = 3", "players = 4"), "bots: koryo with 4 players needs 4 or more, not 3"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    file: Path, change: tuple[str, str], fault: str
) -> None:
    file.write_text(FILE.replace(*change), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=f"^{fault}"):
        list(play(Tournament.load(file), file.parent / "results"))
    with pytest.raises(ConfigurationError, match="No such file"):
        Tournament.load(file.parent / "nothing.toml")


@pytest.mark.long
def test_a_tournament_that_was_stopped_goes_on_where_it_was(file: Path, tmp_path: Path) -> None:
    tournament = Tournament.load(file)
    whole = list(play(tournament, tmp_path / "whole"))[-1]
    playing = play(tournament, tmp_path / "parts")
    for stopped in playing:
        if sum(each.games for each in stopped) == 6:
            break
    playing.close()
    again = list(play(tournament, tmp_path / "parts"))
    assert sum(each.games for each in again[0]) == 4  # the first combination, from its file
    assert again[-1] == whole
    lines = [len(path.read_text().splitlines()) for path in (tmp_path / "parts").glob("*.jsonl")]
    assert lines == [4, 4, 4, 4]
    assert len(list(play(tournament, tmp_path / "whole"))) == 4  # nothing is played


@pytest.mark.long
def test_a_bot_that_is_added_costs_its_own_games_only(file: Path, tmp_path: Path) -> None:
    list(play(Tournament.load(file), tmp_path / "results"))
    file.write_text(FILE.replace("[", '["greedy:worlds=3",', 1), encoding="utf-8")
    before = {path: path.read_text() for path in (tmp_path / "results").iterdir()}
    list(play(Tournament.load(file), tmp_path / "results"))
    assert all(path.read_text() == text for path, text in before.items())
    assert len(list((tmp_path / "results").iterdir())) == len(before) + 2 * 6


@pytest.mark.long
def test_the_command_writes_tables_or_json_and_goes_on(file: Path, shell: Shell) -> None:
    command = ("tournament", str(file), "--results", "results")
    first, *rest = shell.output(*command).splitlines()
    assert (
        first
        == "16 games; ratings on the Elo scale, with the 95 % intervals of differences from 1500"
    )
    assert [line for line in rest if line and not line.startswith("  ")] == [
        "koryo, 2 players",
        "koryo, 3 players",
        "all tables",
    ]
    assert sum(line.endswith("  random") for line in rest) == 3
    told = json.loads(shell.output(*command, "--json", "--jobs", "2"))
    assert [each["games"] for each in told["results"]] == [4, 4, 4, 4]
    assert {each["bot"] for each in told["ratings"]} == {"greedy", "random", "greedy:worlds=2"}
    assert [(each["game"], each["players"]) for each in told["tables"]] == [
        ("koryo", 2),
        ("koryo", 3),
    ]
    wrong = shell.run("tournament", "nothing.toml", "--results", "results")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "boardgames: cannot read 'nothing.toml': No such file or directory\n"


@pytest.mark.parametrize("wrong", [{"games": 0}, {"seconds": -1.0}, {"bots": ("greedy", "nobody")}])
def test_a_tournament_that_cannot_be_played_leaves_no_folder(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    tournament = Tournament(4, 1, ("greedy", "random"), (TournamentTable("koryo", 2),))
    with pytest.raises(ConfigurationError):
        next(play(replace(tournament, **wrong), tmp_path / "results"))
    assert not (tmp_path / "results").exists()
