"""A cheap guess at what a good player of For the King does, from the points that cards promise.

It is a linear softmax policy: every action has a few features, and the logarithm of its weight is their weighted sum.
It goes by what the seat's View shows: its own hand and card drawn, what everybody saw the others gain, and the table.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, fsum
from typing import TYPE_CHECKING, Any, TypeAlias

from boardgames.core.refusals import check_seat
from boardgames.games.for_the_king import evaluation
from boardgames.games.for_the_king.actions import Action, Centre, Favor, Keep
from boardgames.games.for_the_king.components import FIRST_GOLD, FIRST_KING, OFFICE_OF, VALUE_OF, Office, means
from boardgames.games.for_the_king.memory import HandHistory, NoteKind
from boardgames.games.for_the_king.scoring import secondary
from boardgames.games.for_the_king.state import BID, DISCARD, KING, PAY, PLACE, TAKE, Phase, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from boardgames.games.for_the_king.rules import ForTheKing

Row: TypeAlias = tuple[float, ...]
"""The features of one action."""

FEATURES: dict[str, tuple[str, ...]] = {
    "place": ("kept", "own_kept", "later", "rivals_centre", "favored", "both_favor"),
    "take": ("own", "rivals"),
    "king": ("raised", "lowered"),
    "bid": ("own", "rivals", "cost", "jump", "bluff"),
    "pay": ("waste", "cards"),
    "discard": ("lost",),
}
"""By phase, the features that the function for this phase describes."""
BLUFF = -60.0
"""A bid beyond one's means: a default costs more than a bluff gains, so that nobody is thought to make one."""
WEIGHTS: dict[str, Row] = {
    "place": (-5.2, 4.8, -0.16, -5.7, -3.5, 0.97),
    "take": (2.7, 3.1),
    "king": (4.1, -3.5),
    "bid": (3.5, 1.3, -4.2, -1.5, BLUFF),
    "pay": (-2.9, -0.1),
    "discard": (-1.8,),
}
"""By phase, the weights of its features."""
NO_BID: Row = (0.0, 0.0, 0.0, 0.0, 0.0)
BEYOND_MEANS: Row = (0.0, 0.0, 0.0, 0.0, 1.0)
KEPT_UNSEEN = 0.4
"""Share of the value of an average card that a card kept unseen adds to each office."""


def prior(game: ForTheKing, /, state: State, player: int, actions: Sequence[Action]) -> list[float]:
    """Return the logarithm of each action's weight."""
    check_seat(game, player)
    if state.phase is BID:  # of the up to 78 bids, most are beyond one's means
        own, rivals, cost, jump, bluff = WEIGHTS["bid"]
        payable = _payable_bids(state, _Outlook(state, player), len(actions) - 1)
        known = [own * a + rivals * b + cost * c + jump * d for a, b, c, d in payable]
        return [0.0, *known, *[bluff] * (len(actions) - 1 - len(known))]
    phase, rows = features(game, state, player, actions)
    weights = WEIGHTS[phase]
    return [fsum([weight * each for weight, each in zip(weights, row, strict=True)]) for row in rows]


def features(_game: ForTheKing, state: State, seat: int, actions: Sequence[Action]) -> tuple[str, Sequence[Row]]:
    """Return the phase, and the features of each action."""
    phase, describe = _DESCRIBE[state.phase]
    return phase, describe(state, _Outlook(state, seat), actions)


class _Outlook:
    """What cards promise to the seats, as far as one of them can tell."""

    __slots__ = ("found", "hand", "left", "per_gold", "seat", "softness", "state", "strengths")

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.hand = state.hidden.hands[seat]
        self.left = evaluation.cards_to_come(state)
        self.softness = evaluation.closeness(self.left)
        self.per_gold = evaluation.points_per_gold(self.left)
        self.strengths = [_known_strengths(history) for history in state.public.histories]
        """By seat and Office: the sum of the values it holds, as far as one can tell."""
        self.strengths[seat] = _strengths(self.hand)
        self.found: dict[int, list[float]] = {}

    def weights(self, office: int) -> list[float]:
        """Return, by seat, how likely it is to be first in this office; the seat's own hand counts as it is."""
        found = self.found.get(office)
        if found is None:
            softness = self.softness
            self.found[office] = found = [exp(strengths[office] / softness) for strengths in self.strengths]
        return found

    def share(self, office: int) -> float:
        """Return the seat's chance to be first in this office."""
        weights = self.weights(office)
        return weights[self.seat] / fsum(weights)

    def gains(self, card: int, sign: int = 1) -> tuple[float, float]:
        """Return the points that this card promises to the seat, and on average to its rivals.

        With a sign of -1: the points that they gain, which is less than 0, if such a card leaves their hand.
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
        # With one more card the weight is multiplied, and with it grows the total.
        gains = [stakes * weight * more * (total - weight) / (total * (total + weight * more)) for weight in weights]
        own = gains[self.seat]
        return own, (fsum(gains) - own) / (len(gains) - 1)


def _strengths(cards: Iterable[int]) -> Sequence[float]:
    strengths = [0.0] * len(Office)
    for card in cards:
        if card < FIRST_KING:
            strengths[OFFICE_OF[card]] += VALUE_OF[card]
    return strengths


@lru_cache(1 << 13)
def _known_strengths(history: HandHistory) -> Sequence[float]:
    """Return, by Office, the values that a hand with this history can be thought to have."""
    strengths = _strengths([number for event, number in history if event is NoteKind.GAINED])
    unseen = KEPT_UNSEEN * [event for event, _ in history].count(NoteKind.KEPT)
    return tuple([strength + unseen for strength in strengths])


def _placements(state: State, prospects: _Outlook, actions: Sequence[Any]) -> list[Row]:
    """Describe a card kept: 1, own points, cards to come; one in the centre: rivals' points; one favored: 1, both's."""
    turn = state.turn
    assert turn is not None
    own, rivals = prospects.gains(state.hidden.deck[0])
    later = len(state.hidden.hands) - len(turn.centre) - turn.favored
    rows: dict[type[Action], Row] = {
        Keep: (1.0, own, later, 0.0, 0.0, 0.0),
        Centre: (0.0, 0.0, 0.0, rivals, 0.0, 0.0),
        Favor: (0.0, 0.0, 0.0, 0.0, 1.0, (own + rivals) / 2),
    }
    return [rows[type(action)] for action in actions]


def _takes(_state: State, prospects: _Outlook, actions: Sequence[Any]) -> list[Row]:
    """Describe a card taken: own points, points denied to rivals."""
    return [prospects.gains(action.card) for action in actions]


def _changes(state: State, prospects: _Outlook, actions: Sequence[Any]) -> list[Row]:
    """Describe a change: share of the Duties raised beyond that of an average rival, and of those lowered."""
    even = 1 / len(state.hidden.hands)
    shares = {office: prospects.share(office) - even for office in Office if state.public.duties[office]}
    return [
        (fsum([shares[each] for each in action.raised]), fsum([shares[each] for each in action.lowered]))
        for action in actions
    ]


def _bids(state: State, prospects: _Outlook, actions: Sequence[Any]) -> list[Row]:
    """Describe a bid: own points, points denied to rivals, points that it costs, jump; 1 if beyond one's means."""
    bids = len(actions) - 1
    payable = _payable_bids(state, prospects, bids)
    return [NO_BID, *[(*row, 0.0) for row in payable], *[BEYOND_MEANS] * (bids - len(payable))]


def _payable_bids(state: State, prospects: _Outlook, bids: int) -> list[tuple[float, float, float, float]]:
    """Describe the bids that the seat can pay, which come first among this many."""
    auction = state.auction
    assert auction is not None
    card, hand, low = state.hidden.favor[auction.number], prospects.hand, state.bid + 1
    own, rivals = prospects.gains(card)
    prices = range(low, min(means(hand, card) + 1, low + bids))
    if card >= FIRST_GOLD:
        return [(own, rivals, evaluation.POINTS_PER_DISCARD * price * (price + 1) / 2, price - low) for price in prices]
    return [(own, rivals, prospects.per_gold * price, price - low) for price in prices]


def _payments(state: State, _prospects: _Outlook, actions: Sequence[Any]) -> list[Row]:
    """Describe a payment: Gold paid beyond the bid, number of cards."""
    return [(sum(action.coins) - state.bid, len(action.coins)) for action in actions]


def _discards(_state: State, prospects: _Outlook, actions: Sequence[Any]) -> list[Row]:
    """Describe a discard: the points that it costs."""
    return [(-prospects.gains(action.card, -1)[0],) for action in actions]


_DESCRIBE: dict[Phase, tuple[str, Callable[[State, _Outlook, Sequence[Any]], Sequence[Row]]]] = {
    PLACE: ("place", _placements),
    TAKE: ("take", _takes),
    KING: ("king", _changes),
    BID: ("bid", _bids),
    PAY: ("pay", _payments),
    DISCARD: ("discard", _discards),
}
