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
    exploration: float = 0.3
    """How far the search turns to what it has tried little: the factor of the UCB1 bonus, where results are 0 to 1."""
    playout: int = 0
    """Random actions beyond the tree, before `evaluate` judges."""

    def __post_init__(self) -> None:
        """Raise `ConfigurationError` if there is no budget to search with."""
        if self.iterations < 1 and not self.seconds > 0:
            raise ConfigurationError("mcts needs iterations of 1 or more, or seconds above 0")

    def choose(self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random) -> A:
        """Return the action that the search comes back to most often."""
        if len(actions) == 1:
            return actions[0]
        search = _Search(game, self.exploration, self.playout, rng)
        root = _Node()
        if self.seconds > 0:
            end = perf_counter() + self.seconds
            search.walk(root, game.determinize(view, rng))
            while perf_counter() < end:
                search.walk(root, game.determinize(view, rng))
        else:
            for _ in range(self.iterations):
                search.walk(root, game.determinize(view, rng))
        tried = root.options[player]
        most = max(option.visits for option in tried.values())
        return pick([action for action in actions if action in tried and tried[action].visits == most], rng)


class _Option:
    """One action of one seat in one place of the tree."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.available = 0
        """Walks that could have chosen it."""
        self.visits = 0
        """Walks that have."""
        self.total = 0.0
        """Sum of the results for this seat."""


class _Node:
    """A place in the tree: what each seat that acts there has tried, and where it led."""

    __slots__ = ("children", "options")

    def __init__(self) -> None:
        self.options: dict[int, dict[Action, _Option]] = {}
        """By seat and action."""
        self.children: dict[tuple[Action, ...], _Node] = {}
        """By what all seats that act here do."""


class _Search:
    """The walks of one decision."""

    def __init__(self, game: Game[Any, Any, Any], exploration: float, playout: int, rng: Random) -> None:
        self.game = game
        self.exploration = exploration
        self.playout = playout
        self.rng = rng

    def walk(self, node: _Node, state: Any) -> None:  # noqa: ANN401  # any State
        """Walk down the tree in this world to something new, judge where that leads, and remember it on the way."""
        game = self.game
        path: list[tuple[int, _Option]] = []
        inside = True
        while inside and (seats := game.to_act(state)):
            taken = []
            for seat in seats:
                actions = game.legal_actions(state, seat)
                action, option = self._pick(node.options.setdefault(seat, {}), actions)
                inside = inside and (option.visits > 0 or len(actions) == 1)
                path.append((seat, option))
                taken.append(action)
                state = game.apply(state, action, seat)
            following = node.children.get(tuple(taken))
            if following is None:
                following = node.children[tuple(taken)] = _Node()
            node = following
        for _ in range(self.playout):
            if not game.to_act(state):
                break
            state = game.apply(state, game.random_action(state, self.rng))
        results = {seat: game.evaluate(state, seat) for seat in {seat for seat, _ in path}}
        for seat, option in path:
            option.visits += 1
            option.total += results[seat]

    def _pick(self, options: dict[Action, _Option], actions: tuple[Action, ...]) -> tuple[Action, _Option]:
        """Return something not tried yet, or what promises most by UCB1; count all that could have been chosen."""
        untried = []
        best, best_action, best_option = -1.0, None, None
        for action in actions:
            option = options.get(action)
            if option is None:
                untried.append(action)
                continue
            option.available += 1
            if not untried:
                visits = option.visits
                promise = option.total / visits + self.exploration * sqrt(log(option.available) / visits)
                if promise > best:
                    best, best_action, best_option = promise, action, option
        if untried or best_action is None or best_option is None:
            action = pick(untried or actions, self.rng)
            option = options[action] = _Option()
            option.available = 1
            return action, option
        return best_action, best_option
