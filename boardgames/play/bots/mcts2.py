"""Prototype."""
# ruff: noqa
# mypy: ignore-errors
from __future__ import annotations
from dataclasses import dataclass
from math import fsum, inf, log, sqrt, exp
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic
from boardgames.core.chance import pick, shuffle
from boardgames.core.errors import ConfigurationError
from boardgames.play.bots.base import A, V
from boardgames.play.bots.timed import Deadline, OutOfTimeError, TimedBot, estimates
LOOKS = 8
"""In how many worlds at most each legal action is estimated at first."""
OVERTIME = 1.25
"""By how much the comparison with an action that was asked about may prolong a search."""
FIRST_URGENCY = 0.1

@dataclass(frozen=True)
class Mcts2Bot(TimedBot):
    iterations: int = 200
    seconds: float = 0.0
    worlds: int = 16
    width: int = 8
    depth: int = 12
    exploration: float = 1.0
    rollout: int = 0
    temperature: float = 1.0
    fpu: float = 0.2

    def __post_init__(self) -> None:
        if self.iterations < 1 and not self.seconds > 0:
            raise ConfigurationError("mcts needs iterations of 1 or more, or seconds above 0")
        if self.worlds < 1 or self.width < 1:
            raise ConfigurationError("mcts needs worlds and width of 1 or more")

    def choose_by(self, game, player, view, actions, rng, deadline):
        if len(actions) == 1:
            return actions[0]
        options = self._ordered(game, player, view, actions, rng, deadline)
        return options[0].action if options else pick(actions, rng)

    def consider(self, game, player, view, actions, rng, *, besides=None):
        options = self._ordered(game, player, view, actions, rng, Deadline(), besides)
        return tuple([Considered(option.action, _mean(option), option.visits) for option in options])

    def _ordered(self, game, player, view, actions, rng, deadline, besides=None):
        worlds = []
        search = _Search(game, player, worlds, self, rng, deadline)
        left = []
        dropped = []
        try:
            for _ in range(self.worlds):
                deadline.check()
                worlds.append(game.determinize(view, rng))
            estimated = search.estimated(actions, worlds[:LOOKS], player)
            left = estimated[: self.width] + [each for each in estimated[self.width :] if each.action == besides]
            dropped = [option for option in estimated if option not in left]
            seconds = min(self.seconds or inf, deadline.seconds)
            rounds = (len(left) - 1).bit_length()
            for number in range(rounds):
                walks = inf if self.seconds > 0 else self.iterations // (rounds * len(left))
                search.compare_often(left, walks, deadline.start + seconds * (number + 1) / rounds)
                left.sort(key=_mean, reverse=True)
                dropped = left[(len(left) + 1) // 2 :] + dropped
                del left[(len(left) + 1) // 2 :]
            asked = [option for option in dropped if option.action == besides]
            if asked:
                search.compare_often([left[0], *asked], self.iterations // 4, deadline.start + seconds * OVERTIME)
        except OutOfTimeError:
            left.sort(key=_mean, reverse=True)
        return left + dropped


@dataclass(frozen=True)
class Considered(Generic[A]):
    action: A
    chance: float
    walks: int


class _Option(Generic[A]):
    __slots__ = ("action", "estimate", "total", "visits")

    def __init__(self, action, estimate):
        self.action = action
        self.estimate = estimate
        self.visits = 0
        self.total = 0.0


def _mean(option):
    return (option.total + option.estimate) / (option.visits + 1)


class _Node:
    __slots__ = ("actions", "weights", "counts", "totals", "visits", "total", "low", "high")

    def __init__(self, actions, weights):
        self.actions = actions
        self.weights = weights
        self.counts = []
        self.totals = []
        self.visits = 0
        self.total = 0.0
        self.low = 1.0
        self.high = 0.0

    def pick(self, exploration, fpu):
        visits = self.visits
        if not visits:
            return 0
        counts, totals, weights = self.counts, self.totals, self.weights
        span = self.high - self.low or 0.05
        bonus = exploration * span * sqrt(visits)
        best, chosen = -1.0, 0
        for index, count in enumerate(counts):
            promise = totals[index] / count + bonus * weights[index] / (1 + count)
            if promise > best:
                best, chosen = promise, index
        new = len(counts)
        if new < len(weights) and self.total / visits - fpu * span + bonus * weights[new] > best:
            return new
        return chosen

    def add(self, index, result):
        self.visits += 1
        self.total += result
        if result < self.low: self.low = result
        if result > self.high: self.high = result
        if index == len(self.counts):
            self.counts.append(1)
            self.totals.append(result)
        else:
            self.counts[index] += 1
            self.totals[index] += result


class _Search:
    def __init__(self, game, player, worlds, bot, rng, deadline):
        self.game = game
        self.player = player
        self.worlds = worlds
        self.bot = bot
        self.rng = rng
        self.deadline = deadline
        self.compared = 0
        self.nodes = {}

    def compare_often(self, options, times, end):
        done = 0
        while True:
            self.compare(options)
            done += 1
            if done >= times or (end < inf and self.deadline.clock() >= end):
                return

    def compare(self, options):
        world = self.worlds[self.compared % len(self.worlds)]
        results = [self._walk(self.game.apply(world, option.action, self.player)) for option in options]
        self.compared += 1
        for option, result in zip(options, results, strict=True):
            option.visits += 1
            option.total += result

    def _walk(self, state):
        game, bot, nodes = self.game, self.bot, self.nodes
        exploration, fpu = bot.exploration, bot.fpu
        path = []
        fresh = 0
        steps = 0
        while steps < bot.depth and (seats := game.to_act(state)):
            self.deadline.check()
            seat = seats[0]
            actions = game.legal_actions(state, seat)
            if len(actions) == 1:
                state = game.apply(state, actions[0], seat)
                continue
            steps += 1
            if fresh > 0:
                if fresh > bot.rollout: break
                fresh += 1
                prior = game.prior(state, seat, actions)
                action = actions[max(range(len(actions)), key=prior.__getitem__)]
                state = game.apply(state, action, seat)
                continue
            key = seat, game.view(state, seat)
            node = nodes.get(key)
            if node is None:
                node = nodes[key] = self._node(state, seat, actions)
                fresh = 1
            index = node.pick(exploration, fpu)
            path.append((seat, node, index))
            state = game.apply(state, node.actions[index], seat)
        results = {seat: game.evaluate(state, seat) for seat in {self.player, *(seat for seat, _, _ in path)}}
        for seat, node, index in path:
            node.add(index, results[seat])
        return results[self.player]

    def _node(self, state, seat, actions):
        prior = self.game.prior(state, seat, actions)
        top = max(prior)
        t = self.bot.temperature
        order = sorted(range(len(actions)), key=prior.__getitem__, reverse=True)
        weights = [exp((prior[index] - top) / t) for index in order]
        total = fsum(weights)
        return _Node([actions[index] for index in order], [weight / total for weight in weights])

    def estimated(self, actions, worlds, seat):
        rows = estimates(self.game, seat, actions, worlds, self.deadline)
        if not rows:
            raise OutOfTimeError
        means = [fsum(column) / len(rows) for column in zip(*rows, strict=True)]
        options = [_Option(action, mean) for action, mean in zip(actions, means, strict=False)]
        options = shuffle(options, self.rng)
        options.sort(key=attrgetter("estimate"), reverse=True)
        return options
