"""A bot that looks one action ahead."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Any

from boardgames.core.chance import pick
from boardgames.core.errors import ConfigurationError
from boardgames.play.bots.base import A, Bot, V

if TYPE_CHECKING:
    from random import Random

    from boardgames.core.game import Game


@dataclass(frozen=True)
class GreedyBot(Bot):
    """Tries each action on the same few worlds sampled from the View, and takes the one that `evaluate` likes best."""

    worlds: int = 4
    """How many worlds are sampled for a decision."""

    def __post_init__(self) -> None:
        """Raise `ConfigurationError` if there is no world to look at."""
        if self.worlds < 1:
            raise ConfigurationError("greedy needs worlds of 1 or more")

    def choose(self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random) -> A:
        """Return the action of the best mean estimate, a random one among equals."""
        if len(actions) == 1:
            return actions[0]
        worlds = [game.determinize(view, rng) for _ in range(self.worlds)]
        # fsum, for sum adds floats in another way from Python 3.12 on, and the choice shall be the same.
        estimates = [
            fsum([game.evaluate(game.apply(world, action, player), player) for world in worlds]) for action in actions
        ]
        best = max(estimates)
        return pick([action for action, estimate in zip(actions, estimates, strict=True) if estimate == best], rng)
