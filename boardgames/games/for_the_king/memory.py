"""What everybody has seen happen to a hand, and so remembers of it (F7)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, TypeAlias

from boardgames.core.codec import WrittenAs
from boardgames.games.for_the_king.components import CARD_NUMBERS, NAMES, card_of


class HandEvent(IntEnum):
    """Something that happened to a hand in public. Each comes with a number, as said below."""

    KEPT = 0
    """The Advisor kept a card unseen; 1."""
    GAINED = 1
    """A card entered that everybody knows; the card."""
    SHOWN = 2
    """A Gold card left in payment, shown to all; the card."""
    LOST = 3
    """Cards left unseen; how many."""
    SHORT = 4
    """The Gold in the hand was worth less than a bid; the bid."""


MOST_DIGITS = 4
"""A number in a history is a bid or a number of cards."""
ABOUT_A_CARD = (HandEvent.GAINED, HandEvent.SHOWN)
"""The events whose number is a card."""


def _to_text(note: tuple[HandEvent, int]) -> str:
    event, number = note
    return f"{event.name.lower()} {NAMES[number] if event in ABOUT_A_CARD else number}"


def _from_text(text: str) -> tuple[HandEvent, int]:
    name, _, rest = text.partition(" ")
    for event in HandEvent:
        if event.name.lower() == name:
            if event in ABOUT_A_CARD:
                return event, card_of(rest)
            if (
                rest.isascii()
                and rest.isdecimal()
                and len(rest) <= MOST_DIGITS
                and (event is not HandEvent.KEPT or rest == "1")
            ):
                return event, int(rest)
    raise ValueError(f"expected an event such as 'gained Military C4' or 'lost 2', not {text[:40]!r}")


HandNote: TypeAlias = Annotated[tuple[HandEvent, int], WrittenAs(str, _to_text, _from_text)]
"""One event in the history of a hand; in JSON a text such as `gained Military C4` or `lost 2`."""
HandHistory: TypeAlias = tuple[HandNote, ...]
"""All that happened to one hand in public, in order: everything that other seats can know of it."""

KEPT = (HandEvent.KEPT, 1)
GAINED = tuple((HandEvent.GAINED, card) for card in CARD_NUMBERS)
"""By card."""
SHOWN = tuple((HandEvent.SHOWN, card) for card in CARD_NUMBERS)
"""By card."""


def known_cards(history: HandHistory) -> list[int]:
    """Return the cards that everybody saw enter the hand and did not see leave; some may have been lost unseen.

    Gold shown in payment counts as one of the known cards of its value, as long as there is one.
    """
    known: list[int] = []
    for event, number in history:
        if event is HandEvent.GAINED:
            known.append(number)
        elif event is HandEvent.SHOWN and number in known:
            known.remove(number)
    return known
