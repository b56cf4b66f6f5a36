"""The pages with code, done: their programs run, and their commands write what stands there."""

from __future__ import annotations

import re
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.libraries import NEEDED
from tests.docs.blocks import CHECKOUT, Page, agrees

EXAMPLES = CHECKOUT / "examples"
GUIDES = sorted(f"guides/{path.stem}" for path in (CHECKOUT / "docs" / "guides").glob("*.md"))
NAMES = ("conformance", "index", "notebook", "protocol", "your_own_game", *GUIDES)
PAGES = {name: Page(name) for name in NAMES}
IN_PIECES = ("notebook", "your_own_game", "guides/briscola", "guides/by_hand", "guides/rounds")
"""Pages whose blocks do not run by themselves: cells of one notebook, or pieces of programs in
examples/.
"""
PROGRAMS = {
    f"{name}:{example.line}": (page, example)
    for name, page in PAGES.items()
    for example in (
        *page.of_kind("toml"),
        *page.of_kind("json"),
        *(() if name in IN_PIECES else page.programs),
    )
}
"""By page and line: each block of Python that is no file is a program, which runs by itself."""
OTHER_LIBRARIES = {
    **{f"adapters.{need.adapter}": need.library for need in NEEDED},
    "import pandas": "pandas",
    "from django": "django",
    "from fastapi": "fastapi",
    "from quart": "quart",
}
"""What a program imports, and the library that it needs then."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the reader's folder, where the games that the pages take to pieces lie already."""
    made = tmp_path / "reader"
    made.mkdir()
    for name in ("nines.py", "tic_tac_toe.py", "briscola.py", "highest.py"):
        shutil.copy(EXAMPLES / name, made)
    return made


DOCS = CHECKOUT / "docs"
WRITTEN = {
    str(path.relative_to(DOCS).with_suffix("")): path.read_text(encoding="utf-8")
    for path in DOCS.rglob("*.md")
    if path.parent.name != "rules" and path.stem not in {"index", "changelog"}
}
"""The pages for one kind of reader, by name."""


@pytest.mark.parametrize("name", WRITTEN)
def test_a_page_says_for_whom_it_is(name: str) -> None:
    assert re.search(r"\A# .+\n\n(?:<!--.+-->\n+)*\*For ", WRITTEN[name])


@pytest.mark.parametrize("name", sorted(WRITTEN.keys() - {"protocol"}))
def test_a_page_is_read_in_a_quarter_of_an_hour(name: str) -> None:
    """The protocol is a reference of its own."""
    assert len(WRITTEN[name].split()) <= 3000


def test_no_other_page_has_code() -> None:
    """But README, whose blocks have tests of their own, and what contributors read."""
    having = {name for name, text in WRITTEN.items() if "\n```" in text}
    assert having <= PAGES.keys()


@pytest.mark.parametrize("name", PAGES)
def test_all_code_on_a_page_is_of_a_kind_that_is_checked(name: str) -> None:
    page = PAGES[name]
    assert page.text.count("```") == 2 * len(page.examples)


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_runs(name: str, folder: Path) -> None:
    """One for a library that is not installed is left out; the gate has an environment with all of
    them.
    """
    page, example = PROGRAMS[name]
    for imported, library in OTHER_LIBRARIES.items():
        if imported in example.parsed and find_spec(library) is None:
            pytest.skip(f"{library} is not installed")
    page.open_in(folder)
    example.evaluate()


@pytest.mark.long
def test_the_cells_of_the_notebook_run_one_after_the_other() -> None:
    cells = [example.parsed for example in PAGES["notebook"].programs]
    names: dict[str, Any] = {"display": lambda shown: shown._repr_html_()}
    for cell in cells:
        exec(cell, names)  # noqa: S102  # as a notebook does
    assert len(cells) > 3
    assert names["match"].outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if page.of_kind("console")])
def test_every_command_writes_what_is_shown(name: str, folder: Path) -> None:
    """One after the other, as a reader would type them."""
    PAGES[name].open_in(folder)
    for example in PAGES[name].of_kind("console"):
        example.evaluate()


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("your_own_game", "highest.py"),
        ("guides/briscola", "briscola.py"),
        ("guides/by_hand", "tic_tac_toe.py"),
    ],
)
def test_the_pieces_on_a_page_are_the_whole_program_in_its_order(page: str, name: str) -> None:
    program = "".join(map(PAGES[page].piece, PAGES[page].programs))
    whole = (EXAMPLES / name).read_text(encoding="utf-8")
    assert [line for line in program.splitlines() if line] == [
        line for line in whole.splitlines() if line
    ]


def test_the_pieces_of_nines_are_in_the_program() -> None:
    page = PAGES["guides/rounds"]
    pieces = [page.piece(example) for example in page.programs]
    assert len(pieces) > 5
    for piece in pieces:
        assert all(
            part in (EXAMPLES / "nines.py").read_text(encoding="utf-8")
            for part in piece.split("\n\n")
        )


def test_a_page_that_shows_something_else_is_noticed() -> None:
    line = " 87.8% [85.6%,  89.7%]       79.94           136        0  greedy\n"
    assert agrees(line, line.replace("136", " 99"))
    assert agrees(f"a\n...\n{line}", f"a\nb\nc\n{line}")
    for wrong in (
        line.replace("87.8", "87.9"),
        line.replace("79.94", "79.95"),
        line.replace("0  gr", "1  gr"),
        "",
    ):
        assert not agrees(line, wrong)


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name: str) -> None:
    page = PAGES[name]
    headings = {
        re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")
        for heading in re.findall(r"^##+ (.*)$", page.text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^):]+)\)", page.text):
        path, _, place = target.partition("#")
        assert (page.path.parent / path).exists() if path else place in headings, target
