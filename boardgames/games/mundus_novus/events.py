"""What can happen in Mundus Novus: who sees what of it, and what it changes on the table.

Events and Supply come first (M2 to M4), then Trade (M5), Progression and the end of a round (M6,
M7).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from boardgames.core.integers import Natural, Positive
from boardgames.core.values import evolve, value
from boardgames.games.mundus_novus import event_parts as parts
from boardgames.games.mundus_novus.components import (
    Income,
    Kind,
    Kinds,
    MerchantGroup,
    RoundEvent,
    Seat,
)
from boardgames.games.mundus_novus.event_parts import Act, OfSeat, OwnCards
from boardgames.scene.events import (
    Change,
    CounterChange,
    MarkChange,
    Place,
    TurnChange,
    moves,
)
from boardgames.scene.events import Event as BaseEvent
from boardgames.scene.facts import NEXT, by, of_action, progress


@value
class CardsLaidOut(BaseEvent):
    """The game begins: market and queue are turned up, and the other cards form pile and
    deck (M2).
    """

    market: Kinds
    queue: tuple[str, ...]
    pile: Natural
    deck: Natural

    def changes(self) -> tuple[Change, ...]:
        face_down = (
            *moves([None] * self.pile, None, parts.PILE),
            *moves([None] * self.deck, None, parts.DECK),
        )
        return (
            *parts.moved(self.market, None, parts.MARKET),
            *moves(self.queue, None, parts.QUEUE),
            *face_down,
        )


@value
class RoundBegins(BaseEvent):
    """A round begins, with the event of queue card 1 (M3.1)."""

    number: Annotated[Positive, progress(0)]
    event: Annotated[RoundEvent, parts.ROUND_EVENT]

    def changes(self) -> tuple[Change, ...]:
        return (MarkChange(None, parts.PERFECT, on=False),)


@value
class EventChosen(Act):
    """Coronado's owner pays for an event, or chooses none (M3.2)."""

    event: Annotated[RoundEvent, of_action("event")]
    price: Natural

    def changes(self) -> tuple[Change, ...]:
        return (CounterChange(self.seat, "doubloons", -self.price),) if self.price else ()


@value
class PileReshuffled(BaseEvent):
    """The discards are shuffled under the resource pile (M4.6)."""

    cards: Kinds

    def changes(self) -> tuple[Change, ...]:
        return parts.moved(self.cards, parts.DISCARDS, parts.PILE)


@value
class CardsDealt(OwnCards):
    """A player is dealt Resource cards (M4.1)."""

    def changes(self) -> tuple[Change, ...]:
        return parts.moved(self.cards, parts.PILE, Place(self.seat, "hand"), self.size)


@value
class CardsTurnedUp(BaseEvent):
    """Cards are turned up for the fleets (M4.2)."""

    cards: Kinds

    def changes(self) -> tuple[Change, ...]:
        return parts.moved(self.cards, parts.PILE, parts.DISPLAY)


@value
class CaravelDetached(Act):
    """A Caravel of Ponce de Leon's owner joins their second fleet (M4.4)."""

    caravel: Annotated[Positive, of_action("caravel")]


@value
class FleetsSailed(OfSeat):
    """Ponce de Leon's owner has finished splitting their Caravels (M4.4)."""

    seat: Annotated[Seat, by("Sail")]


@value
class CardPicked(OfSeat):
    """A fleet picks a card (M4.2)."""

    kind: Kind

    def changes(self) -> tuple[Change, ...]:
        return parts.moved((self.kind,), parts.DISPLAY, Place(self.seat, "hand"))


@value
class PiratesRobbed(OfSeat):
    """Pirates take a random card from the owner of a fleet (M4.5)."""

    kind: Kind

    def changes(self) -> tuple[Change, ...]:
        return parts.moved((self.kind,), Place(self.seat, "hand"), parts.DISCARDS)


@value
class CardsAnnounced(Act):
    """The Trade Master announces how many cards each player offers (M5.1)."""

    cards: Annotated[Positive, of_action("cards")]


@value
class CardChosen(Act):
    """A player chooses a card to offer (M5.1) or to store (M6.10)."""

    aim: Annotated[Literal["offer", "store"], parts.AIM]
    kind: Annotated[Kind | None, of_action("kind")]
    """None if they choose no further card."""
    freely: Annotated[bool, parts.FREELY]
    """Whether they may choose no further card: to store, or to offer with Las Casas."""

    def seen_by(self, viewer: int | None) -> CardChosen | ChoiceMade:
        return self if viewer == self.seat else ChoiceMade(self.seat, self.aim, self.freely)


@value
class ChoiceMade(Act):
    """What others see of `CardChosen`: where a player may choose no further card, the number stays
    secret until all are revealed.
    """

    aim: Annotated[Literal["offer", "store"], parts.AIM]
    freely: Annotated[bool, parts.FREELY]
    """As in `CardChosen`; otherwise it was a card."""


@value
class OfferRevealed(OfSeat):
    """The cards that a player offers are revealed (M5.1, M5.2)."""

    cards: Kinds
    total: Annotated[Natural, parts.TOTAL]

    def changes(self) -> tuple[Change, ...]:
        return parts.moved(self.cards, Place(self.seat, "hand"), Place(self.seat, "offer"))


@value
class TradeMasterTied(OfSeat):
    """The Trade Master has to choose a new one among the tied players (M5.2)."""

    seat: Annotated[Seat, parts.IS_MASTER]
    candidates: Annotated[tuple[Seat, ...], parts.TIED]


@value
class TradeMasterAppointed(Act):
    """The Trade Master chooses a new one (M5.2)."""

    chosen: Annotated[Seat, of_action("seat")]


@value
class TradeMasterChanged(OfSeat):
    """Another player becomes Trade Master (M5.2)."""

    def changes(self) -> tuple[Change, ...]:
        return MarkChange(None, parts.MASTER, on=False), MarkChange(self.seat, parts.MASTER)


@value
class CardTaken(OfSeat):
    """A player takes a card on offer into their hand (M5.3)."""

    victim: Seat
    kind: Kind

    def changes(self) -> tuple[Change, ...]:
        return parts.moved((self.kind,), Place(self.victim, "offer"), Place(self.seat, "hand"))


@value
class CardExchanged(OfSeat):
    """A player takes a card and exchanges it in the market; for its own kind only if that pays
    (M5.3, M5.7).
    """

    victim: Seat
    kind: Kind
    wanted: Kind

    def changes(self) -> tuple[Change, ...]:
        taken = parts.moved((self.kind,), Place(self.victim, "offer"), parts.MARKET)
        return taken + parts.moved((self.wanted,), parts.MARKET, Place(self.seat, "hand"))


@value
class TradeEnds(OfSeat):
    """A player has no card to take, and takes back the cards that they still have on offer
    (M5.6).
    """

    cards: Kinds

    def changes(self) -> tuple[Change, ...]:
        return parts.moved(self.cards, Place(self.seat, "offer"), Place(self.seat, "hand"))


@value
class CardMissing(OfSeat):
    """That player is one card short (M5.6)."""

    def changes(self) -> tuple[Change, ...]:
        return (MarkChange(self.seat, parts.SHORT),)


@value
class CardGiven(OfSeat):
    """The Trade Master gives a card to the player who is one short (M5.6)."""

    receiver: Seat
    kind: Kind | None
    """None if the viewer does not know the card."""

    def seen_by(self, viewer: int | None) -> CardGiven:
        return self if viewer in (self.seat, self.receiver) else evolve(self, kind=None)

    def changes(self) -> tuple[Change, ...]:
        cards, target = None if self.kind is None else (self.kind,), Place(self.receiver, "hand")
        short = MarkChange(self.receiver, parts.SHORT, on=False)
        return *parts.moved(cards, Place(self.seat, "hand"), target), short


@value
class FirstPlayerNamed(Act):
    """The Trade Master names the first player (M6.1)."""

    first: Annotated[Seat, NEXT]


@value
class MerchantEmployed(Act):
    """A player uses a Merchant (M6.6)."""

    group: Annotated[MerchantGroup, of_action("group")]


@value
class CardConverted(OfSeat):
    """A player lays a card aside that counts as another resource in their next set (M6.6)."""

    target: Annotated[Kind, of_action("target")]
    kind: Kind

    def changes(self) -> tuple[Change, ...]:
        return parts.moved((self.kind,), Place(self.seat, "hand"), parts.ASIDE)


@value
class IdenticalSetMade(Act):
    """A player makes an identical set (M6.2)."""

    resource: Annotated[Kind, of_action("resource")]
    size: Annotated[Positive, of_action("cards")]
    """The number of cards that are or count as the resource."""
    relics: Annotated[Natural, of_action("relics")]
    """The number of wild relics in addition."""


@value
class DifferentSetBegun(Act):
    """A player announces the number of resources in their different set (M6.4)."""

    size: Annotated[Positive, of_action("cards")]


@value
class DifferentSetSold(OfSeat):
    """A player sells a different set (M6.4)."""

    resources: Annotated[Kinds, of_action("resources")]
    doubloons: Natural

    def changes(self) -> tuple[Change, ...]:
        return (CounterChange(self.seat, "doubloons", self.doubloons),)


@value
class RelicsSold(OfSeat):
    """A player sells a relic set (M6.5)."""

    size: Annotated[Positive, of_action("cards")]
    doubloons: Natural

    def changes(self) -> tuple[Change, ...]:
        return (CounterChange(self.seat, "doubloons", self.doubloons),)


@value
class PerfectSetShown(OfSeat):
    """A player shows a perfect set (M6.7)."""

    def changes(self) -> tuple[Change, ...]:
        return (MarkChange(self.seat, parts.PERFECT),)


@value
class CardsSpent(OfSeat):
    """The cards of a set are discarded (M6.2 to M6.7)."""

    cards: Kinds
    aside: Kinds
    """The converted cards among them, by their own kinds."""

    def changes(self) -> tuple[Change, ...]:
        hand = Place(self.seat, "hand")
        return *parts.moved(self.cards, hand, parts.DISCARDS), *parts.moved(
            self.aside, parts.ASIDE, parts.DISCARDS
        )


@value
class CardBought(OfSeat):
    """An identical set takes a Development card from the queue, or unseen from the deck (M6.2,
    M6.3).
    """

    card: str
    """Its key."""
    unseen: bool

    def changes(self) -> tuple[Change, ...]:
        return moves(
            (self.card,), parts.DECK if self.unseen else parts.QUEUE, Place(self.seat, "estate")
        )


@value
class QueueRefilled(BaseEvent):
    """The top card of the deck joins the queue (M6.3)."""

    card: str

    def changes(self) -> tuple[Change, ...]:
        return moves((self.card,), parts.DECK, parts.QUEUE)


@value
class TurnEnded(OfSeat):
    """A player ends their turn (M6.8)."""

    seat: Annotated[Seat, by("Done")]


@value
class IncomePaid(OfSeat):
    """A player's Development cards pay: at the end of a turn, or a Shipyard, or Orellana (M6.8,
    M6.9, M5.7).
    """

    income: Annotated[Income, parts.SOURCE]
    doubloons: Natural

    def changes(self) -> tuple[Change, ...]:
        return (CounterChange(self.seat, "doubloons", self.doubloons),)


@value
class CardsDiscarded(OfSeat):
    """A player discards the cards that they do not store (M6.10)."""

    cards: Kinds

    def changes(self) -> tuple[Change, ...]:
        return parts.moved(self.cards, Place(self.seat, "hand"), parts.DISCARDS)


@value
class CardsStored(OwnCards):
    """A player stores cards; they count as part of the hand (M6.10)."""

    seat: Annotated[Seat, parts.STORING]
    size: Annotated[Natural, parts.STORED_SIZE]
    cards: Annotated[Kinds | None, parts.STORED]


@value
class GameEnds(BaseEvent):
    """The last round is over (M7)."""

    def changes(self) -> tuple[Change, ...]:
        return (TurnChange(()),)


TableEvent: TypeAlias = (
    CardsLaidOut | RoundBegins | PileReshuffled | CardsTurnedUp | QueueRefilled | GameEnds
)
"""What happens to no player in particular."""
TradeEvent: TypeAlias = (
    EventChosen
    | CardsDealt
    | CaravelDetached
    | FleetsSailed
    | CardPicked
    | PiratesRobbed
    | CardsAnnounced
    | CardChosen
    | ChoiceMade
    | OfferRevealed
    | TradeMasterTied
    | TradeMasterAppointed
    | TradeMasterChanged
    | CardTaken
    | CardExchanged
    | TradeEnds
    | CardMissing
    | CardGiven
)
"""What happens to a player before Progression (M3 to M5)."""
ProgressionEvent: TypeAlias = (
    FirstPlayerNamed
    | MerchantEmployed
    | CardConverted
    | IdenticalSetMade
    | DifferentSetBegun
    | DifferentSetSold
    | RelicsSold
    | PerfectSetShown
    | CardsSpent
    | CardBought
    | TurnEnded
    | IncomePaid
    | CardsDiscarded
    | CardsStored
)
"""What a player does in Progression, and what it brings (M6)."""
Event: TypeAlias = TableEvent | TradeEvent | ProgressionEvent
