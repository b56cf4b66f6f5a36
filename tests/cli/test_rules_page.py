"""The rules in the terminal: found by number or by word, and filled to the width."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames import make
from boardgames.cli.rules_page import reflowed, rules_about, rules_of, section_numbers
from boardgames.core.errors import ConfigurationError
from boardgames.games.catalogue import game_names
from tests.cli.conftest import Cli
from tests.testing.small_games import Sealed

PAGE = """\
# A game

It is played by
two.

- An item that is
  long
- another

| x | z |
|---|---|
| y | 2 |
| w | 3 |

## Actions (K7)

- K7.1 First rule: play a
  card, or draw.
- K7.10 Another one.

Playing cards is an action.

## Scoring (K9)

- K9.1 Points for each card (+1).

## Rulings

- K7.1 A card is played openly.

## Sources

None.
"""


# By number.


def test_a_rule_is_found_by_its_number_with_its_rulings() -> None:
    assert rules_about(PAGE, "k7.1") == [
        "## Actions (K7)",
        "",
        "- K7.1 First rule: play a",
        "  card, or draw.",
        "",
        "## Rulings",
        "",
        "- K7.1 A card is played openly.",
    ]


def test_a_section_is_found_by_its_number() -> None:
    assert rules_about(PAGE, "K9") == ["## Scoring (K9)", "", "- K9.1 Points for each card (+1)."]
    assert (
        rules_about(PAGE, "K7")
        == PAGE[PAGE.index("## Actions") : PAGE.index("\n\n## Scoring")].splitlines()
    )
    assert rules_about(PAGE, "K8") == []


def test_the_sections_have_numbers() -> None:
    assert section_numbers(PAGE) == ["K7", "K9"]


@pytest.mark.parametrize("name", game_names())
def test_every_section_of_every_game_is_found_by_its_number(name: str) -> None:
    page = make(name, players=2).words.rules()
    numbers = section_numbers(page)
    assert len(numbers) > 5
    for number in numbers:
        heading, *_, last = rules_about(page, number)
        assert heading.endswith(f"({number})")
        assert last


# By words.


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("play a card", "- K7.1 First rule: play a\n  card, or draw."),
        ("A CARDS", "- K7.1 First rule: play a\n  card, or draw."),
        ("another one", "- K7.10 Another one."),
        ("(+1", "- K9.1 Points for each card (+1)."),
        ("y", "| x | z |\n|---|---|\n| y | 2 |"),
    ],
    ids=str,
)
def test_passages_with_the_words_are_found_under_their_heading(words: str, found: str) -> None:
    """They may stand on two lines, in the plural, or in a row of a table."""
    lines = rules_about(PAGE, words)
    assert found in "\n".join(lines)
    assert lines[0].startswith("#")


@pytest.mark.parametrize("words", ["no such", "   ", ".*"])
def test_words_that_stand_nowhere_find_nothing(words: str) -> None:
    assert rules_about(PAGE, words) == []


def test_headings_with_the_words_come_before_texts_with_them() -> None:
    assert rules_about(PAGE, "scoring") == [
        "## Scoring (K9)",
        "",
        "- K9.1 Points for each card (+1).",
    ]
    page = f"{PAGE}\n## Cards\n\nThere are two.\n"
    shown = rules_about(page, "card")
    assert [line for line in shown if line.startswith("#")] == [
        "## Cards",
        "## Actions (K7)",
        "## Scoring (K9)",
        "## Rulings",
    ]
    assert shown[2] == "There are two."
    assert "- K7.10 Another one." not in shown


def test_a_page_can_be_written_otherwise() -> None:
    """Without headings, with other items, and with a code block in it."""
    page = "Play a card.\n\n* **R1** draws\n* R10: pass\n\n```\n# play\n\nno heading\n```\n"
    assert rules_about(page, "card") == ["Play a card."]
    assert rules_about(page, "r1") == ["* **R1** draws"]
    assert rules_about(page, "R10") == ["* R10: pass"]
    assert rules_about(page, "heading") == ["```", "# play", "", "no heading", "```"]
    assert section_numbers(page) == []


def test_what_is_in_no_rule_is_refused_with_the_headings_that_there_are(
    sealed: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(sealed.words), "rules", lambda _: PAGE)
    with pytest.raises(
        ConfigurationError,
        match=(
            r"^no rule of Sealed has the number 'xyz' or mentions it; its sections: Actions \(K7\),"
            r" Scoring \(K9\), Rulings, Sources$"
        ),
    ):
        rules_of(sealed.words, "xyz")
    assert rules_of(sealed.words, "K9.1") == "## Scoring (K9)\n\n- K9.1 Points for each card (+1)."
    assert rules_of(sealed.words) == PAGE.strip()
    assert rules_of(sealed.words, "SHORT") == sealed.words.summary()


def test_rules_are_read_from_the_command_line(cli: Cli) -> None:
    assert cli("rules", "koryo").out.startswith("# Koryŏ\n")
    assert cli("rules", "koryo", "k7.6").out.startswith("## III Actions (K7)\n\n- K7.6 ")
    assert cli("rules", "koryo", "guardian", "majority").out.startswith("## III Actions (K7)\n")
    assert cli("rules", "koryo", "short").out.strip().startswith("- ")
    assert "no rule of Koryŏ has the number 'xyz'" in cli.refused("rules", "koryo", "xyz")


# On the screen.


def test_paragraphs_and_items_are_filled_and_the_rest_is_kept() -> None:
    assert reflowed(PAGE, 80)[:10] == [
        "# A game",
        "",
        "It is played by two.",
        "",
        "- An item that is long",
        "- another",
        "",
        "| x | z |",
        "|---|---|",
        "| y | 2 |",
    ]
    narrow = "\n".join(reflowed(PAGE, 14)).split("\n")
    assert narrow[2:8] == [
        "It is played",
        "by two.",
        "",
        "- An item that",
        "  is long",
        "- another",
    ]


def test_a_table_that_is_too_wide_loses_its_frame_and_keeps_its_columns() -> None:
    table = "| action | meaning |\n|---|---|\n| end     | " + "word " * 30 + "|"
    lines = reflowed(table, 40)
    assert all(len(line) <= 40 for line in lines)
    assert lines[:2] == ["action  meaning", "-" * 40]
    assert lines[2].startswith("end     word word")
    assert {line[:12] for line in lines[3:]} == {"        word"}
    assert " ".join(lines).count("word") == 30


def test_a_table_with_no_room_for_its_last_column_keeps_its_words() -> None:
    table = f"| {'long ' * 8}| meaning |\n|---|---|\n| end | {'word ' * 30}|"
    lines = reflowed(table, 40)
    assert all(len(line) <= 40 for line in lines)
    assert (" ".join(lines).count("long"), " ".join(lines).count("word")) == (8, 30)


@given(st.lists(st.text("ab \n-", max_size=30)).map("\n".join))
def test_no_word_is_lost(text: str) -> None:
    assert "\n".join(reflowed(text, 80)).split() == text.split()
