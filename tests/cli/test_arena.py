"""`boardgames arena`."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from argparse import ArgumentParser
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from boardgames.arena import Plan
from boardgames.arena.arena import play_games
from boardgames.cli import main
from boardgames.cli.commands import arena
from boardgames.cli.commands.arena import LADDER
from boardgames.play.bots import MctsBot, RandomBot
from boardgames.play.signals import ENDING
from tests import packages
from tests.conftest import Shell, processes_with, wait_until
from tests.scripted import SCRIPTED_PEER_COMMAND

PLAY = ["arena", "koryo", "--seats", "greedy:worlds=1,random", "--games", "6", "--seed", "3"]


def figures(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    assert main([*PLAY, "--json", *more]) == 0
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    for bot in told["bots"]:  # type: ignore[attr-defined]  # a list of objects
        del bot["microseconds per choice"]
    return told


def test_it_tells_the_share_of_every_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(PLAY) == 0
    told = capsys.readouterr()
    assert told.err == ""
    lines = told.out.splitlines()
    assert lines[0].startswith("koryo, 2 players: 6 games from seed 3 on, ")
    assert [line.split()[-1] for line in lines[3:]] == ["greedy:worlds=1", "random"]
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    ("mixed", "line"), [([], "random and random, against greedy and greedy"), (["mixed"], "mixed")]
)
@pytest.mark.usefixtures("small_games")
def test_it_says_who_plays_with_whom(
    mixed: list[str],
    line: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    seats = "random,greedy,random,greedy"
    command = ["arena", "sides", "--seats", seats, "--games", "2", "--seed", "3"]
    assert main(command + [f"--partners={each}" for each in mixed]) == 0
    assert capsys.readouterr().out.splitlines()[1] == f"partners: {line}"


@pytest.mark.long
def test_a_ladder_rates_bots_of_rising_strength(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a league of every pair, which is kept where `--resume` says."""
    choose_by = MctsBot.choose_by

    def with_few_walks(bot: MctsBot, *given: Any) -> Any:
        return choose_by(MctsBot(1 + bot.iterations // 100), *given)

    monkeypatch.setattr(MctsBot, "choose_by", with_few_walks)
    command = ["arena", "koryo", "--ladder", "--games", "4", "--resume", str(tmp_path / "ladder")]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    scale = "ratings on the Elo scale, with the 95 % intervals of differences from 1500"
    assert lines[0] == f"40 games; {scale}"
    assert {line.split()[-1] for line in lines[3:8]} == {*LADDER}
    assert lines[7].endswith("random")
    assert len((tmp_path / "ladder" / "games.jsonl").read_text().splitlines()) == 40
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines() == lines


def test_every_field_of_a_plan_is_an_option_of_the_command() -> None:
    parser = ArgumentParser()
    arena.add(parser)
    options = {action.dest for action in parser._actions}
    assert {field.name for field in fields(Plan)} - options == {
        "bots",
        "options",
        "players",
    }


@pytest.mark.parametrize(
    "more", [["--seats", "random,random"], ["--records", "kept"], ["--partners", "mixed"]]
)
def test_a_ladder_chooses_its_own_bots_and_takes_no_option_that_leagues_lack(
    capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    with suppress(SystemExit):
        assert main(["arena", "koryo", "--ladder", *more]) == 2
    complaint = capsys.readouterr().err
    assert "--ladder" in complaint
    assert more[0] in complaint


@pytest.mark.long
def test_the_figures_do_not_depend_on_the_number_of_jobs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert figures(capsys) == figures(capsys, "--jobs", "2")


def test_a_factory_of_executors_is_looked_for_in_the_current_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "factories_here.py").write_text(
        "from concurrent.futures import ThreadPoolExecutor\n"
        "def two():\n    return ThreadPoolExecutor(2)\n"
        "def bad():\n    raise ValueError('nope')\n"
        "def gone():\n    raise SystemExit\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        sys, "path", [each for each in sys.path if each]
    )  # as for an installed script
    assert figures(capsys) == figures(capsys, "--executor", "factories_here:two")
    assert main([*PLAY, "--executor", "factories_here:bad"]) == 2
    assert "ValueError: nope" in capsys.readouterr().err
    assert main([*PLAY, "--executor", "factories_here:gone"]) == 2
    assert "SystemExit" in capsys.readouterr().err


def test_records_are_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    figures(capsys, "--records", str(tmp_path))
    assert len(list(tmp_path.glob("koryo-*.json"))) == 6
    assert main(["replay", str(tmp_path / "koryo-000006.json"), "--check"]) == 0


@pytest.mark.long
def test_a_bot_that_fails_is_named_with_its_game_and_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    script = tmp_path / "a,b.json"
    script.write_text(
        json.dumps([{"expect": {}}, {"reply": {"protocol": 1}}, {"expect": {}}, {"reply": None}])
    )
    bot = f"cmd:{SCRIPTED_PEER_COMMAND} {script}"
    assert (
        main(["arena", "koryo", "--seats", f'random, "{bot}"', "--games", "2", "--seed", "1"]) == 0
    )
    told = capsys.readouterr().out
    assert "game 1, ply " in told
    assert f"({bot}): " in told


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_a_bot_prints_does_not_get_among_the_figures(shell: Shell, jobs: str) -> None:
    source = (
        "from boardgames.play.bots import RandomBot\n\n\nclass Chatty(RandomBot):\n    def"
        " choose(self, *given):\n        print('thinking')\n        return super().choose(*given)\n"
    )
    packages.add(shell.directory, "bots", "chatty", "chatty = chatty:Chatty", source)
    seats = ("--seats", "chatty,random", "--games", "2", "--seed", "1", "--json", "--jobs", jobs)
    done = shell.run(
        "arena", "koryo", *seats, PYTHONPATH=f"{shell.directory}{os.pathsep}{shell.path}"
    )
    assert json.loads(done.stdout)["games"] == 2
    assert "thinking" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "0"], "argument --games: expected a whole number of 1 or more, not '0'"),
        (["--jobs", "x"], "argument --jobs: "),
        (["--seconds", "0"], "argument --seconds: expected a number above 0, not '0'"),
        (["--on-fault", "cry"], "invalid choice: 'cry'"),
        (["--executor", "nowhere:at_all"], "--executor 'nowhere:at_all': expected module:function"),
        (["--executor", "json"], "--executor 'json': "),
        (["--executor", "math:pi"], "--executor 'math:pi': "),
        (["--executor", "builtins:dict"], "made {}, which is not an Executor"),
        (["--executor", "concurrent.futures:Executor"], "NotImplementedError"),
        (["--seed", "9" * 4300], "argument --seed: "),
        (["--resume", "/dev/full"], "'/dev/full'"),
        (["--records", "/dev/null/x"], "'/dev/null/x'"),
        (["--seats", "human,random"], "'human'"),
        (["--seats", "random"], "not 1"),
        (
            ["--seconds", "1e300"],
            "seconds: expected more than 0, and at most 1,000,000, not 1e+300",
        ),
        (
            ["--seats", 'random,"cmd:a,b'],
            "commas of its own in double quotes, not 'random,\"cmd:a,b'",
        ),
    ],
)
def test_wrong_input_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    try:
        status = main([*PLAY, *arguments])
    except SystemExit as stopped:
        status = int(str(stopped.code))
    told = capsys.readouterr()
    assert (status, told.out, told.err.count("\n")) == (2, "", 1)
    assert message in told.err


def children(process: int) -> set[int]:
    """Return the processes that this one has started."""
    found = set()
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            number, _, rest = each.read_text().partition(" (")
            if int(rest.rpartition(") ")[2].split()[1]) == process:
                found.add(int(number))
    return found


@pytest.mark.long
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, *ENDING])
def test_whatever_signal_stops_it_the_figures_so_far_are_written(
    shell: Shell, jobs: str, number: int
) -> None:
    results = shell.directory / "results"
    more = ("--games", "1000000", "--json", "--jobs", jobs, "--resume", "results")
    with shell.start(*PLAY, *more) as process:
        wait_until(lambda: results.exists() and results.read_bytes().count(b"\n") > 3)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (128 + number, "")
    games = json.loads(out)["games"]
    assert 2 < games < 1000000
    assert games == results.read_bytes().count(b"\n")


@pytest.mark.long
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_is_left_whatever_its_bot_does(shell: Shell, tmp_path: Path, number: int) -> None:
    """The bots would think for years, and one is a program that has a child and never answers."""
    mark = 200_000_000 + os.getpid()
    script = tmp_path / "script.json"
    steps = [
        {"expect": {}},
        {"reply": {"protocol": 1}},
        {"expect": {}},
        {"reply": None},
        {"wait": 600},
    ]
    script.write_text(json.dumps(steps))
    hanging = tmp_path / "hanging.sh"
    hanging.write_text(f"#!/bin/sh\nsleep {mark} &\nexec {SCRIPTED_PEER_COMMAND} {script}\n")
    hanging.chmod(0o755)
    seats = f"mcts:iterations=1000000000,cmd:{hanging}"
    with shell.start("arena", "koryo", "--seats", seats, "--jobs", "2") as process:
        wait_until(lambda: len(processes_with(str(mark))) >= 2)
        assert len(children(process.pid)) >= 2
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)
    # After SIGKILL, Python itself says what has not been cleaned up.
    assert number == signal.SIGKILL or err == "Stopped before the first game was over.\n"
    wait_until(lambda: not processes_with(str(mark)) and not processes_with(str(tmp_path)))


def test_it_goes_on_where_it_stopped(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Without a seed it takes the one of the file."""
    results = tmp_path / "results"
    whole = figures(capsys, "--resume", str(results))
    lines = results.read_bytes().splitlines(keepends=True)
    assert len(lines) == 6
    results.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    arguments = [argument for argument in PLAY if argument not in ("--seed", "3")]
    assert main([*arguments, "--json", "--resume", str(results)]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["seed"] == 3
    assert results.read_bytes().splitlines(keepends=True)[:3] == lines[:3]
    assert figures(capsys, "--resume", str(results)) == whole


def test_a_file_of_another_plan_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    results = tmp_path / "results"
    figures(capsys, "--resume", str(results))
    before = results.read_bytes()
    assert main([*PLAY, "--resume", str(results), "--seed", "4"]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "",
        f"boardgames: cannot resume '{results}': another plan: seed is 3, not 4\n",
    )
    assert results.read_bytes() == before


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_record_that_cannot_be_written_is_one_line_after_the_figures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, jobs: str
) -> None:
    (tmp_path / "records" / "koryo-000004.json").mkdir(parents=True)
    folders = ("--records", str(tmp_path / "records"), "--resume", str(tmp_path / "results"))
    assert main([*PLAY, "--jobs", jobs, *folders]) == 2
    told = capsys.readouterr()
    assert re.match("koryo, 2 players: [2345] of 6 games from seed 3 on, ", told.out)
    assert "koryo-000004.json'" in told.err
    assert told.err.count("\n") == 1


def test_figures_are_written_before_the_error_that_ended_the_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan("koryo", ("greedy:worlds=1", "random"), games=6, seed=3)
    left = sum(game.choices[1] for game in play_games(plan, range(3)))
    choose = RandomBot.choose

    def at_most_so_often(*given: Any) -> Any:
        nonlocal left
        if not left:
            raise OverflowError("enough")
        left -= 1
        return choose(*given)

    monkeypatch.setattr(RandomBot, "choose", at_most_so_often)
    assert main([*PLAY, "--on-fault", "raise"]) == 2
    told = capsys.readouterr()
    assert told.out.startswith("koryo, 2 players: 3 of 6 games from seed 3 on, ")
    assert told.err.startswith("boardgames: game 4, seed 4, ply ")
    assert told.err.count("\n") == 1
