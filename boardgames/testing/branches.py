"""Every way in which random decisions can go, each with its exact chance.

A function that decides by `boardgames.core.chance`, or by a generator that it is given, is run
again and again: each run is told how to decide, and notes where it could have decided otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import total_ordering
from heapq import heappop, heappush
from itertools import count
from math import ceil, floor
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from boardgames.core import chance

T = TypeVar("T")
Path: TypeAlias = tuple[int, ...]
"""The number of the outcome of each random decision of a run."""

SEED = 7
"""Stands for every seed that a function draws, so that States that differ in it only are equal."""
UNLIKELY = Fraction(1, 10**12)
"""A run that is less likely than this is given up: it may reject what it draws for ever."""
MOST_OUTCOMES = 1 << 20
"""What has more outcomes than this is a seed, not a decision."""


ZERO, ONE = Fraction(0), Fraction(1)


class _GivenUpError(BaseException):
    """Raised within a run that is too unlikely; not an `Exception`, which a game might catch."""


class CannotFollowError(Exception):
    """Raised where a function uses a random number in a way that has no list of outcomes."""


@dataclass
class Script:
    """Tells a run how to decide, and notes how else it could have decided."""

    path: Path = ()
    """How the first decisions go; in all others, the first possible outcome comes."""
    taken: Path = ()
    chance: Fraction = ONE
    """How likely it is that all decisions go like this."""
    others: list[tuple[Fraction, Path]] = field(default_factory=list)
    """How else the new decisions can go, each with its chance."""

    def below(self, outcomes: int) -> int:
        """Return a number from 0 on; all are equally likely."""
        if outcomes == 1:
            return 0
        if outcomes > MOST_OUTCOMES:
            return SEED
        if outcomes < 1:
            raise CannotFollowError("it draws from nothing")
        so_far = self.chance / outcomes
        if so_far < UNLIKELY:
            raise _GivenUpError
        before = self.taken
        depth = len(before)
        if depth < len(self.path):
            place = self.path[depth]
        else:
            place = 0
            self.others += [(so_far, (*before, other)) for other in range(1, outcomes)]
        self.taken = (*before, place)
        self.chance = so_far
        return place

    def is_met(self, likelihood: Fraction) -> bool:
        """Return whether something with this chance happens."""
        if likelihood in (0, 1):
            return likelihood == 1
        return self._decided([(0, likelihood), (1, 1 - likelihood)]) == 0

    def one_of(self, weighted: list[tuple[int, Fraction]]) -> int:
        """Return one of these numbers, which have these chances."""
        if len(weighted) == 1:
            return weighted[0][0]
        return self._decided(weighted)

    def _decided(self, weighted: list[tuple[int, Fraction]]) -> int:
        before = self.taken
        so_far = self.chance
        if so_far < UNLIKELY:
            raise _GivenUpError
        depth = len(before)
        if depth < len(self.path):
            place = self.path[depth]
        else:
            place = 0
            for other in range(1, len(weighted)):
                _, likelihood = weighted[other]
                self.others.append((so_far * likelihood, (*before, other)))
        number, likelihood = weighted[place]
        self.taken = (*before, place)
        self.chance = so_far * likelihood
        return number


@dataclass
class Run(Generic[T]):
    """One run."""

    result: T
    chance: Fraction
    path: Path
    """How all decisions went."""


@dataclass
class Runs(Generic[T]):
    """All runs that were made, and how much is missing."""

    made: list[Run[T]] = field(default_factory=list)
    rest: Fraction = ZERO
    """The chance of all runs that were not made; 0 if this is everything."""
    begun: int = 0
    """How many were begun, with those that were given up."""

    def chances(self) -> dict[T, Fraction]:
        """Return the chance of each result."""
        found: dict[T, Fraction] = {}
        for run in self.made:
            found[run.result] = found.get(run.result, ZERO) + run.chance
        return found


class TooManyError(Exception):
    """Raised for a function that can decide in too many ways."""


def every(run: Callable[[Script], T], most: int, *, partly: bool = False) -> Runs[T]:
    """Return the results of a run for every way in which it can decide, the likeliest first.

    Raises `TooManyError` if there are more than `most`; with `partly`, stops then.
    """
    found = Runs[T]()
    order = count()  # the earlier of two that are equally likely comes first
    start: Path = ()
    # Floats are compared much faster than fractions, and equal fractions make equal ones.
    waiting = [(-1.0, next(order), ONE, start)]
    for _ in range(most):
        if not waiting:
            break
        *_, path = heappop(waiting)
        found.begun += 1
        script = Script(path)
        try:
            result = run(script)
        except _GivenUpError:
            found.rest += script.chance
        else:
            found.made.append(Run(result, script.chance, script.taken))
        ways = len(found.made) + len(waiting) + len(script.others)
        if (found.rest or ways > most) and not partly:
            raise TooManyError
        for likelihood, other in script.others:
            heappush(waiting, (-float(likelihood), next(order), likelihood, other))
    for _, _, likelihood, _ in waiting:
        found.rest += likelihood
    return found


# The chance of a game.


class _EventNumber:
    """Stands for the random number of a chance event; each question to it is a decision."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.answers: list[int] = []
        self.asked = 0

    def __mod__(self, outcomes: int) -> int:
        return self._answer(outcomes)

    def __divmod__(self, outcomes: int) -> tuple[_EventNumber, int]:
        return self, self._answer(outcomes)

    def _answer(self, outcomes: int) -> int:
        if self.asked == len(self.answers):
            self.answers.append(self.script.below(outcomes))
        self.asked += 1
        return self.answers[self.asked - 1]


@contextmanager
def chance_from(script: Script) -> Iterator[None]:
    """Let the chance events of a game go as the script says; one that recurs goes as before."""
    numbers: dict[tuple[int, int], _EventNumber] = {}
    plain = chance.event_number

    def event_number(seed: int, event: int, size: int) -> _EventNumber:
        del size
        number = numbers.setdefault((seed, event), _EventNumber(script))
        number.asked = 0
        return number

    vars(chance).update(event_number=event_number)
    try:
        yield
    finally:
        vars(chance).update(event_number=plain)


# The generator of a sampler.


@dataclass
class _Interval:
    """What is known of a random number, which is uniform from `low` to below `high`."""

    script: Script
    low: Fraction = ZERO
    high: Fraction = ONE

    @property
    def is_fresh(self) -> bool:
        """Whether nothing is known of the number yet."""
        return self.low is ZERO and self.high is ONE

    def is_below(self, limit: Fraction) -> bool:
        """Return whether the number is less than this; from then on, that is known of it."""
        inside = min(max(limit, self.low), self.high)
        likelihood = (inside - self.low) / (self.high - self.low)
        below = self.script.is_met(likelihood)
        if below:
            self.high = inside
        else:
            self.low = inside
        return below


@total_ordering
class _Drawn:
    """A random number, or what was computed from it: it is decided by what is asked of it."""

    __slots__ = ("interval", "scale", "shift")

    def __init__(self, interval: _Interval, scale: Fraction, shift: Fraction) -> None:
        self.interval = interval
        self.scale = scale
        self.shift = shift

    def __mul__(self, factor: float | Fraction) -> _Drawn:
        exact = Fraction(factor)
        if self.scale is ONE and self.shift is ZERO:
            return _Drawn(self.interval, exact, ZERO)
        return _Drawn(self.interval, self.scale * exact, self.shift * exact)

    def __add__(self, number: float) -> _Drawn:
        return _Drawn(self.interval, self.scale, self.shift + Fraction(number))

    def __sub__(self, number: float) -> _Drawn:
        return self + -number

    def __neg__(self) -> _Drawn:
        return self * -1

    def __rsub__(self, number: float) -> _Drawn:
        return -self + number

    def __truediv__(self, number: float) -> _Drawn:
        return self * (1 / Fraction(number))

    __rmul__ = __mul__
    __radd__ = __add__

    def __lt__(self, number: float) -> bool:
        limit = Fraction(number) - self.shift
        if self.scale == 0:
            return limit > 0
        is_below = self.interval.is_below(limit / self.scale)
        return is_below if self.scale > 0 else not is_below

    def __eq__(self, number: object) -> bool:  # the chance that it equals anything is 0
        return self is number

    __hash__ = object.__hash__

    def __floor__(self) -> int:
        if self.shift is ZERO and self.scale.denominator == 1 and self.interval.is_fresh:
            return self._one_of(self.scale.numerator)
        ends = self._at(self.interval.low), self._at(self.interval.high)
        low = min(ends)
        high = max(ends)
        if high - low > MOST_OUTCOMES:
            return SEED
        parts: list[tuple[int, Fraction]] = []
        for number in range(floor(low), ceil(high)):
            begin = max(low, Fraction(number))
            end = min(high, Fraction(number + 1))
            share = (end - begin) / (high - low)
            parts.append((number, share))
        found = self.interval.script.one_of(parts)
        self._narrow(found)
        return found

    def _one_of(self, outcomes: int) -> int:
        """Decide which of these equal parts a number lies in of which nothing is known yet."""
        number = self.interval.script.below(outcomes)
        if outcomes <= MOST_OUTCOMES:
            self.interval.low = Fraction(number, outcomes)
            self.interval.high = Fraction(number + 1, outcomes)
        return number

    __trunc__ = __floor__  # random numbers are seldom less than 0

    def __int__(self) -> int:
        if self.shift is ZERO and self.scale.numerator > 0:  # as in int(random() * number)
            return self.__floor__()
        if min(self._at(self.interval.low), self._at(self.interval.high)) < 0:
            raise CannotFollowError("int() of a random number that can be less than 0")
        return self.__floor__()

    def __float__(self) -> float:
        raise CannotFollowError("float() of a random number")

    def _at(self, point: Fraction) -> Fraction:
        return point * self.scale + self.shift

    def _narrow(self, number: int) -> None:
        """Note that the number is at least this, and less than the next."""
        low = (number - self.shift) / self.scale
        high = (number + 1 - self.shift) / self.scale
        if low > high:  # it was multiplied by less than 0
            low, high = high, low
        self.interval.low = max(self.interval.low, low)
        self.interval.high = min(self.interval.high, high)


class ScriptedRandom(Random):
    """A generator that decides as a script says."""

    def __init__(self, script: Script | None = None) -> None:
        super().__init__(0)
        self.script = script or Script()

    def random(self) -> Any:
        """Return a number from 0 to below 1 that is still open."""
        return _Drawn(_Interval(self.script), ONE, ZERO)

    def getrandbits(self, k: int, /) -> int:
        """Return a number of this many bits."""
        return self.script.below(1 << k)

    def _randbelow(self, n: int) -> int:
        """Return a number below this one; Python's own methods draw with it."""
        return self.script.below(n)
