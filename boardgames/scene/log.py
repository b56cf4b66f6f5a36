"""The log of a game is its table: what a reader sees happen, from an empty table on, adds up to
what their Scene shows.

    snapshot = Snapshot(viewer)
    for each in (Reader(game, viewer).beginning(first), *match.entries(viewer)):
        for event in each.events:
            snapshot = fold(snapshot, event.changes())
        snapshot = fold(snapshot, each.rest)

The conformance suite, the protocol, the page and other frontends share this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, TypeVar, assert_never

from boardgames.core.values import evolve, value
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
from boardgames.scene.parts import Item
from boardgames.scene.scene import Scene

WRITTEN: Mapping[type[RoundChange | TurnChange | HeadingChange | NotesChange], str] = {
    RoundChange: "round",
    TurnChange: "to_act",
    HeadingChange: "heading",
    NotesChange: "notes",
}
"""By the change that sets it: a field of a `Snapshot`."""
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Snapshot:
    """What a log folds into: what lies on one reader's table at one moment, and what is written
    there.

    Two snapshots are equal if they show the same to the same reader; the order of the pieces counts
    in zones that are `ordered` in either.
    """

    viewer: int | None
    """The seat that reads it; None for a spectator."""
    zones: Mapping[Place, Mapping[str | None, int]] = field(default_factory=dict)
    """The number of each piece by zone, in the order in which they came; empty zones are missing.
    Under None: pieces that lie face down or in another seat's hand. In the reader's own area, all
    that they know count by key."""
    ordered: frozenset[Place] = frozenset()
    """The zones whose order the Scene shows, if no piece is there twice; none in a snapshot that
    is folded, which does not know."""
    counters: Mapping[Place, int] = field(default_factory=dict)
    """By seat and key; one that is missing is 0."""
    marks: frozenset[tuple[int, str]] = frozenset()
    """Seats and the keys of their marks."""
    to_act: tuple[int, ...] = ()
    round: int = 0
    heading: str = ""
    notes: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Return whether nothing differs, the order of ordered zones included."""
        if not isinstance(other, Snapshot):
            return NotImplemented
        if self.viewer != other.viewer:
            return False
        wanted = evolve(other, ordered=self.ordered | other.ordered)
        return next(differences(self, wanted), None) is None

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # it holds dicts


@value
class Entry:
    """What one reader sees of an action, or of the beginning of a game."""

    events: tuple[Event, ...]
    """The Events of the game, in the form in which the reader sees them."""
    rest: tuple[Change, ...]
    """What else changes: who may act, round, heading, notes and derived counters; in a game without
    Events, all.
    """


def snapshot_of(scene: Scene, number: int) -> Snapshot:
    """Return what this Scene shows, in the round with this number."""
    zones: dict[Place, dict[str | None, int]] = {}
    ordered: set[Place] = set()
    counters: dict[Place, int] = {}
    marks: set[tuple[int, str]] = set()
    for area in scene.areas:
        is_own = _is_own(area.seat, scene.viewer)
        for zone in area.zones:
            if zone.items:
                place = _place(area.seat, zone.key)
                held = zones.setdefault(place, {})
                _lay(held, zone.items, is_own=is_own)
                if zone.ordered and zone.size == len(held):
                    ordered.add(place)
        for counter in area.counters:
            if counter.value:
                counters[_place(area.seat, counter.key)] = counter.value
        if area.seat is not None:
            marks.update([(area.seat, mark.key) for mark in area.marks])
    return Snapshot(
        scene.viewer,
        zones,
        frozenset(ordered),
        counters,
        frozenset(marks),
        scene.to_act,
        number,
        scene.heading,
        scene.notes,
    )


@lru_cache(1 << 10)  # a dict finds the same object without comparing fields
def _place(seat: int | None, zone: str) -> Place:
    return Place(seat, zone)


def _lay(held: dict[str | None, int], items: Iterable[Item], *, is_own: bool) -> None:
    """Add these items to what an area holds; `is_own`: the reader's."""
    for item in items:
        piece = _known(item.piece, is_own=is_own, face_down=item.hidden)
        held[piece] = held.get(piece, 0) + item.count


def _known(piece: str | None, *, is_own: bool, face_down: bool) -> str | None:
    """Return the key under which a piece counts in an area; `is_own`: the reader's."""
    return None if face_down and not is_own else piece


def _is_own(seat: int | None, viewer: int | None) -> bool:
    return seat is not None and seat == viewer


def fold(snapshot: Snapshot, changes: Iterable[Change]) -> Snapshot:
    """Return the snapshot after these changes; raise `ValueError` if a piece or mark leaves a place
    where it is not.
    """
    zones = dict(snapshot.zones)
    counters = dict(snapshot.counters)
    marks = set(snapshot.marks)
    written: dict[str, Any] = {}
    for change in changes:
        match change:
            case PieceMove():
                _move(zones, change, snapshot.viewer)
            case CounterChange(seat, key, by):
                place = Place(seat, key)
                counters[place] = counters.get(place, 0) + by
            case MarkChange(seat, mark, on):
                _mark(marks, seat, mark, on=on)
            case TurnChange(new) | RoundChange(new) | HeadingChange(new) | NotesChange(new):
                written[WRITTEN[type(change)]] = new
            case _:
                assert_never(change)
    return evolve(
        snapshot,
        zones=_filled(zones),
        ordered=frozenset(),
        counters=_filled(counters),
        marks=frozenset(marks),
        **written,
    )


def _filled(by_place: dict[Place, T]) -> dict[Place, T]:
    if all(by_place.values()):
        return by_place
    return {place: content for place, content in by_place.items() if content}


def _move(
    zones: dict[Place, Mapping[str | None, int]], move: PieceMove, viewer: int | None
) -> None:
    """Move pieces; what lies in their zones is copied first, as it belongs to another snapshot."""
    if move.source is not None:
        source = dict(zones.get(move.source, {}))
        _take(source, move, move.source)
        zones[move.source] = source
    if move.target is not None:
        target = dict(zones.get(move.target, {}))
        is_own = _is_own(move.target.seat, viewer)
        piece = _known(move.piece, is_own=is_own, face_down=move.face_down)
        target[piece] = target.get(piece, 0) + move.count
        zones[move.target] = target


def _take(held: dict[str | None, int], move: PieceMove, source: Place) -> None:
    """Take the pieces that move out of what their source holds."""
    piece = move.piece
    if piece not in held:
        piece = None  # a reader may know a face-down piece
    if piece is None and move.count == sum(held.values()):
        held.clear()  # all go, even those that the reader knows
        return
    there = held.get(piece, 0)
    if move.count > there:
        what = f"{move.count} of {move.piece or 'the hidden pieces'}"
        raise ValueError(f"{what} leave {named(source)}, which has {there}")
    if move.count < there:
        held[piece] = there - move.count
    else:
        del held[piece]


def _mark(marks: set[tuple[int, str]], seat: int | None, mark: str, *, on: bool) -> None:
    if seat is None:
        if on:
            raise ValueError(f"all cannot get {mark!r}")
        marks -= {(holder, lost) for holder, lost in marks if lost == mark}
        return
    has_mark = (seat, mark) in marks
    if has_mark == on:
        raise ValueError(f"seat {seat} cannot {'get' if on else 'lose'} {mark!r}")
    marks ^= {(seat, mark)}


def differences(snapshot: Snapshot, other: Snapshot) -> Iterator[Change]:
    """Yield what has to change for this snapshot to become the other one."""
    for place in {**snapshot.zones, **other.zones}:
        held = snapshot.zones.get(place, {})
        wanted = other.zones.get(place, {})
        if place in other.ordered and _order_after(held, wanted) != [*wanted]:
            yield from _moves_between(held, {}, place)
            held = {}  # they are laid out anew
        yield from _moves_between(held, wanted, place)
    for place in {**snapshot.counters, **other.counters}:
        by = other.counters.get(place, 0) - snapshot.counters.get(place, 0)
        if by:
            yield CounterChange(place.seat, place.zone, by)
    for seat, mark in sorted(snapshot.marks ^ other.marks):
        yield MarkChange(seat, mark, (seat, mark) in other.marks)
    for kind, name in WRITTEN.items():
        new = getattr(other, name)
        if getattr(snapshot, name) != new:
            yield kind(new)


def _moves_between(
    held: Mapping[str | None, int], wanted: Mapping[str | None, int], place: Place
) -> Iterator[PieceMove]:
    """Yield the pieces that leave and enter a zone for it to hold what is wanted."""
    for piece in dict.fromkeys([*held, *wanted]):
        more = wanted.get(piece, 0) - held.get(piece, 0)
        if more < 0:
            yield PieceMove(piece, -more, place, None)
        elif more:
            yield PieceMove(piece, more, None, place, piece is None)


def _order_after(held: Collection[str | None], wanted: Collection[str | None]) -> list[str | None]:
    """Return the order in which the wanted pieces lie if the others leave and the missing ones
    come.
    """
    stay = [piece for piece in held if piece in wanted]
    come = [piece for piece in wanted if piece not in held]
    return stay + come


def named(place: Place) -> str:
    """Return the place in words: `'hand' of seat 0`."""
    owner = "the centre" if place.seat is None else f"seat {place.seat}"
    return f"{place.zone!r} of {owner}"
