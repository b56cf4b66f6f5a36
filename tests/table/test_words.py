"""What people type instead of numbers."""

from __future__ import annotations

import pytest

from boardgames.cli.screen import find_pieces
from boardgames.scene.parts import Piece
from boardgames.table.words import Choice, understand
from tests.boxes import frozen

GAME = frozen("koryo", 2)
CHOICES = [
    Choice(GAME.parse(notation), text)
    for notation, text in (
        ("order none", "order nothing"),
        ("order 1 Spy", "order 1 Spy"),
        ("order 3 Broadcaster", "order 3 Broadcasters"),
        ("order 3 Banker", "order 3 Bankers"),
    )
]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("order 3 Banker", "order 3 Banker"),
        ("ORDER 3 banker", "order 3 Banker"),
        ("order 3 bankers", "order 3 Banker"),
        ("order 3 broad", "order 3 Broadcaster"),
        ("o 1", "order 1 Spy"),
        ("order noth", "order none"),
        ("3 bank", "order 3 Banker"),
        ("spy 1", "order 1 Spy"),
        ("broadcasters", "order 3 Broadcaster"),
    ],
)
def test_notation_labels_and_clear_beginnings_are_understood(typed: str, meant: str) -> None:
    assert str(understand(typed, GAME, CHOICES).action) == meant


def test_a_whole_text_is_itself_even_if_others_begin_with_it() -> None:
    choices = [
        Choice(GAME.parse("order 1 Spy"), "order a Spy"),
        Choice(GAME.parse("order 3 Banker"), "order a Spy and more"),
    ]
    assert str(understand("Order a  spy", GAME, choices).action) == "order 1 Spy"
    assert understand("order a sp", GAME, choices).action is None


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            "order 3 b",
            "That could be 'order 3 Broadcasters' or 'order 3 Bankers'. Say a little more.",
        ),
        ("order 2 Spy", "Not possible now: order 2 Spy."),
        ("ordr 3 Bankers", "No such action: 'ordr 3 Bankers'. Did you mean 'order 3 Bankers'?"),
        ("x" * 500, f"No such action: '{'x' * 37}...'."),
    ],
)
def test_anything_else_is_answered_with_a_sentence(typed: str, message: str) -> None:
    understood = understand(typed, GAME, CHOICES)
    assert understood.action is None
    assert understood.message == message


@pytest.mark.parametrize("typed", ["3 b", "sp", "spy spy", "fly"])
def test_what_could_mean_several_actions_or_none_means_none(typed: str) -> None:
    assert understand(typed, GAME, CHOICES).action is None


PIECES = [
    Piece("ship_owner", "Ship Owner", "orders two kinds"),
    Piece("spy", "Spy", "steals"),
    Piece("ship", "Ship", ""),
]


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("spy", ["spy"]),
        ("SHIP", ["ship"]),
        ("owner", ["ship_owner"]),
        ("ship owners", ["ship_owner"]),
        ("spies", ["spy"]),
        ("ship_owner", ["ship_owner"]),
        ("x", []),
        ("", []),
    ],
)
def test_pieces_are_found_by_name_or_beginning(name: str, keys: list[str]) -> None:
    assert [piece.key for piece in find_pieces(name, PIECES)] == keys
