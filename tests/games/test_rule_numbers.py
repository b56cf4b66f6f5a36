"""Every numbered rule is in the code and has a test named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import boardgames

ROOMS = Path(boardgames.__file__).parent / "games"
TESTS = Path(__file__).parent


def rules_of(game: str) -> list[str]:
    """Return the numbers of the rules that its RULES.md states, such as K7.6."""
    page = (ROOMS / game / "RULES.md").read_text(encoding="utf-8").partition("## Rulings")[0]
    return re.findall(r"^- ([A-Z]\d+\.\d+) ", page, re.MULTILINE)


def written(folder: Path) -> str:
    return "".join([path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))])


@pytest.mark.parametrize("game", boardgames.game_names())
def test_whoever_knows_a_rule_finds_its_code_and_its_test(game: str) -> None:
    code, tests, numbers = written(ROOMS / game), written(TESTS / game), rules_of(game)
    assert len(numbers) > 15
    assert [each for each in numbers if not re.search(rf"\b{re.escape(each)}\b", code)] == []
    named = [each.lower().replace(".", "_") for each in numbers]
    assert [each for each in named if not re.search(rf"def test_{each}_", tests)] == []
