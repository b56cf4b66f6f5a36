"""How random players bid (F8): to pass half the time, else a little more, seldom more than one has."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from boardgames.games.for_the_king.cards import FIRST_GOLD, gold_in
from boardgames.games.for_the_king.esteem import highest_bid
from boardgames.games.for_the_king.table import BIDS, PASS

if TYPE_CHECKING:
    from random import Random

    from boardgames.games.for_the_king.state import Action, State

PASSES = 0.5
"""Chance to pass without a look at one's hand."""
WILD = 0.02
"""Chance of any bid at all, each as likely as the other."""
HARD = 0.4
"""How often the next higher bid is skipped for the one above it."""


def random_bid(state: State, rng: Random) -> Action:
    """Return a bid, mostly a small raise within the seat's means, or to pass; every legal bid has a chance."""
    chance = rng.random()
    if chance < PASSES:
        return PASS
    low, high = state.bid + 1, highest_bid(state)
    if low > high:
        return PASS
    if chance < PASSES + WILD:
        return BIDS[low + int(rng.random() * (high - low + 1))]
    means = min(high, _means(state))
    if low > means:
        return PASS
    amount = low
    while amount < means and rng.random() < HARD:
        amount += 1
    return BIDS[amount]


def _means(state: State) -> int:
    """Return the highest bid that the seat to act could pay."""
    auction, hand = state.auction, state.hidden.hands[state.player]
    if auction is not None and state.hidden.favor[auction.number] >= FIRST_GOLD:
        return len(hand)
    return gold_in(hand[bisect_left(hand, FIRST_GOLD) :])
