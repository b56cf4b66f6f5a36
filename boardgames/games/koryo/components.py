"""The cards, tokens and seasons of Koryŏ (K1)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from typing import Annotated, TypeAlias

from boardgames.core.codec import CountsOf, WrittenAs
from boardgames.core.values import value
from boardgames.kit.cards import CardPacking, PackedCards
from boardgames.kit.components import ComponentTable


class Kind(IntEnum):
    """A family of Characters, or an Event; indexes a `Counts`. Events come after the families."""

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
        return NAMES[self]

    @property
    def number(self) -> int | None:
        """The family's number, which is also its value in influence; None for an Event."""
        return self + 1 if self in FAMILIES else None


NAMES = tuple(kind.name.replace("_", " ").title() for kind in Kind)

# Separate names for the kinds: on Python 3.11, `Kind.SPY` takes ten times as long as `SPY`.
(
    OMNISCIENT,
    SPY,
    SENATOR,
    PRIEST,
    SHIP_OWNER,
    BANKER,
    GUARDIAN,
    BROADCASTER,
    MERCHANT,
    BARBARIAN,
    LOBBYING,
) = Kind
FAMILIES = tuple(Kind)[: MERCHANT + 1]
EVENTS = tuple(Kind)[len(FAMILIES) :]
"""What each of them does is declared in `phases/event_cards.py`."""

KEYS = tuple(kind.name.lower() for kind in Kind)
"""The key of the piece, by Kind."""

MOST_COPIES = 15
"""Maximum number of copies of a card in any components."""
CARDS = CardPacking(Kind, MOST_COPIES)
CHARACTERS = CARDS.some_of(FAMILIES)
"""The nine families, in the form that `CARDS.has_any` takes."""
EVENT_KINDS = CARDS.some_of(EVENTS)
"""All Events, in the same form."""

Counts: TypeAlias = Annotated[tuple[int, ...], CountsOf(Kind, (MOST_COPIES,) * len(Kind))]
"""The number of cards of each Kind, in the order of Kind; used in Views."""
Cards: TypeAlias = Annotated[PackedCards, WrittenAs(Counts, CARDS.unpack, CARDS.pack)]
"""The same, packed; used in States. JSON shows it as `Counts`."""


@lru_cache(maxsize=1 << 6)
def packed(copies: Counts) -> Cards:
    """Return all cards of a game, of which there are so many copies."""
    return CARDS.pack(copies)


@lru_cache(maxsize=1 << 12)
def events_in(cards: Cards) -> Cards:
    """Return the Events among some cards."""
    return CARDS.only(cards, EVENTS)


SENATOR_BONUS = 2
"""Additional cards that the holder of the Senator majority may keep (K8.1)."""


@value
class Season:
    """What is printed on a season card."""

    dealt: int
    """Cards dealt to each player."""
    limit: int
    """Cards that a tableau may keep at the end of the season."""


@value
class Components:
    """Everything the game is played with."""

    tokens: int
    copies: Counts
    seasons: tuple[Season, ...]


def _faults(components: Components) -> Iterator[str]:
    if components.tokens < 0:
        yield f"tokens: expected 0 or more, not {components.tokens}"
    if components.copies[OMNISCIENT] > 1:
        yield "copies.omniscient: expected at most 1, since it decides ties"
    if not components.seasons:
        yield "seasons: expected at least one"
    for number, season in enumerate(components.seasons):
        for key, amount in (("dealt", season.dealt), ("limit", season.limit)):
            if amount < 0:
                yield f"seasons[{number}].{key}: expected 0 or more, not {amount}"


COMPONENTS = ComponentTable(Components, __package__, _faults)
"""Loads the published components, or a user's."""
