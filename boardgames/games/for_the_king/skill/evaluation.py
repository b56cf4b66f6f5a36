"""Estimates a seat's chance to win; the random policy: bids mostly within the seat's means (F8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, fsum
from operator import add
from random import Random
from string import ascii_uppercase
from typing import NamedTuple

from boardgames.contract.refusals import check_seat
from boardgames.core.values import ahead
from boardgames.games.for_the_king import components
from boardgames.games.for_the_king.actions import BIDS, PASS, Action, king_changes
from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    FIRST_KING,
    OFFICE_OF,
    VALUE_OF,
    Office,
    payable,
)
from boardgames.games.for_the_king.phases.esteem import bid_limit
from boardgames.games.for_the_king.scoring import secondary
from boardgames.games.for_the_king.state import (
    BID,
    FOR_SALE,
    KING,
    TAKE,
    Auction,
    Rules,
    State,
    Turn,
)
from boardgames.kit.weights import chances_by

POINTS_PER_GOLD = 0.2
"""Worth of Gold of value 1 while there is enough left to buy."""
AUCTIONS_FOR_GOLD = 8
"""Gold has its full worth with at least this many cards still to be auctioned, and almost none with
no card left.
"""
GOLD_AT_THE_END = 0.02
"""Worth of Gold of value 1 as a tie-break."""
POINTS_PER_CHANGE = 0.4
"""Worth of changing a Duty by 1."""
POINTS_TO_KEEP = 0.7
"""Worth to the Advisor of still being able to keep a card."""
POINTS_TO_TAKE = 0.5
"""Worth to the opponents of a card that the Advisor has yet to place in the centre."""
POINTS_PER_DISCARD = 0.06
"""Cost of the first card discarded to pay for Gold; each further card costs this much more than the
one before.
"""
POINTS_LOST_BY_DEFAULT = 1.5
"""Cost of a default: a card, and being out while the others bid again."""
LEAD, LEAD_PER_CARD = 1.0, 0.04
"""The lead in points that gives a 73 % chance against one rival: at the end, and its increase per
card to come.
"""
CLOSENESS, CLOSENESS_PER_CARD = 0.6, 0.06
"""The lead in values that gives a 73 % chance to win an office: at the end, and its increase per
card to come.
"""
OFFICES = tuple(map(str, Office))
NEAREST_LETTER = 0.5
"""What the letter A adds to the values of an office."""
LETTER_WORTH = [
    NEAREST_LETTER * max(0.0, 1 - ascii_uppercase.index(letter) / components.CARDS_PER_OFFICE)
    for letter in components.LETTER_OF
]
"""By card: what its letter adds; letters after I add nothing."""
CHANCE_TO_PASS = 0.5
"""Chance to pass regardless of the hand."""
CHANCE_OF_ANY_BID = 0.02
"""Chance to make any legal bid, all equally likely."""
CHANCE_TO_RAISE = 0.4
"""Chance to raise the lowest bid by 1, and then to raise again, while the seat can pay."""


class _Prospects(NamedTuple):
    """What the seats have and can expect. Lists have one entry per seat."""

    strengths: list[list[float]]
    """By seat and Office: the sum of its values, and a little for its nearest letter."""
    gold: list[float]
    """The value of each seat's Gold."""
    points: list[float]
    """What else each seat can expect, in points."""


@chances_by
def chances(_game: Rules, /, state: State) -> Sequence[float]:
    """Return every seat's estimated chance to win, based on the Duties that it can expect at the
    end.
    """
    *offices, gold, expected = _points(state).values()
    for points in (gold, *offices):
        expected = [*map(add, expected, points)]
    decisive = _decisive(cards_to_come(state))
    return [points / decisive for points in expected]


def reasons(game: Rules, /, state: State, player: int) -> Mapping[str, float]:
    """Return how much each office, Gold and so on favour this seat; see `Game.reasons`."""
    player = check_seat(game, player)
    decisive = _decisive(cards_to_come(state))
    return {words: ahead(points, player) / decisive for words, points in _points(state).items()}


def _points(state: State) -> dict[str, list[float]]:
    """Return the points that each seat can expect at the end, by their source."""
    prospects, left = _in_hand(state.hidden.hands), cards_to_come(state)
    if state.turn is not None:
        _add_turn(prospects, state, state.turn)
    else:
        _add_auction(prospects, state)
    per_gold, softness = points_per_gold(left), closeness(left)
    strengths = zip(*prospects.strengths, strict=True)
    found = {
        name: _office_points(each, duty, softness)
        for name, each, duty in zip(OFFICES, strengths, state.public.duties, strict=True)
    }
    found["Gold"] = [per_gold * gold for gold in prospects.gold]
    found["Kings and cards to come"] = prospects.points
    return found


def closeness(left: int) -> float:
    """Return the lead in values that gives a 73 % chance to win an office, with this many cards to
    come.
    """
    return CLOSENESS + CLOSENESS_PER_CARD * left


def _decisive(left: int) -> float:
    """Return the lead in points that gives a 73 % chance against one rival, with this many cards to
    come.
    """
    return LEAD + LEAD_PER_CARD * left


def _in_hand(hands: tuple[tuple[int, ...], ...]) -> _Prospects:
    strengths, gold = [], []
    for hand in hands:
        strength, held, last = [0.0] * len(OFFICES), 0, -1
        for card in hand:
            if card >= FIRST_GOLD:
                held += VALUE_OF[card]
                continue
            office = OFFICE_OF[card]
            strength[office] += VALUE_OF[card]
            if office != last:
                # Hands are sorted, so the first card of an office has the nearest letter.
                strength[office] += LETTER_WORTH[card]
                last = office
        strengths.append(strength)
        gold.append(float(held))
    return _Prospects(strengths, gold, [0.0] * len(hands))


def cards_to_come(state: State) -> int:
    """Return the number of cards still to be placed or auctioned."""
    hidden, auction = state.hidden, state.auction
    if auction is not None:
        return len(hidden.favor) - auction.number
    return len(hidden.deck) + sum(map(len, hidden.favored))


def _give(
    prospects: _Prospects, seat: int, card: int, share: float, duties: tuple[int, ...]
) -> None:
    if card < FIRST_KING:
        prospects.strengths[seat][OFFICE_OF[card]] += share * VALUE_OF[card]
    elif components.is_king(card):
        prospects.points[seat] += share * worth_of_king(card, duties)
    else:
        prospects.gold[seat] += share * VALUE_OF[card]


def worth_of_king(card: int, duties: tuple[int, ...]) -> float:
    """Return the worth of resolving this King card, in points."""
    possible = king_changes(card, duties)
    return (
        POINTS_PER_CHANGE * (len(possible[0].raised) + len(possible[0].lowered))
        if possible
        else 0.0
    )


def _add_turn(prospects: _Prospects, state: State, turn: Turn) -> None:
    """Share the centre among the seats that have yet to take, and add the worth of the cards still
    to be placed.
    """
    players, duties = len(prospects.gold), state.public.duties
    phase, player, advisor = state.phase, state.player, turn.advisor
    first = player if phase is TAKE else player + 1
    takers = [seat % players for seat in range(first, first + (advisor - first) % players)]
    if phase is KING:
        prospects.points[player] += worth_of_king(state.public.gone[-1], duties)
    for seat in takers:
        for card in turn.centre:
            _give(prospects, seat, card, 1 / len(takers), duties)
    if player == advisor:
        open_places = players - 1 - len(turn.centre)
        for seat in takers:
            prospects.points[seat] += POINTS_TO_TAKE * open_places / len(takers)
        if not turn.kept:
            prospects.points[advisor] += POINTS_TO_KEEP


def _add_auction(prospects: _Prospects, state: State) -> None:
    """Count the card as sold to the last bidder; before any bid, as half sold to the next speaker
    if others passed.
    """
    phase, auction = state.phase, state.auction
    assert auction is not None
    if phase is KING:
        prospects.points[state.player] += worth_of_king(state.public.gone[-1], state.public.duties)
    if phase not in FOR_SALE:
        return
    buyer, price, share = state.player, state.bid, 1.0
    if phase is BID:
        buyer = state.bidding[-1] if price else state.bidding[0]
        if not price:
            in_play = len(prospects.gold) - len(auction.defaulted)
            price, share = 1, 0.5 if len(state.bidding) < in_play else 0.0
    if _sell(prospects, state, auction, buyer, price, share) or not state.bid:
        return
    prospects.points[buyer] -= POINTS_LOST_BY_DEFAULT
    for step in range(len(prospects.gold)):
        other = (auction.opener + step) % len(prospects.gold)
        if other not in (buyer, *auction.defaulted) and _sell(
            prospects, state, auction, other, 1, 1.0
        ):
            return


def _sell(
    prospects: _Prospects, state: State, auction: Auction, buyer: int, price: int, share: float
) -> bool:
    """Give the buyer this share of the card and of its price; if they cannot pay, do nothing and
    return False.
    """
    card, duties = state.hidden.favor[auction.number], state.public.duties
    if card >= FIRST_GOLD:
        done = auction.discarded
        if price - done > len(state.hidden.hands[buyer]):
            return False
        prospects.points[buyer] -= (
            share * POINTS_PER_DISCARD * (price * (price + 1) - done * (done + 1)) / 2
        )
    else:
        if price > prospects.gold[buyer]:
            return False
        prospects.gold[buyer] -= share * price
    _give(prospects, buyer, card, share, duties)
    return True


def points_per_gold(left: int) -> float:
    """Return the worth of Gold of value 1, with this many cards to come."""
    return (
        GOLD_AT_THE_END + POINTS_PER_GOLD * min(1.0, (left - 1) / AUCTIONS_FOR_GOLD)
        if left
        else GOLD_AT_THE_END
    )


def _office_points(strengths: Sequence[float], duty: int, softness: float) -> list[float]:
    """Return, by seat, the expected points for being first or second in an office, given its
    strength in it.
    """
    if not duty:
        return [0.0] * len(strengths)
    weights = [exp(strength / softness) for strength in strengths]
    total, least = fsum(weights), len(weights) - 1.0
    if not (second := secondary(duty, len(weights))):
        return [duty * (weight / total) for weight in weights]
    # The chance to be first is weight / total; to be second behind a rival, weight / (total without
    # the rival). Every weight is 1 or more: if one of them is huge, the others must not be lost to
    # rounding.
    behind = [weight / (rest if (rest := total - weight) > least else least) for weight in weights]
    return [
        duty * (chance := weight / total)
        + second * chance * fsum(behind[:seat] + behind[seat + 1 :])
        for seat, weight in enumerate(weights)
    ]


def random_bid(state: State, rng: Random) -> Action:
    """Return a pass or a bid, mostly a small raise within the seat's means; every legal bid has a
    chance (F8).
    """
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
    highest = min(
        high, payable(state.hidden.hands[state.player], state.hidden.favor[auction.number])
    )
    if low > highest:
        return PASS
    amount = low
    while amount < highest and rng.random() < CHANCE_TO_RAISE:
        amount += 1
    return BIDS[amount]
