"""What can happen in Mundus Novus: who sees what of it, and what it changes on the table."""

from __future__ import annotations

from typing import Literal, TypeAlias

from boardgames.core.events import Change, CounterChange, Place, moves
from boardgames.core.events import Event as BaseEvent
from boardgames.core.values import evolve, value
from boardgames.games.mundus_novus.components import KEYS, Kind, Kinds, RoundEvent
from boardgames.games.mundus_novus.state import Income

QUEUE, MARKET, DISPLAY, ASIDE, DISCARDS, PILE, DECK = [
    Place(None, zone) for zone in ("queue", "market", "display", "aside", "discards", "pile", "deck")
]


def _moved(cards: Kinds | None, source: Place, target: Place, size: int = 1) -> tuple[Change, ...]:
    """Return the moves of these cards; None means that the viewer does not know them, only their number."""
    pieces = [None] * size if cards is None else [KEYS[kind] for kind in cards]
    return moves(pieces, source, target, face_down=target.zone in ("hand", "pile"))


@value
class OfSeat(BaseEvent):
    """What a player does, or what happens to them."""

    seat: int


@value
class OwnCards(OfSeat):
    """Cards that only the player sees."""

    size: int
    cards: Kinds | None
    """None if the viewer does not know the cards."""

    def seen_by(self, viewer: int | None) -> OwnCards:
        return self if viewer == self.seat else evolve(self, cards=None)


# Event and Supply (M3, M4).


@value
class RoundBegins(BaseEvent):
    """A round begins, with the event of queue card 1 (M3.1)."""

    number: int
    event: RoundEvent


@value
class EventChosen(OfSeat):
    """Coronado's owner pays for an event, or chooses none (M3.2)."""

    event: RoundEvent
    price: int

    def changes(self) -> tuple[Change, ...]:
        return (CounterChange(self.seat, "doubloons", -self.price),) if self.price else ()


@value
class PileReshuffled(BaseEvent):
    """The discards are shuffled under the resource pile (M4.6)."""

    cards: Kinds

    def changes(self) -> tuple[Change, ...]:
        return _moved(self.cards, DISCARDS, PILE)


@value
class CardsDealt(OwnCards):
    """A player is dealt Resource cards (M4.1)."""

    def changes(self) -> tuple[Change, ...]:
        return _moved(self.cards, PILE, Place(self.seat, "hand"), self.size)


@value
class CardsTurnedUp(BaseEvent):
    """Cards are turned up for the fleets (M4.2)."""

    cards: Kinds

    def changes(self) -> tuple[Change, ...]:
        return _moved(self.cards, PILE, DISPLAY)


@value
class CaravelDetached(OfSeat):
    """A Caravel of Ponce de Leon's owner joins their second fleet (M4.4)."""

    caravel: int


@value
class FleetsSailed(OfSeat):
    """Ponce de Leon's owner has finished splitting their Caravels (M4.4)."""


@value
class CardPicked(OfSeat):
    """A fleet picks a card (M4.2)."""

    kind: Kind

    def changes(self) -> tuple[Change, ...]:
        return _moved((self.kind,), DISPLAY, Place(self.seat, "hand"))


@value
class PiratesRobbed(OfSeat):
    """Pirates take a random card from the owner of a fleet (M4.5)."""

    kind: Kind

    def changes(self) -> tuple[Change, ...]:
        return _moved((self.kind,), Place(self.seat, "hand"), DISCARDS)


# Trade (M5).


@value
class CardsAnnounced(OfSeat):
    """The Trade Master announces how many cards each player offers (M5.1)."""

    cards: int


@value
class CardChosen(OfSeat):
    """A player chooses a card to offer (M5.1) or to store (M6.10)."""

    aim: Literal["offer", "store"]
    kind: Kind | None
    """None if they choose no further card."""

    def seen_by(self, viewer: int | None) -> CardChosen | ChoiceMade:
        return self if viewer == self.seat else ChoiceMade(self.seat, self.aim)


@value
class ChoiceMade(OfSeat):
    """What others see of `CardChosen`: the number of cards chosen stays secret until all are revealed."""

    aim: Literal["offer", "store"]


@value
class OfferRevealed(OfSeat):
    """The cards that a player offers are revealed (M5.1, M5.2)."""

    cards: Kinds
    total: int

    def changes(self) -> tuple[Change, ...]:
        return _moved(self.cards, Place(self.seat, "hand"), Place(self.seat, "offer"))


@value
class TradeMasterTied(OfSeat):
    """The Trade Master has to choose a new one among the tied players (M5.2)."""

    candidates: tuple[int, ...]


@value
class TradeMasterAppointed(OfSeat):
    """The Trade Master chooses a new one (M5.2)."""

    chosen: int


@value
class TradeMasterChanged(OfSeat):
    """Another player becomes Trade Master (M5.2)."""


@value
class CardTaken(OfSeat):
    """A player takes a card on offer into their hand (M5.3)."""

    victim: int
    kind: Kind

    def changes(self) -> tuple[Change, ...]:
        return _moved((self.kind,), Place(self.victim, "offer"), Place(self.seat, "hand"))


@value
class CardExchanged(OfSeat):
    """A player takes a card and exchanges it in the market; for its own kind only if that pays (M5.3, M5.7)."""

    victim: int
    kind: Kind
    wanted: Kind

    def changes(self) -> tuple[Change, ...]:
        taken = _moved((self.kind,), Place(self.victim, "offer"), MARKET)
        return taken + _moved((self.wanted,), MARKET, Place(self.seat, "hand"))


@value
class TradeEnds(OfSeat):
    """A player has no card to take, and takes back the cards that they still have on offer (M5.6)."""

    cards: Kinds

    def changes(self) -> tuple[Change, ...]:
        return _moved(self.cards, Place(self.seat, "offer"), Place(self.seat, "hand"))


@value
class CardMissing(OfSeat):
    """That player is one card short (M5.6)."""


@value
class CardGiven(OfSeat):
    """The Trade Master gives a card to the player who is one short (M5.6)."""

    receiver: int
    kind: Kind | None
    """None if the viewer does not know the card."""

    def seen_by(self, viewer: int | None) -> CardGiven:
        return self if viewer in (self.seat, self.receiver) else evolve(self, kind=None)

    def changes(self) -> tuple[Change, ...]:
        return _moved(
            None if self.kind is None else (self.kind,), Place(self.seat, "hand"), Place(self.receiver, "hand")
        )


# Progression, and the end of a round (M6, M7).


@value
class FirstPlayerNamed(OfSeat):
    """The Trade Master names the first player (M6.1)."""

    first: int


@value
class MerchantEmployed(OfSeat):
    """A player uses a Merchant (M6.6)."""

    group: int


@value
class CardConverted(OfSeat):
    """A player lays a card aside that counts as another resource in their next set (M6.6)."""

    target: Kind
    kind: Kind

    def changes(self) -> tuple[Change, ...]:
        return _moved((self.kind,), Place(self.seat, "hand"), ASIDE)


@value
class IdenticalSetMade(OfSeat):
    """A player makes an identical set (M6.2)."""

    resource: Kind
    size: int
    """The number of cards that are or count as the resource."""
    relics: int
    """The number of wild relics in addition."""


@value
class DifferentSetBegun(OfSeat):
    """A player announces the number of resources in their different set (M6.4)."""

    size: int


@value
class DifferentSetSold(OfSeat):
    """A player sells a different set (M6.4)."""

    resources: Kinds
    doubloons: int

    def changes(self) -> tuple[Change, ...]:
        return (CounterChange(self.seat, "doubloons", self.doubloons),)


@value
class RelicsSold(OfSeat):
    """A player sells a relic set (M6.5)."""

    size: int
    doubloons: int

    def changes(self) -> tuple[Change, ...]:
        return (CounterChange(self.seat, "doubloons", self.doubloons),)


@value
class PerfectSetShown(OfSeat):
    """A player shows a perfect set (M6.7)."""


@value
class CardsSpent(OfSeat):
    """The cards of a set are discarded (M6.2 to M6.7)."""

    cards: Kinds
    aside: Kinds
    """The converted cards among them, by their own kinds."""

    def changes(self) -> tuple[Change, ...]:
        return _moved(self.cards, Place(self.seat, "hand"), DISCARDS) + _moved(self.aside, ASIDE, DISCARDS)


@value
class CardBought(OfSeat):
    """An identical set takes a Development card from the queue, or unseen from the deck (M6.2, M6.3)."""

    card: str
    """Its key."""
    unseen: bool

    def changes(self) -> tuple[Change, ...]:
        return moves((self.card,), DECK if self.unseen else QUEUE, Place(self.seat, "estate"))


@value
class QueueRefilled(BaseEvent):
    """The top card of the deck joins the queue (M6.3)."""

    card: str

    def changes(self) -> tuple[Change, ...]:
        return moves((self.card,), DECK, QUEUE)


@value
class TurnEnded(OfSeat):
    """A player ends their turn (M6.8)."""


@value
class IncomePaid(OfSeat):
    """A player's Development cards pay: at the end of a turn, or a Shipyard, or Orellana (M6.8, M6.9, M5.7)."""

    income: Income
    doubloons: int

    def changes(self) -> tuple[Change, ...]:
        return (CounterChange(self.seat, "doubloons", self.doubloons),)


@value
class CardsDiscarded(OfSeat):
    """A player discards the cards that they do not store (M6.10)."""

    cards: Kinds

    def changes(self) -> tuple[Change, ...]:
        return _moved(self.cards, Place(self.seat, "hand"), DISCARDS)


@value
class CardsStored(OwnCards):
    """A player stores cards; they count as part of the hand (M6.10)."""


@value
class GameEnds(BaseEvent):
    """The last round is over (M7)."""


TableEvent: TypeAlias = RoundBegins | PileReshuffled | CardsTurnedUp | QueueRefilled | GameEnds
"""Events that concern no single player."""
TradeEvent: TypeAlias = (
    EventChosen | CardsDealt | CaravelDetached | FleetsSailed | CardPicked | PiratesRobbed | CardsAnnounced | CardChosen
    | ChoiceMade | OfferRevealed | TradeMasterTied | TradeMasterAppointed | TradeMasterChanged | CardTaken
    | CardExchanged | TradeEnds | CardMissing | CardGiven
)  # fmt: skip
"""Events of a player before Progression."""
ProgressionEvent: TypeAlias = (
    FirstPlayerNamed | MerchantEmployed | CardConverted | IdenticalSetMade | DifferentSetBegun | DifferentSetSold
    | RelicsSold | PerfectSetShown | CardsSpent | CardBought | TurnEnded | IncomePaid | CardsDiscarded | CardsStored
)  # fmt: skip
Event: TypeAlias = TableEvent | TradeEvent | ProgressionEvent
