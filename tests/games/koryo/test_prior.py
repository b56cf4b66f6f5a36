"""What the prior of Koryŏ thinks promising."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.koryo.positions import ordered, ordering

if TYPE_CHECKING:
    from tests.games.koryo.positions import Position


def best(position: Position) -> str:
    """Return the notation of the action that looks most promising to the player to act."""
    state, game = position.state, position.game
    actions = game.legal_actions(state)
    weights = game.prior(state, state.player, actions)
    return str(actions[weights.index(max(weights))])


def test_the_order_that_takes_a_family_looks_best() -> None:
    assert best(ordering("Merchant", "2 Merchant", hands=("2 Merchant, Spy, Priest",), season=8)) == "order 2 Merchant"


def test_cards_above_the_limit_look_bad() -> None:
    """In season 1 a tableau keeps three cards."""
    position = ordering("", "", hands=("6 Merchant, Spy",), season=1)
    actions = position.game.legal_actions(position.state)
    prior = dict(zip(map(str, actions), position.game.prior(position.state, 0, actions), strict=True))
    assert prior["order 3 Merchant"] > prior["order 4 Merchant"] > prior["order 6 Merchant"]


def test_the_senator_leaves_room_for_two_cards_more() -> None:
    with_senator, without = ("Senator, 2 Merchant", "Priest, 2 Merchant")
    chances = []
    for tableau in (with_senator, without):
        position = ordering(tableau, "", hands=("2 Guardian",), season=1)
        actions = position.game.legal_actions(position.state)
        prior = dict(zip(map(str, actions), position.game.prior(position.state, 0, actions), strict=True))
        chances.append(prior["order 2 Guardian"] - prior["order none"])
    assert chances[0] > chances[1]


def test_powers_that_cost_nothing_look_better_than_to_end_the_turn() -> None:
    assert best(ordered("Banker", "", season=7)) == "bank"
    assert best(ordered("Priest, Barbarian", "", season=7)) == "absolve Barbarian"


def test_the_spy_robs_the_leader() -> None:
    assert best(ordered("Spy", "Omniscient", "Merchant, Broadcaster", tokens=(0, 1, 1), season=7)) == "steal 3"


def test_a_barbarian_destroys_the_character_that_decides_a_family() -> None:
    position = ordered("2 Merchant", "3 Merchant, Omniscient, 2 Banker", orders=("Barbarian",))
    assert best(position) == "destroy Merchant of 2"


def test_a_lobbying_wins_a_family() -> None:
    position = ordered("2 Merchant, Spy", "2 Merchant, Omniscient", orders=("Lobbying",))
    assert best(position) == "swap Spy of 1 for Merchant of 2"


def test_the_card_that_leads_nowhere_is_discarded() -> None:
    position = ordered("2 Merchant, 2 Broadcaster, Priest", "3 Priest", season=2)
    assert best(position) == "discard Priest"
