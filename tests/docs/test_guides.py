"""The guides and the home page, done: their programs run, and their commands write what stands there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.docs.page import CHECKOUT, CodePage, agrees, run

if TYPE_CHECKING:
    from pathlib import Path

GUIDES = sorted(f"guides/{path.stem}" for path in (CHECKOUT / "docs" / "guides").glob("*.md"))
PAGES = {name: CodePage(name) for name in ("index", *GUIDES)}
NINES = CHECKOUT / "examples" / "nines.py"
PROGRAMS = {
    f"{name}: {section}": "\n".join(block.text for block in page.programs if block.section == section)
    for name, page in PAGES.items()
    for section in dict.fromkeys(block.section for block in page.programs)
    if name not in ("guides/rounds", "guides/environments")
}
"""By page and section: the blocks that are no files make up one program."""
PROGRAMS |= {
    f"guides/environments: {number}": block.text
    for number, block in enumerate(PAGES["guides/environments"].programs, 1)
}
"""Readers copy one block of this page; each runs by itself."""
OTHER_LIBRARIES = {
    "adapters.gymnasium": "gymnasium",
    "adapters.pettingzoo": "pettingzoo",
    "adapters.open_spiel": "pyspiel",
}
"""What a program imports, and the library that it needs then."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the reader's folder, where the game of the guide on rounds lies already."""
    made = tmp_path / "reader"
    made.mkdir()
    shutil.copy(NINES, made)
    return made


def test_all_code_on_the_guides_is_of_a_kind_that_is_run() -> None:
    assert len(PAGES) >= 5
    for page in PAGES.values():
        assert {block.kind for block in page.blocks} <= {"python", "console", "toml"}
        assert page.text.count("```") == 2 * len(page.blocks)


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_program_of_every_section_runs(name: str, folder: Path) -> None:
    """One for a library that is not installed is left out; the gate has an environment with all of them."""
    for imported, library in OTHER_LIBRARIES.items():
        if imported in PROGRAMS[name] and find_spec(library) is None:
            pytest.skip(f"{library} is not installed")
    PAGES[name.partition(":")[0]].write_files(folder)
    (folder / "program.py").write_text(PROGRAMS[name], encoding="utf-8")
    environment = {"PYTHONPATH": str(CHECKOUT), "PYTHONUTF8": "1"}
    command = [sys.executable, "program.py"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if page.commands])
def test_every_command_writes_what_is_shown(name: str, folder: Path) -> None:
    """One after the other, as a reader would type them."""
    PAGES[name].write_files(folder)
    for command in PAGES[name].commands:
        written = run(command, folder)
        assert agrees(command.output, written), f"{command.line}\n{written}"


def test_the_pieces_of_nines_are_in_the_program() -> None:
    pieces = [block.text for block in PAGES["guides/rounds"].programs]
    assert len(pieces) > 5
    for piece in pieces:
        assert all(part in NINES.read_text(encoding="utf-8") for part in piece.split("\n\n"))


def test_every_file_and_page_that_is_linked_exists() -> None:
    for name, page in PAGES.items():
        for target in re.findall(r"\]\(([^)#:]+)", page.text):
            assert ((CHECKOUT / "docs" / name).parent / target).exists(), f"{name}: {target}"
