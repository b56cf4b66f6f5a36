"""Every numbered rule is in the code and has a test named after it; the code names no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import boardgames

NUMBER = r"[A-Z][0-9]{1,2}(?:\.[0-9]+)?"
"""The number of a rule, such as K7.6, or of a section, such as K7."""
ROOMS = Path(boardgames.__file__).parent / "games"
TESTS = Path(__file__).parent


def rules_of(game: str) -> list[str]:
    """Return the numbers of the rules that its RULES.md states, such as K7.6."""
    page = (ROOMS / game / "RULES.md").read_text(encoding="utf-8").partition("## Rulings")[0]
    return re.findall(r"^- ([A-Z]\d+\.\d+) ", page, re.MULTILINE)


def sections_of(game: str) -> list[str]:
    """Return the numbers of the sections of its RULES.md, such as K7."""
    page = (ROOMS / game / "RULES.md").read_text(encoding="utf-8")
    return re.findall(rf"^## .*\(({NUMBER})\)$", page, re.MULTILINE)


def written(folder: Path, kind: str = "py") -> str:
    return "".join([path.read_text(encoding="utf-8") for path in sorted(folder.rglob(f"*.{kind}"))])


@pytest.mark.parametrize("game", boardgames.game_names())
def test_whoever_knows_a_rule_finds_its_code_and_its_test(game: str) -> None:
    code, tests, numbers = written(ROOMS / game), written(TESTS / game), rules_of(game)
    assert len(numbers) > 15
    assert [each for each in numbers if not re.search(rf"\b{re.escape(each)}\b", code)] == []
    named = [each.lower().replace(".", "_") for each in numbers]
    assert [each for each in named if not re.search(rf"def test_{each}_", tests)] == []


@pytest.mark.parametrize("game", boardgames.game_names())
def test_every_rule_that_code_data_and_rules_refer_to_is_one_of_the_rules(game: str) -> None:
    sections = sections_of(game)
    letter = sections[0][0]
    for kind in ("py", "toml", "md"):
        named = re.findall(rf"\b{NUMBER}\b", written(ROOMS / game, kind))
        of_game = {number for number in named if number.startswith(letter)}
        assert of_game - {*sections, *rules_of(game)} == set()


@pytest.mark.parametrize("game", boardgames.game_names())
def test_the_notation_names_the_rules_that_the_actions_name(game: str) -> None:
    """So that neither is forgotten when a rule moves."""
    most = boardgames.game_class(game).player_counts[-1]
    played = boardgames.make(game, players=most)
    table = played.words.rules().partition("\n## Notation\n")[2].partition("\n## ")[0]
    rules: list[str] = []
    for row in re.findall(r"^\|.*\|$", table, re.MULTILINE)[2:]:
        rules = re.findall(rf"\b{NUMBER}\b", row) or rules  # a row may go on with the one before
        notation = re.search(r"\| (`.*?) +\|", row)
        assert notation, row
        for text in re.findall("`(.*?)`", notation[1]):
            action = type(played.parse(text))
            named = re.findall(rf"\b{NUMBER}\b", action.__doc__ or "")
            assert any(f"{rule}.".startswith(f"{one}.") for rule in rules for one in named), row


@pytest.mark.parametrize("game", boardgames.game_names())
def test_the_changelog_tells_of_the_version_of_the_rules(game: str) -> None:
    rules = boardgames.game_class(game)
    lines = (TESTS.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    told = [line for line in lines if f"`rules_version` {rules.rules_version}" in line]
    assert [line for line in told if line.startswith(f"- {rules.title}")]
