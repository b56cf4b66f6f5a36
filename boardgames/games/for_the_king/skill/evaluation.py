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
    OFFICE_KEYS,
    OFFICE_OF,
    VALUE_OF,
    Card,
    Cards,
    Office,
    payable,
)
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
OFFICES = len(Office)
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
    prospects = _prospects(state)
    left = cards_to_come(state)
    softness = closeness(left)
    expected = [*map(add, prospects.points, _gold_points(prospects, left))]
    for office, duty in enumerate(state.public.duties):
        if duty:
            _add_office(expected, prospects, office, duty, softness)
    decisive = _decisive(left)
    return [points / decisive for points in expected]


def reasons(game: Rules, /, state: State, player: int) -> Mapping[str, float]:
    """Return how much each office, Gold and so on favour this seat; see `Game.reasons`."""
    player = check_seat(game, player)
    prospects = _prospects(state)
    left = cards_to_come(state)
    softness = closeness(left)
    by_source: dict[str, list[float]] = {}
    for office, duty in enumerate(state.public.duties):
        expected = [0.0] * game.players
        if duty:
            _add_office(expected, prospects, office, duty, softness)
        by_source[OFFICE_KEYS[office]] = expected
    by_source["gold"] = _gold_points(prospects, left)
    by_source["to_come"] = prospects.points
    decisive = _decisive(left)
    return {source: ahead(points, player) / decisive for source, points in by_source.items()}


def _prospects(state: State) -> _Prospects:
    prospects = _in_hand(state.hidden.hands)
    if state.turn is not None:
        _add_turn(prospects, state, state.turn)
    else:
        _add_auction(prospects, state)
    return prospects


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
        strength = [0.0] * OFFICES
        held = 0
        last = -1
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
    if not possible:
        return 0.0
    changes = len(possible[0].raised) + len(possible[0].lowered)
    return POINTS_PER_CHANGE * changes


def _add_turn(prospects: _Prospects, state: State, turn: Turn) -> None:
    """Share the centre among the seats that have yet to take, and add the worth of the cards still
    to be placed.
    """
    players = len(prospects.gold)
    duties = state.public.duties
    player, advisor = state.player, turn.advisor
    if state.phase is KING:
        prospects.points[player] += worth_of_king(state.public.gone[-1], duties)
    first = player if state.phase is TAKE else player + 1
    still_to_take = (advisor - first) % players
    takers = [seat % players for seat in range(first, first + still_to_take)]
    for seat in takers:
        for card in turn.centre:
            _give(prospects, seat, card, 1 / still_to_take, duties)
    if player == advisor:
        open_places = players - 1 - len(turn.centre)
        for seat in takers:
            prospects.points[seat] += POINTS_TO_TAKE * open_places / still_to_take
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
    buyer, price, share = _expected_sale(state, auction)
    if _sell(prospects, state, auction, buyer, price, share) or not state.bid:
        return
    prospects.points[buyer] -= POINTS_LOST_BY_DEFAULT
    players = len(prospects.gold)
    for step in range(players):
        other = (auction.opener + step) % players
        is_out = other == buyer or other in auction.defaulted
        if not is_out and _sell(prospects, state, auction, other, 1, 1.0):
            return


def _expected_sale(state: State, auction: Auction) -> tuple[int, int, float]:
    """Return who is expected to buy the card, at which price, and how much of it to count."""
    if state.phase is not BID:
        return state.player, state.bid, 1.0
    if state.bid:
        return state.bidding[-1], state.bid, 1.0
    in_play = len(state.hidden.hands) - len(auction.defaulted)
    have_passed = len(state.bidding) < in_play
    return state.bidding[0], 1, 0.5 if have_passed else 0.0


def _sell(
    prospects: _Prospects, state: State, auction: Auction, buyer: int, price: int, share: float
) -> bool:
    """Give the buyer this share of the card and of its price; if they cannot pay, do nothing and
    return False.
    """
    card = state.hidden.favor[auction.number]
    if card >= FIRST_GOLD:
        done = auction.discarded
        if price - done > len(state.hidden.hands[buyer]):
            return False
        steps = price * (price + 1) - done * (done + 1)
        prospects.points[buyer] -= share * POINTS_PER_DISCARD * steps / 2
    else:
        if price > prospects.gold[buyer]:
            return False
        prospects.gold[buyer] -= share * price
    _give(prospects, buyer, card, share, state.public.duties)
    return True


def points_per_gold(left: int) -> float:
    """Return the worth of Gold of value 1, with this many cards to come."""
    if not left:
        return GOLD_AT_THE_END
    return GOLD_AT_THE_END + POINTS_PER_GOLD * min(1.0, (left - 1) / AUCTIONS_FOR_GOLD)


def _gold_points(prospects: _Prospects, left: int) -> list[float]:
    per_gold = points_per_gold(left)
    return [per_gold * gold for gold in prospects.gold]


def _add_office(
    expected: list[float], prospects: _Prospects, office: int, duty: int, softness: float
) -> None:
    """Add, for each seat, the expected points for being first or second in an office with this
    Primary Duty.
    """
    weights = [exp(strength[office] / softness) for strength in prospects.strengths]
    total = fsum(weights)
    second = secondary(duty, len(weights))
    if not second:
        for seat, weight in enumerate(weights):
            expected[seat] += duty * (weight / total)
        return
    # The chance to be first is weight / total; to be second behind a rival, weight / (total without
    # the rival). Every weight is 1 or more: if one of them is huge, the others must not be lost to
    # rounding.
    least = len(weights) - 1.0
    behind = []
    for weight in weights:
        rest = total - weight
        behind.append(weight / rest if rest > least else weight / least)
    for seat, weight in enumerate(weights):
        chance = weight / total
        others_behind = fsum(behind[:seat] + behind[seat + 1 :])
        expected[seat] += duty * chance + second * chance * others_behind


def random_bid(bid: int, limit: int, card: Card, hand: Cards, rng: Random) -> Action:
    """Return a pass or a bid, mostly a small raise within the seat's means; every legal bid has a
    chance (F8).

    `bid` is the last bid, `limit` the highest that the rules allow, `card` is for sale.
    """
    chance = rng.random()
    if chance < CHANCE_TO_PASS:
        return PASS
    low = bid + 1
    if low > limit:
        return PASS
    if chance < CHANCE_TO_PASS + CHANCE_OF_ANY_BID:
        return BIDS[low + int(rng.random() * (limit - low + 1))]
    highest = min(limit, payable(hand, card))
    if low > highest:
        return PASS
    amount = low
    while amount < highest and rng.random() < CHANCE_TO_RAISE:
        amount += 1
    return BIDS[amount]
