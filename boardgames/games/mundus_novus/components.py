"""The pieces of Mundus Novus as data (M1): Resource cards, Development cards, and the checks of
components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from math import inf
from typing import Annotated, Literal, NamedTuple, Self, TypeAlias

from boardgames.core.codec import Bounds, CountsOf, WrittenAs
from boardgames.core.values import value
from boardgames.kit.cards import CardPacking, KindsCache, PackedCards
from boardgames.kit.components import ComponentTable

# Resource cards.


class Kind(IntEnum):
    """The kind of a Resource card: one of nine resources, or an Inca relic."""

    COCOA = 0
    CORN = 1
    TOBACCO = 2
    COFFEE = 3
    COTTON = 4
    SUGAR_CANE = 5
    POTATO = 6
    INDIGO = 7
    VANILLA = 8
    RELIC = 9

    def __str__(self) -> str:
        return KIND_NAMES[self]

    def __format__(self, spec: str) -> str:
        """Return the name, in half the time that the method of `Enum` takes."""
        return format(KIND_NAMES[self], spec)

    @property
    def number(self) -> int:
        """The number of the resource, 10 for a relic: the value of a card in an offer (M5.2)."""
        return self + 1

    @property
    def group(self) -> int:
        """0, 1 or 2 for the resources 1-3, 4-6 and 7-9."""
        return self // GROUP_SIZE


RESOURCES = tuple(Kind)[:9]
RELIC = Kind.RELIC
GROUP_SIZE = 3
RESOURCES_OF = (RESOURCES[:3], RESOURCES[3:6], RESOURCES[6:])
"""By group: its resources."""
GROUPS = ("1-3", "4-6", "7-9")
MerchantGroup: TypeAlias = Annotated[int, Bounds(0, len(GROUPS) - 1)]
"""The groups of resources, as printed on the Merchants."""
KEYS = tuple(kind.name.lower() for kind in Kind)
"""The key of the piece, by Kind."""
KIND_NAMES = tuple(key.replace("_", " ") for key in KEYS)
"""The name of the resource or relic, by Kind."""

MOST_OF_A_KIND = 31
CARDS: CardPacking[Kind] = CardPacking(Kind, MOST_OF_A_KIND)
"""Packs Resource cards for a State."""
Counts: TypeAlias = Annotated[tuple[int, ...], CountsOf(Kind, (MOST_OF_A_KIND,) * len(Kind))]
"""The number of cards of each Kind, in the order of Kind."""
Cards: TypeAlias = Annotated[PackedCards, WrittenAs(Counts, CARDS.unpack, CARDS.pack)]
"""Resource cards, packed; read them with `CARDS`."""

Kinds: TypeAlias = tuple[Kind, ...]
"""The Kind of each of some cards."""


def kind_set(kinds: Iterable[Kind]) -> PackedCards:
    """Return one card of each of these kinds."""
    return CARDS.join([CARDS.one[kind] for kind in set(kinds)])


KindSet: TypeAlias = Annotated[PackedCards, WrittenAs(tuple[Kind, ...], CARDS.kinds, kind_set)]
"""A set of kinds, packed: at most one Resource card of each kind."""

DISTINCT = KindsCache(CARDS, lambda kinds: len([kind for kind in kinds if kind is not RELIC]))
"""The number of different resources among some cards, without relics."""

# Development cards.


class RoundEvent(IntEnum):
    """The event of a round, shown by the icon of card 1 of the queue (M3)."""

    NONE = 0
    KINGS_HELP = 1
    NATIVES = 2
    STORM = 3
    FIRE = 4
    PIRATES = 5

    def __str__(self) -> str:
        return ("no event", "King's Help", "Natives", "Storm", "Fire", "Pirates")[self]


NO_EVENT, KINGS_HELP, NATIVES, STORM, FIRE, PIRATES = RoundEvent


class Character(IntEnum):
    """One of the nine historical figures, with the name they are known by."""

    printed: str

    ALMAGRO = 0, "Diego de Almagro"
    COSA = 1, "Juan de la Cosa"
    CASAS = 2, "Bartolome de las Casas"
    PIZARRO = 3, "Gonzalo Pizarro"
    PONCE = 4, "Juan Ponce de Leon"
    VALDIVIA = 5, "Pedro de Valdivia"
    ORELLANA = 6, "Francisco de Orellana"
    CORONADO = 7, "Francisco de Coronado"
    CORTES = 8, "Hernan Cortes"

    def __new__(cls, number: int, printed: str) -> Self:
        """Make a member with its number and its printed name."""
        made = int.__new__(cls, number)
        made._value_ = number
        made.printed = printed
        return made

    def __str__(self) -> str:
        return self.printed


ALMAGRO, COSA, CASAS, PIZARRO, PONCE, VALDIVIA, ORELLANA, CORONADO, CORTES = Character


# The content of the components file.


@value
class CharacterCard:
    """A character; used with any number of players, and without an event icon."""

    name: Character
    doubloons: int
    """Doubloons paid every round, as on all cards (M6.8)."""


@value
class CaravelCard:
    """A Caravel."""

    value: int
    """The value that it adds to its fleet (M4.3)."""
    players: int
    """The smallest number of players for which it is used, as on all cards (M2)."""
    event: RoundEvent
    """The event of a round in which this card is card 1 of the queue at the start (M3.1)."""


@value
class MerchantCard:
    """A Merchant (M6.6)."""

    group: Literal["1-3", "4-6", "7-9"]
    doubloons: int
    players: int
    event: RoundEvent


@value
class WarehouseCard:
    """A Warehouse (M6.10)."""

    slots: int
    """The number of Resource cards that it stores."""
    doubloons: int
    players: int
    event: RoundEvent


@value
class ShipyardCard:
    """A Shipyard (M6.9)."""

    players: int
    event: RoundEvent


@value
class Components:
    """All pieces, and the prices of sets."""

    market: int
    """The number of Resource cards in the market (M2)."""
    different: tuple[int, ...]
    """Doubloons for a set of 4, 5, 6, 7, 8, 9 different resources (M6.4)."""
    relics: tuple[int, ...]
    """Doubloons for a set of 1, 2, 3, 4, 5 relics (M6.5)."""
    resources: Counts
    """The number of Resource cards of each Kind (M1)."""
    characters: tuple[CharacterCard, ...]
    caravels: tuple[CaravelCard, ...]
    merchants: tuple[MerchantCard, ...]
    warehouses: tuple[WarehouseCard, ...]
    shipyards: tuple[ShipyardCard, ...]


QUEUE_SIZE = 5
"""The number of Development cards in the queue (M2)."""
CARDS_DEALT = 5
"""The number of Resource cards that each player gets in a round (M4.1)."""
SMALLEST_DIFFERENT, LARGEST_DIFFERENT = 4, 9
"""Minimum and maximum number of cards in a different set (M6.4)."""
SMALLEST_IDENTICAL, LARGEST_IDENTICAL = 3, 5
"""Minimum and maximum number of cards in an identical set (M6.2)."""
MOST_RELICS = 5
"""Maximum number of cards in a relic set (M6.5)."""
LARGEST_MARKET = 6
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
Seat: TypeAlias = Annotated[int, Bounds(0, MOST_PLAYERS - 1)]
VALDIVIA_BONUS = 3
"""What Valdivia adds to the total of his owner's offer (M5.2)."""


# Checks.


LIMITS: dict[str, tuple[int, float, str]] = {
    "players": (FEWEST_PLAYERS, MOST_PLAYERS, f"must be {FEWEST_PLAYERS} to {MOST_PLAYERS}"),
    "doubloons": (0, inf, "cannot be less than 0"),
    "value": (1, inf, "must be 1 or more"),
    "slots": (1, inf, "must be 1 or more"),
}
"""By field of a Development card: minimum, maximum, and the message for any other number."""


def _faults(components: Components) -> Iterator[str]:
    if not 1 <= components.market <= LARGEST_MARKET:
        yield f"market: must be 1 to {LARGEST_MARKET} cards"
    for key, sizes in (
        ("different", LARGEST_DIFFERENT - SMALLEST_DIFFERENT + 1),
        ("relics", MOST_RELICS),
    ):
        prices = getattr(components, key)
        if len(prices) != sizes:
            yield f"{key}: must have {sizes} prices"
        if min(prices, default=0) < 0:
            yield f"{key}: a price cannot be less than 0"
    for kind, count in zip(KEYS, components.resources, strict=True):
        if not count:
            yield f"resources.{kind}: there must be at least one such card"
    yield from _faults_of_cards(components)
    held = sum(components.resources)
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        caravels = sum(card.players <= players for card in components.caravels)
        slots = sum(card.slots for card in components.warehouses if card.players <= players)
        needed = components.market + CARDS_DEALT * players + caravels + slots
        if held < needed:
            yield (
                f"resources: {held} cards are too few for {players} players, who can need {needed}"
                " at once"
            )


def _faults_of_cards(components: Components) -> Iterator[str]:
    names = [card.name for card in components.characters]
    if len(set(names)) < len(names):
        yield "characters: a character can be there only once"
    for key in ("characters", "caravels", "merchants", "warehouses", "shipyards"):
        for index, card in enumerate(getattr(components, key)):
            for field, (least, most, fault) in LIMITS.items():
                if not least <= getattr(card, field, least) <= most:
                    yield f"{key}[{index}].{field}: {fault}"


COMPONENTS = ComponentTable(Components, __package__, _faults)


# Development cards in play.


class Development(NamedTuple):
    """A Development card of any type; fields that do not apply to it are 0 or None."""

    name: str
    doubloons: int = 0
    event: RoundEvent = RoundEvent.NONE
    players: int = 2
    character: Character | None = None
    caravel: int = 0
    """The value of a Caravel."""
    group: int | None = None
    """The group of resources of a Merchant: 0, 1 or 2."""
    slots: int = 0
    """The number of Resource cards that a Warehouse stores."""
    shipyard: bool = False


def developments(components: Components) -> dict[str, Development]:
    """Return all Development cards by key, in the order of the components; a State contains only
    keys.

    The key consists of the type and the event, with a number from the second equal card on, such as
    `caravel_3_pirates` or `shipyard_storm_2`.
    """
    found: dict[str, Development] = {}
    copies: Counter[str] = Counter()
    for sort, card in _cards(components):
        key = sort if card.event is RoundEvent.NONE else f"{sort}_{card.event.name.lower()}"
        copies[key] += 1
        found[key if copies[key] == 1 else f"{key}_{copies[key]}"] = card
    return found


def _cards(components: Components) -> Iterator[tuple[str, Development]]:
    for who in components.characters:
        yield who.name.name.lower(), Development(str(who.name), who.doubloons, character=who.name)
    for card in (
        *components.caravels,
        *components.merchants,
        *components.warehouses,
        *components.shipyards,
    ):
        match card:
            case CaravelCard(value, players, event):
                yield (
                    f"caravel_{value}",
                    Development(f"Caravel {value}", 0, event, players, caravel=value),
                )
            case MerchantCard(group, doubloons, players, event):
                merchant = Development(
                    f"Merchant {group}", doubloons, event, players, group=GROUPS.index(group)
                )
                yield f"merchant_{group.replace('-', '_')}", merchant
            case WarehouseCard(slots, doubloons, players, event):
                warehouse = Development(
                    f"Warehouse for {slots}", doubloons, event, players, slots=slots
                )
                yield f"warehouse_{slots}", warehouse
            case ShipyardCard(players, event):
                yield "shipyard", Development("Shipyard", 0, event, players, shipyard=True)


Owned: TypeAlias = tuple[str, ...]
"""The Development cards of a player: their keys, in alphabetical order."""


@value
class Estate:
    """The sum of a player's Development cards."""

    income: int
    """Doubloons at the end of a turn (M6.8)."""
    slots: int
    """The number of Resource cards that the Warehouses store (M6.10)."""
    caravels: tuple[int, ...]
    """The values of the Caravels, ascending."""
    merchants: tuple[int, ...]
    """The number of Merchants of each group."""
    shipyards: int
    characters: frozenset[Character]
    """The Characters that the player has."""

    @classmethod
    def of(cls, cards: Sequence[Development]) -> Estate:
        """Return the sum of these Development cards."""
        merchants = Counter([card.group for card in cards])
        characters = [card.character for card in cards if card.character is not None]
        return cls(
            income=sum([card.doubloons for card in cards]),
            slots=sum([card.slots for card in cards]),
            caravels=tuple(sorted([card.caravel for card in cards if card.caravel])),
            merchants=tuple([merchants[group] for group in range(len(GROUPS))]),
            shipyards=sum([card.shipyard for card in cards]),
            characters=frozenset(characters),
        )


# What pays.

EVENT_PRICE = 2
"""Doubloons that Coronado's owner pays for an event (M3.2)."""
ORELLANA_PRIZE = 2
"""Doubloons that Orellana's owner gets for a market in sequence, or of one kind (M5.7)."""


class Income(IntEnum):
    """Sources and uses of doubloons; the score sheet lists them with their rules."""

    DIFFERENT_SETS = 0
    RELIC_SETS = 1
    DEVELOPMENT_CARDS = 2
    SHIPYARDS = 3
    ORELLANA = 4
    CORONADO = 5
    """Paid, not earned."""


@value
class Source:
    """What an Income comes from, and how much it can be."""

    rule: str
    character: Character | None = None
    """The Character whose owner alone can have it."""
    action: str = ""
    """The class of action that it is paid for, if that does not tell of it itself."""
    unit: int = 1
    """Every amount is a multiple of this one; negative if it is paid, not earned."""
    of_cards: Callable[[Estate], int] | None = None
    """The number, in an estate, of what pays; Development cards are never lost."""

    def can_pay(self, estate: Estate) -> bool:
        """Return whether it can have paid the owner of this estate."""
        if self.character is not None:
            return self.character in estate.characters
        return self.of_cards is None or self.of_cards(estate) > 0


SOURCES: Mapping[Income, Source] = {
    Income.DIFFERENT_SETS: Source("M6.4"),
    Income.RELIC_SETS: Source("M6.5"),
    Income.DEVELOPMENT_CARDS: Source("M6.8", action="Done", of_cards=lambda estate: estate.income),
    Income.SHIPYARDS: Source("M6.9", action="Done", of_cards=lambda estate: estate.shipyards),
    Income.ORELLANA: Source("M5.7", ORELLANA, "Exchange", ORELLANA_PRIZE),
    Income.CORONADO: Source("M3.2", CORONADO, unit=-EVENT_PRICE),
}
"""All that doubloons come from: the score sheet lists it, `check_state` refuses anything else, and
the table tells what can have paid.
"""
