"""Keeps an even pace, so that the thinking time of a bot does not reveal its hand.

Answers are given at the times of a coarse grid, known before the game. This does not hide which
choices are the first two to need the next time of the grid, choices that are quicker than others by
more than `EVEN_PACE_SECONDS`, and other load of the machine.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic

from boardgames.contract.game import A, Game, S, V
from boardgames.core.chance import one_way_generator
from boardgames.play.bots.base import Bot
from boardgames.play.fault import faults_ignored
from boardgames.play.limits import EVEN_PACE_SECONDS
from boardgames.play.machine import THIS_MACHINE, Machine

WORLDS = 64
"""Number of worlds searched for a choice that a seat might have had; most searches end at the
first.
"""
GRID = (0.04, 0.08, 0.32, 1.28, 5.12, 20.48)
"""Seconds after which a choice is answered; most choices of a `fair` bot end before the first of
them, and a search of 1, 4 or 16 seconds shortly before a later one.
"""
HEADROOM = 1.25
"""A choice is answered no sooner than after its thinking time multiplied by this."""


@dataclass
class EvenPace(Generic[S, A, V]):
    """The pace of the bots of one match.

    A choice ends at the first time of the grid that is later than the time of this choice and of
    the bot's second-slowest choice so far, since bots choose at once if they have few cards. The
    same applies to a forced action, unless it is public that it is forced. Meanwhile, a stateless
    bot is asked about another position, the decoy, and its answer is ignored; for other bots the
    match only waits.
    """

    game: Game[S, A, V]
    seed: int = field(repr=False)
    machine: Machine = THIS_MACHINE
    slowest: dict[int, list[int]] = field(default_factory=dict)
    """The nanoseconds of each bot's two slowest choices, by seat; the slowest may be an outlier."""

    def decoy(self, state: S, player: int, plies: int) -> tuple[V, tuple[A, ...]] | None:
        """Return a View with a choice for this seat, and its actions; to a spectator it looks like
        the true one.

        None if no sampled world has a choice, since then it is public that there is none.
        """
        game = self.game
        rng = one_way_generator("decoy", self.seed, player, plies)
        with suppress(Exception):  # a game under development can be played before it can sample
            view = game.view(state, None)
            for _ in range(WORLDS):
                world = game.determinize(view, rng)
                actions = game.legal_actions(world, player)
                if len(actions) > 1:
                    return game.view(world, player), actions
        return None

    def pretend(
        self, bot: Bot[Any, Any] | None, player: int, plies: int, decoy: tuple[V, tuple[A, ...]]
    ) -> float:
        """Let the bot choose in the decoy, unless it might remember that; return the seconds left
        to wait.
        """
        start = self.machine.nanoseconds()
        made: Any = getattr(type(bot), "__dataclass_params__", None)
        if bot is None or made is None or not made.frozen:  # a frozen dataclass cannot remember
            return self.left(player, 0)
        rng = one_way_generator("pretence", self.seed, player, plies)
        view, actions = decoy
        with faults_ignored():
            bot.choose(self.game, player, view, actions, rng)
        return self.left(player, self.machine.nanoseconds() - start)

    def left(self, player: int, took: int) -> float:
        """Return the seconds left to wait after a choice that took this many nanoseconds."""
        slowest = self.slowest.get(player, [])
        self.slowest[player] = sorted([*slowest, took])[-2:]
        least = HEADROOM * max([took, *slowest[:1]]) / 1e9
        end = next((seconds for seconds in GRID if seconds >= least), least)
        return min(end - took / 1e9, EVEN_PACE_SECONDS)
