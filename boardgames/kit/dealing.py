"""Deals pieces to places that each say what they can hold, so that all such deals are equally
likely.

Places that allow the same pieces form a group, and each group draws from the pieces that it allows:
if no piece is drawn twice, that is a fair deal. Where this fails too often, all deals are counted,
and one of them is drawn. Where there are too many to count, some deal is found and stirred, which
is as fair as a limited number of steps makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import comb, prod
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from boardgames.core.chance import draw, pick, pick_weighted, shuffle
from boardgames.core.errors import DecodeError, require
from boardgames.core.values import increased

T = TypeVar("T")
Z = TypeVar("Z")
Limit: TypeAlias = "Collection[object] | None"
"""The pieces that a place can hold; None: any."""
DRAWS = 20
"""Number of times that the groups draw before the deals are counted."""
MOST_COUNTED = 20_000
"""Maximum number of sums that are computed to count deals; one takes about 2 microseconds."""
STEPS = 40
"""Number of exchanges, for each place, after which the pieces count as stirred."""
IMPOSSIBLE = "top level: there is no deal in which every place holds a piece that it allows"


def dealer(pieces: Sequence[T], limits: Sequence[Limit]) -> Callable[[Random], list[T]]:
    """Return a function that deals the pieces at random to as many places that allow them, or
    raises `DecodeError`.
    """
    groups: dict[frozenset[T], list[int]] = {}
    kinds = frozenset(pieces)
    for place, limit in enumerate(limits):
        groups.setdefault(kinds if limit is None else kinds.intersection(limit), []).append(place)
    free = groups.pop(kinds, [])
    pools = [[index for index, piece in enumerate(pieces) if piece in group] for group in groups]
    sizes = [len(places) for places in groups.values()]

    def dealt(rng: Random) -> list[T]:
        if (drawn := _drawn(pools, sizes, rng)) is None:
            drawn = _counted(pools, sizes, rng)
        if drawn is None:
            return stirred(_found(pieces, limits, rng), limits, rng)
        taken = {index for each in drawn for index in each}
        rest = shuffle([index for index in range(len(pieces)) if index not in taken], rng)
        order = [*pieces]
        for places, indices in zip((*groups.values(), free), (*drawn, rest), strict=True):
            for place, index in zip(places, indices, strict=True):
                order[place] = pieces[index]
        return order

    return dealt


def _drawn(
    pools: Sequence[Sequence[int]], sizes: Sequence[int], rng: Random
) -> list[list[int]] | None:
    """Return what each group draws from its pool if none draws what another does, which is tried a
    few times.
    """
    if any(len(pool) < size for pool, size in zip(pools, sizes, strict=True)):
        raise DecodeError(IMPOSSIBLE)
    for _ in range(DRAWS):
        drawn = [draw([*pool], size, rng) for pool, size in zip(pools, sizes, strict=True)]
        if len({index for each in drawn for index in each}) == sum(sizes):
            return drawn
    return None


def _counted(
    pools: Sequence[Sequence[int]], sizes: Sequence[int], rng: Random
) -> list[list[int]] | None:
    """Return what each group gets, drawn from all ways to do so; None if they are too many to be
    counted.
    """
    kinds: dict[tuple[int, ...], list[int]] = {}
    for index in sorted({index for pool in pools for index in pool}):
        kinds.setdefault(
            tuple([group for group, pool in enumerate(pools) if index in pool]), []
        ).append(index)
    steps = tuple(
        [
            (group, 0 if later else len(kinds[many]))
            for many in kinds
            for later, group in enumerate(many)
        ]
    )
    if (
        prod([size + 1 for size in sizes])
        * sum([1 + len(kinds[many]) for many in kinds for _ in many])
        > MOST_COUNTED
    ):
        return None
    ways, room, left = _ways(steps), tuple(sizes), 0
    if not ways(0, 0, room):
        raise DecodeError(IMPOSSIBLE)
    supplies = iter([shuffle([*indices], rng) for indices in kinds.values()])
    drawn: list[list[int]] = [[] for _ in sizes]
    supply: list[int] = []
    for step, (group, arriving) in enumerate(steps):
        if arriving:
            supply, left = next(supplies), arriving
        total = ways(step, left, room)
        taken = pick_weighted(
            [(number, more / total) for number, more in _splits(ways, step, group, left, room)], rng
        )
        drawn[group] += [supply.pop() for _ in range(taken)]
        left, room = left - taken, increased(room, group, -taken)
    return [shuffle(indices, rng) for indices in drawn]


def _splits(
    ways: Callable[[int, int, tuple[int, ...]], int],
    step: int,
    group: int,
    left: int,
    room: tuple[int, ...],
) -> list[tuple[int, int]]:
    """Return how many pieces the group can take in this step, each number with the number of deals
    that follow.
    """
    return [
        (taken, comb(left, taken) * ways(step + 1, left - taken, increased(room, group, -taken)))
        for taken in range(min(left, room[group]) + 1)
    ]


@lru_cache(maxsize=8)  # a search samples one View again and again
def _ways(steps: tuple[tuple[int, int], ...]) -> Callable[[int, int, tuple[int, ...]], int]:
    """Return the function that counts deals: from a step on, with pieces left of its kind, and room
    in each group.

    In each step a group takes pieces of a kind; with the first group, their number arrives.
    """

    @cache
    def ways(step: int, left: int, room: tuple[int, ...]) -> int:
        if step == len(steps):
            return 0 if any(room) else 1
        group, arriving = steps[step]
        return sum([number for _, number in _splits(ways, step, group, arriving or left, room)])

    return ways


def _found(pieces: Sequence[T], limits: Sequence[Limit], rng: Random) -> list[T]:
    """Return some order that the limits allow; every one can come out."""
    place_of: dict[int, int] = {}

    def settle(place: int, tried: set[int]) -> bool:
        """Find a piece for the place, if need be one whose place finds another."""
        for index in shuffle([*range(len(pieces))], rng):
            if index not in tried and _allows(limits[place], pieces[index]):
                tried.add(index)
                if index not in place_of or settle(place_of[index], tried):
                    place_of[index] = place
                    return True
        return False

    for place in shuffle([*range(len(limits))], rng):
        if not settle(place, set()):
            raise DecodeError(IMPOSSIBLE)
    return [pieces[index] for index in sorted(place_of, key=place_of.__getitem__)]


def _allows(limit: Limit, piece: object) -> bool:
    return limit is None or piece in limit


def stirred(
    pieces: Sequence[T],
    limits: Sequence[Limit],
    rng: Random,
    fits: Callable[[list[T]], bool] | None = None,
    steps: int = STEPS,
) -> list[T]:
    """Return the pieces, which the limits allow and which fit, in another such order.

    If a random order is not one, up to four places exchange their pieces at random, `steps` times
    for each place; what leads to no such order is undone. In the long run, all orders that can be
    reached like this are equally likely.
    """
    order, every = [*pieces], range(len(pieces))
    moved = shuffle([*pieces], rng)
    if all(map(_allows, limits, moved)) and (fits is None or fits(moved)):
        return moved
    tight = [place for place in every if limits[place] is not None] or every
    for _ in range(steps * len(pieces)):
        places = [*{pick(tight, rng), pick(tight, rng), pick(every, rng), pick(every, rng)}]
        exchanged = shuffle([order[place] for place in places], rng)
        if all(map(_allows, [limits[place] for place in places], exchanged)):
            moved = [*order]
            for place, piece in zip(places, exchanged, strict=True):
                moved[place] = piece
            order = moved if fits is None or fits(moved) else order
    return order


class Past(NamedTuple):
    """How pieces can have come to lie where they do."""

    likelihood: float
    """How likely it is, relative to other pasts."""
    pieces: list[Any]
    """The piece at each place now."""
    trail: tuple[tuple[Any, Any, tuple[Any, ...]], ...]
    """Like the one that was given, with all pieces."""


def retraced(
    zones: Mapping[Z, Sequence[int]],
    deals: Sequence[Sequence[T]],
    free: Collection[int],
    seen: Sequence[tuple[Z, Z, tuple[T, ...]]],
    hidden: Collection[Z],
    unseen: T,
    rng: Random,
) -> list[Past]:
    """Return random pasts: which pieces have passed between zones, when a viewer has seen this much
    of it. There are as many as deals, or none if none is found.

    `zones` has the places of each zone, and each deal the piece at each place. Those at the `free`
    places are dealt at random, so they may be exchanged with each other.

    It goes back from the last time to the first, for all deals at once. Pieces that the viewer did
    not see pass are any of those that lie where they went. One that they saw lies there, too: if
    need be, a free piece is exchanged for it. The likelihood is the product of the chances that it
    lies there, and not in another of the `hidden` zones. Where it cannot lie there, another of the
    pasts takes the place of this one. Raises `DecodeError` if no deal can have this past.
    """
    walks = [
        _Walk({zone: [*places] for zone, places in zones.items()}, [*deal], {*free})
        for deal in deals
    ]
    for source, target, known in reversed(seen):
        count = len(known)
        require(count <= len(walks[0].lying[target]), "trail: more came to a zone than lay there")
        if unseen in known:
            for walk in walks:
                walk.move(source, target, draw([*walk.lying[target]], count, rng))
            continue
        left = [walk for walk in walks if walk.move_back(source, target, known, hidden, rng)]
        if not left:
            require(target in hidden, f"trail: {known!r} did not come to lie where they went")
            return []
        walks = left + [pick(left, rng).copy() for _ in range(len(walks) - len(left))]
    return [Past(walk.likelihood, walk.at, walk.trail()) for walk in walks]


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
    """The latest first."""

    def copy(self) -> _Walk:
        lying = {zone: [*places] for zone, places in self.lying.items()}
        return _Walk(lying, [*self.at], {*self.free}, self.likelihood, [*self.passed])

    def trail(self) -> tuple[tuple[Any, Any, tuple[Any, ...]], ...]:
        """Return which pieces have passed, the latest last."""
        return tuple(
            [
                (source, target, tuple(sorted([self.at[place] for place in taken])))
                for source, target, taken in reversed(self.passed)
            ]
        )

    def move(self, source: object, target: object, taken: list[int]) -> None:
        """Put the pieces at these places back from the target to the source."""
        for place in taken:
            self.lying[target].remove(place)
        self.lying[source] += taken
        self.passed.append((source, target, taken))

    def move_back(
        self,
        source: object,
        target: object,
        known: Sequence[object],
        hidden: Collection[object],
        rng: Random,
    ) -> bool:
        """Do so with pieces like these, and return whether they can lie in the target."""
        there = [*self.lying[target]]
        others = [place for zone in hidden if zone != target for place in self.lying[zone]]
        taken: list[int] = []
        for piece in known:
            place, number = self._place_of(piece, there, rng)
            if place is None:
                return False
            copies = [self.at[each] for each in (*there, *others)].count(piece)
            self.likelihood *= number / copies
            there.remove(place)
            taken.append(place)
        self.move(source, target, taken)
        return True

    def _place_of(
        self, piece: object, there: Sequence[int], rng: Random
    ) -> tuple[int | None, float]:
        """Return one of these places that holds the piece, or that is free and now holds it, and
        how many such pieces are expected there.
        """
        at, free = self.at, self.free
        settled = [place for place in there if place not in free and at[place] == piece]
        open_there = [place for place in there if place in free]
        copies = [place for place in sorted(free) if at[place] == piece]
        number = len(settled) + (len(open_there) * len(copies) / len(free) if copies else 0)
        if number == 0:
            return None, 0
        index = int(rng.random() * number)
        if index < len(settled):
            return settled[index], number
        place, other = pick(open_there, rng), pick(copies, rng)
        at[place], at[other] = at[other], at[place]
        free.remove(place)
        return place, number
