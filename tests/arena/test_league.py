"""Leagues of models and bots: what is played, what is kept, what went wrong, and how they go on."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from html import escape
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from boardgames import ConfigurationError
from boardgames.arena.league import Budget, Fixture, League, LeagueTable, fixtures
from boardgames.arena.league_folder import Answer, LeagueFolder
from boardgames.arena.league_result import LeagueResult
from boardgames.arena.league_run import iter_league, run_league
from boardgames.arena.origin import Digests, Origins
from boardgames.arena.page import Link
from boardgames.arena.reparse import reparse
from boardgames.arena.results import GameResult, Result
from boardgames.arena.transcripts import TABLE, transcript, write_transcripts
from boardgames.cli.program import main
from boardgames.play import Record
from boardgames.play.player import Player
from boardgames.play.text import TextSeat
from tests.arena.models import first_of_all
from tests.conftest import Shell, wait_until

MODELS = "tests.arena.models:"
SIX = tuple(
    [
        Player(name, MODELS + function)
        for name, function in (
            ("errs", "erring"),
            ("slow", "slow"),
            ("503", "failing"),
            ("async", "awaited"),
            ("json", "in_json"),
            ("cut off", "cut_off"),
        )
    ]
)
KORYO = (LeagueTable("koryo", 2),)
THREES = (LeagueTable("koryo", 3),)


def league(*players: Player, rounds: int = 1, **more: Any) -> League:
    """Return a small league of these players at Koryŏ."""
    return League(1, rounds, players, KORYO, **more)


def model(name: str, function: str, **more: Any) -> Player:
    """Return a player that is a scripted model."""
    return Player(name, MODELS + function, **more)


def figures(result: LeagueResult) -> Any:
    """Return all figures but those of time and of retries, which no run has like another."""

    def without(data: Any) -> Any:
        if isinstance(data, dict):
            skipped = ("seconds", "retries", "microseconds per choice", "ended", "not played")
            return {name: without(each) for name, each in data.items() if name not in skipped}
        return [without(each) for each in data] if isinstance(data, list) else data

    return without(result.to_json())


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# What is played.


def test_everybody_has_every_seat_equally_often_against_the_same_others_and_cards() -> None:
    three = League(5, 2, SIX[:4], (LeagueTable("koryo", 3), LeagueTable("koryo", 2)))
    plans = three.plans()
    seen: Counter[Any] = Counter()
    for fixture in fixtures(plans):
        for seat, name in enumerate(fixture.seats):
            against = frozenset(fixture.seats) - {name}
            seed, _ = fixture.plan.seating(fixture.number)
            seen[name, seat, against, seed] += 1
    assert set(seen.values()) == {1}
    for players in (2, 3):
        for name, *others in permutations([each.name for each in SIX[:4]], players):
            for seat in range(players):
                assert {(name, seat, frozenset(others), seed) for seed in (5, 6)} <= seen.keys()
    rounds = [fixture.round for fixture in fixtures(plans)]
    assert rounds == sorted(rounds)
    assert len({fixture.id for fixture in fixtures(plans)}) == len(rounds) == 2 * (4 * 3 + 6 * 2)


FILE = """
seed = 1
rounds = 3
helpless = "forfeit"
certainty = 0.95
anchor = "fair"

[budget]
price = 2.5

[[players]]
name = "gpt"
ask = "models:gpt"
at_once = 8
settings = {model = "gpt", temperature = 0}

[[players]]
name = "fair"

[[players]]
name = "deep"
bot = "mcts:iterations=2"

[[tables]]
game = "koryo"
players = 2
"""


def test_a_file_says_who_plays_what(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    path.write_text(FILE.replace("models:gpt", f"{MODELS}slow"), encoding="utf-8")
    found = League.load(path)
    gpt = Player("gpt", f"{MODELS}slow", 8, {"model": "gpt", "temperature": 0})
    players = (gpt, Player("fair"), Player("deep", "mcts:iterations=2"))
    assert found == League(1, 3, players, KORYO, "forfeit", 0.95, Budget(price=2.5), "fair")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("rounds = 3", "rounds = three"), ".*: Invalid value"),
        (("rounds = 3", "rounds = 0"), ".*rounds"),
        (("rounds = 3", ""), ".*'rounds'"),
        (("seed", "sead"), ".*'sead'"),
        (
            ('ask = "models:gpt"', 'asks = "models:gpt"'),
            r".*: players\[0\]: .*'asks'; did you mean ask\?$",
        ),
        (
            ('ask = "models:gpt"', ""),
            r".*: players\[0\]: unknown bot 'gpt'.*; without bot and ask, ",
        ),
        (('ask = "models:gpt"', 'ask = "models:gpt"\ncorrections = -1'), r".*: players\[0\]\.c"),
        (("\nplayers = 2\n", ""), r".*: tables\[0\]: field 'players' is missing$"),
        (('ask = "models:gpt"', 'ask = "a:b"\nbot = "fair"'), ".*either bot or ask"),
        (('ask = "models:gpt"', 'ask = "nowhere:gpt"'), ".*cannot load 'nowhere:gpt'"),
        (('bot = "mcts:iterations=2"', 'bot = "clever"'), ".*'clever'"),
        (('name = "deep"', 'name = "fair"'), ".*'fair' is listed twice"),
        (('anchor = "fair"', 'anchor = "fare"'), ".*'fare'"),
        (("0.95", "1.5"), ".*: certainty: "),
        (("price = 2.5", "price = -1"), ".*: budget: "),
        (("price", "prize"), ".*budget: .*'prize'"),
        (('"koryo"', '"chess"'), ".*'chess'"),
        (("players = 2\n", "players = 9\n"), ".*: koryo .* not 9"),
        (
            ("players = 2\n", "players = 4\n"),
            ".*: players: a table of koryo for 4 needs as many players or more, and there are 3$",
        ),
        (('"forfeit"', '"guess"'), ".*guess"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line_and_leaves_no_folder(
    tmp_path: Path, change: tuple[str, str], fault: str
) -> None:
    path = tmp_path / "league.toml"
    text = FILE.replace("models:gpt", f"{MODELS}slow")
    changed = text.replace(change[0].replace("models:gpt", f"{MODELS}slow"), change[1], 1)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=f"^{fault}") as caught:
        run_league(League.load(path), tmp_path / "results")
    assert str(caught.value).startswith(f"{str(path)!r}: ")
    assert not (tmp_path / "results").exists()


def test_a_function_is_looked_for_beside_the_file_then_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the file's folder come first: it goes with the file wherever that is played from."""
    answers = "def first(messages):\n    return 'ACTION: 1'\n"
    for folder, name in (("one", "beside_it"), (".", "beside_it"), (".", "above_it")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f"{name}.py").write_text(f"PLACE = {folder!r}\n{answers}", "utf-8")
    path = tmp_path / "one" / "mine.toml"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name, place in (("beside_it", "one"), ("above_it", ".")):
        path.write_text(FILE.replace("models:gpt", f"{name}:first"), "utf-8")
        League.load("one/mine.toml")
        found = sys.modules.pop(name)
        assert place == found.PLACE
    path.write_text(FILE.replace("models:gpt", "nowhere_at_all:first"), "utf-8")
    looked = f"looked in {str(path.parent)!r}, the current folder and what is installed"
    with pytest.raises(ConfigurationError, match=f"; {re.escape(looked)}$"):
        League.load("one/mine.toml")


# What goes wrong is told apart.


@pytest.mark.long
def test_what_is_wrong_with_answers_is_counted_apart_and_no_game_is_lost_to_transport(
    tmp_path: Path,
) -> None:
    result = run_league(league(*SIX), tmp_path / "results")
    assert (result.games, result.planned, result.not_played, result.ended) == (30, 30, (), "")
    tallies = result.tallies
    assert {*tallies} == {player.name for player in SIX}
    assert {*tallies["errs"].kinds} == {"empty", "unreadable", "illegal"}
    assert {*tallies["cut off"].kinds} == {"cut_off"}
    assert all(not tallies[name].kinds for name in ("slow", "503", "async", "json"))
    assert tallies["errs"].helpless > 0
    assert tallies["503"].retries > 10
    assert tallies["503"].helpless == 0
    spent = tallies["async"]
    assert spent.price == pytest.approx(0.001 * spent.answers)
    assert (spent.prompt_tokens, spent.cached_tokens) == (100 * spent.answers, 80 * spent.answers)
    standings = [
        (name, each)
        for one in result.results
        for name, each in zip(one.plan.bots, one.standings, strict=True)
    ]
    assert sum(each.forfeits for _, each in standings) == 0
    assert {name for name, each in standings if each.faults} == {"errs"}
    faults = sum(each.faults for _, each in standings)
    assert faults == tallies["errs"].helpless


@pytest.mark.long
def test_without_a_legal_answer_a_game_can_be_lost_which_is_counted_apart(tmp_path: Path) -> None:
    players = (model("errs", "erring", corrections=0), model("json", "in_json"))
    result = run_league(league(*players, helpless="forfeit"), tmp_path / "results")
    (found,) = result.results
    assert [standing.forfeits for standing in found.standings] == [2, 0]
    assert result.tallies["errs"].helpless == 2


def test_a_model_out_of_reach_loses_nothing_and_its_games_are_played_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others go on, and nobody waits for it a second time in this run."""
    monkeypatch.setenv("MODELS_LOG", str(tmp_path / "asked"))
    players = (
        model("json", "in_json", at_once=1),
        Player("low", "random"),
        model("late", "gone", at_once=1),
    )
    folder = tmp_path / "results"
    result = run_league(league(*players), folder)
    assert result.games == 2
    assert {each.player for each in result.not_played} == {"late"}
    assert len(result.not_played) == 4
    assert result.not_played[0].reason.startswith("the model cannot be reached, after 1 attempt: ")
    assert (tmp_path / "asked").read_text().count("gone") <= 2  # as many games as go on at once
    assert "late" not in [rating.bot for rating in result.ratings()]
    assert len(lines(folder / "games.jsonl")) == 2
    again = run_league(league(*players), folder, resume=True)
    assert (again.games, len(again.not_played)) == (2, 4)


def test_a_wrong_key_stops_the_league_and_says_so(tmp_path: Path) -> None:
    players = (model("json", "in_json"), model("wrong", "unknown"))
    with pytest.raises(ConfigurationError, match=r"wrong: the model cannot be asked: .*wrong key"):
        run_league(league(*players), tmp_path / "results")
    assert lines(tmp_path / "results" / "games.jsonl") == []


# What is kept, and going on with it.


@pytest.mark.long
@pytest.mark.parametrize(
    ("tables", "stops"),
    [
        pytest.param({"koryo": 2}, (60, 250), id="a sample"),
        pytest.param(
            {"koryo": 2, "for_the_king": 3, "mundus_novus": 2},
            (1500, 4500),
            id="all games",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_league_that_was_killed_and_resumed_twice_has_every_figure_of_one_that_was_not(
    tmp_path: Path,
    shell: Shell,
    monkeypatch: pytest.MonkeyPatch,
    tables: dict[str, int],
    stops: tuple[int, int],
) -> None:
    """No answer that came is asked for again: at most those on their way are lost. No game is lost
    to transport, though a model fails half of the time.
    """
    entries = "".join(
        [f'[[players]]\nname = "{each.name}"\nask = "{each.plays}"\n' for each in SIX]
    )
    file = shell.directory / "six.toml"
    entries += "".join(
        [f'[[tables]]\ngame = "{game}"\nplayers = {players}\n' for game, players in tables.items()]
    )
    file.write_text(f"seed = 1\nrounds = 1\n{entries}", encoding="utf-8")
    log = tmp_path / "asked"
    environment = shell.environment(MODELS_LOG=str(log))
    folder = shell.directory / "six"
    answers = folder / "answers.jsonl"

    def stopped(after: int, how: int, *more: str) -> None:
        process = subprocess.Popen(
            shell.command("league", "six.toml", *more),
            cwd=shell.directory,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(lambda: answers.exists() and answers.read_bytes().count(b"\n") >= after)
        os.kill(process.pid, how)
        status = process.wait(60)
        assert status in (-signal.SIGKILL, 128 + signal.SIGTERM)

    stopped(stops[0], signal.SIGKILL)
    stopped(stops[1], signal.SIGTERM, "--resume")
    paid = lines(answers) if answers.read_bytes().endswith(b"\n") else []
    assert paid
    told = shell.run("league", "six.toml", "--resume", MODELS_LOG=str(log))
    assert (told.returncode, told.stderr.count("\n")) == (0, 1)  # what is read

    found = League.load(file)
    plans = found.plans()
    monkeypatch.setenv("MODELS_LOG", str(tmp_path / "other"))
    whole = run_league(found, tmp_path / "whole")
    with closing(LeagueFolder(folder, found, plans, reading=True)) as files:
        assert figures(LeagueResult.of(found, plans, files)) == figures(whole)
    assert whole.games == whole.planned
    standings = [each for result in whole.results for each in result.standings]
    assert sum(each.forfeits for each in standings) == 0
    kept = [(each["game"], each["seat"], each["ply"], each["attempt"]) for each in lines(answers)]
    assert len(kept) == len(set(kept)) == len(lines(tmp_path / "whole" / "answers.jsonl"))
    on_their_way = sum([player.at_once for player in SIX])
    asked = len(log.read_text().splitlines())
    assert len(kept) <= asked <= len(kept) + on_their_way
    for record in (tmp_path / "whole" / "records").iterdir():
        assert Record.load(folder / "records" / record.name) == Record.load(record)


@pytest.mark.long
def test_ctrl_c_ends_games_in_other_processes_at_once_and_quietly(shell: Shell) -> None:
    players = '[[players]]\nname = "strong"\n[[players]]\nname = "fair"\n'
    table = '[[tables]]\ngame = "mundus_novus"\nplayers = 2\n'
    (shell.directory / "two.toml").write_text(f"seed = 1\nrounds = 3\n{players}{table}", "utf-8")
    process = subprocess.Popen(
        shell.command("league", "two.toml", "--jobs", "2"),
        cwd=shell.directory,
        env=shell.environment(),
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    wait_until((shell.directory / "two" / "games.jsonl").exists)
    time.sleep(2)  # until games have begun there
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=30)[1]
    assert process.returncode == 130
    stopped, goes_on = told.splitlines()
    assert stopped == "Stopped before the first game was over."
    assert goes_on.endswith("league --resume two.toml")


@pytest.mark.long
def test_ctrl_c_pauses_and_waits_for_the_answers_on_their_way(tmp_path: Path, shell: Shell) -> None:
    entry = f'[[players]]\nname = "rests"\nask = "{MODELS}resting"\nat_once = 1\n'
    table = '[[players]]\nname = "random"\n[[tables]]\ngame = "koryo"\nplayers = 2\n'
    (shell.directory / "two.toml").write_text(f"seed = 1\nrounds = 1\n{entry}{table}", "utf-8")
    log = tmp_path / "asked"
    process = subprocess.Popen(
        shell.command("league", "two.toml"),
        cwd=shell.directory,
        env=shell.environment(MODELS_LOG=str(log)),
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    wait_until(log.exists)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "Waiting for the answers on their way in 1 game; Ctrl-C ends at once.\n" in told
    kept = lines(shell.directory / "two" / "answers.jsonl")
    assert len(kept) == len(log.read_text().splitlines()) == 1


def test_every_answer_is_kept_from_the_moment_when_it_came(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    players = (model("cut off", "cut_off"), model("json", "in_json"))
    running = iter_league(league(*players), folder)
    next(running)
    next(running)
    running.close()
    seen = [Answer(**{**each, "tokens": None}) for each in lines(folder / "answers.jsonl")]
    opening = (folder / "openings" / f"{seen[0].opening}.txt").read_text(encoding="utf-8")
    assert opening.startswith("You play Koryŏ with 2 players; you are Player ")
    for answer in seen:
        assert (answer.action is None) == (answer.kind is not None)
        assert answer.asked
    corrected = [each for each in seen if each.attempt == 2]
    assert corrected
    assert all(each.asked.startswith("Your answer was cut off") for each in corrected)


def test_each_result_says_all_that_decides_how_its_game_goes(tmp_path: Path) -> None:
    players = (model("json", "in_json", settings={"temperature": 0}), Player("low", "random"))
    run_league(league(*players), tmp_path / "results")
    first, second = lines(tmp_path / "results" / "games.jsonl")
    origin = first["origin"]
    assert origin["seats"] != second["origin"]["seats"]
    assert {*origin} == {"library", "game", "rules_version", "options", "seed", "seats", "players"}
    asked, bot = origin["players"]
    assert asked["plays"] == f"{MODELS}in_json"
    assert asked["settings"] == {"rules": "short", "corrections": 2, "temperature": 0}
    assert re.fullmatch("[0-9a-f]{16}", asked["prompts"])
    assert re.fullmatch("[0-9a-f]{16}", asked["parser"])
    assert bot == {
        "name": "low",
        "plays": "random",
        "settings": {},
        "prompts": None,
        "parser": None,
    }


def test_how_models_are_asked_is_looked_at_once_a_table_and_not_for_every_set_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There may be hundreds of sets, and each takes as long as reading a thousand answers."""
    players = (*SIX[:3], model("full", "in_json", rules="full"), Player("low", "random"))
    found = League(1, 1, players, (LeagueTable("koryo", 2), LeagueTable("koryo", 3)))
    plans = found.plans()
    openings: list[str] = []
    opening = TextSeat.opening

    def counted(seat: TextSeat) -> str:
        openings.append(opening(seat))
        return openings[-1]

    monkeypatch.setattr(TextSeat, "opening", counted)
    with closing(LeagueFolder(tmp_path / "one", found, plans)):
        assert len(openings) == len({*openings}) == 4
    shared: dict[str, Digests] = {}
    for plan in plans:
        assert Origins(plan, known=shared).players == Origins(plan).players


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"seed": 2}, "seed is 1, not 2"),
        ({"helpless": "forfeit"}, "helpless is 'random', not 'forfeit'"),
        (
            {"players": (model("json", "in_json", rules="full"), Player("low", "random"))},
            "players.json.settings.rules is 'short', not 'full'",
        ),
        (
            {"players": (model("json", "slow"), Player("low", "random"))},
            f"players.json.plays is '{MODELS}in_json', not '{MODELS}slow'",
        ),
        (
            {"players": (model("json", "in_json"), Player("low", "greedy"))},
            "players.low.plays is 'random', not 'greedy'",
        ),
    ],
)
def test_another_league_is_refused_with_what_differs(
    tmp_path: Path, change: dict[str, Any], difference: str
) -> None:
    players = (model("json", "in_json"), Player("low", "random"))
    folder = tmp_path / "results"
    run_league(league(*players), folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    told = f"{str(folder)!r}: the folder holds another league: its {difference}"
    with pytest.raises(ConfigurationError, match=f"^{re.escape(told)}$"):
        run_league(replace(league(*players), **change), folder, resume=True)
    with pytest.raises(ConfigurationError, match="go on with it by --resume"):
        run_league(league(*players), folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_rounds_and_players_that_are_added_cost_their_own_games_only(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    players = (model("json", "in_json"), Player("low", "random"))
    run_league(league(*players), folder)
    games = (folder / "games.jsonl").read_bytes()
    more = run_league(league(*players, Player("high", "greedy"), rounds=2), folder, resume=True)
    assert more.games == 12
    assert (folder / "games.jsonl").read_bytes().startswith(games)


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        (Budget(games=3), "the budget of 3 games is spent"),
        (Budget(price=0.02), "the budget of 0.02 is spent"),
        (Budget(hours=1e-9), "the budget of 1e-09 hours is spent"),
    ],
)
def test_a_budget_pauses_the_league(tmp_path: Path, budget: Budget, reason: str) -> None:
    players = (model("async", "awaited", at_once=1), Player("low", "random"))
    small = league(*players, rounds=3)
    folder = tmp_path / "results"
    result = run_league(replace(small, budget=budget), folder)
    assert result.ended == reason
    assert result.games < 6
    if budget.games is not None:
        assert result.games == budget.games
    if budget.price is not None:
        assert 0.02 <= result.price < 0.04
    whole = run_league(small, folder, resume=True)
    assert (whole.games, whole.ended) == (6, "")


def test_a_league_ends_where_the_order_is_certain_after_a_whole_round(tmp_path: Path) -> None:
    players = (Player("low", "random"), Player("high", "greedy"))
    sure = league(*players, rounds=40, certainty=0.9)
    result = run_league(sure, tmp_path / "results")
    assert result.ended.startswith("the order is certain at 9")
    assert result.games % 2 == 0
    assert result.games < 40
    assert result.certainty() >= 0.9


@pytest.mark.long
def test_bots_alone_play_in_processes_with_the_same_figures(tmp_path: Path) -> None:
    players = (Player("low", "random"), Player("high", "greedy"), model("json", "in_json"))
    one = run_league(league(*players, rounds=2), tmp_path / "one")
    two = run_league(league(*players, rounds=2), tmp_path / "two", jobs=2)
    assert figures(one) == figures(two)


def test_all_tables_are_measured_from_the_same_anchor(tmp_path: Path) -> None:
    players = (Player("low", "random"), Player("high", "greedy"), model("json", "in_json"))
    tables = (LeagueTable("koryo", 2), LeagueTable("koryo", 3))
    result = run_league(League(1, 1, players, tables, anchor="low"), tmp_path / "one")
    for at in (None, *result.tables):
        (fixed,) = [rating.bot for rating in result.ratings(at) if not rating.error]
        assert fixed == "low"
    without = replace(result, league=replace(result.league, anchor=None))
    anchors = {
        rating.bot
        for at in (None, *result.tables)
        for rating in without.ratings(at)
        if not rating.error
    }
    assert len(anchors) == 1


TWO = """
seed = 1
rounds = 1
[[players]]
name = "random"
[[players]]
name = "greedy"
[[tables]]
game = "koryo"
players = 2
"""


def test_what_is_read_and_what_is_kept_is_told_whenever_ctrl_c_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    Path("two.toml").write_text(TWO, encoding="utf-8")
    go_on = "To go on: boardgames league --resume two.toml"
    with monkeypatch.context() as patched:
        patched.setattr(LeagueFolder, "_check_identity", interrupted)  # nothing is kept yet
        assert main(["league", "two.toml"]) == 130
    assert capsys.readouterr().err.splitlines() == [
        "Stopped before the first game was over.",
        go_on,
    ]
    assert main(["league", "two.toml"]) == 0
    assert capsys.readouterr().err == ""
    for place, name in ((LeagueFolder, "_check_identity"), (LeagueResult, "in_this_run")):
        with monkeypatch.context() as patched:
            patched.setattr(place, name, interrupted)  # before the first result; after the last
            assert main(["league", "two.toml", "--resume"]) == 130
        told = capsys.readouterr()
        assert told.err.splitlines() == [
            "Reading 2 games and 0 answers in 'two'.",
            "Stopped; 2 games are kept.",
            go_on,
        ]
    read: list[str] = []
    opened = LeagueFolder._opened

    def counted(folder: LeagueFolder, name: str, *given: Any, **named: Any) -> Any:
        read.append(name)
        return opened(folder, name, *given, **named)

    monkeypatch.setattr(LeagueFolder, "_opened", counted)
    assert main(["league", "two.toml", "--resume"]) == 0
    assert read == ["games.jsonl", "answers.jsonl"]  # which can be large, once


THREE = ("one", "two", "three")


def won(players: Sequence[str], winners: Callable[[Fixture], Sequence[str]]) -> LeagueResult:
    """Return the result of a league at a table of three, given who wins each game."""
    found = League(1, 2, tuple([Player(name, "random") for name in players]), THREES)
    plans = found.plans()
    result = LeagueResult(found, tuple([Result.of(plan) for plan in plans]))
    for fixture in fixtures(plans):
        places = tuple([fixture.plan.bots.index(name) for name in winners(fixture)])
        figures = ((9, 5, 1), None, (3,) * 3, (1,) * 3, (0,) * 3, ())
        result = result.including(fixture, GameResult(fixture.number, 9, places, *figures))
    return result


def test_two_players_are_compared_by_the_games_that_one_of_them_won() -> None:
    """Whoever else won tells nothing of the two, and neither do the points of losers."""
    winners = ["one", "one", "one", "two", "three", "three"]
    met = won(THREE, lambda fixture: [winners[fixture.number]]).meetings
    assert (met["one", "two"].games, met["one", "two"].share) == (4, 0.75)
    assert (met["two", "one"].games, met["two", "one"].share) == (4, 0.25)
    assert (met["two", "three"].games, met["three", "two"].points) == (3, Fraction(2))
    shared = won(THREE, lambda _: ["one", "two"]).meetings
    assert (shared["one", "two"].games, shared["one", "two"].share) == (6, 0.5)
    assert ("one", "two") not in won(THREE, lambda _: ["three"]).meetings


@pytest.mark.parametrize(
    ("wins", "what"),
    [
        (lambda _: True, "won all its 18 games"),
        (lambda _: False, "lost all its 18 games"),
        (lambda fixture: fixture.number > 0, ""),
    ],
)
def test_an_anchor_that_only_wins_or_only_loses_is_told_with_a_better_one(
    wins: Callable[[Fixture], bool], what: str
) -> None:
    def winners(fixture: Fixture) -> list[str]:
        others = [name for name in fixture.plan.bots if name != "easy"]
        is_easy = "easy" in fixture.plan.bots and wins(fixture)
        return ["easy"] if is_easy else [others[fixture.number % 2]]

    result = won(("easy", *THREE), winners)
    said = result.advice()
    assert said == result.advice(("koryo", 3))
    assert escape(said) in result.to_html()
    assert said.startswith(f"The anchor, easy, has {what}, ") if what else not said
    if what:
        named = said.partition("anchor = ")[2].strip('".')
        assert 0 < next(each.share for each in result.ratings() if each.bot == named) < 1
    # Of two players, none is a better anchor.
    alone = won(THREE, lambda _: ["one"])
    assert not alone.advice()


class Dying(Executor):
    """An executor whose workers die."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor())
        return future


def test_a_worker_that_dies_is_one_line_and_the_league_goes_on_later(tmp_path: Path) -> None:
    small = league(Player("low", "random"), Player("high", "greedy"))
    with pytest.raises(ConfigurationError, match=r"^a worker process died; --resume goes on$"):
        run_league(small, tmp_path / "results", executor=Dying())
    assert run_league(small, tmp_path / "results", resume=True).games == 2


def test_a_league_that_is_whole_has_not_ended_early(tmp_path: Path) -> None:
    small = league(Player("low", "random"), Player("high", "greedy"), budget=Budget(games=2))
    result = run_league(small, tmp_path / "results")
    assert (result.games, result.ended) == (2, "")


# What is shown.


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[League, Path, LeagueResult]:
    """Return a league that was played, its folder and its result."""
    folder = tmp_path_factory.mktemp("league") / "results"
    players = (model("errs", "erring"), model("cut <off>", "cut_off"), Player("fair", "greedy"))
    found = league(*players)
    return found, folder, run_league(found, folder)


def test_the_page_has_no_script_and_shows_all_players(
    played: tuple[League, Path, LeagueResult],
) -> None:
    html = played[2].to_html([("game-1", "errs, fair", [Link("table", "a&b.html")])])
    assert "<script" not in html
    assert "cut <off>" not in html
    assert html.count("cut &lt;off&gt;") >= 3
    assert html.count("<svg") == 3
    assert 'href="a&amp;b.html"' in html
    assert "<h2>Games</h2>" not in played[2]._repr_html_()
    arena = played[2].results[0]._repr_html_()
    assert "<script" not in arena
    assert arena.count("<svg") == 2


def test_a_seats_transcript_has_what_it_was_told_and_its_own_answers_alone(
    played: tuple[League, Path, LeagueResult],
) -> None:
    found, folder, _ = played
    with closing(LeagueFolder(folder, found, found.plans(), reading=True)) as files:
        write_transcripts(files)
        for game in files.games:
            record = Record.load(files.record(game))
            answers = [each for each in files.answers if each.game == game]
            for seat in range(2):
                others = [each for each in answers if each.seat != seat]
                text = [*transcript(record, answers, seat)]
                assert text == [*transcript(record, [*reversed(answers)], seat)]
                # What others answer makes no difference.
                loud = [replace(each, answer="SECRET", reason="SECRET") for each in others]
                own = [each for each in answers if each.seat == seat]
                assert text == [*transcript(record, [*own, *loud], seat)]
            names = {path.stem for path in (folder / "transcripts" / game).iterdir()}
            assert names == {TABLE, "seat-1", "seat-2"}


def test_kept_answers_are_judged_with_another_parser(
    played: tuple[League, Path, LeagueResult],
) -> None:
    found, folder, _ = played
    with closing(LeagueFolder(folder, found, found.plans(), reading=True)) as files:
        assert [*reparse(files)] == []
        changes = [*reparse(files, first_of_all)]
        assert {change.answer.game for change in changes} == {each.game for each in files.answers}
        for change in changes:
            assert change.now != change.answer.action
            earlier = [
                each
                for each in files.answers
                if each.game == change.answer.game
                and (each.ply, each.attempt) < (change.answer.ply, change.answer.attempt)
            ]
            assert all(each.action is not None for each in earlier)


@pytest.mark.long
def test_the_command_plans_plays_shows_and_judges(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = FILE.replace("models:gpt", f"{MODELS}cut_off").replace("certainty = 0.95\n", "")
    Path("three.toml").write_text(text.replace("rounds = 3", "rounds = 1"), encoding="utf-8")
    assert main(["league", "three.toml", "--plan"]) == 0
    planned = capsys.readouterr().out
    assert "3 sets of players" in planned
    assert main(["league", "three.toml", "--plan", "--resume"]) == 0
    assert capsys.readouterr().out == planned
    assert not Path("three").exists()
    assert main(["league", "three.toml"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("6 games; ratings")
    assert out[-1] == f"{Path('three') / 'league.html'} shows all of it"
    page = Path("three/league.html").read_text(encoding="utf-8")
    for target in re.findall('href="([^"]+)"', page):
        assert (Path("three") / target).exists()
    assert main(["league", "three.toml"]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main(["league", "three.toml", "--plan", "--resume"]) == 0
    assert capsys.readouterr().out.startswith("6 games, of which 6 are played already\n")
    assert main(["league", "three.toml", "--resume", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {each["bot"] for each in told["ratings"]} == {"gpt", "fair", "deep"}
    assert told["answers"]["gpt"]["kinds"]["cut_off"] > 0
    assert main(["league", "three.toml", "--reparse"]) == 0
    assert capsys.readouterr().out.startswith("0 of 6 games")
    parser = f"--reparse={MODELS}first_of_all"
    assert main(["league", "three.toml", parser]) == 0
    assert capsys.readouterr().out.startswith("4 of 6 games")
    file = Path("three.toml")
    deep = '[[players]]\nname = "deep"\nbot = "mcts:iterations=2"\n'
    assert deep in file.read_text(encoding="utf-8")
    file.write_text(file.read_text(encoding="utf-8").replace(deep, ""), encoding="utf-8")
    assert main(["league", "three.toml", "--resume"]) == 0
    assert "\n4 games of more rounds or other players left out\n" in capsys.readouterr().out
