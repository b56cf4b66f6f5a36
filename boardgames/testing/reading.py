"""A scene, read once: what lies where, and what a label may touch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from boardgames.scene.events import Place
from boardgames.scene.parts import Item, Mark, Zone
from boardgames.scene.scene import Scene, Touch


class Lying(NamedTuple):
    """Where a face-down piece lies in a zone with an order."""

    zone: str
    seat: int
    place: int
    """Counted from 0."""


@dataclass(frozen=True)
class Reading:
    """What a scene says, by what is asked about it."""

    scene: Scene

    @cached_property
    def zones(self) -> list[tuple[Place, Zone]]:
        """All zones."""
        found = list[tuple[Place, Zone]]()
        for area in self.scene.areas:
            found += [(Place(area.seat, zone.key), zone) for zone in area.zones]
        return found

    @cached_property
    def cells(self) -> set[Place]:
        """The cells of all boards."""
        found = set[Place]()
        for area in self.scene.areas:
            for row in area.board:
                found |= {Place(area.seat, key) for key in row}
        return found

    @property
    def items(self) -> Iterator[Item]:
        """All that lies on the table, and all that may lie face down."""
        for pool in self.scene.unseen:
            yield from pool.items
        for _, zone in self.zones:
            yield from zone.items

    @cached_property
    def touchable(self) -> set[Touch]:
        """What a label may touch: seats, zones and counters, and the pieces that are shown
        there.
        """
        there = set[Touch]()
        for area in self.scene.areas:
            there.add(Touch(area.seat))
            for counter in area.counters:
                there.add(Touch(area.seat, counter.key))
                there.add(Touch(area.seat, counter.key, counter.piece))
        for place, zone in self.zones:
            there.add(Touch(place.seat, place.zone))
            there |= {Touch(place.seat, place.zone, item.piece) for item in zone.items}
        return there

    def pieces_of(self, seat: int) -> set[Touch]:
        """Return the pieces that belong to this seat, where they lie."""
        own = set[Touch]()
        for place, zone in self.zones:
            for item in zone.items:
                if seat in (place.seat, item.seat):
                    own.add(Touch(place.seat, place.zone, item.piece))
        return own

    def places_of(self, pieces: Container[str]) -> dict[str, int]:
        """Return how many pieces lie in zones and counters, by key; counters count if they are of
        one of these pieces.
        """
        places = defaultdict[str, int](int)
        for place, zone in self.zones:
            places[place.zone] += zone.size
        for area in self.scene.areas:
            for counter in area.counters:
                if counter.piece is not None and counter.piece in pieces:
                    places[counter.key] += counter.value
        return places

    def marks(self) -> dict[Lying, tuple[Mark, ...]]:
        """Return the marks of face-down pieces in the zones of seats that have an order."""
        marks = dict[Lying, tuple[Mark, ...]]()
        for place, zone in self.zones:
            if place.seat is None or not zone.ordered:
                continue
            index = 0
            for item in zone.items:
                if item.hidden and item.piece is None:
                    for number in range(index, index + item.count):
                        marks[Lying(place.zone, place.seat, number)] = item.marks
                index += item.count
        return marks
