"""The typing contract of events, actions and copies: nothing here runs, and mypy must report every
ignored error.
"""

from __future__ import annotations

from typing import assert_never, assert_type

from boardgames import evolve
from boardgames.games.koryo import Koryo, events
from boardgames.games.koryo.actions import Bank, Steal
from boardgames.games.koryo.events import Event, TokenStolen, TokenTaken


def the_events_of_a_game_have_its_own_types(game: Koryo) -> None:
    state = game.new_game()
    (action, *_) = game.legal_actions(state)
    assert_type(game.events(state, action), tuple[Event, ...])
    game.words.describe("bank", None)  # type: ignore[arg-type]  # words are no Event


def a_forgotten_event_is_an_error(event: TokenTaken | TokenStolen) -> str:
    match event:
        case TokenTaken(seat):
            return f"{seat} takes a token"
        case _:
            assert_never(event)  # type: ignore[arg-type]  # TokenStolen


def a_forgotten_action_is_an_error(action: Bank | Steal) -> str:
    match action:
        case Bank():
            return "take a token from the bank"
        case _:
            assert_never(action)  # type: ignore[arg-type]  # Steal


def an_event_knows_its_fields(event: events.OrderPlaced) -> None:
    assert_type(event.seat, int)
    assert event.cards  # type: ignore[attr-defined]  # an order and discards
    events.TokenTaken("first")  # type: ignore[arg-type]  # a seat is a number


def a_copy_knows_its_fields(game: Koryo) -> None:
    state = game.new_game()
    assert_type(evolve(state, player=1).player, int)
    evolve(state, plaayer=1)  # type: ignore[call-arg]  # no such field
    evolve(state, player="first")  # type: ignore[arg-type]  # a seat is a number
