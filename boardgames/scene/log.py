"""The log of a game is its table: what a reader sees happen, from an empty table on, adds up to
what their Scene shows.

    table = Table(viewer)
    for each in (beginning(game, first, viewer), *[transition.entry(viewer) for each transition]):
        for event in each.events:
            table = fold(table, event.changes())
        table = fold(table, each.rest)

The conformance suite, the protocol, the page and other frontends share this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, assert_never

from boardgames.scene.events import (
    Change,
    CounterChange,
    Event,
    HeadingChange,
    MarkChange,
    NotesChange,
    PieceMove,
    Place,
    RoundChange,
    TurnChange,
)
from boardgames.scene.scene import Scene

WRITTEN: Mapping[type[RoundChange | TurnChange | HeadingChange | NotesChange], str] = {
    RoundChange: "round",
    TurnChange: "to_act",
    HeadingChange: "heading",
    NotesChange: "notes",
}
"""By the change that sets it: a field of a `Table`."""
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Table:
    """What a log folds into: what lies on one reader's table, and what is written there.

    Two tables are equal if they show the same to the same reader; the order of the pieces counts in
    zones that are `ordered` on either.
    """

    viewer: int | None
    """The seat that reads it; None for a spectator."""
    zones: Mapping[Place, Mapping[str | None, int]] = field(default_factory=dict)
    """The number of each piece by zone, in the order in which they came; empty zones are missing.
    Under None: pieces that lie face down or in another seat's hand. In the reader's own area, all
    that they know count by key."""
    ordered: frozenset[Place] = frozenset()
    """The zones whose order the Scene shows, if no piece is there twice; none on a table that is
    folded, which does not know."""
    counters: Mapping[Place, int] = field(default_factory=dict)
    """By seat and key; one that is missing is 0."""
    marks: frozenset[tuple[int, str]] = frozenset()
    """Seats and their marks."""
    to_act: tuple[int, ...] = ()
    round: int = 0
    heading: str = ""
    notes: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Return whether nothing differs, the order of ordered zones included."""
        if not isinstance(other, Table):
            return NotImplemented
        if self.viewer != other.viewer:
            return False
        wanted = replace(other, ordered=self.ordered | other.ordered)
        return next(differences(self, wanted), None) is None

    __hash__ = None  # type: ignore[assignment]  # it holds dicts


@dataclass(frozen=True)
class Entry:
    """What one reader sees of an action, or of the beginning of a game."""

    events: tuple[Event, ...]
    """The Events of the game, in the form in which the reader sees them."""
    rest: tuple[Change, ...]
    """What else changes: who may act, round, heading, notes and derived counters; in a game without
    Events, all.
    """


def table_of(scene: Scene, number: int) -> Table:
    """Return the table that this Scene shows, in the round with this number."""
    zones: dict[Place, dict[str | None, int]] = {}
    ordered, marks = [], []
    for area in scene.areas:
        for zone in area.zones:
            place = Place(area.seat, zone.key)
            held = zones.setdefault(place, {})
            for item in zone.items:
                key = _known(item.piece, area.seat, scene.viewer, face_down=item.hidden)
                held[key] = held.get(key, 0) + item.count
            if zone.ordered and zone.size == len(held):
                ordered.append(place)
        if area.seat is not None:
            marks += [(area.seat, mark) for mark in area.marks]
    counters = {
        Place(area.seat, counter.key): counter.value
        for area in scene.areas
        for counter in area.counters
    }
    return Table(
        scene.viewer,
        _filled(zones),
        frozenset(ordered),
        _filled(counters),
        frozenset(marks),
        scene.to_act,
        number,
        scene.heading,
        scene.notes,
    )


def _known(
    piece: str | None, seat: int | None, viewer: int | None, *, face_down: bool
) -> str | None:
    """Return the key under which a piece counts in this seat's area."""
    return piece if not face_down or (seat is not None and seat == viewer) else None


def fold(table: Table, changes: Iterable[Change]) -> Table:
    """Return the table after these changes; raise `ValueError` if a piece or mark leaves a place
    where it is not.
    """
    zones = {place: dict(held) for place, held in table.zones.items()}
    counters, marks, written = dict(table.counters), set(table.marks), dict[str, Any]()
    for change in changes:
        match change:
            case PieceMove():
                _move(zones, change, table.viewer)
            case CounterChange(seat, key, by):
                counters[Place(seat, key)] = counters.get(Place(seat, key), 0) + by
            case MarkChange(seat, mark, on):
                _mark(marks, seat, mark, on=on)
            case TurnChange(new) | RoundChange(new) | HeadingChange(new) | NotesChange(new):
                written[WRITTEN[type(change)]] = new
            case _:
                assert_never(change)
    return replace(
        table,
        zones=_filled(zones),
        ordered=frozenset(),
        counters=_filled(counters),
        marks=frozenset(marks),
        **written,
    )


def _filled(by_place: Mapping[Place, T]) -> dict[Place, T]:
    return {place: content for place, content in by_place.items() if content}


def _move(zones: dict[Place, dict[str | None, int]], move: PieceMove, viewer: int | None) -> None:
    if move.source is not None:
        source = zones.setdefault(move.source, {})
        piece = move.piece if move.piece in source else None  # a reader may know a face-down piece
        left = source.get(piece, 0) - move.count
        if piece is None and move.count == sum(source.values()):
            source.clear()  # all go, even those that the reader knows
        elif left < 0:
            what = f"{move.count} of {move.piece or 'the hidden pieces'}"
            raise ValueError(f"{what} leave {named(move.source)}, which has {source.get(piece, 0)}")
        elif left:
            source[piece] = left
        else:
            del source[piece]
    if move.target is not None:
        target = zones.setdefault(move.target, {})
        piece = _known(move.piece, move.target.seat, viewer, face_down=move.face_down)
        target[piece] = target.get(piece, 0) + move.count


def _mark(marks: set[tuple[int, str]], seat: int | None, mark: str, *, on: bool) -> None:
    if seat is None and not on:
        marks -= {each for each in marks if each[1] == mark}
    elif seat is None or on == ((seat, mark) in marks):
        raise ValueError(
            f"{'all' if seat is None else f'player {seat + 1}'} cannot {'get' if on else 'lose'}"
            f" {mark!r}"
        )
    else:
        marks ^= {(seat, mark)}


def differences(table: Table, other: Table) -> Iterator[Change]:
    """Yield what has to change for this table to become the other one."""
    for place in dict.fromkeys([*table.zones, *other.zones]):
        held, wanted = (each.zones.get(place, {}) for each in (table, other))
        if place in other.ordered and _order_after(held, wanted) != [*wanted]:
            yield from [PieceMove(piece, count, place, None) for piece, count in held.items()]
            held = {}  # they are laid out anew
        for piece in dict.fromkeys([*held, *wanted]):
            more = wanted.get(piece, 0) - held.get(piece, 0)
            if more < 0:
                yield PieceMove(piece, -more, place, None)
            elif more:
                yield PieceMove(piece, more, None, place, piece is None)
    for place in dict.fromkeys([*table.counters, *other.counters]):
        if by := other.counters.get(place, 0) - table.counters.get(place, 0):
            yield CounterChange(place.seat, place.zone, by)
    yield from [
        MarkChange(seat, mark, (seat, mark) in other.marks)
        for seat, mark in sorted(table.marks ^ other.marks)
    ]
    for kind, name in WRITTEN.items():
        if getattr(table, name) != getattr(other, name):
            yield kind(getattr(other, name))


def _order_after(held: Collection[str | None], wanted: Collection[str | None]) -> list[str | None]:
    """Return the order in which the wanted pieces lie if the others leave and the missing ones
    come.
    """
    stay = [piece for piece in held if piece in {*wanted}]
    come = [piece for piece in wanted if piece not in {*held}]
    return stay + come


def named(place: Place) -> str:
    """Return the place in words: `'hand' of player 1`."""
    return f"{place.zone!r} of {'the centre' if place.seat is None else f'player {place.seat + 1}'}"
