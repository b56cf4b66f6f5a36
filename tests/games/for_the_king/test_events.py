"""What happens, as data: who sees what of it."""

from __future__ import annotations

from typing import get_args

from boardgames.core.chance import generator
from boardgames.games.for_the_king import card_of
from boardgames.games.for_the_king.events import (
    CardDrawn,
    CardKept,
    CardTaken,
    DutiesChanged,
    Event,
    KingWithoutEffect,
    TurnBegins,
)
from boardgames.scene.events import Event as AnyEvent
from tests.games.for_the_king.positions import KingPosition, game_for, sharing

MILITARY, GOLD, KING = card_of("Military A2"), card_of("Gold 3"), card_of("King +1")


def seen(position: KingPosition, action: str, viewer: int | None) -> list[AnyEvent | None]:
    """Return what the viewer sees when the seat to act takes this action."""
    events = position.game.events(position.state, position.game.parse(action))
    return [event.seen_by(viewer) for event in events]


def test_f3_2_everybody_sees_which_card_is_taken_but_not_into_which_hand_it_is_sorted() -> None:
    position = sharing(2, "Military A2, Gold 3, King +1", last_turn=False).play(
        "centre", "keep", "favor"
    )
    assert seen(position, "take Military A2", 1)[:2] == [CardTaken(1, MILITARY), TurnBegins(1)]
    assert seen(position, "take Military A2", 0)[0] == CardTaken(1, MILITARY, own=False)


def test_f3_4_a_king_that_is_kept_is_shown_to_all() -> None:
    position = sharing(2, "King +1")
    assert seen(position, "keep", 1) == [CardKept(0, KING)]
    resolved = seen(position.play("keep"), "raise Military", None)
    assert [type(event) for event in resolved] == [DutiesChanged, CardDrawn]


def test_every_event_happens_in_play() -> None:
    rules, rng, found = game_for(3), generator(2, 0), set()
    for seed in range(3):
        state = rules.new_game(seed)
        found |= {type(event) for event in rules.beginning(state)}
        while rules.to_act(state):
            action = rules.random_action(state, rng)
            found |= {type(event) for event in rules.events(state, action)}
            state = rules.apply(state, action)
    assert found | {KingWithoutEffect} == set(get_args(Event)), "Duties seldom reach their bounds"
