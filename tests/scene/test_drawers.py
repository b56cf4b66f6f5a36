"""Every drawer of a scene shows every field of it, or says here why it does not.

A field that is added to a part of a scene has to be drawn in the terminal, in notebooks and on the
page, or be named below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import boardgames.web
from boardgames.scene.as_html import scene_html
from boardgames.scene.as_text import draw, plain
from boardgames.scene.parts import Area, Counter, Item, Mark, Piece, Unseen, Zone
from boardgames.scene.plan import Space, TablePlan
from boardgames.scene.scene import Scene, Touch

PIECES = {
    "spy": Piece("spy", "Spy", "Steals a token.", "spy", worth=2),
    "priest": Piece("priest", "Priest", "Saves.", "priest", worth=4),
    "token": Piece("token", "token", "Counts a point.", "token", worth=1),
}
FIRST = Mark("first", "first player")
HAND = Zone("hand", "hand", (Item("spy", 2, (FIRST,)), Item("priest")), ordered=True)
SCENE = Scene(
    viewer=0,
    title="Koryo",
    heading="season 1 of 8",
    areas=(
        Area(None, "centre", (Zone("pile", "pile", (Item(None, 5),), minor=True),)),
        Area(0, "You", (HAND,), (Counter("tokens", "tokens", 3, 9, "left", "token"),), (FIRST,)),
        Area(
            1,
            "Player 2",
            (
                Zone("hand", "hand", (Item(None, 3, hidden=True),)),
                Zone("tableau", "tableau", (Item("spy"),), kinds=("spy", "priest")),
            ),
        ),
    ),
    to_act=(0,),
    prompt="Choose a card:",
    notes=("Nobody leads.",),
    unseen=(Unseen(("pile",), (Item("spy", 1),)),),
    tip="A tip.",
    race=("tokens",),
    look=(Touch(0, "hand", "spy"),),
    teams=((0,), (1,)),
    progress=(1,),
    stage="season 1",
    plan=TablePlan(
        (Space(("pile",), "pile", (5,)),), (Space(("hand",), "hand", (5,)),), ("tokens",)
    ),
)
"""A scene in which every part occurs."""
BOARD = replace(
    SCENE,
    areas=(
        Area(
            None,
            "board",
            (Zone("a1", "a1", (Item("spy", seat=1),)), Zone("b1", "b1", ())),
            board=(("a1", "b1"),),
            board_rows=("1",),
            board_columns=("a", "b"),
        ),
        *SCENE.areas[1:],
    ),
)
COMPARED = replace(SCENE, layout="columns")
SCENES = (SCENE, BOARD, COMPARED, replace(SCENE, text="drawn by the game"))
"""In them every field has a value other than its default."""
PARTS = (Scene, Area, Zone, Item, Counter, Mark)

TERMINAL_LEAVES_OUT = {
    "Scene.unseen": "shown by `unseen`, and not on the table",
    "Scene.prompt": "asked below the table",
    "Scene.tip": "shown by `tip`",
    "Scene.race": "shown beside the score",
    "Scene.look": "chooses what is explained",
    "Scene.progress": "numbers of the heading, for programs",
    "Scene.stage": "the heading says it",
    "Scene.plan": "places on a screen",
    "Zone.minor": "left out where there is no room",
    "Zone.brief": "left out where there is no room",
    "Item.hidden": "a back is drawn as it lies",
    "Counter.key": "not for people",
    "Counter.piece": "an emblem",
    "Counter.derived": "for the log",
    "Counter.rank": "a colour on the page; the note says it",
    "Mark.key": "not for people",
}
NOTEBOOK_LEAVES_OUT = {
    "Scene.unseen": "what an analyst asks of the View",
    "Scene.layout": "areas stand one below the other",
    "Scene.to_act": "the prompt says it",
    "Scene.tip": "for players",
    "Scene.race": "for players",
    "Scene.look": "for players",
    "Scene.progress": "numbers of the heading, for programs",
    "Scene.stage": "the heading says it",
    "Scene.plan": "places on a screen",
    "Area.seat": "the name says it",
    "Area.board": "cells are drawn as zones, one after the other",
    "Area.board_rows": "the name of a cell says it",
    "Area.board_columns": "the name of a cell says it",
    "Zone.key": "not for people",
    "Zone.ordered": "the order of the items shows it",
    "Zone.minor": "everything is shown",
    "Zone.brief": "everything is shown",
    "Zone.kinds": "a row for each item",
    "Item.hidden": "a back is drawn as it lies",
    "Item.seat": "the text beside it says it",
    "Counter.key": "not for people",
    "Counter.derived": "for the log",
    "Counter.piece": "an emblem",
    "Counter.rank": "a colour on the page; the note says it",
    "Mark.key": "not for people",
}
PAGE_LEAVES_OUT = {
    "Scene": {"progress"},  # numbers of the heading, for programs
    "Area": {"board_rows", "board_columns"},  # the key of a cell is read out
    "Counter": {"derived"},  # for the log
}


def other(value: object) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}x"
    if isinstance(value, tuple) and value:
        return value[:-1]
    return None


def changed(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield this part, or a tuple of them, with each of its fields changed, one at a time."""
    if isinstance(part, tuple):
        for index, each in enumerate(part):
            for name, new in changed(each):
                yield name, part[:index] + (new,) + part[index + 1 :]
    elif is_dataclass(part) and not isinstance(part, (type, Touch, Unseen, TablePlan)):
        for field in fields(part):
            value = getattr(part, field.name)
            if value not in (None, "", ()):
                new = other(value)
                yield f"{type(part).__name__}.{field.name}", replace(part, **{field.name: new})
            for name, inner in changed(value):
                yield name, replace(part, **{field.name: inner})


def in_terminal(scene: Scene) -> str:
    return plain(draw(scene, PIECES))


def in_notebook(scene: Scene) -> str:
    return scene_html(scene, PIECES)


@pytest.mark.parametrize(
    ("drawn", "left_out"),
    [(in_terminal, TERMINAL_LEAVES_OUT), (in_notebook, NOTEBOOK_LEAVES_OUT)],
    ids=["terminal", "notebook"],
)
def test_every_field_is_drawn(drawn: Callable[[Scene], str], left_out: dict[str, str]) -> None:
    shown, tried = set[str](), set[str]()
    for scene in SCENES:
        for name, other_scene in changed(scene):
            tried.add(name)
            if drawn(other_scene) != drawn(scene):
                shown.add(name)
    assert tried - shown == {*left_out}


def test_every_field_is_tried() -> None:
    names = {f"{part.__name__}.{field.name}" for part in PARTS for field in fields(part)}
    assert names == {name for scene in SCENES for name, _ in changed(scene)}, "give it a value"


@pytest.mark.parametrize("part", [*PARTS, TablePlan, Space])
def test_the_page_reads_every_field(part: type) -> None:
    folder = Path(boardgames.web.__file__).parent / "static"
    scripts = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.js"))
    code = re.sub(r'"[^"\n]*"|//.*|/\*.*?\*/', "", scripts)  # without texts and comments
    read = {name for names in re.findall(r"\.(\w+)|[{,] *(\w+)", code) for name in names}
    left_out = {field.name for field in fields(part)} - read
    assert left_out == PAGE_LEAVES_OUT.get(part.__name__, set())
