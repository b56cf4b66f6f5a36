"""The rules in the terminal: found by number or by word, and filled to the width."""

from __future__ import annotations

import re

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
        ("play", ["## Actions (K7)", "", "- K7.1 First rule: play a", "  card, or draw."]),
        ("A CARD", ["## Actions (K7)", "", "- K7.1 First rule: play a", "  card, or draw."]),
        ("another one", ["## Actions (K7)", "", "- K7.10 Another one."]),
        ("+1", ["## Scoring (K9)", "", "- K9.1 Points for each card (+1)."]),
        ("(+1", ["## Scoring (K9)", "", "- K9.1 Points for each card (+1)."]),
        ("y", ["# A game", "", "| x | z |", "|---|---|", "| y | 2 |"]),
        ("scoring", ["## Scoring (K9)", "", "- K9.1 Points for each card (+1)."]),
        ("lay", []),
        ("   ", []),
        (".*", []),
    ],
    ids=str,
)
def test_what_mentions_the_words_is_found_under_its_heading(words: str, found: list[str]) -> None:
    """Words may begin like those asked for; they may stand on two lines, in a heading or in a
    table.
    """
    assert rules_about(PAGE, words)[: len(found) or 1] == found


def test_the_passage_that_explains_the_words_best_comes_first() -> None:
    headings = [line for line in rules_about(PAGE, "play") if line.startswith("#")]
    assert headings == ["## Actions (K7)", "# A game", "## Actions (K7)", "## Rulings"]
    page = f"{PAGE}## Terms\n\n- **Cards** lie open, as K9.1 says.\n"
    assert rules_about(page, "card")[:3] == ["## Terms", "", "- **Cards** lie open, as K9.1 says."]
    assert rules_about(page, "scoring")[0] == "## Scoring (K9)"
    longer = (
        "## Cardinals\n\n- K1.1 A cardinal.\n\n## Notation\n\nA card, cards.\n\n## End\n\n- K1.2"
        " Cards."
    )
    assert [line for line in rules_about(longer, "card") if "#" in line] == [
        "## End",
        "## Notation",
        "## Cardinals",
    ]
    sections = "## One\n\n- K1.1 A card.\n\n## Two\n\n- K2.1 A card.\n- K2.2 A card beside a card."
    assert [line for line in rules_about(sections, "card") if line.startswith("- ")] == [
        "- K2.1 A card.",
        "- K2.2 A card beside a card.",
        "- K1.1 A card.",
    ]
    within = "## Play\n\n- K1.1 A card, and a card.\n- Each has a **front card** and a **back**."
    assert rules_about(within, "card")[2] == "- Each has a **front card** and a **back**."


@pytest.mark.parametrize(
    ("name", "word", "first"),
    [
        ("koryo", "discard", ["K8.1", "K8.2", "K8.3"]),
        ("for_the_king", "Duty", ["**Office**"]),
        ("mundus_novus", "chain", ["M5.4"]),
    ],
)
def test_the_rules_that_people_look_for_come_first_and_none_is_named_again(
    name: str, word: str, first: list[str]
) -> None:
    lines = rules_about(make(name, players=2).words.rules(), word)
    shown = [line.split()[1].rstrip(":") for line in lines if line.startswith("- ")]
    assert shown[: len(first)] == first
    left = lines[-1] if lines[-1].startswith("Also in") else ""
    assert [number for number in shown if re.search(rf"\b{re.escape(number)}\b", left)] == []


def test_of_many_passages_the_others_are_counted_or_given_by_their_numbers() -> None:
    """A screen has room for a few; one that fills it alone is shown all the same."""
    numbers = [f"K1.{number}" for number in range(1, 17)] + ["K1.19", "K1.20", "K1.21", "K1.19"]
    page = "\n".join(
        ["# A game", *[f"- {number} A card." for number in numbers], "", "A card.", "", "Cards."]
    )
    *shown, last = rules_about(page, "card")
    assert sum(line.startswith("- ") for line in shown) == 16
    assert last == "Also in K1.19, K1.20, K1.21 and 2 more passages."
    long = f"- K1.1 A card{' and a card' * 200}."
    assert rules_about(f"{long}\n- K1.2 A card.", "card") == [long, "", "Also in K1.2."]


@pytest.mark.parametrize("name", game_names())
def test_what_the_rules_say_about_a_word_fits_on_a_screen(name: str) -> None:
    page = make(name, players=2).words.rules()
    for word in ("card", "player", "the", "gold", "majority", "trade master"):
        assert len("\n".join(reflowed("\n".join(rules_about(page, word)), 80)).splitlines()) < 24, (
            word
        )


def test_a_page_can_be_written_otherwise() -> None:
    """Without headings, with other items, and with a code block in it."""
    page = "Play a card.\n\n* **R1** draws\n* R10: pass\n\n```\n# play\n\nno heading\n```\n"
    assert rules_about(page, "card") == ["Play a card."]
    assert rules_about(page, "r1") == ["* **R1** draws"]
    assert rules_about(page, "R10") == ["* R10: pass"]
    assert rules_about(page, "heading") == ["```", "# play", "", "no heading", "```"]
    assert section_numbers(page) == []


def test_what_is_in_no_rule_is_refused(sealed: Sealed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(sealed.words), "rules", lambda _: PAGE)
    with pytest.raises(
        ConfigurationError, match=r"no rule of Sealed has the number 'xyz' or mentions it"
    ):
        rules_of(sealed.words, "xyz")
    assert rules_of(sealed.words, "K9.1") == "## Scoring (K9)\n\n- K9.1 Points for each card (+1)."
    assert rules_of(sealed.words) == PAGE.strip()
    assert rules_of(sealed.words, "SHORT") == sealed.words.summary()


def test_rules_are_read_from_the_command_line(cli: Cli) -> None:
    assert cli("rules", "koryo").out.startswith("# Koryŏ\n")
    assert cli("rules", "koryo", "k7.6").out.startswith("## III Actions (K7)\n\n- K7.6 ")
    assert cli("rules", "koryo", "guardian", "majority").out.count("## ") == 1
    assert cli("rules", "koryo", "short").out.strip().startswith("- ")
    assert cli.refused("rules", "koryo", "xyz").endswith(
        "no rule of Koryŏ has the number 'xyz' or mentions it"
    )


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
