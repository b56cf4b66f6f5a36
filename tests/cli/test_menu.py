from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames import Action, value
from boardgames.cli.menu import MOST, MenuEntry, entries, in_columns, notes, numbered, written
from boardgames.table.words import Choice


@value
class Say(Action):
    """An action with any notation."""

    text: str

    def __str__(self) -> str:
        return self.text


CHARACTERS = ("Spy", "Banker", "Priest")
PARTS = [*product(CHARACTERS, (2, 3, 4), CHARACTERS)]


def said(*texts: str) -> list[Choice[Say]]:
    return [Choice(Say(text), text) for text in texts]


def bids(low: int, high: int, means: int = 99) -> list[Choice[Say]]:
    return [
        Choice(Say(f"bid {n}"), f"bid {n} Gold", "bid", n, "a bluff" if n > means else "")
        for n in range(low, high + 1)
    ]


def shown(menu: list[MenuEntry[Say]]) -> list[tuple[str, list[str]]]:
    return [(entry.label, [choice.action.text for choice in entry.choices]) for entry in menu]


def test_a_short_list_is_shown_as_it_is() -> None:
    assert shown(entries(said("pass", "bid 3", "bid 5"))) == [
        ("pass", ["pass"]),
        ("bid 3", ["bid 3"]),
        ("bid 5", ["bid 5"]),
    ]


def test_a_long_list_is_grouped_by_the_first_word_that_differs() -> None:
    texts = [
        f"take {colour} from {place}" for colour in ("red", "blue") for place in "abcdefghijklmnop"
    ]
    menu = entries(said(*texts, "take none"))
    assert [label for label, _ in shown(menu)] == [
        "take red from ... (16)",
        "take blue from ... (16)",
        "take none",
    ]
    assert shown(entries(menu[1].choices)) == [(text, [text]) for text in texts[16:]]


def test_words_that_leave_few_groups_are_no_question_of_their_own() -> None:
    """Where players are called by two words, one is not asked for the first of these."""
    mine = [f"swap your {one} for Player {two}'s {three}" for one, two, three in PARTS]
    others = [f"swap Player {two}'s {one} for your {three}" for one, two, three in PARTS]
    assert [label for label, _ in shown(entries(said(*mine, *others)))] == [
        "swap your Spy for Player ... (9)",
        "swap your Banker for Player ... (9)",
        "swap your Priest for Player ... (9)",
        "swap Player 2's ... (9)",
        "swap Player 3's ... (9)",
        "swap Player 4's ... (9)",
    ]


def test_a_word_that_is_the_beginning_of_others_is_a_choice_too() -> None:
    texts = [f"go {letter} {other}" for letter in "ab" for other in "abcdefghijklmn"]
    assert shown(entries(said("go", *texts)))[0] == ("go", ["go"])


@pytest.mark.long
@given(
    st.lists(
        st.text("abc 12", min_size=1)
        .map(str.strip)
        .filter(bool)
        .map(lambda text: " ".join(text.split()))
    )
)
def test_every_action_is_reached_by_going_down(texts: list[str]) -> None:
    left = sorted(set(texts))

    def reached(choices: tuple[Choice[Say], ...], depth: int) -> list[str]:
        assert depth < 12
        found: list[str] = []
        for entry in entries(choices):
            assert entry.choices
            if len(entry.choices) == 1:
                found += [choice.action.text for choice in entry.choices]
            else:
                found += reached(entry.choices, depth + 1)
        return found

    assert sorted(reached(tuple(said(*left)), 0)) == left


def test_a_menu_has_no_more_entries_than_are_read_at_a_glance() -> None:
    texts = [
        f"swap {one} of {two} for {three}"
        for one in "abcdefgh"
        for two in "123"
        for three in "abcdefgh"
    ]
    assert len(entries(said(*texts))) <= MOST


def test_a_small_screen_has_groups_sooner() -> None:
    choices = said(*[f"take {one} from {two}" for one in "abcdef" for two in "12"])
    assert len(entries(choices)) == 12
    assert len(entries(choices, 6)) == 6


@pytest.mark.long
@given(st.lists(st.text("abcd", min_size=1, max_size=70)), st.integers(80, 120))
def test_columns_keep_within_the_width_and_show_every_label_once(
    labels: list[str], width: int
) -> None:
    lines = in_columns({str(n): label for n, label in enumerate(labels, 1)}, width)
    assert all(len(line) <= width for line in lines)
    numbered = [word for line in lines for word in line.split() if not word.endswith(")")]
    assert sorted(numbered) == sorted(labels)


def test_columns_are_read_downwards() -> None:
    lines = in_columns({str(n): label for n, label in enumerate("abcde", 1)}, 20)
    assert lines == ["  1) a     4) d", "  2) b     5) e", "  3) c"]


def test_amounts_of_a_long_list_stay_together_whatever_the_words_and_each_is_its_number() -> None:
    passing = Choice(Say("pass"), "pass", declines=True)
    menu = entries([passing, *bids(6, 60)])
    assert [(written(each), entry.label) for each, entry in numbered(menu)] == [
        ("6-60", "bid 6 to 60"),
        ("0", "pass"),
    ]
    assert [entry.label for entry in entries(bids(6, 60))] == ["bid 6 to 60"]


def test_amounts_with_gaps_are_listed() -> None:
    gaps = [choice for choice in bids(6, 60) if choice.amount != 7]
    assert [entry.label for entry in entries(gaps)] == [choice.text for choice in gaps]


def test_a_long_list_is_grouped_by_what_the_game_says_belongs_together() -> None:
    swaps = [
        Choice(Say(f"swap {n}"), f"swap your Spy for their {n} x", "swap cards")
        for n in "abcdefghijklmnop"
    ]
    steals = [
        Choice(Say(f"steal {n}"), f"steal from {n} x", "steal a token") for n in "abcdefghijklmnop"
    ]
    menu = entries([*swaps, *steals, Choice(Say("end"), "end the turn")])
    assert [entry.label for entry in menu] == [
        "swap cards ... (16)",
        "steal a token ... (16)",
        "end the turn",
    ]


def test_notes_are_said_once_with_what_they_are_about() -> None:
    assert notes(numbered(entries(bids(6, 60, means=11)))) == ["12-60: a bluff"]
    last, first = (
        Choice(Say(text), text, note="it is the last") for text in ("take it", "keep it")
    )
    assert notes(numbered(entries([last, *said("a"), first]))) == ["1, 3: it is the last"]
    assert notes(numbered(entries(said("a", "b")))) == []
    assert notes(numbered([MenuEntry("cards ... (2)", (last, first))])) == []


def test_a_label_that_is_wider_than_the_screen_goes_on_below() -> None:
    (first, second) = in_columns(
        {"1": "swap your Broadcaster for Player 2's Ship Owner and then some more"}, 60
    )
    assert len(first) <= 60
    assert second.startswith("       ")


def test_what_declines_all_others_comes_last() -> None:
    passing = Choice(Say("pass"), "pass", declines=True)
    assert [label for label, _ in shown(entries([passing, *said("take", "give")]))] == [
        "take",
        "give",
        "pass",
    ]


def test_an_amount_is_its_own_number_passing_is_0_and_all_else_is_counted_on_from_there() -> None:
    passing = Choice(Say("pass"), "pass", declines=True)

    def numbers(*choices: Choice[Say]) -> list[tuple[str, str]]:
        menu = numbered(entries([*said("look"), *choices, passing]))
        return [(written(each), entry.label) for each, entry in menu]

    assert numbers(*bids(3, 5)) == [
        ("6", "look"),
        ("3", "bid 3 Gold"),
        ("4", "bid 4 Gold"),
        ("5", "bid 5 Gold"),
        ("0", "pass"),
    ]
    assert numbers(*bids(3, 60)) == [("61", "look"), ("3-60", "bid 3 to 60"), ("0", "pass")]
    assert numbers(*bids(0, 2))[-1] == ("4", "pass")
    assert numbers() == [("1", "look"), ("2", "pass")]


def test_equal_amounts_of_different_things_have_other_numbers() -> None:
    others = [Choice(Say(f"raise {n}"), f"raise by {n}", "raise", n) for n in (3, 4)]
    menu = numbered(entries([*bids(3, 4), *others]))
    assert [written(each) for each, _ in menu] == ["5", "6", "7", "8"]
