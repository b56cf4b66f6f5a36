"""Tic-tac-toe as a Game: everything that a game of your own needs. Try it: `python
examples/tic_tac_toe.py`.
"""

from __future__ import annotations

from random import Random

from boardgames import (
    Action,
    DecodeError,
    Game,
    Notation,
    Outcome,
    Words,
    check_seed,
    illegal_action,
    ranked,
    value,
)
from boardgames.testing import check_game

EMPTY = -1
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES_THROUGH = tuple(tuple(line for line in LINES if square in line) for square in range(9))


@value
class State:
    squares: tuple[int, ...]  # the seat that has marked each, or EMPTY
    player: int  # the seat to act
    winner: int | None = None


@value
class View:  # all that a seat may know: here nothing is hidden
    squares: tuple[int, ...]
    player: int
    winner: int | None


@value
class Mark(Action):
    square: int  # counted from 0: `mark 4` is the one in the middle


MARKS = tuple(Mark(square) for square in range(9))


class TicTacToeWords(Words[State, Mark, View]):
    def render(self, view: View) -> str:
        return "\n".join(
            " ".join(".XO"[owner + 1] for owner in view.squares[row : row + 3]) for row in (0, 3, 6)
        )


class TicTacToe(Game[State, Mark, View]):
    """Two players mark squares in turn; three in a line win."""

    name, title, player_counts = "tic_tac_toe", "Tic-tac-toe", range(2, 3)
    notation = Notation(MARKS)
    words_type = TicTacToeWords

    def new_game(self, seed: int | None = None) -> State:
        check_seed(seed)
        return State((EMPTY,) * 9, 0)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.winner is not None or EMPTY not in state.squares else (state.player,)

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Mark, ...]:
        if state.winner is not None or player not in (None, state.player):
            return ()
        return tuple(
            [mark for mark, owner in zip(MARKS, state.squares, strict=True) if owner == EMPTY]
        )

    def apply(self, state: State, action: Mark, player: int | None = None) -> State:
        squares, seat = state.squares, state.player
        if type(action) is not Mark or player not in (None, seat) or state.winner is not None:
            raise illegal_action(self, state, action, player)
        if not 0 <= (square := action.square) < 9 or squares[square] != EMPTY:
            raise illegal_action(self, state, action, player)
        marked = squares[:square] + (seat,) + squares[square + 1 :]
        for one, two, three in LINES_THROUGH[square]:
            if marked[one] == marked[two] == marked[three]:
                return State(marked, 1 - seat, seat)
        return State(marked, 1 - seat)

    def score(self, state: State) -> tuple[int, ...]:
        return tuple([int(seat == state.winner) for seat in range(2)])

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        ranking = ranked(self.score(state))
        reason = "the board is full" if state.winner is None else "three in a line"
        return Outcome(ranking[0], ranking, self.score(state), reason)

    def view(self, state: State, player: int | None) -> View:
        return View(state.squares, state.player, state.winner)

    def determinize(self, view: View, rng: Random) -> State:
        return State(view.squares, view.player, view.winner)

    def evaluate(self, state: State, player: int) -> float:
        return 0.5 if state.winner is None else float(state.winner == player)

    def parse(self, text: str) -> Mark:
        return self.notation.parse(text)

    def check_state(self, state: State) -> None:
        if (
            len(state.squares) != 9
            or {*state.squares} - {EMPTY, 0, 1}
            or {state.player, state.winner or 0} - {0, 1}
        ):
            raise DecodeError("expected nine squares of -1, 0 and 1, and seats 0 and 1")


if __name__ == "__main__":
    check_game(TicTacToe(2))
    print("Tic-tac-toe keeps the contract.")
