"""The cards of For the King as numbers, with their names and values (F1).

Every card that a box could hold has a number of its own, whatever the components in use, so that a number alone says
office, letter and value. The numbers ascend in the order of F5.5: Government cards by office and letter, King cards,
Gold by value. Equal cards have equal numbers.
"""

from __future__ import annotations

from enum import IntEnum
from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated, TypeAlias

from boardgames.core.codec import WrittenAs

if TYPE_CHECKING:
    from collections.abc import Sequence


class Office(IntEnum):
    """An office of the government, in the order of the final tie-break (F6.3)."""

    DIPLOMACY = 0
    ENTERTAINMENT = 1
    LIVESTOCK = 2
    ARCHITECTURE = 3
    MILITARY = 4
    PROVISIONS = 5

    def __str__(self) -> str:
        """Return the printed name."""
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
        """Return what is printed on the card."""
        return ("+1", "-1", "+1 +1", "-1 -1", "+1/-1", "+1 -1")[self]


HIGHEST_VALUE = 4
"""Government cards are worth 1 to 4, which is confirmed."""
GOLD_VALUES = (1, 2, 3)
CARDS_PER_OFFICE, KINGS_IN_BOX, GOLD_IN_BOX = 9, 15, 39
"""These totals are confirmed, too: 54 Government cards, 15 Kings, 39 Gold."""

_PER_LETTER = HIGHEST_VALUE
_PER_OFFICE = len(ascii_uppercase) * _PER_LETTER
FIRST_KING = len(Office) * _PER_OFFICE
"""Cards below this number are Government cards."""
FIRST_GOLD = FIRST_KING + len(Effect)
"""Cards from this number on are Gold cards."""
CARD_NUMBERS = range(FIRST_GOLD + len(GOLD_VALUES))


def government(office: Office, letter: str, value: int) -> int:
    """Return the Government card of this office, letter (A to Z) and value (1 to 4)."""
    return office * _PER_OFFICE + ascii_uppercase.index(letter) * _PER_LETTER + value - 1


def king(effect: Effect) -> int:
    """Return the King card of this effect."""
    return FIRST_KING + effect


def gold(value: int) -> int:
    """Return the Gold card of this value (1 to 3)."""
    return FIRST_GOLD + value - 1


OFFICE_OF = tuple(Office(card // _PER_OFFICE) for card in range(FIRST_KING))
"""By Government card."""
LETTER_OF = tuple(ascii_uppercase[card % _PER_OFFICE // _PER_LETTER] for card in range(FIRST_KING))
"""By Government card."""
VALUE_OF = (
    *(card % _PER_LETTER + 1 for card in range(FIRST_KING)),
    *(0 for _ in Effect),
    *GOLD_VALUES,
)
"""By card: the value of Government in its office and of Gold in payments; 0 for a King."""
GOLD_OF = tuple(VALUE_OF[card] if card >= FIRST_GOLD else 0 for card in CARD_NUMBERS)
"""By card: its value in payments."""
NAMES = (
    *(f"{OFFICE_OF[card]} {LETTER_OF[card]}{VALUE_OF[card]}" for card in range(FIRST_KING)),
    *(f"King {effect}" for effect in Effect),
    *(f"Gold {value}" for value in GOLD_VALUES),
)
"""By card: its name, such as `Military C4`, `King +1` or `Gold 2`."""
_NUMBERS = {name: card for card, name in enumerate(NAMES)}


def card_of(name: str) -> int:
    """Return the card of this name; raise `ValueError` if there is none."""
    card = _NUMBERS.get(name)
    if card is None:
        raise ValueError(f"expected the name of a card, not {name[:40]!r}")
    return card


Card: TypeAlias = Annotated[int, WrittenAs(str, NAMES.__getitem__, card_of)]
"""A card: its number here, its name in JSON."""
Cards: TypeAlias = tuple[Card, ...]


def _counted(cards: tuple[int, ...]) -> dict[str, int]:
    return {NAMES[card]: cards.count(card) for card in cards}


def _listed(counts: dict[str, int]) -> tuple[int, ...]:
    for name, count in counts.items():
        if not 0 < count <= GOLD_IN_BOX:
            raise ValueError(f"expected 1 to {GOLD_IN_BOX} cards {name!r}, not {count}")
    return tuple(sorted([card_of(name) for name, count in counts.items() for _ in range(count)]))


Sorted: TypeAlias = Annotated["tuple[int, ...]", WrittenAs(dict[str, int], _counted, _listed)]
"""Cards in ascending order, because no other order matters; in JSON how many there are of each."""


def is_king(card: int) -> bool:
    """Tell whether this is a King card."""
    return FIRST_KING <= card < FIRST_GOLD


def gold_in(cards: Sequence[int]) -> int:
    """Return the value of all Gold among these cards."""
    return sum([GOLD_OF[card] for card in cards])


def minus(cards: Sequence[int], removed: Sequence[int]) -> list[int]:
    """Return the cards without the removed ones, as far as these are there."""
    left = list(cards)
    for card in removed:
        if card in left:
            left.remove(card)
    return left
