"""The cards, tokens and seasons of Koryŏ (K1)."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, TypeAlias

from boardgames.core.codec import CountsOf, WrittenAs
from boardgames.core.components import ComponentTable, Source
from boardgames.core.values import value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Kind(IntEnum):
    """A family of Characters, or one of the two Events; indexes a `Counts`."""

    OMNISCIENT = 0
    SPY = 1
    SENATOR = 2
    PRIEST = 3
    SHIP_OWNER = 4
    BANKER = 5
    GUARDIAN = 6
    BROADCASTER = 7
    MERCHANT = 8
    BARBARIAN = 9
    LOBBYING = 10

    def __str__(self) -> str:
        """Return the printed name."""
        return NAMES[self]

    @property
    def number(self) -> int | None:
        """The family's number, which is also its value in influence; None for an Event."""
        return self + 1 if self in FAMILIES else None


NAMES = tuple(kind.name.replace("_", " ").title() for kind in Kind)
FAMILIES = tuple(Kind)[:9]
EVENTS = (Kind.BARBARIAN, Kind.LOBBYING)

BITS = 4
"""Bits that count the cards of a Kind."""
MOST_COPIES = (1 << BITS) - 1

Counts: TypeAlias = Annotated[tuple[int, ...], CountsOf(Kind, (MOST_COPIES,) * len(Kind))]
"""How many cards of each Kind, in the order of Kind."""

# A State counts cards in a single integer: adding two of them puts cards together, subtracting takes cards away.

TOTAL = BITS * len(Kind)
"""Above this many bits, of which the lowest are for the first Kind, stands the number of all cards."""
CARD = tuple((1 << BITS * kind) + (1 << TOTAL) for kind in Kind)
"""By Kind: one card of it."""
NO_CARDS: Counts = (0,) * len(Kind)


def packed(counts: Iterable[int]) -> int:
    """Return the counts of all kinds as one integer."""
    return sum(count * card for count, card in zip(counts, CARD, strict=True))


@lru_cache(maxsize=1 << 12)
def unpacked(cards: int) -> Counts:
    """Return the cards as a `Counts`, which a View shows."""
    return tuple([cards >> shift & 15 for shift in range(0, TOTAL, BITS)])


Cards: TypeAlias = Annotated[int, WrittenAs(Counts, unpacked, packed)]
"""Cards of any kinds: what a Counts says, in one integer."""

CHARACTERS = (1 << BITS * len(FAMILIES)) - 1
"""The bits of the nine families."""
SENATOR_BONUS = 2
"""Cards more that the holder of the Senator majority may keep."""


@value
class Season:
    """What a season card says."""

    dealt: int
    """Cards dealt to each player."""
    limit: int
    """Cards that may stay in a tableau at the end of the round."""


@value
class Components:
    """What is in the box."""

    tokens: int
    copies: Counts
    seasons: tuple[Season, ...]


def published() -> Components:
    """Return the components of the published game."""
    return TABLE.published


def components_from(source: Components | Source | None) -> Components:
    """Return the published components, or those of this source, checked.

    Raises `ConfigurationError` that names the file, the line or key, and the fault.
    """
    return TABLE.load(source)


def _faults(components: Components) -> Iterator[str]:
    if components.tokens < 0:
        yield f"tokens: expected 0 or more, not {components.tokens}"
    if components.copies[Kind.OMNISCIENT] > 1:
        yield "copies.omniscient: expected at most 1, for it decides ties"
    if not components.seasons:
        yield "seasons: expected at least one"
    for number, season in enumerate(components.seasons):
        for key, amount in (("dealt", season.dealt), ("limit", season.limit)):
            if amount < 0:
                yield f"seasons[{number}].{key}: expected 0 or more, not {amount}"


TABLE = ComponentTable(Components, __package__, _faults)
