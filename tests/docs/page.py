"""The code on a page of docs/: what it is, and how a reader would run it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import boardgames

CHECKOUT = Path(__file__).parents[2]
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


class CodePage:
    """A page with its blocks of code."""

    def __init__(self, name: str) -> None:
        """Read the page of this name, such as `guides/bot`."""
        self.text = (CHECKOUT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        self.blocks = [
            Block(section.partition("\n")[0], kind, text)
            for section in self.text.split("\n## ")
            for kind, text in re.findall(r"^```(\w*)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
        ]
        self.programs = [block for block in self.blocks if block.kind == "python" and block.file is None]
        """The blocks of Python that are no files."""
        self.commands = [
            Command(*entry.partition("\n")[::2])
            for block in self.blocks
            if block.kind == "console"
            for entry in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
        ]

    def write_files(self, folder: Path) -> None:
        """Write the files that the page shows."""
        for block in self.blocks:
            if block.file is not None:
                (folder / block.file).write_text(block.text, encoding="utf-8")


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
