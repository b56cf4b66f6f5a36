"""Finds random pasts: how pieces can have come to lie where they do, as far as a viewer knows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any, NamedTuple, TypeAlias

from boardgames.core.chance import draw, pick
from boardgames.core.errors import require

PlacesByZone: TypeAlias = Mapping[Any, Sequence[int]]
"""The numbers of the places in each zone."""
Passed: TypeAlias = tuple[Any, Any, tuple[Any, ...]]
"""Pieces that have passed between zones: where from, where to, and which, in ascending order."""


class Past(NamedTuple):
    """How pieces can have come to lie where they do."""

    likelihood: float
    """How likely it is, relative to other pasts."""
    pieces: list[Any]
    """The piece at each place now."""
    trail: tuple[Passed, ...]
    """Like the one that was given, with all pieces."""


class Known(NamedTuple):
    """What a viewer knows of a table, and of how pieces have passed on it."""

    zones: PlacesByZone
    passed: Sequence[Passed]
    """The latest last."""
    hidden: Collection[object]
    """The zones whose pieces the viewer does not see."""
    unseen: object
    """Stands for a piece that the viewer did not see pass."""


def retraced(
    known: Known, deals: Sequence[Sequence[object]], free: Collection[int], rng: Random
) -> list[Past]:
    """Return random pasts: which pieces have passed between zones, as far as a viewer can tell.

    There are as many as deals, or none if none is found. Each deal has the piece at each place.
    Those at the `free` places are dealt at random, so they may be exchanged with each other.

    It goes back from the last time to the first, for all deals at once. Pieces that the viewer did
    not see pass are any of those that lie where they went. One that they saw lies there, too: if
    need be, a free piece is exchanged for it. The likelihood is the product of the chances that it
    lies there, and not in another of the hidden zones. Where it cannot lie there, another of the
    pasts takes the place of this one. Raises `DecodeError` if no deal can have this past.
    """
    walks: Sequence[_Walk] = [_Walk.of(known.zones, deal, free) for deal in deals]
    for passed in reversed(known.passed):
        walks = _walks_before(passed, walks, known, rng)
        if not walks:
            return []
    return [Past(walk.likelihood, walk.at, walk.trail()) for walk in walks]


def _walks_before(
    passed: Passed, walks: Sequence[_Walk], known: Known, rng: Random
) -> Sequence[_Walk]:
    """Return as many walks at the time before these pieces passed; none if none leads there."""
    source, target, pieces = passed
    lying = walks[0].lying[target]  # as many as in every walk
    require(len(pieces) <= len(lying), "trail: more came to a zone than lay there")
    if known.unseen in pieces:
        for walk in walks:
            walk.move_any(source, target, len(pieces), rng)
        return walks
    others = [zone for zone in known.hidden if zone != target]
    possible = [walk for walk in walks if walk.move_back(passed, others, rng)]
    if not possible:
        is_hidden = target in known.hidden
        require(is_hidden, f"trail: {pieces!r} did not come to lie where they went")
        return []
    lost = len(walks) - len(possible)
    copies = [pick(possible, rng).copy() for _ in range(lost)]
    return possible + copies


@dataclass
class _Walk:
    """Goes back over one past."""

    lying: dict[Any, list[int]]
    """The places of each zone."""
    at: list[Any]
    """The piece at each place."""
    free: set[int]
    """The places whose pieces may still be exchanged."""
    likelihood: float = 1.0
    passed: list[tuple[Any, Any, list[int]]] = field(default_factory=list)
    """From where, to where, and the places at which the pieces lie in the end; the latest first."""

    @classmethod
    def of(cls, zones: PlacesByZone, deal: Sequence[object], free: Collection[int]) -> _Walk:
        """Return a walk that begins at the end, with this piece at each place."""
        lying = {zone: [*places] for zone, places in zones.items()}
        return cls(lying, [*deal], {*free})

    def copy(self) -> _Walk:
        copy = _Walk.of(self.lying, self.at, self.free)
        copy.likelihood = self.likelihood
        copy.passed = [*self.passed]
        return copy

    def trail(self) -> tuple[Passed, ...]:
        """Return which pieces have passed, the latest last."""
        trail: list[Passed] = []
        for source, target, taken in reversed(self.passed):
            pieces = sorted([self.at[place] for place in taken])
            passed = (source, target, tuple(pieces))
            trail.append(passed)
        return tuple(trail)

    def move(self, source: object, target: object, taken: list[int]) -> None:
        """Put the pieces at these places back from the target to the source."""
        for place in taken:
            self.lying[target].remove(place)
        self.lying[source] += taken
        self.passed.append((source, target, taken))

    def move_any(self, source: object, target: object, count: int, rng: Random) -> None:
        """Put this many random pieces back."""
        taken = draw([*self.lying[target]], count, rng)
        self.move(source, target, taken)

    def move_back(self, passed: Passed, others: Collection[object], rng: Random) -> bool:
        """Put pieces like these back, and return whether they can lie where they went.

        `others` are the other zones whose pieces the viewer does not see.
        """
        source, target, pieces = passed
        there = [*self.lying[target]]
        lying_elsewhere = [self.lying[zone] for zone in others]
        elsewhere = [*chain.from_iterable(lying_elsewhere)]
        taken: list[int] = []
        for piece in pieces:
            place, expected = self._place_of(piece, there, rng)
            if place is None:
                return False
            copies = self._copies(piece, there) + self._copies(piece, elsewhere)
            self.likelihood *= expected / copies
            there.remove(place)
            taken.append(place)
        self.move(source, target, taken)
        return True

    def _copies(self, piece: object, places: Sequence[int]) -> int:
        """Return the number of these places that hold such a piece."""
        return [self.at[place] for place in places].count(piece)

    def _place_of(
        self, piece: object, there: Sequence[int], rng: Random
    ) -> tuple[int | None, float]:
        """Return one of these places with the piece, and how many such pieces are expected there.

        It holds the piece already, or is free and now holds it; None if there is no such place.
        """
        free = self.free
        at = self.at
        settled = [place for place in there if place not in free and at[place] == piece]
        free_there = [place for place in there if place in free]
        free_copies = [place for place in sorted(free) if at[place] == piece]
        expected: float = len(settled)
        if free_copies:
            expected += len(free_there) * len(free_copies) / len(free)
        if expected == 0:
            return None, 0
        index = int(rng.random() * expected)
        if index < len(settled):
            return settled[index], expected
        place = pick(free_there, rng)
        self._exchange(place, pick(free_copies, rng))
        free.remove(place)
        return place, expected

    def _exchange(self, one: int, other: int) -> None:
        at = self.at
        at[one], at[other] = at[other], at[one]
