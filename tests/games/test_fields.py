"""Every field of a game's public values has a docstring, since the reference is made from them."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path

import pytest

import boardgames

GAMES = Path(boardgames.__file__).parent / "games"
MODULES = [
    pytest.param(GAMES / game / file, id=f"{game}-{file}")
    for game in boardgames.game_names()
    for file in ("actions.py", "state.py", "secrets/view.py")
]


def undocumented(source: str) -> list[str]:
    """Return the fields of the values in a module, as `Class.field`, after which no docstring
    stands.
    """
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and any(
            ast.unparse(each) == "value" for each in node.decorator_list
        ):
            for member, after in pairwise([*node.body, ast.Pass()]):
                if (
                    isinstance(member, ast.AnnAssign)
                    and not _is_class_variable(member)
                    and not _is_text(after)
                ):
                    found.append(f"{node.name}.{ast.unparse(member.target)}")
    return found


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_class_variable(member: ast.AnnAssign) -> bool:
    return ast.unparse(member.annotation).startswith("ClassVar")


@pytest.mark.parametrize("path", MODULES)
def test_every_field_of_a_value_has_a_docstring(path: Path) -> None:
    assert undocumented(path.read_text(encoding="utf-8")) == []
