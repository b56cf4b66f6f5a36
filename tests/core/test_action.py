from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames import Action, Notation, NotationError, value
from boardgames.core.action import squeeze


@value
class Pass(Action):
    """Do nothing."""


@value
class Bid(Action):
    """Offer so much for a lot."""

    lot: int
    amount: int


@value
class Name(Action):
    """Say a name, in words of its own."""

    text: str

    def __str__(self) -> str:
        return f"name {self.text}"


def test_actions_sort_by_the_order_of_their_classes_then_field_by_field() -> None:
    ordered: list[Action] = [Pass(), Bid(1, 2), Bid(1, 10), Bid(2, 0), Name("a"), Name("b")]
    assert sorted([*ordered[3:], *ordered[:3]]) == ordered
    assert not Bid(1, 2) < Bid(1, 2)


def test_the_notation_is_the_class_and_its_fields() -> None:
    assert str(Pass()) == "pass"
    assert str(Bid(3, 40)) == "bid 3 40"
    assert str(Name("Ann Lee")) == "name Ann Lee"


@pytest.mark.parametrize("text", ["bid 3 40", "BID 3 40", "  bid  3\t40\n", "bid340"])
def test_notation_forgives_case_and_spaces(text: str) -> None:
    assert Notation([Pass(), Bid(3, 40)]).parse(text) == Bid(3, 40)


def test_notation_returns_the_very_action_it_was_given() -> None:
    action = Bid(3, 40)
    assert Notation([action]).parse("bid 3 40") is action


def test_notation_reads_other_spellings() -> None:
    notation = Notation([Pass()], also={"No Thanks": Pass()})
    assert notation.parse("no thanks") == Pass()


def test_two_actions_that_are_written_alike_are_refused() -> None:
    with pytest.raises(
        NotationError, match=r"^Name\(.*\) and Name\(.*\) are both written 'name ann  lee'$"
    ):
        Notation([Name("Ann Lee"), Pass(), Name("ann  lee")])
    assert Notation([Pass(), Pass()]).parse("pass") == Pass()


def test_another_spelling_never_hides_an_action() -> None:
    notation = Notation([Pass(), Bid(1, 1)], also={"pass": Bid(1, 1)})
    assert notation.parse("pass") == Pass()


@pytest.mark.parametrize("text", ["", " ", "bid", "bid 3 41", "bid 3 40 1", "\N{SNOWMAN}"])
def test_notation_refuses_everything_else_and_names_it(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Notation([Pass(), Bid(3, 40)]).parse(text)
    assert str(caught.value).endswith(f": {text.strip()!r}")


@pytest.mark.parametrize("text", [None, 5, b"pass", ["pass"], 10**5000], ids=range(5))
def test_what_is_no_text_is_no_action(text: Any) -> None:
    with pytest.raises(NotationError, match=r"^expected an action as text, not "):
        Notation([Pass()]).parse(text)


def test_a_long_text_is_quoted_in_part() -> None:
    with pytest.raises(NotationError) as caught:
        Notation([Pass()]).parse("x" * 100_000)
    assert str(caught.value) == f"not an action of this game: '{'x' * 56}..."


@given(st.text().filter(lambda text: squeeze(text) != "pass"))
def test_any_other_text_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Notation([Pass()]).parse(text)
    assert len(str(caught.value).splitlines()) == 1
