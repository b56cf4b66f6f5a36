"""The public history of a hand, and what follows from it directly (F7)."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from typing import Annotated, NamedTuple, TypeAlias

from boardgames.core.codec import WrittenAs
from boardgames.games.for_the_king.components import CARDS, FIRST_GOLD, NAMES, card_of, is_king


class NoteKind(IntEnum):
    """A public event in the history of a hand. It is noted with a number, described below."""

    __hash__ = int.__hash__  # much faster than that of an Enum, and searches hash histories often

    KEPT = 0
    """The Advisor kept a card unseen; always 1."""
    GAINED = 1
    """A public card entered; the card."""
    SHOWN = 2
    """A Gold card left in payment, shown to all; the card."""
    LOST = 3
    """Cards left unseen; the number of cards."""
    SHORT = 4
    """The Gold in the hand was worth less than a bid; the bid."""


@lru_cache(maxsize=1 << 12)
def _to_text(note: tuple[NoteKind, int]) -> str:
    kind, number = note
    return f"{kind.name.lower()} {NAMES[number] if kind in (NoteKind.GAINED, NoteKind.SHOWN) else number}"


def _from_text(text: str) -> tuple[NoteKind, int]:
    match text.split(" ", 1):
        case ["gained" | "shown" as name, card]:
            return NoteKind[name.upper()], card_of(card)
        case ["kept", "1"]:
            return KEPT
        case ["lost" | "short" as name, number] if re.fullmatch("[0-9]{1,4}", number):
            return NoteKind[name.upper()], int(number)
    raise ValueError(f"expected a note such as 'gained Military C4' or 'lost 2', not {text[:40]!r}")


HandNote: TypeAlias = Annotated[tuple[NoteKind, int], WrittenAs(str, _to_text, _from_text)]
"""One note in the history of a hand; in JSON a string such as `gained Military C4` or `lost 2`."""
HandHistory: TypeAlias = tuple[HandNote, ...]
"""All that happened to one hand in public, in order: everything that other seats can know about it."""

KEPT = (NoteKind.KEPT, 1)
GAINED = tuple((NoteKind.GAINED, card) for card in CARDS)
"""By card."""
SHOWN = tuple((NoteKind.SHOWN, card) for card in CARDS)
"""By card."""


class Memory(NamedTuple):
    """What a history says about a hand."""

    kept: int
    """The number of cards that entered unseen."""
    gained: tuple[int, ...]
    """The cards that entered in public."""
    known: tuple[int, ...]
    """The gained cards that have not left in public; some may have been lost unseen."""
    shown: tuple[int, ...]
    """The Gold shown in payment."""
    needed: tuple[int, ...]
    """The Gold shown that had not been gained in public: it was among the cards kept."""
    lost: int
    """The number of cards that left unseen."""
    bounded: bool
    """Whether a default has revealed something about the Gold in the hand."""
    size: int
    """The number of cards in the hand."""
    is_possible: bool
    """Whether a hand can have this history: it never loses more cards than it holds, shows Gold only, gains no King."""


@lru_cache(maxsize=1 << 12)
def recall(history: HandHistory) -> Memory:
    """Return what a history says about its hand.

    Gold shown in payment is taken from the known cards of its value while there are any.
    """
    kept, lost, size, bounded, is_possible = 0, 0, 0, False, True
    gained, known, shown, needed = list[int](), list[int](), list[int](), list[int]()
    for kind, number in history:
        if kind is NoteKind.KEPT:
            kept, size = kept + 1, size + 1
        elif kind is NoteKind.GAINED:
            size += 1
            gained.append(number)
            known.append(number)
            is_possible &= not is_king(number)
        elif kind is NoteKind.SHOWN:
            size -= 1
            shown.append(number)
            is_possible &= number >= FIRST_GOLD
            if number in known:
                known.remove(number)
            else:
                needed.append(number)
        elif kind is NoteKind.LOST:
            size, lost = size - number, lost + number
        else:
            bounded = True
        is_possible &= size >= 0
    return Memory(
        kept, tuple(gained), tuple(known), tuple(shown), tuple(needed), lost, bounded, size, is_possible,
    )  # fmt: skip
