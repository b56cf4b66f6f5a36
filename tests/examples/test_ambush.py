"""The example on a board, with armies that are placed and move face down."""

from __future__ import annotations

from collections import Counter

from boardgames.contract.transition import Reader
from boardgames.core.values import evolve
from boardgames.remote.shown import open_scene
from boardgames.scene.events import PieceMove, Place
from boardgames.scene.log import Snapshot, fold
from examples.ambush import ARMY, CELLS, Ambush, State

GAME = Ambush(2)


def position(first: dict[str, str], second: dict[str, str]) -> State:
    """Return a State with these pieces by cell, in which all others are lost."""
    boards, lost = [], []
    for board in (first, second):
        boards.append(tuple([board.get(cell) for cell in CELLS]))
        gone = [*ARMY]
        for piece in board.values():
            gone.remove(piece)
        lost.append(tuple(gone))
    return evolve(
        GAME.new_game(1), hands=((), ()), boards=(boards[0], boards[1]), lost=(lost[0], lost[1])
    )


def test_pieces_are_put_face_down_on_ones_own_rows() -> None:
    state = GAME.apply(GAME.new_game(1), GAME.parse("move spy b6"))
    cells = {str(action).split()[-1] for action in GAME.legal_actions(state)}
    assert cells == {*CELLS[:12]}
    for viewer, piece in ((0, "spy"), (1, None), (None, None)):
        (centre, *_) = GAME.words.scene(GAME.view(state, viewer)).areas
        assert [len(row) for row in centre.board] == [6] * 6
        ((key, item),) = [(zone.key, item) for zone in centre.zones for item in zone.items]
        assert (key, item.piece, item.seat, item.hidden) == ("b6", piece, 0, viewer != 0)


def test_pieces_that_meet_are_lost_for_what_the_other_is_worth() -> None:
    state = position({"a6": "flag", "c4": "spy"}, {"a1": "flag", "c3": "general"})
    before, after = GAME.score(state), GAME.apply(state, GAME.parse("move c4 c3"))
    gained = [new - old for new, old in zip(GAME.score(after), before, strict=True)]
    assert gained == [5, 1]
    assert sum(map(bool, after.boards[0] + after.boards[1])) == 2
    assert GAME.to_act(after) == (1,)


def test_the_log_begins_with_two_armies_in_hand() -> None:
    entry = Reader(GAME, 0).beginning(GAME.new_game(1))
    table = fold(
        Snapshot(0),
        [*[change for event in entry.events for change in event.changes()], *entry.rest],
    )
    assert table.zones[Place(0, "hand")] == Counter(ARMY)
    assert table.zones[Place(1, "hand")] == {None: len(ARMY)}
    assert not any(isinstance(change, PieceMove) for change in entry.rest)


def test_a_flag_that_is_lost_ends_the_game_and_then_the_page_shows_the_board() -> None:
    state = position({"a6": "flag", "c4": "spy"}, {"c3": "flag", "a1": "guard"})
    over = GAME.apply(state, GAME.parse("move c4 c3"))
    assert GAME.to_act(over) == ()
    (centre, *_) = open_scene(GAME, over, 0, GAME.words).areas
    assert {item.piece for zone in centre.zones for item in zone.items} == {"flag", "guard"}
