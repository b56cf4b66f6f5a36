"""What holds in every position, tried in positions of random games."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from boardgames import DecodeError, IllegalActionError
from boardgames.games.for_the_king import (
    Bid,
    Change,
    Discard,
    ForTheKing,
    NoteKind,
    Pay,
    Phase,
    State,
    Take,
    card_of,
)
from tests.games.for_the_king.positions import auctioning, sharing
from tests.games.position import changed, random_game


@cache
def walk(players: int, seed: int) -> tuple[State, ...]:
    """Return every State of a random game."""
    return tuple(random_game(ForTheKing(players), seed))


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        7,
        "bid 1",
        Bid("1"),  # type: ignore[arg-type]  # the point
        Bid(None),  # type: ignore[arg-type]  # the point
        Bid(True),
        Take("Gold 1"),  # type: ignore[arg-type]  # the point
        Take(None),  # type: ignore[arg-type]  # the point
        Discard([]),  # type: ignore[arg-type]  # the point
        Pay(3),  # type: ignore[arg-type]  # the point
        Pay(([],)),  # type: ignore[arg-type]  # the point
        Change(None, ()),  # type: ignore[arg-type]  # the point
        Change(("Military",), ()),  # type: ignore[arg-type]  # the point
    ],
    ids=repr,
)
def test_nonsense_is_illegal_in_every_phase(nonsense: Any) -> None:
    game = ForTheKing(2)
    seen = {state.phase: state for seed in range(3) for state in walk(2, seed)}
    assert set(seen) == set(Phase)
    for state in seen.values():
        with pytest.raises(IllegalActionError):
            game.apply(state, nonsense)


def test_refusal_names_action_position_and_legal_ones() -> None:
    position = auctioning("Military H4", "Gold 1", "").play("bid 3")
    with pytest.raises(
        IllegalActionError,
        match=r"'bid 2' of player 2 \(auction 1, bid\); legal: pass, bid 4, .*52 in all",
    ):
        position.play("bid 2")
    start = ForTheKing(2).new_game(0)
    assert ForTheKing(2).position(start) == "60 cards in the deck, place"


# States that cannot be played on.


def refused(game: ForTheKing, *wrong: State) -> None:
    for state in wrong:
        with pytest.raises(DecodeError):
            game.check_state(state)


def test_check_state_refuses_a_first_half_that_cannot_be() -> None:
    position = sharing(
        3, "Gold 1 x2, King +1", hands=("Military A2", "Military B2"), last_turn=False
    )
    state = position.state
    turn, hidden, board = state.turn, state.hidden, state.public
    assert turn is not None
    refused(
        position.game,
        replace(state, player=3),
        replace(state, player=1),
        replace(state, phase=Phase.TAKE),
        replace(state, phase=Phase.BID),
        replace(state, phase=Phase.KING),
        replace(state, turn=None),
        replace(state, turn=replace(turn, kept=True)),
        replace(state, turn=replace(turn, advisor=4)),
        replace(state, public=replace(board, first=3)),
        replace(state, public=replace(board, gold=61)),
        replace(state, public=replace(board, duties=(3, 3, 3, 3, 3, 3))),
        replace(state, public=replace(board, duties=(7, 3, 0, 3, 3, 3))),
        replace(state, public=replace(board, duties=(3, 3, 0, 3, 3))),
        replace(state, public=replace(board, histories=board.histories[:2])),
        replace(state, public=replace(board, histories=((), *board.histories[1:]))),
        replace(state, hidden=replace(hidden, hands=hidden.hands[::-1])),
        replace(state, hidden=replace(hidden, deck=hidden.deck[1:])),
        replace(state, hidden=replace(hidden, favor=hidden.deck)),
        replace(state, hidden=replace(hidden, lost=hidden.hands)),
        replace(state, hidden=replace(hidden, lost=hidden.lost[1:])),
        replace(state, hidden=replace(hidden, removed=hidden.removed[1:])),
        replace(state, hidden=replace(hidden, seed=-1)),
        replace(position.play("centre", "centre", "favor", "keep").state, player=2),
    )


def test_check_state_refuses_an_auction_that_cannot_be() -> None:
    position = auctioning("Military H4, Gold 2", "Gold 3, Gold 1", "Military A2", "")
    state = position.state
    auction, hidden, board = position.auction, state.hidden, state.public
    paying = position.play("bid 4", "pass", "pass").state
    laying = position.play("pass", "pass", "pass", "pass", "pass", "bid 2", "discard Gold 1").state
    shown, short = ((NoteKind.SHOWN, card_of("Military A2")),), ((NoteKind.SHORT, 1),)
    refused(
        position.game,
        replace(state, bidding=()),
        replace(state, bidding=(1, 2, 0)),
        replace(state, bidding=(0, 1, 3)),
        replace(state, bid=-1),
        replace(state, phase=Phase.OVER),
        replace(state, phase=Phase.KING, bidding=()),
        replace(state, phase=Phase.PAY, bidding=(), bid=5),
        replace(state, phase=Phase.DISCARD, bidding=(), bid=1),
        replace(state, auction=replace(auction, number=2)),
        replace(state, auction=replace(auction, discarded=1)),
        replace(state, hidden=replace(hidden, deck=hidden.removed, removed=())),
        replace(state, hidden=replace(hidden, favored=hidden.hands)),
        replace(
            state,
            public=replace(board, histories=(board.histories[0], board.histories[1] + shown, ())),
        ),
        replace(
            state,
            public=replace(board, histories=(board.histories[0] + short, *board.histories[1:])),
        ),
        replace(paying, bid=0),
        replace(paying, bid=5),
        replace(laying, bid=1),
        replace(laying, bid=9),
        replace(laying, hidden=replace(laying.hidden, laid=None)),
        replace(laying, hidden=replace(laying.hidden, laid=card_of("Provisions A1"))),
    )


NO_NOTE = "expected a note such as 'gained Military C4' or 'lost 2'"


@pytest.mark.parametrize(
    ("path", "wrong", "fault"),
    [
        (
            ("hidden", "hands", 0),
            {"Gold 4": 1},
            "hidden.hands[0]: expected the name of a card, not 'Gold 4'",
        ),
        (
            ("hidden", "hands", 0),
            {"Gold 3": 0},
            "hidden.hands[0]: expected 1 to 39 cards 'Gold 3', not 0",
        ),
        (
            ("hidden", "favor", 0),
            "gold 3",
            "hidden.favor[0]: expected the name of a card, not 'gold 3'",
        ),
        (("public", "histories", 0, 0), "won 3", f"public.histories[0][0]: {NO_NOTE}, not 'won 3'"),
        (
            ("public", "histories", 0, 0),
            "kept 2",
            f"public.histories[0][0]: {NO_NOTE}, not 'kept 2'",
        ),
        (
            ("public", "histories", 0, 0),
            "lost x",
            f"public.histories[0][0]: {NO_NOTE}, not 'lost x'",
        ),
    ],
)
def test_faulty_json_is_refused_with_its_path(
    path: tuple[str | int, ...], wrong: object, fault: str
) -> None:
    position = auctioning("Military H4, Gold 2", "Gold 3", "Gold 1")
    data = changed(position.game.to_json(position.state), path, wrong)
    with pytest.raises(DecodeError) as refusal:
        position.game.state_from_json(data)
    assert str(refusal.value) == fault


def test_f7_no_hand_ever_holds_a_king() -> None:
    """Not even a card that was kept unseen."""
    position = sharing(
        3, "King +1, Gold 1 x3", hands=("Military A2",), kept=("Military A2",), last_turn=False
    )
    state, hidden = position.state, position.state.hidden
    king, *deck = hidden.deck
    wrong = replace(hidden, hands=((king,), (), ()), deck=(card_of("Military A2"), *deck))
    with pytest.raises(DecodeError, match="hand of seat 0: no hand ever holds a King"):
        position.game.check_state(replace(state, hidden=wrong))
