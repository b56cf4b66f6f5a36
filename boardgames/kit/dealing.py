"""Deals pieces to places that each say what they can hold; all such deals are equally likely.

Places that allow the same pieces form a group, and each group draws from the pieces that it allows:
if no piece is drawn twice, that is a fair deal. Where this fails too often, all deals are counted,
and one of them is drawn. Where there are too many to count, some deal is found and stirred, which
is as fair as a limited number of steps makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Sized
from functools import cache, lru_cache
from itertools import chain
from math import comb, prod
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from boardgames.core.chance import draw, pick, pick_weighted, shuffle
from boardgames.core.errors import DecodeError
from boardgames.core.values import increased

T = TypeVar("T")
Limit: TypeAlias = "Collection[object] | None"
"""The pieces that a place can hold; None: any."""
Dealer: TypeAlias = Callable[[Random], list[T]]
"""Deals pieces at random: one for each place, in order."""
_Indices: TypeAlias = list[int]
"""Pieces, by where they stand among all."""
_Takers: TypeAlias = tuple[int, ...]
"""The groups that allow some pieces."""
_Kind: TypeAlias = tuple[_Takers, frozenset[int]]
"""Pieces that the same groups allow, and that meet the same demands."""
_Room: TypeAlias = tuple[int, ...]
"""How many more pieces each group needs."""
_Ways: TypeAlias = Callable[[int, int, _Room, frozenset[int]], int]
"""Counts the deals from a step on, with so many pieces of its kind left, this room, and these
demands unmet."""
_Split: TypeAlias = tuple[int, int]
"""How many pieces a group takes in a step, and the number of deals in which it does."""
MOST_DEALS = 10_000
"""Maximum number of deals that `determinize` tries before it says that no State has the View."""
DEALS_BEFORE_COUNTING = 64
"""Number of deals that the sampler of a game tries before it counts all that are possible."""
MOST_DRAWS = 20
"""Number of times that the groups draw before the deals are counted."""
MOST_COUNTED = 20_000
"""Maximum number of sums that are computed to count deals; one takes about 2 microseconds."""
EXCHANGES = 40
"""Number of exchanges, for each place, after which the pieces count as stirred."""
IMPOSSIBLE = "top level: there is no deal in which every place holds a piece that it allows"


class Demand(NamedTuple):
    """Demands that at least one of these places holds one of these pieces."""

    places: Collection[int]
    pieces: Collection[object]


def dealer(
    pieces: Sequence[T],
    limits: Sequence[Limit],
    most_draws: int = MOST_DRAWS,
    most_counted: int = MOST_COUNTED,
    demands: Sequence[Demand] = (),
) -> Dealer[T]:
    """Return a function that deals the pieces at random to as many places that allow them.

    The deal meets all demands, unless there are too many deals to count. The places draw at most
    `most_draws` times; then the deals are counted, if that takes at most `most_counted` sums; else
    the pieces are stirred. All three ways have the same frequencies. That function raises
    `DecodeError` if there is no such deal.
    """
    alike = _alike(pieces, limits, demands)
    free = alike.pop((frozenset(pieces), frozenset()), [])
    groups: list[_Group] = []
    for (allowed, numbers), limited in alike.items():
        pool = _indices_of(pieces, allowed)
        groups.append(_Group(limited, pool, numbers))
    places = [*chain.from_iterable(alike.values()), *free]
    wanted = [frozenset(_indices_of(pieces, demand.pieces)) for demand in demands]

    def dealt(rng: Random) -> list[T]:
        drawn = _drawn(groups, wanted, most_draws, rng)
        if drawn is None:
            drawn = _drawn_by_count(groups, wanted, most_counted, rng)
        if drawn is None:
            some_order = _some_order(pieces, limits, rng)
            return stirred(some_order, limits, rng)
        taken = [*chain.from_iterable(drawn)]
        left = {*range(len(pieces))}.difference(taken)
        indices = taken + shuffle(sorted(left), rng)
        order = [*pieces]
        for place, index in zip(places, indices, strict=True):
            order[place] = pieces[index]
        return order

    return dealt


class _Group(NamedTuple):
    """Places that allow the same pieces, but not all, or of which the same is demanded."""

    places: list[int]
    pool: _Indices
    """The pieces that they allow."""
    demands: frozenset[int]
    """The demands that one of them can meet, by number."""


def _alike(
    pieces: Sequence[T], limits: Sequence[Limit], demands: Sequence[Demand]
) -> dict[tuple[frozenset[T], frozenset[int]], list[int]]:
    """Return the places by the pieces that they allow, and by the demands that they can meet, in
    the order of the first of each.
    """
    kinds = frozenset(pieces)
    alike: dict[tuple[frozenset[T], frozenset[int]], list[int]] = {}
    for place, limit in enumerate(limits):
        allowed = kinds if limit is None else kinds.intersection(limit)
        numbers = [number for number, demand in enumerate(demands) if place in demand.places]
        places = alike.setdefault((allowed, frozenset(numbers)), [])
        places.append(place)
    return alike


def _indices_of(pieces: Sequence[T], allowed: Collection[T]) -> _Indices:
    return [index for index, piece in enumerate(pieces) if piece in allowed]


def _drawn(
    groups: Sequence[_Group], wanted: Sequence[frozenset[int]], most_draws: int, rng: Random
) -> list[_Indices] | None:
    """Return what each group draws from its pool; None if in every try two drew the same piece, or
    a demand was not met.
    """
    sizes = [len(group.places) for group in groups]
    pools = [group.pool for group in groups]
    for pool, size in zip(pools, sizes, strict=True):
        if len(pool) < size:
            raise DecodeError(IMPOSSIBLE)
    needed = sum(sizes)
    for _ in range(most_draws):
        drawn = [draw([*pool], size, rng) for pool, size in zip(pools, sizes, strict=True)]
        different = {*chain.from_iterable(drawn)}
        if len(different) < needed:
            continue
        met = [_is_met(number, indices, groups, drawn) for number, indices in enumerate(wanted)]
        if all(met):
            return drawn
    return None


def _is_met(
    demand: int, wanted: frozenset[int], groups: Sequence[_Group], drawn: Sequence[_Indices]
) -> bool:
    """Return whether a group that can meet the demand has drawn one of the pieces wanted."""
    pairs = zip(groups, drawn, strict=True)
    return any([demand in group.demands and not wanted.isdisjoint(taken) for group, taken in pairs])


def _drawn_by_count(
    groups: Sequence[_Group], wanted: Sequence[frozenset[int]], most_counted: int, rng: Random
) -> list[_Indices] | None:
    """Return what each group gets, drawn from all ways to do so; None if too many to count."""
    kinds = _kinds(groups, wanted)
    room = tuple([len(group.places) for group in groups])
    unmet = frozenset(range(len(wanted)))
    if _number_of_sums(kinds, room) << len(unmet) > most_counted:
        return None
    steps = _steps(kinds, groups)
    ways = _ways(steps)
    if not ways(0, 0, room, unmet):
        raise DecodeError(IMPOSSIBLE)
    supplies = {kind: shuffle([*indices], rng) for kind, indices in kinds.items()}
    drawn: list[_Indices] = [[] for _ in groups]
    step = 0
    for (takers, _), supply in supplies.items():
        for group in takers:
            splits = _splits(ways, step, steps[step], len(supply), room, unmet)
            total = sum([deals for _, deals in splits])
            # Rounding must not choose what no deal has.
            chances = [(taken, deals / total) for taken, deals in splits if deals]
            taken = pick_weighted(chances, rng)
            drawn[group] += [supply.pop() for _ in range(taken)]
            room = increased(room, group, -taken)
            unmet -= steps[step].meets if taken else frozenset()
            step += 1
    return [shuffle(indices, rng) for indices in drawn]


def _kinds(groups: Sequence[_Group], wanted: Sequence[frozenset[int]]) -> dict[_Kind, _Indices]:
    """Return the pieces that some group allows, by kind."""
    pools = [group.pool for group in groups]
    allowed_somewhere = {*chain.from_iterable(pools)}
    kinds: dict[_Kind, _Indices] = {}
    for index in sorted(allowed_somewhere):
        takers = tuple([number for number, pool in enumerate(pools) if index in pool])
        meets = frozenset([number for number, indices in enumerate(wanted) if index in indices])
        kinds.setdefault((takers, meets), []).append(index)
    return kinds


def _number_of_sums(kinds: Mapping[_Kind, Sized], room: _Room) -> int:
    """Return the maximum number of sums that counting computes: one for each step, number of
    pieces left, and room.
    """
    rooms = prod([size + 1 for size in room])
    sums_per_room = 0
    for (takers, _), indices in kinds.items():
        numbers_left = 1 + len(indices)
        sums_per_room += len(takers) * numbers_left
    return rooms * sums_per_room


class _Step(NamedTuple):
    """A group takes pieces of a kind."""

    group: int
    arriving: int
    """Number of pieces of the kind if this group is its first; for later ones 0."""
    meets: frozenset[int]
    """The demands that a piece of this kind meets in this group."""


def _steps(kinds: Mapping[_Kind, Sized], groups: Sequence[_Group]) -> tuple[_Step, ...]:
    """Return the steps in which all groups get their pieces, kind by kind."""
    steps: list[_Step] = []
    for (takers, meets), indices in kinds.items():
        for number, group in enumerate(takers):
            arriving = 0 if number else len(indices)
            steps.append(_Step(group, arriving, meets & groups[group].demands))
    return tuple(steps)


def _splits(
    ways: _Ways, number: int, step: _Step, left: int, room: _Room, unmet: frozenset[int]
) -> list[_Split]:
    """Return each number of pieces that the group can take in this step."""
    splits: list[_Split] = []
    most = min(left, room[step.group])
    for taken in range(most + 1):
        room_after = increased(room, step.group, -taken)
        unmet_after = unmet - step.meets if taken else unmet
        deals_after = ways(number + 1, left - taken, room_after, unmet_after)
        deals = comb(left, taken) * deals_after
        splits.append((taken, deals))
    return splits


@lru_cache(maxsize=8)  # a search samples one View again and again
def _ways(steps: tuple[_Step, ...]) -> _Ways:
    """Return the function that counts the deals in which all groups get their pieces."""

    @cache
    def ways(number: int, left: int, room: _Room, unmet: frozenset[int]) -> int:
        if number == len(steps):
            return 0 if unmet or any(room) else 1
        step = steps[number]
        splits = _splits(ways, number, step, step.arriving or left, room, unmet)
        return sum([deals for _, deals in splits])

    return ways


def _some_order(pieces: Sequence[T], limits: Sequence[Limit], rng: Random) -> list[T]:
    """Return some order that the limits allow; every one can come out."""
    place_of: dict[int, int] = {}

    def settle(place: int, tried: set[int]) -> bool:
        """Find a piece for the place, if need be one whose place finds another."""
        for index in shuffle([*range(len(pieces))], rng):
            if index in tried:
                continue
            if not _allows(limits[place], pieces[index]):
                continue
            tried.add(index)
            holder = place_of.get(index)
            if holder is None or settle(holder, tried):
                place_of[index] = place
                return True
        return False

    for place in shuffle([*range(len(limits))], rng):
        if not settle(place, set()):
            raise DecodeError(IMPOSSIBLE)
    by_place = sorted(place_of, key=place_of.__getitem__)
    return [pieces[index] for index in by_place]


def _allows(limit: Limit, piece: object) -> bool:
    return limit is None or piece in limit


def stirred(
    pieces: Sequence[T],
    limits: Sequence[Limit],
    rng: Random,
    is_valid: Callable[[list[T]], bool] | None = None,
    exchanges: int = EXCHANGES,
) -> list[T]:
    """Return the pieces, whose order is allowed and valid, in another such order.

    If a random order is not one, up to four places exchange their pieces at random, as many times
    as there are places, times `exchanges`; what leads to no such order is undone. In the long run,
    all orders that can be reached like this are equally likely.
    """
    if is_valid is None:
        is_valid = _always
    moved = shuffle([*pieces], rng)
    is_allowed = all(map(_allows, limits, moved))
    if is_allowed and is_valid(moved):
        return moved
    order = [*pieces]
    every = range(len(pieces))
    limited = [place for place in every if limits[place] is not None]
    tight = limited or every
    for _ in range(exchanges * len(pieces)):
        places = {pick(tight, rng), pick(tight, rng), pick(every, rng), pick(every, rng)}
        exchanged = _exchanged(order, limits, [*places], rng)
        if exchanged is not None and is_valid(exchanged):
            order = exchanged
    return order


def _always(_: object) -> bool:
    return True


def _exchanged(
    order: Sequence[T], limits: Sequence[Limit], places: Sequence[int], rng: Random
) -> list[T] | None:
    """Return the order after a random exchange between these places; None if not allowed."""
    pieces = shuffle([order[place] for place in places], rng)
    for place, piece in zip(places, pieces, strict=True):
        if not _allows(limits[place], piece):
            return None
    moved = [*order]
    for place, piece in zip(places, pieces, strict=True):
        moved[place] = piece
    return moved
