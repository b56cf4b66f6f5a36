"""The Actions of Mundus Novus, each made once and shared, and their notation.

With Merchants and relics there can be thousands of possible sets, so a turn (M6) is split into a sequence of short
lists:

- `set 3 coffee + 1 relic` makes an identical set: the resource, cards of it, wild relics. Then `buy 2` or `buy deck`
  takes the Development card. Relics alone count as any resource; as one of 7-9 they reach at least as many cards as any
  other, so `set 3 relic` covers all cases.
- `different 5` gives the number of resources in a different set, then `sell 1-2-3-4-8` names them.
- `relics 2` and `perfect set` are complete: they determine the cards.
- A Merchant converts a card before the set in which it counts: `employ 4-6` names the group, `use corn as cotton` the
  card. Converted cards are laid aside and must go into the next set; only conversions that can still become part of a
  set are listed.
- `done` ends the turn.

Every set can be made: it is defined by the cards from the hand, the conversions and what it buys, and each of these is
a decision. Each set can be made in only one way: conversions are ordered by the resource that a card becomes, then by
the card itself.

Offers (M5.1) and storage (M6.10) are chosen card by card in ascending order of Kind, so that there is one path to each
choice. Every player makes as many decisions as the cards they may choose; a player who may choose fewer says `nothing`
for the rest, so that not even the number of decisions reveals the number of cards.

Caravels leave a fleet (M4.4) one by one in ascending order of value; the highest one stays.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from itertools import combinations, product
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from boardgames.core.action import Action as BaseAction
from boardgames.core.cards import CountsCache, ItemsByKind, KindsCache, PackedCards
from boardgames.core.values import value
from boardgames.games.mundus_novus import components
from boardgames.games.mundus_novus.components import CARDS, GROUPS, RELIC, RESOURCES, Kind, RoundEvent
from boardgames.games.mundus_novus.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable


class PhaseAction(BaseAction):
    """An action that belongs to one phase."""

    __slots__ = ()
    phase: ClassVar[Phase]
    """The only phase in which it can be legal."""
    words: ClassVar[str] = ""
    """The notation of an action without fields, if it is not the name of the class."""

    def __init_subclass__(cls, phase: Phase | None = None, words: str = "") -> None:
        """Set the phase and the words, which the classes that `value` derives from this one keep."""
        super().__init_subclass__()
        if phase is not None:
            cls.phase, cls.words = phase, words

    def __str__(self) -> str:
        return self.words or super().__str__()


@value
class OfKind(PhaseAction):
    """An action with one card of the player's choice."""

    kind: Kind
    """The kind of the card."""


@value
class Summon(PhaseAction, phase=Phase.EVENT):
    """Pay for an event, as Coronado's owner may; "no event" costs nothing (M3.2): `event fire` or `event none`."""

    event: RoundEvent
    """The event of this round."""

    def __str__(self) -> str:
        return f"event {self.event.name.lower().replace('_', ' ')}"


@value
class Detach(PhaseAction, phase=Phase.FLEETS):
    """Move a Caravel to a second fleet (M4.4)."""

    caravel: int
    """Its value."""


@value
class Sail(PhaseAction, phase=Phase.FLEETS):
    """Stop splitting: the fleets sail as they are (M4.4)."""


@value
class Pick(OfKind, phase=Phase.PICKS):
    """Take a card that was turned up for the fleets (M4.2)."""


@value
class Announce(PhaseAction, phase=Phase.NUMBER):
    """Announce how many cards each player offers (M5.1)."""

    cards: int
    """2, 3 or 4."""


@value
class Offer(OfKind, phase=Phase.OFFERS):
    """Choose another card to offer, not lower in kind than the previous one (M5.1)."""


@value
class OfferNothing(PhaseAction, phase=Phase.OFFERS, words="offer nothing"):
    """Offer no further card, as Las Casas's owner may (M5.1): `offer nothing`."""


@value
class Appoint(PhaseAction, phase=Phase.MASTER):
    """Choose the new Trade Master among the tied seats (M5.2): `master 3`."""

    seat: int
    """The new Trade Master."""

    def __str__(self) -> str:
        return f"master {self.seat + 1}"


@value
class Take(PhaseAction, phase=Phase.TRADES):
    """Take a card on offer and keep it (M5.3): `take indigo from 3`."""

    victim: int
    """The seat whose offer the card is from."""
    kind: Kind
    """The kind of the card taken."""

    def __str__(self) -> str:
        return f"take {self.kind} from {self.victim + 1}"


@value
class Exchange(PhaseAction, phase=Phase.TRADES):
    """Take a card on offer and exchange it for one in the market (M5.3): `take indigo from 3 for cotton`."""

    victim: int
    """The seat whose offer the card is from."""
    kind: Kind
    """The kind of the card that goes to the market."""
    wanted: Kind
    """The kind of the card that comes from the market."""

    def __str__(self) -> str:
        return f"take {self.kind} from {self.victim + 1} for {self.wanted}"


@value
class Give(OfKind, phase=Phase.GIFT):
    """Give a card to the player who is one short (M5.6)."""


@value
class Begin(PhaseAction, phase=Phase.FIRST):
    """Name the first player of Progression (M6.1): `first 2`."""

    seat: int
    """The first player."""

    def __str__(self) -> str:
        return f"first {self.seat + 1}"


@value
class Identical(PhaseAction, phase=Phase.TURN):
    """Make an identical set (M6.2): `set 3 coffee + 1 relic`."""

    resource: Kind
    """The resource, or RELIC for a set of relics alone."""
    cards: int
    """Cards of that resource, converted ones included."""
    relics: int
    """Wild relics in addition."""

    def __str__(self) -> str:
        return f"set {self.cards} {self.resource}" + (f" + {self.relics} relic" if self.relics else "")


@value
class Different(PhaseAction, phase=Phase.TURN):
    """Begin a set of this many different resources (M6.4)."""

    cards: int
    """The number of cards."""


@value
class Relics(PhaseAction, phase=Phase.TURN):
    """Make a relic set (M6.5)."""

    cards: int
    """The number of relics."""


@value
class Perfect(PhaseAction, phase=Phase.TURN, words="perfect set"):
    """Show a perfect set (M6.7): `perfect set`."""


@value
class Employ(PhaseAction, phase=Phase.TURN):
    """Use a Merchant of this group for the next set (M6.6): `employ 4-6`."""

    group: int
    """0, 1 or 2."""

    def __str__(self) -> str:
        return f"employ {GROUPS[self.group]}"


@value
class Done(PhaseAction, phase=Phase.TURN):
    """End the turn (M6.8)."""


@value
class Convert(PhaseAction, phase=Phase.MERCHANT):
    """Make a card count as a resource of the Merchant's group (M6.6): `use corn as cotton`."""

    target: Kind
    """What it counts as."""
    card: Kind
    """What it is."""

    def __str__(self) -> str:
        return f"use {self.card} as {self.target}"


@value
class Sell(PhaseAction, phase=Phase.SALE):
    """Name the resources in the different set, including converted cards (M6.4): `sell 1-2-4-5`."""

    resources: tuple[Kind, ...]
    """Ascending."""

    def __str__(self) -> str:
        return "sell " + "-".join([str(kind.number) for kind in self.resources])


@value
class Buy(PhaseAction, phase=Phase.PURCHASE):
    """Take a Development card from the queue (M6.2): `buy 2`, counted from 1."""

    place: int
    """From 0, the place of card 1."""

    def __str__(self) -> str:
        return f"buy {self.place + 1}"


@value
class BuyUnseen(PhaseAction, phase=Phase.PURCHASE, words="buy deck"):
    """Take the top card of the deck instead, as Almagro's owner may (M6.3): `buy deck`."""


@value
class Store(OfKind, phase=Phase.STORAGE):
    """Choose another card to store, not lower in kind than the previous one (M6.10)."""


@value
class StoreNothing(PhaseAction, phase=Phase.STORAGE, words="store nothing"):
    """Store no further card (M6.10): `store nothing`."""


Action: TypeAlias = (
    Summon | Detach | Sail | Pick | Announce | Offer | OfferNothing | Appoint | Take | Exchange | Give | Begin
    | Identical | Different | Relics | Perfect | Employ | Done | Convert | Sell | Buy | BuyUnseen | Store | StoreNothing
)  # fmt: skip

# All Actions that do not depend on the components, made once and shared.

SEATS = range(components.MOST_PLAYERS)
ANNOUNCED = (2, 3, 4)
SET_SIZES = (3, 4, 5)

SUMMON = tuple(Summon(event) for event in RoundEvent)
DETACH = cache(Detach)
"""By value of the Caravel."""
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

# Actions with one of some cards.

PICKS: ItemsByKind[Kind, Action] = ItemsByKind(CARDS, PICK)
GIFTS: ItemsByKind[Kind, Action] = ItemsByKind(CARDS, GIVE)
TAKES: tuple[ItemsByKind[Kind, Action], ...] = tuple(ItemsByKind(CARDS, actions) for actions in TAKE)
"""By victim: the cards that can be taken."""


def _exchanges(victim: int, market: tuple[Kind, ...]) -> tuple[tuple[Exchange, ...], ...]:
    return tuple([tuple([by_wanted[kind] for kind in market]) for by_wanted in EXCHANGE[victim]])


EXCHANGES = tuple(KindsCache(CARDS, partial(_exchanges, victim)) for victim in SEATS)
"""By victim and kind taken: the exchanges with a market."""

# Sets from some cards.

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
"""By resource, and by numbers of converted cards, of cards including these, and of relics, all up to 5: the sets."""
RELICS_ALONE = tuple(tuple(_identical(RELIC, cards, 0) for cards in SET_SIZES if cards <= held) for held in SET_CARDS)
"""By number of relics held, up to 5: the identical sets of relics alone."""


def _without_conversion(relics: int, kind: Kind, count: int) -> tuple[Identical, ...]:
    return RELICS_ALONE[relics] if kind is RELIC else IDENTICAL[kind][0, min(count, SET_SIZES[-1]), relics]


WITHOUT_CONVERSION = tuple(CountsCache(CARDS, partial(_without_conversion, relics)) for relics in SET_CARDS)
"""By number of relics held, up to 5: the identical sets of a hand without converted cards."""


@lru_cache(maxsize=1 << 12)
def sales(natural: PackedCards, converted: PackedCards, size: int) -> tuple[Sell, ...]:
    """Return the different sets of this size: all the converted resources, and some of the natural ones."""
    fixed, free = CARDS.kinds(converted), [kind for kind in CARDS.kinds(natural) if kind is not RELIC]
    chosen = combinations(free, max(0, size - len(fixed)))
    return tuple(sorted(SELL[tuple(sorted((*fixed, *kinds)))] for kinds in chosen))


def all_actions(caravels: Iterable[int]) -> list[Action]:
    """Return every Action of a game with Caravels of these values."""
    identical = {each for sets in IDENTICAL for row in sets.values() for each in row}
    return [
        *SUMMON, *map(DETACH, caravels), SAIL, *PICK, *ANNOUNCE, *OFFER, OFFER_NOTHING, *APPOINT,
        *(take for row in TAKE for take in row),
        *(exchange for rows in EXCHANGE for row in rows for exchange in row),
        *GIVE, *BEGIN, *sorted(identical), *RELICS_ALONE[-1], *DIFFERENT, *RELICS, PERFECT,
        *EMPLOY, DONE, *(convert for row in CONVERT for convert in row if convert.card is not convert.target),
        *SELL.values(), *BUY, BUY_UNSEEN, *STORE, STORE_NOTHING,
    ]  # fmt: skip
