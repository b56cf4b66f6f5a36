"""Bots that are told what their seat has seen happen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import boardgames
from boardgames.contract.game import Game
from boardgames.games.koryo.events import CardsDealt, OrderPlaced
from boardgames.play import Match
from boardgames.play.bots import HistoryBot, RandomBot


class Listener(HistoryBot[Any, Any]):
    """Plays its first legal action, and remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def choose_knowing(
        self,
        game: Game[Any, Any, Any],
        player: int,
        view: Any,
        actions: tuple[Any, ...],
        rng: Random,
        history: Sequence[Any],
    ) -> Any:
        del game, player, view, rng
        self.told.append(tuple(history))
        return actions[0]


def test_a_history_bot_is_told_what_its_seat_has_seen_and_nothing_else() -> None:
    listener = Listener()
    with Match(
        boardgames.make("koryo", players=3), [listener, RandomBot(), RandomBot()], 4
    ) as match:
        for _ in match.run():
            pass
        seen = tuple([event for played in match.history() for event in played.happened(0)])
    for shorter, longer in zip(listener.told, listener.told[1:], strict=False):
        assert longer[: len(shorter)] == shorter
    assert listener.told[-1] == seen[: len(listener.told[-1])]
    placed = [event for event in seen if isinstance(event, OrderPlaced)]
    dealt = [event for event in seen if isinstance(event, CardsDealt)]
    assert all((event.order is None) == (event.seat != 0) for event in placed)
    assert all((event.cards is None) == (event.seat != 0) for event in dealt)
    assert {event.seat for event in placed} == {0, 1, 2}


def test_what_was_taken_back_has_not_happened() -> None:
    listener = Listener()
    with Match(boardgames.make("koryo", players=2), [None, listener], 4) as match:
        for choice in (0, -1):
            for _ in match.run():
                pass
            match.undo(match.plies) if match.plies > 1 else None
            while match.waiting() != (0,):
                match.step()
            match.play(match.game.legal_actions(match.state, 0)[choice], 0)
            while match.waiting() != (0,):
                match.step()
        seen = tuple([event for played in match.history() for event in played.happened(1)])
    assert listener.told[-1] == seen[: len(listener.told[-1])]
