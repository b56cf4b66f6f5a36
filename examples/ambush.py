"""Ambush as a Game: a board, and armies that are placed and move face down. Try it: `python examples/ambush.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from boardgames import Action, seat_name, value
from boardgames.core.declared_game import DeclaredGame
from boardgames.core.errors import require
from boardgames.core.events import Change, Event, PieceMove, Place
from boardgames.core.facts import ACTOR
from boardgames.core.scene import Label, Piece, Touch, cell_key
from boardgames.core.text import plural
from boardgames.core.tuples import deleted, replaced
from boardgames.core.values import evolve
from boardgames.core.visibility import Own, Seat, Shown, Zone
from boardgames.testing import check_game

SIDE, TURNS = 6, 80
CELLS = tuple([cell_key(number, SIDE) for number in range(SIDE * SIDE)])
BESIDE = {  # the cells that have a side in common with this one
    cell: sorted([key for key in CELLS if abs(ord(key[0]) - ord(cell[0])) + abs(int(key[1]) - int(cell[1])) == 1])
    for cell in CELLS
}
HOME = (CELLS[-2 * SIDE :], CELLS[: 2 * SIDE])  # two rows for each seat
TEXT = "Both pieces that meet leave the board, and each side gets what the other one is worth."
PIECES = {
    "flag": Piece("flag", "Flag", f"{TEXT} The game ends.", worth=20, colour="red"),
    "general": Piece("general", "General", TEXT, worth=5, colour="purple"),
    "guard": Piece("guard", "Guard", TEXT, worth=3, colour="blue"),
    "spy": Piece("spy", "Spy", TEXT, worth=1, colour="green"),
}
ARMY = ("flag", "general", "general", "guard", "guard", "guard", "spy", "spy", "spy", "spy")


@value
class Table:
    hands: Own[tuple[str, ...]]  # still to be placed
    boards: Annotated[tuple[tuple[str | None, ...], ...], Zone("owner", columns=SIDE)]  # what each seat has where
    lost: Shown[tuple[str, ...]]
    turn: Seat
    turns_left: int = TURNS


@value
class State(Table): ...


@value
class View(Table):
    seat: int | None = None


@value
class Put(Action):
    piece: Annotated[str, tuple(PIECES)]
    cell: Annotated[str, CELLS]


@value
class Move(Action):
    start: Annotated[str, CELLS]
    end: Annotated[str, CELLS]


@value
class Moved(Event):
    seat: Annotated[int, ACTOR]
    piece: str | None  # None: not seen
    start: Place
    end: Place

    def seen_by(self, viewer: int | None) -> Moved:
        return self if viewer == self.seat else evolve(self, piece=None)

    def changes(self) -> tuple[Change, ...]:
        return (PieceMove(self.piece, 1, self.start, self.end, face_down=self.piece is None),)


@value
class Lost(Event):
    seat: int
    piece: str
    cell: str

    def changes(self) -> tuple[Change, ...]:
        return (PieceMove(self.piece, 1, Place(None, self.cell), Place(self.seat, "lost")),)


class Ambush(DeclaredGame[State, Put | Move, View]):
    """Lure the other army into ambushes: nobody sees what a piece of the other side is before it is lost.

    Each in turn puts a piece face down on their own two rows, until all ten are there; then moves a piece to a cell
    beside it. A piece that moves to one of the other side meets it: both leave the board face up, and each side gets
    what the other's piece is worth. The game ends when a Flag is lost, or after 80 turns. The most points win.
    """

    name, title, player_counts, event_types = "ambush", "Ambush", range(2, 3), Moved | Lost

    def own_pack(self, seat: int) -> tuple[str, ...]:
        return ARMY

    def pieces(self) -> Mapping[str, Piece]:
        return PIECES

    def start(self, seed: int) -> State:
        return State((ARMY, ARMY), ((None,) * len(CELLS),) * 2, ((), ()), 0)

    def to_act(self, state: Table) -> tuple[int, ...]:
        return (state.turn,) if state.turns_left and "flag" not in state.lost[0] + state.lost[1] else ()

    def choices(self, state: State, seat: int) -> list[Put | Move]:
        own = [cell for cell, piece in zip(CELLS, state.boards[seat], strict=True) if piece]
        if state.hands[seat]:
            free = [cell for cell in sorted(HOME[seat]) if cell not in own]
            return [Put(piece, cell) for piece in sorted({*state.hands[seat]}) for cell in free]
        return [Move(start, end) for start in sorted(own) for end in BESIDE[start] if end not in own]

    def act(self, state: State, action: Put | Move, seat: int) -> State:
        state = evolve(state, turn=1 - seat, turns_left=state.turns_left - 1)
        if isinstance(action, Put):
            self.report(Moved(seat, action.piece, Place(seat, "hand"), Place(None, action.cell)))
            hands = replaced(state.hands, seat, deleted(state.hands[seat], action.piece))
            return with_piece(evolve(state, hands=hands), seat, action.cell, action.piece)
        piece, other = [state.boards[seat][CELLS.index(action.start)], state.boards[1 - seat][CELLS.index(action.end)]]
        if piece and other:
            return self.lose(self.lose(state, seat, action.start, piece), 1 - seat, action.end, other)
        self.report(Moved(seat, piece, Place(None, action.start), Place(None, action.end)))
        return with_piece(with_piece(state, seat, action.start, None), seat, action.end, piece)

    def lose(self, state: State, seat: int, cell: str, piece: str) -> State:
        self.report(Lost(seat, piece, cell))
        lost = replaced(state.lost, seat, (*state.lost[seat], piece))
        return with_piece(evolve(state, lost=lost), seat, cell, None)

    def score(self, state: State) -> tuple[int, ...]:
        return tuple([sum([PIECES[piece].worth or 0 for piece in lost]) for lost in reversed(state.lost)])

    def estimate(self, state: State, player: int) -> float:
        return 0.5 + (self.score(state)[player] - self.score(state)[1 - player]) / 80

    def heading(self, view: View) -> str:
        phase = "placing" if any(view.hands) else "the field"
        return f"{phase}, {plural(view.turns_left, 'turn')} left"

    def label(self, view: View, action: Put | Move) -> Label:
        if isinstance(action, Put):
            touches = (Touch(view.seat, "hand", action.piece), Touch(None, action.cell))
            return Label(f"put {action.piece} on {action.cell}", touches, f"put {action.piece}")
        return Label(f"move {action.start} to {action.end}", (Touch(None, action.start), Touch(None, action.end)))

    def describe(self, event: Moved | Lost, viewer: int | None) -> tuple[str, ...]:
        who = seat_name(event.seat, viewer)
        if isinstance(event, Lost):
            return (f"{who} lost {event.piece} on {event.cell}",)
        return (f"{who} moved {event.piece or 'a piece'} from {event.start.zone} to {event.end.zone}",)

    def check_state(self, state: State) -> None:
        require({*map(len, state.boards)} == {len(CELLS)}, "boards: expected a place for each cell")
        require(not any(map(all, zip(*state.boards, strict=True))), "boards: two pieces on a cell")
        require(0 <= state.turns_left <= TURNS, "turns_left: no such number")
        super().check_state(state)


def with_piece(state: State, seat: int, cell: str, piece: str | None) -> State:
    """Return the State with this piece of the seat on the cell, or none."""
    board = replaced(state.boards[seat], CELLS.index(cell), piece)
    return evolve(state, boards=replaced(state.boards, seat, board))


if __name__ == "__main__":
    check_game(Ambush(2))
    print("Ambush keeps the contract.")
