"""The Actions of Mundus Novus, each made once and shared, and their notation, which RULES.md
explains.

With Merchants and relics there can be thousands of possible sets, so a turn (M6) is split into a
sequence of short lists, such as `employ 4-6`, `use corn as cotton`, `set 3 cotton`, `buy 2`. Each
set can be made in only one way: converted cards are laid aside and must go into the next set, and
conversions are ordered by the resource that a card becomes, then by the card itself. Relics alone
count as any resource; as one of 7-9 they reach at least as many cards as any other, so `set 3
relic` covers all cases.

Offers (M5.1) and storage (M6.10) are chosen card by card in ascending order of Kind, so that there
is one path to each choice. Every player makes as many decisions as the cards they may choose; a
player who may choose fewer says `nothing` for the rest, so that not even the number of decisions
reveals the number of cards. Caravels leave a fleet (M4.4) one by one in ascending order of value;
the highest one stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations, product
from typing import ClassVar, TypeAlias

from boardgames.core.action import Action as BaseAction
from boardgames.core.integers import Natural, Positive
from boardgames.core.values import value
from boardgames.games.mundus_novus import components
from boardgames.games.mundus_novus.components import (
    CARDS,
    GROUPS,
    LARGEST_IDENTICAL,
    RELIC,
    RESOURCES,
    SMALLEST_IDENTICAL,
    Kind,
    MerchantGroup,
    RoundEvent,
    Seat,
)
from boardgames.games.mundus_novus.state import Phase
from boardgames.kit.cards import CountsCache, ItemsByKind, KindsCache, PackedCards

__all__ = [
    "Action",
    "Announce",
    "Appoint",
    "Begin",
    "Buy",
    "BuyUnseen",
    "Convert",
    "Detach",
    "Different",
    "Done",
    "Employ",
    "Exchange",
    "Give",
    "Identical",
    "Offer",
    "OfferNothing",
    "Perfect",
    "Pick",
    "Relics",
    "Sail",
    "Sell",
    "Store",
    "StoreNothing",
    "Summon",
    "Take",
]


class PhaseAction(BaseAction):
    """An action of one phase."""

    __slots__ = ()
    phase: ClassVar[Phase]
    """The only phase in which the action can be legal."""


@value
class OfKind(PhaseAction):
    """An action with one card of the player's choice."""

    kind: Kind
    """The kind of the card."""

    def __str__(self) -> str:
        return f"{type(self).__name__.lower()} {self.kind}"


@value
class Summon(PhaseAction):
    """Pay for an event, as Coronado's owner may; "no event" costs nothing (M3.2): `event fire` or
    `event none`.
    """

    phase: ClassVar[Phase] = Phase.EVENT
    event: RoundEvent
    """The event of this round."""

    def __str__(self) -> str:
        return f"event {self.event.name.lower().replace('_', ' ')}"


@value
class Detach(PhaseAction):
    """Move a Caravel to a second fleet (M4.4)."""

    phase: ClassVar[Phase] = Phase.FLEETS
    caravel: Positive
    """Its value."""


@value
class Sail(PhaseAction):
    """Stop splitting: the fleets sail as they are (M4.4)."""

    phase: ClassVar[Phase] = Phase.FLEETS


@value
class Pick(OfKind):
    """Take a card that was turned up for the fleets (M4.2)."""

    phase: ClassVar[Phase] = Phase.PICKS


@value
class Announce(PhaseAction):
    """Announce how many cards each player offers (M5.1)."""

    phase: ClassVar[Phase] = Phase.NUMBER
    cards: Positive
    """2, 3 or 4."""


@value
class Offer(OfKind):
    """Choose another card to offer, not lower in kind than the previous one (M5.1)."""

    phase: ClassVar[Phase] = Phase.OFFERS


@value
class OfferNothing(PhaseAction):
    """Offer no further card, as Las Casas's owner may (M5.1): `offer nothing`."""

    phase: ClassVar[Phase] = Phase.OFFERS

    def __str__(self) -> str:
        return "offer nothing"


@value
class Appoint(PhaseAction):
    """Choose the new Trade Master among the tied seats (M5.2): `master 3`."""

    phase: ClassVar[Phase] = Phase.MASTER
    seat: Seat
    """The new Trade Master."""

    def __str__(self) -> str:
        return f"master {self.seat + 1}"


@value
class Take(PhaseAction):
    """Take a card on offer and keep it (M5.3): `take indigo from 3`."""

    phase: ClassVar[Phase] = Phase.TRADES
    victim: Seat
    """The seat whose offer the card is from."""
    kind: Kind
    """The kind of the card taken."""

    def __str__(self) -> str:
        return f"take {self.kind} from {self.victim + 1}"


@value
class Exchange(PhaseAction):
    """Take a card on offer and exchange it for one in the market (M5.3): `take indigo from 3 for
    cotton`.
    """

    phase: ClassVar[Phase] = Phase.TRADES
    victim: Seat
    """The seat whose offer the card is from."""
    kind: Kind
    """The kind of the card that goes to the market."""
    wanted: Kind
    """The kind of the card that comes from the market."""

    def __str__(self) -> str:
        return f"take {self.kind} from {self.victim + 1} for {self.wanted}"


@value
class Give(OfKind):
    """Give a card to the player who is one short (M5.6)."""

    phase: ClassVar[Phase] = Phase.GIFT


@value
class Begin(PhaseAction):
    """Name the first player of Progression (M6.1): `first 2`."""

    phase: ClassVar[Phase] = Phase.FIRST
    seat: Seat
    """The first player."""

    def __str__(self) -> str:
        return f"first {self.seat + 1}"


@value
class Identical(PhaseAction):
    """Make an identical set (M6.2): `set 3 coffee + 1 relic`."""

    phase: ClassVar[Phase] = Phase.TURN
    resource: Kind
    """The resource, or RELIC for a set of relics alone."""
    cards: Positive
    """Cards of that resource, converted ones included."""
    relics: Natural
    """Wild relics in addition."""

    def __str__(self) -> str:
        wild = f" + {self.relics} relic" if self.relics else ""
        return f"set {self.cards} {self.resource}{wild}"


@value
class Different(PhaseAction):
    """Begin a set of this many different resources (M6.4)."""

    phase: ClassVar[Phase] = Phase.TURN
    cards: Positive
    """The number of cards."""


@value
class Relics(PhaseAction):
    """Make a relic set (M6.5)."""

    phase: ClassVar[Phase] = Phase.TURN
    cards: Positive
    """The number of relics."""


@value
class Perfect(PhaseAction):
    """Show a perfect set (M6.7): `perfect set`."""

    phase: ClassVar[Phase] = Phase.TURN

    def __str__(self) -> str:
        return "perfect set"


@value
class Employ(PhaseAction):
    """Use a Merchant of this group for the next set (M6.6): `employ 4-6`."""

    phase: ClassVar[Phase] = Phase.TURN
    group: MerchantGroup
    """The group of resources, counted from 0."""

    def __str__(self) -> str:
        return f"employ {GROUPS[self.group]}"


@value
class Done(PhaseAction):
    """End the turn (M6.8)."""

    phase: ClassVar[Phase] = Phase.TURN


@value
class Convert(PhaseAction):
    """Make a card count as a resource of the Merchant's group (M6.6): `use corn as cotton`."""

    phase: ClassVar[Phase] = Phase.MERCHANT
    target: Kind
    """What it counts as."""
    card: Kind
    """What it is."""

    def __str__(self) -> str:
        return f"use {self.card} as {self.target}"


@value
class Sell(PhaseAction):
    """Name the resources in the different set, including converted cards (M6.4): `sell 1-2-4-5`."""

    phase: ClassVar[Phase] = Phase.SALE
    resources: tuple[Kind, ...]
    """Ascending."""

    def __str__(self) -> str:
        return "sell " + "-".join([str(kind.number) for kind in self.resources])


@value
class Buy(PhaseAction):
    """Take a Development card from the queue (M6.2): `buy 2`, counted from 1."""

    phase: ClassVar[Phase] = Phase.PURCHASE
    place: Natural
    """From 0, the place of card 1."""

    def __str__(self) -> str:
        return f"buy {self.place + 1}"


@value
class BuyUnseen(PhaseAction):
    """Take the top card of the deck instead, as Almagro's owner may (M6.3): `buy deck`."""

    phase: ClassVar[Phase] = Phase.PURCHASE

    def __str__(self) -> str:
        return "buy deck"


@value
class Store(OfKind):
    """Choose another card to store, not lower in kind than the previous one (M6.10)."""

    phase: ClassVar[Phase] = Phase.STORAGE


@value
class StoreNothing(PhaseAction):
    """Store no further card (M6.10): `store nothing`."""

    phase: ClassVar[Phase] = Phase.STORAGE

    def __str__(self) -> str:
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
"""Any action of the game."""

# All Actions that do not depend on the components, made once and shared.

SEATS = range(components.MOST_PLAYERS)
ANNOUNCED = (2, 3, 4)
"""The numbers of cards that the Trade Master may announce (M5.1)."""

SUMMON = tuple(Summon(event) for event in RoundEvent)
DETACH = cache(Detach)
"""By value of the Caravel."""
SAIL = Sail()
PICK = tuple(Pick(kind) for kind in Kind)
ANNOUNCE = {cards: Announce(cards) for cards in range(1, max(ANNOUNCED) + 1)}
"""By number of cards; a variant of the game may allow a single one."""
OFFER = tuple(Offer(kind) for kind in Kind)
OFFER_NOTHING = OfferNothing()
APPOINT = tuple(Appoint(seat) for seat in SEATS)
TAKE = tuple(tuple(Take(victim, kind) for kind in Kind) for victim in SEATS)
EXCHANGE = tuple(
    tuple(tuple(Exchange(victim, kind, wanted) for wanted in Kind) for kind in Kind)
    for victim in SEATS
)
GIVE = tuple(Give(kind) for kind in Kind)
BEGIN = tuple(Begin(seat) for seat in SEATS)
DIFFERENT_SIZES = range(components.SMALLEST_DIFFERENT, components.LARGEST_DIFFERENT + 1)
DIFFERENT = tuple(Different(cards) for cards in DIFFERENT_SIZES)
RELICS = tuple(Relics(cards) for cards in range(1, components.MOST_RELICS + 1))
PERFECT = Perfect()
EMPLOY = tuple(Employ(group) for group in range(len(GROUPS)))
DONE = Done()
CONVERT = tuple(tuple(Convert(target, card) for card in Kind) for target in RESOURCES)
SELL = {kinds: Sell(kinds) for size in DIFFERENT_SIZES for kinds in combinations(RESOURCES, size)}
"""By the resources of the set."""
BUY = tuple(Buy(place) for place in range(components.QUEUE_SIZE))
BUY_UNSEEN = BuyUnseen()
STORE = tuple(Store(kind) for kind in Kind)
STORE_NOTHING = StoreNothing()

# Functions that return the actions with one of some cards.

PICKS = ItemsByKind[Kind, Action](CARDS, PICK).of
GIFTS = ItemsByKind[Kind, Action](CARDS, GIVE).of
TAKES = tuple(ItemsByKind[Kind, Action](CARDS, row).of for row in TAKE)
"""By victim: the function of the cards that can be taken."""


def _exchanges(
    rows: Sequence[Sequence[Action]], market: Sequence[Kind]
) -> tuple[tuple[Action, ...], ...]:
    return tuple([tuple([row[kind] for kind in market]) for row in rows])


EXCHANGES = tuple(KindsCache(CARDS, partial(_exchanges, rows)).of for rows in EXCHANGE)
"""By victim: the function of the market that returns the exchanges with it, by the kind taken."""

# Sets from some cards.

IDENTICAL = {
    (resource, cards, wild): Identical(resource, cards, wild)
    for resource, cards, wild in product(
        Kind, range(1, LARGEST_IDENTICAL + 1), range(LARGEST_IDENTICAL)
    )
    if SMALLEST_IDENTICAL <= cards + wild <= LARGEST_IDENTICAL and not (resource is RELIC and wild)
}
"""By resource, cards of it, and relics in addition; sets of relics alone have none in addition."""


@cache
def identical_sets(
    relics: int, resource: Kind, cards: int, converted: int = 0
) -> tuple[Action, ...]:
    """Return the sets of up to this many relics and cards of this resource, all converted cards
    among them.
    """
    keys = product([resource], range(converted, cards + 1), range(relics + 1))
    return tuple([IDENTICAL[key] for key in keys if key in IDENTICAL])


IDENTICAL_SETS = tuple(
    CountsCache(CARDS, partial(identical_sets, relics)).of
    for relics in range(LARGEST_IDENTICAL + 1)
)
"""By number of relics held, up to 5: the function that returns the identical sets of a hand; none
of its cards are converted.
"""


@lru_cache(maxsize=1 << 12)
def sales(natural: PackedCards, converted: PackedCards, size: int) -> tuple[Sell, ...]:
    """Return the different sets of this size: all the converted resources, and some of the natural
    ones.
    """
    fixed = CARDS.kinds(converted)
    free = [kind for kind in CARDS.kinds(natural) if kind is not RELIC]
    chosen = combinations(free, max(0, size - len(fixed)))
    return tuple(sorted(SELL[tuple(sorted((*fixed, *kinds)))] for kinds in chosen))


def all_actions(caravels: Iterable[int], announced: Iterable[int]) -> list[Action]:
    """Return every Action of a game with Caravels of these values, where these numbers of cards may
    be announced.
    """
    return [
        *SUMMON,
        *map(DETACH, caravels),
        SAIL,
        *PICK,
        *[ANNOUNCE[cards] for cards in announced],
        *OFFER,
        OFFER_NOTHING,
        *APPOINT,
        *(take for row in TAKE for take in row),
        *(exchange for rows in EXCHANGE for row in rows for exchange in row),
        *GIVE,
        *BEGIN,
        *IDENTICAL.values(),
        *DIFFERENT,
        *RELICS,
        PERFECT,
        *EMPLOY,
        DONE,
        *(convert for row in CONVERT for convert in row if convert.card is not convert.target),
        *SELL.values(),
        *BUY,
        BUY_UNSEEN,
        *STORE,
        STORE_NOTHING,
    ]
