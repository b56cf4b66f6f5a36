"""The public history of a hand, and what follows from it directly (F7)."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Annotated, NamedTuple, TypeAlias

from boardgames.core.codec import WrittenAs
from boardgames.games.for_the_king.components import CARDS, FIRST_GOLD, FIRST_KING, NAMES, card_of


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


MOST_DIGITS = 4
"""Maximum number of digits in a note; its number is a bid or a number of cards."""
ABOUT_A_CARD = (NoteKind.GAINED, NoteKind.SHOWN)
"""The kinds of notes whose number is a card."""


@lru_cache(maxsize=1 << 12)
def _to_text(note: tuple[NoteKind, int]) -> str:
    kind, number = note
    return f"{kind.name.lower()} {NAMES[number] if kind in ABOUT_A_CARD else number}"


def _from_text(text: str) -> tuple[NoteKind, int]:
    name, _, rest = text.partition(" ")
    for kind in NoteKind:
        if kind.name.lower() == name:
            if kind in ABOUT_A_CARD:
                return kind, card_of(rest)
            is_number = rest.isascii() and rest.isdecimal() and len(rest) <= MOST_DIGITS
            if is_number and (kind is not NoteKind.KEPT or rest == "1"):
                return kind, int(rest)
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
    left: bool
    """Whether anything has left the hand, or was demanded from it."""
    fault: str
    """Why no hand can have this history; empty if one can."""


@lru_cache(maxsize=1 << 12)
def recall(history: HandHistory) -> Memory:
    """Return what a history says about its hand.

    Gold shown in payment is taken from the known cards of its value while there are any.
    """
    kept, lost, size, bounded, left, fault = 0, 0, 0, False, False, ""
    gained, known, shown, needed = list[int](), list[int](), list[int](), list[int]()
    for kind, number in history:
        if kind is NoteKind.KEPT:
            kept, size = kept + 1, size + 1
            fault = fault or ("a card kept after others have left" if left else "")
        elif kind is NoteKind.GAINED:
            size += 1
            gained.append(number)
            known.append(number)
            fault = fault or ("no hand ever gains a King" if FIRST_KING <= number < FIRST_GOLD else "")
        else:
            left = True
            fault = fault or ("expected 1 or more" if number < 1 else "")
            if kind is NoteKind.SHOWN:
                size -= 1
                shown.append(number)
                fault = fault or ("only Gold is shown in payment" if number < FIRST_GOLD else "")
                if number in known:
                    known.remove(number)
                else:
                    needed.append(number)
            elif kind is NoteKind.LOST:
                size, lost = size - number, lost + number
            else:
                bounded = True
        fault = fault or ("more cards leave than the hand holds" if size < 0 else "")
    if not fault and len(needed) > kept:
        fault = "Gold is shown that the hand cannot hold"
    cards = tuple(gained), tuple(known), tuple(shown), tuple(needed)
    return Memory(kept, *cards, lost, bounded, size, left, fault)
