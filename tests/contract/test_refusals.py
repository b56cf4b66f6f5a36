"""What a game refuses is named, with the position, the legal actions, and whose turn it is."""

from __future__ import annotations

from typing import Any

import pytest

from boardgames import Action, ConfigurationError, IllegalActionError, illegal_action, value
from boardgames.contract.refusals import check_seat, check_viewer
from examples.tic_tac_toe import TicTacToe
from tests.testing.small_games import Sealed, SealedWords


@value
class Unwritable(Action):
    """An action whose notation looks something up that is not there."""

    card: int

    def __str__(self) -> str:
        return ("a", "b")[self.card]


def test_an_illegal_action_is_named_with_the_position_and_the_legal_ones(sealed: Sealed) -> None:
    state = sealed.new_game(7)
    legal = ", ".join(map(str, sealed.legal_actions(state)))
    wrong = sealed.parse(f"commit {state.hands[1][0]}")
    with pytest.raises(IllegalActionError) as caught:
        sealed.apply(state, wrong)
    assert str(caught.value) == f"illegal action '{wrong}' of player 1; legal: {legal}"


def test_an_action_that_cannot_be_written_is_named_all_the_same(sealed: Sealed) -> None:
    error = illegal_action(sealed, sealed.new_game(7), Unwritable(99), 0)
    assert "Unwritable(card=99) of player 1" in str(error)


def test_the_position_is_named_where_the_game_knows_words_for_it(
    sealed: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SealedWords, "position", lambda _, state: f"{len(state.pile)} cards left")
    error = illegal_action(sealed, sealed.new_game(7), sealed.parse("commit 18"), 1)
    assert "'commit 18' of player 2 (2 cards left)" in str(error)


def test_who_passes_text_for_an_action_is_told_how_to_read_it(sealed: Sealed) -> None:
    error = illegal_action(sealed, sealed.new_game(7), "commit 5", 1)
    assert "'commit 5' of player 2: not an Action but text, which `parse` reads; " in str(error)


def test_of_many_legal_actions_only_some_are_named(tic_tac_toe: TicTacToe) -> None:
    error = illegal_action(tic_tac_toe, tic_tac_toe.new_game(), None, None)
    named = "mark 0, mark 1, mark 2, mark 3, mark 4, ... (9 in all)"
    assert str(error).endswith(f": {named}")


def test_an_action_of_another_seat_is_refused_by_whose_turn_it_is(
    sealed: Sealed, tic_tac_toe: TicTacToe
) -> None:
    state = sealed.new_game(7)
    mine = sealed.legal_actions(state, 0)[0]
    with pytest.raises(
        IllegalActionError, match=r"^illegal action 'commit \d+' of player 1: player 2 is to act$"
    ):
        sealed.apply(sealed.apply(state, mine, 0), mine, 0)
    with pytest.raises(IllegalActionError, match=r"of player 9: players 1 and 2 are to act$"):
        sealed.apply(state, mine, 8)
    with pytest.raises(IllegalActionError, match=r"of player 2: player 1 is to act$"):
        tic_tac_toe.apply(tic_tac_toe.new_game(), tic_tac_toe.parse("mark 4"), 1)


def test_what_is_no_seat_at_all_is_refused_in_the_same_way(tic_tac_toe: TicTacToe) -> None:
    seat: Any = "second"
    with pytest.raises(IllegalActionError, match=r"of seat 'second': player 1 is to act$"):
        tic_tac_toe.apply(tic_tac_toe.new_game(), tic_tac_toe.parse("mark 4"), seat)


def test_after_the_end_everything_is_illegal(tic_tac_toe: TicTacToe) -> None:
    state = tic_tac_toe.new_game()
    for text in ("mark 0", "mark 3", "mark 1", "mark 4", "mark 2"):
        state = tic_tac_toe.apply(state, tic_tac_toe.parse(text))
    with pytest.raises(IllegalActionError, match=r"^illegal action 'mark 8': the game is over$"):
        tic_tac_toe.apply(state, tic_tac_toe.parse("mark 8"))


def test_a_seat_is_checked(sealed: Sealed) -> None:
    check_seat(sealed, 1)
    check_viewer(sealed, None)
    for wrong in (-1, 2):
        for check in (check_seat, check_viewer):
            with pytest.raises(ConfigurationError) as caught:
                check(sealed, wrong)
            assert str(caught.value) == f"no seat {wrong}: sealed with 2 players has seats 0 to 1"
