"""Every Action of Mundus Novus, made once, so that listing the legal ones builds none."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from boardgames.core.action import Notation
from boardgames.games.mundus_novus.cards import CARD, GROUPS, RESOURCES, ByKinds, Kind, KindSet
from boardgames.games.mundus_novus.components import LARGEST, MOST_PLAYERS, MOST_RELICS, QUEUE, SMALLEST, Event
from boardgames.games.mundus_novus.state import (
    Action,
    Announce,
    Appoint,
    Begin,
    Buy,
    BuyUnseen,
    Convert,
    Detach,
    Different,
    Done,
    Employ,
    Exchange,
    Give,
    Identical,
    Offer,
    OfferNothing,
    Perfect,
    Pick,
    Relics,
    Sail,
    Sell,
    Store,
    StoreNothing,
    Summon,
    Take,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

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
DIFFERENT = tuple(Different(cards) for cards in range(SMALLEST, LARGEST + 1))
"""From the smallest different set to the largest."""
RELICS = tuple(Relics(cards) for cards in range(1, MOST_RELICS + 1))
PERFECT = Perfect()
EMPLOY = tuple(Employ(group) for group in range(len(GROUPS)))
DONE = Done()
CONVERT = tuple(tuple(Convert(target, card) for card in Kind) for target in RESOURCES)
SELL = {
    sum(1 << kind for kind in kinds): Sell(kinds)
    for size in range(SMALLEST, LARGEST + 1)
    for kinds in combinations(RESOURCES, size)
}
SOLD = {sell.resources: (mark, sum(CARD[kind] for kind in sell.resources)) for mark, sell in SELL.items()}
"""By what a Sell says: the resources as a KindSet, and a card of each."""
BUY = tuple(Buy(place) for place in range(QUEUE))
BUY_UNSEEN = BuyUnseen()
STORE = tuple(Store(kind) for kind in Kind)
STORE_NOTHING = StoreNothing()

# What can be listed of them, by the kinds among some cards.

PICKS: ByKinds[Action] = ByKinds(PICK)
OFFERS: ByKinds[Action] = ByKinds(OFFER)
GIFTS: ByKinds[Action] = ByKinds(GIVE)
STORES: ByKinds[Action] = ByKinds(STORE)
TAKES = tuple(ByKinds(actions) for actions in TAKE)
"""By victim: what can be taken from him."""
EXCHANGES = tuple(tuple(ByKinds(actions) for actions in by_kind) for by_kind in EXCHANGE)
"""By victim and kind: what the card can be exchanged for in the market."""


_identical = cache(Identical)


def _identical_sets(resource: Kind, converted: int, cards: int, relics: int) -> tuple[Identical, ...]:
    """Return the sets of this resource with so many converted cards, from up to so many cards and relics."""
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
"""By resource: the identical sets, by number of converted cards, of cards with these, of relics (5 at most)."""
RELICS_ALONE = tuple(
    tuple(_identical(Kind.RELIC, cards, 0) for cards in SET_SIZES if cards <= held) for held in SET_CARDS
)
"""By number of relics held: the identical sets of relics alone."""


@lru_cache(maxsize=1 << 12)
def sales(natural: KindSet, converted: KindSet, size: int) -> tuple[Sell, ...]:
    """Return the different sets of this size: all the converted resources, and some of the natural ones."""
    fixed = [kind for kind in RESOURCES if converted >> kind & 1]
    free = [kind for kind in RESOURCES if natural >> kind & 1]
    marks = [sum(1 << kind for kind in (*fixed, *chosen)) for chosen in combinations(free, max(0, size - len(fixed)))]
    return tuple(sorted(SELL[mark] for mark in marks))


def all_actions(caravels: Iterable[int]) -> dict[Action, Action]:
    """Return every Action that a game with Caravels of these values ever has, by itself."""
    identical = {each for sets in IDENTICAL for row in sets.values() for each in row}
    actions: list[Action] = [
        *SUMMON, *(Detach(value) for value in caravels), SAIL, *PICK, *ANNOUNCE, *OFFER, OFFER_NOTHING, *APPOINT,
        *(take for row in TAKE for take in row),
        *(exchange for rows in EXCHANGE for row in rows for exchange in row),
        *GIVE, *BEGIN, *sorted(identical), *RELICS_ALONE[-1], *DIFFERENT, *RELICS, PERFECT,
        *EMPLOY, DONE, *(convert for row in CONVERT for convert in row if convert.card != convert.target),
        *SELL.values(), *BUY, BUY_UNSEEN, *STORE, STORE_NOTHING,
    ]  # fmt: skip
    return {action: action for action in actions}


def notation(actions: dict[Action, Action]) -> Notation[Action]:
    """Return the reader of the notation; `sugar` alone is understood for sugar cane."""
    short = {str(action).replace("sugar cane", "sugar"): action for action in actions}
    return Notation(actions, also=short)
