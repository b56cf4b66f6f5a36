"""All States of a tiny game, and which of them one viewer cannot tell apart.

What everybody has seen done is a history. States that it leaves possible, each with the chance that
chance alone gives it, are a `Belief`: how likely somebody was to act as they did is left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any, TypeAlias

from boardgames.testing.branches import (
    SEED,
    ZERO,
    Branches,
    Path,
    Script,
    TooManyError,
    chance_from,
    every,
)
from boardgames.testing.compare import leaves
from boardgames.testing.law import AnyGame

MOST_WAYS = 4_000
"""Number of deals, and of ways in which one action can turn out, from which on a game is too large.
"""
MOST_STEPS = 30_000
"""Number of times that an action is taken in a State of a belief, from which on it is too large."""

Weights: TypeAlias = tuple[tuple[int, int], ...]
"""The numbers of States, ascending, with whole numbers in proportion to their chances."""
Sight: TypeAlias = "tuple[Group, ...]"
"""What several seats see."""


class TooLargeError(Exception):
    """Raised for a game with more that can happen than can be looked at."""


@dataclass(eq=False)
class Group:
    """What one viewer cannot tell apart: all States with the same View."""

    viewer: int | None
    view: Any
    nodes: list[Node] = field(default_factory=list)
    beliefs: set[tuple[Weights, bool]] = field(default_factory=set)
    """What each history with this View leaves, and whether chance alone decides how likely it is.
    """

    def decided(self) -> Iterator[dict[Node, Fraction]]:
        """Yield some of these States, with their chances, where chance alone decides between them.

        Between all of them, it does if nobody else could choose otherwise in one than in another.
        If they could, it still does between those in which everybody else sees the same.
        """
        first, *others = self.beliefs
        weights, is_fair = first
        if is_fair and not others:
            yield self._shares(weights)
            return
        for alike in self._alike_for_others():
            parts = self._parts(alike)
            if len(alike) > 1 and len(parts) == 1:
                yield self._shares(parts.pop())

    def _alike_for_others(self) -> Iterable[list[Node]]:
        alike: dict[Sight, list[Node]] = {}
        for node in self.nodes:
            sight = node.seen_by_others(self.viewer)
            alike.setdefault(sight, []).append(node)
        return alike.values()

    def _parts(self, nodes: Sequence[Node]) -> set[Weights]:
        """Return what the histories that leave any of these States say of them."""
        numbers = {node.number for node in nodes}
        parts: set[Weights] = set()
        for weights, _ in self.beliefs:
            part = [each for each in weights if each[0] in numbers]
            if part:
                parts.add(_reduced(part))
        return parts

    def _shares(self, weights: Weights) -> dict[Node, Fraction]:
        by_number = {node.number: node for node in self.nodes}
        total = sum([weight for _, weight in weights])
        shares: dict[Node, Fraction] = {}
        for number, weight in weights:
            shares[by_number[number]] = Fraction(weight, total)
        return shares


@dataclass(eq=False)
class Node:
    """A State, and what follows from it."""

    number: int
    state: Any
    groups: dict[int | None, Group]
    """By viewer."""
    legal: dict[int, tuple[Any, ...]]
    """The legal actions of each seat that may act."""
    way: tuple[str, ...]
    """The actions that lead here, one way to do so."""
    moves: dict[tuple[int, Any], list[Move]] = field(default_factory=dict)
    """By seat and action."""

    def seen_by_others(self, viewer: int | None) -> Sight:
        """Return what each other seat takes for possible."""
        others = [seat for seat in self.groups if seat not in (viewer, None)]
        return tuple([self.groups[seat] for seat in others])


@dataclass(frozen=True)
class Move:
    """One way in which an action can turn out."""

    after: Node
    chance: Fraction
    path: Path
    """How chance decided."""


@dataclass(frozen=True)
class Belief:
    """What a history leaves."""

    weights: Weights
    fair: tuple[bool, ...]
    """For each viewer: whether, as far as they see, all others could choose from the same actions,
    whatever chance had decided; what others have done then says nothing of it."""


@dataclass(eq=False)
class Whole:
    """A game, State by State."""

    game: AnyGame
    nodes: list[Node] = field(default_factory=list)
    by_state: dict[Any, Node] = field(default_factory=dict)
    groups: dict[tuple[int | None, Any], Group] = field(default_factory=dict)
    deals: int = 0
    steps: int = 0
    kinds: dict[Any, int] = field(default_factory=dict)
    """By what can be seen in a State and can follow from it: a number."""
    kind_by_state: dict[Any, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: AnyGame) -> Whole:
        """Return all that can happen in this game; raise `TooLargeError` if that is too much."""
        whole = cls(game)
        first = whole._first()
        waiting = deque([first])
        known = {first}
        while waiting:
            belief = waiting.popleft()
            whole._note(belief)
            for following in whole._following(belief):
                if following not in known:
                    known.add(following)
                    waiting.append(following)
        return whole

    def viewers(self) -> tuple[int | None, ...]:
        """Return all seats and the spectator."""
        return (*range(self.game.players), None)

    def moves(self) -> Iterator[tuple[Node, int, Any, Move]]:
        """Yield all that can happen: where, which seat acts, what it does, and how it turns out."""
        for node in self.nodes:
            for (seat, action), found in node.moves.items():
                for move in found:
                    yield node, seat, action, move

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
        self._step()
        following = self._every(lambda: self.game.apply(state, action, seat))
        chances: dict[int, Fraction] = {}
        for branch in following.made:
            kind = self.kind(branch.result)
            chances[kind] = chances.get(kind, ZERO) + branch.chance
        return frozenset(chances.items())

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLargeError(f"there are more than {MOST_STEPS:,} things to do")

    def _first(self) -> Belief:
        deals = self._every(lambda: self.game.new_game(SEED))
        self.deals = len(deals.made)
        weights: dict[int, Fraction] = {}
        for branch in deals.made:
            number = self._node(branch.result, ()).number
            weights[number] = weights.get(number, ZERO) + branch.chance
        return Belief(_in_proportion(weights), (True,) * len(self.viewers()))

    def _every(self, run: Callable[[], Any]) -> Branches[Any]:
        def scripted(script: Script) -> Any:
            with chance_from(script):
                return run()

        try:
            return every(scripted, MOST_WAYS)
        except TooManyError:
            what = f"chance can go in more than {MOST_WAYS:,} ways at once"
            raise TooLargeError(what) from None

    def _node(self, state: Any, way: tuple[str, ...]) -> Node:
        node = self.by_state.get(state)
        if node is None:
            game = self.game
            legal = {seat: game.legal_actions(state, seat) for seat in game.to_act(state)}
            node = self.by_state[state] = Node(len(self.nodes), state, {}, legal, way)
            self.nodes.append(node)
            for viewer in self.viewers():
                view = game.view(state, viewer)
                group = self.groups.setdefault((viewer, view), Group(viewer, view))
                group.nodes.append(node)
                node.groups[viewer] = group
        return node

    def _note(self, belief: Belief) -> None:
        """Note what each viewer takes for possible now, and how likely."""
        for viewer, is_fair in zip(self.viewers(), belief.fair, strict=True):
            alike: dict[Group, list[tuple[int, int]]] = {}
            for number, weight in belief.weights:
                node = self.nodes[number]
                weights = alike.setdefault(node.groups[viewer], [])
                weights.append((number, weight))
            for group, weights in alike.items():
                group.beliefs.add((_reduced(weights), is_fair))

    def _following(self, belief: Belief) -> Iterator[Belief]:
        """Yield what is possible after each action that somebody may take now."""
        for seat in range(self.game.players):
            choices: dict[Any, None] = {}
            for number, _ in belief.weights:
                actions = self.nodes[number].legal.get(seat, ())
                choices.update(dict.fromkeys(actions))
            fair = self._fair(belief, seat) if choices else ()
            for action in choices:
                yield Belief(self._weights_after(belief, seat, action), fair)

    def _weights_after(self, belief: Belief, seat: int, action: Any) -> Weights:
        weights: dict[int, Fraction] = {}
        for number, weight in belief.weights:
            node = self.nodes[number]
            if action not in node.legal.get(seat, ()):
                continue
            self._step()
            for move in self._moves(node, seat, action):
                after = move.after.number
                weights[after] = weights.get(after, ZERO) + weight * move.chance
        return _in_proportion(weights)

    def _fair(self, belief: Belief, seat: int) -> tuple[bool, ...]:
        """Return for which viewers a choice of this seat says nothing of what chance decided."""
        fair: list[bool] = []
        for viewer, was_fair in zip(self.viewers(), belief.fair, strict=True):
            is_fair = viewer == seat or self._same_choices(belief, seat, viewer)
            fair.append(was_fair and is_fair)
        return tuple(fair)

    def _same_choices(self, belief: Belief, seat: int, viewer: int | None) -> bool:
        """Return whether the viewer knows what this seat can choose from."""
        known: dict[Group, tuple[Any, ...]] = {}
        for number, _ in belief.weights:
            node = self.nodes[number]
            actions = node.legal.get(seat, ())
            if known.setdefault(node.groups[viewer], actions) != actions:
                return False
        return True

    def _moves(self, node: Node, seat: int, action: Any) -> list[Move]:
        known = node.moves.get((seat, action))
        if known is None:
            way = (*node.way, f"{seat + 1}: {action}")
            found = self._every(lambda: self.game.apply(node.state, action, seat))
            known = []
            for branch in found.made:
                after = self._node(branch.result, way)
                known.append(Move(after, branch.chance, branch.path))
            node.moves[seat, action] = known
        return known


def _in_proportion(weights: dict[int, Fraction]) -> Weights:
    """Return the smallest whole numbers in proportion to these."""
    common = lcm(*[weight.denominator for weight in weights.values()])
    whole: list[tuple[int, int]] = []
    for number, weight in sorted(weights.items()):
        whole.append((number, int(weight * common)))
    return _reduced(whole)


def _reduced(weights: Sequence[tuple[int, int]]) -> Weights:
    """Return the smallest whole numbers in proportion to these, by the numbers of States."""
    divisor = gcd(*[weight for _, weight in weights])
    return tuple([(number, weight // divisor) for number, weight in weights])


# Where they are, in words.


def place_of(node: Node) -> str:
    """Return how to come to this State."""
    return f"after {', '.join(node.way)}" if node.way else "at the start"


def differences(game: AnyGame, state: Any, other: Any) -> list[str]:
    """Return where the JSON of a State differs from that of another, and how."""
    here, there = (dict(leaves(game.to_json(each))) for each in (state, other))
    return [
        f"{path} is {here.get(path, 'missing')}, not {there.get(path, 'missing')}"
        for path in {**here, **there}
        if here.get(path) != there.get(path)
    ]


def where_of(whole: Whole, node: Node, others: Sequence[Node]) -> str:
    """Return how to come to a State, and what is different in another one."""
    for other in others:
        found = differences(whole.game, node.state, other.state)
        if found:
            return f"{place_of(node)}, where {found[0]}"
    return place_of(node)
