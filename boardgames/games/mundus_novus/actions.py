"""The Actions of Mundus Novus, each made once and shared, and their notation.

How turns are split into decisions: with Merchants and relics there can be thousands of possible sets, so a turn (M6) is
a sequence of short lists:

- `set 3 coffee + 1 relic` makes an identical set: the resource, cards of it, wild relics. Then `buy 2` or `buy deck`
  takes the Development card. Relics alone count as any resource; as one of 7-9 they reach whatever any other resource
  would, so `set 3 relic` covers all cases.
- `different 5` says how many resources a different set has, then `sell 1-2-3-4-8` says which.
- `relics 2` and `perfect set` are complete: the cards they take are never in doubt.
- A Merchant converts a card before the set in which it counts: `employ 4-6` names the group, `use corn as cotton` the
  card. Converted cards are laid aside and must go into the next set; only conversions that can still become part of a
  set are listed.
- `done` ends the turn.

Every set can be made: what defines it is the cards it takes from the hand, the conversions, and what it buys, and each
of these is a decision. Each set can be made in only one way: conversions come in ascending order of the resource that a
card becomes, and for one resource in ascending order of what the card is.

Offers (M5.1) and storage (M6.10) are chosen card by card in ascending order of Kind, so that one path leads to each
choice. Every player makes as many decisions as the cards they may choose; a player who may choose fewer says `nothing`
for the rest, so that not even the number of decisions reveals the number of cards.

Caravels leave a fleet (M4.4) one by one in ascending order of value; the highest of all stays.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from boardgames.core.action import Action as BaseAction
from boardgames.core.action import Notation
from boardgames.core.cards import CountsCache, ItemsByKind, KindsCache, PackedCards
from boardgames.core.values import value
from boardgames.games.mundus_novus.components import (
    CARDS,
    GROUPS,
    LARGEST_DIFFERENT,
    MOST_PLAYERS,
    MOST_RELICS,
    QUEUE_SIZE,
    RELIC,
    RESOURCES,
    SMALLEST_DIFFERENT,
    Event,
    Kind,
)
from boardgames.games.mundus_novus.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable


class PhaseAction(BaseAction):
    """An action that belongs to one phase."""

    __slots__ = ()
    phase: ClassVar[Phase]
    """The only phase in which it can be legal."""


@value
class Summon(PhaseAction):
    """Pay for an event, as Coronado's owner may; "no event" costs nothing (M3.2)."""

    phase: ClassVar[Phase] = Phase.EVENT

    event: Event
    """The event of this round."""

    def __str__(self) -> str:
        """Return `event fire` or `event none`."""
        return f"event {self.event.name.lower().replace('_', ' ')}"


@value
class Detach(PhaseAction):
    """Move a Caravel to a second fleet (M4.4)."""

    phase: ClassVar[Phase] = Phase.FLEETS

    caravel: int
    """Its value."""


@value
class Sail(PhaseAction):
    """Stop splitting: the fleets sail as they are (M4.4)."""

    phase: ClassVar[Phase] = Phase.FLEETS


@value
class Pick(PhaseAction):
    """Take a card turned up for the fleets (M4.2)."""

    phase: ClassVar[Phase] = Phase.PICKS

    kind: Kind
    """One of the kinds turned up."""


@value
class Announce(PhaseAction):
    """Announce how many cards each player offers (M5.1)."""

    phase: ClassVar[Phase] = Phase.NUMBER

    cards: int
    """2, 3 or 4."""


@value
class Offer(PhaseAction):
    """Choose one more card to offer, of the same kind as the one before or a higher one (M5.1)."""

    phase: ClassVar[Phase] = Phase.OFFERS

    kind: Kind
    """The kind of the card."""


@value
class OfferNothing(PhaseAction):
    """Offer no further card, as Las Casas's owner may (M5.1)."""

    phase: ClassVar[Phase] = Phase.OFFERS

    def __str__(self) -> str:
        """Return `offer nothing`."""
        return "offer nothing"


@value
class Appoint(PhaseAction):
    """Choose the new Trade Master among the tied seats (M5.2)."""

    phase: ClassVar[Phase] = Phase.MASTER

    seat: int
    """The new Trade Master."""

    def __str__(self) -> str:
        """Return `master 3`."""
        return f"master {self.seat + 1}"


@value
class Take(PhaseAction):
    """Take a card on offer and keep it (M5.3)."""

    phase: ClassVar[Phase] = Phase.TRADES

    victim: int
    """The seat whose offer the card is from."""
    kind: Kind
    """The kind of the card taken."""

    def __str__(self) -> str:
        """Return `take indigo from 3`."""
        return f"take {self.kind} from {self.victim + 1}"


@value
class Exchange(PhaseAction):
    """Take a card on offer and exchange it for one in the market (M5.3)."""

    phase: ClassVar[Phase] = Phase.TRADES

    victim: int
    """The seat whose offer the card is from."""
    kind: Kind
    """The kind of the card that goes to the market."""
    wanted: Kind
    """The kind of the card that comes from the market."""

    def __str__(self) -> str:
        """Return `take indigo from 3 for cotton`."""
        return f"take {self.kind} from {self.victim + 1} for {self.wanted}"


@value
class Give(PhaseAction):
    """Give a card to the player who is one short (M5.6)."""

    phase: ClassVar[Phase] = Phase.GIFT

    kind: Kind
    """The kind of the card."""


@value
class Begin(PhaseAction):
    """Name the first player of Progression (M6.1)."""

    phase: ClassVar[Phase] = Phase.FIRST

    seat: int
    """The first player."""

    def __str__(self) -> str:
        """Return `first 2`."""
        return f"first {self.seat + 1}"


@value
class Identical(PhaseAction):
    """Make an identical set (M6.2)."""

    phase: ClassVar[Phase] = Phase.TURN

    resource: Kind
    """The resource, or RELIC for a set of relics alone."""
    cards: int
    """Cards of that resource, converted ones included."""
    relics: int
    """Wild relics in addition."""

    def __str__(self) -> str:
        """Return `set 3 coffee + 1 relic`."""
        return f"set {self.cards} {self.resource}" + (f" + {self.relics} relic" if self.relics else "")


@value
class Different(PhaseAction):
    """Begin a different set of this many resources (M6.4)."""

    phase: ClassVar[Phase] = Phase.TURN

    cards: int
    """How many."""


@value
class Relics(PhaseAction):
    """Make a relic set (M6.5)."""

    phase: ClassVar[Phase] = Phase.TURN

    cards: int
    """How many relics."""


@value
class Perfect(PhaseAction):
    """Show a perfect set (M6.7)."""

    phase: ClassVar[Phase] = Phase.TURN

    def __str__(self) -> str:
        """Return `perfect set`."""
        return "perfect set"


@value
class Employ(PhaseAction):
    """Use a Merchant of this group for the next set (M6.6)."""

    phase: ClassVar[Phase] = Phase.TURN

    group: int
    """0, 1 or 2."""

    def __str__(self) -> str:
        """Return `employ 4-6`."""
        return f"employ {GROUPS[self.group]}"


@value
class Done(PhaseAction):
    """End the turn (M6.8)."""

    phase: ClassVar[Phase] = Phase.TURN


@value
class Convert(PhaseAction):
    """Let a card count as a resource of the Merchant's group (M6.6)."""

    phase: ClassVar[Phase] = Phase.MERCHANT

    target: Kind
    """What it counts as."""
    card: Kind
    """What it is."""

    def __str__(self) -> str:
        """Return `use corn as cotton`."""
        return f"use {self.card} as {self.target}"


@value
class Sell(PhaseAction):
    """Say which resources are in the different set, converted cards included (M6.4)."""

    phase: ClassVar[Phase] = Phase.SALE

    resources: tuple[Kind, ...]
    """Ascending."""

    def __str__(self) -> str:
        """Return `sell 1-2-4-5`."""
        return "sell " + "-".join([str(kind.number) for kind in self.resources])


@value
class Buy(PhaseAction):
    """Take a Development card from the queue (M6.2)."""

    phase: ClassVar[Phase] = Phase.PURCHASE

    place: int
    """From 0, the place of card 1."""

    def __str__(self) -> str:
        """Return `buy 2`, counted from 1."""
        return f"buy {self.place + 1}"


@value
class BuyUnseen(PhaseAction):
    """Take the top card of the deck instead, as Almagro's owner may (M6.3)."""

    phase: ClassVar[Phase] = Phase.PURCHASE

    def __str__(self) -> str:
        """Return `buy deck`."""
        return "buy deck"


@value
class Store(PhaseAction):
    """Choose one more card to store, of the same kind as the one before or a higher one (M6.10)."""

    phase: ClassVar[Phase] = Phase.STORAGE

    kind: Kind
    """The kind of the card."""


@value
class StoreNothing(PhaseAction):
    """Store no further card (M6.10)."""

    phase: ClassVar[Phase] = Phase.STORAGE

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

# All Actions that do not depend on the components, made once and shared.

SEATS = range(MOST_PLAYERS)
ANNOUNCED = (2, 3, 4)
SET_SIZES = (3, 4, 5)

SUMMON = tuple(Summon(event) for event in Event)
SAIL = Sail()
PICK = tuple(Pick(kind) for kind in Kind)
ANNOUNCE = tuple(Announce(cards) for cards in ANNOUNCED)
OFFER = tuple(Offer(kind) for kind in Kind)
OFFER_NOTHING = OfferNothing()
APPOINT = tuple(Appoint(seat) for seat in SEATS)
TAKE = tuple(tuple(Take(victim, kind) for kind in Kind) for victim in SEATS)
EXCHANGE = tuple(tuple(tuple(Exchange(victim, kind, wanted) for wanted in Kind) for kind in Kind) for victim in SEATS)
GIVE = tuple(Give(kind) for kind in Kind)
BEGIN = tuple(Begin(seat) for seat in SEATS)
DIFFERENT = tuple(Different(cards) for cards in range(SMALLEST_DIFFERENT, LARGEST_DIFFERENT + 1))
"""From the smallest different set to the largest."""
RELICS = tuple(Relics(cards) for cards in range(1, MOST_RELICS + 1))
PERFECT = Perfect()
EMPLOY = tuple(Employ(group) for group in range(len(GROUPS)))
DONE = Done()
CONVERT = tuple(tuple(Convert(target, card) for card in Kind) for target in RESOURCES)
SELL = {
    kinds: Sell(kinds)
    for size in range(SMALLEST_DIFFERENT, LARGEST_DIFFERENT + 1)
    for kinds in combinations(RESOURCES, size)
}
"""By the resources of the set."""
BUY = tuple(Buy(place) for place in range(QUEUE_SIZE))
BUY_UNSEEN = BuyUnseen()
STORE = tuple(Store(kind) for kind in Kind)
STORE_NOTHING = StoreNothing()

# For some cards: the actions with one of them.

PICKS: ItemsByKind[Kind, Action] = ItemsByKind(CARDS, PICK)
GIFTS: ItemsByKind[Kind, Action] = ItemsByKind(CARDS, GIVE)
TAKES: tuple[ItemsByKind[Kind, Action], ...] = tuple(ItemsByKind(CARDS, actions) for actions in TAKE)
"""By victim: what can be taken from them."""


def _exchanges(victim: int) -> KindsCache[Kind, tuple[tuple[Exchange, ...], ...]]:
    return KindsCache(
        CARDS, lambda market: tuple([tuple([by_wanted[kind] for kind in market]) for by_wanted in EXCHANGE[victim]])
    )


EXCHANGES = tuple(_exchanges(victim) for victim in SEATS)
"""By victim, for the market: by kind taken, what such a card can be exchanged for."""

# The sets that can be made from some cards.

_identical = cache(Identical)


def _identical_sets(resource: Kind, converted: int, cards: int, relics: int) -> tuple[Identical, ...]:
    """Return the sets of this resource that use all converted cards and up to this many cards and relics."""
    return tuple(
        _identical(resource, count, wild)
        for count in range(max(1, converted), cards + 1)
        for wild in range(relics + 1)
        if count + wild in SET_SIZES
    )


SET_CARDS = range(SET_SIZES[-1] + 1)
IDENTICAL = tuple(
    {
        (converted, cards, relics): _identical_sets(resource, converted, cards, relics)
        for converted, cards, relics in product(SET_CARDS, SET_CARDS, SET_CARDS)
        if converted <= cards
    }
    for resource in RESOURCES
)
"""By resource: the identical sets, by numbers of converted cards, of cards with these, and of relics, all up to 5."""
RELICS_ALONE = tuple(tuple(_identical(RELIC, cards, 0) for cards in SET_SIZES if cards <= held) for held in SET_CARDS)
"""By number of relics held, up to 5: the identical sets of relics alone."""


def _sets_without_conversion(relics: int) -> CountsCache[Kind, Identical]:
    return CountsCache(
        CARDS,
        lambda kind, count: (
            RELICS_ALONE[relics] if kind is RELIC else IDENTICAL[kind][0, min(count, SET_SIZES[-1]), relics]
        ),
    )


WITHOUT_CONVERSION = tuple(_sets_without_conversion(relics) for relics in SET_CARDS)
"""By number of relics held, up to 5, for a hand: the identical sets without converted cards."""


@lru_cache(maxsize=1 << 12)
def sales(natural: PackedCards, converted: PackedCards, size: int) -> tuple[Sell, ...]:
    """Return the different sets of this size: all the converted resources, and some of the natural ones."""
    fixed, free = CARDS.kinds(converted), [kind for kind in CARDS.kinds(natural) if kind is not RELIC]
    chosen = combinations(free, max(0, size - len(fixed)))
    return tuple(sorted(SELL[tuple(sorted((*fixed, *kinds)))] for kinds in chosen))


# All of them.


def all_actions(caravels: Iterable[int]) -> list[Action]:
    """Return every Action of a game with Caravels of these values."""
    identical = {each for sets in IDENTICAL for row in sets.values() for each in row}
    return [
        *SUMMON, *(Detach(value) for value in caravels), SAIL, *PICK, *ANNOUNCE, *OFFER, OFFER_NOTHING, *APPOINT,
        *(take for row in TAKE for take in row),
        *(exchange for rows in EXCHANGE for row in rows for exchange in row),
        *GIVE, *BEGIN, *sorted(identical), *RELICS_ALONE[-1], *DIFFERENT, *RELICS, PERFECT,
        *EMPLOY, DONE, *(convert for row in CONVERT for convert in row if convert.card is not convert.target),
        *SELL.values(), *BUY, BUY_UNSEEN, *STORE, STORE_NOTHING,
    ]  # fmt: skip


def notation(actions: Iterable[Action]) -> Notation[Action]:
    """Return the reader of the notation, which accepts `sugar` for sugar cane."""
    short = {str(action).replace("sugar cane", "sugar"): action for action in actions}
    return Notation(actions, also=short)
