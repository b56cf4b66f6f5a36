"""`boardgames arena`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from boardgames.cli import main

if TYPE_CHECKING:
    from pathlib import Path

PLAY = ["arena", "koryo", "--seats", "greedy:worlds=1,random", "--games", "6", "--seed", "3"]


def figures(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    assert main([*PLAY, "--json", *more]) == 0
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    for bot in told["bots"]:  # type: ignore[attr-defined]  # a list of objects
        del bot["microseconds a choice"]
    return told


def test_it_tells_the_share_of_every_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(PLAY) == 0
    told = capsys.readouterr()
    assert told.err == ""
    lines = told.out.splitlines()
    assert lines[0].startswith("koryo, 2 players: 6 games from seed 3 on, ")
    assert [line.split()[0] for line in lines[3:]] == ["greedy:worlds=1", "random"]
    assert all(len(line) <= 80 for line in lines)


def test_the_figures_do_not_depend_on_the_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures(capsys) == figures(capsys, "--jobs", "2")


def test_a_factory_of_executors_can_be_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "threads_for_arena.py").write_text(
        "from concurrent.futures import ThreadPoolExecutor\ndef two():\n    return ThreadPoolExecutor(2)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert figures(capsys) == figures(capsys, "--executor", "threads_for_arena:two")


def test_records_are_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    figures(capsys, "--records", str(tmp_path))
    assert len(list(tmp_path.glob("koryo-*.json"))) == 6
    assert main(["replay", str(tmp_path / "koryo-000006.json"), "--check"]) == 0


def test_a_bot_that_fails_is_named_with_its_game_and_reason(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps([{"expect": {}}, {"reply": {"protocol": 1}}, {"expect": {}}, {"reply": None}]))
    bot = f"cmd:{sys.executable} -m boardgames.testing.scripted_peer {script}"
    assert main(["arena", "koryo", "--seats", f"random,{bot}", "--games", "2", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert "game 1, ply " in told
    assert f"({bot}): ended with exit status 0" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "0"], "expected a whole number of 1 or more, not '0'"),
        (["--jobs", "x"], "expected a whole number of 1 or more, not 'x'"),
        (["--seconds", "0"], "argument --seconds: expected a number above 0, not '0'"),
        (["--on-fault", "cry"], "invalid choice: 'cry'"),
        (["--executor", "nowhere:at_all"], "expected module:function"),
        (["--executor", "json"], "expected module:function"),
        (["--components", "nowhere.toml"], "cannot read components"),
        (["--records", "/dev/null/x"], "cannot keep records in '/dev/null/x'"),
        (["--seats", "human,random"], "unknown bot 'human'"),
        (["--seats", "random"], "2 to 4 players, not 1"),
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


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted_it_tells_what_is_finished(jobs: str) -> None:
    command = [sys.executable, "-m", "boardgames", *PLAY, "--games", "1000000", "--json", "--jobs", jobs]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(3)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert 0 < json.loads(out)["games"] < 1000000
