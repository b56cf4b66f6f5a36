"""Opponents by strength: `easy`, `fair` and `strong`, the same on every machine; at a server where
more games want to think than can, they may search for less time (`table/scheduler.py`).

All of them search. The weaker two search little, and sometimes take an action of the game's random
policy instead, at the rate given in `Game.slips`. The rates are set so that, in every game, each
level wins about 30 of 100 two-player games against the next.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from boardgames.contract.game import A, Game, V
from boardgames.core.values import value
from boardgames.play.bots.mcts import MctsBot
from boardgames.play.bots.timed import Deadline, TimedBot


@value
class EasyBot(TimedBot[Any, Any]):
    """Searches little, and slips often."""

    level: ClassVar[str] = "easy"
    search: ClassVar[MctsBot] = MctsBot(iterations=25)

    def choose_by(
        self,
        game: Game[Any, A, V],
        player: int,
        view: V,
        actions: tuple[A, ...],
        rng: Random,
        deadline: Deadline,
    ) -> A:
        """Return the choice of the search or, for a slip, an action of the random policy."""
        slips = game.slips.get(self.level, 0.0)
        if slips and len(actions) > 1 and rng.random() < slips:
            return game.random_choice(view, actions, rng, player)
        return self.search.choose_by(game, player, view, actions, rng, deadline)


@value
class FairBot(EasyBot):
    """Searches little, and slips rarely or never."""

    level: ClassVar[str] = "fair"


@value
class StrongBot(EasyBot):
    """Searches for longer, and never slips."""

    level: ClassVar[str] = "strong"
    search: ClassVar[MctsBot] = MctsBot(iterations=200)
