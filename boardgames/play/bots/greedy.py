"""A bot that looks one action ahead."""

from __future__ import annotations

from math import fsum
from random import Random
from typing import Any

from boardgames.contract.game import A, Game, V
from boardgames.core.chance import pick
from boardgames.core.errors import ConfigurationError
from boardgames.core.values import value
from boardgames.play.bots.timed import Deadline, TimedBot, estimates


@value
class GreedyBot(TimedBot[Any, Any]):
    """Tries all actions in a few sampled worlds, and takes the one that `evaluate` rates best.

    The worlds are the same for all actions, and sampled from the View.
    """

    worlds: int = 1
    """Number of worlds sampled for a decision; fewer if time runs out.

    Four worlds win no more games than one.
    """

    def __post_init__(self) -> None:
        if self.worlds < 1:
            raise ConfigurationError("greedy: worlds must be 1 or more")

    def choose_by(
        self,
        game: Game[Any, A, V],
        player: int,
        view: V,
        actions: tuple[A, ...],
        rng: Random,
        deadline: Deadline,
    ) -> A:
        """Return the action with the best mean estimate, a random one among equals."""
        if len(actions) == 1:
            return actions[0]
        worlds = (game.determinize(view, rng) for _ in range(self.worlds))
        rows = estimates(game, player, actions, worlds, deadline)
        if not rows:
            return pick(actions, rng)
        # fsum, because sum() adds floats differently since Python 3.12, and the choice must be the
        # same everywhere.
        sums = [fsum(column) for column in zip(*rows, strict=True)]
        best = max(sums)
        return pick(
            [action for action, total in zip(actions, sums, strict=False) if total == best], rng
        )
