"""A bot that plays at random."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from boardgames.core.game import Game
from boardgames.play.bots.base import A, Bot, V


@dataclass(frozen=True)
class RandomBot(Bot[Any, Any]):
    """Plays the game's own random policy in a world sampled from the View."""

    def choose(self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random) -> A:
        """Return a random legal action."""
        if len(actions) == 1:
            return actions[0]
        return game.random_action(game.determinize(view, rng), rng, player)
