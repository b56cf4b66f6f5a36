"""Deals pieces to places that each say what they can hold; all such deals are equally likely.

Places that allow the same pieces form a group, and each group draws from the pieces that it allows:
if no piece is drawn twice, that is a fair deal. Where this fails too often, all deals are counted,
and one of them is drawn. Where there are too many to count, some deal is found and stirred, which
is as fair as a limited number of steps makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain
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
_Pools: TypeAlias = "Sequence[list[int]]"
"""For each group, the pieces that it allows, by their index."""
_Takers: TypeAlias = tuple[int, ...]
"""The groups that allow some pieces, which are thereby of one kind."""
_Room: TypeAlias = tuple[int, ...]
"""How many more pieces each group needs."""
_Ways: TypeAlias = Callable[[int, int, _Room], int]
"""Counts the deals from a step on, with so many pieces of its kind left and this room."""
DRAWS = 20
"""Number of times that the groups draw before the deals are counted."""
MOST_COUNTED = 20_000
"""Maximum number of sums that are computed to count deals; one takes about 2 microseconds."""
STEPS = 40
"""Number of exchanges, for each place, after which the pieces count as stirred."""
IMPOSSIBLE = "top level: there is no deal in which every place holds a piece that it allows"


def dealer(pieces: Sequence[T], limits: Sequence[Limit]) -> Callable[[Random], list[T]]:
    """Return a function that deals the pieces at random to as many places that allow them.

    That function raises `DecodeError` if there is no such deal.
    """
    groups = _groups(pieces, limits)
    free = groups.pop(frozenset(pieces), [])
    pools = [_indices_of(pieces, allowed) for allowed in groups]
    sizes = [len(places) for places in groups.values()]
    places = [*chain.from_iterable(groups.values()), *free]

    def dealt(rng: Random) -> list[T]:
        drawn = _drawn(pools, sizes, rng)
        if drawn is None:
            drawn = _counted(pools, sizes, rng)
        if drawn is None:
            return stirred(_found(pieces, limits, rng), limits, rng)
        taken = [*chain.from_iterable(drawn)]
        left = {*range(len(pieces))}.difference(taken)
        order = [*pieces]
        for place, index in zip(places, taken + shuffle(sorted(left), rng), strict=True):
            order[place] = pieces[index]
        return order

    return dealt


def _groups(pieces: Sequence[T], limits: Sequence[Limit]) -> dict[frozenset[T], list[int]]:
    """Return the places by the pieces that they allow, in the order of the first of each."""
    groups: dict[frozenset[T], list[int]] = {}
    kinds = frozenset(pieces)
    for place, limit in enumerate(limits):
        allowed = kinds if limit is None else kinds.intersection(limit)
        groups.setdefault(allowed, []).append(place)
    return groups


def _indices_of(pieces: Sequence[T], allowed: Collection[T]) -> list[int]:
    return [index for index, piece in enumerate(pieces) if piece in allowed]


def _drawn(pools: _Pools, sizes: Sequence[int], rng: Random) -> list[list[int]] | None:
    """Return what each group draws from its pool; None if two drew the same piece in every try."""
    if any(len(pool) < size for pool, size in zip(pools, sizes, strict=True)):
        raise DecodeError(IMPOSSIBLE)
    for _ in range(DRAWS):
        drawn = [draw([*pool], size, rng) for pool, size in zip(pools, sizes, strict=True)]
        if len({*chain.from_iterable(drawn)}) == sum(sizes):
            return drawn
    return None


def _counted(pools: _Pools, sizes: Sequence[int], rng: Random) -> list[list[int]] | None:
    """Return what each group gets, drawn from all ways to do so; None if too many to count."""
    kinds = _kinds_by_takers(pools)
    if _number_of_sums(kinds, sizes) > MOST_COUNTED:
        return None
    steps = _steps(kinds)
    ways = _ways(steps)
    room = tuple(sizes)
    if not ways(0, 0, room):
        raise DecodeError(IMPOSSIBLE)
    supplies = iter([shuffle([*indices], rng) for indices in kinds.values()])
    drawn: list[list[int]] = [[] for _ in sizes]
    supply: list[int] = []
    for number, step in enumerate(steps):
        if step.arriving:
            supply = next(supplies)
        left = len(supply)
        total = ways(number, left, room)
        splits = _splits(ways, number, step.group, left, room)
        chances = [(taken, deals / total) for taken, deals in splits]
        taken = pick_weighted(chances, rng)
        drawn[step.group] += [supply.pop() for _ in range(taken)]
        room = increased(room, step.group, -taken)
    return [shuffle(indices, rng) for indices in drawn]


def _kinds_by_takers(pools: _Pools) -> dict[_Takers, list[int]]:
    """Return the pieces that some group allows, by kind."""
    kinds: dict[_Takers, list[int]] = {}
    for index in sorted({*chain.from_iterable(pools)}):
        takers = tuple([group for group, pool in enumerate(pools) if index in pool])
        kinds.setdefault(takers, []).append(index)
    return kinds


def _number_of_sums(kinds: Mapping[_Takers, Sized], sizes: Sequence[int]) -> int:
    """Return the maximum number of sums that counting computes: one for each step, number of
    pieces left, and room.
    """
    rooms = prod([size + 1 for size in sizes])
    left = [len(takers) * (1 + len(indices)) for takers, indices in kinds.items()]
    return rooms * sum(left)


class _Step(NamedTuple):
    """A group takes pieces of a kind."""

    group: int
    arriving: int
    """Number of pieces of the kind if this group is its first; for later ones 0."""


def _steps(kinds: Mapping[_Takers, Sized]) -> tuple[_Step, ...]:
    """Return the steps in which all groups get their pieces, kind by kind."""
    steps: list[_Step] = []
    for takers, indices in kinds.items():
        first, *later = takers
        steps.append(_Step(first, len(indices)))
        steps += [_Step(group, 0) for group in later]
    return tuple(steps)


def _splits(ways: _Ways, step: int, group: int, left: int, room: _Room) -> list[tuple[int, int]]:
    """Return how many pieces the group can take in this step, each with the number of deals."""
    splits: list[tuple[int, int]] = []
    most = min(left, room[group])
    for taken in range(most + 1):
        room_after = increased(room, group, -taken)
        deals_after = ways(step + 1, left - taken, room_after)
        splits.append((taken, comb(left, taken) * deals_after))
    return splits


@lru_cache(maxsize=8)  # a search samples one View again and again
def _ways(steps: tuple[_Step, ...]) -> _Ways:
    """Return the function that counts the deals in which all groups get their pieces."""

    @cache
    def ways(step: int, left: int, room: _Room) -> int:
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
            if index in tried or not _allows(limits[place], pieces[index]):
                continue
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
    moved = shuffle([*pieces], rng)
    if all(map(_allows, limits, moved)) and (fits is None or fits(moved)):
        return moved
    order = [*pieces]
    every = range(len(pieces))
    tight = [place for place in every if limits[place] is not None] or every
    for _ in range(steps * len(pieces)):
        places = [*{pick(tight, rng), pick(tight, rng), pick(every, rng), pick(every, rng)}]
        exchanged = shuffle([order[place] for place in places], rng)
        if not all(map(_allows, [limits[place] for place in places], exchanged)):
            continue
        moved = [*order]
        for place, piece in zip(places, exchanged, strict=True):
            moved[place] = piece
        if fits is None or fits(moved):
            order = moved
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
    """Return random pasts: which pieces have passed between zones, as far as a viewer can tell.

    There are as many as deals, or none if none is found. `seen` is what the viewer has seen pass.
    `zones` has the places of each zone, and each deal the piece at each place. Those at the `free`
    places are dealt at random, so they may be exchanged with each other.

    It goes back from the last time to the first, for all deals at once. Pieces that the viewer did
    not see pass are any of those that lie where they went. One that they saw lies there, too: if
    need be, a free piece is exchanged for it. The likelihood is the product of the chances that it
    lies there, and not in another of the `hidden` zones. Where it cannot lie there, another of the
    pasts takes the place of this one. Raises `DecodeError` if no deal can have this past.
    """
    walks = [_Walk.of(zones, deal, free) for deal in deals]
    for source, target, known in reversed(seen):
        count = len(known)
        require(count <= len(walks[0].lying[target]), "trail: more came to a zone than lay there")
        if unseen in known:
            for walk in walks:
                walk.move(source, target, draw([*walk.lying[target]], count, rng))
            continue
        possible = [walk for walk in walks if walk.move_back(source, target, known, hidden, rng)]
        if not possible:
            require(target in hidden, f"trail: {known!r} did not come to lie where they went")
            return []
        lost = len(walks) - len(possible)
        walks = possible + [pick(possible, rng).copy() for _ in range(lost)]
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

    @classmethod
    def of(
        cls, zones: Mapping[Any, Sequence[int]], deal: Sequence[object], free: Collection[int]
    ) -> _Walk:
        """Return a walk that begins at the end, with this piece at each place."""
        lying = {zone: [*places] for zone, places in zones.items()}
        return cls(lying, [*deal], {*free})

    def copy(self) -> _Walk:
        lying = {zone: [*places] for zone, places in self.lying.items()}
        return _Walk(lying, [*self.at], {*self.free}, self.likelihood, [*self.passed])

    def trail(self) -> tuple[tuple[Any, Any, tuple[Any, ...]], ...]:
        """Return which pieces have passed, the latest last."""
        trail = []
        for source, target, taken in reversed(self.passed):
            pieces = sorted([self.at[place] for place in taken])
            trail.append((source, target, tuple(pieces)))
        return tuple(trail)

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
        elsewhere = [self.lying[zone] for zone in hidden if zone != target]
        others = [*chain.from_iterable(elsewhere)]
        taken: list[int] = []
        for piece in known:
            place, expected = self._place_of(piece, there, rng)
            if place is None:
                return False
            copies = [self.at[each] for each in (*there, *others)].count(piece)
            self.likelihood *= expected / copies
            there.remove(place)
            taken.append(place)
        self.move(source, target, taken)
        return True

    def _place_of(
        self, piece: object, there: Sequence[int], rng: Random
    ) -> tuple[int | None, float]:
        """Return one of these places with the piece, and how many such pieces are expected there.

        It holds the piece already, or is free and now holds it; None if there is no such place.
        """
        at = self.at
        free = self.free
        settled = [place for place in there if place not in free and at[place] == piece]
        free_there = [place for place in there if place in free]
        copies = [place for place in sorted(free) if at[place] == piece]
        expected: float = len(settled)
        if copies:
            expected += len(free_there) * len(copies) / len(free)
        if expected == 0:
            return None, 0
        index = int(rng.random() * expected)
        if index < len(settled):
            return settled[index], expected
        place = pick(free_there, rng)
        copy = pick(copies, rng)
        at[place], at[copy] = at[copy], at[place]
        free.remove(place)
        return place, expected
