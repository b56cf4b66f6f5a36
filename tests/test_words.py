"""Where words are: in one module a language, and nowhere else that people read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import boardgames

ROOT = Path(boardgames.__file__).parent
LANGUAGES = {"english.py", "phrases.py"}
"""The modules that may have words."""
REFUSALS = "refusals.py"
"""All of it is messages of errors."""
AT_PLAY = (
    *ROOT.glob("games/*/words/*.py"),
    *ROOT.glob("scene/*.py"),
    *ROOT.glob("contract/*.py"),
    ROOT / "kit" / "declared_words.py",
    *[ROOT / "play" / f"{name}.py" for name in ("analysis", "ending", "reasons")],
    *[ROOT / "table" / f"{name}.py" for name in ("lesson", "session", "sight", "table", "words")],
    *[ROOT / "cli" / f"{name}.py" for name in ("analysis_report", "decision", "menu", "playing")],
    *[ROOT / "cli" / f"{name}.py" for name in ("rules_page", "screen", "terminal")],
)
"""The modules that make what people read of a game and at a table."""
MODULES = sorted(
    {path.relative_to(ROOT) for path in AT_PLAY if path.name not in {*LANGUAGES, REFUSALS}}
)
OF_ERRORS = ("Error", "Refused", "require", "warning")
"""How functions and classes are called whose arguments are messages of errors."""
KEYS = (
    "F6.1",  # the number of a rule
    "NO_COLOR",
    "RULES.md",
    "TERM",
    "python -m boardgames",
)
EXCEPTIONS = {
    "cli/rules_page.py": ("[A-Z]+[0-9]+(?:\\.[0-9]+)*",),
    "cli/terminal.py": ("\x1b[2J\x1b[3J\x1b[H", "\r\x1b[K"),
    # In short, for programs that check records, and in errors.
    "play/ending.py": ("ended by agreement",),
    # The beginnings and ends of errors.
    "contract/game.py": (
        "top level: no State of this game has this View",
        ", players=",
        "<State of ",
    ),
    "scene/log.py": ("the centre", "the hidden pieces"),
    "table/session.py": ("a listener of a table has failed",),
}
"""By module: what nobody reads at a table."""


def of_no_reader(node: ast.AST) -> bool:
    """Return whether nobody reads what is in this node but programmers."""
    match node:
        case ast.Raise() | ast.Assert() | ast.Expr(ast.Constant()) | ast.Subscript():
            return True
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name)):
            return name in ("TypeVar", "cast") or name.endswith(OF_ERRORS)
        case ast.AnnAssign(annotation=ast.Name("TypeAlias")):
            return True
        case _:
            return False


def words_in(node: ast.AST) -> Iterator[str]:
    """Yield the strings with a space or a capital letter that people could read."""
    if of_no_reader(node):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
        looks_like_words = " " in text.strip() or text != text.lower()
        is_html = text.startswith("<")
        if looks_like_words and any(map(str.isalpha, text)) and not is_html:
            yield text
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("__all__", "_HOMES"):
        return  # names that are exported
    for field, child in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for part in child if isinstance(child, list) else [child]:
            if isinstance(part, ast.AST):
                yield from words_in(part)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ('name = "Table"', ["Table"]),
        ('line = f"{who} took a token"', [" took a token"]),
        ('key, sign = "first_player", ">"', []),
        ('raise ValueError(f"no such seat: {seat}")', []),
    ],
)
def test_words_are_told_from_keys_and_errors(code: str, words: list[str]) -> None:
    assert [*words_in(ast.parse(code))] == words


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_only_languages_have_words(module: Path) -> None:
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    known = (*KEYS, *EXCEPTIONS.get(module.as_posix(), ()))
    assert [text for text in words_in(tree) if text not in known] == []
