"""The cards of For the King: as numbers, and as the components of a game (F1).

Every possible card has its own number, independent of the components in use, so the number alone gives office, letter
and value. Numbers ascend in the order of F5.5: Government cards by office and letter, King cards, Gold by value. Equal
cards have equal numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from enum import IntEnum
from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

from boardgames.core.codec import WrittenAs
from boardgames.core.components import ComponentTable
from boardgames.core.values import value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

T = TypeVar("T")


class Office(IntEnum):
    """An office of the government, in the order of the final tie-break (F6.3)."""

    DIPLOMACY = 0
    ENTERTAINMENT = 1
    LIVESTOCK = 2
    ARCHITECTURE = 3
    MILITARY = 4
    PROVISIONS = 5

    def __str__(self) -> str:
        return self.name.title()


class Effect(IntEnum):
    """What a King card does to Primary Duties (F1)."""

    RAISE_ONE = 0
    LOWER_ONE = 1
    RAISE_TWO = 2
    LOWER_TWO = 3
    EITHER = 4
    """+1 or -1 on one, as the player chooses."""
    BOTH = 5
    """+1 on one and -1 on another."""

    def __str__(self) -> str:
        return ("+1", "-1", "+1 +1", "-1 -1", "+1/-1", "+1 -1")[self]


HIGHEST_VALUE = 4
"""Government cards are worth 1 to 4 (published help pages)."""
GOLD_VALUES = (1, 2, 3)
CARDS_PER_OFFICE, KINGS_IN_BOX, GOLD_IN_BOX = 9, 15, 39
"""54 Government cards, 15 Kings and 39 Gold, as the rulebook says."""

_PER_LETTER = HIGHEST_VALUE
_PER_OFFICE = len(ascii_uppercase) * _PER_LETTER
FIRST_KING = len(Office) * _PER_OFFICE
"""Cards below this number are Government cards."""
FIRST_GOLD = FIRST_KING + len(Effect)
"""Cards from this number on are Gold cards."""
CARD_NUMBERS = range(FIRST_GOLD + len(GOLD_VALUES))


class CardNumber(int):
    """A card: a number in the rules, shown as its name. There is a single object for each card."""

    __slots__ = ()

    def __repr__(self) -> str:
        return NAMES[self]

    def __reduce__(self) -> tuple[Callable[[int], CardNumber], tuple[int]]:
        return _card_numbered, (int(self),)  # copies and pickles refer to the single object


CARDS = tuple(map(CardNumber, CARD_NUMBERS))
"""Every card by its number."""


def _card_numbered(number: int) -> CardNumber:
    return CARDS[number]


def government(office: Office, letter: str, value: int) -> CardNumber:
    """Return the Government card of this office, letter (A to Z) and value (1 to 4)."""
    return CARDS[office * _PER_OFFICE + ascii_uppercase.index(letter) * _PER_LETTER + value - 1]


def king(effect: Effect) -> CardNumber:
    """Return the King card with this effect."""
    return CARDS[FIRST_KING + effect]


def gold(value: int) -> CardNumber:
    """Return the Gold card of this value (1 to 3)."""
    return CARDS[FIRST_GOLD + value - 1]


OFFICE_OF = tuple(Office(card // _PER_OFFICE) for card in range(FIRST_KING))
"""By Government card."""
LETTER_OF = tuple(ascii_uppercase[card % _PER_OFFICE // _PER_LETTER] for card in range(FIRST_KING))
"""By Government card."""
VALUE_OF = (*(card % _PER_LETTER + 1 for card in range(FIRST_KING)), *(0 for _ in Effect), *GOLD_VALUES)
"""By card: the value of a Government card in its office, or of a Gold card in payments; 0 for a King."""
GOLD_OF = tuple(VALUE_OF[card] if card >= FIRST_GOLD else 0 for card in CARD_NUMBERS)
"""By card: its value in payments."""
NAMES = (
    *(f"{OFFICE_OF[card]} {LETTER_OF[card]}{VALUE_OF[card]}" for card in range(FIRST_KING)),
    *(f"King {effect}" for effect in Effect),
    *(f"Gold {value}" for value in GOLD_VALUES),
)
"""By card: its name, such as `Military C4`, `King +1` or `Gold 2`."""
_CARDS_BY_NAME = dict(zip(NAMES, CARDS, strict=True))


def card_of(name: str) -> CardNumber:
    """Return the card with this name; raise `ValueError` if there is none."""
    card = _CARDS_BY_NAME.get(name)
    if card is None:
        raise ValueError(f"expected the name of a card, not {name[:40]!r}")
    return card


Card: TypeAlias = Annotated[int, WrittenAs(str, NAMES.__getitem__, card_of)]
"""A card: a number in Python, its name in JSON."""
Cards: TypeAlias = tuple[Card, ...]


def _from_counts(counts: dict[str, int]) -> tuple[int, ...]:
    for name, count in counts.items():
        if not 0 < count <= GOLD_IN_BOX:
            raise ValueError(f"expected 1 to {GOLD_IN_BOX} cards {name!r}, not {count}")
    return tuple(sorted([card_of(name) for name, count in counts.items() for _ in range(count)]))


SortedCards: TypeAlias = Annotated[
    "tuple[int, ...]",
    WrittenAs(dict[str, int], lambda cards: {NAMES[card]: cards.count(card) for card in cards}, _from_counts),
]
"""Cards whose order does not matter: sorted in Python, the number of each by name in JSON."""


def is_king(card: int) -> bool:
    """Return whether this is a King card."""
    return FIRST_KING <= card < FIRST_GOLD


def gold_in(cards: Sequence[int]) -> int:
    """Return the value of all Gold among these cards."""
    return sum([GOLD_OF[card] for card in cards])


def payable(hand: Sequence[int], card: int) -> int:
    """Return the highest bid for this card that a hand can pay: in Gold (F5.4), or for Gold in any cards (F5.5)."""
    return len(hand) if card >= FIRST_GOLD else gold_in(hand[bisect_left(hand, FIRST_GOLD) :])


def without(cards: Iterable[int], removed: Iterable[int]) -> list[int]:
    """Return the cards without the removed ones; removed cards that are not among them are ignored."""
    left = list(cards)
    for card in removed:
        if card in left:
            left.remove(card)
    return left


PLAYER_COUNTS = range(2, 6)


def _pairs(entries: Mapping[str, T]) -> tuple[tuple[str, T], ...]:
    """Return the items of a mapping, since a mapping is not hashable."""
    return tuple(entries.items())


@value
class KingCards:
    """The number of King cards with one effect."""

    always: int
    """In every game."""
    five_players: int
    """Additional ones in games with five players."""

    def for_players(self, players: int) -> int:
        """Return the number in games with this number of players."""
        return self.always + (self.five_players if players == PLAYER_COUNTS[-1] else 0)


@value
class Setup:
    """The setup for one number of players."""

    offices: tuple[Office, ...]
    gold: tuple[int, int, int]
    """Gold cards of value 1, 2 and 3."""
    removed: int
    """The number of cards removed unseen."""
    deck: int
    """The number of cards left to distribute."""


Letters: TypeAlias = Annotated["tuple[tuple[str, int], ...]", WrittenAs(dict[str, int], dict, _pairs)]
"""The cards of one office as pairs of letter and value; written `A = 2` in the file."""


@value
class Components:
    """A components file: its three tables, each as pairs of key and entry."""

    government: Annotated[tuple[tuple[str, Letters], ...], WrittenAs(dict[str, Letters], dict, _pairs)]
    """By office."""
    kings: Annotated[tuple[tuple[str, KingCards], ...], WrittenAs(dict[str, KingCards], dict, _pairs)]
    """By effect."""
    players: Annotated[tuple[tuple[str, Setup], ...], WrittenAs(dict[str, Setup], dict, _pairs)]
    """By number of players."""

    def setup_of(self, players: int) -> Setup:
        """Return the setup for this number of players."""
        return dict(self.players)[str(players)]

    def cards_in_play(self, players: int) -> tuple[int, ...]:
        """Return all cards of a game for this number of players, including the removed ones, sorted."""
        setup = self.setup_of(players)
        cards = [
            government(Office[office.upper()], letter, worth)
            for office, letters in self.government
            if Office[office.upper()] in setup.offices
            for letter, worth in letters
        ]
        for effect, counts in self.kings:
            cards += [king(Effect[effect.upper()])] * counts.for_players(players)
        for worth, count in zip(GOLD_VALUES, setup.gold, strict=True):
            cards += [gold(worth)] * count
        return tuple(sorted(cards))


def _faults(components: Components) -> Iterator[str]:
    """Yield every fault with its key; later faults may follow from earlier ones."""
    yield from _key_faults("government", components.government, [office.name.lower() for office in Office])
    for office, letters in components.government:
        yield from _office_faults(f"government.{office}", letters)
    yield from _key_faults("kings", components.kings, [effect.name.lower() for effect in Effect])
    for effect, counts in components.kings:
        if min(counts.always, counts.five_players) < 0:
            yield f"kings.{effect}: expected 0 cards or more"
    kings = sum(counts.for_players(PLAYER_COUNTS[-1]) for _, counts in components.kings)
    if kings != KINGS_IN_BOX:
        yield f"kings: the box has {KINGS_IN_BOX} King cards, not {kings}"
    yield from _key_faults("players", components.players, [str(players) for players in PLAYER_COUNTS])
    for players, setup in components.players:
        yield from [f"players.{players}.{fault}" for fault in _setup_faults(components, int(players), setup)]


def _key_faults(section: str, entries: tuple[tuple[str, object], ...], wanted: list[str]) -> Iterator[str]:
    present = [key for key, _ in entries]
    yield from [f"{section}.{key}: expected one of {', '.join(wanted)}" for key in present if key not in wanted]
    yield from [f"{section}.{key} is missing" for key in wanted if key not in present]


def _office_faults(key: str, letters: tuple[tuple[str, int], ...]) -> Iterator[str]:
    for letter, worth in letters:
        if len(letter) != 1 or letter not in ascii_uppercase:
            yield f"{key}.{letter}: expected a letter from A to Z"
        if not 1 <= worth <= HIGHEST_VALUE:
            yield f"{key}.{letter}: expected a value from 1 to {HIGHEST_VALUE}, not {worth}"
    names = [letter for letter, _ in letters]
    yield from [f"{key}.{name}: there are two cards of this letter" for name in names if names.count(name) > 1]
    if len(letters) != CARDS_PER_OFFICE:
        yield f"{key}: an office has {CARDS_PER_OFFICE} cards, not {len(letters)}"


def _setup_faults(components: Components, players: int, setup: Setup) -> Iterator[str]:
    if list(setup.offices) != sorted(set(setup.offices)):
        yield f"offices: expected each office once, in the order {', '.join(o.name.lower() for o in Office)}"
    offices = len(Office) if players == PLAYER_COUNTS[-1] else len(Office) - 1
    if len(setup.offices) != offices:
        yield f"offices: expected {offices} offices, not {len(setup.offices)}"
    if min(setup.gold) < 0:
        yield "gold: expected 0 cards or more"
    most_players = dict(components.players).get(str(PLAYER_COUNTS[-1]), setup)
    for worth, count, most in zip(GOLD_VALUES, setup.gold, most_players.gold, strict=True):
        if count > most:
            yield f"gold: the box has {most} Gold cards of value {worth}, not {count}"
    if players == PLAYER_COUNTS[-1] and sum(setup.gold) != GOLD_IN_BOX:
        yield f"gold: the box has {GOLD_IN_BOX} Gold cards, not {sum(setup.gold)}"
    kings = sum(counts.for_players(players) for _, counts in components.kings)
    total = CARDS_PER_OFFICE * len(setup.offices) + kings + sum(setup.gold)
    if setup.removed < 0:
        yield "removed: expected 0 cards or more"
    if setup.deck != total - setup.removed:
        yield f"deck: {total} cards less {setup.removed} removed leave {total - setup.removed}, not {setup.deck}"
    if setup.deck < 1 or setup.deck % (players + 1):
        yield f"deck: expected a multiple of {players + 1}, the cards of a turn, not {setup.deck}"


COMPONENTS = ComponentTable(Components, __package__, _faults)
"""Loads the published components, or a user's."""
