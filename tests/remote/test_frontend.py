"""The examples of clients in other languages, over lines and over HTTP: they know no game, and show
and play each of them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

import boardgames
from tests import packages
from tests.conftest import PACKAGE, Shell
from tests.remote.servers import Start

FRONTEND = PACKAGE.parent / "examples" / "frontend.mjs"
NODE = shutil.which("node") or ""
OTHERS = [name for name in boardgames.game_names() if name != "koryo"]
needs_node = pytest.mark.skipif(not NODE, reason="needs Node.js")


def run(
    shell: Shell, *words: str, typed: str = "", python: str = sys.executable
) -> subprocess.CompletedProcess[str]:
    return shell.do([NODE, str(FRONTEND), *words], typed, PYTHON=python)


def test_it_is_short_and_names_no_game_but_in_its_usage() -> None:
    lines = FRONTEND.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 80
    code = "\n".join(line for line in lines if not line.startswith("//"))
    assert not [name for name in boardgames.game_names() if name in code]


@pytest.mark.long
@needs_node
@pytest.mark.parametrize("name", boardgames.game_names())
def test_it_plays_a_game_it_has_never_heard_of(shell: Shell, name: str) -> None:
    check_game(run(shell, name, "2", "--random"), name)


@pytest.mark.long
@needs_node
@pytest.mark.parametrize("name", boardgames.game_names())
def test_it_plays_over_http_as_well(shell: Shell, name: str, server: Any) -> None:
    check_game(run(shell, name, "2", "--random", "--server", server.url), name)


def check_game(done: subprocess.CompletedProcess[str], name: str) -> None:
    """Assert that this was a whole game."""
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    title = boardgames.game_class(name).title
    assert sum(line.startswith(f"== {title}") for line in lines) > 5
    assert "1. " in done.stdout
    assert "; won by player " in lines[-1]
    assert "undefined" not in done.stdout
    assert "NaN" not in done.stdout


@needs_node
@pytest.mark.parametrize(
    "name",
    [
        "koryo",
        *[pytest.param(each, marks=pytest.mark.long) for each in (*OTHERS, "briscola", "ambush")],
    ],
)
def test_a_reader_follows_whole_games_from_events_alone(
    shell: Shell, name: str, tmp_path: Path
) -> None:
    """examples/follow_log.mjs compares its table with the scene after each action, for each seat
    and a spectator.
    """
    entries = "briscola = examples.briscola:Briscola\nambush = examples.ambush:Ambush"
    packages.add(tmp_path, "games", "examples", entries)
    reader = FRONTEND.with_name("follow_log.mjs")
    path = os.pathsep.join((str(tmp_path), str(PACKAGE.parent)))
    done = shell.do([NODE, str(reader), name, "2"], PYTHON=sys.executable, PYTHONPATH=path)
    assert (done.returncode, done.stderr) == (0, "")
    *games, last = done.stdout.splitlines()
    assert last == "0 differences"
    assert len(games) == 2
    for line, followers in zip(games, (3, 2), strict=True):  # each client and a spectator
        actions, compared = (int(word) for word in re.findall(r"(\d+) (?:actions|tables)", line))
        assert compared == followers * (actions + 1) > followers


@needs_node
@pytest.mark.long
@pytest.mark.parametrize("name", boardgames.game_names())
def test_a_reader_follows_a_whole_game_over_http(shell: Shell, name: str, server: Any) -> None:
    reader = FRONTEND.with_name("follow_log.mjs")
    done = shell.do([NODE, str(reader), name, "2", server.url], "")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "0 differences"


@needs_node
def test_it_asks_until_something_is_chosen(shell: Shell) -> None:
    done = run(shell, "koryo", typed="x\n0\n999\n1\n")
    assert (done.returncode, done.stderr) == (1, "nothing was chosen\n")
    assert done.stdout.count("Your choice, 1 to ") == 5


@needs_node
def test_a_game_that_does_not_exist_is_one_line(shell: Shell) -> None:
    done = run(shell, "chess", "--random")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "'chess'" in done.stderr


@pytest.mark.parametrize("name", [pytest.param("koryo", marks=pytest.mark.long), "bazaar"])
def test_a_client_of_forty_lines_plays_a_whole_game(
    shell: Shell, name: str, serving: Start
) -> None:
    """It never waits where there is no news to come, as after the end."""
    server, since = serving(patience=60.0), monotonic()
    client = FRONTEND.with_name("http_client.py")
    assert len(client.read_text(encoding="utf-8").splitlines()) <= 41
    done = shell.do([sys.executable, str(client), server.url, name], "")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) > 5
    assert monotonic() - since < 60


def test_a_client_is_told_what_is_wrong(shell: Shell, server: Any) -> None:
    client = FRONTEND.with_name("http_client.py")
    done = shell.do([sys.executable, str(client), server.url, "chess"], "")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
