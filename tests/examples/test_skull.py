"""The example with secret choices, bids, and discs that leave the game unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardgames.core.chance import generator
from boardgames.core.values import evolve
from boardgames.table.lesson import Lesson
from examples.skull import OWN, Skull

if TYPE_CHECKING:
    from examples.skull import State

GAME = Skull(3)
LAID = "lay rose", "lay skull", "lay rose"


def played(*texts: str, state: State | None = None) -> State:
    """Return the State after these actions of whoever may act first, from the start or from this
    State.
    """
    state = GAME.new_game(1) if state is None else state
    for text in texts:
        state = GAME.apply(state, GAME.parse(text))
    return state


def legal(state: State) -> list[str]:
    return [str(action) for action in GAME.legal_actions(state)]


def test_all_lay_a_first_disc_at_the_same_time() -> None:
    assert GAME.to_act(played()) == (0, 1, 2)
    assert GAME.to_act(played(*LAID[:2])) == (2,)
    assert legal(played()) == ["lay rose", "lay skull"]
    assert GAME.to_act(played(*LAID)) == (0,)
    assert legal(played(*LAID)) == ["lay rose", "lay skull", "bid 1", "bid 2", "bid 3"]


def test_after_a_bid_each_bids_more_or_passes() -> None:
    assert legal(played(*LAID, "lay rose", "bid 2")) == ["bid 3", "bid 4", "pass"]


def test_the_highest_bidder_turns_over_their_own_mat_first_and_then_chooses() -> None:
    state = played(*LAID, "bid 2", "pass", "pass")
    assert state.turned == (("rose",), (), ())
    assert legal(state) == ["turn 2", "turn 3"]


def test_only_roses_win_the_challenge_and_two_challenges_the_game() -> None:
    state = played(*LAID, "bid 2", "pass", "pass", "turn 3")
    assert (state.wins, state.round, state.hands) == ((1, 0, 0), 2, GAME.new_game(1).hands)
    state = played(*LAID, "bid 2", "pass", "pass", "turn 3", state=state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (2, 0, 0))


def test_a_skull_costs_a_disc_that_only_its_owner_sees() -> None:
    state = played(*LAID, "bid 2", "pass", "pass", "turn 2")
    assert [len(lost) for lost in state.lost] == [1, 0, 0]
    assert (state.seen, state.gone) == ((0, 0, 0), (False,) * 3)
    assert GAME.words.tell(
        played(*LAID, "bid 2", "pass", "pass"), 0, GAME.parse("turn 2"), state, 1
    )[-1] == ("Player 1 found your skull, and lost a disc")
    assert GAME.view(state, 0).lost == state.lost
    assert GAME.view(state, 1).lost == (("?",), (), ())


def test_nobody_needs_to_choose_to_turn_over_all_discs() -> None:
    assert played(*LAID, "bid 3").turn == 0
    assert legal(played(*LAID, "bid 3")) == ["turn 2", "turn 3"]


def test_whoever_has_lost_all_discs_is_out_and_the_last_one_wins() -> None:
    start, all_four = GAME.new_game(1), ("rose", "rose", "rose", "skull")
    two_left = evolve(
        start, hands=(all_four, all_four, ()), lost=((), (), all_four), passed=(False, False, True)
    )
    assert GAME.to_act(two_left) == (0, 1)
    one_left = evolve(start, hands=((), all_four, ()), lost=(all_four, (), all_four))
    assert GAME.to_act(one_left) == ()
    assert GAME.score(one_left) == (0, 2, 0)


def test_what_all_have_seen_of_a_skull_holds_in_every_sample() -> None:
    base = evolve(
        GAME.new_game(1), hands=(("rose", "skull"), ("rose", "rose"), ("rose", "rose", "skull")),
        lost=(("rose", "rose"), ("rose", "skull"), ("rose",)), round=6,
    )  # fmt: skip
    for seen, gone in (((2, 0, 0), (False, True, False)), ((0, 0, 0), (False,) * 3)):
        state = evolve(base, seen=seen, gone=gone)
        worlds = [
            GAME.determinize(GAME.view(state, None), generator(1, number)) for number in range(100)
        ]
        without = {
            tuple(seat for seat in range(3) if "skull" in world.lost[seat]) for world in worlds
        }
        assert (len(without) == 2) == any(seen)
        assert all((1 in seats, 0 in seats) == (True, False) for seats in without) == any(seen)


def test_whose_skull_was_seen_is_remembered_after_they_lose_a_disc() -> None:
    """Of three discs, a skull among them, one is lost: a skull in a third of the worlds, not in
    half of them.
    """
    state = evolve(
        GAME.new_game(1),
        hands=(("rose", "skull"), OWN, OWN),
        lost=(("rose", "rose"), (), ()),
        round=3,
    )
    for seen, share in ((1, 1 / 3), (0, 1 / 2)):
        view = GAME.view(evolve(state, seen=(seen, 0, 0)), 1)
        worlds = [GAME.determinize(view, generator(7, number)) for number in range(900)]
        assert sum("skull" in world.lost[0] for world in worlds) / 900 == pytest.approx(
            share, abs=0.06
        )


def test_a_disc_lost_after_the_skull_is_a_rose_in_every_sample() -> None:
    state = evolve(
        GAME.new_game(1), hands=(("rose", "rose"), OWN, OWN), lost=(("rose", "skull"), (), ()),
        gone=(True, False, False), round=3,
    )  # fmt: skip
    state = played(
        "lay rose", "lay skull", "lay rose", "bid 2", "pass", "pass", "turn 2", state=state
    )
    assert state.lost[0] == ("rose", "rose", "skull")
    views = [GAME.determinize(GAME.view(state, 1), generator(2, number)) for number in range(100)]
    assert {world.lost[0] for world in views} == {
        ("rose", "rose", "skull"),
        ("rose", "skull", "rose"),
    }


def test_every_seat_with_its_skull_only_is_sampled_at_once() -> None:
    game, roses, skull = Skull(6), ("rose", "rose", "rose"), ("skull",)
    state = evolve(game.new_game(1), hands=(skull,) * 6, lost=(roses,) * 6, seen=(3,) * 6, round=19)
    for number in range(40):
        assert game.determinize(game.view(state, None), generator(3, number)).hands == state.hands


def test_the_lesson_ends_with_the_trap_sprung() -> None:
    lesson = Lesson.of(GAME)
    step, state = list(lesson.walk(GAME))[-1]
    assert len(lesson.steps) == 6
    assert not step.right
    assert (state.wins[0], len(state.lost[1])) == (1, 1)
