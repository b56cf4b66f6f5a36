"""The rules of a game on the command line: finds passages, and fills lines to the width."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple

from boardgames.contract.words import Words
from boardgames.core.errors import ConfigurationError
from boardgames.core.text import COLUMNS, comparable, fold, padded, shortened, width, wrapped
from boardgames.scene.phrases import ENGLISH, Phrases

MOST_LINES = 18
"""Maximum number of lines of passages with the same words that are shown in full, if it is more
than one.
"""
NUMBER = r"[A-Z]+[0-9]+(?:\.[0-9]+)*"
"""The number of a rule, such as `K7.6`, or of a section, such as `K7`."""
BETWEEN_CELLS = "  "
LEAST_COLUMN = 20
"""The last column of a table is broken if it has at least this room."""
ITEM = ("- ", "* ")
TERM = re.compile(r"(- \*\*|\| )")
"""How an item or a row of a table begins that explains a term."""
BOLD = re.compile(r"\*\*([^*]+)\*\*")
NUMBERED_ITEM = re.compile(rf"[-*] \**({NUMBER})\b")


class Passage(NamedTuple):
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

    def about(self, phrase: re.Pattern[str]) -> Passage | None:
        """Return the passage, or the rows of a table, with this phrase; None if neither they nor
        the heading has it.
        """
        if self.heading.startswith("##") and phrase.search(self.heading):
            return self
        if not self.lines[0].startswith("|"):
            return self if phrase.search("\n".join(self.lines)) else None
        rows = [row for row in self.lines[2:] if phrase.search(row)]  # the first two are the head
        return Passage(self.heading, [*self.lines[:2], *rows]) if rows else None

    def rank(self, phrase: re.Pattern[str], asides: Sequence[str]) -> tuple[int, int]:
        """Return how well the passage explains the phrase, 0 for the best, and the number of its
        mentions.

        Best is what explains it as a term, in bold type or in a table, then what has it as its
        heading, then a rule, then a ruling or the notation, and last what only has longer words
        that begin with it. `asides`: the headings of rulings and notation.
        """
        whole = re.compile(rf"{phrase.pattern}(?:e?s|e?d|ing)?(?!\w)", re.IGNORECASE)
        is_minor = self.heading.startswith(tuple([f"## {aside}" for aside in asides]))
        if not is_minor and self._explains(whole):
            return (0, 0)
        if self.heading.startswith("##") and whole.search(self.heading):
            return (1, 0)
        mentions = len(whole.findall("\n".join(self.lines)))
        if not mentions:
            return (4, 0)
        return (3 if is_minor or not self.number else 2, mentions)

    def _explains(self, whole: re.Pattern[str]) -> bool:
        """Return whether the phrase is a term here: the first of an item or a row, or in bold."""
        for line in self.lines:
            term = TERM.match(line)
            if term and whole.match(line, term.end()):
                return True
        bold = BOLD.findall("\n".join(self.lines))
        return any(map(whole.search, bold))


def rules_of(words: Words[Any, Any, Any], wanted: str = "") -> str:
    """Return all rules of the game, its summary (`short`), or those that `rules_about` finds.

    Raises `ConfigurationError` if it finds none.
    """
    if not wanted:
        return words.rules().strip()
    phrases = words.phrases
    if phrases.command(wanted) == "short":
        return words.summary()
    lines = rules_about(words.rules(), wanted, phrases)
    if not lines:
        raise ConfigurationError(phrases.no_rule(words.title, shortened(wanted)))
    return "\n".join(lines)


def rules_about(page: str, wanted: str, phrases: Phrases = ENGLISH) -> list[str]:
    """Return the lines of the rules with this number, or in its section, or else of all passages
    about these words.

    A passage is about the words if its heading or its text contains them, or words that begin with
    them. The best one comes first; those for which a screen has no room are given by number only.
    Empty if nothing is found.
    """
    passages = _passages(page)
    number = wanted.upper()
    numbered = [passage for passage in passages if number in (passage.number, *passage.sections)]
    return _lines(numbered) if numbered else _about(passages, wanted.split(), phrases)


def section_numbers(page: str) -> list[str]:
    """Return the numbers of the sections, such as `K7`."""
    sections = {passage.heading: passage.sections for passage in _passages(page)}
    return [*chain.from_iterable(sections.values())]


def _about(passages: Sequence[Passage], words: Sequence[str], phrases: Phrases) -> list[str]:
    """Return the lines of the passages about these words, those for which a screen has no room by
    number only.
    """
    if not words:
        return []
    phrase = _pattern(words)
    about = [passage.about(phrase) for passage in passages]
    relevant = [*filter(None, about)]
    in_full: list[Passage] = []
    others: list[Passage] = []
    for passage in _best_first(relevant, phrase, phrases.asides):
        if not in_full or _has_room([*in_full, passage]):
            in_full.append(passage)
        else:
            others.append(passage)
    return [*_lines(in_full), *_also_in(others, in_full, phrases)]


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    """Return what finds these words, also in the plural, or as the beginnings of others."""
    comparables = [re.escape(comparable(word)) for word in words]
    forms = [re.sub("y$", "(?:y|ie)", word) for word in comparables]
    return re.compile(r"(?<!\w)" + r"(?:e?s)?\s+".join(forms), re.IGNORECASE)


def _has_room(passages: Sequence[Passage]) -> bool:
    """Return whether a screen has room for these passages."""
    text = "\n".join(_lines(passages))
    lines = reflowed(text, COLUMNS)
    return "\n".join(lines).count("\n") < MOST_LINES


def _also_in(
    passages: Sequence[Passage], in_full: Sequence[Passage], phrases: Phrases
) -> list[str]:
    """Return lines with the numbers of these passages, but for those that stand in full above."""
    known = {passage.number for passage in in_full}
    numbers = dict.fromkeys([passage.number for passage in passages if passage.number])
    left = [number for number in numbers if number not in known]
    unnumbered = len([passage for passage in passages if not passage.number])
    if not left and not unnumbered:
        return []
    return ["", phrases.also_in(left, unnumbered)]


def _best_first(
    about: Sequence[Passage], phrase: re.Pattern[str], asides: Sequence[str]
) -> list[Passage]:
    """Return the passages in the order in which they explain the phrase.

    Of equal rank, those of one section stay together, in the order of the rules; the section that
    mentions it most often comes first.
    """
    ranked = [_Ranked(passage, *passage.rank(phrase, asides)) for passage in about]
    mentions: Counter[tuple[int, str]] = Counter()
    for one in ranked:
        mentions[one.section] += one.mentions

    def precedence(one: _Ranked) -> tuple[int, int]:
        return one.rank, -mentions[one.section]

    ranked.sort(key=precedence)
    return [one.passage for one in ranked]


class _Ranked(NamedTuple):
    """A passage with what `Passage.rank` says of it."""

    passage: Passage
    rank: int
    mentions: int

    @property
    def section(self) -> tuple[int, str]:
        """What stays together: the rank, and the heading of the section."""
        return self.rank, self.passage.heading


def _lines(passages: Sequence[Passage]) -> list[str]:
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


def _passages(page: str) -> list[Passage]:
    """Return the passages of the rules, in order."""
    passages: list[Passage] = []
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
                passages.append(Passage(heading, lines))
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
