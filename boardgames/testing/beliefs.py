"""How likely each world is to one viewer: exactly, from what they have seen, without `determinize`.

A world is as likely as the deals and choices that lead to it, counted piece by piece:

- Each physical order of the pack is equally likely, and so is each outcome of chance.
- A choice of somebody else counts once for each physical way in which it could have been made
  (`Ways`); how likely they were to make it is not weighed.
- What the viewer has seen since, and has done, was possible in it.

docs/conformance.md says so for authors.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb, gcd, lcm, log, sqrt
from random import Random
from typing import Any, TypeAlias

from boardgames.core.values import value
from boardgames.kit.declared_game import DeclaredGame
from boardgames.kit.visibility import pieces_in
from boardgames.testing.branches import (
    MOST_OUTCOMES,
    SEED,
    ZERO,
    Path,
    Runs,
    Script,
    TooManyError,
    chance_from,
    every,
)
from boardgames.testing.law import AnyGame
from boardgames.testing.probe import Ways, walk

MOST_WAYS = 4_000
"""Number of deals, and of ways in which one action can turn out, from which on a game is too large.
"""
Belief: TypeAlias = tuple[tuple[int, int], ...]
"""A belief: the numbers of worlds, ascending, with whole numbers in proportion to how likely they
are."""
Likelihoods: TypeAlias = Mapping[Hashable, float]
Seen: TypeAlias = tuple[Any, Any]
"""What one ply looks like to a viewer: the action if it is their own, else None; the View after it.
"""


class TooLargeError(Exception):
    """Raised for a game with more that can happen than can be looked at."""


class BelievedError(Exception):
    """Raised where a true game comes to a View that no world has."""


@dataclass(eq=False)
class World:
    """A State, and what follows from it."""

    game: AnyGame
    number: int
    state: Any
    way: tuple[str, ...]
    """The actions that lead here, one way to do so."""
    views: dict[int | None, Any] = field(default_factory=dict)
    doings: dict[tuple[int, Any], Doing] = field(default_factory=dict)
    """By seat and action: those that have been followed."""

    @cached_property
    def legal(self) -> dict[int, tuple[Any, ...]]:
        """The legal actions of each seat that may act."""
        game = self.game
        return {seat: game.legal_actions(self.state, seat) for seat in game.to_act(self.state)}

    def view(self, viewer: int | None) -> Any:
        """Return the View of this viewer."""
        found = self.views.get(viewer)
        if found is None:
            found = self.views[viewer] = self.game.view(self.state, viewer)
        return found


@value
class Doing:
    """An action in a world: the number of physical ways to do it, and how it can turn out."""

    ways: Fraction
    moves: tuple[Successor, ...]


@value
class Successor:
    """One way in which an action can turn out."""

    after: World
    chance: Fraction
    path: Path
    """How chance decided."""


def every_chance(run: Callable[[], Any]) -> Runs[Any]:
    """Return what a function of a game can return, with exact chances; raise `TooLargeError` if
    that is too much.
    """

    def scripted(script: Script) -> Any:
        with chance_from(script):
            return run()

    try:
        return every(scripted, MOST_WAYS)
    except TooManyError:
        what = f"chance can go in more than {MOST_WAYS:,} ways at once"
        raise TooLargeError(what) from None


@dataclass(eq=False)
class Worlds:
    """The worlds of a game that have been met, and beliefs about them."""

    game: AnyGame
    ways: Ways | None = None
    """By default, one way for each equal piece that leaves an unordered zone of the seat in a
    `DeclaredGame`; in other games, one for each action."""
    key: Callable[[Any], Hashable] = lambda state: state
    """What States have in common that count as one world."""
    dealt: Mapping[Any, int] | None = None
    """All first States, in proportion to how likely they are; by default, all that `new_game` can
    return."""
    worlds: list[World] = field(default_factory=list)
    by_key: dict[Hashable, World] = field(default_factory=dict)

    def world(self, state: Any, way: tuple[str, ...] = ()) -> World:
        """Return the world of a State."""
        key = self.key(state)
        world = self.by_key.get(key)
        if world is None:
            world = self.by_key[key] = World(self.game, len(self.worlds), state, way)
            self.worlds.append(world)
        return world

    @cached_property
    def first(self) -> Belief:
        """All first States."""
        dealt: Iterable[tuple[Any, Fraction | int]]
        if self.dealt is None:
            branches = every_chance(lambda: self.game.new_game(SEED))
            dealt = [(branch.result, branch.chance) for branch in branches.made]
        else:
            dealt = self.dealt.items()
        weights: dict[int, Fraction] = {}
        for state, weight in dealt:
            number = self.world(state).number
            weights[number] = weights.get(number, ZERO) + weight
        return in_proportion(weights)

    def beginning(self, viewer: int | None) -> dict[Any, Belief]:
        """Return what a viewer believes before the first action, by their View."""
        alike: dict[Any, dict[int, Fraction]] = {}
        for number, weight in self.first:
            view = self.worlds[number].view(viewer)
            alike.setdefault(view, {})[number] = Fraction(weight)
        return {view: in_proportion(weights) for view, weights in alike.items()}

    def following(self, belief: Belief, viewer: int | None, own: Any = None) -> dict[Seen, Belief]:
        """Return what a viewer believes after one more ply, by what they see of it; if `own` is
        given, after this action of theirs.
        """
        alike: dict[Seen, dict[int, Fraction]] = {}
        for number, weight in belief:
            world = self.worlds[number]
            for seat, legal in world.legal.items():
                is_own = seat == viewer
                if own is not None and not is_own:
                    continue
                for action in legal if own is None else {own}.intersection(legal):
                    doing = self.doing(world, seat, action)
                    ways = weight if is_own else weight * doing.ways
                    for move in doing.moves:
                        after = move.after
                        seen = action if is_own else None, after.view(viewer)
                        weights = alike.setdefault(seen, {})
                        share = ways * move.chance
                        weights[after.number] = weights.get(after.number, ZERO) + share
        return {seen: in_proportion(weights) for seen, weights in alike.items()}

    def doing(self, world: World, seat: int, action: Any) -> Doing:
        """Return what this action can come to in a world."""
        found = world.doings.get((seat, action))
        if found is None:
            way = (*world.way, f"{seat + 1}: {action}")
            branches = every_chance(lambda: self.game.apply(world.state, action, seat))
            moves: list[Successor] = []
            for branch in branches.made:
                after = self.world(branch.result, way)
                moves.append(Successor(after, branch.chance, branch.path))
            ways = self._ways(world, seat, action, moves[0].after)
            found = world.doings[seat, action] = Doing(ways, tuple(moves))
        return found

    def _ways(self, world: World, seat: int, action: Any, after: World) -> Fraction:
        if self.ways is not None:
            return Fraction(self.ways(world.state, action, seat))
        if isinstance(self.game, DeclaredGame):
            return Fraction(_pieces_taken(self.game, world.state, after.state, seat))
        return Fraction(1)

    def likelihoods(self, belief: Belief) -> dict[Hashable, float]:
        """Return how likely each world is, by its key."""
        total = sum([weight for _, weight in belief])
        return {self.key(self.worlds[number].state): weight / total for number, weight in belief}

    def along(
        self, seed: int, viewer: int | None, longest: int = 10_000
    ) -> Iterator[tuple[Any, Belief]]:
        """Play the random game of this seed; yield each View of one viewer, and what it leaves."""
        game = self.game
        belief: Belief | None = None
        for ply in walk(game, seed, longest=longest):
            if belief is None:
                view = game.view(ply.before, viewer)
                belief = self.beginning(viewer).get(view)
                if belief is None:
                    raise BelievedError("no deal has the first View")
                yield view, belief
            view = game.view(ply.after, viewer)
            own = ply.action if viewer == ply.player else None
            belief = self.following(belief, viewer, own).get((own, view))
            if belief is None:
                raise BelievedError(f"no world has the View at {ply.place}")
            yield view, belief


def _pieces_taken(game: DeclaredGame[Any, Any, Any], before: Any, after: Any, seat: int) -> int:
    """Return in how many ways the pieces can be taken that leave zones of this seat whose order
    does not matter: 3 for one of three roses.
    """
    left = {
        (name, owner, pile): pieces_in(content)
        for name, _, owner, pile, content in game.visibility.places(after)
    }
    ways = 1
    for name, zone, owner, pile, content in game.visibility.places(before):
        if owner != seat or zone.ordered:
            continue
        had = [*pieces_in(content)]
        has = left[name, owner, pile]
        for piece in {*had}:
            gone = had.count(piece) - has.count(piece)
            ways *= comb(had.count(piece), max(0, gone))
    return ways


def in_proportion(weights: Mapping[int, Fraction]) -> Belief:
    """Return the smallest whole numbers in proportion to these."""
    common = lcm(*[weight.denominator for weight in weights.values()])
    whole = [(number, int(weight * common)) for number, weight in sorted(weights.items())]
    divisor = gcd(*[weight for _, weight in whole])
    return tuple([(number, weight // divisor) for number, weight in whole])


# Samples.


class _Number(float):
    """A random number from 0 to below 1."""

    def __mul__(self, factor: float) -> float:
        return SEED if factor > MOST_OUTCOMES else float(self) * factor


class SampleRandom(Random):
    """A generator that draws the same seed for every world, so that equal ones are equal."""

    def random(self) -> float:
        """Return a number from 0 to below 1, of which no seed can be made."""
        return _Number(super().random())

    def getrandbits(self, k: int, /) -> int:
        """Return a number of this many bits."""
        return SEED if 1 << k > MOST_OUTCOMES else super().getrandbits(k)


def sampled(worlds: Worlds, view: Any, samples: int, rng: SampleRandom) -> dict[Hashable, float]:
    """Return how often each world is among this many samples of a View."""
    found: dict[Hashable, int] = {}
    for _ in range(samples):
        key = worlds.key(worlds.game.determinize(view, rng))
        found[key] = found.get(key, 0) + 1
    return {key: number / samples for key, number in found.items()}


def variation(one: Likelihoods, other: Likelihoods) -> float:
    """Return the total variation between two distributions: the share of one that would have to
    move to make the other.
    """
    keys = {*one, *other}
    return sum([abs(one.get(key, 0) - other.get(key, 0)) for key in keys]) / 2


def most_variation(exact: Likelihoods, samples: int, odds: float) -> float:
    """Return what the total variation between so many samples and what they are drawn from exceeds
    with at most this chance.

    By Jensen's inequality it is expected to be at most half the sum of the standard deviations, and
    by McDiarmid's it exceeds that by `t` with a chance below exp(-2 * samples * t**2).
    """
    expected = sum([sqrt(share * (1 - share) / samples) for share in exact.values()]) / 2
    return expected + sqrt(log(1 / odds) / (2 * samples))
