"""Resource cards, and how a State counts them."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Generic, TypeAlias, TypeVar

from boardgames.core.codec import CountsOf, WrittenAs
from boardgames.core.errors import DecodeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

T = TypeVar("T")


class Kind(IntEnum):
    """What a Resource card shows: one of nine resources, or a relic; indexes a `Counts`."""

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
        """Return the name in lower case."""
        return NAMES[self]

    @property
    def worth(self) -> int:
        """What the card counts in an offer: its number, 10 for a relic (M5.2)."""
        return self + 1

    @property
    def group(self) -> int:
        """0, 1 or 2 for the resources 1-3, 4-6 and 7-9."""
        return self // GROUP_SIZE


NAMES = tuple(kind.name.replace("_", " ").lower() for kind in Kind)
RESOURCES = tuple(Kind)[:9]
GROUP_SIZE = 3
GROUPS = ("1-3", "4-6", "7-9")
MOST_OF_A_KIND = 31

Counts: TypeAlias = Annotated[tuple[int, ...], CountsOf(Kind, (MOST_OF_A_KIND,) * len(Kind))]
"""How many cards of each Kind, in the order of Kind."""

# A State counts cards in a single integer: adding two of them puts cards together, subtracting takes cards away.

BITS = 5
"""Bits per Kind, the lowest for the first."""
MASK = (1 << BITS) - 1
SHIFTS = tuple(BITS * kind for kind in Kind)
RELICS = SHIFTS[Kind.RELIC]
TOTAL = BITS * len(Kind)
"""Above this many bits stands the number of all cards."""
CARD = tuple((1 << shift) + (1 << TOTAL) for shift in SHIFTS)
"""By Kind: one card of it."""
FROM = tuple((1 << TOTAL) - (1 << shift) for shift in SHIFTS)
"""By Kind: the bits of this one and all after it."""


def packed(counts: Iterable[int]) -> int:
    """Return the counts of all kinds as one integer."""
    return sum(count * card for count, card in zip(counts, CARD, strict=True))


def unpacked(cards: int) -> Counts:
    """Return the cards as a `Counts`, one number per Kind."""
    return tuple([cards >> shift & MASK for shift in SHIFTS])


Cards: TypeAlias = Annotated[int, WrittenAs(Counts, unpacked, packed)]
"""Cards of any kinds: what a Counts says, in one integer; `unpacked` gives the counts."""

_LOW = sum(MASK >> 1 << shift for shift in SHIFTS)
_HIGH = sum(1 << shift + BITS - 1 for shift in SHIFTS)


def kinds_mark(cards: Cards) -> int:
    """Return a number that tells which kinds are among the cards, and nothing else: the key of a `ByKinds`."""
    return ((cards & _LOW) + _LOW | cards) & _HIGH


class ByKinds(dict[int, tuple[T, ...]], Generic[T]):
    """Answers, for the kinds among some cards, with one thing for each; made when first asked for, at most 1,024."""

    def __init__(self, things: Sequence[T]) -> None:
        """Take one thing per Kind, in its order."""
        self._things = things

    def __missing__(self, mark: int) -> tuple[T, ...]:
        """Pick out the things of the kinds that the mark has."""
        found = tuple([thing for thing, shift in zip(self._things, SHIFTS, strict=False) if mark >> shift & MASK])
        self[mark] = found
        return found


KINDS = ByKinds(tuple(Kind))


def kinds_in(cards: Cards) -> tuple[Kind, ...]:
    """Return the kinds that are among the cards, in their order."""
    return KINDS[kinds_mark(cards)]


def cards_one_by_one(cards: Cards) -> list[Cards]:
    """Return every single card on its own."""
    found: list[Cards] = []
    for kind in kinds_in(cards):
        found += [CARD[kind]] * (cards >> SHIFTS[kind] & MASK)
    return found


def holds(cards: Cards, others: Cards) -> bool:
    """Tell whether all the others are among the cards."""
    return all([cards >> shift & MASK >= others >> shift & MASK for shift in SHIFTS])


def without(cards: Cards, others: Cards) -> Cards:
    """Return the cards that are left when the others are taken out as far as they are among them."""
    for kind in KINDS[kinds_mark(cards) & kinds_mark(others)]:
        shift = SHIFTS[kind]
        cards -= min(cards >> shift & MASK, others >> shift & MASK) * CARD[kind]
    return cards


@lru_cache(maxsize=1 << 11)
def worth(cards: Cards) -> int:
    """Return the total of the cards in an offer (M5.2)."""
    return sum([(cards >> shift & MASK) * number for number, shift in enumerate(SHIFTS, start=1)])


# Sets of kinds, where their number does not matter.


def _kinds_of(marks: int) -> tuple[Kind, ...]:
    return tuple([kind for kind in Kind if marks >> kind & 1])


def _marks_of(kinds: Iterable[Kind]) -> int:
    marks = 0
    for kind in kinds:
        if marks >> kind:
            raise DecodeError(f"kinds: {kind.name.lower()} is out of order")
        marks |= 1 << kind
    return marks


KindSet: TypeAlias = Annotated[int, WrittenAs(tuple[Kind, ...], _kinds_of, _marks_of)]
"""Some kinds, in the bits of an integer: the bit of value 1 for the first Kind."""
EVERY_KIND: KindSet = (1 << len(Kind)) - 1
EVERY_RESOURCE: KindSet = (1 << len(RESOURCES)) - 1


class _KindSets(dict[int, KindSet]):
    """Knows the KindSet of a `kinds_mark`, made when first asked for."""

    def __missing__(self, mark: int) -> KindSet:
        self[mark] = sum(1 << kind for kind in KINDS[mark])
        return self[mark]


_KIND_SETS = _KindSets()


def kind_set(cards: Cards) -> KindSet:
    """Return which kinds are among the cards."""
    return _KIND_SETS[kinds_mark(cards)]
