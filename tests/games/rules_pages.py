"""The parts of each RULES.md that follow from the box: tables of cards, and numbers in sentences.

A table is known by its first row and a sentence by its words, so that readers of the page, who see
it in a terminal as it is, see no marks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import boardgames
from boardgames.games.published import CLASSES

GAMES = Path(boardgames.__file__).parent / "games"
Pieces: TypeAlias = Mapping[str, Mapping[str, Any]]
"""What components.toml says of each piece, by its key."""
Row: TypeAlias = tuple[str, ...]
"""The cells in a row of a table."""


def with_table(page: str, rows: Sequence[Row]) -> str:
    """Return the page with these rows in its table that has the same first row, the head.

    Raises `ValueError` unless the page has exactly one such table.
    """
    cells = [rf"\| {re.escape(cell)} *" for cell in rows[0]]
    tables = re.findall(rf"^{''.join(cells)}\|\n(?:\|.*\n)+", page, re.MULTILINE)
    if len(tables) != 1:
        raise ValueError(f"expected one table with {' | '.join(rows[0])}, not {len(tables)}")
    return page.replace(tables[0], _table(rows))


def _table(rows: Sequence[Row]) -> str:
    """Return a table in Markdown, with columns as wide as they have to be."""
    columns = zip(*rows, strict=True)
    widths = [max(map(len, column)) for column in columns]
    rule = ["-" * (width + 2) for width in widths]
    lines = [f"|{'|'.join(rule)}|"]
    for row in rows:
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append(f"| {' | '.join(padded)} |")
    lines[:2] = reversed(lines[:2])  # the head comes first
    return "\n".join([*lines, ""])


def with_numbers(page: str, sentence: str, *numbers: int) -> str:
    """Return the page with these numbers in place of each `#` of a sentence, or a part of one.

    Raises `ValueError` unless the page has exactly one such sentence.
    """
    words = [re.escape(word).replace(r"\#", "([0-9]+)") for word in sentence.split()]
    places = [*re.finditer(r"\s+".join(words), page)]
    if len(places) != 1:
        raise ValueError(f"expected one place for {sentence!r}, not {len(places)}")
    parts = []
    begin = 0
    for group, number in enumerate(numbers, start=1):
        parts += [page[begin : places[0].start(group)], str(number)]
        begin = places[0].end(group)
    return "".join([*parts, page[begin:]])


def brief(pieces: Pieces, key: str) -> str:
    """Return what a table has for this piece; raise `ValueError` if components.toml has nothing."""
    if "brief" not in pieces.get(key, {}):
        raise ValueError(f"expected a brief for {key} in components.toml")
    return str(pieces[key]["brief"])


def path_of(name: str) -> Path:
    """Return the file with the rules of a game."""
    return GAMES / name / "RULES.md"


def renewed(name: str, page: str) -> str:
    """Return the page as it should be; raise `ValueError` if it has no place for a part."""
    renew: Callable[[str, Any, Pieces], str]
    renew = import_module(f"tests.games.{name}.rules_page").renewed
    components = import_module(f"boardgames.games.{name}.components").COMPONENTS.published
    file = (GAMES / name / "components.toml").read_text(encoding="utf-8")
    try:
        return renew(page, components, tomllib.loads(file)["pieces"])
    except ValueError as error:
        raise ValueError(f"RULES.md of {name}: {error}") from None


PAGES = tuple(map(path_of, CLASSES))


def files() -> dict[Path, str]:
    """Return the pages as they should be."""
    return {
        path_of(name): renewed(name, path_of(name).read_text(encoding="utf-8")) for name in CLASSES
    }
