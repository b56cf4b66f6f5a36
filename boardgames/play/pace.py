"""Keeps an even pace: how long a bot takes for a choice must not tell people what it holds.

Answers come on a grid of few times, known before the game. What that does not hide: which choices are the first two to
need the next time of the grid, choices that are quicker than others by more than `EVEN_PACE_SECONDS`, and what the
machine does besides.
"""

from __future__ import annotations

from contextlib import suppress
from time import perf_counter_ns
from typing import Any, Generic

from boardgames.core.chance import one_way_generator
from boardgames.core.game import A, Game, S, V
from boardgames.play.bots.base import Bot
from boardgames.play.fault import faults_ignored
from boardgames.play.limits import EVEN_PACE_SECONDS

WORLDS = 64
"""How many worlds are searched for a choice that a seat might have had; most searches end at the first."""
GRID = (0.02, 0.08, 0.32, 1.28, 5.12, 20.48)
"""After how many seconds a choice is answered; a search for 1, 4 or 20 seconds ends a little before one of them."""
HEADROOM = 1.25
"""A choice is answered no sooner than after this many times as long as it took."""


class EvenPace(Generic[S, A, V]):
    """The pace of the bots of one match.

    A choice ends at the first time of the grid that neither it nor the slowest but one of the same bot so far has
    passed: bots choose at once where they hold little. So does a forced action, unless everybody knows that it is
    forced. A bot that keeps nothing is asked about another position meanwhile, the decoy, and its answer is ignored;
    for others the match only waits.
    """

    def __init__(self, game: Game[S, A, V], seed: int) -> None:
        self._game = game
        self._seed = seed
        self._slowest: dict[int, list[int]] = {}
        """How many nanoseconds each bot took for its two slowest choices, by seat; the slowest may be a hiccup."""

    def decoy(self, state: S, player: int, plies: int) -> tuple[V, tuple[A, ...]] | None:
        """Return a View in which this seat has a choice, and its actions; a spectator cannot tell it from the true one.

        None if a number of sampled worlds show no choice, since then everybody knows that there is none.
        """
        game, rng = self._game, one_way_generator("decoy", self._seed, player, plies)
        with suppress(Exception):  # a game in the making can be played before it can sample
            view = game.view(state, None)
            for _ in range(WORLDS):
                world = game.determinize(view, rng)
                actions = game.legal_actions(world, player)
                if len(actions) > 1:
                    return game.view(world, player), actions
        return None

    def pretend(self, bot: Bot[Any, Any] | None, player: int, plies: int, decoy: tuple[V, tuple[A, ...]]) -> float:
        """Let the bot choose in the decoy, unless it might remember that, and return the seconds left to wait."""
        start = perf_counter_ns()
        if bot is None or not _keeps_nothing(bot):
            return self.left(player, 0)
        rng = one_way_generator("pretence", self._seed, player, plies)
        view, actions = decoy
        with faults_ignored():
            bot.choose(self._game, player, view, actions, rng)
        return self.left(player, perf_counter_ns() - start)

    def left(self, player: int, took: int) -> float:
        """Return the seconds left to wait until a choice of so many nanoseconds has taken as long as it must."""
        slowest = self._slowest.get(player, [])
        self._slowest[player] = sorted([*slowest, took])[-2:]
        least = HEADROOM * max([took, *slowest[:1]]) / 1e9
        end = next((seconds for seconds in GRID if seconds >= least), least)
        return min(end - took / 1e9, EVEN_PACE_SECONDS)


def _keeps_nothing(bot: Bot[Any, Any]) -> bool:
    """Return whether this is a frozen dataclass, which cannot remember what it was asked."""
    parameters: Any = getattr(type(bot), "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)
