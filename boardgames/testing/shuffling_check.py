"""The check that what lies in random order in real games does so in samples, too."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, cycle, pairwise
from math import nan
from typing import TypeAlias

from boardgames.core.chance import generator
from boardgames.core.codec import JSON
from boardgames.testing.compare import containers, hidden_facts
from boardgames.testing.law import AnyGame, demand, law
from boardgames.testing.probe import Ply, Probe

OPENINGS = 150
"""Number of first positions whose decks are looked at."""
DEPTH = 16
"""Number of cards, from the top of a deck, whose order is compared."""
OBSERVED = 40
"""Minimum number of observed pairs of cards for a judgement of a deck's order."""
ROUNDS, FEWEST_ROUNDS = 40, 4
"""Maximum number of beginnings of a round compared with the previous round's, and the minimum for a
judgement.
"""
ALL = -1
"""Stands for all rounds."""
SHUFFLED, FIXED = 0.9, 0.97
"""Share of the more frequent order of two cards: at most this in a shuffled deck, at least this in
a fixed one.
"""

_Fact: TypeAlias = tuple[int, str, str]
"""A seat, a path in the JSON of what it sees, and what is there."""
_Pairs: TypeAlias = Counter[tuple[object, object]]
"""How often one item of a list came before another."""


@dataclass
class _Truth:
    """A real State, and worlds sampled from one View of it."""

    state: object
    is_opening: bool
    samples: list[object] = field(default_factory=list)

    @property
    def when(self) -> str:
        """When the State came up, in words."""
        return "in first positions" if self.is_opening else "in later positions"


def shuffling(probe: Probe) -> None:
    """Demand that unseen cards in random order in real States are so in sampled ones, too: decks
    are shuffled.
    """
    _deals_anew(probe)
    orders = defaultdict[str, _Orders](_Orders)
    for truth in _truths(probe):
        _note_orders(orders, probe.game, truth)
    for place, found in orders.items():
        _is_shuffled_in_samples(place, found)


def _note_orders(orders: dict[str, _Orders], game: AnyGame, truth: _Truth) -> None:
    """Note in which order unseen cards lie in a State and in samples of it, place by place."""
    samples = [_lists(game.to_json(state)) for state in truth.samples]
    real = _lists(game.to_json(truth.state))
    for path, items in real.items():
        size = len(items)
        sampled = [lists.get(path, []) for lists in samples]
        same_size = [each for each in sampled if len(each) == size]
        unseen = _unseen(items, same_size)
        for place in (path, f"{path} {truth.when}", f"{path} of {size}"):
            orders[place].note(items, same_size, unseen)


@dataclass
class _Orders:
    """How often one card of a place came before another."""

    real: _Pairs = field(default_factory=Counter)
    sampled: _Pairs = field(default_factory=Counter)

    def note(
        self, items: Sequence[JSON], samples: Sequence[Sequence[JSON]], unseen: Sequence[int]
    ) -> None:
        """Note what lies before what at the unseen places of a real list, and of samples of it."""
        self.real.update(_pairs(items, unseen))
        for sampled in samples:
            self.sampled.update(_pairs(sampled, unseen))


@law("`determinize` sorts what it deals, or deals a deck as it lies in the box.")
def _is_shuffled_in_samples(place: str, orders: _Orders) -> None:
    """Demand that decks that lie shuffled in real States do so in sampled ones."""
    is_shuffled = _fixed(orders.real) <= SHUFFLED
    is_fixed_in_samples = _fixed(orders.sampled) >= FIXED
    fault = (
        f"the unseen cards of {place} are shuffled in real States and in a fixed order in sampled"
        " ones"
    )
    demand(not (is_shuffled and is_fixed_in_samples), fault)


def _truths(probe: Probe) -> Iterator[_Truth]:
    """Yield real States of all sorts, with worlds sampled from what one seat sees of each."""
    game = probe.game
    dealt = [game.new_game(probe.seed + seed) for seed in range(OPENINGS)]
    openings = set(dealt)
    yield from _truths_looked_at(probe, openings)
    later = [ply.before for ply in probe.scouted.glimpses[2::3]]
    viewers = cycle(probe.viewers())
    for number, state in enumerate((*dealt, *later)):
        view = game.view(state, next(viewers))
        world = game.determinize(view, generator(probe.seed, number))
        yield _Truth(state, state in openings, [world])


def _truths_looked_at(probe: Probe, openings: Collection[object]) -> Iterable[_Truth]:
    """Return the States of which other checks have worlds, too."""
    truths: dict[tuple[int | None, object], _Truth] = {}
    for world in probe.visit(probe.worlds):
        if not world.redealt:
            opened = world.truth in openings
            truth = truths.setdefault((world.viewer, world.truth), _Truth(world.truth, opened))
            truth.samples.append(world.state)
    return truths.values()


def _unseen(items: Sequence[JSON], samples: Sequence[Sequence[JSON]]) -> list[int]:
    """Return the first places of a list that differ from sample to sample."""
    differing: list[int] = []
    for index, item in enumerate(items):
        if any(each[index] != item for each in samples):
            differing.append(index)
    return differing[:DEPTH]


def _pairs(items: Sequence[JSON], places: Sequence[int]) -> set[tuple[object, object]]:
    """Return which item lies before which, in these places."""
    return {*combinations([items[index] for index in places], 2)}


def _fixed(pairs: _Pairs) -> float:
    """Return the share, from 1/2 to 1, of items in the more frequent of their two orders; NaN if
    there are too few.
    """
    usual = total = 0
    for (one, other), count in pairs.items():
        reverse = pairs.get((other, one), 0)
        if one != other and (count, repr(one)) > (reverse, repr(other)) and count + reverse > 1:
            usual += count
            total += count + reverse
    return usual / total if total >= OBSERVED else nan


@dataclass
class _Rounds:
    """How often a round begins with what was dealt in an earlier one."""

    cases: int = 0
    again: int = 0
    sampled: int = 0
    """In samples of what a spectator sees then."""

    def note(self, *, again: bool, sampled: bool) -> None:
        """Note how one round begins."""
        self.cases += 1
        self.again += again
        self.sampled += sampled


@law("Each round draws with the same number or generator, such as `random.Random(seed)`.")
def _deals_anew(probe: Probe) -> None:
    """Demand that a round does not mostly begin with what was dealt in an earlier one, as far as
    spectators do not see it.
    """
    rounds = defaultdict[int, _Rounds](_Rounds)
    for walked in probe.walks:
        _compare_rounds(probe, walked, rounds)
    for number, found in rounds.items():
        name = "a round" if number == ALL else f"round {number}"
        counts = f"in {found.again} of {found.cases} cases ({found.sampled} in samples)"
        fault = f"{name} begins with what was dealt in an earlier one, {counts}"
        excess = found.again - found.sampled
        demand(found.again < FEWEST_ROUNDS or 2 * excess <= found.cases, fault)


def _compare_rounds(probe: Probe, walked: Sequence[Ply], rounds: dict[int, _Rounds]) -> None:
    """Note how the rounds of one game begin, by their number and for all of them."""
    game = probe.game
    dealt = [hidden_facts(game, walked[0].before, None)]
    for before, ply in pairwise(walked):
        number = game.round(ply.before)
        cases = rounds[ALL].cases
        if number == game.round(before.before) or cases >= ROUNDS:
            continue
        left = hidden_facts(game, before.before, None)
        now = hidden_facts(game, ply.before, None)
        gone = [facts - left for facts in dealt if not facts <= left]
        if gone:
            rng = generator(probe.seed, cases)
            world = game.determinize(game.view(ply.before, None), rng)
            drawn = hidden_facts(game, world, None)
            for noted in (rounds[number], rounds[ALL]):
                noted.note(again=_are_there(gone, now), sampled=_are_there(gone, drawn))
        dealt.append(now)


def _are_there(gone: Iterable[set[_Fact]], now: set[_Fact]) -> bool:
    """Return whether all that had gone of some earlier deal is there again."""
    return any(facts <= now for facts in gone)


def _lists(document: JSON) -> dict[str, list[JSON]]:
    """Return every list of numbers or strings by its path."""
    return {
        path: data
        for path, data in containers(document)
        if isinstance(data, list) and _is_a_row(data)
    }


def _is_a_row(data: list[JSON]) -> bool:
    """Return whether these are several numbers or strings."""
    has_parts = any(isinstance(item, (dict, list)) for item in data)
    return len(data) > 1 and None not in data and not has_parts
