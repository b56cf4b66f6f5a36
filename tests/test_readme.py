"""What README.md shows, done."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = re.findall(r"^    (python -m boardgames .*)$", README, re.MULTILINE)


def run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        input="",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        # where lessons are kept, of which this machine may have another's
        env=os.environ | {"XDG_STATE_HOME": str(folder), "LOCALAPPDATA": str(folder)},
    )


def test_there_are_programs_and_commands() -> None:
    assert len(PROGRAMS) >= 3
    assert "python -m boardgames play koryo" in COMMANDS


@pytest.mark.parametrize(
    "number",
    [
        # The doctest of boardgames.testing shows the same in the fast suite.
        pytest.param(number, marks=pytest.mark.long if "check_game" in text else ())
        for number, text in enumerate(PROGRAMS)
    ],
)
def test_every_program_runs(number: int, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAMS[number], encoding="utf-8")
    done = run(["-W", "error", "program.py"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_library_example_has_ten_lines_and_prints_what_happens(tmp_path: Path) -> None:
    lines = [
        line
        for line in PROGRAMS[0].splitlines()
        if line and not line.startswith(("from ", "import "))
    ]
    assert len(lines) <= 10
    (tmp_path / "program.py").write_text(PROGRAMS[0], encoding="utf-8")
    done = run(["program.py"], tmp_path)
    assert re.search(r"\nThe last season is over\n\(27, 3, 10\) \(0,\)\n$", done.stdout)


@pytest.mark.long
def test_every_command_does_what_it_is_there_for(tmp_path: Path) -> None:
    """One after the other, as a reader would type them; at the end of input a person's game stops
    politely.
    """
    (tmp_path / "examples").symlink_to(CHECKOUT / "examples")
    for command in COMMANDS:
        done = run(shlex.split(command)[1:], tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout, command


def test_programs_and_commands_record_games_in_files_of_their_own() -> None:
    written = re.findall(r"--record (\S+)", "\n".join(COMMANDS)) + re.findall(
        r'save\("(.*?)"', "\n".join(PROGRAMS)
    )
    assert len(written) == len(set(written)) == 2


def test_links_and_pictures_work_wherever_the_page_is_shown() -> None:
    """A package index has no files beside it, so they name the repository."""
    targets = re.findall(r"\]\(([^)]+)\)", README)
    assert len(targets) > 10
    home = "https://github.com/boardgames-engine/boardgames/"
    raw = "https://raw.githubusercontent.com/boardgames-engine/boardgames/main/"
    for target in targets:
        place = re.fullmatch(rf"{home}(?:blob|tree)/main/(.+)|{raw}(.+)", target)
        assert place, target
        assert (CHECKOUT / (place[1] or place[2])).exists(), target
