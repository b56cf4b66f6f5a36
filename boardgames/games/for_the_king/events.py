"""What can happen in For the King: who sees what of it, and what it changes on the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Self, TypeAlias

from boardgames.core.integers import Natural, Positive
from boardgames.core.values import evolve, value
from boardgames.games.for_the_king.components import (
    NAMES,
    OFFICE_KEYS,
    Card,
    Cards,
    Office,
    Seat,
    is_king,
)
from boardgames.scene.events import (
    Change,
    CounterChange,
    MarkChange,
    Place,
    TurnChange,
    moves,
)
from boardgames.scene.events import Event as BaseEvent
from boardgames.scene.events import OfSeat as OfAnySeat
from boardgames.scene.facts import ACTOR, NEXT, progress, such_that

CENTRE, DECK, FAVOR_DECK, FOR_SALE, KING, GONE, REMOVED = (
    Place(None, zone) for zone in ("centre", "deck", "favor", "sale", "king", "gone", "removed")
)
ADVISOR, PASSED, UNABLE = "advisor", "passed", "unable"
LAST_BID = "bid_{}"
"""Keys of marks of a seat; the last one has the amount."""

ON_SALE = such_that("card", lambda at: NAMES[at.event.card] in at.held(None, "sale"))


def won_for(price: int, discarded: int = 0) -> str:
    """Return the key of the mark of the winner of an auction, who has paid this number of cards for
    Gold so far.
    """
    return f"won_{price}_{discarded}" if discarded else f"won_{price}"


def _nobody(*marks: str) -> tuple[Change, ...]:
    return tuple([MarkChange(None, mark, on=False) for mark in marks])


def _hand(seat: int) -> Place:
    return Place(seat, "hand")


def _bidding_ends(bid: int) -> tuple[Change, ...]:
    return CounterChange(None, "bid", -bid), *_nobody(PASSED, LAST_BID.format(bid))


def _duty(office: Office, by: int) -> Change:
    return CounterChange(None, OFFICE_KEYS[office], by)


def _move(
    cards: Iterable[int | None], source: Place | None, target: Place, *, face_down: bool = False
) -> tuple[Change, ...]:
    """Return the moves of these cards; None is a card that the viewer does not know."""
    return moves(
        [None if card is None else NAMES[card] for card in cards],
        source,
        target,
        face_down=face_down,
    )


@value
class OfSeat(OfAnySeat):
    """What a player does, or what happens to them."""

    seat: Seat


@value
class _UnseenCard(OfSeat):
    """A card moves from one place to another, and only the player sees it."""

    card: Card | None
    """None if the viewer does not know it."""

    def seen_by(self, viewer: int | None) -> Self:
        return self if viewer == self.seat else evolve(self, card=None)


@value
class _CardGained(OfSeat):
    """A card that all see goes into a hand; a King is resolved instead."""

    card: Card
    own: bool = True
    """Whether the viewer is the player: others do not see the hand that the card goes into."""

    def seen_by(self, viewer: int | None) -> Self:
        return self if viewer == self.seat else evolve(self, own=False)

    def _into_hand(self, source: Place) -> tuple[Change, ...]:
        if is_king(self.card):
            return _move([self.card], source, KING)
        return _move([self.card], source, _hand(self.seat), face_down=not self.own)


# The Share Influence Phase.


@value
class CardsLaidOut(BaseEvent):
    """The game begins: the Duties have their first values, and cards form the deck or are removed
    unseen (F2).
    """

    duties: tuple[Natural, ...]
    """By Office: its Primary Duty, 0 if the office is not in play."""
    deck: Natural
    removed: Natural

    def changes(self) -> tuple[Change, ...]:
        duties = [
            _duty(office, duty) for office, duty in zip(Office, self.duties, strict=True) if duty
        ]
        return (
            *duties,
            *_move([None] * self.deck, None, DECK),
            *_move([None] * self.removed, None, REMOVED),
        )


@value
class TurnBegins(BaseEvent):
    """A player becomes the Advisor (F3.3)."""

    advisor: Seat

    def changes(self) -> tuple[Change, ...]:
        return *_nobody(ADVISOR), MarkChange(self.advisor, ADVISOR)


@value
class CardDrawn(_UnseenCard):
    """The Advisor draws a card, which only they see (F3.1)."""

    def changes(self) -> tuple[Change, ...]:
        return _move([self.card], DECK, Place(self.seat, "drawn"), face_down=True)


@value
class CardKept(_UnseenCard):
    """The Advisor keeps the drawn card; a King is shown, to be resolved at once (F3.1, F3.4)."""

    def seen_by(self, viewer: int | None) -> CardKept:
        is_open = viewer == self.seat or (self.card is not None and is_king(self.card))
        return self if is_open else evolve(self, card=None)

    def changes(self) -> tuple[Change, ...]:
        is_shown = self.card is not None and is_king(self.card)
        return _move([self.card], Place(self.seat, "drawn"), KING if is_shown else _hand(self.seat))


@value
class CardOffered(OfSeat):
    """The Advisor puts the drawn card into the centre, face up (F3.1)."""

    card: Card

    def changes(self) -> tuple[Change, ...]:
        return _move([self.card], Place(self.seat, "drawn"), CENTRE)


@value
class CardFavored(_UnseenCard):
    """The Advisor puts the drawn card onto the Favor deck, face down (F3.1)."""

    def changes(self) -> tuple[Change, ...]:
        return _move([self.card], Place(self.seat, "drawn"), FAVOR_DECK, face_down=True)


@value
class CardTaken(_CardGained):
    """A player takes a card from the centre; a King is shown, to be resolved at once (F3.2,
    F3.4).
    """

    def changes(self) -> tuple[Change, ...]:
        return self._into_hand(CENTRE)


# King cards.


@value
class DutiesChanged(OfSeat):
    """A player resolves a King, which leaves the game (F4.1)."""

    seat: Annotated[Seat, ACTOR]
    king: Card
    raised: tuple[Office, ...]
    lowered: tuple[Office, ...]

    def changes(self) -> tuple[Change, ...]:
        duties = (
            *[_duty(office, 1) for office in self.raised],
            *[_duty(office, -1) for office in self.lowered],
        )
        return *duties, *_move([self.king], KING, GONE)


@value
class KingWithoutEffect(BaseEvent):
    """A King can change no Duty, and leaves the game (F4.2)."""

    king: Card

    def changes(self) -> tuple[Change, ...]:
        return _move([self.king], KING, GONE)


# The Gain Esteem Phase.


@value
class FavorDeckShuffled(BaseEvent):
    """The deck is empty: the Favor deck is shuffled, and the auctions begin (F5.1)."""

    def changes(self) -> tuple[Change, ...]:
        return _nobody(ADVISOR)


@value
class AuctionOpens(BaseEvent):
    """A Favor card is turned up, and the opener speaks first (F5.2)."""

    number: Annotated[Positive, progress(0)]
    """The number of the card, from 1."""
    favor_cards: Annotated[Positive, progress(1)]
    """The total number of Favor cards."""
    card: Card
    opener: Annotated[Seat, NEXT]

    def changes(self) -> tuple[Change, ...]:
        return *_move([self.card], FAVOR_DECK, FOR_SALE), *_nobody(PASSED, UNABLE)


@value
class BidMade(OfSeat):
    """A player bids (F5.3)."""

    amount: Positive
    last: Natural
    """The previous bid; 0 if this is the first."""

    def changes(self) -> tuple[Change, ...]:
        higher = CounterChange(None, "bid", self.amount - self.last)
        return (
            higher,
            *_nobody(LAST_BID.format(self.last)),
            MarkChange(self.seat, LAST_BID.format(self.amount)),
        )


@value
class Passed(OfSeat):
    """A player leaves the auction (F5.3)."""

    def changes(self) -> tuple[Change, ...]:
        return (MarkChange(self.seat, PASSED),)


@value
class AuctionWon(OfSeat):
    """The last bidder wins the card for sale, and has to pay for it (F5.3)."""

    card: Annotated[Card, ON_SALE]
    amount: Positive

    def changes(self) -> tuple[Change, ...]:
        return *_bidding_ends(self.amount), MarkChange(self.seat, won_for(self.amount))


@value
class Defaulted(OfSeat):
    """The last bidder cannot pay, and loses a random card unseen, if they have any (F5.7)."""

    amount: Positive
    lost: tuple[Card | None, ...]
    """The card, or None if the viewer does not know it; empty if the hand is empty."""

    def seen_by(self, viewer: int | None) -> Defaulted:
        return self if viewer == self.seat else evolve(self, lost=(None,) * len(self.lost))

    def changes(self) -> tuple[Change, ...]:
        lost = _move(self.lost, _hand(self.seat), Place(self.seat, "lost"), face_down=True)
        return *_bidding_ends(self.amount), MarkChange(self.seat, UNABLE), *lost


@value
class BiddingRestarts(BaseEvent):
    """After a default, all who have not defaulted bid for the same card again (F5.7)."""

    opener: Annotated[Seat, NEXT]


@value
class CardUnsold(BaseEvent):
    """Nobody buys the card for sale, and it is discarded (F5.3)."""

    card: Card

    def changes(self) -> tuple[Change, ...]:
        return _move([self.card], FOR_SALE, GONE)


@value
class GoldPaid(OfSeat):
    """The winner shows Gold cards, and pays with them (F5.4)."""

    gold: Cards

    def changes(self) -> tuple[Change, ...]:
        return _move(self.gold, _hand(self.seat), GONE)


@value
class CardDiscarded(_UnseenCard):
    """The winner discards a card face down, to pay for Gold (F5.5)."""

    number: Positive
    """The number of cards discarded for it so far, including this one."""
    price: Positive
    """The total number of cards to discard."""

    def changes(self) -> tuple[Change, ...]:
        before = MarkChange(self.seat, won_for(self.price, self.number - 1), on=False)
        lost = _move([self.card], _hand(self.seat), Place(self.seat, "lost"), face_down=True)
        return before, MarkChange(self.seat, won_for(self.price, self.number)), *lost


@value
class CardReceived(_CardGained):
    """The winner has paid and receives the card; a King has to be resolved (F5.6)."""

    price: Natural = 0

    def changes(self) -> tuple[Change, ...]:
        over = _nobody(won_for(self.price), won_for(self.price, self.price))
        return *over, *self._into_hand(FOR_SALE)


@value
class GameEnds(BaseEvent):
    """The Favor deck is empty (F6.1)."""

    def changes(self) -> tuple[Change, ...]:
        return TurnChange(()), *_nobody(PASSED, UNABLE)


@value
class HandLaidOpen(OfSeat):
    """At the end, a player's hand is laid open (F6.3)."""

    cards: Cards

    def changes(self) -> tuple[Change, ...]:
        return _move(self.cards, _hand(self.seat), _hand(self.seat))


Event: TypeAlias = (
    CardsLaidOut
    | TurnBegins
    | CardDrawn
    | CardKept
    | CardOffered
    | CardFavored
    | CardTaken
    | DutiesChanged
    | KingWithoutEffect
    | FavorDeckShuffled
    | AuctionOpens
    | BidMade
    | Passed
    | AuctionWon
    | Defaulted
    | BiddingRestarts
    | CardUnsold
    | GoldPaid
    | CardDiscarded
    | CardReceived
    | GameEnds
    | HandLaidOpen
)
