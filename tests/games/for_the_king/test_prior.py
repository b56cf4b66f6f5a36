"""What the prior of For the King thinks promising."""

from __future__ import annotations

from boardgames.core.chance import generator
from boardgames.play.bots import MctsBot
from tests.games.for_the_king.positions import auctioning, sharing


def test_a_card_that_decides_an_office_is_kept() -> None:
    hands = ("Military A2, Military E3", "Military I4, Military F3")
    assert sharing(2, "Military H4", hands=hands, duties={"Military": 6}).most_promising == "keep"


def test_the_most_useful_card_of_the_centre_is_taken() -> None:
    position = sharing(
        3,
        "Provisions A1, Military H4, Gold 1, Gold 2",
        hands=("Military I4, Provisions I2, Provisions H2", "Military A2", ""),
    )
    position = position.play("centre", "centre", "keep", "favor")
    assert position.most_promising == "take Military H4"


def test_duties_of_ones_own_offices_rise() -> None:
    hands = ("Military A2, Military H4", "Diplomacy A2, Diplomacy I4")
    assert sharing(2, "King +1", hands=hands).play("keep").most_promising == "raise Military"
    assert (
        sharing(2, "King +1 -1", hands=hands)
        .play("keep")
        .most_promising.startswith("raise Military")
    )


def test_bids_are_low_and_within_ones_means() -> None:
    position = auctioning(
        "Military H4", "Gold 3, Military A2", "Gold 2, Military I4", duties={"Military": 6}
    )
    found = position.prior
    assert position.most_promising == "bid 1"
    assert found["bid 1"] > found["bid 3"] > found["bid 4"]
    assert found["pass"] > found["bid 4"]


def test_a_search_does_not_consider_bids_beyond_ones_means() -> None:
    """Unless it is asked about one."""
    position = auctioning("Military H4", "Gold 1, Gold 2", "Gold 3")
    state, game = position.state, position.game
    for asked, besides in ((None, set()), ("bid 9", {"bid 9"})):
        considered = MctsBot(iterations=8).consider(
            game,
            0,
            game.view(state, 0),
            game.legal_actions(state),
            generator(0, 0),
            besides=game.parse(asked) if asked else None,
        )
        assert {str(each.action) for each in considered} == {
            "pass",
            "bid 1",
            "bid 2",
            "bid 3",
        } | besides


def test_a_card_that_is_worth_nothing_is_not_bought() -> None:
    favor = "Military A2, " + ", ".join(f"Provisions {each}1" for each in "ABCDEFG")
    position = auctioning(
        favor, "Gold 3", "Military H4, Military I4, Military G3", duties={"Military": 1}
    )
    assert position.play("bid 2").most_promising == "pass"


def test_gold_is_paid_without_waste() -> None:
    position = auctioning("Military H4", "Gold 1, Gold 2, Gold 3, Gold 3", "Gold 1").play(
        "bid 3", "pass"
    )
    assert position.most_promising == "pay 3"


def test_the_least_useful_cards_pay_for_gold() -> None:
    hand = "Diplomacy A2, Military H4, Military I4"
    position = auctioning("Gold 3", hand, "Diplomacy H4, Diplomacy I4", kept=("", "")).play(
        "bid 1", "pass"
    )
    assert position.most_promising == "discard Diplomacy A2"
