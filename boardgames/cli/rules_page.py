"""The rules of a game on the command line: finds passages, and fills lines to the width."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple

from boardgames.contract.words import Words
from boardgames.core.errors import ConfigurationError
from boardgames.core.text import comparable, fold, padded, shortened, width, wrapped

NUMBER = r"[A-Z]+[0-9]+(?:\.[0-9]+)*"
"""The number of a rule, such as `K7.6`, or of a section, such as `K7`."""
BETWEEN_CELLS = "  "
LEAST_COLUMN = 20
"""The last column of a table is broken if it has at least this room."""
ITEM = ("- ", "* ")
NUMBERED_ITEM = re.compile(rf"[-*] \**({NUMBER})\b")


class RulesPassage(NamedTuple):
    """A paragraph, an item of a list, or a table."""

    heading: str
    """The line of the heading above it; empty before the first heading."""
    lines: list[str]

    @property
    def number(self) -> str:
        """The number of the rule; empty if the passage is not a numbered rule."""
        numbered = NUMBERED_ITEM.match(self.lines[0])
        return numbered[1] if numbered else ""

    @property
    def sections(self) -> tuple[str, ...]:
        """The numbers in its heading."""
        return tuple(re.findall(rf"\b{NUMBER}", self.heading))

    def about(self, wanted: str) -> RulesPassage | None:
        """Return the passage, of a table the rows with these words; None if it has them nowhere."""
        if not self.lines[0].startswith("|"):
            return self if wanted in comparable(" ".join(self.lines)) else None
        rows = [row for row in self.lines[2:] if wanted in comparable(row)]  # below the head
        return RulesPassage(self.heading, [*self.lines[:2], *rows]) if rows else None


def rules_of(words: Words[Any, Any, Any], wanted: str = "") -> str:
    """Return all rules of the game, its summary (`short`), or those that `rules_about` finds.

    Raises `ConfigurationError`, with the headings that there are, if it finds none.
    """
    page = words.rules()
    if not wanted:
        return page.strip()
    phrases = words.phrases
    if phrases.command(wanted) == "short":
        return words.summary()
    lines = rules_about(page, wanted)
    if not lines:
        headings = dict.fromkeys([passage.heading for passage in _passages(page)])
        titles = [heading.lstrip("# ") for heading in headings if heading.startswith("##")]
        raise ConfigurationError(phrases.no_rule(words.title, shortened(wanted), titles))
    return "\n".join(lines)


def rules_about(page: str, wanted: str) -> list[str]:
    """Return the lines of the rules with this number, or in its section, or else of the sections
    with these words in their heading, and then of all other passages with them in their text.

    Empty if nothing is found.
    """
    passages = _passages(page)
    number = wanted.upper()
    found = [passage for passage in passages if number in (passage.number, *passage.sections)]
    words = comparable(wanted)
    if not found and words:
        found = [passage for passage in passages if words in comparable(passage.heading)]
        others = [passage.about(words) for passage in passages if passage not in found]
        found += filter(None, others)
    return _lines(found)


def section_numbers(page: str) -> list[str]:
    """Return the numbers of the sections, such as `K7`."""
    sections = {passage.heading: passage.sections for passage in _passages(page)}
    return [*chain.from_iterable(sections.values())]


def _lines(passages: Sequence[RulesPassage]) -> list[str]:
    """Return the lines of the passages under their headings, without blank lines between items of a
    list.
    """
    lines: list[str] = []
    for heading, group in groupby(passages, key=attrgetter("heading")):
        before = None
        for passage in group:
            if before is None:
                lines += ["", heading, ""] if heading else [""]
            elif not (passage.lines[0].startswith(ITEM) and before.lines[0].startswith(ITEM)):
                lines.append("")
            lines += passage.lines
            before = passage
    return lines[1:]


def _passages(page: str) -> list[RulesPassage]:
    """Return the passages of the rules, in order."""
    passages: list[RulesPassage] = []
    heading = ""
    lines: list[str] = []
    in_code = False
    for line in [*page.splitlines(), ""]:
        is_heading = line.startswith("#") and not in_code
        begins = is_heading or not line.strip() or line.startswith(ITEM)
        if lines and not in_code:
            is_row = line.startswith("|")
            follows_row = lines[0].startswith("|")
            if begins or is_row != follows_row:
                passages.append(RulesPassage(heading, lines))
                lines = []
        if line.strip().startswith("```"):
            in_code = not in_code
        if is_heading:
            heading = line
        elif line.strip() or in_code:
            lines.append(line)
    return passages


def reflowed(text: str, columns: int) -> list[str]:
    """Return Markdown with paragraphs and list items filled to the width; tables that fit are
    unchanged.
    """
    lines: list[str] = []
    for is_table, some in groupby(text.splitlines(), lambda line: line.strip().startswith("|")):
        drawn = _table if is_table else _text
        lines += drawn([*some], columns)
    return lines


def _text(given: Sequence[str], columns: int) -> list[str]:
    lines: list[str] = []
    block: list[str] = []
    for line in [*given, ""]:
        stripped = line.strip()
        starts_item = stripped.startswith(ITEM)
        as_it_is = not stripped or stripped.startswith(("#", "```"))
        if block and (as_it_is or starts_item):
            lines += _filled(block, columns)
            block = []
        if as_it_is:
            lines.append(line)
        else:
            block.append(line.rstrip())
    return lines[:-1]


def _table(rows: Sequence[str], columns: int) -> list[str]:
    """Return a table; without its frame if it is too wide, and then with its last column broken."""
    if all(width(row) <= columns for row in rows):
        return [*rows]
    table = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    cells = [row for row in table if not _is_line(row)]
    widths = [max(map(width, column)) for column in zip(*cells, strict=False)][:-1]
    indent = sum(widths) + len(BETWEEN_CELLS) * len(widths)
    lines: list[str] = []
    for row in table:
        if _is_line(row):
            lines.append("-" * columns)
        elif columns - indent < LEAST_COLUMN:
            lines += wrapped([BETWEEN_CELLS.join(row)], columns)
        else:
            *others, last = row
            beside = [padded(cell, wide) for cell, wide in zip(others, widths, strict=False)]
            begin = BETWEEN_CELLS.join([*beside, ""])
            lines += fold(last.split(), begin.removesuffix(" "), " " * indent, columns)
    return lines


def _is_line(row: Sequence[str]) -> bool:
    """Return whether this row parts the heads of a table from its rows."""
    return not any(cell.strip("-: ") for cell in row)


def _filled(block: list[str], columns: int) -> list[str]:
    first = block[0].lstrip()
    indent = len(block[0]) - len(first)
    hanging = indent + 2 if first.startswith(ITEM) else indent
    words = " ".join(block).split()
    line = " " * indent + " ".join(words)
    return [*wrapped([line], columns, " " * hanging)]
