"""The cards of For the King: as numbers, and as the components of a game (F1).

Every possible card has its own number, independent of the components in use, so the number alone
gives office, letter and value. Numbers ascend in the order of F5.5: Government cards by office and
letter, King cards, Gold by value. Equal cards have equal numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from string import ascii_uppercase
from typing import Annotated, Any, TypeAlias, TypeVar

from boardgames.core.codec import Bounds, WrittenAs
from boardgames.core.values import value
from boardgames.kit.components import ComponentTable

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


OFFICE_KEYS = [office.name.lower() for office in Office]
"""By Office: its key, in the components and on the table."""


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
GoldValue: TypeAlias = Annotated[int, Bounds(GOLD_VALUES[0], GOLD_VALUES[-1])]
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

    def __reduce__(self) -> tuple[Callable[[str], CardNumber], tuple[str]]:
        return card_of, (NAMES[self],)  # copies and pickles refer to the single object


CARDS = tuple(map(CardNumber, CARD_NUMBERS))
"""Every card by its number."""


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
VALUE_OF = (
    *(card % _PER_LETTER + 1 for card in range(FIRST_KING)),
    *(0 for _ in Effect),
    *GOLD_VALUES,
)
"""By card: the value of a Government card in its office, or of a Gold card in payments; 0 for a
King.
"""
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
    if (card := _CARDS_BY_NAME.get(name)) is None:
        raise ValueError(f"expected the name of a card, not {name[:40]!r}")
    return card


CARD_PATTERN = "|".join(
    [
        f"({'|'.join(map(str, Office))}) [A-Z][1-{HIGHEST_VALUE}]",
        f"King ({'|'.join(map(str, Effect))})".replace("+", r"\+"),
        f"Gold [{GOLD_VALUES[0]}-{GOLD_VALUES[-1]}]",
    ]
)
"""Matches the names of cards, in any language."""
Card: TypeAlias = Annotated[int, WrittenAs(str, NAMES.__getitem__, card_of, pattern=CARD_PATTERN)]
"""A card: a number in Python, its name in JSON."""
Cards: TypeAlias = tuple[Card, ...]


SortedCards: TypeAlias = Annotated[
    "tuple[int, ...]",
    WrittenAs(
        dict[str, Annotated[int, Bounds(1, GOLD_IN_BOX)]],
        lambda cards: {NAMES[card]: cards.count(card) for card in cards},
        lambda counts: tuple(sorted(map(card_of, Counter(counts).elements()))),
        pattern=CARD_PATTERN,
    ),
]
"""Cards whose order does not matter: sorted in Python, the number of each by name in JSON."""


def is_king(card: int) -> bool:
    """Return whether this is a King card."""
    return FIRST_KING <= card < FIRST_GOLD


def of_office(hand: Sequence[int], office: Office) -> Sequence[int]:
    """Return the cards of this office in a sorted hand, the nearest letter first."""
    start = office * _PER_OFFICE
    return hand[bisect_left(hand, start) : bisect_left(hand, start + _PER_OFFICE)]


def gold_in(cards: Sequence[int]) -> int:
    """Return the value of all Gold among these cards."""
    return sum([GOLD_OF[card] for card in cards])


def payable(hand: Sequence[int], card: int) -> int:
    """Return the highest bid for this card that a hand can pay: in Gold (F5.4), or for Gold in any
    cards (F5.5).
    """
    return len(hand) if card >= FIRST_GOLD else gold_in(hand[bisect_left(hand, FIRST_GOLD) :])


def without(cards: Iterable[int], removed: Iterable[int]) -> list[int]:
    """Return the cards without the removed ones; removed cards that are not among them are
    ignored.
    """
    left = list(cards)
    for card in removed:
        if card in left:
            left.remove(card)
    return left


PLAYER_COUNTS = range(2, 6)
Seat: TypeAlias = Annotated[int, Bounds(0, PLAYER_COUNTS[-1] - 1)]


def _for_each(keys: Sequence[str], entry: Any) -> WrittenAs:
    """Return how a tuple with an entry for each of these keys is written: as an object."""

    def read(entries: dict[str, T]) -> tuple[T, ...]:
        if entries.keys() != set(keys):
            raise ValueError(f"expected an entry for each of {', '.join(keys)}, and no others")
        return tuple([entries[key] for key in keys])

    return WrittenAs(dict[str, entry], lambda entries: dict(zip(keys, entries, strict=True)), read)


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


Letters: TypeAlias = Annotated[
    "tuple[tuple[str, int], ...]", WrittenAs(dict[str, int], dict, lambda d: (*d.items(),))
]
"""The cards of one office as pairs of letter and value; written `A = 2` in the file."""


@value
class Components:
    """A components file: its three tables, in which each entry has a key."""

    government: Annotated[tuple[Letters, ...], _for_each(OFFICE_KEYS, Letters)]
    """By Office."""
    kings: Annotated[
        tuple[KingCards, ...], _for_each([effect.name.lower() for effect in Effect], KingCards)
    ]
    """By Effect."""
    players: Annotated[tuple[Setup, ...], _for_each([*map(str, PLAYER_COUNTS)], Setup)]
    """By number of players, from 2 on."""

    def setup_of(self, players: int) -> Setup:
        """Return the setup for this number of players."""
        return self.players[PLAYER_COUNTS.index(players)]

    def cards_in_play(self, players: int) -> tuple[int, ...]:
        """Return all cards of a game for this number of players, including the removed ones,
        sorted.
        """
        setup = self.setup_of(players)
        cards = [
            government(office, *each)
            for office in setup.offices
            for each in self.government[office]
        ]
        for effect, counts in zip(Effect, self.kings, strict=True):
            cards += [king(effect)] * counts.for_players(players)
        for worth, count in zip(GOLD_VALUES, setup.gold, strict=True):
            cards += [gold(worth)] * count
        return tuple(sorted(cards))


def _faults(components: Components) -> Iterator[str]:
    """Yield every fault with its key; later faults may follow from earlier ones."""
    for key, letters in zip(OFFICE_KEYS, components.government, strict=True):
        for letter, worth in letters:
            if len(letter) != 1 or letter not in ascii_uppercase:
                yield f"government.{key}.{letter}: expected a letter from A to Z"
            if not 1 <= worth <= HIGHEST_VALUE:
                yield (
                    f"government.{key}.{letter}: expected a value from 1 to {HIGHEST_VALUE}, not"
                    f" {worth}"
                )
        if len(dict(letters)) != CARDS_PER_OFFICE:
            yield (
                f"government.{key}: an office has {CARDS_PER_OFFICE} cards, not"
                f" {len(dict(letters))}"
            )
    if min([min(counts.always, counts.five_players) for counts in components.kings]) < 0:
        yield "kings: expected 0 cards or more"
    kings = sum([counts.for_players(PLAYER_COUNTS[-1]) for counts in components.kings])
    if kings != KINGS_IN_BOX:
        yield f"kings: the box has {KINGS_IN_BOX} King cards, not {kings}"
    for players, setup in zip(PLAYER_COUNTS, components.players, strict=True):
        yield from [
            f"players.{players}.{fault}" for fault in _setup_faults(components, players, setup)
        ]


def _setup_faults(components: Components, players: int, setup: Setup) -> Iterator[str]:
    offices = len(Office) if players == PLAYER_COUNTS[-1] else len(Office) - 1
    if list(setup.offices) != sorted(set(setup.offices)) or len(setup.offices) != offices:
        yield f"offices: expected {offices} different ones, in the order {', '.join(OFFICE_KEYS)}"
    box = components.setup_of(PLAYER_COUNTS[-1]).gold
    if (
        not all(0 <= count <= most for count, most in zip(setup.gold, box, strict=True))
        or sum(box) != GOLD_IN_BOX
    ):
        yield (
            f"gold: the box has {GOLD_IN_BOX} Gold cards, all of them for {PLAYER_COUNTS[-1]}"
            " players"
        )
    kings = sum([counts.for_players(players) for counts in components.kings])
    left = CARDS_PER_OFFICE * offices + kings + sum(setup.gold) - setup.removed
    if setup.removed < 0 or setup.deck != left:
        yield f"deck: {setup.removed} cards removed leave {left}, not {setup.deck}"
    if setup.deck < 1 or setup.deck % (players + 1):
        yield f"deck: expected a multiple of {players + 1}, the cards of a turn, not {setup.deck}"


COMPONENTS = ComponentTable(Components, __package__, _faults)
"""Loads the published components, or a user's."""
