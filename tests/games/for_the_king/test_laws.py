"""What holds in every position, tried in positions of random games."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from boardgames import DecodeError, IllegalActionError
from boardgames.games.for_the_king import (
    NAMES,
    Auction,
    Bid,
    Change,
    Discard,
    ForTheKing,
    NoteKind,
    Pay,
    Phase,
    State,
    Take,
    Turn,
    card_of,
)
from tests.games.for_the_king.positions import auctioning, game_for, sharing
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
    start = game_for(2).new_game(0)
    assert game_for(2).words.position(start) == "60 cards in the deck, place"


# States that cannot be played on.


def refused(game: ForTheKing, *wrong: tuple[State, str]) -> None:
    """See that each of these States is refused with a message that starts like this."""
    for state, fault in wrong:
        with pytest.raises(DecodeError) as caught:
            game.check_state(state)
        assert str(caught.value).startswith(fault)


def test_check_state_refuses_entries_that_are_not_one_for_each_seat() -> None:
    position = sharing(3, "Gold 1 x2", hands=("Military A2", "Military B2"))
    state, hidden, board = position.state, position.state.hidden, position.state.public
    fault = "not of a game with 3 players"
    refused(
        position.game,
        (
            replace(state, public=replace(board, histories=board.histories[:2])),
            f"public.histories: {fault}",
        ),
        (replace(state, hidden=replace(hidden, hands=hidden.hands[1:])), f"hidden.hands: {fault}"),
        (replace(state, hidden=replace(hidden, favored=())), f"hidden.favored: {fault}"),
        (replace(state, hidden=replace(hidden, lost=hidden.lost[1:])), f"hidden.lost: {fault}"),
    )


def test_check_state_refuses_numbers_that_are_impossible_in_any_phase() -> None:
    position = sharing(3, "Gold 1 x2", hands=("Military A2", "Military B2"))
    state, hidden, board = position.state, position.state.hidden, position.state.public
    refused(
        position.game,
        (replace(state, hidden=replace(hidden, seed=-1)), "hidden.seed: expected 0 or more"),
        (replace(state, hidden=replace(hidden, events=-1)), "hidden.events: expected 0 or more"),
        (replace(state, player=3), "player: no such seat"),
        (replace(state, public=replace(board, first=3)), "public.first: no such seat"),
        (replace(state, public=replace(board, gold=61)), "public.gold: expected "),
        (
            replace(state, public=replace(board, duties=(3, 3, 0, 3, 3))),
            "public.duties: expected 6",
        ),
        (
            replace(state, public=replace(board, duties=(7, 3, 0, 3, 3, 3))),
            "public.duties[0]: expected 1 to 6 for Diplomacy",
        ),
        (
            replace(state, public=replace(board, duties=(3, 3, 3, 3, 3, 3))),
            "public.duties[2]: expected 0, since Livestock is not in play",
        ),
    )


def test_check_state_refuses_a_turn_that_cannot_be() -> None:
    position = sharing(
        3, "Gold 1 x2, King +1", hands=("Military A2", "Military B2"), last_turn=False
    )
    state, turn = position.state, position.state.turn
    taking = position.play("centre", "centre", "favor", "keep").state
    resolving = sharing(3, "King +1, Gold 1 x3").play("keep").state
    assert turn is not None
    assert taking.turn is not None
    assert resolving.turn is not None
    refused(
        position.game,
        (replace(state, turn=None), "phase: expected one of an auction"),
        (replace(state, phase=Phase.BID), "phase: expected one of a turn"),
        (replace(state, auction=Auction(0, 0, (), 0)), "auction: not before the last turn"),
        (replace(state, turn=replace(turn, advisor=4)), "turn.advisor: no such seat"),
        (replace(state, bidding=(0,)), "bidding: not in this phase"),
        (replace(state, bid=1), "bid: not in this phase"),
        (replace(state, player=1), "player: only the Advisor places cards"),
        (replace(state, phase=Phase.TAKE), "player: the Advisor does not take"),
        (replace(state, phase=Phase.KING), "turn.kept: the King to resolve was kept"),
        (replace(state, turn=replace(turn, kept=True)), "hidden.deck: not the cards of whole"),
        (
            replace(state, turn=replace(turn, centre=state.hidden.deck[:3])),
            "turn.centre: expected fewer than 3 cards",
        ),
        (
            replace(state, turn=Turn(0, kept=True, favored=True, centre=state.hidden.deck[:2])),
            "turn: nothing left to place",
        ),
        (
            replace(taking, turn=replace(taking.turn, kept=False)),
            "turn.kept: the Advisor has not kept a card",
        ),
        (
            replace(taking, turn=replace(taking.turn, favored=False)),
            "turn.favored: the Advisor has not placed a card there",
        ),
        (replace(taking, player=2), "turn.centre: expected 1 cards, one for each to take"),
        (
            replace(state, hidden=replace(state.hidden, deck=state.hidden.deck[:3])),
            "hidden.deck: expected 4 cards or more",
        ),
        (
            replace(resolving, public=replace(resolving.public, gone=())),
            "public.gone: expected a King to resolve",
        ),
        (
            replace(
                resolving,
                public=replace(resolving.public, gone=(*resolving.public.gone, card_of("Gold 1"))),
            ),
            "public.gold: expected ",
        ),
        (
            replace(resolving, public=replace(resolving.public, gone=(card_of("Military A2"),))),
            "public.gone: expected a King to resolve as the last card",
        ),
        (
            replace(
                resolving,
                public=replace(resolving.public, duties=_highest(resolving.public.duties)),
            ),
            "public.gone: a King that can change nothing",
        ),
    )


def _highest(duties: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(6 if duty else 0 for duty in duties)


def test_check_state_refuses_hands_and_decks_that_cannot_be() -> None:
    position = sharing(
        3, "Gold 1 x2, King +1", hands=("Military A2", "Military B2"), last_turn=False
    )
    state, hidden, board = position.state, position.state.hidden, position.state.public
    lost, shown = ((NoteKind.LOST, 1),), ((NoteKind.SHOWN, card_of("Military A2")),)
    no_histories = replace(board, histories=((), *board.histories[1:]))
    refused(
        position.game,
        (
            replace(state, public=replace(board, histories=(lost, *board.histories[1:]))),
            "public.histories[0]: no hand can have it",
        ),
        (
            replace(
                state,
                public=replace(board, histories=(board.histories[0] + lost, *board.histories[1:])),
            ),
            "public.histories[0]: nothing leaves a hand in this phase",
        ),
        (
            replace(
                state,
                public=replace(board, histories=(board.histories[0] + shown, *board.histories[1:])),
            ),
            "public.histories[0]: no hand can have it",
        ),
        (replace(state, public=no_histories), "hidden.hands[0]: expected 0 cards"),
        (
            replace(state, hidden=replace(hidden, hands=hidden.hands[::-1])),
            "hidden.hands[0]: expected 1 cards",
        ),
        (
            replace(state, hidden=replace(hidden, hands=(hidden.hands[1], hidden.hands[0], ()))),
            "hidden.hands[0]: a card that the history says is gone",
        ),
        (replace(state, hidden=replace(hidden, lost=hidden.hands)), "hidden.lost[0]: expected 0"),
        (replace(state, hidden=replace(hidden, favor=hidden.deck)), "hidden.favor: not shuffled"),
        (
            replace(state, hidden=replace(hidden, removed=())),
            f"hidden.removed: {NAMES[hidden.removed[0]]} is missing",
        ),
        (
            replace(state, hidden=replace(hidden, removed=hidden.removed + hidden.removed[:1])),
            "hidden.removed: more ",
        ),
    )


def test_check_state_refuses_an_auction_that_cannot_be() -> None:
    hand = "Diplomacy A2, Gold 3, Gold 1"
    position = auctioning("Military H4, Gold 2", hand, "Military A2", "")
    state = position.state
    auction, hidden, board = position.auction, state.hidden, state.public
    paying = position.play("bid 4", "pass", "pass").state
    laying = position.play("pass", "pass", "pass", "pass", "pass", "bid 2", "discard Gold 1").state
    over = position.play(*["pass"] * 6).state
    assert laying.auction is not None
    assert over.auction is not None
    short = ((NoteKind.SHORT, 1),)
    shown = ((NoteKind.SHOWN, card_of("Gold 1")), (NoteKind.SHOWN, card_of("Military A2")))
    refused(
        position.game,
        (replace(state, turn=Turn(0, kept=False, favored=False, centre=())), "auction: not before"),
        (replace(state, auction=None), "turn: expected a turn or an auction"),
        (replace(state, phase=Phase.OVER), "auction.number: expected 2 after the game"),
        (replace(state, auction=replace(auction, number=2)), "auction.number: expected 0 to 1"),
        (replace(state, auction=replace(auction, opener=1)), "auction.opener: expected 0"),
        (
            replace(state, auction=replace(auction, defaulted=(3,))),
            "auction.defaulted[0]: no such seat",
        ),
        (
            replace(state, auction=replace(auction, defaulted=(1, 1))),
            "auction.defaulted[1]: the same seat again",
        ),
        (
            replace(state, auction=replace(auction, discarded=1)),
            "auction.discarded: not in this phase",
        ),
        (
            replace(state, hidden=replace(hidden, deck=hidden.removed, removed=())),
            "hidden.deck: cards left to place",
        ),
        (
            replace(state, hidden=replace(hidden, favored=((*hidden.favored[0], 0), (), ()))),
            "hidden.favored[0]: a card that is not in the Favor deck",
        ),
        (
            replace(state, hidden=replace(hidden, favored=(hidden.favor, hidden.favor[:1], ()))),
            "hidden.favored[1]: a card that is not in the Favor deck",
        ),
        (
            replace(state, hidden=replace(hidden, favored=(hidden.favor[:1], (), ()))),
            "hidden.favor: a card that nobody placed there",
        ),
        (
            replace(
                state,
                public=replace(board, histories=(board.histories[0] + short, *board.histories[1:])),
            ),
            "public.histories[0]: cannot have led to this hand",
        ),
        (
            replace(
                state,
                public=replace(board, histories=(board.histories[0] + shown, *board.histories[1:])),
            ),
            "public.histories[0]: no hand can have it",
        ),
        (replace(state, hidden=replace(hidden, laid=0)), "hidden.laid: nothing has been discarded"),
        (replace(paying, bidding=(0,)), "bidding: not in this phase"),
        (replace(paying, bid=0), "bid: expected 1 to "),
        (replace(paying, bid=5), "bid: more than the player can pay"),
        (replace(paying, phase=Phase.DISCARD), "phase: this card is paid for differently"),
        (
            replace(paying, auction=replace(auction, defaulted=(0,))),
            "player: a seat that has defaulted",
        ),
        (replace(laying, bid=1), "auction.discarded: expected 0 to 0, less than the bid"),
        (replace(laying, bid=3), "bid: more than the player can pay"),
        (
            replace(laying, hidden=replace(laying.hidden, laid=None)),
            "hidden.laid: expected a card that was discarded",
        ),
        (
            replace(laying, hidden=replace(laying.hidden, laid=card_of("Provisions A1"))),
            "hidden.laid: expected a card that was discarded",
        ),
        (replace(over, bid=1), "bid: not in this phase"),
        (replace(over, player=2), "player: expected the last opener after the game"),
    )


def test_f6_a_game_without_favor_cards_can_be_over() -> None:
    position = auctioning("King +1", "Gold 3", "", "").play("pass", "pass", "pass")
    state, nothing = position.state, ((),) * 3
    hidden = replace(state.hidden, favor=(), favored=nothing)
    position.game.check_state(replace(state, hidden=hidden, player=2, auction=Auction(0, 2, (), 0)))


def test_check_state_refuses_bidding_that_cannot_be() -> None:
    position = auctioning("Military H4, Gold 2", "Gold 3, Gold 1", "Military A2", "")
    state, auction = position.state, position.auction
    refused(
        position.game,
        (replace(state, bidding=()), "bidding: expected the player to act"),
        (replace(state, bidding=(1, 2, 0)), "player: expected the first of bidding"),
        (replace(state, bidding=(0, 1, 3)), "bidding[2]: no such seat"),
        (replace(state, bidding=(0, 1, 1)), "bidding[2]: the same seat again"),
        (
            replace(state, auction=replace(auction, defaulted=(1,))),
            "bidding[1]: a seat that has defaulted",
        ),
        (replace(state, bid=-1), "bid: expected 0 to "),
        (replace(state, bidding=(0,), bid=2), "bid: the last bidder has won"),
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
            "hidden.hands[0].Gold 3: expected 1 to 39, not 0",
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
    with pytest.raises(DecodeError, match=r"^hidden\.hands\[0\]: no hand ever holds a King"):
        position.game.check_state(replace(state, hidden=wrong))
