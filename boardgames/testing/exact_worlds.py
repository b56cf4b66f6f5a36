"""All States of a tiny game, and which of them one viewer cannot tell apart.

What everybody has seen done is a history. States that it leaves possible, each with the chance that
chance alone gives it, are a `Belief`: how likely somebody was to act as they did is left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any, TypeAlias

from boardgames.contract.game import Game
from boardgames.testing.branches import SEED, Branches, Path, Script, chance_from, every

MOST_DEALS = 4_000
"""Number of deals, and of ways in which one action can turn out, after which a game is too large."""
MOST_STEPS = 30_000
"""Number of times that an action is taken in a State of a belief, after which it is too large."""

Weights: TypeAlias = tuple[tuple[int, int], ...]
"""The numbers of States, ascending, with whole numbers in proportion to their chances."""


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
        if len(self.beliefs) == 1:
            ((weights, is_fair),) = self.beliefs
            if is_fair:
                yield self._shares(weights)
                return
        for alike in self._alike_for_others().values():
            numbers = {node.number for node in alike}
            parts = {
                _reduced(tuple([each for each in weights if each[0] in numbers]))
                for weights, _ in self.beliefs
            }
            parts.discard(())
            if len(parts) == 1 and len(alike) > 1:
                yield self._shares(parts.pop())

    def _alike_for_others(self) -> dict[tuple[Group, ...], list[Node]]:
        alike: dict[tuple[Group, ...], list[Node]] = {}
        for node in self.nodes:
            alike.setdefault(node.seen_by_others(self.viewer), []).append(node)
        return alike

    def _shares(self, weights: Weights) -> dict[Node, Fraction]:
        total = sum([weight for _, weight in weights])
        by_number = {node.number: node for node in self.nodes}
        return {by_number[number]: Fraction(weight, total) for number, weight in weights}


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

    def seen_by_others(self, viewer: int | None) -> tuple[Group, ...]:
        """Return what each other seat takes for possible."""
        return tuple(
            [group for seat, group in self.groups.items() if seat is not None and seat != viewer]
        )


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

    game: Game[Any, Any, Any]
    nodes: list[Node] = field(default_factory=list)
    by_state: dict[Any, Node] = field(default_factory=dict)
    groups: dict[tuple[int | None, Any], Group] = field(default_factory=dict)
    deals: int = 0
    steps: int = 0

    @classmethod
    def of(cls, game: Game[Any, Any, Any]) -> Whole:
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

    def _first(self) -> Belief:
        deals = self._every(lambda: self.game.new_game(SEED))
        self.deals = len(deals.results)
        weights: dict[int, Fraction] = {}
        for state, likelihood, _ in deals.results:
            number = self._node(state, ()).number
            weights[number] = weights.get(number, Fraction(0)) + likelihood
        return Belief(_in_proportion(weights), (True,) * len(self.viewers()))

    def _every(self, run: Callable[[], Any]) -> Branches[Any]:
        def scripted(script: Script) -> Any:
            with chance_from(script):
                return run()

        found = every(scripted, MOST_DEALS)
        if found.rest:
            raise TooLargeError(f"chance can go in more than {MOST_DEALS:,} ways at once")
        return found

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
            for each in belief.weights:
                alike.setdefault(self.nodes[each[0]].groups[viewer], []).append(each)
            for group, weights in alike.items():
                group.beliefs.add((_reduced(tuple(weights)), is_fair))

    def _following(self, belief: Belief) -> Iterator[Belief]:
        """Yield what is possible after each action that somebody may take now."""
        choices = {
            (seat, action): None
            for number, _ in belief.weights
            for seat, actions in self.nodes[number].legal.items()
            for action in actions
        }
        fair = {seat: self._fair(belief, seat) for seat in {seat for seat, _ in choices}}
        for seat, action in choices:
            weights: dict[int, Fraction] = {}
            for number, weight in belief.weights:
                node = self.nodes[number]
                if action in node.legal.get(seat, ()):
                    self._add(weights, weight, self._moves(node, seat, action))
            yield Belief(_in_proportion(weights), fair[seat])

    def _fair(self, belief: Belief, seat: int) -> tuple[bool, ...]:
        """Return for which viewers a choice of this seat says nothing of what chance decided."""
        fair: list[bool] = []
        for viewer, is_fair in zip(self.viewers(), belief.fair, strict=True):
            listed: dict[Group, set[tuple[Any, ...]]] = {}
            for number, _ in belief.weights:
                node = self.nodes[number]
                listed.setdefault(node.groups[viewer], set()).add(node.legal.get(seat, ()))
            is_open = all(len(actions) == 1 for actions in listed.values())
            fair.append(is_fair and (viewer == seat or is_open))
        return tuple(fair)

    def _add(self, weights: dict[int, Fraction], weight: int, moves: list[Move]) -> None:
        """Add up how likely each State is after an action."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLargeError(f"there are more than {MOST_STEPS:,} things to do")
        for move in moves:
            number = move.after.number
            weights[number] = weights.get(number, Fraction(0)) + weight * move.chance

    def _moves(self, node: Node, seat: int, action: Any) -> list[Move]:
        known = node.moves.get((seat, action))
        if known is None:
            way = (*node.way, f"{seat + 1}: {action}")
            found = self._every(lambda: self.game.apply(node.state, action, seat))
            known = node.moves[seat, action] = [
                Move(self._node(after, way), likelihood, path)
                for after, likelihood, path in found.results
            ]
        return known


def _in_proportion(weights: dict[int, Fraction]) -> Weights:
    """Return the smallest whole numbers in proportion to these."""
    common = lcm(*[weight.denominator for weight in weights.values()])
    ordered = sorted(weights.items())
    return _reduced(tuple([(number, int(weight * common)) for number, weight in ordered]))


def _reduced(weights: Weights) -> Weights:
    divisor = gcd(*[weight for _, weight in weights])
    return tuple([(number, weight // divisor) for number, weight in weights])
