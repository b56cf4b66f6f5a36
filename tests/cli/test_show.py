from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames import Outcome
from boardgames.cli.screen import result
from boardgames.cli.show import reflowed, show_rules
from boardgames.cli.terminal import Terminal
from boardgames.play import Record

if TYPE_CHECKING:
    from tests.cli.conftest import Cli
    from tests.testing.small_games import Sealed

RULES = """\
# A game

It is played by
two.

- An item that is
  long
- another

| a | b |
## Rulings

R1. One card each.

## Sources

None.
"""


def test_the_end_is_told_by_places() -> None:
    outcome = Outcome((1,), ((1,), (0, 2)), (3, 9, 3), "the deck is empty")
    assert result(outcome, ("a", "b", "c"), 0) == [
        "The game is over: the deck is empty.",
        "Player 2 wins.",
        "  1. Player 2 (b): 9 points",
        "  2. You (a): 3 points",
        "  2. Player 3 (c): 3 points",
    ]


def test_a_shared_victory_and_a_tie_break_are_said() -> None:
    shared = Outcome((0, 1), ((0, 1),), (3, 3), "over")
    assert result(shared, ("a", "b"), None)[1] == "Player 1 and Player 2 win together."
    broken = Outcome((0,), ((0,), (1,)), (3, 3), "over", "most tokens")
    assert result(broken, ("a", "b"), None)[-1] == "The tie was broken by most tokens."


def test_places_after_a_shared_one_are_skipped() -> None:
    outcome = Outcome((0, 1), ((0, 1), (2,)), (3, 3, 1), "over")
    assert result(outcome, ("a", "b", "c"), None)[4] == "  3. Player 3 (c): 1 point"


def test_paragraphs_and_items_are_filled_and_the_rest_is_kept() -> None:
    assert reflowed(RULES, 80)[:10] == [
        "# A game", "", "It is played by two.", "", "- An item that is long", "- another", "", "| a | b |",
        "## Rulings", "",
    ]  # fmt: skip
    narrow = "\n".join(reflowed(RULES, 14)).split("\n")
    assert narrow[2:8] == ["It is played", "by two.", "", "- An item that", "  is long", "- another"]


def test_a_table_that_is_too_wide_is_broken_and_keeps_its_words() -> None:
    table = "| action | meaning |\n|---|---|\n| end     | " + "word " * 30 + "|"
    lines = "\n".join(reflowed(table, 40)).split("\n")
    assert all(len(line) <= 40 for line in lines)
    assert lines[:2] == ["| action | meaning |", "|---|---|"]
    assert lines[2].startswith("end | word word")
    assert " ".join(lines).count("word") == 30


@given(st.lists(st.text("ab \n-", max_size=30)).map("\n".join))
def test_no_word_is_lost(text: str) -> None:
    assert "\n".join(reflowed(text, 80)).split() == text.split()


@pytest.mark.parametrize(
    ("rules", "shown"),
    [(RULES, "## Rulings\n\nR1. One card each.\n"), ("# A game", "Sealed has no list of rulings.\n")],
)
def test_the_rulings_can_be_read_alone(
    sealed: Sealed,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    rules: str,
    shown: str,
) -> None:
    monkeypatch.setattr(type(sealed), "rules", lambda _: rules)
    show_rules(Terminal(), sealed, only_rulings=True)
    assert capsys.readouterr().out == shown


def test_a_game_is_shown_as_one_player_saw_it(cli: Cli) -> None:
    cli("play", "koryo", "--seats", "random,greedy", "--seed", "5", "--quiet", "--record", "game.json")
    openly, seen = cli("replay", "game.json").out, cli("replay", "game.json", "--seat", "1").out
    hidden = [line for line in Record.load(cli.directory / "game.json").actions if line.startswith("2: order")]
    assert all(f"Player {line}" in openly and f"Player {line}" not in seen for line in hidden)
    assert "You: order " in seen
    table = cli("replay", "game.json", "--seat", "1", "--step", typed="\nq\n").out
    assert "Your hand: " in table
    assert "Your hand: " not in cli("replay", "game.json", "--step", typed="\nq\n").out
    deal = cli("replay", "game.json", "--seat", "1", "--step", typed="0\nq\n").out.partition("The deal.")[2]
    assert "season 1 of 8, orders" in deal
    assert "Your hand: " in deal
    assert "no seat 3: the record has seats 1 to 2" in cli.refused("replay", "game.json", "--seat", "3")


def test_an_unfinished_game_is_shown_only_as_its_people_see_it(cli: Cli) -> None:
    cli("play", "koryo", "--seats", "human,greedy", "--seed", "3", "--record", "open.json", typed="1\nquit\n")
    assert "until it is, it can be shown only to player 1" in cli.refused("replay", "open.json", "--seat", "2")
    assert cli("replay", "open.json", "--seat", "1").out == cli("replay", "open.json").out
