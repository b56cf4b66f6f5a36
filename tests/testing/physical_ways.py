"""In how many physical ways a seat can do an action, in the games of the library.

What others do in secret is told piece by piece: of three Guardians, two can be ordered in three
ways. A set that is chosen in several steps counts once, when it is complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from typing import Any

from boardgames.games.for_the_king.actions import Discard
from boardgames.games.koryo.actions import Order
from boardgames.games.koryo.components import CARDS
from boardgames.games.mundus_novus.actions import Offer
from boardgames.games.mundus_novus.components import CARDS as RESOURCES


def koryo_ways(state: Any, action: object, seat: int) -> int:
    """Return the number of sets of cards in the hand that an order can be."""
    if not isinstance(action, Order):
        return 1
    hand = state.hidden.hands[seat]
    counted = Counter(action.cards)
    return prod([comb(CARDS.count(hand, kind), number) for kind, number in counted.items()])


class AmbiguousError(Exception):
    """Raised where a State does not tell in how many ways it goes on."""


def king_ways(state: Any, action: object, seat: int) -> Fraction | int:
    """Return the number of payments for Gold that begin with a discard, of those that were possible
    before.

    Of other actions, 1: which of equal Gold cards is paid stays unknown.
    """
    if not isinstance(action, Discard):
        return 1
    hand = state.hidden.hands[seat]
    laid = state.hidden.laid
    if laid is None:
        return ways_to_go_on(hand, (), action.card, state.bid)
    lost = state.hidden.lost[seat]
    discarded = state.auction.discarded
    equal = lost.count(laid)
    if equal > 1 and len(lost) > discarded:
        raise AmbiguousError  # some of them may have been lost before
    begun = (laid,) * equal
    rest = [card for card in hand if card >= laid]
    return ways_to_go_on([*begun, *rest], begun, action.card, state.bid - discarded + equal)


def mundus_ways(state: Any, action: object, seat: int) -> Fraction | int:
    """Return the number of complete offers that begin with this card, telling equal ones apart, of
    each that was possible before.
    """
    if not isinstance(action, Offer):
        return 1
    hand = tuple(RESOURCES.each(state.hidden.hands[seat]))
    chosen = tuple(RESOURCES.each(state.hidden.chosen[seat]))
    return ways_to_go_on(hand, chosen, action.kind, state.trade.announced)


def ways_to_go_on(
    hand: Sequence[int], chosen: tuple[int, ...], card: int, size: int
) -> Fraction | int:
    """Return the number of sets of so many cards that begin, in ascending order, with those chosen
    and this one, as a share of those that begin with those chosen; of the first card, the number.
    """
    going_on = _sets(hand, (*chosen, card), size)
    return Fraction(going_on, _sets(hand, chosen, size)) if chosen else going_on


def _sets(hand: Sequence[int], begun: tuple[int, ...], size: int) -> int:
    return sum([each[: len(begun)] == begun for each in combinations(sorted(hand), size)])
