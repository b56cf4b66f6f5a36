"""RULES.md of each game says of the box what the components say."""

from __future__ import annotations

import pytest

import boardgames
from boardgames.core.values import evolve
from boardgames.games.koryo import Kind
from boardgames.games.koryo.components import COMPONENTS, KEYS
from tests.games import rules_pages
from tests.games.koryo import rules_page
from tests.games.rules_pages import brief, path_of, with_numbers, with_table

PAGE = """# A game

There are 12 cards: 2 red
ones, and others.

| card | copies |
|------|--------|
| red  | 2      |

| season | 1 |
|--------|---|
| dealt  | 5 |
"""
"""With two tables."""


@pytest.mark.parametrize("name", boardgames.game_names())
def test_the_rules_have_the_numbers_of_the_box(name: str) -> None:
    page = path_of(name).read_text(encoding="utf-8")
    assert rules_pages.renewed(name, page) == page, "run python -m tests.renew"


def test_one_more_card_changes_its_row_and_the_numbers_of_cards() -> None:
    box = COMPONENTS.published
    one_more = evolve(box, copies=(*box.copies[:-1], box.copies[-1] + 1))
    pieces = {key: {"worth": 77, "brief": "something"} for key in KEYS}
    page = rules_page.renewed(path_of("koryo").read_text(encoding="utf-8"), one_more, pieces)
    last = max(Kind)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines()]
    assert [str(last), "-", str(one_more.copies[last]), "77", "something"] in rows
    assert f"Shuffle all {sum(box.copies) + 1} cards, put the {box.tokens} tokens" in page


def test_a_table_is_as_wide_as_its_rows_and_others_stay() -> None:
    page = with_table(PAGE, [("card", "copies"), ("red", "2"), ("yellow", "10")])
    table = """| card   | copies |
|--------|--------|
| red    | 2      |
| yellow | 10     |
"""
    head, tail = PAGE.split("| card | copies |\n|------|--------|\n| red  | 2      |\n")
    assert page == f"{head}{table}{tail}"
    assert with_table(page, [("card", "copies"), ("red", "2")]) == PAGE


def test_numbers_change_in_a_sentence_over_two_lines_and_nowhere_else() -> None:
    page = with_numbers(PAGE, "There are # cards: # red ones", 9, 10)
    assert page == PAGE.replace("12 cards: 2 red\nones", "9 cards: 10 red\nones")


def test_a_page_without_a_place_and_a_piece_without_a_brief_are_errors() -> None:
    with pytest.raises(ValueError, match=r"^expected one table with card \| no., not 0$"):
        with_table(PAGE, [("card", "no."), ("red", "1")])
    with pytest.raises(ValueError, match=r"^expected one place for 'are # blue', not 0$"):
        with_numbers(PAGE, "are # blue", 1)
    with pytest.raises(ValueError, match=r"^RULES.md of koryo: expected one table with card"):
        rules_pages.renewed("koryo", PAGE)
    with pytest.raises(ValueError, match=r"^expected a brief for pirate in components.toml$"):
        brief({"pirate": {"name": "Pirate"}}, "pirate")
