"""What Development cards of Mundus Novus are worth, in doubloons, by weights that are fitted to games of bots."""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING, TypeAlias

from boardgames.core.weights import read_weights
from boardgames.games.mundus_novus.components import GROUPS, QUEUE_SIZE, Character
from boardgames.games.mundus_novus.phases.storage import shipyard_pay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardgames.games.mundus_novus.components import Development, Owned
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.state import State

# The features of a seat.

OWNED = (
    "income", "caravel_1", "caravel_2", "caravel_3", "slot", "shipyard", "shipyard_pays",
    "merchant_1_3", "merchant_4_6", "merchant_7_9",
    *[character.name.lower() for character in Character],
)  # fmt: skip
FEATURES = {"play": ("doubloons", *OWNED)}
"""The features of a seat.

Divided by one more than the rounds still to come, since a lead counts for less the longer the game goes on:

- `doubloons`: those that it has, and those that it can expect from its cards in this round.

Multiplied by the rounds still to come as well:

- `income`: doubloons that its Development cards pay; `slot`: cards that its Warehouses store;
- `caravel_1`, `caravel_2`, `caravel_3`: whether it has one, whether a second, how many more;
- `shipyard`: how many; `shipyard_pays`: what they would pay now;
- `merchant_...`: whether it has one of the group;
- the characters: whether it has them.
"""
WEIGHTS = read_weights(__package__, "evaluation", FEATURES)
OF_DOUBLOONS = WEIGHTS["play"][0]
OF_OWNED = dict(zip(OWNED, WEIGHTS["play"][1:], strict=True))
OF_SHIPYARD_PAYS = OF_OWNED["shipyard_pays"]


def owned_features(cards: dict[str, Development], owned: Owned) -> Iterator[tuple[str, int]]:
    """Yield features of `OWNED` with their amounts; a feature can come several times."""
    caravels, merchants = 0, [0] * len(GROUPS)
    for key in owned:
        card = cards[key]
        yield from _features_of_card(card, caravels, merchants)
        if card.caravel:
            caravels += 1
        elif card.group is not None:
            merchants[card.group] += 1


def _features_of_card(card: Development, caravels: int, merchants: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Yield the features of a card for whoever owns this many Caravels, and Merchants of each group, besides."""
    yield "income", card.doubloons
    yield "slot", card.slots
    if card.character is not None:
        yield card.character.name.lower(), 1
    elif card.caravel:
        yield f"caravel_{min(caravels, 2) + 1}", 1
    elif card.group is not None:
        yield MERCHANTS[card.group], int(not merchants[card.group])
    elif card.shipyard:
        yield "shipyard", 1


MERCHANTS = ("merchant_1_3", "merchant_4_6", "merchant_7_9")
"""By group: the feature of a Merchant."""


CardWorth: TypeAlias = tuple[int, float, bool]
"""What a Development card is worth to whoever buys it, in doubloons: in this round, and in each round to come.

What a Shipyard pays is not included; the last entry says whether the card is one.
"""


def use_of(cards: dict[str, Development], owned: Owned) -> float:
    """Return what these cards count for: the weighted sum of the features of `OWNED`, apart from `shipyard_pays`."""
    return fsum([OF_OWNED[name] * amount for name, amount in owned_features(cards, owned)])


SHIPYARD_PAYS = OF_SHIPYARD_PAYS / OF_DOUBLOONS
"""What a doubloon that a Shipyard would pay now is worth in each round to come."""


def worths_of_cards(game: MundusNovus, state: State, seat: int, left: float, caravels: list[int]) -> list[float]:
    """Return what each queue card is worth to the seat, in doubloons, those that it pays in this turn included.

    `left`: rounds to come; `caravels`: how many each seat has.
    """
    public = state.public
    return [
        now + left * later + (_shipyard_worth(seat, left, caravels) if shipyard else 0.0)
        for now, later, shipyard in _worths(game, public.queue, public.owned[seat])
    ]


def worths_of_queue(game: MundusNovus, state: State, seat: int, left: float, caravels: list[int]) -> list[float]:
    """Return, by number of queue cards to choose from, what the best of them is worth to the seat, as above."""
    public, best, worths = state.public, 0.0, [0.0]
    for now, later, shipyard in _worths(game, public.queue, public.owned[seat]):
        worth = now + left * later
        if shipyard:
            worth += _shipyard_worth(seat, left, caravels)
        if worth > best:  # noqa: PLR1730  # max() takes longer
            best = worth
        worths.append(best)
    return worths + [best] * (QUEUE_SIZE + 1 - len(worths))


def _shipyard_worth(seat: int, left: float, caravels: list[int]) -> float:
    """Return the doubloons that a further Shipyard can be expected to pay."""
    return shipyard_pay(seat, caravels) * (1 + left * SHIPYARD_PAYS)


@lru_cache(1 << 13)
def _worths(game: MundusNovus, queue: tuple[str, ...], owned: Owned) -> list[CardWorth]:
    """Return what each of these queue cards is worth to the owner of the others."""
    estate, worths = game.estates[owned], []
    for card in [game.developments[key] for key in queue]:
        features = _features_of_card(card, len(estate.caravels), estate.merchants)
        later = fsum([OF_OWNED[name] * amount for name, amount in features])
        worths.append((card.doubloons, later / OF_DOUBLOONS, card.shipyard))
    return worths
