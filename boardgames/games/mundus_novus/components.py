"""The components of Mundus Novus as data (M1): read, checked, and worked out for a number of players."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypeAlias

from boardgames.core.codec import CountsOf, WrittenAs
from boardgames.core.components import ComponentTable
from boardgames.core.errors import DecodeError
from boardgames.core.values import value
from boardgames.games.mundus_novus.cards import GROUPS, MOST_OF_A_KIND, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boardgames.core.components import Source


class Event(IntEnum):
    """What the icon of queue card n°1 brings about in a round (M3)."""

    NONE = 0
    KINGS_HELP = 1
    NATIVES = 2
    STORM = 3
    FIRE = 4
    PIRATES = 5

    def __str__(self) -> str:
        """Return the printed name."""
        return EVENT_NAMES[self]


EVENT_NAMES = ("no event", "King's Help", "Natives", "Storm", "Fire", "Pirates")


class Character(IntEnum):
    """One of the nine historical figures, by the name that tells him apart."""

    ALMAGRO = 0
    COSA = 1
    CASAS = 2
    PIZARRO = 3
    PONCE = 4
    VALDIVIA = 5
    ORELLANA = 6
    CORONADO = 7
    CORTES = 8

    def __str__(self) -> str:
        """Return the full name, in ASCII."""
        return CHARACTER_NAMES[self]


CHARACTER_NAMES = (
    "Diego de Almagro",
    "Juan de la Cosa",
    "Bartolome de las Casas",
    "Gonzalo Pizarro",
    "Juan Ponce de Leon",
    "Pedro de Valdivia",
    "Francisco de Orellana",
    "Francisco de Coronado",
    "Hernan Cortes",
)


# What a file of components says.


@value
class CharacterCard:
    """A character, used with any number of players; his card has no event icon."""

    name: Character
    doubloons: int
    """Paid in every round, as on all cards (M6.8)."""


@value
class CaravelCard:
    """A Caravel."""

    value: int
    """Its share of the fleet value (M4.3)."""
    players: int
    """Used with so many players or more, as all cards (M2)."""
    event: Event
    """The event it brings as queue card n°1, as all cards (M3.1)."""


@value
class MerchantCard:
    """A Merchant (M6.6)."""

    group: Literal["1-3", "4-6", "7-9"]
    doubloons: int
    players: int
    event: Event


@value
class WarehouseCard:
    """A Warehouse (M6.10)."""

    slots: int
    """Resource cards that it stores."""
    doubloons: int
    players: int
    event: Event


@value
class ShipyardCard:
    """A Shipyard (M6.9)."""

    players: int
    event: Event


@value
class Components:
    """What is in the box, and what sets are paid."""

    market: int
    """Resource cards in the market (M2)."""
    different: tuple[int, ...]
    """Doubloons for a set of 4, 5, 6, 7, 8, 9 different resources (M6.4)."""
    relics: tuple[int, ...]
    """Doubloons for a set of 1, 2, 3, 4, 5 relics (M6.5)."""
    resources: Annotated[tuple[int, ...], CountsOf(Kind, (MOST_OF_A_KIND,) * len(Kind))]
    """Resource cards of each Kind (M1)."""
    characters: tuple[CharacterCard, ...]
    caravels: tuple[CaravelCard, ...]
    merchants: tuple[MerchantCard, ...]
    warehouses: tuple[WarehouseCard, ...]
    shipyards: tuple[ShipyardCard, ...]


QUEUE = 5
"""Development cards in the queue (M2)."""
SUPPLY = 5
"""Resource cards that each player gets in a round (M4.1)."""
SMALLEST, LARGEST = 4, 9
"""Cards in a different set (M6.4)."""
MOST_RELICS = 5
"""Cards in a relic set (M6.5)."""
LARGEST_MARKET = 6
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6


def published() -> Components:
    """Return the components that come with the game; read when first asked for."""
    return TABLE.published


def components_from(source: Components | Source | None) -> Components:
    """Return the published components, or those of this source, checked.

    Raises `ConfigurationError` that names the file, the line or key, and the fault.
    """
    return TABLE.load(source)


def _faults(components: Components) -> Iterator[str]:
    for key, fits, fault in _demands(components):
        if not fits:
            yield f"{key}: {fault}"


def _demands(components: Components) -> Iterator[tuple[str, bool, str]]:
    """Return every key with whether it is as it must be, and the words for when it is not."""
    yield "market", 1 <= components.market <= LARGEST_MARKET, f"must be 1 to {LARGEST_MARKET} cards"
    sizes = LARGEST - SMALLEST + 1
    yield "different", len(components.different) == sizes, f"must have {sizes} prices, for {SMALLEST} to {LARGEST}"
    yield "relics", len(components.relics) == MOST_RELICS, f"must have {MOST_RELICS} prices"
    for key, prices in (("different", components.different), ("relics", components.relics)):
        yield key, min(prices, default=0) >= 0, "a price cannot be less than 0"
    for kind, count in zip(Kind, components.resources, strict=True):
        yield f"resources.{kind.name.lower()}", count > 0, "there must be at least one such card"
    names = sorted(card.name for card in components.characters)
    yield "characters", names == list(Character), "every character must be there, and only once"
    marks = {
        "caravels": [card.players for card in components.caravels],
        "merchants": [card.players for card in components.merchants],
        "warehouses": [card.players for card in components.warehouses],
        "shipyards": [card.players for card in components.shipyards],
    }
    for key, players in marks.items():
        for index, mark in enumerate(players):
            yield f"{key}[{index}].players", FEWEST_PLAYERS <= mark <= MOST_PLAYERS, "must be 2 to 6"
    payments = {
        "characters": [card.doubloons for card in components.characters],
        "merchants": [card.doubloons for card in components.merchants],
        "warehouses": [card.doubloons for card in components.warehouses],
    }
    for key, doubloons in payments.items():
        for index, payment in enumerate(doubloons):
            yield f"{key}[{index}].doubloons", payment >= 0, "cannot be less than 0"
    for index, caravel in enumerate(components.caravels):
        yield f"caravels[{index}].value", caravel.value >= 1, "must be 1 or more"
    for index, warehouse in enumerate(components.warehouses):
        yield f"warehouses[{index}].slots", warehouse.slots >= 1, "must be 1 or more"
    for number in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        yield from _demands_for(components, number)


def _demands_for(components: Components, players: int) -> Iterator[tuple[str, bool, str]]:
    caravels = sum(card.players <= players for card in components.caravels)
    slots = sum(card.slots for card in components.warehouses if card.players <= players)
    needed = components.market + SUPPLY * players + caravels + slots
    held = sum(components.resources)
    fault = f"{held} cards are too few for {players} players, who can need {needed} at once"
    yield "resources", held >= needed, fault


# Development cards, of whatever class.


class Development(NamedTuple):
    """A Development card, whatever its class; what does not apply is 0 or None."""

    name: str
    """What the text calls it."""
    doubloons: int = 0
    event: Event = Event.NONE
    players: int = 2
    character: Character | None = None
    caravel: int = 0
    """The value of a Caravel."""
    group: int | None = None
    """The group of resources of a Merchant: 0, 1 or 2."""
    slots: int = 0
    """Resource cards that a Warehouse stores."""
    shipyard: bool = False


def developments(components: Components) -> Iterator[Development]:
    """Return all Development cards in the order of the components: their indices are what a State holds."""
    for character in components.characters:
        yield Development(str(character.name), character.doubloons, character=character.name)
    for caravel in components.caravels:
        yield Development(f"Caravel {caravel.value}", 0, caravel.event, caravel.players, caravel=caravel.value)
    for merchant in components.merchants:
        group = GROUPS.index(merchant.group)
        name = f"Merchant {merchant.group}"
        yield Development(name, merchant.doubloons, merchant.event, merchant.players, group=group)
    for warehouse in components.warehouses:
        name = f"Warehouse for {warehouse.slots}"
        yield Development(name, warehouse.doubloons, warehouse.event, warehouse.players, slots=warehouse.slots)
    for shipyard in components.shipyards:
        yield Development("Shipyard", 0, shipyard.event, shipyard.players, shipyard=True)


# A player's Development cards are counted in the bits of an integer too: the bit of value 1 for the first card.

MOST_DEVELOPMENTS = 1 << 10
"""No file of components has as many cards as that."""


def _indices(cards: int) -> tuple[int, ...]:
    return tuple([index for index in range(cards.bit_length()) if cards >> index & 1])


def _from_indices(indices: Iterable[int]) -> int:
    cards = 0
    for index in indices:
        if not 0 <= index < MOST_DEVELOPMENTS or cards >> index:
            raise DecodeError(f"Development cards: {index} is no card, or out of order")
        cards |= 1 << index
    return cards


Owned: TypeAlias = Annotated[int, WrittenAs(tuple[int, ...], _indices, _from_indices)]
"""The Development cards of a player, as indices of `Box.cards`, in the bits of one integer; see `owned_cards`."""


def owned_cards(owned: Owned) -> tuple[int, ...]:
    """Return the indices of the Development cards, in ascending order."""
    return _indices(owned)


class Estate(NamedTuple):
    """What the Development cards of a player amount to."""

    income: int
    """Doubloons at the end of a turn (M6.8)."""
    slots: int
    """Resource cards that the Warehouses store (M6.10)."""
    caravels: tuple[int, ...]
    """The values of the Caravels, ascending."""
    merchants: tuple[int, ...]
    """The number of Merchants of each group."""
    shipyards: int
    almagro: bool
    cosa: bool
    casas: bool
    pizarro: bool
    ponce: bool
    valdivia: bool
    orellana: bool
    coronado: bool


class Estates(dict[int, Estate]):
    """Knows the Estate of any Development cards; each is worked out when first asked for."""

    LARGEST = 1 << 14
    """Entries after which it starts anew: random games meet a few thousand."""

    def __init__(self, cards: tuple[Development, ...]) -> None:
        """Take the Development cards of the game."""
        self._cards = cards

    def __missing__(self, owned: Owned) -> Estate:
        """Work out the Estate of these cards."""
        if len(self) >= self.LARGEST:
            self.clear()
        cards = [self._cards[index] for index in owned_cards(owned)]
        characters = {card.character for card in cards}
        estate = Estate(
            sum(card.doubloons for card in cards),
            sum(card.slots for card in cards),
            tuple(sorted(card.caravel for card in cards if card.caravel)),
            tuple(sum(card.group == group for card in cards) for group in range(len(GROUPS))),
            sum(card.shipyard for card in cards),
            *[character in characters for character in tuple(Character)[:8]],
        )
        self[owned] = estate
        return estate


TABLE = ComponentTable(Components, __package__, _faults)
