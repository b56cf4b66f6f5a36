"""Whoever follows the log of a game from an empty table on sees the table, event by event."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import boardgames
from boardgames import Game
from boardgames.contract.transition import Reader, Transition
from boardgames.core.chance import generator
from boardgames.scene.events import CounterChange, MarkChange, PieceMove, Place, TurnChange
from boardgames.scene.log import Entry, Snapshot, differences, fold
from examples.briscola import Briscola
from examples.hanabi import Hanabi
from examples.nines import Nines
from examples.skull import Skull

OURS = [boardgames.make(name, players=3) for name in boardgames.game_names()]
OTHERS = [Briscola(2), Nines(3), Skull(3), Hanabi(2), Hanabi(4)]
"""Only the first of them has events: of the others, the log says just what changes."""


def followed(table: Snapshot, told: Entry) -> Snapshot:
    for event in told.events:
        table = fold(table, event.changes())
    return fold(table, told.rest)


@pytest.mark.parametrize("seed", [3, pytest.param(23, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", [*OURS, *OTHERS], ids=lambda game: f"{game.name}-{game.players}")
def test_the_log_folded_from_nothing_is_the_table_of_every_viewer(
    game: Game[Any, Any, Any], seed: int
) -> None:
    follow_a_game(game, seed)


@pytest.mark.long
def test_the_log_of_a_game_without_events_is_the_table_in_many_games() -> None:
    for seed in range(40):
        follow_a_game(Hanabi(2), seed)


def follow_a_game(game: Game[Any, Any, Any], seed: int) -> None:
    """Play at random, and compare the folded log with the table of every viewer at each action."""
    state, rng = game.new_game(seed), generator(seed, 0)
    viewers = (*range(game.players), None)
    tables = {
        viewer: followed(Snapshot(viewer), Reader(game, viewer).beginning(state))
        for viewer in viewers
    }
    for _ in range(150):
        for viewer, table in tables.items():
            assert table == Reader(game, viewer).snapshot(state), seed
        if not game.to_act(state):
            break
        player = game.to_act(state)[-1]
        action = game.random_action(state, rng, player)
        after = game.apply(state, action, player)
        step = Transition(game, 1, player, action, state, after)
        tables = {each: followed(old, step.entry(each)) for each, old in tables.items()}
        state = after


@pytest.mark.parametrize("game", [*OURS, OTHERS[0]], ids=lambda game: f"{game.name}-{game.players}")
def test_all_that_lies_on_the_table_is_told_by_events(game: Game[Any, Any, Any]) -> None:
    told = Reader(game, 0).beginning(game.new_game(5))
    assert told.events
    assert not [change for change in told.rest if isinstance(change, (PieceMove, MarkChange))]
    assert TurnChange(game.to_act(game.new_game(5))) in told.rest


def test_no_more_pieces_leave_a_place_than_are_there() -> None:
    hand = Place(1, "hand")
    table = fold(Snapshot(0), [PieceMove(None, 2, None, hand, face_down=True)])
    for piece, count in ((None, 3), ("ace", 3)):
        with pytest.raises(ValueError, match=r"^3 of .* leave 'hand' of seat 1, which has 2$"):
            fold(table, [PieceMove(piece, count, hand, None)])
    assert fold(table, [PieceMove("ace", 1, hand, None)]).zones[hand] == {None: 1}, (
        "a face-down one turns out to be it"
    )


def test_what_the_reader_knows_of_their_own_area_counts_by_key() -> None:
    own, others = Place(0, "hand"), Place(1, "hand")
    moves = [PieceMove("ace", 1, None, place, face_down=True) for place in (own, others)]
    assert fold(Snapshot(0), moves).zones == {own: {"ace": 1}, others: {None: 1}}
    gone = fold(fold(Snapshot(0), moves), [PieceMove(None, 1, own, None)])
    assert own not in gone.zones, "all that lies there leaves"


def test_a_mark_is_neither_given_twice_nor_taken_from_whom_it_is_not() -> None:
    marked = fold(Snapshot(0), [MarkChange(0, "passed"), MarkChange(1, "passed")])
    assert not fold(marked, [MarkChange(None, "passed", on=False)]).marks
    for change in (
        MarkChange(1, "passed"),
        MarkChange(1, "dealer", on=False),
        MarkChange(None, "dealer"),
    ):
        with pytest.raises(ValueError, match=r"cannot (get|lose)"):
            fold(marked, [change])


def test_pieces_of_an_ordered_zone_are_laid_out_anew_when_they_come_to_lie_otherwise() -> None:
    queue = Place(None, "queue")
    table = Snapshot(None, {queue: {"a": 2, "b": 1}})  # a b a, or any other order
    other = Snapshot(None, {queue: {"b": 1, "a": 1, "c": 1}}, frozenset([queue]))
    folded = fold(table, differences(table, other))
    assert [*folded.zones[queue]] == ["b", "a", "c"]
    assert folded == other


def test_the_order_of_a_zone_counts_where_the_scene_shows_it() -> None:
    queue = Place(None, "queue")
    table, turned = (
        Snapshot(None, {queue: {"a": 1, "b": 1}}),
        Snapshot(None, {queue: {"b": 1, "a": 1}}),
    )
    shown = replace(turned, ordered=frozenset([queue]))
    assert table == turned
    assert table != shown
    assert shown != table


def test_differences_are_what_has_to_change() -> None:
    table = Snapshot(
        None, {Place(None, "queue"): {"a": 1, "b": 1}}, counters={Place(0, "points"): 2}
    )
    other = Snapshot(
        None, {Place(None, "queue"): {"b": 1, "a": 1}}, frozenset([Place(None, "queue")]), round=2
    )
    changes = [*differences(table, other)]
    assert changes[-2] == CounterChange(0, "points", -2)
    assert [*fold(table, changes).zones[Place(None, "queue")]] == ["b", "a"], (
        "the order of a queue matters"
    )
    assert not [*differences(fold(table, changes), other)]
