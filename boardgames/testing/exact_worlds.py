"""All States of a tiny game, which of them one viewer cannot tell apart, and how likely each is."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from boardgames.testing.beliefs import (
    Belief,
    Successor,
    TooLargeError,
    World,
    Worlds,
    every_chance,
)
from boardgames.testing.branches import ZERO
from boardgames.testing.compare import differences, leaves
from boardgames.testing.law import AnyGame
from boardgames.testing.probe import Ways

MOST_STEPS = 60_000
"""Number of times that an action is taken in a world of a belief, from which on a game is too
large."""

Looks: TypeAlias = "tuple[Group, ...]"
"""What several seats see."""


@dataclass(eq=False)
class Group:
    """What one viewer cannot tell apart: all worlds with the same View."""

    viewer: int | None
    view: Any
    worlds: list[World] = field(default_factory=list)
    beliefs: set[Belief] = field(default_factory=set)
    """What each history with this View leaves."""

    def likelihoods(self) -> Iterator[dict[World, Fraction]]:
        """Yield how likely each world is, for each belief: all histories should leave the same."""
        by_number = {world.number: world for world in self.worlds}
        for weights in self.beliefs:
            total = sum([weight for _, weight in weights])
            yield {by_number[number]: Fraction(weight, total) for number, weight in weights}


@dataclass(eq=False)
class Whole:
    """A game, world by world."""

    game: AnyGame
    worlds: Worlds
    groups: dict[tuple[int | None, Any], Group] = field(default_factory=dict)
    steps: int = 0
    """How often an action was taken in a world of a belief."""
    kinds: dict[Any, int] = field(default_factory=dict)
    """By what can be seen in a State and can follow from it: a number."""
    kind_by_state: dict[Any, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: AnyGame, ways: Ways | None = None) -> Whole:
        """Return all that can happen in this game; raise `TooLargeError` if that is too much."""
        whole = cls(game, Worlds(game, ways))
        for viewer in whole.viewers():
            whole._believe(viewer)
        for world in whole.all_worlds:
            for group in whole.groups_of(world).values():
                group.worlds.append(world)
        earliest = sorted(whole.groups.items(), key=lambda item: item[1].worlds[0].number)
        whole.groups = dict(earliest)
        return whole

    def _believe(self, viewer: int | None) -> None:
        """Note what this viewer believes after each history."""
        waiting = deque(self.worlds.beginning(viewer).items())
        known = {belief for _, belief in waiting}
        while waiting:
            view, belief = waiting.popleft()
            self.group(viewer, view).beliefs.add(belief)
            self._step(len(belief))
            for (_, after), following in self.worlds.following(belief, viewer).items():
                if following not in known:
                    known.add(following)
                    waiting.append((after, following))

    @property
    def all_worlds(self) -> list[World]:
        """All worlds."""
        return self.worlds.worlds

    def group(self, viewer: int | None, view: Any) -> Group:
        """Return what this viewer cannot tell apart with this View."""
        return self.groups.setdefault((viewer, view), Group(viewer, view))

    def groups_of(self, world: World) -> dict[int | None, Group]:
        """Return what each viewer cannot tell from this world."""
        return {viewer: self.group(viewer, world.view(viewer)) for viewer in self.viewers()}

    def seen_by_others(self, world: World, viewer: int | None) -> Looks:
        """Return what each other seat takes for possible."""
        seats = [seat for seat in range(self.game.players) if seat != viewer]
        return tuple([self.group(seat, world.view(seat)) for seat in seats])

    def viewers(self) -> tuple[int | None, ...]:
        """Return all seats and the spectator."""
        return (*range(self.game.players), None)

    def moves(self) -> Iterator[tuple[World, int, Any, Successor]]:
        """Yield all that can happen: where, which seat acts, what it does, and how it turns out."""
        for world in self.all_worlds:
            for (seat, action), doing in world.doings.items():
                for move in doing.moves:
                    yield world, seat, action, move

    def kind(self, state: Any) -> int:
        """Return a number that States share if nobody could ever tell them apart, by any action.

        They may count chance events otherwise, or keep what no longer matters.
        """
        known = self.kind_by_state.get(state)
        if known is not None:
            return known
        self.kind_by_state[state] = -1  # in case a game comes back to it
        game = self.game
        views = [game.view(state, viewer) for viewer in self.viewers()]
        following: list[object] = []
        for seat in game.to_act(state):
            actions = game.legal_actions(state, seat)
            following += [self._kinds_after(state, seat, action) for action in actions]
            following += [seat, actions]
        content = (*views, *following)
        kind = self.kinds.setdefault(content, len(self.kinds))
        self.kind_by_state[state] = kind
        return kind

    def _kinds_after(self, state: Any, seat: int, action: Any) -> frozenset[tuple[int, Fraction]]:
        self._step(1)
        following = every_chance(lambda: self.game.apply(state, action, seat))
        chances: dict[int, Fraction] = {}
        for run in following.made:
            kind = self.kind(run.result)
            chances[kind] = chances.get(kind, ZERO) + run.chance
        return frozenset(chances.items())

    def _step(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooLargeError(f"there are more than {MOST_STEPS:,} things to do")


# Where they are, in words.


def place_of(world: World) -> str:
    """Return how to come to this State."""
    return f"after {', '.join(world.way)}" if world.way else "at the start"


def contrasts(game: AnyGame, state: Any, other: Any) -> list[str]:
    """Return where the JSON of a State differs from that of another, and how."""
    here = dict(leaves(game.to_json(state)))
    there = dict(leaves(game.to_json(other)))
    return [f"{path} is {one}, not {another}" for path, one, another in differences(here, there)]


def where_of(whole: Whole, world: World, others: Sequence[World]) -> str:
    """Return how to come to a State, and what is different in another one."""
    for other in others:
        found = contrasts(whole.game, world.state, other.state)
        if found:
            return f"{place_of(world)}, where {found[0]}"
    return place_of(world)
