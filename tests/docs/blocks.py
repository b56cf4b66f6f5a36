"""The code on the pages of docs/: Sybil finds the blocks, and what stands here does them as a
reader would.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser

import boardgames

CHECKOUT = Path(__file__).parents[2]
SKIPPED = "..."
"""A line that stands for any number of lines."""
TIME_A_CHOICE = re.compile(r"(?<=%\]) +(\S+) +\d+ +(\d+)(?=  \S+$)", re.MULTILINE)
"""From a line of the arena: mean score, microseconds, which are never the same, and faults."""


def file_name(block: str) -> str | None:
    """Return the name of the file that a block says it is, if any."""
    found = re.match(r"(?:#|//|<!--) (\w+\.\w+)(?: -->)?\n", block)
    return found and found[1]


def environment(folder: Path) -> dict[str, str]:
    """Return the reader's environment; packages are installed beside the folder, and without the
    network.
    """
    site = folder.parent / "site"
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "LC_", "PIP_"))
    }
    return kept | {
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "PYTHONPATH": os.pathsep.join((str(Path(boardgames.__file__).parents[1]), str(site))),
        "PYTHONUTF8": "1",
        "XDG_STATE_HOME": str(folder),
        "LOCALAPPDATA": str(folder),
        "PIP_TARGET": str(site),
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it as: no isolation
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }


def run(command: list[str], folder: Path, typed: str = "") -> tuple[int, str]:
    """Return exit status and all that a command writes."""
    done = subprocess.run(
        command,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        cwd=folder,
        timeout=120,
        check=False,
        env=environment(folder),
    )
    return done.returncode, done.stdout


def run_program(example: Example) -> str | None:
    """Run a block of Python as a program; return what it writes if it fails."""
    status, written = run([sys.executable, "-c", example.parsed], example.namespace["folder"])
    return written if status else None


def run_commands(example: Example) -> str | None:
    """Type what stands behind each `$` and at each question; return what was written if the page
    shows otherwise.
    """
    for entry in re.split(r"^\$ ", example.parsed, flags=re.MULTILINE)[1:]:
        line, _, shown = entry.partition("\n")
        typed = "".join(
            f"{answer}\n" for answer in re.findall(r"^Player \d> (.+)$", shown, re.MULTILINE)
        )
        status, written = run(["sh", "-c", line], example.namespace["folder"], typed)
        if (status == 0) != ("Error: " not in shown) or not agrees(shown, written):
            return f"$ {line}\n{written}"
    return None


def read_table(example: Example) -> None:
    """Read a block of TOML."""
    tomllib.loads(example.parsed)


def read_json(example: Example) -> None:
    """Read a block of JSON."""
    json.loads(example.parsed)


def keep(_: Example) -> None:
    """Do nothing with a block that is a file for a browser, or a setting of another program."""


def agrees(shown: str, written: str) -> bool:
    """Tell whether a command wrote what is shown, skipped lines and measured times apart."""
    pattern = "".join(
        "(?s:.*)" if line.strip() == SKIPPED else re.escape(line)
        for line in TIME_A_CHOICE.sub(r" \1 \2", shown).splitlines(keepends=True)
    )
    return re.fullmatch(pattern, TIME_A_CHOICE.sub(r" \1 \2", written)) is not None


CONFIGURATIONS = ("nginx", "caddy", "caddyfile", "dockerfile", "ini", "sh", "yaml")
"""Of other programs: `test_server_guide.py` runs those whose programs are installed."""
BLOCKS = Sybil(
    [
        CodeBlockParser("python", run_program),
        CodeBlockParser("console", run_commands),
        CodeBlockParser("toml", read_table),
        CodeBlockParser("json", read_json),
        CodeBlockParser("html", keep),
        *[CodeBlockParser(kind, keep) for kind in CONFIGURATIONS],
        CodeBlockParser("javascript", keep),
        CodeBlockParser("text", keep),  # a part of what a program writes
    ]
)


class Page:
    """A page with its blocks of code."""

    def __init__(self, name: str) -> None:
        """Read the page of this name, such as `guides/bot`."""
        self.path = CHECKOUT / "docs" / f"{name}.md"
        self.document = BLOCKS.parse(self.path)
        self.text: str = self.document.text
        self.examples = list(self.document.examples())
        self.files = {
            title: each.parsed
            for each in self.examples
            if (title := file_name(each.parsed)) is not None
        }
        self.programs = [each for each in self.of_kind("python") if file_name(each.parsed) is None]
        """The blocks of Python that are no files."""

    def of_kind(self, kind: str) -> list[Example]:
        """Return the blocks in this language."""
        return [each for each in self.examples if each.region.lexemes["arguments"] == kind]

    def piece(self, example: Example) -> str:
        """Return a block as it stands there: Sybil takes away what all its lines are
        indented by.
        """
        return "".join(self.text[example.start : example.end].splitlines(keepends=True)[1:-1])

    def open_in(self, folder: Path) -> None:
        """Write the files that the page shows, and let its blocks be run here."""
        self.document.namespace["folder"] = folder
        for name, content in self.files.items():
            (folder / name).write_text(content, encoding="utf-8")
