"""A bot in a package of its own: it looks one action ahead, at the worst of a few worlds that its
View allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boardgames.play import Bot

if TYPE_CHECKING:
    from random import Random

    from boardgames import Game


@dataclass(frozen=True)
class CarefulBot(Bot[Any, Any]):
    """Choose the action whose worst result, over some sampled worlds, is the best."""

    worlds: int = 3

    def choose(
        self,
        game: Game[Any, Any, Any],
        player: int,
        view: Any,
        actions: tuple[Any, ...],
        rng: Random,
    ) -> Any:
        """Return the action."""
        worlds = [game.determinize(view, rng) for _ in range(max(1, self.worlds))]

        def worst(action: Any) -> float:
            return min(game.evaluate(game.apply(world, action, player), player) for world in worlds)

        return max(actions, key=worst)
