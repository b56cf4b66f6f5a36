"""Estimates a seat's chance to win."""

from __future__ import annotations

from math import exp, fsum
from typing import TYPE_CHECKING, NamedTuple

from boardgames.core.refusals import check_seat
from boardgames.core.tuples import ahead
from boardgames.core.weights import chances_by
from boardgames.games.for_the_king import components
from boardgames.games.for_the_king.actions import king_changes
from boardgames.games.for_the_king.components import FIRST_GOLD, FIRST_KING, OFFICE_OF, VALUE_OF, Office
from boardgames.games.for_the_king.scoring import secondary
from boardgames.games.for_the_king.state import BID, FOR_SALE, KING, TAKE, Auction, Public, State, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boardgames.games.for_the_king.rules import ForTheKing

POINTS_PER_GOLD = 0.2
"""Worth of Gold of value 1 while there is enough left to buy."""
AUCTIONS_FOR_GOLD = 8
"""Gold has its full worth with at least this many cards still to be auctioned, and almost none with no card left."""
GOLD_AT_THE_END = 0.02
"""Worth of Gold of value 1 as a tie-break."""
POINTS_PER_CHANGE = 0.4
"""Worth of changing a Duty by 1."""
POINTS_TO_KEEP = 0.7
"""Worth to the Advisor of still being able to keep a card."""
POINTS_TO_TAKE = 0.5
"""Worth to the opponents of a card that the Advisor has yet to place in the centre."""
POINTS_PER_DISCARD = 0.06
"""Cost of the first card discarded to pay for Gold; each further card costs this much more than the one before."""
POINTS_LOST_BY_DEFAULT = 1.5
"""Cost of a default: a card, and being out while the others bid again."""
LEAD, LEAD_PER_CARD = 1.0, 0.04
"""The lead in points that gives a 73 % chance against one rival: at the end, and its increase per card to come."""
CLOSENESS, CLOSENESS_PER_CARD = 0.6, 0.06
"""The lead in values that gives a 73 % chance to win an office: at the end, and its increase per card to come."""
OFFICES = len(Office)
NEAREST_LETTER = 0.5
"""What the letter A adds to the values of an office."""
_WORTH_OF_LETTER = {
    letter: NEAREST_LETTER * (1 - index / components.CARDS_PER_OFFICE) for index, letter in enumerate("ABCDEFGHI")
}
LETTER_WORTH = tuple([_WORTH_OF_LETTER.get(letter, 0.0) for letter in components.LETTER_OF])
"""By card: what its letter adds; letters after I add nothing."""


class _Prospects(NamedTuple):
    """What the seats have and can expect. Lists have one entry per seat."""

    strengths: list[list[float]]
    """By seat and Office: the sum of its values, and a little for its nearest letter."""
    gold: list[float]
    """The value of each seat's Gold."""
    points: list[float]
    """What else each seat can expect, in points."""


@chances_by
def chances(_game: ForTheKing, /, state: State) -> Sequence[float]:
    """Return every seat's estimated chance to win, based on the Duties that it can expect at the end."""
    prospects, left = _prospects(state), cards_to_come(state)
    expected, decisive = _points(prospects, state.public, left), _decisive(left)
    return [points / decisive for points in expected]


def reasons(game: ForTheKing, /, state: State, player: int) -> Mapping[str, float]:
    """Return how much each office, Gold and so on favour this seat; see `Game.reasons`."""
    check_seat(game, player)
    prospects, left = _prospects(state), cards_to_come(state)
    per_gold = points_per_gold(left)
    softness = closeness(left)
    points = {str(office): [0.0] * game.players for office in Office}
    for office, duty in enumerate(state.public.duties):
        _add_office(points[str(Office(office))], prospects, office, duty, softness)
    points["Gold"] = [per_gold * gold for gold in prospects.gold]
    points["Kings and cards to come"] = prospects.points
    return {words: ahead(each, player) / _decisive(left) for words, each in points.items()}


def closeness(left: int) -> float:
    """Return the lead in values that gives a 73 % chance to win an office, with this many cards to come."""
    return CLOSENESS + CLOSENESS_PER_CARD * left


def _decisive(left: int) -> float:
    """Return the lead in points that gives a 73 % chance against one rival, with this many cards to come."""
    return LEAD + LEAD_PER_CARD * left


def _prospects(state: State) -> _Prospects:
    prospects = _in_hand(state.hidden.hands)
    if state.turn is not None:
        _add_turn(prospects, state, state.turn)
    else:
        _add_auction(prospects, state)
    return prospects


def _in_hand(hands: tuple[tuple[int, ...], ...]) -> _Prospects:
    strengths, gold = [], []
    for hand in hands:
        strength, held, last = [0.0] * OFFICES, 0, -1
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


def _give(prospects: _Prospects, seat: int, card: int, share: float, duties: tuple[int, ...]) -> None:
    if card < FIRST_KING:
        prospects.strengths[seat][OFFICE_OF[card]] += share * VALUE_OF[card]
    elif components.is_king(card):
        prospects.points[seat] += share * worth_of_king(card, duties)
    else:
        prospects.gold[seat] += share * VALUE_OF[card]


def worth_of_king(card: int, duties: tuple[int, ...]) -> float:
    """Return the worth of resolving this King card, in points."""
    possible = king_changes(card, duties)
    return POINTS_PER_CHANGE * (len(possible[0].raised) + len(possible[0].lowered)) if possible else 0.0


def _add_turn(prospects: _Prospects, state: State, turn: Turn) -> None:
    """Share the centre among the seats that have yet to take, and add the worth of the cards still to be placed."""
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
    """Count the card as sold to the last bidder; before any bid, as half sold to the next speaker if others passed."""
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
        if other not in (buyer, *auction.defaulted) and _sell(prospects, state, auction, other, 1, 1.0):
            return


def _sell(prospects: _Prospects, state: State, auction: Auction, buyer: int, price: int, share: float) -> bool:
    """Give the buyer this share of the card and of its price; if they cannot pay, do nothing and return False."""
    card, duties = state.hidden.favor[auction.number], state.public.duties
    if card >= FIRST_GOLD:
        done = auction.discarded
        if price - done > len(state.hidden.hands[buyer]):
            return False
        prospects.points[buyer] -= share * POINTS_PER_DISCARD * (price * (price + 1) - done * (done + 1)) / 2
    else:
        if price > prospects.gold[buyer]:
            return False
        prospects.gold[buyer] -= share * price
    _give(prospects, buyer, card, share, duties)
    return True


def points_per_gold(left: int) -> float:
    """Return the worth of Gold of value 1, with this many cards to come."""
    return GOLD_AT_THE_END + POINTS_PER_GOLD * min(1.0, (left - 1) / AUCTIONS_FOR_GOLD) if left else GOLD_AT_THE_END


def _points(prospects: _Prospects, public: Public, left: int) -> list[float]:
    """Return, by seat, the expected points: its share of every Duty, and the worth of its Gold."""
    per_gold = points_per_gold(left)
    expected = [points + per_gold * gold for points, gold in zip(prospects.points, prospects.gold, strict=True)]
    softness = closeness(left)
    for office, duty in enumerate(public.duties):
        if duty:
            _add_office(expected, prospects, office, duty, softness)
    return expected


def _add_office(expected: list[float], prospects: _Prospects, office: int, duty: int, softness: float) -> None:
    """Add, for each seat, the expected points for being first or second in this office.

    `softness`: the lead in values that gives a 73 % chance to win the office.
    """
    weights = [exp(strength[office] / softness) for strength in prospects.strengths]
    total, least = fsum(weights), len(weights) - 1.0
    second = secondary(duty, len(weights))
    if not second:
        for seat, weight in enumerate(weights):
            expected[seat] += duty * (weight / total)
        return
    # The chance to be first is weight / total; to be second behind a rival, weight / (total without the rival).
    # Every weight is 1 or more: if one of them is huge, the others must not be lost to rounding.
    behind = [weight / (rest if (rest := total - weight) > least else least) for weight in weights]
    for seat, weight in enumerate(weights):
        chance = weight / total
        expected[seat] += duty * chance + second * chance * fsum(behind[:seat] + behind[seat + 1 :])
