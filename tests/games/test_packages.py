"""Every game is a package with the same files, and its rules are written in the same shapes (see
ARCHITECTURE.md).
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

import boardgames
from boardgames.scene.as_text import numberless
from boardgames.scene.events import Event
from tests.games.position import random_game

GAMES = Path(boardgames.__file__).parent / "games"
PACKAGES = sorted(path.parent for path in GAMES.glob("*/__init__.py"))
FILES = {
    "": {
        "RULES.md",
        "__init__.py",
        "actions.py",
        "components.py",
        "components.toml",
        "events.py",
        "phases",
        "rules.py",
        "scoring.py",
        "secrets",
        "skill",
        "state.py",
        "words",
    },
    "secrets": {"__init__.py", "check.py", "sampling.py", "view.py"},
    "skill": {"__init__.py", "evaluation.py", "prior.py"},
    "words": {"__init__.py", "english.py", "lesson.toml", "structure.py", "terms.toml"},
}
"""By folder."""
OPTIONAL = {
    "": {"event_parts.py", "memory.py"},
    "secrets": {"beliefs.py", "hand_sampling.py"},
    "skill": {"weights.toml", "worth.py"},
    "words": {"known.py"},
}
"""What only some games have."""
BIT_OPERATORS = (ast.LShift, ast.RShift, ast.BitAnd, ast.BitXor, ast.Invert)

package = pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)


def modules(package: Path) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(package.rglob("*.py")):
        yield str(path.relative_to(package)), ast.parse(path.read_text(encoding="utf-8"))


@package
def test_the_files_are_those_of_every_game(package: Path) -> None:
    for folder, wanted in FILES.items():
        found = {path.name for path in (package / folder).iterdir() if path.name != "__pycache__"}
        assert wanted <= found <= wanted | OPTIONAL[folder], folder


@package
def test_every_phase_is_a_module(package: Path) -> None:
    assert (
        len([path for path in (package / "phases").glob("*.py") if path.name != "__init__.py"]) > 1
    )


@package
def test_both_tables_stand_at_the_top_of_the_rules(package: Path) -> None:
    """Only imports, docstrings and type checking come before them."""
    tree = ast.parse((package / "rules.py").read_text(encoding="utf-8"))
    names = []
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom, ast.If, ast.Expr)):
            continue
        assert isinstance(statement, (ast.Assign, ast.AnnAssign)), f"line {statement.lineno}"
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        assert isinstance(target, ast.Name)
        assert isinstance(statement.value, ast.Dict), target.id
        names.append(target.id)
        if len(names) == 2:
            break
    assert names == ["LEGAL_ACTIONS", "APPLY"]


@package
def test_listings_and_handlers_have_one_shape(package: Path) -> None:
    rules = import_module(f"boardgames.games.{package.name}.rules")
    for listing in rules.LEGAL_ACTIONS.values():
        assert len(inspect.signature(listing).parameters) == 3
    for handler in rules.APPLY.values():
        assert len(inspect.signature(handler).parameters) == 4


@package
def test_every_action_can_be_imported_from_the_package(package: Path) -> None:
    module = import_module(f"boardgames.games.{package.name}")
    actions = get_args(import_module(f"{module.__name__}.actions").Action)
    assert {action.__name__ for action in actions} <= {*module.__all__}


@package
def test_the_rules_show_the_notation_of_every_action(package: Path) -> None:
    game: Any = boardgames.make(
        package.name, players=boardgames.game_class(package.name).player_counts[-1]
    )
    table = game.words.rules().partition("\n## Notation\n")[2].partition("\n## ")[0]
    cells = re.findall(r"\| (`.*?) +(?=\|)", table)
    examples = [text for cell in cells for text in re.findall("`(.*?)`", cell)]
    shown = set()
    for text in examples:
        action = game.parse(text)
        assert game.parse(str(action)) == game.action_from_json(game.to_json(action)) == action
        shown.add(type(action))
    actions = import_module(f"boardgames.games.{package.name}.actions").Action
    assert shown == {*get_args(actions)}


@package
def test_whatever_can_happen_is_one_of_the_events_of_the_game(package: Path) -> None:
    module = import_module(f"boardgames.games.{package.name}.events")
    defined = {
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Event) and each.__module__ == module.__name__
    }
    bases = {base for each in defined for base in each.__mro__[1:]}
    assert defined - bases <= {*get_args(module.Event)}


@package
def test_card_multisets_are_read_by_name_only(package: Path) -> None:
    for name, tree in modules(package):
        for node in ast.walk(tree):
            if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant):
                continue  # a constant such as 1 << 12
            if isinstance(node, (ast.BinOp, ast.AugAssign, ast.UnaryOp)):
                assert not isinstance(node.op, BIT_OPERATORS), f"{name}, line {node.lineno}"


@package
def test_no_handler_hides_a_fault(package: Path) -> None:
    """A TypeError is caught nowhere but around a single look-up."""
    for name, tree in modules(package):
        for node in ast.walk(tree):
            if isinstance(node, ast.Try):
                caught = [
                    ast.unparse(handler.type) if handler.type else "" for handler in node.handlers
                ]
                if any("TypeError" in each or each in ("", "Exception") for each in caught):
                    assert [ast.unparse(each).partition(".get(")[1] for each in node.body] == [
                        ".get("
                    ], f"{name}, line {node.lineno}"


@pytest.mark.parametrize("name", boardgames.game_names())
def test_every_counter_zone_and_mark_of_a_table_has_a_meaning(name: str) -> None:
    """And every meaning is of something that comes up, but for marks that are rare at random."""
    shown: set[str] = set()
    for players in boardgames.game_class(name).player_counts:
        game = boardgames.make(name, players=players)
        for state in random_game(game, players):
            for area in game.words.scene(game.view(state, 0)).areas:
                shown |= {counter.key for counter in area.counters} | {
                    zone.key for zone in area.zones
                }
                marks = [
                    *area.marks,
                    *[mark for zone in area.zones for item in zone.items for mark in item.marks],
                ]
                shown |= {numberless(mark.key) for mark in marks}
    terms = game.words.terms()
    assert shown - {*terms} == set()
    seldom = {terms[key] for key in terms if key in {"tie", "may_be_gone", "perfect_set", "unable"}}
    assert {*terms.values()} <= {terms[key] for key in shown} | seldom, (
        "a key of a newcomer's has a line with another"
    )
    assert all(text.endswith(".") and len(text) < 300 for text in terms.values())
