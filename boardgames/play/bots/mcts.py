"""A bot that searches: information-set Monte Carlo tree search.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): the single-observer variant with
availability counts, which searches one tree over worlds sampled from the View. Below it stands UCT (Kocsis and
Szepesvari, "Bandit based Monte-Carlo Planning", 2006). Where several seats act at once each chooses on its own figures,
as in decoupled UCT (Tak, Lanctot and Winands, "Monte Carlo Tree Search Variants for Simultaneous Move Games", 2014).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any

from boardgames.core.chance import pick
from boardgames.core.errors import ConfigurationError
from boardgames.play.bots.base import A, Bot, V

if TYPE_CHECKING:
    from random import Random

    from boardgames.core.action import Action
    from boardgames.core.game import Game


@dataclass(frozen=True)
class MctsBot(Bot):
    """Searches one tree over many sampled worlds, and takes the action it has come back to most often.

    The same seed and number of iterations give the same choice; a budget of seconds cannot promise that.
    """

    iterations: int = 400
    """Worlds sampled, and ways walked through the tree, for one decision."""
    seconds: float = 0.0
    """Time for one decision; if above 0, it counts instead of `iterations`."""
    exploration: float = 0.2
    """How far the search turns to what it has tried little: the factor of the UCB1 bonus, where results are 0 to 1."""
    width: float = 4.0
    """How many of the actions that look best at first are searched at once; their number grows with the walks."""

    def __post_init__(self) -> None:
        """Raise `ConfigurationError` if there is no budget to search with."""
        if self.iterations < 1 and not self.seconds > 0:
            raise ConfigurationError("mcts needs iterations of 1 or more, or seconds above 0")

    def choose(self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random) -> A:
        """Return the action that the search comes back to most often."""
        if len(actions) == 1:
            return actions[0]
        search = _Search(game, self.exploration, self.width, rng)
        root = _Node()
        if self.seconds > 0:
            end = perf_counter() + self.seconds
            search.walk(root, game.determinize(view, rng))
            while perf_counter() < end:
                search.walk(root, game.determinize(view, rng))
        else:
            for _ in range(self.iterations):
                search.walk(root, game.determinize(view, rng))
        tried = root.choices[player].options
        most = max(option.visits for option in tried.values())
        return pick([action for action in actions if action in tried and tried[action].visits == most], rng)


class _Option:
    """One action of one seat in one place of the tree."""

    __slots__ = ("available", "estimate", "total", "visits")

    def __init__(self, estimate: float) -> None:
        self.estimate = estimate
        """What `evaluate` made of it in the world where it was met first."""
        self.available = 1
        """Walks that could have chosen it."""
        self.visits = 1
        """Walks that have; the estimate counts as one."""
        self.total = estimate
        """Sum of the results for this seat."""


class _Choice:
    """What one seat can do in one place of the tree."""

    __slots__ = ("options", "visits")

    def __init__(self) -> None:
        self.options: dict[Action, _Option] = {}
        self.visits = 0


class _Node:
    """A place in the tree: what each seat that acts there can do, and where it led."""

    __slots__ = ("children", "choices")

    def __init__(self) -> None:
        self.choices: dict[int, _Choice] = {}
        """By seat."""
        self.children: dict[tuple[Action, ...], _Node] = {}
        """By what all seats that act here do."""


class _Search:
    """The walks of one decision."""

    def __init__(self, game: Game[Any, Any, Any], exploration: float, width: float, rng: Random) -> None:
        self.game = game
        self.exploration = exploration
        self.width = width
        self.rng = rng

    def walk(self, node: _Node, state: Any) -> None:  # noqa: ANN401  # any State
        """Walk down the tree in this world to a new place, judge where that leads, and remember it on the way."""
        game = self.game
        path: list[tuple[int, _Option]] = []
        is_new = False
        while not is_new and (seats := game.to_act(state)):
            is_new = not node.choices
            taken = []
            for seat in seats:
                action, option = self._pick(node, state, seat)
                path.append((seat, option))
                taken.append(action)
                state = game.apply(state, action, seat)
            following = node.children.get(tuple(taken))
            if following is None:
                following = node.children[tuple(taken)] = _Node()
            node = following
        results = {seat: game.evaluate(state, seat) for seat in {seat for seat, _ in path}}
        for seat, option in path:
            option.visits += 1
            option.total += results[seat]

    def _pick(self, node: _Node, state: Any, seat: int) -> tuple[Action, _Option]:  # noqa: ANN401  # any State
        """Return what promises most by UCB1, among the few that looked best at first; the more walks, the more."""
        choice = node.choices.get(seat)
        if choice is None:
            choice = node.choices[seat] = _Choice()
        choice.visits += 1
        known = self._known(choice.options, state, seat)
        few = int(self.width + sqrt(choice.visits))
        if len(known) > few:
            known.sort(key=lambda pair: -pair[1].estimate)
            del known[few:]
        exploration = self.exploration
        best, chosen = -1.0, []
        for pair in known:
            option = pair[1]
            visits = option.visits
            promise = option.total / visits + exploration * sqrt(log(option.available) / visits)
            if promise > best:
                best, chosen = promise, [pair]
            elif promise == best:
                chosen.append(pair)
        return pick(chosen, self.rng) if len(chosen) > 1 else chosen[0]

    def _known(self, options: dict[Action, _Option], state: Any, seat: int) -> list[tuple[Action, _Option]]:  # noqa: ANN401
        """Return what is legal in this world; whatever is new here begins with an estimate of what follows it."""
        game = self.game
        actions = game.legal_actions(state, seat)
        known = []
        for action in actions:
            option = options.get(action)
            if option is None:
                estimate = game.evaluate(game.apply(state, action, seat), seat) if len(actions) > 1 else 0.5
                option = options[action] = _Option(estimate)
            else:
                option.available += 1
            known.append((action, option))
        return known
