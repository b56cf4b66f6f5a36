"""A cheap guess at what a good player of For the King does, based on the points that cards promise.

It is a linear softmax policy: every action has a few features, and the logarithm of its weight is
their weighted sum. It uses only what the seat's View shows: its own hand and drawn card, what
others gained in public, and the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import exp, fsum
from operator import mul
from typing import TYPE_CHECKING, Any

from boardgames.contract.refusals import check_seat
from boardgames.games.for_the_king.actions import (
    Action,
    Centre,
    Change,
    Discard,
    Favor,
    Keep,
    Pay,
    Take,
)
from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    FIRST_KING,
    OFFICE_OF,
    VALUE_OF,
    Office,
    payable,
)
from boardgames.games.for_the_king.scoring import secondary
from boardgames.games.for_the_king.skill import evaluation
from boardgames.games.for_the_king.state import (
    BID,
    DISCARD,
    GAINED,
    KEPT,
    KING,
    PAY,
    PLACE,
    TAKE,
    Rules,
)

if TYPE_CHECKING:
    from boardgames.games.for_the_king.state import HandHistory, Phase, State

CONSTANTS = ("PLACING", "TAKING", "CHANGING", "BIDDING", "PAYING", "DISCARDING")
"""What `examples/tune.py` fits: the weights of the features that a function below describes."""
PLACING = (-5.2, 4.8, -0.16, -5.7, -3.5, 0.97)
TAKING = (2.7, 3.1)
CHANGING = (4.1, -3.5)
BIDDING = (3.5, 1.3, -4.2, -1.5)
PAYING = (-2.9, -0.1)
DISCARDING = -1.8
BLUFF = -60.0
"""The weight of a bid beyond the seat's means. A default costs more than a bluff gains, so nobody
should bluff.
"""
KEPT_UNSEEN = 0.4
"""What a card kept unseen adds to each office, as a share of the value of an average card."""


def prior(game: Rules, /, state: State, player: int, actions: Sequence[Action]) -> Sequence[float]:
    """Return the logarithm of each action's weight."""
    player = check_seat(game, player)
    return _WEIGH[state.phase](state, _Outlook(state, player), actions)


class _Outlook:
    """What cards promise to the seats, as far as one seat can tell."""

    __slots__ = ("found", "hand", "left", "per_gold", "seat", "softness", "state", "strengths")

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.hand = state.hidden.hands[seat]
        self.left = evaluation.cards_to_come(state)
        self.softness = evaluation.closeness(self.left)
        self.per_gold = evaluation.points_per_gold(self.left)
        self.strengths = [_known_strengths(history) for history in state.public.histories]
        """By seat and Office: the sum of the values in its hand, as far as known."""
        self.strengths[seat] = _strengths(self.hand)
        self.found: dict[int, list[float]] = {}

    def weights(self, office: int) -> list[float]:
        """Return, by seat, a weight for how likely it is to be first in this office; the seat's own
        hand is known.
        """
        weights = self.found.get(office)
        if weights is None:
            softness = self.softness
            weights = [exp(strengths[office] / softness) for strengths in self.strengths]
            self.found[office] = weights
        return weights

    def share(self, office: int) -> float:
        """Return the seat's chance to be first in this office."""
        weights = self.weights(office)
        return weights[self.seat] / fsum(weights)

    def gains(self, card: int, sign: int = 1) -> tuple[float, float]:
        """Return what this card promises to the seat and to its average rival, in points; -1: if
        such a card leaves.
        """
        if card >= FIRST_GOLD:
            points = sign * self.per_gold * VALUE_OF[card]
            return points, points
        duties = self.state.public.duties
        if card >= FIRST_KING:
            points = evaluation.worth_of_king(card, duties)
            return points, points
        office = OFFICE_OF[card]
        weights = self.weights(office)
        total = fsum(weights)
        more = exp(sign * VALUE_OF[card] / self.softness) - 1
        stakes = duties[office] + secondary(duties[office], len(weights)) / 2
        # One more card multiplies the weight, and so increases the total.
        gains = [
            stakes * weight * more * (total - weight) / (total * (total + weight * more))
            for weight in weights
        ]
        own = gains[self.seat]
        of_rivals = fsum(gains) - own
        return own, of_rivals / (len(gains) - 1)


def _strengths(cards: Iterable[int]) -> Sequence[float]:
    strengths = [0.0] * len(Office)
    for card in cards:
        if card < FIRST_KING:
            strengths[OFFICE_OF[card]] += VALUE_OF[card]
    return strengths


@lru_cache(1 << 13)
def _known_strengths(history: HandHistory) -> Sequence[float]:
    """Return, by Office, the estimated values in a hand with this history."""
    strengths = _strengths([number for kind, number in history if kind is GAINED])
    unseen = KEPT_UNSEEN * [kind for kind, _ in history].count(KEPT)
    return tuple([strength + unseen for strength in strengths])


def _sums(weights: Sequence[float], rows: Sequence[Sequence[float]]) -> list[float]:
    return [fsum(map(mul, weights, row)) for row in rows]


def _placements(state: State, outlook: _Outlook, actions: Sequence[Action]) -> list[float]:
    """For a card kept: 1, own points, cards to come; in the centre: rivals' points; favored: 1,
    mean of the points.
    """
    turn = state.turn
    assert turn is not None
    own, rivals = outlook.gains(state.hidden.deck[0])
    later = len(state.hidden.hands) - len(turn.centre) - turn.favored
    rows: dict[type[Action], Sequence[float]] = {
        Keep: (1.0, own, later, 0.0, 0.0, 0.0),
        Centre: (0.0, 0.0, 0.0, rivals, 0.0, 0.0),
        Favor: (0.0, 0.0, 0.0, 0.0, 1.0, (own + rivals) / 2),
    }
    return _sums(PLACING, [rows[type(action)] for action in actions])


def _takes(_state: State, outlook: _Outlook, actions: Sequence[Take]) -> list[float]:
    """For a card taken: own points, points denied to rivals."""
    return _sums(TAKING, [outlook.gains(action.card) for action in actions])


def _changes(state: State, outlook: _Outlook, actions: Sequence[Change]) -> list[float]:
    """For a change: the seat's share, minus that of an average rival, of the Duties raised, and of
    those lowered.
    """
    even = 1 / len(state.hidden.hands)
    in_play = [office for office in Office if state.public.duties[office]]
    shares = {office: outlook.share(office) - even for office in in_play}
    rows = []
    for action in actions:
        raised = fsum([shares[office] for office in action.raised])
        lowered = fsum([shares[office] for office in action.lowered])
        rows.append((raised, lowered))
    return _sums(CHANGING, rows)


def _bids(state: State, outlook: _Outlook, actions: Sequence[Action]) -> list[float]:
    """For a bid: own points, points denied to rivals, cost in points, jump; most of up to 78 are
    beyond one's means.
    """
    auction = state.auction
    assert auction is not None
    card = state.hidden.favor[auction.number]
    own, rivals = outlook.gains(card)
    bids = len(actions) - 1  # the first action is to pass
    low = state.bid + 1
    within_means = range(low, min(payable(outlook.hand, card) + 1, low + bids))
    if card >= FIRST_GOLD:
        per_discard = evaluation.POINTS_PER_DISCARD
        costs = [per_discard * price * (price + 1) / 2 for price in within_means]
    else:
        costs = [outlook.per_gold * price for price in within_means]
    per_own, per_rivals, per_cost, per_jump = BIDDING
    gain = per_own * own + per_rivals * rivals
    weights = [gain + per_cost * cost + per_jump * jump for jump, cost in enumerate(costs)]
    bluffs = [BLUFF] * (bids - len(weights))
    return [0.0, *weights, *bluffs]


def _payments(state: State, _outlook: _Outlook, actions: Sequence[Pay]) -> list[float]:
    """For a payment: Gold paid beyond the bid, number of cards."""
    rows = [(sum(action.coins) - state.bid, len(action.coins)) for action in actions]
    return _sums(PAYING, rows)


def _discards(_state: State, outlook: _Outlook, actions: Sequence[Discard]) -> list[float]:
    """For a discard: the points that it costs."""
    return [DISCARDING * -outlook.gains(action.card, -1)[0] for action in actions]


_WEIGH: dict[Phase, Callable[[State, _Outlook, Sequence[Any]], list[float]]] = {
    PLACE: _placements,
    TAKE: _takes,
    KING: _changes,
    BID: _bids,
    PAY: _payments,
    DISCARD: _discards,
}
