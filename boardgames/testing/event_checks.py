"""Whether events explain the table: a scene, changed by what a viewer sees happen, is the next scene."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from boardgames.core.events import PieceMove, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardgames.core.events import Event
    from boardgames.core.scene import Scene

Table: TypeAlias = dict[Place, Counter[str | None]]
"""By zone: how many of each piece lie there, face-down ones under None. Counters are zones of a single piece, `#`."""

NUMBER = "#"


def table_of(scene: Scene) -> Table:
    """Return what lies in each zone of the scene, and the value of each counter that events account for."""
    table: Table = {}
    for area in scene.areas:
        for zone in area.zones:
            held = table.setdefault(Place(area.seat, zone.key), Counter())
            for item in zone.items:
                held[None if item.hidden else item.piece] += item.count
        for counter in area.counters:
            if not counter.derived:
                table[Place(area.seat, f"counter {counter.key}")] = Counter({NUMBER: counter.value})
    return table


def unexplained(before: Scene, seen: Iterable[Event], after: Scene) -> str | None:
    """Return what is wrong with these events, all seen by the reader of the scenes; None if they explain the change."""
    table = table_of(before)
    for event in seen:
        for change in event.changes():
            if isinstance(change, PieceMove):
                fault = _move(table, change)
                if fault:
                    return f"{type(event).__name__}: {fault}"
            else:
                table.setdefault(Place(change.seat, f"counter {change.counter}"), Counter())[NUMBER] += change.by
    expected = table_of(after)
    for place in sorted(table.keys() | expected.keys(), key=repr):
        found, wanted = (_listed(each.get(place, Counter())) for each in (table, expected))
        if found != wanted:
            return f"{_named(place)}: after the events {found}, in the scene {wanted}"
    return None


def _move(table: Table, move: PieceMove) -> str | None:
    if move.source is not None:
        source = table.setdefault(move.source, Counter())
        piece = move.piece if source[move.piece] else None  # a viewer may know a piece that lies face down
        if source[piece] < move.count:
            what = f"{move.count} of {move.piece or 'the hidden pieces'}"
            return f"{what} leave {_named(move.source)}, which has {source[piece]}"
        source[piece] -= move.count
    if move.target is not None:
        table.setdefault(move.target, Counter())[None if move.face_down else move.piece] += move.count
    return None


def _listed(held: Counter[str | None]) -> dict[str, int]:
    return {piece or "hidden": count for piece, count in sorted(held.items(), key=str) if count}


def _named(place: Place) -> str:
    whose = "the centre" if place.seat is None else f"player {place.seat + 1}"
    return f"{place.zone!r} of {whose}"
