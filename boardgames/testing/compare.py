"""Comparison of values by their JSON, leaf by leaf."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import exp, log
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, get_type_hints

from boardgames.core.codec import JSON, to_json
from boardgames.core.text import plural
from boardgames.core.values import value
from boardgames.testing.law import AnyGame, Violation

Found = TypeVar("Found")

Facts: TypeAlias = set[tuple[str, str]]
"""Paths in the JSON of what is seen, each with what is there."""
Pair: TypeAlias = tuple[object, Facts, Facts]
"""What only one of two worlds has, and only the other, in a group of such pairs."""
UNLIKELY = 6.5
"""Standard deviations beyond which a difference is no coincidence: a chance below 2 in 10**9 per
comparison.
"""
CHANCE = 2 * exp(-(UNLIKELY**2) / 2)
"""The chance that a number is judged to be no coincidence, and is one: at most this, by Chernoff's
bound.
"""
DOUBTFUL = 1 / 2
"""The share of what makes a difference no coincidence that makes it worth counting more pairs."""
NUMBER = re.compile(r"\d+")
INDEX = re.compile(r"\[\d+\]")
"""The number of a seat or a place in a path."""
WHOLE_DEAL = "the deal"
"""The path of the fact that stands for all that the other seats see."""
ANY = object()
"""Stands for all groups of pairs."""
Container: TypeAlias = dict[str, JSON] | list[JSON]
_Key: TypeAlias = tuple[object, tuple[str, str]]
"""A group of pairs of worlds, and a fact."""


def leaves(data: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and the `repr` of every number, string, bool and null in some JSON."""
    found: list[tuple[str, str]] = []
    _collect(data, path, found)
    return iter(found)


def _collect(data: object, path: str, found: list[tuple[str, str]]) -> None:
    # Lists rather than nested generators: the checks spend much of their time here.
    if isinstance(data, dict):
        for key, item in data.items():
            _collect(item, f"{path}.{key}" if path else str(key), found)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            _collect(item, f"{path}[{index}]", found)
    else:
        found.append((path, repr(data)))


def containers(document: JSON) -> Sequence[tuple[str, Container]]:
    """Return all objects and lists in some JSON, the outermost first, each with its path."""
    found = [("", document)] if isinstance(document, (dict, list)) else []
    for path, data in found:  # which grows
        if isinstance(data, dict):
            for key, item in data.items():
                if isinstance(item, (dict, list)):
                    found.append((f"{path}.{key}" if path else key, item))
        else:
            for index, item in enumerate(data):
                if isinstance(item, (dict, list)):
                    found.append((f"{path}[{index}]", item))
    return found


class LeafDifference(NamedTuple):
    """What differs in two JSON documents, at one place."""

    path: str
    one: str
    other: str

    def violation(self, fault: str, here: str, there: str, ask: str = "") -> Violation:
        """Return this difference as a fault; `here` and `there` describe the origins of both."""
        expected = f"{self.path} is {self.one} {here}"
        return Violation(
            f"{fault}: {expected} and {self.other} {there}",
            expected=expected,
            came=f"{self.path} is {self.other} {there}",
            ask=ask,
        )


def difference(one: object, other: object) -> LeafDifference:
    """Return the first difference between two JSON documents that are not equal."""
    unseen = LeafDifference("something that JSON does not show", "one thing", "another")
    return next(differences(dict(leaves(one)), dict(leaves(other))), unseen)


def differences(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[LeafDifference]:
    """Yield all differences between two JSON documents, of which these are the leaves."""
    for path in {**one, **other}:
        here = one.get(path, "missing")
        there = other.get(path, "missing")
        if here != there:
            yield LeafDifference(path or "it", here, there)


def demand_same(one: object, other: object, fault: str, here: str, there: str) -> None:
    """Demand that two JSON documents are equal; `here` and `there` describe their origins."""
    if one != other:
        raise difference(one, other).violation(fault, here, there)


def demand_same_pieces(
    expected: Mapping[Hashable, int], came: Mapping[Hashable, int], fault: str
) -> None:
    """Demand that these are the same numbers of pieces."""
    if came != expected:
        lost = {key: count for key, count in expected.items() if came.get(key) != count}
        new = {key: count for key, count in came.items() if expected.get(key) != count}
        raise Violation(fault, expected=str(lost), came=str(new))


@value
class Finding(Generic[Found]):
    """What was found, and where."""

    found: Found
    by: object


class Agreement(Generic[Found]):
    """Things that must be equal wherever something else is equal, such as touches where texts
    are.
    """

    def __init__(self) -> None:
        self._first = dict[object, Finding[Found]]()

    def conflict(self, wherever: object, found: Found, by: object = None) -> Finding[Found] | None:
        """Return what was found first where this is the same, if that is something else."""
        first = self._first.setdefault(wherever, Finding(found, by))
        return None if first.found == found else first


def field_names(view: object) -> tuple[str, ...]:
    """Return the fields of a View; if it is not a dataclass, a single one without a name for the
    whole View.
    """
    return tuple(getattr(view, "__dataclass_fields__", ("",)))


def field_leaves(game: AnyGame, view: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield the leaves of the JSON of one field."""
    if not name:
        return leaves(game.to_json(view))
    return leaves(to_json(getattr(view, name), _hints(view.__class__)[name]), name)


@cache  # looking them up takes longer than writing the JSON
def _hints(cls: type) -> dict[str, object]:
    return get_type_hints(cls, include_extras=True)


def hidden_facts(game: AnyGame, state: object, viewer: int | None) -> set[tuple[int, str, str]]:
    """Return what others see of this State, by seat, in fields that the viewer sees otherwise."""
    view = game.view(state, viewer)
    facts = set[tuple[int, str, str]]()
    for seat in {*range(game.players)} - {viewer}:
        seen = game.view(state, seat)
        for name in field_names(seen):
            if not name or getattr(seen, name) != getattr(view, name):
                for path, data in field_leaves(game, seen, name):
                    facts.add((seat, path, data))
    return facts


def differing_facts(
    game: AnyGame, viewer: int | None, one: object, other: object
) -> tuple[Facts, Facts]:
    """Return the facts that the other seats see in only one of two worlds, with all that they see
    as one more fact.

    Another one is in which world the first of them has the better chances, as `evaluate` counts
    what matters.
    """
    seats = [seat for seat in range(game.players) if seat != viewer]
    here = [game.view(one, seat) for seat in seats]
    there = [game.view(other, seat) for seat in seats]
    if here == there:
        return set(), set()
    facts = _whole_deal(here)
    others = _whole_deal(there)
    for seat, view, other_view in zip(seats, here, there, strict=True):
        for name in field_names(view):
            if name and getattr(view, name) == getattr(other_view, name):
                continue
            total = _note(facts, game, view, name, seat)
            other_total = _note(others, game, other_view, name, seat)
            # Many small differences may go in one direction.
            _note_larger(facts, others, f"the sum of the numbers in {name}", total, other_total)
    first = seats[0]
    chances = game.evaluate(one, first)
    other_chances = game.evaluate(other, first)
    _note_larger(facts, others, f"evaluate of seat {first}", chances, other_chances)
    return facts - others, others - facts


def _whole_deal(views: Sequence[object]) -> Facts:
    """Return the fact that stands for all that these Views show."""
    return {(WHOLE_DEAL, str(hash(tuple(views))))}


def _note(facts: Facts, game: AnyGame, view: object, name: str, seat: int) -> int:
    """Add what this field of a seat's View says to the facts; return the sum of its numbers."""
    total = 0
    for path, data in field_leaves(game, view, name):
        facts.add((f"{path} of seat {seat}", data))
        total += sum(map(int, NUMBER.findall(data)))
    return total


def _note_larger(facts: Facts, others: Facts, what: str, number: float, other: float) -> None:
    """Add to one of both that its number is the larger one, if they differ."""
    if number > other:
        facts.add((what, "larger"))
    elif number < other:
        others.add((what, "larger"))


def demand_even(
    chunks: Iterable[Iterable[Pair]], fault: str, first: str, second: str, factor: int = 1
) -> int:
    """Demand that, of pairs of worlds, the one has a fact that the other does not have about as
    often as vice versa; return how many numbers were judged by chance alone.

    `first` and `second` are what such worlds are called: "dealt worlds", "sampled worlds".

    Facts count for all pairs and for those with the same first member, a viewer or a line. The test
    is McNemar's, by Chernoff's bound. In a right game the one number may be up to `factor` times
    the other: a difference counts if chance hardly ever makes it as large even then. Chunks of
    pairs after the first are taken only while some fact is in doubt.
    """
    counts = _Counts(factor)
    judged = 0
    for pairs in chunks:
        for group, facts, others in pairs:
            counts.note(group, facts, others)
        uneven = counts.uneven()
        if uneven:
            raise _one_sided(uneven[0], counts, fault, first, second)
        judged += counts.judged()
        if not counts.is_in_doubt():
            break
    return judged


class _Counts:
    """In how many pairs of worlds only the first one has a fact, and only the second, by group."""

    def __init__(self, factor: int) -> None:
        self.factor = factor
        self.one = defaultdict[object, Counter[tuple[str, str]]](Counter)
        self.other = defaultdict[object, Counter[tuple[str, str]]](Counter)

    def note(self, group: object, facts: Facts, others: Facts) -> None:
        """Note a pair of this group: what only the first world has, and only the second."""
        for counted in (group, ANY):
            self.one[counted].update(facts)
            self.other[counted].update(others)

    def of(self, key: _Key) -> tuple[int, int]:
        """Return the numbers of pairs in which only the first has this, and only the second."""
        group, fact = key
        return self.one[group][fact], self.other[group][fact]

    def keys(self) -> Iterator[_Key]:
        """Yield every fact that was noted, of each group."""
        for group, facts in self.one.items():
            for fact in {**facts, **self.other[group]}:
                yield group, fact

    def judged(self) -> int:
        """Return how many facts are in so many pairs that chance could make them look uneven."""
        factor = self.factor
        fewest = UNLIKELY**2 / (2 * log((factor + 1) / factor))  # if all of them differ alike
        return sum(sum(self.of(key)) > fewest for key in self.keys())

    def uneven(self) -> list[_Key]:
        """Return what is more often in one of the two than chance explains.

        Sorted, so that it is the same fact first in every process.
        """
        found: list[_Key] = []
        for key in self.keys():
            less, more = sorted(self.of(key))
            if 2 * _surprise(more, less, self.factor) > UNLIKELY**2:
                found.append(key)
        return sorted(found, key=repr)

    def is_in_doubt(self) -> bool:
        """Return whether something may turn out to be uneven in more pairs."""
        for key in self.keys():
            less, more = sorted(self.of(key))
            is_odd = 2 * _surprise(more, less, 1) > DOUBTFUL * UNLIKELY**2
            if is_odd and more >= self.factor * less:
                return True
        return False


def _surprise(more: int, less: int, factor: int) -> float:
    """Return how unlikely it is that two things come up so often each, if one of them is `factor`
    times as likely as the other: at least minus the logarithm of the chance, by Chernoff's bound.
    """
    total = more + less
    usual = total * factor / (factor + 1)
    if more <= usual:
        return 0
    surprise = more * log(more / usual)
    if less:
        surprise += less * log(less / (total - usual))
    return surprise


def _one_sided(key: _Key, counts: _Counts, fault: str, first: str, second: str) -> Violation:
    """Return the fault that a fact is too often in only one of two worlds."""
    group, (path, data) = key
    where = f"; the line is {group!r}" if isinstance(group, str) else ""
    if isinstance(group, int):
        where = f"; as seat {group} sees it"
    said = "one whole deal is found" if path == WHOLE_DEAL else f"{path} is {data}"
    counted = _counted(*counts.of(key), first, second)
    return Violation(
        f"{fault}: {said} {counted}{where}",
        expected=f"{said} about as often in the one as in the other",
        came=counted,
    )


def _counted(one: int, other: int, first: str, second: str) -> str:
    """Return how often only one world of a pair has a fact, the more frequent case first.

    >>> _counted(0, 43, "dealt worlds", "sampled worlds")
    'in 43 sampled worlds but not in the dealt worlds beside them, and never the other way round'
    """
    if one < other:
        return _counted(other, one, second, first)
    rarer = plural(other, "time") if other else "never"
    return f"in {one} {first} but not in the {second} beside them, and {rarer} the other way round"
