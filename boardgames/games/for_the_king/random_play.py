"""The random policy: bids mostly within the seat's means (F8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.games.for_the_king.actions import BIDS, PASS, Action
from boardgames.games.for_the_king.components import payable
from boardgames.games.for_the_king.phases.esteem import bid_limit

if TYPE_CHECKING:
    from random import Random

    from boardgames.games.for_the_king.state import State

CHANCE_TO_PASS = 0.5
"""Chance to pass regardless of the hand."""
CHANCE_OF_ANY_BID = 0.02
"""Chance to make any legal bid, all equally likely."""
CHANCE_TO_RAISE = 0.4
"""Chance to raise the lowest bid by 1, and then to raise again, while the seat can pay."""


def random_bid(state: State, rng: Random) -> Action:
    """Return a pass or a bid, mostly a small raise within the seat's means; every legal bid has a chance (F8)."""
    chance = rng.random()
    if chance < CHANCE_TO_PASS:
        return PASS
    low, high = state.bid + 1, bid_limit(state)
    if low > high:
        return PASS
    if chance < CHANCE_TO_PASS + CHANCE_OF_ANY_BID:
        return BIDS[low + int(rng.random() * (high - low + 1))]
    auction = state.auction
    assert auction is not None
    highest = min(high, payable(state.hidden.hands[state.player], state.hidden.favor[auction.number]))
    if low > highest:
        return PASS
    amount = low
    while amount < highest and rng.random() < CHANCE_TO_RAISE:
        amount += 1
    return BIDS[amount]
