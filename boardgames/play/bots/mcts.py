"""A bot that searches: information-set Monte Carlo tree search.

It walks through worlds sampled from its View, after Cowling, Powley and Whitehouse, "Information
Set Monte Carlo Tree Search" (2012). Results of the searcher's choices are stored by its View, those
of a rival's choices by the public View. A rival's own View would not work: it has other cards in
every world, so that hardly any View is repeated, and the search would expect rivals that never
learn. How a rival uses its cards is left to the `prior`. Seats that act simultaneously do not see
each other's choices and need no special treatment.

- The first choice is made by sequential halving (Karnin, Koren and Somekh, "Almost Optimal
  Exploration in Multi-Armed Bandits", 2013; in trees: Pepels, Cazenave, Winands and Lanctot,
  "Minimizing Simple and Cumulative Regret in Monte-Carlo Tree Search", 2014). All remaining actions
  walk through the same worlds, since worlds differ more than actions do; they are compared by mean
  result, not by number of visits.
- At a place visited before, a walk chooses by PUCT (Rosin, "Multi-Armed Bandits with Episode
  Context", 2011; in the form of Silver and others, "Mastering the Game of Go without Human
  Knowledge", 2017): actions with good results, and those that the game's `prior` favours and that
  were tried rarely.
- From the first new place on, the `prior` alone chooses, until the walk has made enough choices.
  Then `evaluate` judges the final position (Lorentz, "Using Evaluation Functions in Monte-Carlo
  Tree Search", 2016).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, fsum, inf, sqrt
from operator import attrgetter
from random import Random
from time import perf_counter
from typing import Any, Generic

from boardgames.contract.game import A, Game, V
from boardgames.core.chance import pick, shuffle
from boardgames.core.errors import ConfigurationError
from boardgames.core.values import value
from boardgames.play.bots.timed import Deadline, OutOfTimeError, TimedBot, estimates

LOOKS = 8
"""Number of worlds in which each legal action is estimated at first."""
HOPELESS = 30.0
"""The search ignores actions whose `prior` is this much below the best."""
URGENCY = 0.2
"""How far below the mean of a View an untried action is expected to be, as a share of the span of
its results.
"""
LEAST_SPAN = 0.05
"""The span assumed for a View with a single result."""
EQUAL = 0.02
"""Actions whose chances differ by less count as equally good, regardless of the number of walks."""
CHANCE = 3.0
"""The same for a difference of fewer standard errors: of many pairs that are equally good, every
twentieth differs by two of them."""
OVERTIME = 1.25
"""Factor by which the comparison of the requested action may prolong a search."""


@value
class MctsBot(TimedBot[Any, Any]):
    """Walks through sampled worlds with the most promising actions, and halves their number until
    one is left.

    The same seed and number of iterations give the same choice; a budget of seconds cannot promise
    that, and neither can a match whose time limit ends the search before its iterations do.
    """

    iterations: int = 200
    """Number of walks per decision; each action that is compared gets at least one."""
    seconds: float = 0.0
    """Approximate seconds per decision; if above 0, used instead of `iterations`. A match may allow
    less.
    """
    width: int = 8
    """Number of actions that the search compares: the best by the first estimate."""
    depth: int = 12
    """Number of choices in a walk, by all seats, before it is judged."""
    exploration: float = 1.0
    """How much a walk favours rarely tried actions: the factor of the PUCT bonus, in spans of
    results.
    """

    def __post_init__(self) -> None:
        if self.iterations < 1 and not self.seconds > 0:
            raise ConfigurationError("mcts: iterations must be 1 or more, or seconds above 0")
        if not self.seconds >= 0:
            raise ConfigurationError("mcts: seconds must be 0 or more")
        if self.width < 1:
            raise ConfigurationError("mcts: width must be 1 or more")

    def choose_by(
        self,
        game: Game[Any, A, V],
        player: int,
        view: V,
        actions: tuple[A, ...],
        rng: Random,
        deadline: Deadline,
    ) -> A:
        """Return the action that is left after all halvings, or that leads when time runs out."""
        if len(actions) == 1:
            return actions[0]
        soon = deadline.sooner(self.seconds or inf)
        options = _Search(game, player, view, self, rng, soon).ordered(actions)
        return options[0].action if options else pick(actions, rng)

    def consider(
        self,
        game: Game[Any, A, V],
        player: int,
        view: V,
        actions: tuple[A, ...],
        rng: Random,
        *,
        besides: A | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> tuple[Considered[A], ...]:
        """Return actions with their estimated chances to win, those kept longest by the search
        first.

        Omitted are actions that the prior thinks hopeless, and those for which there was no time.
        The action `besides` is compared with the best one in the end, regardless of its first
        estimate.
        """
        deadline = Deadline(clock=clock).sooner((self.seconds or inf) * OVERTIME)
        search = _Search(game, player, view, self, rng, deadline, explaining=True)
        return tuple(search.ordered(actions, besides))


@dataclass
class Considered(Generic[A]):
    """A legal action, and the findings of a search."""

    action: A
    chance: float
    """Estimated chance to win after it, from 0 to 1: at first by `evaluate`, which counts as one
    result.
    """
    walks: int = 0
    """Number of walks that began with it; few if others soon looked better."""
    reasons: dict[int, Mapping[str, float]] = field(default_factory=dict)
    """`Game.reasons` at the end of each walk, by the number of its world, which is the same for all
    actions; collected only if requested."""
    results: dict[int, float] = field(default_factory=dict)
    """The result of each walk, by the number of its world; collected only if requested."""

    def __post_init__(self) -> None:
        self._estimate, self._total = self.chance, 0.0

    def add(self, result: float) -> None:
        """Add the result of one more walk."""
        self.walks += 1
        self._total += result
        self.chance = (self._total + self._estimate) / (self.walks + 1)

    def is_about_equal(self, other: Considered[A]) -> bool:
        """Return whether their chances differ by less than `EQUAL`, or `CHANCE` standard errors of
        the difference.
        """
        from statistics import stdev  # slow to load

        gap = abs(self.chance - other.chance)
        gaps = [
            result - other.results[world]
            for world, result in self.results.items()
            if world in other.results
        ]
        return gap < EQUAL or (len(gaps) > 1 and gap < CHANCE * stdev(gaps) / sqrt(len(gaps)))


@dataclass(slots=True)
class _Node:
    """The results of the actions of one seat at a point of the game."""

    results: dict[Hashable, tuple[int, float]] = field(default_factory=dict)
    """By action tried: the number and the sum of its results."""
    visits: int = 0
    total: float = 0.0
    low: float = 1.0
    high: float = 0.0
    """The span of the results."""

    def promises(
        self, actions: Sequence[object], prior: Sequence[float], exploration: float
    ) -> Sequence[float]:
        """Return the PUCT value of each action; before the first visit, its prior."""
        if not self.visits:
            return prior
        best = max(prior)
        weights = [exp(each - best) if each >= best - HOPELESS else 0.0 for each in prior]
        span = self.high - self.low or LEAST_SPAN
        bonus = exploration * span * sqrt(self.visits) / fsum(weights)
        untried = self.total / self.visits - URGENCY * span
        promises = []
        for action, weight in zip(actions, weights, strict=True):
            if not weight:
                promises.append(-inf)
            elif action in self.results:
                count, total = self.results[action]
                promises.append(total / count + bonus * weight / (1 + count))
            else:
                promises.append(untried + bonus * weight)
        return promises

    def add(self, action: Hashable, result: float) -> None:
        """Add the result, for the seat, of a walk that took this action."""
        self.visits += 1
        self.total += result
        self.low = min(self.low, result)
        self.high = max(self.high, result)
        count, total = self.results.get(action, (0, 0.0))
        self.results[action] = count + 1, total + result


@dataclass
class _Search:
    """The walks of one decision."""

    game: Game[Any, Any, Any]
    player: int
    view: object
    bot: MctsBot
    rng: Random
    deadline: Deadline
    explaining: bool = False
    compared: int = 0
    """Number of comparisons so far."""
    first_worlds: list[object] = field(default_factory=list)
    """The worlds in which actions are estimated before the walks begin."""
    end: object = None
    """The State in which the last walk ended."""
    nodes: dict[tuple[int, Hashable], _Node] = field(default_factory=dict)
    """By deciding seat and View: its own for the searcher, that of a spectator for a rival."""

    def ordered(self, actions: tuple[A, ...], besides: A | None = None) -> list[Considered[A]]:
        """Return the actions, best first; empty if there is no time at all."""
        left: list[Considered[A]] = []
        dropped: list[Considered[A]] = []
        try:
            for option in self.estimated(self.sensible(actions, besides)):
                if len(left) < self.bot.width or option.action == besides:
                    left.append(option)
                else:
                    dropped.append(option)
            self.halve(left, dropped)
            asked = [option for option in dropped if option.action == besides]
            if asked:
                extra = int(self.bot.iterations * (OVERTIME - 1))
                self.compare_often([left[0], *asked], self.most_walks(extra), self.end_of(OVERTIME))
        except OutOfTimeError:
            left.sort(key=attrgetter("chance"), reverse=True)
        return left + dropped

    def halve(self, left: list[Considered[A]], dropped: list[Considered[A]]) -> None:
        """Compare the actions that are left and drop the worse half of them, until one is left.

        Both lists change, so that they are valid if time runs out.
        """
        rounds = (len(left) - 1).bit_length()
        for number in range(1, rounds + 1):
            walks = self.most_walks(self.bot.iterations // (rounds * len(left)))
            self.compare_often(left, walks, self.end_of(number / rounds))
            left.sort(key=attrgetter("chance"), reverse=True)
            kept = (len(left) + 1) // 2
            dropped[:0] = left[kept:]
            del left[kept:]

    def most_walks(self, number: int) -> float:
        """Return this number of walks; infinite if seconds limit the search."""
        return inf if self.bot.seconds > 0 else number

    def end_of(self, share: float) -> float:
        """Return when this share of the time is over; infinite if it is not limited."""
        return self.deadline.start + min(self.bot.seconds or inf, self.deadline.seconds) * share

    def world(self, number: int) -> object:
        """Return the world with this number; worlds after those of the first estimates are not
        stored.
        """
        if number < len(self.first_worlds):
            return self.first_worlds[number]
        self.deadline.check(has_answer=number > 0)
        world = self.game.determinize(self.view, self.rng)
        if number < LOOKS:
            self.first_worlds.append(world)
        return world

    def compare_often(self, options: list[Considered[Any]], times: float, end: float) -> None:
        """Compare the actions this many times, at least once, but stop at the time `end`."""
        done = 0
        while True:
            self.compare(options)
            done += 1
            if done >= times or (end < inf and self.deadline.clock() >= end):
                return

    def compare(self, options: list[Considered[Any]]) -> None:
        """Walk once with each of these actions, all in the same world; if time runs out, none of
        the walks counts.
        """
        world = self.world(self.compared)
        results, reasons = [], []
        for option in options:
            results.append(self._walk(self.game.apply(world, option.action, self.player)))
            reasons.append(self.game.reasons(self.end, self.player) if self.explaining else {})
        for option, result, why in zip(options, results, reasons, strict=True):
            option.add(result)
            if self.explaining:
                option.reasons[self.compared] = why
                option.results[self.compared] = result
        self.compared += 1

    def _walk(self, state: object) -> float:
        """Walk on from this State, add the result to the nodes on the way, and return it for the
        searcher.
        """
        game = self.game
        nodes = self.nodes
        depth = self.bot.depth
        exploration = self.bot.exploration
        path: list[tuple[int, _Node, object]] = []
        choices = 0
        known = True
        while choices < depth and (seats := game.to_act(state)):
            self.deadline.check()
            seat = seats[0]
            actions = game.legal_actions(state, seat)
            if len(actions) == 1:
                action = actions[0]
            else:
                prior = game.prior(state, seat, actions)
                if known:
                    key = seat, game.view(state, seat if seat == self.player else None)
                    node = nodes.setdefault(key, _Node())  # one look: to hash a View takes long
                    known = node.visits > 0
                    action = self._best(actions, node.promises(actions, prior, exploration))
                    path.append((seat, node, action))
                else:
                    action = self._best(actions, prior)
                choices += 1
            state = game.apply(state, action, seat)
        self.end = state
        results = {self.player: game.evaluate(state, self.player)}
        for seat, node, action in path:
            if seat not in results:
                results[seat] = game.evaluate(state, seat)
            node.add(action, results[seat])
        return results[self.player]

    def _best(self, actions: tuple[A, ...], promises: Sequence[float]) -> A:
        best = max(promises)
        if promises.count(best) == 1:
            return actions[promises.index(best)]
        ties = [
            action for action, promise in zip(actions, promises, strict=True) if promise == best
        ]
        return pick(ties, self.rng)

    def sensible(self, actions: tuple[A, ...], besides: A | None) -> tuple[A, ...]:
        """Return `besides`, which comes first because time may run out, and the actions that the
        prior does not rule out.
        """
        prior = self.game.prior(self.world(0), self.player, actions)
        least = max(prior) - HOPELESS
        asked = [action for action in actions if action == besides]
        others = [
            action
            for action, weight in zip(actions, prior, strict=True)
            if weight >= least and action != besides
        ]
        return (*asked, *others)

    def estimated(self, actions: tuple[A, ...]) -> list[Considered[A]]:
        """Return the actions with their mean estimates in a few worlds, best first, ties in random
        order.

        If time runs out, only those that were reached; raises `OutOfTimeError` if there are none.
        """
        worlds = map(self.world, range(LOOKS))
        rows = estimates(self.game, self.player, actions, worlds, self.deadline)
        if not rows:
            raise OutOfTimeError
        means = [fsum(column) / len(rows) for column in zip(*rows, strict=True)]
        options = [Considered(action, mean) for action, mean in zip(actions, means, strict=False)]
        options = shuffle(options, self.rng)
        options.sort(key=attrgetter("chance"), reverse=True)
        return options
