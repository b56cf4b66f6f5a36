"""What happens, as data: for each kind of Event what everybody is told, in order, and who is told
more; derived by hand from the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import get_args

import pytest

from boardgames.core.values import evolve
from boardgames.games.koryo import Kind, Koryo
from boardgames.games.koryo.events import (
    CardsDealt,
    CardsLaidOut,
    CharacterDestroyed,
    CharacterDiscarded,
    CharactersLost,
    CharactersSwapped,
    Event,
    EventAbsolved,
    EventsWithoutUse,
    GameEnds,
    OrderPlaced,
    OrderRevealed,
    SeasonBegins,
    TokenStolen,
    TokenTaken,
    TurnEnded,
)
from tests.games.koryo.positions import Position, ordered, ordering

BANKER, BARBARIAN, BROADCASTER, GUARDIAN, LOBBYING, MERCHANT, PRIEST, SPY = (
    Kind.BANKER, Kind.BARBARIAN, Kind.BROADCASTER, Kind.GUARDIAN, Kind.LOBBYING, Kind.MERCHANT,
    Kind.PRIEST, Kind.SPY,
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """An action, and what a spectator is told, in order."""

    rule: str
    position: partial[Position]
    action: str
    told: tuple[object, ...]
    own: dict[int, object] = field(default_factory=dict)
    """By place in it: what the player is told instead."""


def after(position: partial[Position], *actions: str) -> partial[Position]:
    return partial(lambda: position().play(*actions))


PLACING = partial(
    ordering,
    "Ship Owner",
    "Merchant",
    "",
    hands=("Spy, Barbarian, 2 Guardian", "Priest", "2 Priest"),
)

CASES = [
    Case(
        "K6, K6.4: how many cards are ordered and discarded is seen, which ones only by the player",
        PLACING,
        "order Spy Barbarian",
        (OrderPlaced(0, 2, 2, None, None),),
        {0: OrderPlaced(0, 2, 2, (SPY, BARBARIAN), (GUARDIAN, GUARDIAN))},
    ),
    Case(
        "K6: no order",
        PLACING,
        "order none",
        (OrderPlaced(0, 0, 4, None, None),),
        {0: OrderPlaced(0, 0, 4, (), (SPY, GUARDIAN, GUARDIAN, BARBARIAN))},
    ),
    Case(
        "K7.1: after the last order the first player reveals, the others not yet",
        after(PLACING, "order Spy Barbarian", "order 1 Priest"),
        "order 2 Priest",
        (OrderPlaced(2, 2, 0, None, None), OrderRevealed(0, (SPY, BARBARIAN))),
        {0: OrderPlaced(2, 2, 0, (PRIEST, PRIEST), ())},
    ),
    Case(
        "K7.9: Events without use are in the tableau of whoever revealed them",
        after(
            partial(ordering, "", "", hands=("2 Barbarian", "Guardian"), season=8),
            "order 2 Barbarian",
        ),
        "order 1 Guardian",
        (
            OrderPlaced(1, 1, 0, None, None),
            OrderRevealed(0, (BARBARIAN, BARBARIAN)),
            EventsWithoutUse(0, (BARBARIAN, BARBARIAN)),
            OrderRevealed(1, (GUARDIAN,)),
            GameEnds(),
        ),
        {0: OrderPlaced(1, 1, 0, (GUARDIAN,), ())},
    ),
    Case(
        "K7.9: the Lobbying of the second player, after the turn of the first",
        partial(ordered, "Banker", "", orders=("", "Lobbying")),
        "bank",
        (
            TokenTaken(0),
            OrderRevealed(1, (LOBBYING,)),
            EventsWithoutUse(1, (LOBBYING,)),
            GameEnds(),
        ),
    ),
    Case("K7.3", partial(ordered, "Banker", "Priest"), "bank", (TokenTaken(0), GameEnds())),
    Case(
        "K7.4",
        partial(ordered, "Priest, Barbarian, Banker", ""),
        "absolve Barbarian",
        (EventAbsolved(0, BARBARIAN),),
    ),
    Case(
        "K7.5",
        partial(ordered, "", "Spy, Banker", "", first=1, tokens=(1, 0, 2)),
        "steal 3",
        (TokenStolen(1, 2),),
    ),
    Case(
        "K7.6",
        partial(ordered, "", "", "Merchant, Spy", first=1, orders=("", "2 Barbarian")),
        "destroy Merchant of 3",
        (CharacterDestroyed(1, 2, MERCHANT),),
    ),
    Case(
        "K7.7: whose turn it is, and the lower seat first",
        partial(ordered, "Banker", "Merchant", "", first=2, orders=("", "", "2 Lobbying")),
        "swap Banker of 1 for Merchant of 2",
        (CharactersSwapped(2, 0, BANKER, 1, MERCHANT),),
    ),
    Case(
        "K7.8: the turn ends, the next player reveals, then the game ends",
        partial(ordered, "Banker", "", "", orders=("", "2 Spy", "Guardian")),
        "end",
        (
            TurnEnded(0),
            OrderRevealed(1, (SPY, SPY)),
            OrderRevealed(2, (GUARDIAN,)),
            GameEnds(),
        ),
    ),
    Case(
        "K8.1: one card, and the same player goes on",
        partial(ordered, "6 Merchant", "", season=2),
        "discard Merchant",
        (CharacterDiscarded(0, MERCHANT),),
    ),
    Case(
        "K8.2: whose Events reach the limit loses all Characters, after those before them in turn",
        partial(
            ordered,
            "9 Merchant, 2 Ship Owner",
            "2 Guardian, Broadcaster, 6 Barbarian, 4 Lobbying",
            season=8,
            first=0,
        ),
        "discard Merchant",
        (
            CharacterDiscarded(0, MERCHANT),
            CharactersLost(1, (GUARDIAN, GUARDIAN, BROADCASTER)),
            GameEnds(),
        ),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_everybody_is_told_what_happens_in_order_and_the_player_what_only_they_know(
    case: Case,
) -> None:
    position = case.position()
    (player,) = position.to_act
    events = position.game.events(position.state, position.game.parse(case.action))
    for viewer in (*range(position.game.players), None):
        expected = list(case.told)
        if viewer == player:
            for place, event in case.own.items():
                expected[place] = event
        assert [event.seen_by(viewer) for event in events] == expected, viewer


def test_k8_2_nobody_loses_characters_that_they_do_not_have() -> None:
    """Ten Events are above the limit of season 7."""
    position = ordered("9 Merchant, Ship Owner", "6 Barbarian, 4 Lobbying", season=7)
    events = position.game.events(position.state, position.game.parse("discard Merchant"))
    assert [type(event) for event in events] == [
        CharacterDiscarded, SeasonBegins, CardsDealt, CardsDealt,
    ]  # fmt: skip


def test_k4_1_a_season_begins_with_what_is_shuffled_and_cards_dealt_in_turn_order() -> None:
    """Player 2 of 3 was first; the Merchant left a tableau, and players discarded 2, 0 and 1."""
    hands = ("Barbarian, 2 Senator", "Guardian", "Priest, Spy")
    position = ordering("Broadcaster", "Merchant", "", hands=hands, season=1, first=0).play(
        "order 1 Barbarian", "order 1 Guardian", "order 1 Priest"
    )
    game, action = position.game, position.game.parse("destroy Merchant of 2")
    events = game.events(position.state, action)
    later = game.apply(position.state, action)
    dealt = [
        CardsDealt(seat, size, None) for seat, size in ((1, 9), (2, 9), (0, 10))
    ]  # the Broadcaster's extra card
    told: list[Event] = [CharacterDestroyed(0, 1, MERCHANT), OrderRevealed(1, (GUARDIAN,))]
    told += [OrderRevealed(2, (PRIEST,)), SeasonBegins(2, 1, (MERCHANT,), (2, 0, 1)), *dealt]
    for viewer in (0, 1, 2, None):
        expected = [
            evolve(event, cards=cards_of(game, later, viewer))
            if isinstance(event, CardsDealt) and event.seat == viewer
            else event
            for event in told
        ]
        assert [event.seen_by(viewer) for event in events] == expected


def cards_of(game: Koryo, state: object, viewer: int | None) -> tuple[Kind, ...]:
    """Return what this viewer holds, card by card."""
    hand = game.view(state, viewer).hand  # type: ignore[arg-type]
    return tuple(kind for kind, count in zip(Kind, hand, strict=True) for _ in range(count))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_k3_a_game_begins_with_fifty_five_cards_and_eight_tokens_and_ten_cards_each(
    players: int,
) -> None:
    game = Koryo(players)
    state = game.new_game(4)
    first = state.round.first
    for viewer in (*range(players), None):
        dealt = [
            CardsDealt(seat, 10, cards_of(game, state, viewer) if seat == viewer else None)
            for seat in [(first + step) % players for step in range(players)]
        ]
        assert [event.seen_by(viewer) for event in game.beginning(state)] == [
            CardsLaidOut(55, 8),
            SeasonBegins(1, first, (), (0,) * players),
            *dealt,
        ]


def test_there_is_a_case_for_each_kind_of_event() -> None:
    """Those at the beginning of a game and of a season have tests of their own."""
    told = {type(event) for case in CASES for event in case.told}
    assert told | {CardsLaidOut, SeasonBegins, CardsDealt} == set(get_args(Event))
