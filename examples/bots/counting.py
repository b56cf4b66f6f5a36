"""A bot for Koryŏ that counts which cards its rivals have ordered, and orders where it can still
get ahead.

Seat it in a match: `Match(make("koryo", players=2), [Counting(), make_bot("fair")])`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from boardgames import Game
from boardgames.games.koryo import Action, End, Kind, Order, View
from boardgames.games.koryo.events import Event, OrderRevealed
from boardgames.play import HistoryBot


@dataclass(frozen=True)
class Counting(HistoryBot[Action, View]):
    rivals: int = 1  # how much a rival's card counts against one of its own

    def choose_knowing(
        self,
        game: Game[Any, Action, View],
        player: int,
        view: View,
        actions: tuple[Action, ...],
        rng: Random,
        history: Sequence[Event],
    ) -> Action:
        lead: Counter[Kind] = Counter()
        for event in history:
            if isinstance(event, OrderRevealed):
                for kind in event.cards:
                    lead[kind] += 1 if event.seat == player else -self.rivals

        def worth(action: Action) -> float:
            if not isinstance(action, Order):
                return -1 if isinstance(action, End) else rng.random()
            ahead = {kind for kind in action.cards if lead[kind] + action.cards.count(kind) > 0}
            return sum(kind.number or -9 for kind in ahead) + len(action.cards) / 100

        return max(actions, key=worth)
