"""The shared instances of all Actions, and fast lookups of those that some cards allow."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from boardgames.core.action import Notation
from boardgames.core.cards import CountsCache, ItemsByKind, KindsCache, PackedCards
from boardgames.games.mundus_novus import actions, components
from boardgames.games.mundus_novus.components import CARDS, GROUPS, RELIC, RESOURCES, Kind, RoundEvent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardgames.games.mundus_novus.actions import Action

# All Actions that do not depend on the components, made once and shared.

SEATS = range(components.MOST_PLAYERS)
ANNOUNCED = (2, 3, 4)
SET_SIZES = (3, 4, 5)

SUMMON = tuple(actions.Summon(event) for event in RoundEvent)
DETACH = cache(actions.Detach)
"""By value of the Caravel."""
SAIL = actions.Sail()
PICK = tuple(actions.Pick(kind) for kind in Kind)
ANNOUNCE = tuple(actions.Announce(cards) for cards in ANNOUNCED)
OFFER = tuple(actions.Offer(kind) for kind in Kind)
OFFER_NOTHING = actions.OfferNothing()
APPOINT = tuple(actions.Appoint(seat) for seat in SEATS)
TAKE = tuple(tuple(actions.Take(victim, kind) for kind in Kind) for victim in SEATS)
EXCHANGE = tuple(
    tuple(tuple(actions.Exchange(victim, kind, wanted) for wanted in Kind) for kind in Kind) for victim in SEATS
)
GIVE = tuple(actions.Give(kind) for kind in Kind)
BEGIN = tuple(actions.Begin(seat) for seat in SEATS)
DIFFERENT = tuple(
    actions.Different(cards) for cards in range(components.SMALLEST_DIFFERENT, components.LARGEST_DIFFERENT + 1)
)
"""From the smallest different set to the largest."""
RELICS = tuple(actions.Relics(cards) for cards in range(1, components.MOST_RELICS + 1))
PERFECT = actions.Perfect()
EMPLOY = tuple(actions.Employ(group) for group in range(len(GROUPS)))
DONE = actions.Done()
CONVERT = tuple(tuple(actions.Convert(target, card) for card in Kind) for target in RESOURCES)
SELL = {
    kinds: actions.Sell(kinds)
    for size in range(components.SMALLEST_DIFFERENT, components.LARGEST_DIFFERENT + 1)
    for kinds in combinations(RESOURCES, size)
}
"""By the resources of the set."""
BUY = tuple(actions.Buy(place) for place in range(components.QUEUE_SIZE))
BUY_UNSEEN = actions.BuyUnseen()
STORE = tuple(actions.Store(kind) for kind in Kind)
STORE_NOTHING = actions.StoreNothing()

# Actions with one of some cards.

PICKS: ItemsByKind[Kind, Action] = ItemsByKind(CARDS, PICK)
GIFTS: ItemsByKind[Kind, Action] = ItemsByKind(CARDS, GIVE)
TAKES: tuple[ItemsByKind[Kind, Action], ...] = tuple(ItemsByKind(CARDS, actions) for actions in TAKE)
"""By victim: the cards that can be taken."""


def _exchanges(victim: int) -> KindsCache[Kind, tuple[tuple[actions.Exchange, ...], ...]]:
    return KindsCache(
        CARDS, lambda market: tuple([tuple([by_wanted[kind] for kind in market]) for by_wanted in EXCHANGE[victim]])
    )


EXCHANGES = tuple(_exchanges(victim) for victim in SEATS)
"""By victim and kind taken: the exchanges with a market."""

# Sets from some cards.

_identical = cache(actions.Identical)


def _identical_sets(resource: Kind, converted: int, cards: int, relics: int) -> tuple[actions.Identical, ...]:
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


def _sets_without_conversion(relics: int) -> CountsCache[Kind, actions.Identical]:
    return CountsCache(
        CARDS,
        lambda kind, count: (
            RELICS_ALONE[relics] if kind is RELIC else IDENTICAL[kind][0, min(count, SET_SIZES[-1]), relics]
        ),
    )


WITHOUT_CONVERSION = tuple(_sets_without_conversion(relics) for relics in SET_CARDS)
"""By number of relics held, up to 5: the identical sets of a hand without converted cards."""


@lru_cache(maxsize=1 << 12)
def sales(natural: PackedCards, converted: PackedCards, size: int) -> tuple[actions.Sell, ...]:
    """Return the different sets of this size: all the converted resources, and some of the natural ones."""
    fixed, free = CARDS.kinds(converted), [kind for kind in CARDS.kinds(natural) if kind is not RELIC]
    chosen = combinations(free, max(0, size - len(fixed)))
    return tuple(sorted(SELL[tuple(sorted((*fixed, *kinds)))] for kinds in chosen))


# All actions.


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


def notation(actions: Iterable[Action]) -> Notation[Action]:
    """Return the parser of the notation; it accepts `sugar` for sugar cane."""
    short = {str(action).replace("sugar cane", "sugar"): action for action in actions}
    return Notation(actions, also=short)
