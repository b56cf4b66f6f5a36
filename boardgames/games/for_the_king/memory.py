"""What everybody has seen happen to a hand, and how many ways there are to explain it (F7)."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

from boardgames.core.codec import WrittenAs
from boardgames.games.for_the_king.components import (
    CARDS,
    FIRST_GOLD,
    FIRST_KING,
    NAMES,
    card_of,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


class HandEvent(IntEnum):
    """Something that happened to a hand in public. Each event comes with a number, described below."""

    __hash__ = int.__hash__  # much faster than that of an Enum, and searches hash histories a lot

    KEPT = 0
    """The Advisor kept a card unseen; 1."""
    GAINED = 1
    """A card that everybody knows entered; the card."""
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


@lru_cache(maxsize=1 << 12)
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
GAINED = tuple((HandEvent.GAINED, card) for card in CARDS)
"""By card."""
SHOWN = tuple((HandEvent.SHOWN, card) for card in CARDS)
"""By card."""


class Memory(NamedTuple):
    """What a history says of a hand."""

    kept: int
    """How many cards entered unseen."""
    gained: tuple[int, ...]
    """The cards that everybody saw enter."""
    known: tuple[int, ...]
    """Those of them that nobody has seen leave; some may have been lost unseen."""
    shown: tuple[int, ...]
    """The Gold shown in payment."""
    needed: tuple[int, ...]
    """The Gold shown that nobody had seen enter: it was among the cards kept."""
    lost: int
    """How many cards left unseen."""
    bounded: bool
    """Whether a default has told something about the Gold in the hand."""
    size: int
    """How many cards the hand holds."""
    left: bool
    """Whether anything has left the hand, or was demanded from it."""
    fault: str
    """Why no hand can have this history, whatever its cards; empty if one can."""


@lru_cache(maxsize=1 << 12)
def recall(history: HandHistory) -> Memory:
    """Return what a history says of its hand.

    Gold shown in payment counts as one of the known cards of its value, as long as there is one.
    """
    kept, lost, size, bounded, left, fault = 0, 0, 0, False, False, ""
    gained: list[int] = []
    known: list[int] = []
    shown: list[int] = []
    needed: list[int] = []
    for event, number in history:
        if event is HandEvent.KEPT:
            kept, size = kept + 1, size + 1
            fault = fault or ("a card kept after others have left" if left else "")
        elif event is HandEvent.GAINED:
            size += 1
            gained.append(number)
            known.append(number)
            fault = fault or ("no hand ever gains a King" if FIRST_KING <= number < FIRST_GOLD else "")
        else:
            left = True
            fault = fault or ("expected 1 or more" if number < 1 else "")
            if event is HandEvent.SHOWN:
                size -= 1
                shown.append(number)
                fault = fault or ("only Gold is shown in payment" if number < FIRST_GOLD else "")
                if number in known:
                    known.remove(number)
                else:
                    needed.append(number)
            elif event is HandEvent.LOST:
                size, lost = size - number, lost + number
            else:
                bounded = True
        fault = fault or ("more cards leave than the hand holds" if size < 0 else "")
    if not fault and len(needed) > kept:
        fault = "Gold is shown that the hand cannot hold"
    return Memory(
        kept, tuple(gained), tuple(known), tuple(shown), tuple(needed), lost, bounded, size, left, fault
    )  # fmt: skip


GOLD_CARDS = CARDS[FIRST_GOLD:]


GoldCounts: TypeAlias = tuple[int, int, int]
"""How many Gold cards there are of value 1, 2 and 3."""


def count_gold(cards: Sequence[int]) -> GoldCounts:
    """Return the Gold among the cards."""
    count, (one, two, three) = cards.count, GOLD_CARDS
    return count(one), count(two), count(three)


def gold_cards(counts: GoldCounts) -> list[int]:
    """Return these Gold cards."""
    return [card for card, count in zip(GOLD_CARDS, counts, strict=True) for _ in range(count)]


class LossCounter:
    """Counts the ways in which a hand can have lost cards unseen, so that all of its history was possible.

    Cards other than Gold are interchangeable here: nothing in a history depends on which of them a hand holds.
    """

    def __init__(self, history: HandHistory, owed: int = 0, final: Sequence[int] | None = None) -> None:
        """Take a history; the bid that the hand can pay with Gold at its end; and the hand at its end, if it is known.

        All cards that were kept unseen must have been kept before anything left the hand.
        """
        self._history = history
        self._owed = owed
        self._final = None if final is None else count_gold(final)
        memory = recall(history)
        self.survivors: list[int] = []
        """The cards other than Gold that were kept unseen and are in the final hand, if that is known."""
        self.safe: list[int] = []
        """The cards other than Gold that were gained and are in the final hand."""
        if final is not None:
            held = [card for card in final if card < FIRST_KING]
            gained = [card for card in memory.gained if card < FIRST_KING]
            self.survivors = without(held, gained)
            self.safe = without(held, self.survivors)
        self._losable = []
        size = memory.kept - len(self.survivors)
        for event, number in history:
            self._losable.append(size)
            if event is HandEvent.GAINED:
                size += number not in self.safe
            elif event is HandEvent.SHOWN:
                size -= 1
            elif event is HandEvent.LOST:
                size -= number
        self._found: dict[tuple[int, GoldCounts], int] = {}

    def count(self, held: GoldCounts, step: int = 0) -> int:
        """Return in how many ways the history can continue from this event, if the hand holds this Gold."""
        found = self._found.get((step, held))
        if found is None:
            self._found[step, held] = found = self._count(held, step)
        return found

    def _count(self, held: GoldCounts, step: int) -> int:
        if step == len(self._history):
            fits = _value(held) >= self._owed if self._final is None else held == self._final
            return int(fits)
        event, number = self._history[step]
        if event is HandEvent.LOST:
            return sum([ways for _, ways in self.losses(held, step)])
        after = gold_after(held, event, number)
        return 0 if after is None else self.count(after, step + 1)

    def losses(self, held: GoldCounts, step: int) -> list[tuple[GoldCounts, int]]:
        """Return the Gold that may be lost in this event; for each, in how many ways the history can continue."""
        number = self._history[step][1]
        others = self._losable[step] - sum(held)
        weighted = []
        ones, twos, threes = [range(min(count, number) + 1) for count in held]
        for lost in product(ones, twos, threes):
            rest = number - sum(lost)
            if 0 <= rest <= others:
                left = (held[0] - lost[0], held[1] - lost[1], held[2] - lost[2])
                if ways := self.count(left, step + 1):
                    weighted.append((lost, ways * comb(others, rest) * prod(map(comb, held, lost))))
        return weighted


def _value(held: GoldCounts) -> int:
    return held[0] + 2 * held[1] + 3 * held[2]


def gold_after(held: GoldCounts, event: HandEvent, number: int) -> GoldCounts | None:
    """Return the Gold in a hand after an event other than a loss; None if the event is impossible."""
    if event is HandEvent.SHORT:
        return held if _value(held) < number else None
    if event is HandEvent.KEPT or number < FIRST_GOLD:
        return held
    change = 1 if event is HandEvent.GAINED else -1
    one, two, three = GOLD_CARDS
    after = (
        held[0] + change * (number == one),
        held[1] + change * (number == two),
        held[2] + change * (number == three),
    )
    return after if min(after) >= 0 else None
