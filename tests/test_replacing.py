"""What tests replace: methods of classes and entries of tables, and no name inside a module.

Whoever imports a name in another way would otherwise keep the real one, and the test would break,
or show nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted(path.relative_to(TESTS).as_posix() for path in TESTS.rglob("*.py"))
OF_THE_PROCESS = {"argv", "meta_path", "path", "stderr", "stdin", "stdout"}
"""What a test may replace of `sys`: what this process has got from outside."""
REPLACING = {"setattr", "delattr"}


def replaced_names(source: str) -> list[str]:
    """Return where a test replaces a name inside a module, each as `line: what`."""
    nodes = [*ast.walk(ast.parse(source))]
    imports = dict(imported(nodes))
    found: list[str] = []
    for node in nodes:
        for owner, name in replacements(node):
            what = fault(owner, name, imports)
            if what is not None:
                found.append(f"{owner.lineno}: {what}")
    return found


def imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield the names that imports bind, each with its path."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                yield (alias.asname, alias.name) if alias.asname else (top, top)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def replacements(node: ast.AST) -> Iterator[tuple[ast.expr, object]]:
    """Yield whose attribute this part of a test replaces, and its name if that stands there."""
    if isinstance(node, ast.Call) and node.args and replaces(node.func):
        owner, *rest = node.args
        name = rest[0] if rest else None
        yield owner, name.value if isinstance(name, ast.Constant) else None
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
        yield node.value, node.attr


def replaces(function: ast.expr) -> bool:
    """Return whether a call of this function replaces an attribute: `setattr`, that of a
    `MonkeyPatch`, or `patch` of `unittest.mock`.
    """
    if isinstance(function, ast.Name):
        return function.id in {*REPLACING, "patch"}
    if not isinstance(function, ast.Attribute):
        return False
    of_patch = function.attr == "object" and ast.unparse(function.value).endswith("patch")
    return of_patch or function.attr in {*REPLACING, "patch"}


def fault(owner: ast.expr, name: object, imports: dict[str, str]) -> str | None:
    """Return what is wrong with replacing this attribute of the owner; None if nothing is."""
    if isinstance(owner, ast.Constant) and isinstance(owner.value, str):
        return f"{owner.value!r} is looked up by a path: name its class"
    path = ast.unparse(owner)
    if path.startswith("sys.modules["):
        return f"{path} is a module"
    first, _, rest = path.partition(".")
    if not path.replace(".", "").isidentifier() or first not in imports:
        return None
    path = f"{imports[first]}.{rest}".rstrip(".")
    if not is_module(path) or (path == "sys" and name in OF_THE_PROCESS):
        return None
    return f"{path} is a module"


@cache
def is_module(path: str) -> bool:
    """Return whether this can be imported."""
    try:
        return find_spec(path) is not None
    except ModuleNotFoundError:  # what stands before the last point is no package
        return False


@pytest.mark.long
def test_no_test_replaces_a_name_inside_a_module() -> None:
    found = {file: replaced_names((TESTS / file).read_text(encoding="utf-8")) for file in FILES}
    assert not {file: names for file, names in found.items() if names}


REPLACED = """
import os.path, sys
from unittest import mock
from unittest.mock import patch
from boardgames.play import limits
from boardgames.play.bots import mcts
from boardgames.play.machine import Machine

class Own:
    own = 1

def test(monkeypatch, game):
    {line}
"""


@pytest.mark.parametrize(
    "line",
    [
        "monkeypatch.setattr(limits, 'MOST_TABLES', 2)",
        "monkeypatch.setattr(mcts, game, 2)",
        "monkeypatch.delattr(os.path, 'join')",
        "monkeypatch.setattr('boardgames.play.machine.Machine.seed', game)",
        "monkeypatch.setattr(sys.modules[__name__], 'Own', game)",
        "monkeypatch.setattr(sys, 'platform', 'win32')",
        "setattr(limits, 'MOST_TABLES', 2)",
        "limits.MOST_TABLES = 2",
        "limits.MOST_TABLES += 2",
        "del limits.MOST_TABLES",
        "patch.object(limits, 'MOST_TABLES', 2)",
        "mock.patch('boardgames.play.limits.MOST_TABLES', 2)",
        "patch('boardgames.play.limits.MOST_TABLES', 2)",
    ],
)
def test_a_name_that_is_replaced_inside_a_module_is_found(line: str) -> None:
    assert len(replaced_names(REPLACED.format(line=line))) == 1


@pytest.mark.parametrize(
    "line",
    [
        "monkeypatch.setattr(Machine, 'seed', game)",
        "monkeypatch.setattr(mcts.MctsBot, 'consider', game)",
        "monkeypatch.setattr(sys, 'stdin', game)",
        "monkeypatch.setattr(sys.stdout, 'isatty', game)",
        "monkeypatch.setattr(type(game.words), 'tell', game)",
        "monkeypatch.setitem(sys.modules, 'numpy', None)",
        "patch.object(Machine, 'seed', game)",
        "game.machine = Machine()",
        "Own.own = 2",
    ],
)
def test_methods_and_entries_of_tables_may_be_replaced(line: str) -> None:
    assert replaced_names(REPLACED.format(line=line)) == []
