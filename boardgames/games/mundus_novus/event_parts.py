"""What the Events of Mundus Novus share: places and marks, and where on the table it can be found
what they say.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from boardgames.core.integers import Natural
from boardgames.core.values import evolve, value
from boardgames.games.mundus_novus.components import (
    KEYS,
    SOURCES,
    VALDIVIA_BONUS,
    Income,
    Kind,
    Kinds,
    Seat,
    Source,
)
from boardgames.scene.events import Change, Place, moves
from boardgames.scene.events import OfSeat as OfAnySeat
from boardgames.scene.facts import ACTOR, Moment, OnTable, progress, such_that

QUEUE, MARKET, DISPLAY, ASIDE, DISCARDS, PILE, DECK = [
    Place(None, zone)
    for zone in ("queue", "market", "display", "aside", "discards", "pile", "deck")
]
MASTER, PERFECT, SHORT = "master", "perfect_set", "short"
"""Keys of marks of a seat."""


def moved(
    cards: Kinds | None, source: Place | None, target: Place, size: int = 1
) -> tuple[Change, ...]:
    """Return the moves of these cards; None means that the viewer does not know them, only their
    number.
    """
    pieces = [None] * size if cards is None else [KEYS[kind] for kind in cards]
    return moves(pieces, source, target, face_down=target.zone in ("hand", "pile"))


@value
class OfSeat(OfAnySeat):
    """What a player does, or what happens to them."""

    seat: Seat


@value
class Act(OfSeat):
    """What the player does whose action it is."""

    seat: Annotated[Seat, ACTOR]


@value
class OwnCards(OfSeat):
    """Cards that only the player sees."""

    size: Natural
    cards: Kinds | None
    """None if the viewer does not know the cards."""

    def seen_by(self, viewer: int | None) -> OwnCards:
        """Return the cards to the player alone."""
        return self if viewer == self.seat else evolve(self, cards=None)


# Where it can be found what Events say beside their changes.


def _total(at: Moment, seat: int) -> int:
    """Return the total of what lies on offer (M5.2)."""
    offered, estate = at.held(seat, "offer"), at.held(seat, "estate")
    return sum([kind.number * offered.get(KEYS[kind], 0) for kind in Kind]) + VALDIVIA_BONUS * (
        "valdivia" in estate
    )


def _tied(at: Moment) -> tuple[int, ...]:
    totals = [_total(at, area.seat) for area in at.after.seats if area.seat is not None]
    return tuple([seat for seat, total in enumerate(totals) if total == max(totals)])


def _sources(at: Moment) -> set[Income]:
    """Return what can have paid the doubloons for this action."""
    return {
        income
        for income, source in SOURCES.items()
        if source.action == type(at.action).__name__ and _can_pay(at, income, source)
    }


def _can_pay(at: Moment, income: Income, source: Source) -> bool:
    """Return whether this can have paid the doubloons, as far as the table tells: with the right
    card, or as the income beside the doubloons says.
    """
    seat = at.event.seat
    estate = at.held(seat, "estate")
    if source.character is not None:
        return source.character.name.lower() in estate
    if income is Income.SHIPYARDS:
        return any(key is not None and key.startswith("shipyard") for key in estate)
    own = [area for area in at.before.seats if area.seat == at.seat == seat]
    return any(
        counter.note == f"+{at.event.doubloons}" for area in own for counter in area.counters
    )


def _stored(at: Moment) -> bool:
    """Return whether the player has as many cards left, or exactly these if the viewer
    knows them.
    """
    held, cards = at.held(at.event.seat, "hand"), at.event.cards
    kept = Counter([KEYS[kind] for kind in cards]) if cards is not None else {None: at.event.size}
    return held == kept and sum(held.values()) == at.event.size


TOTAL = OnTable(lambda at: _total(at, at.event.seat))
TIED = OnTable(_tied)
IS_MASTER = such_that("seat", lambda at: (at.event.seat, MASTER) in at.now.marks)
SOURCE = OnTable(_sources)
FREELY = OnTable(lambda at: at.event.aim == "store" or "casas" in at.held(at.event.seat, "estate"))
AIM = OnTable(lambda at: "store" if type(at.action).__name__.startswith("Store") else "offer")
ROUND_EVENT = progress(1)
STORING, STORED_SIZE, STORED = [such_that(name, _stored) for name in ("seat", "size", "cards")]
