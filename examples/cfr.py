"""A bot that learns a small game as a whole: Monte Carlo counterfactual regret minimization.

It plays the game against itself from new deals, with external sampling (Lanctot, Waugh, Zinkevich
and Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games", 2009): one seat
tries all of its actions, the others draw theirs by regret matching. What it has played on average,
at each View of each seat, comes ever closer to an equilibrium in two-player zero-sum games. It
therefore bluffs as often as bluffing pays, which no search of a single decision can find out; but
only in games small enough to meet every View again and again: all three of this library are too
large.

In a match it is `CfrBot()`, which plays for the victory, or `CfrBot(points=1)`, which plays for
points: only the second bluffs in Kuhn poker as Kuhn found. After 5,000 deals, best answers win
0.012 coins a game from it, and 0.25 from the first, from which they win no more than half of the
games. To give it by the spec `cfr:iterations=20000`, install it with an entry point, as the guide
"Write a bot" shows: `cfr = "cfr:CfrBot"`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from threading import Lock
from typing import TYPE_CHECKING, Any

from boardgames import ConfigurationError
from boardgames.kit import fresh_seed, generator, pick_weighted
from boardgames.play import Deadline, OutOfTimeError, TimedBot

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from random import Random

    from boardgames import Game
    from boardgames.contract.game import A, V
    from boardgames.play import Bot

MOST_POSITIONS = 5000
"""How many positions one iteration may meet; in a game where it meets more, no View would come
often enough.
"""
SEED = 0
"""Of the deals that are learned from: they have nothing to do with those of a match."""
GAMES_REMEMBERED = 4
"""What was learned is remembered for at most this many games and kinds of bot."""


@dataclass(frozen=True)
class CfrBot(TimedBot[Any, Any]):
    """Plays each action as often as the equilibrium it has found; it learns before its first
    choice.

    Bots with the same options share what they learn of a game. It is the same on every machine,
    unless a time limit cuts it short.
    """

    iterations: int = 5000
    """Deals to learn from, each played once from the side of every seat."""
    points: int = 0
    """1: it plays for more points than the others have on average; 0: for the victory, however
    narrow.
    """

    def __post_init__(self) -> None:
        """Raise `ConfigurationError` if there is nothing to learn from, or `points` is neither 0
        nor 1.
        """
        if self.iterations < 1:
            raise ConfigurationError("cfr: iterations must be 1 or more")
        if self.points not in (0, 1):
            raise ConfigurationError("cfr: points must be 0 or 1")

    def seated(
        self, game: Game[Any, Any, Any], player: int, seconds: float | None
    ) -> Bot[Any, Any]:
        """Return the bot that keeps to this limit.

        Raises `ConfigurationError` if the game is too large to be learned as a whole.
        """
        _learner(game, self).learn(1, Deadline())
        return super().seated(game, player, seconds)

    def choose_by(  # as in TimedBot
        self,
        game: Game[Any, A, V],
        player: int,
        view: V,
        actions: tuple[A, ...],
        rng: Random,
        deadline: Deadline,
    ) -> A:
        """Return an action drawn from the average strategy, or any action at a View that was never
        met in learning.
        """
        if len(actions) == 1:
            return actions[0]
        chances = self.strategy(game, player, view, actions, deadline)
        return pick_weighted([*zip(actions, chances, strict=True)], rng)

    def strategy(
        self,
        game: Game[Any, A, V],
        player: int,
        view: V,
        actions: tuple[A, ...],
        deadline: Deadline | None = None,
    ) -> tuple[float, ...]:
        """Return how often the bot takes each of these legal actions; the sum is 1. Learns first,
        if it has not yet.

        Raises `ConfigurationError` if the game is too large to be learned as a whole.
        """
        learner = _learner(game, self)
        learner.learn(self.iterations, deadline or Deadline())
        return learner.average(player, view, len(actions))


class _Node:
    """What one seat has regretted and done at one View, by number of the legal action."""

    __slots__ = ("played", "regrets")

    def __init__(self, actions: int) -> None:
        self.regrets = [0.0] * actions
        """How much better each action would have done than what was played."""
        self.played = [0.0] * actions
        """Sum of the chances with which each action was drawn."""

    def matched(self) -> list[float]:
        """Return how often to take each action: in proportion to its regret, if it has one."""
        return _shares([max(0.0, regret) for regret in self.regrets])


def _shares(weights: Sequence[float]) -> list[float]:
    """Return these weights as shares of their sum, or equal shares if there is none."""
    total = fsum(weights)
    return [weight / total for weight in weights] if total else [1 / len(weights)] * len(weights)


class _Learner:
    """What has been learned of one game."""

    def __init__(self, game: Game[Any, Any, Any], *, points: bool) -> None:
        self.game = game
        self.points = points
        self.done = 0
        """Iterations so far."""
        self.nodes: dict[tuple[int, Hashable], _Node] = {}
        """By seat and View."""
        self.rng = generator(SEED, 0)
        self.lock = Lock()
        self.left = 0
        """Positions that this iteration may still meet."""

    def learn(self, iterations: int, deadline: Deadline) -> None:
        """Go on until this many iterations are done, or time is up."""
        with self.lock:
            try:
                while self.done < iterations:
                    deadline.check()
                    self.left = MOST_POSITIONS
                    state = self.game.new_game(fresh_seed(self.rng))
                    for seat in range(self.game.players):
                        self._walk(state, seat)
                    self.done += 1
            except OutOfTimeError:
                return

    def average(self, seat: int, view: Hashable, actions: int) -> tuple[float, ...]:
        """Return how often each action was played at this View."""
        node = self.nodes.get((seat, view))
        return tuple(_shares([0.0] * actions if node is None else node.played))

    def _walk(self, state: Any, learning: int) -> float:
        """Return what the position is worth to the seat that learns, and remember what it
        regrets.
        """
        game = self.game
        while True:
            self.left -= 1
            if self.left < 0:
                raise ConfigurationError(
                    f"cfr is for small games, and {game.name} has too many positions"
                )
            seats = game.to_act(state)
            if not seats:
                return self._worth(state, learning)
            seat = seats[0]
            actions = game.legal_actions(state, seat)
            if len(actions) == 1:
                state = game.apply(state, actions[0], seat)
                continue
            node = self.nodes.setdefault((seat, game.view(state, seat)), _Node(len(actions)))
            chances = node.matched()
            if seat == learning:
                worths = [
                    self._walk(game.apply(state, action, seat), learning) for action in actions
                ]
                mean = fsum([chance * worth for chance, worth in zip(chances, worths, strict=True)])
                for number, worth in enumerate(worths):
                    node.regrets[number] += worth - mean
                return mean
            for number, chance in enumerate(chances):
                node.played[number] += chance
            state = game.apply(state, self.rng.choices(actions, chances)[0], seat)

    def _worth(self, state: Any, seat: int) -> float:
        """Return what the end of a game is worth to this seat."""
        if self.points:
            scores = self.game.score(state)
            others = [points for each, points in enumerate(scores) if each != seat]
            return scores[seat] - (fsum(others) / len(others) if others else 0.0)
        outcome = self.game.outcome(state)
        return outcome.utility[seat] if outcome else 0.0


@lru_cache(GAMES_REMEMBERED)
def _learner(game: Game[Any, Any, Any], bot: CfrBot) -> _Learner:
    return _Learner(game, points=bool(bot.points))
