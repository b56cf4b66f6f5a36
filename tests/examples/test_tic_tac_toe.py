from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from boardgames import DecodeError

if TYPE_CHECKING:
    from examples.tic_tac_toe import TicTacToe
    from tests.conftest import Shell

PROGRAM = Path(__file__).parents[2] / "examples" / "tic_tac_toe.py"


@pytest.mark.long
def test_the_example_runs_and_holds_itself_to_the_contract(shell: Shell) -> None:
    done = shell.python(PROGRAM)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Tic-tac-toe keeps the contract.\n"


def test_three_in_a_line_win(tic_tac_toe: TicTacToe) -> None:
    state = tic_tac_toe.new_game()
    for text in ("mark 0", "mark 3", "mark 1", "mark 4", "mark 2"):
        state = tic_tac_toe.apply(state, tic_tac_toe.parse(text))
    outcome = tic_tac_toe.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (1, 0), "three in a line")
    assert tic_tac_toe.words.render(tic_tac_toe.view(state, None)) == "X X X\nO O .\n. . ."


def test_a_full_board_is_a_draw(tic_tac_toe: TicTacToe) -> None:
    state = tic_tac_toe.new_game()
    for square in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        state = tic_tac_toe.apply(state, tic_tac_toe.parse(f"mark {square}"))
    outcome = tic_tac_toe.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == (
        (0, 1),
        (0, 0),
        "the board is full",
    )


def test_it_has_as_many_games_as_is_known(tic_tac_toe: TicTacToe) -> None:
    """Five marks can be made in 9 * 8 * 7 * 6 * 5 ways, of which 1440 win."""
    level, wins = [tic_tac_toe.new_game()], []
    for _ in range(5):
        level = [
            tic_tac_toe.apply(state, mark)
            for state in level
            for mark in tic_tac_toe.legal_actions(state)
        ]
        wins.append(sum(not tic_tac_toe.to_act(state) for state in level))
    assert len(level) == 15120
    assert wins == [0, 0, 0, 0, 1440]


@pytest.mark.parametrize(
    "wrong",
    [
        {"squares": [-1] * 8},
        {"squares": [-1] * 8 + [2]},
        {"player": -1},
        {"player": 2},
        {"winner": 7},
        {"winner": -1},
    ],
)
def test_impossible_positions_are_refused(tic_tac_toe: TicTacToe, wrong: dict[str, Any]) -> None:
    data: Any = {"squares": [-1] * 9, "player": 0, "winner": None}
    assert tic_tac_toe.state_from_json(data) == tic_tac_toe.new_game(1)
    with pytest.raises(DecodeError):
        tic_tac_toe.state_from_json(data | wrong)
