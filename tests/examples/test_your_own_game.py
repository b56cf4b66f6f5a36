"""What examples/your_own_game.md shows, done: its programs run, and its commands write what stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import boardgames

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGE = (EXAMPLES / "your_own_game.md").read_text(encoding="utf-8")
GAMES = ("tic_tac_toe.py", "briscola.py")
SKIPPED = "..."
"""A line that stands for any number of lines."""
TIME_A_CHOICE = re.compile(r"(?<=%\]) +(\S+) +\d+ +(\d+)$", re.MULTILINE)
"""From a line of the arena: mean score, microseconds, which are never the same, and faults."""


class Block(NamedTuple):
    """A block of code on the page."""

    section: str
    kind: str
    text: str

    @property
    def file(self) -> str | None:
        """The file that it says it is."""
        found = re.match(r"# (\w+\.\w+)\n", self.text)
        return found and found[1]


class Command(NamedTuple):
    """A command with what it writes; of a game with a person, what is typed stands there too."""

    line: str
    output: str

    @property
    def typed(self) -> str:
        """What is typed at its questions."""
        return "".join(f"{answer}\n" for answer in re.findall(r"^Player \d> (.+)$", self.output, re.MULTILINE))


BLOCKS = [
    Block(section.partition("\n")[0], kind, text)
    for section in PAGE.split("\n## ")
    for kind, text in re.findall(r"^```(\w*)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
]
PIECES = [block for block in BLOCKS if block.kind == "python" and block.file is None]
COMMANDS = [
    Command(*entry.partition("\n")[::2])
    for block in BLOCKS
    if block.kind == "console"
    for entry in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the reader's folder: the two games, and the files that the page shows."""
    made = tmp_path_factory.mktemp("afternoon")
    for name in GAMES:
        (made / name).write_text((EXAMPLES / name).read_text(encoding="utf-8"), encoding="utf-8")
    for block in BLOCKS:
        if block.file is not None:
            (made / block.file).write_text(block.text, encoding="utf-8")
    return made


def run(command: Command, folder: Path) -> str:
    """Return all that a command writes; packages are installed beside the folder, and without the network."""
    site = folder.parent / "site"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "PIP_"))}
    done = subprocess.run(
        ["sh", "-c", command.line],  # noqa: S607  # as the reader's shell does
        input=command.typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        cwd=folder,
        timeout=120,
        check=False,
        env=kept
        | {
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
            "PYTHONPATH": os.pathsep.join((str(Path(boardgames.__file__).parents[1]), str(site))),
            "PYTHONUTF8": "1",
            "PIP_TARGET": str(site),
            "PIP_NO_DEPS": "1",
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it as: no isolation
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        },
    )
    assert (done.returncode == 0) == ("Error: " not in command.output), done.stdout
    return done.stdout


def agrees(shown: str, written: str) -> bool:
    """Tell whether a command wrote what is shown, skipped lines and measured times apart."""
    pattern = "".join(
        "(?s:.*)" if line.strip() == SKIPPED else re.escape(line)
        for line in TIME_A_CHOICE.sub(r" \1 \2", shown).splitlines(keepends=True)
    )
    return re.fullmatch(pattern, TIME_A_CHOICE.sub(r" \1 \2", written)) is not None


def test_every_block_is_of_a_kind_that_is_checked() -> None:
    assert {block.kind for block in BLOCKS} == {"python", "console", "toml"}
    assert PAGE.count("```") == 2 * len(BLOCKS)
    assert {block.file for block in BLOCKS if block.kind == "toml"} == {"pyproject.toml"}


def test_the_pieces_of_tic_tac_toe_are_the_whole_program_in_its_order() -> None:
    program = "".join(block.text for block in PIECES if block.section == "Tic-tac-toe")
    whole = (EXAMPLES / "tic_tac_toe.py").read_text(encoding="utf-8")
    assert [line for line in program.splitlines() if line] == [line for line in whole.splitlines() if line]


@pytest.mark.parametrize("piece", [block.text for block in PIECES if block.section != "Tic-tac-toe"])
def test_the_pieces_of_briscola_are_in_the_program(piece: str) -> None:
    assert piece in (EXAMPLES / "briscola.py").read_text(encoding="utf-8")


@pytest.mark.long
def test_every_command_writes_what_is_shown(folder: Path) -> None:
    """One after the other, as a reader would type them."""
    assert len(COMMANDS) > 8
    for command in COMMANDS:
        written = run(command, folder)
        assert agrees(command.output, written), f"{command.line}\n{written}"


def test_a_page_that_shows_something_else_is_noticed() -> None:
    line = "greedy   87.8% [85.6%,  89.7%]       79.94           136        0\n"
    assert agrees(line, line.replace("136", " 99"))
    assert agrees(f"a\n...\n{line}", f"a\nb\nc\n{line}")
    for wrong in (line.replace("87.8", "87.9"), line.replace("79.94", "79.95"), line.replace("0\n", "1\n"), ""):
        assert not agrees(line, wrong)


def test_every_link_leads_somewhere() -> None:
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^## (.*)$", PAGE, re.MULTILINE)}
    for target in re.findall(r"\]\((.*?)\)", PAGE):
        assert target.removeprefix("#") in headings if target.startswith("#") else (EXAMPLES / target).is_file()
