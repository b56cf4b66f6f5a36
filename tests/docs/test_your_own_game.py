"""What docs/your_own_game.md shows, done: its programs run, and its commands write what stands there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.docs.page import CHECKOUT, CodePage, agrees, run

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = CHECKOUT / "examples"
PAGE = CodePage("your_own_game")
GAMES = ("tic_tac_toe.py", "briscola.py")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the reader's folder: the two games, and the files that the page shows."""
    made = tmp_path_factory.mktemp("afternoon")
    for name in GAMES:
        (made / name).write_text((EXAMPLES / name).read_text(encoding="utf-8"), encoding="utf-8")
    PAGE.write_files(made)
    return made


def test_every_block_is_of_a_kind_that_is_checked() -> None:
    assert {block.kind for block in PAGE.blocks} == {"python", "console", "toml"}
    assert PAGE.text.count("```") == 2 * len(PAGE.blocks)
    assert {block.file for block in PAGE.blocks if block.kind == "toml"} == {"pyproject.toml"}


@pytest.mark.parametrize(("section", "name"), [("Briscola", "briscola.py"), ("Tic-tac-toe", "tic_tac_toe.py")])
def test_the_pieces_of_a_section_are_the_whole_program_in_its_order(section: str, name: str) -> None:
    program = "".join(block.text for block in PAGE.programs if block.section == section)
    whole = (EXAMPLES / name).read_text(encoding="utf-8")
    assert [line for line in program.splitlines() if line] == [line for line in whole.splitlines() if line]


def test_no_other_section_has_pieces_of_a_program() -> None:
    assert {block.section for block in PAGE.programs} == {"Briscola", "Tic-tac-toe"}


@pytest.mark.long
def test_every_command_writes_what_is_shown(folder: Path) -> None:
    """One after the other, as a reader would type them."""
    assert len(PAGE.commands) > 8
    for command in PAGE.commands:
        written = run(command, folder)
        assert agrees(command.output, written), f"{command.line}\n{written}"


def test_a_page_that_shows_something_else_is_noticed() -> None:
    line = "greedy   87.8% [85.6%,  89.7%]       79.94           136        0\n"
    assert agrees(line, line.replace("136", " 99"))
    assert agrees(f"a\n...\n{line}", f"a\nb\nc\n{line}")
    for wrong in (line.replace("87.8", "87.9"), line.replace("79.94", "79.95"), line.replace("0\n", "1\n"), ""):
        assert not agrees(line, wrong)


def test_every_link_leads_somewhere() -> None:
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^## (.*)$", PAGE.text, re.MULTILINE)}
    for target in re.findall(r"\]\((.*?)\)", PAGE.text):
        assert (
            target.removeprefix("#") in headings if target.startswith("#") else (CHECKOUT / "docs" / target).is_file()
        )
