"""What the estimate of a position is good for."""

from __future__ import annotations

import pytest

from boardgames.core.chance import generator
from boardgames.games.for_the_king import ForTheKing
from boardgames.play.bots import GreedyBot
from tests.games.for_the_king.positions import auctioning, sharing


def test_more_cards_of_an_office_are_better() -> None:
    rich = sharing(2, "Gold 1", hands=("Military A2, Military H4", "Military B2"))
    poor = sharing(2, "Gold 1", hands=("Military A2", "Military B2, Military H4"))
    assert rich.game.evaluate(rich.state, 0) > 0.5 > poor.game.evaluate(poor.state, 0)


def test_gold_is_worth_something_until_the_last_auction() -> None:
    early = auctioning("King +1, " + ", ".join(f"Military {each}2" for each in "ABCD"), "Gold 3", "")
    late = auctioning("King +1", "Gold 3", "")
    assert early.game.evaluate(early.state, 0) > late.game.evaluate(late.state, 0) > 0.5


def test_an_office_at_stake_is_worth_a_bid() -> None:
    position = auctioning("Military H4", "Gold 3, Military A2", "Gold 2, Military I4", duties={"Military": 6})
    assert position.best == "bid 1"
    assert position.play("bid 1").best == "bid 2"


def test_a_bid_that_cannot_be_paid_is_not_made() -> None:
    position = auctioning("Military H4", "Gold 3", "Gold 1, Military I4", duties={"Military": 2}).play("bid 2")
    assert position.best == "pass"
    assert auctioning("Military H4", "", "Gold 3").best == "pass"


def test_kings_are_resolved_in_ones_own_favour() -> None:
    hands = ("Military A2, Military H4", "Diplomacy A2, Diplomacy I4")
    assert sharing(2, "King +1", hands=hands).play("keep").best == "raise Military"
    assert sharing(2, "King -1", hands=hands).play("keep").best == "lower Diplomacy"
    assert sharing(2, "King +1 -1", hands=hands).play("keep").best == "raise Military lower Diplomacy"


def test_a_king_for_the_taking_is_worth_something() -> None:
    position = sharing(3, "King +1 +1, Gold 1, Gold 1, Gold 2", hands=("", "Military A2", "Provisions A1"))
    assert position.play("centre", "centre", "keep", "favor").best == "take King +1 +1"


def test_the_least_useful_cards_pay_for_gold() -> None:
    hand = "Diplomacy A2, Military H4, Military I4"
    favor = "Gold 3, " + ", ".join(f"Provisions {each}1" for each in "ABCD")
    position = auctioning(favor, hand, "Diplomacy H4, Diplomacy I4").play("bid 1", "pass")
    assert position.best == "discard Diplomacy A2"


@pytest.mark.long
def test_one_look_ahead_beats_chance_and_hardly_ever_bluffs() -> None:
    """12 games of two seats, seats alternating."""
    game, bot = ForTheKing(2), GreedyBot()
    won = 0.0
    for seed in range(12):
        state, rng, seat = game.new_game(seed), generator(seed, 9), seed % 2
        while game.to_act(state):
            player = state.player
            if player == seat:
                action = bot.choose(game, player, game.view(state, player), game.legal_actions(state), rng)
            else:
                action = game.random_action(state, rng)
            state = game.apply(state, action)
        won += game.evaluate(state, seat)
    assert won >= 10


def test_an_office_held_by_one_seat_alone_is_no_extreme() -> None:
    """All nine cards of an office in one hand, and none in the others."""
    every = "Diplomacy A2, Diplomacy B2, Diplomacy C2, Diplomacy D2, Diplomacy E3, Diplomacy F3, Diplomacy G3"
    position = auctioning("Gold 1", f"{every}, Diplomacy H4, Diplomacy I4", "", "")
    assert [position.game.evaluate(position.state, seat) > 0.5 for seat in range(3)] == [True, False, False]
