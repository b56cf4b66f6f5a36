"""A second language is one more copy of two modules: Koryŏ with an accent on every letter of every
word.
"""

from __future__ import annotations

import ast
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from boardgames.contract.transition import Transition
from boardgames.core.chance import generator
from boardgames.games.koryo import Koryo, events
from boardgames.games.koryo.words.english import English

ACCENT = "\N{COMBINING ACUTE ACCENT}"
KEYS = {"Zone": 1, "Counter": 1, "Unseen": 1, "Touch": 3, "normalize": 1, "encode": 2, "decode": 1}
"""How many of the first arguments of a call are keys rather than words."""
KEY_ARGUMENTS = ("piece", "layout", "race")


def accented(text: str) -> str:
    return re.sub("[A-Za-z]", rf"\g<0>{ACCENT}", text)


class Translation(ast.NodeTransformer):
    """Puts accents on the words of a module; docstrings, annotations and keys stay."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:  # the name of the method
        return (
            ast.copy_location(ast.Constant(accented(node.value)), node)
            if isinstance(node.value, str)
            else node
        )

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        keys = KEYS.get(name, 0)
        node.args[keys:] = [self.visit(each) for each in node.args[keys:]]
        for each in node.keywords:
            if each.arg not in KEY_ARGUMENTS:
                each.value = self.visit(each.value)
        return node


def translated(name: str) -> ModuleType:
    """Return a copy of this module in the other language."""
    original = import_module(name)
    assert original.__file__ is not None
    tree = ast.parse(Path(original.__file__).read_text(encoding="utf-8"))
    copy = ModuleType(name)
    vars(copy).update(__package__=original.__package__, __file__=original.__file__)
    exec(compile(ast.fix_missing_locations(Translation().visit(tree)), name, "exec"), vars(copy))  # noqa: S102
    return copy


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Koryo:
    monkeypatch.setattr(events, "FIRST_PLAYER", accented(events.FIRST_PLAYER))
    monkeypatch.setitem(sys.modules, "boardgames.core.text", translated("boardgames.core.text"))
    words = translated("boardgames.games.koryo.words.scene")

    def method(name: str) -> Any:
        return lambda english, *given: getattr(words, name)(english.game, *given)

    for name in ("scene", "label", "describe", "remarks"):
        monkeypatch.setattr(English, name, method(name))
    return Koryo(3)


def texts(game: Koryo, move: Transition[Any, Any, Any], viewer: int | None) -> list[str]:
    """Return everything that this viewer reads of the table, of the choices before the move, and of
    the move.
    """
    scene = game.words.scene(game.view(move.after, viewer))
    labels = [
        game.words.label(game.view(move.before, seat), each)
        for seat in (move.player,)
        for each in game.legal_actions(move.before, seat)
    ]
    said = [
        scene.heading,
        scene.prompt,
        scene.tip,
        *scene.notes,
        *move.seen_by(viewer),
        *game.words.remarks(move.after, viewer),
    ]
    said += [text for label in labels for text in (label.text, label.group, label.note)]
    for area in scene.areas:
        said += [
            area.name,
            *[mark.name for mark in area.marks],
            *[zone.name for zone in area.zones],
            *[counter.name for counter in area.counters],
        ]
        said += [mark.name for zone in area.zones for item in zone.items for mark in item.marks]
    return said


def test_nothing_unaccented_remains_but_names_and_numbers(game: Koryo) -> None:
    names = "|".join(
        sorted((piece.name for piece in game.words.pieces().values()), key=len, reverse=True)
    )
    read: set[str] = set()
    for seed in range(6):
        state, rng, ply = game.new_game(seed), generator(seed, 1), 0
        while seats := game.to_act(state):
            action, before, ply = game.random_action(state, rng), state, ply + 1
            state = game.apply(state, action)
            for viewer in (seats[0], (seats[0] + 1) % 3, None):
                read.update(
                    texts(game, Transition(game, ply, seats[0], action, before, state), viewer)
                )
    left = {text for text in read if re.search(f"[A-Za-z](?!{ACCENT})", re.sub(names, "", text))}
    assert not left
    assert len(read) > 400
