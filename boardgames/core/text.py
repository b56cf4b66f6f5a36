"""Helpers for text: plurals, lists, and lines of at most 80 columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

COLUMNS = 80
"""Width of all output to a terminal."""


def plural(count: int, singular: str, several: str | None = None) -> str:
    """Return the number and its noun.

    >>> plural(1, "card"), plural(3, "card"), plural(2, "Lobbying", "Lobbying")
    ('1 card', '3 cards', '2 Lobbying')
    """
    return f"{count} {singular if count == 1 else several or singular + 's'}"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Return the parts as a list in a sentence.

    >>> listed(["Spy"]), listed(["Spy", "Priest"]), listed(["Spy", "Priest", "Banker"], "or")
    ('Spy', 'Spy and Priest', 'Spy, Priest or Banker')
    """
    *most, final = parts
    return f"{', '.join(most)} {last} {final}" if most else final


def with_commas(parts: Iterable[str]) -> list[str]:
    """Return the parts of a list, all but the last with a comma, for `fold`.

    >>> with_commas(["2 Ship Owner", "1 Spy"])
    ['2 Ship Owner,', '1 Spy']
    """
    every = [*parts]
    return [f"{part}," for part in every[:-1]] + every[-1:]


def printable(text: str) -> str:
    r"""Return the text with control characters escaped: names from outside control no terminal.

    >>> printable("Ann\x1b[31m"), printable("two\nlines")
    ('Ann\\x1b[31m', 'two\nlines')
    """
    if text.isprintable():
        return text
    return "".join([_escaped(letter) for letter in text])


def _escaped(letter: str) -> str:
    if letter.isprintable() or letter == "\n":
        return letter
    if letter.isspace() and letter not in _BREAKS:
        return " "
    return letter.encode("unicode_escape").decode("ascii")


_BREAKS = "\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029"


def one_line(text: str, longest: int | None = None) -> str:
    r"""Return text from outside as one printable line, cut to `longest` characters.

    White space becomes single spaces; other unprintable characters are escaped as in Python.

    >>> print(one_line("a\n\x1b[31mred"), one_line("abcdefgh", 6))
    a \x1b[31mred abc...
    """
    if longest is None:
        return printable(" ".join(text.split()))
    # Of a text of any length, no more is looked at than the line can need.
    line = printable(" ".join(text[: 4 * longest].split()))
    return shortened(line, longest)


def comparable(name: str) -> str:
    """Return a name as it is compared with what people type: `ship owner` for `Ship_Owners`."""
    words = name.casefold().replace("_", " ").split()
    return " ".join(map(_singular, words))


def _singular(word: str) -> str:
    """Return a word without the ending of a plural, as far as the letters tell."""
    return re.sub(r"(?<=\w\w[^s])s$", "", re.sub("ies$", "y", word))


LONGEST_ECHO = 40
"""Maximum number of characters of typed input that an answer quotes."""


def shortened(text: str, longest: int = LONGEST_ECHO) -> str:
    """Return the text, cut to this length if it is longer."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def width(text: str) -> int:
    r"""Return how many columns of a terminal the text takes: two for a wide character, as in East
    Asian scripts, and none for an accent on the character before.

    >>> width("Spy"), width("\N{HANGUL SYLLABLE GO}\N{HANGUL SYLLABLE RYEO}")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    return sum([_letter_width(letter) for letter in text])


def _letter_width(letter: str) -> int:
    from unicodedata import combining, east_asian_width  # most text is ASCII

    if combining(letter):
        return 0
    return 2 if east_asian_width(letter) in {"W", "F"} else 1


def clipped(text: str, columns: int) -> str:
    """Return the beginning of the text that fits into this many columns.

    >>> clipped("Broadcaster", 5)
    'Broad'
    """
    used = 0
    for index, letter in enumerate(text):
        used += width(letter)
        if used > columns:
            return text[:index]
    return text


def padded(text: str, columns: int) -> str:
    """Return the text with spaces behind it that fill this many columns.

    >>> padded("Spy", 5)
    'Spy  '
    """
    return text + " " * (columns - width(text))


def in_rows(
    parts: Iterable[T], measure: Callable[[T], int], first: str, indent: str, columns: int
) -> list[list[T]]:
    """Return the parts in rows that fill this many columns, with a space between two of them.

    The first row begins with `first` and, if that is not empty, a space; the others begin with
    `indent`. A part wider than a row gets a row of its own.
    """
    rows: list[list[T]] = [[]]
    used = width(first)
    needs_space = bool(first)
    is_blank = not first.strip()
    for part in parts:
        size = measure(part)
        if not is_blank and used + needs_space + size > columns:
            rows.append([])
            used = width(indent)
            needs_space = False
        rows[-1].append(part)
        used += needs_space + size
        needs_space = True
        is_blank = False
    return rows


def fold(
    parts: Iterable[str], first: str = "", indent: str = "    ", columns: int = COLUMNS
) -> list[str]:
    """Return the parts as lines, separated by spaces; no line is broken within a part, such as a
    card's name.

    The first line begins with `first`, the others with `indent`. A part wider than a line gets a
    line of its own.

    >>> fold(["2 Ship Owner,", "1 Spy,", "3 Broadcaster"], "Your hand:", columns=26)
    ['Your hand: 2 Ship Owner,', '    1 Spy, 3 Broadcaster']
    """
    top, *others = in_rows(parts, width, first, indent, columns)
    start = f"{first} " if first and top else first
    lines = [start + " ".join(top)]
    lines += [indent + " ".join(row) for row in others]
    return lines


def wrapped(lines: Iterable[str], columns: int, indent: str = "    ") -> Iterator[str]:
    """Yield the lines, broken between words if too wide; spaces at the beginning stay."""
    for line in lines:
        if width(line) <= columns:
            yield line
        else:
            start = line[: len(line) - len(line.lstrip(" "))]
            first, *rest = line.lstrip(" ").split(" ")
            yield from fold(rest, start + first, indent, columns)


def unfolded(lines: Iterable[str]) -> list[str]:
    """Return lines of `fold` as sentences again: one that was broken goes on with spaces."""
    joined: list[str] = []
    for line in lines:
        if line.startswith(" ") and joined:
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line)
    return joined
