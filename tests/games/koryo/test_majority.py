"""K2: who has the majority of a family.

While there are tokens in the bank, the holder of the Banker majority, and nobody else, has a turn
to take.
"""

from __future__ import annotations

import pytest

from tests.games.koryo.positions import Position, ordered


def asked(position: Position) -> int | None:
    """Return the player who may take a token from the bank, if one of them may."""
    return position.state.player if position.legal == ("bank", "end") else None


@pytest.mark.parametrize(
    ("tableaux", "holder"),
    [
        (("Banker", ""), 0),
        (("", "Banker"), 1),
        (("", ""), None),
        (("3 Banker", "2 Banker"), 0),
        (("2 Banker", "2 Banker"), None),
        (("Banker", "2 Banker", "Banker"), 1),
        (("2 Banker", "2 Banker", "Banker"), None),
        (("Banker", "Banker", "2 Banker"), 2),
        (("Banker", "2 Banker", "Banker", "2 Banker"), None),
        (("Banker", "Banker", "Banker", "3 Banker"), 3),
        (("", "Banker", "", ""), 1),
    ],
)
def test_k2_1_majority_is_at_least_one_card_and_strictly_the_most(
    tableaux: tuple[str, ...], holder: int | None
) -> None:
    assert asked(ordered(*tableaux)) == holder


@pytest.mark.parametrize(
    ("tableaux", "holder"),
    [
        (("2 Banker", "2 Banker, Omniscient"), 1),
        (("2 Banker, Omniscient", "2 Banker"), 0),
        (("Omniscient, 3 Banker", "3 Banker", ""), 0),
        (("2 Banker", "2 Banker", "2 Banker, Omniscient"), 2),
        (("Banker", "Banker", "Banker", "Banker, Omniscient"), 3),
    ],
)
def test_k2_2_omniscient_wins_a_tie_of_his_owner(tableaux: tuple[str, ...], holder: int) -> None:
    assert asked(ordered(*tableaux)) == holder


@pytest.mark.parametrize(
    "tableaux",
    [
        ("2 Banker", "2 Banker", "Omniscient"),
        ("2 Banker", "2 Banker", "Banker, Omniscient"),
        ("Banker", "Banker", "Omniscient", ""),
        ("Omniscient", "", ""),
    ],
)
def test_k2_2_omniscient_is_no_help_to_one_who_is_not_in_the_tie(tableaux: tuple[str, ...]) -> None:
    assert asked(ordered(*tableaux)) is None


def test_k2_2_omniscient_does_not_beat_more_cards() -> None:
    assert asked(ordered("Banker, Omniscient", "2 Banker")) == 1


def test_k2_2_example_of_three_times_two_guardians() -> None:
    position = ordered("2 Guardian", "2 Guardian, Omniscient", "2 Guardian", orders=("Barbarian",))
    assert position.legal == ("destroy Guardian of 3", "end")


def test_k2_2_omniscient_counts_from_the_moment_it_is_revealed() -> None:
    assert asked(ordered("2 Banker", "2 Banker", orders=("Omniscient",))) == 0


def test_k2_3_majority_is_lost_in_mid_turn() -> None:
    position = ordered("Banker, Spy", "Merchant", orders=("Lobbying",))
    assert "bank" in position.legal
    assert asked(position.play("swap Banker of 1 for Merchant of 2")) == 1


def test_k2_3_majority_is_won_in_mid_turn() -> None:
    position = ordered("Banker", "Banker", orders=("2 Barbarian",))
    assert "bank" not in position.legal
    assert position.play("destroy Banker of 2").legal == ("bank", "end")


def test_k2_3_destroying_the_omniscient_breaks_its_tie() -> None:
    position = ordered("2 Merchant", "Guardian, Omniscient", "Guardian", orders=("2 Barbarian",))
    assert position.legal == ("destroy Guardian of 3", "end")
    position = ordered("Omniscient, Priest, Lobbying", "Priest", "Merchant", orders=("Lobbying",))
    assert "absolve Lobbying" in position.legal
    assert "absolve Lobbying" not in position.play("swap Omniscient of 1 for Merchant of 3").legal


def test_k2_4_omniscient_breaks_no_tie_in_final_scoring() -> None:
    position = ordered("2 Merchant", "2 Merchant, Omniscient")
    assert position.over
    assert position.game.score(position.state) == (0, 1)
