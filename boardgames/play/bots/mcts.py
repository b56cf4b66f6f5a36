"""A bot that searches: information-set Monte Carlo tree search.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): the variant with many observers,
where each seat chooses by what it can see. The first choice is made by sequential halving.
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
    from collections.abc import Iterator
    from random import Random

    from boardgames.core.action import Action
    from boardgames.core.game import Game


@dataclass(frozen=True)
class MctsBot(Bot):
    """Searches."""

    iterations: int = 400
    seconds: float = 0.0
    exploration: float = 0.3
    width: int = 8
    depth: int = 6
    worlds: int = 16
    prior: float = 1.0
    few: float = 2.0

    def __post_init__(self) -> None:
        """Raise `ConfigurationError` if there is no budget to search with."""
        if self.iterations < 1 and not self.seconds > 0:
            raise ConfigurationError("mcts needs iterations of 1 or more, or seconds above 0")

    def choose(self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random) -> A:
        """Return the action that is left."""
        if len(actions) == 1:
            return actions[0]
        search = _Search(game, self.exploration, self.depth, self.few, rng)
        worlds = [game.determinize(view, rng) for _ in range(min(self.worlds, self.iterations))]
        look = worlds[:8]
        estimates = [
            sum([game.evaluate(game.apply(world, action, player), player) for world in look]) / len(look)
            for action in actions
        ]
        order = sorted(range(len(actions)), key=lambda i: (-estimates[i], rng.random()))
        left = [[actions[i], estimates[i] * self.prior, self.prior] for i in order[: self.width]]
        rounds = max(1, (len(left) - 1).bit_length())
        at = 0
        for _ in range(rounds):
            for _ in range(max(1, round(self.iterations / rounds / len(left)))):
                world = worlds[at % len(worlds)]
                at += 1
                for candidate in left:
                    candidate[1] += search.walk(world, player, candidate[0])
                    candidate[2] += 1
            left.sort(key=lambda candidate: -candidate[1] / candidate[2])
            del left[(len(left) + 1) // 2 :]
        return left[0][0]


class _Option:
    __slots__ = ("action", "estimate", "total", "visits")

    def __init__(self, action, estimate: float) -> None:
        self.action = action
        self.estimate = estimate
        self.visits = 0
        self.total = 0.0


class _Choice:
    __slots__ = ("high", "low", "options", "total", "visits")

    def __init__(self, options) -> None:
        self.options = options
        self.visits = 0
        self.total = 0.0
        self.low = self.high = options[0].estimate


class _Search:
    """The walks of one decision."""

    def __init__(self, game, exploration, depth, few, rng) -> None:
        self.game = game
        self.exploration = exploration
        self.depth = depth
        self.few = few
        self.rng = rng
        self.choices = {}

    def walk(self, state, player, action) -> float:
        game = self.game
        state = game.apply(state, action, player)
        path = []
        ahead = 0
        while ahead < self.depth and (seats := game.to_act(state)):
            seat = seats[0]
            actions = game.legal_actions(state, seat)
            if len(actions) == 1:
                state = game.apply(state, actions[0], seat)
                continue
            ahead += 1
            view = game.view(state, seat)
            choice = self.choices.get(view)
            if choice is None:
                choice = self.choices[view] = self.new(state, seat, actions)
            option = self.pick(choice)
            path.append((seat, choice, option))
            state = game.apply(state, option.action, seat)
        results = {}
        for seat, choice, option in path:
            result = results.get(seat)
            if result is None:
                result = results[seat] = game.evaluate(state, seat)
            choice.visits += 1
            choice.total += result
            choice.low = min(choice.low, result)
            choice.high = max(choice.high, result)
            option.visits += 1
            option.total += result
        return results[player] if player in results else game.evaluate(state, player)

    def new(self, state, seat, actions):
        game = self.game
        options = [_Option(action, game.evaluate(game.apply(state, action, seat), seat)) for action in actions]
        self.rng.shuffle(options)
        options.sort(key=lambda option: -option.estimate)
        return _Choice(options)

    def pick(self, choice):
        options = choice.options
        if not choice.visits:
            return options[0]
        few = int(self.few + sqrt(choice.visits) / 2)
        mean = choice.total / choice.visits - options[0].estimate
        bonus = self.exploration * (choice.high - choice.low) * sqrt(log(choice.visits + 1))
        best = -9.0
        for option in options[:few]:
            visits = option.visits + 1
            promise = (option.total + mean + option.estimate) / visits + bonus / sqrt(visits)
            if promise > best:
                best, chosen = promise, option
        return chosen
