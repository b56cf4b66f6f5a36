"""Ambush as a Game: a board, and armies that are placed and move face down. Try it: `python
examples/ambush.py`.
"""

from __future__ import annotations

from typing import Annotated

from boardgames import Action, evolve, value
from boardgames.kit import (
    Count,
    DeclaredGame,
    DeclaredWords,
    Own,
    Seat,
    Shown,
    ZoneRule,
    deleted,
    replaced,
    require,
)
from boardgames.scene import (
    ACTOR,
    Change,
    CounterChange,
    Event,
    Label,
    Piece,
    Place,
    Touch,
    cell_key,
    moves,
)
from boardgames.testing import check_game

SIDE, TURNS = 6, 80
CELLS = tuple(
    [cell_key(number, SIDE) for number in range(SIDE * SIDE)]
)  # `b1` is beside `a1`, `a2` below it
BESIDE = {  # the cells that have a side in common with this one
    cell: sorted(
        [
            key
            for key in CELLS
            if abs(ord(key[0]) - ord(cell[0])) + abs(int(key[1]) - int(cell[1])) == 1
        ]
    )
    for cell in CELLS
}
HOME = (CELLS[-2 * SIDE :], CELLS[: 2 * SIDE])  # two rows for each seat
WORTH = {"flag": 20, "general": 5, "guard": 3, "spy": 1}
ARMY = ("flag", "general", "general", "guard", "guard", "guard", "spy", "spy", "spy", "spy")


@value
class Table:
    hands: Own[tuple[str, ...]]  # still to be placed
    boards: Annotated[
        tuple[tuple[str | None, ...], ...], ZoneRule("owner", columns=SIDE)
    ]  # what each seat has where
    lost: Shown[tuple[str, ...]]
    turn: Seat
    turns_left: Count = TURNS


@value
class State(Table): ...


@value
class View(Table):
    seat: int | None = None


@value
class Move(Action):
    start: Annotated[str, (*WORTH, *CELLS)]  # a piece in hand, or where one stands
    end: Annotated[str, CELLS]


@value
class Begun(Event):
    army: tuple[str, ...]  # of each seat
    turns: int

    def changes(self) -> tuple[Change, ...]:
        armies = [
            move
            for seat in (0, 1)
            for move in moves(self.army, None, Place(seat, "hand"), face_down=True)
        ]
        return (*armies, CounterChange(None, "turns_left", self.turns))


@value
class Moved(Event):
    seat: Annotated[int, ACTOR]
    piece: str | None  # None: not seen
    start: Place
    end: Place
    lost: tuple[str, ...]  # the pieces of both seats, if two have met

    def seen_by(self, viewer: int | None) -> Moved:
        return self if viewer == self.seat else evolve(self, piece=None)

    def changes(self) -> tuple[Change, ...]:
        lost = [
            move
            for seat, piece in enumerate(self.lost)
            for move in moves([piece], self.end, Place(seat, "lost"))
        ]
        return (
            *moves([self.piece], self.start, self.end),
            *lost,
            CounterChange(None, "turns_left", -1),
        )


class AmbushWords(DeclaredWords[State, Move, View]):
    def pieces(self) -> dict[str, Piece]:
        return {
            key: Piece(key, key, f"When it is lost, the other side gets {n}.", key, n)
            for key, n in WORTH.items()
        }

    def label(self, view: View, action: Move) -> Label:
        start = (
            Touch(view.seat, "hand", action.start)
            if action.start in WORTH
            else Touch(None, action.start)
        )
        return Label(str(action), (start, Touch(None, action.end)), f"move {action.start}")

    def describe(self, event: Begun | Moved, viewer: int | None) -> list[str]:
        if isinstance(event, Begun):
            return ["Each side has an army of ten."]
        moved = f"moved {event.piece or 'a piece'} from {event.start.zone} to {event.end.zone}"
        lines = [f"{self.seat_name(event.seat, viewer)} {moved}"]
        return [*lines, f"{' and '.join(event.lost)} are lost"] if event.lost else lines


class Ambush(DeclaredGame[State, Move, View]):
    """Lure the other army into ambushes: nobody sees what a piece of the other side is before it is
    lost.

    Each in turn moves a piece from hand, face down, to one of their own two rows, until all ten are
    there; then from a cell to one beside it. Where it meets one of the other side, both leave the
    board face up, and each side gets what the other's piece is worth. The game ends when a flag is
    lost, or after 80 turns. The most points win.
    """

    name, title, player_counts, event_types = "ambush", "Ambush", range(2, 3), Begun | Moved
    words_type = AmbushWords
    army: tuple[str, ...] = ARMY
    turns, home = TURNS, HOME

    def small(self) -> Ambush:
        tiny = type(self)(2)
        tiny.army, tiny.turns, tiny.home = ("flag", "spy"), 7, (("a2", "b2"), ("a1", "b1"))
        return tiny

    def own_pack(self, seat: int) -> tuple[str, ...]:
        return self.army

    def start(self, seed: int) -> State:
        return State((self.army,) * 2, ((None,) * len(CELLS),) * 2, ((), ()), 0, self.turns)

    def beginning(self, state: State) -> tuple[Begun]:
        return (Begun(self.army, self.turns),)

    def to_act(self, state: Table) -> tuple[int, ...]:
        return (
            (state.turn,)
            if state.turns_left and "flag" not in state.lost[0] + state.lost[1]
            else ()
        )

    def choices(self, state: State, seat: int) -> list[Move]:
        own = {cell for cell, piece in zip(CELLS, state.boards[seat], strict=True) if piece}
        if hand := state.hands[seat]:
            return [
                Move(piece, cell)
                for piece in sorted({*hand})
                for cell in sorted({*self.home[seat]} - own)
            ]
        return [
            Move(start, end) for start in sorted(own) for end in BESIDE[start] if end not in own
        ]

    def act(self, state: State, action: Move, seat: int) -> State:
        hands, boards, lost = state.hands, [[*board] for board in state.boards], state.lost
        place, end = Place(None, action.start), CELLS.index(action.end)
        if action.start in WORTH:
            place, boards[seat][end] = Place(seat, "hand"), action.start
            hands = replaced(hands, seat, deleted(hands[seat], action.start))
        else:
            start = CELLS.index(action.start)
            boards[seat][start], boards[seat][end] = None, boards[seat][start]
        piece, first, second = boards[seat][end], boards[0][end], boards[1][end]
        met = (first, second) if first and second else ()
        if met:
            boards[0][end], boards[1][end], lost = (
                None,
                None,
                ((*lost[0], met[0]), (*lost[1], met[1])),
            )
        self.report(Moved(seat, piece, place, Place(None, action.end), met))
        return State(hands, tuple(map(tuple, boards)), lost, 1 - seat, state.turns_left - 1)

    def score(self, state: State) -> tuple[int, ...]:
        return tuple([sum([WORTH[piece] for piece in lost]) for lost in reversed(state.lost)])

    def estimate(self, state: State, player: int) -> float:
        return 0.5 + (self.score(state)[player] - self.score(state)[1 - player]) / 80

    def check_state(self, state: State) -> None:
        require({*map(len, state.boards)} == {len(CELLS)}, "boards: expected a place for each cell")
        require(not any(map(all, zip(*state.boards, strict=True))), "boards: two pieces on a cell")
        super().check_state(state)


if __name__ == "__main__":
    check_game(Ambush(2))
    print("Ambush keeps the contract.")
