"""The State of Mundus Novus, the View of one seat, and the Actions.

How the decisions are cut. With Merchants and relics there can be thousands of sets to choose from, so that a turn (M6)
is a sequence of short lists:

- `set 3 coffee + 1 relic` makes an identical set: resource, cards of it, wild relics. Then `buy 2` or `buy deck` takes
  the Development card. Relics alone count as any resource; as one of 7-9 they reach what any other would, so that
  `set 3 relic` stands for all.
- `different 5` says of how many resources a different set is, then `sell 1-2-3-4-8` which ones.
- `relics 2` and `perfect set` are whole sets. Which cards they take is never in doubt.
- A Merchant converts a card before the set in which it counts: `employ 4-6` names the group, `use corn as cotton` the
  card. What has been converted lies aside and must go into the next set; the lists hold only what can still become one.
- `done` ends the turn.

Nothing is lost: a set is told by the cards it takes from the hand as they are, by those converted and into what, and
by what it buys, and each of these is a decision of its own. Nothing is there twice: cards are converted in ascending
order of the resource that they become, and for one resource in ascending order of what they are.

Offers (M5.1) and storage (M6.10) are chosen card by card in ascending order of Kind, so that each choice of cards is
reached on one path. Everybody makes as many decisions as he may choose cards; who may choose fewer says `nothing` for
the rest, so that not even the number of his decisions tells how many cards there are.

Caravels leave a fleet (M4.4) one by one in ascending order of value, the last of all Caravels staying in it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from boardgames.core.action import Action as BaseAction
from boardgames.core.values import value
from boardgames.games.mundus_novus.cards import GROUPS, Cards, Kind, KindSet
from boardgames.games.mundus_novus.components import Event, Owned


class Phase(IntEnum):
    """What is being decided."""

    EVENT = 0
    """Coronado's owner may choose the event (M3.2)."""
    FLEETS = 1
    """Ponce de Leon's owner may split his Caravels (M4.4)."""
    PICKS = 2
    """A fleet picks a card (M4.2)."""
    NUMBER = 3
    """The Trade Master announces how many cards are offered (M5.1)."""
    OFFERS = 4
    """All choose their offers at the same time (M5.1)."""
    MASTER = 5
    """The Trade Master chooses his successor among the tied (M5.2)."""
    TRADES = 6
    """A player takes a card (M5.3, M5.4)."""
    GIFT = 7
    """The Trade Master gives a card to him who is one short (M5.6)."""
    FIRST = 8
    """The Trade Master names the first player (M6.1)."""
    TURN = 9
    """A player makes sets (M6.1)."""
    MERCHANT = 10
    """He says which card the Merchant converts into what (M6.6)."""
    SALE = 11
    """He says which resources are in his different set (M6.4)."""
    PURCHASE = 12
    """He says which Development card his identical set takes (M6.2)."""
    STORAGE = 13
    """All who may store cards choose them at the same time (M6.10)."""
    OVER = 14


SIMULTANEOUS = (Phase.OFFERS, Phase.STORAGE)


@value
class Round:
    """What stays much the same through a round."""

    number: int
    """From 1."""
    event: Event
    master: int
    """The seat of the Trade Master."""
    first: int
    """The first player of Progression (M6.1); until he is named the Trade Master."""
    perfect: tuple[int, ...] = ()
    """The seats that showed a perfect set (M6.7), in ascending order."""
    unfilled: bool = False
    """Whether the queue could not be refilled (M7.3)."""


@value
class Supply:
    """The cards turned up for the fleets, and who picks them (M4)."""

    display: Cards = 0
    picks: tuple[int, ...] = ()
    """The seat of each pick still to come, the next one first."""
    detached: tuple[int, ...] = ()
    """The Caravels of Ponce de Leon's owner that sail apart (M4.4), by value, ascending."""


@value
class Trade:
    """Offers, and how far the exchange has come (M5)."""

    announced: int = 0
    """Cards that everybody offers; 0 until it is announced."""
    offers: tuple[Cards, ...] = ()
    """What still lies on offer from each seat; nothing at all before the offers are revealed."""
    partner: int | None = None
    """Who took a card from the player to move."""
    repeated: bool = False
    """Whether that player had taken one from this partner just before (M5.5)."""
    candidates: tuple[int, ...] = ()
    """The seats tied for Trade Master, when the present one chooses (M5.2)."""
    short: int | None = None
    """Who is one card short at the end and gets one from the Trade Master (M5.6)."""


@value
class Turn:
    """What a player has done in his turn, and the set that he is making (M6)."""

    identical: bool = False
    """Whether an identical set was made; the next two say the same of the other sets."""
    different: bool = False
    relics: bool = False
    employed: tuple[int, ...] = (0, 0, 0)
    """Merchants of each group that have been used (M6.6)."""
    group: int | None = None
    """The group of the Merchant who is about to convert a card."""
    converted: tuple[tuple[Kind, Kind], ...] = ()
    """Cards that lie aside for the next set: what each counts as, and what it is."""
    size: int = 0
    """Of the different set that is being made; otherwise 0."""
    reach: int | None = None
    """Queue cards, from n°1 on, among which the identical set chooses; None when none has been paid."""


@value
class Gift:
    """A card given unseen under M5.6, as long as somebody can know more of it than others (M8)."""

    giver: int
    receiver: int
    sure: KindSet
    """If the card is of one of these kinds, the cards known to have entered the giver's hand are one fewer."""
    kept: KindSet
    """If the card is of one of these kinds, the receiver still holds it."""


@value
class Table:
    """What lies open, and what everybody remembers. Tuples have one entry per seat."""

    market: Cards
    discards: Cards
    source: Cards
    """The cards that were shuffled into the resource pile last, less those turned up from it since."""
    queue: tuple[int, ...]
    """The queue, n°1 first, as indices of `Box.cards`."""
    doubloons: tuple[int, ...]
    owned: tuple[Owned, ...]
    known: tuple[Cards, ...]
    """Cards that everybody saw entering a hand and nobody saw leaving it (M8)."""
    gifts: tuple[Gift, ...]


@value
class Hidden:
    """What no View shows whole. Tuples have one entry per seat."""

    hands: tuple[Cards, ...]
    """Cards stored for the next round included; chosen ones too, until all are revealed."""
    chosen: tuple[Cards, ...]
    """The cards chosen so far for the offer or for storage."""
    steps: tuple[int, ...]
    """Decisions made so far on them; where they are more than the cards, the others were `nothing`."""
    given: tuple[Kind, ...]
    """What each of `Table.gifts` was."""
    pile: Cards
    """The resource pile; its order is without meaning, for every card drawn from it is drawn at random."""
    drawn: tuple[Cards, ...]
    """What each player got face down out of `Table.source`: this and the pile are the source."""
    deck: tuple[int, ...]
    """The deck of Development cards, top first."""
    seed: int
    """The seed of the game."""


@value
class State:
    """A position, everything included."""

    round: Round
    phase: Phase
    player: int
    """The seat to act, the first of those who may; after the game the Trade Master."""
    owing: tuple[int, ...]
    """The seats that still choose cards, where all do at the same time; otherwise none."""
    supply: Supply
    trade: Trade
    turn: Turn
    table: Table
    hidden: Hidden


@value
class View:
    """What one seat, or a spectator, knows (M8). Tuples have one entry per seat."""

    seat: int | None
    """Whose View this is; None for a spectator."""
    round: Round
    phase: Phase
    player: int
    owing: tuple[int, ...]
    supply: Supply
    trade: Trade
    turn: Turn
    table: Table
    hand_sizes: tuple[int, ...]
    drawn_sizes: tuple[int, ...]
    """Cards that each player got face down out of `Table.source`."""
    pile_size: int
    deck_size: int
    hand: Cards
    """The seat's own hand; empty for a spectator, as all that follows."""
    chosen: Cards
    """The cards that the seat has chosen, not yet revealed."""
    steps: int
    """Decisions that the seat has made on them."""
    drawn: Cards
    """What the seat itself got face down out of `Table.source`."""
    given: tuple[Kind | None, ...]
    """What each of `Table.gifts` was, where the seat gave or received it."""


# The Actions, in the order of a round.


@value
class Summon(BaseAction):
    """Pay for an event of one's choice, as Coronado's owner may; "no event" leaves things as they are (M3.2)."""

    event: Event

    def __str__(self) -> str:
        """Return `event fire` or `event none`."""
        return f"event {self.event.name.lower().replace('_', ' ')}"


@value
class Detach(BaseAction):
    """Let a Caravel sail in a fleet apart (M4.4)."""

    caravel: int
    """Its value."""


@value
class Sail(BaseAction):
    """Leave the fleets as they are now (M4.4)."""


@value
class Pick(BaseAction):
    """Take a card turned up for the fleets (M4.2)."""

    kind: Kind


@value
class Announce(BaseAction):
    """Announce how many cards everybody offers (M5.1)."""

    cards: int


@value
class Offer(BaseAction):
    """Choose one more card for the offer; of no kind lower than the one before (M5.1)."""

    kind: Kind


@value
class OfferNothing(BaseAction):
    """Offer no more cards, as Las Casas allows (M5.1)."""

    def __str__(self) -> str:
        """Return `offer nothing`."""
        return "offer nothing"


@value
class Appoint(BaseAction):
    """Choose the new Trade Master among the tied (M5.2)."""

    seat: int

    def __str__(self) -> str:
        """Return `master 3`."""
        return f"master {self.seat + 1}"


@value
class Take(BaseAction):
    """Take a card on offer into one's hand (M5.3)."""

    victim: int
    kind: Kind

    def __str__(self) -> str:
        """Return `take indigo from 3`."""
        return f"take {self.kind} from {self.victim + 1}"


@value
class Exchange(BaseAction):
    """Take a card on offer, put it into the market and take one that lay there (M5.3)."""

    victim: int
    kind: Kind
    wanted: Kind

    def __str__(self) -> str:
        """Return `take indigo from 3 for cotton`."""
        return f"take {self.kind} from {self.victim + 1} for {self.wanted}"


@value
class Give(BaseAction):
    """Give a card to the player who is one short (M5.6)."""

    kind: Kind


@value
class Begin(BaseAction):
    """Name the first player of Progression (M6.1)."""

    seat: int

    def __str__(self) -> str:
        """Return `first 2`."""
        return f"first {self.seat + 1}"


@value
class Identical(BaseAction):
    """Make an identical set (M6.2)."""

    resource: Kind
    """The resource; RELIC for a set of relics alone."""
    cards: int
    """Cards of that resource, converted ones included."""
    relics: int
    """Wild relics besides."""

    def __str__(self) -> str:
        """Return `set 3 coffee + 1 relic`."""
        return f"set {self.cards} {self.resource}" + (f" + {self.relics} relic" if self.relics else "")


@value
class Different(BaseAction):
    """Make a different set of so many resources (M6.4)."""

    cards: int


@value
class Relics(BaseAction):
    """Make a relic set (M6.5)."""

    cards: int


@value
class Perfect(BaseAction):
    """Show a perfect set (M6.7)."""

    def __str__(self) -> str:
        """Return `perfect set`."""
        return "perfect set"


@value
class Employ(BaseAction):
    """Use a Merchant of this group for the next set (M6.6)."""

    group: int
    """0, 1 or 2."""

    def __str__(self) -> str:
        """Return `employ 4-6`."""
        return f"employ {GROUPS[self.group]}"


@value
class Done(BaseAction):
    """End the turn (M6.8)."""


@value
class Convert(BaseAction):
    """Let a card count as a resource of the Merchant's group (M6.6)."""

    target: Kind
    """What it counts as."""
    card: Kind
    """What it is."""

    def __str__(self) -> str:
        """Return `use corn as cotton`."""
        return f"use {self.card} as {self.target}"


@value
class Sell(BaseAction):
    """Say which resources are in the different set, those of converted cards included (M6.4)."""

    resources: tuple[Kind, ...]
    """Ascending."""

    def __str__(self) -> str:
        """Return `sell 1-2-4-5`."""
        return "sell " + "-".join([str(kind.worth) for kind in self.resources])


@value
class Buy(BaseAction):
    """Take a Development card from the queue (M6.2)."""

    place: int
    """From 0, the place of n°1."""

    def __str__(self) -> str:
        """Return `buy 2`, counted from 1."""
        return f"buy {self.place + 1}"


@value
class BuyUnseen(BaseAction):
    """Take the top card of the deck instead, as Almagro allows (M6.3)."""

    def __str__(self) -> str:
        """Return `buy deck`."""
        return "buy deck"


@value
class Store(BaseAction):
    """Choose one more card to store; of no kind lower than the one before (M6.10)."""

    kind: Kind


@value
class StoreNothing(BaseAction):
    """Store no more cards (M6.10)."""

    def __str__(self) -> str:
        """Return `store nothing`."""
        return "store nothing"


Action: TypeAlias = (
    Summon
    | Detach
    | Sail
    | Pick
    | Announce
    | Offer
    | OfferNothing
    | Appoint
    | Take
    | Exchange
    | Give
    | Begin
    | Identical
    | Different
    | Relics
    | Perfect
    | Employ
    | Done
    | Convert
    | Sell
    | Buy
    | BuyUnseen
    | Store
    | StoreNothing
)
