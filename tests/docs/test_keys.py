"""What pages and programs show to people has words, and no keys for programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "examples").rglob("*.py")),
]
WHOLE = re.compile(r"print\(.*\boutcome(\(state\))?\)$", re.MULTILINE)
"""Prints an Outcome as it is, whose reason is a key."""


@pytest.mark.parametrize(
    "line", ["print(match.outcome)", "print(len(told), game.outcome(state))", "print(outcome)"]
)
def test_the_print_of_a_whole_outcome_is_found(line: str) -> None:
    assert WHOLE.search(f"{line}\n")
    assert not WHOLE.search(f"{line[:-1]}.scores)\n")


def test_no_page_and_no_example_prints_an_outcome_with_its_keys() -> None:
    assert len(PAGES) > 40
    found = [
        f"{page.relative_to(ROOT)}: {line.group()}"
        for page in PAGES
        for line in WHOLE.finditer(page.read_text(encoding="utf-8"))
    ]
    assert found == []
