from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess

    from tests.conftest import Shell

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN_GAME = f"{EXAMPLES / 'tic_tac_toe.py'}:TicTacToe"
FIGURES = [
    "floor",
    "decision",
    "game",
    "legal actions",
    "apply",
    "choice",
    "view",
    "determinize",
    "JSON round trip",
    "pickle round trip",
    "pickle bytes",
]


def playouts(shell: Shell, *arguments: str) -> subprocess.CompletedProcess[str]:
    return shell.python(EXAMPLES / "benchmarks" / "playouts.py", *arguments)


@pytest.mark.long
def test_every_figure_is_printed(shell: Shell) -> None:
    done = playouts(shell, "koryo", "--players", "2", "--games", "1")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Kory")
    assert lines[0].split(", ")[1] == "2 players"
    for figure in (*FIGURES, "import boardgames"):
        assert sum(line.startswith(f"{figure:<20}") for line in lines) == 1, figure
    assert max(map(len, lines)) <= 80


@pytest.mark.long
def test_the_figures_are_json_too_and_of_ones_own_game(shell: Shell) -> None:
    done = playouts(shell, OWN_GAME, "--games", "1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["game"], found["players"]) == ("tic_tac_toe", 2)
    assert list(found["microseconds"]) == FIGURES
    assert all(0 <= each["least"] <= each["median"] for each in found["microseconds"].values())
    assert found["times the floor"]["floor"] == 1
    assert found["games per second"] > 0
    assert found["decisions per second"] > found["games per second"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["koryo", "--players", "9"], "koryo is for 2 to 4 players, not 9"),
        (["koryo", "--games", "0"], "--games must be 1 or more"),
        (["koryo", "--seed", "-1"], "--seed 0 or more"),
        ([f"{EXAMPLES / 'tic_tac_toe.py'}:Chess"], "has no attribute 'Chess'"),
        ([OWN_GAME, "--players", "3"], "tic_tac_toe is for 2 players, not 3"),
    ],
)
def test_what_cannot_be_measured_is_refused(shell: Shell, arguments: list[str], fault: str) -> None:
    done = playouts(shell, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert fault in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 2
