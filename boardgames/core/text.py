"""Helpers for text: names of seats, plurals, lists, and lines of at most 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

COLUMNS = 80
"""Width of all output to a terminal."""


def seat_name(player: int, viewer: int | None) -> str:
    """Return what a viewer calls a seat: "You" or "Player 2" (text counts seats from 1)."""
    return "You" if player == viewer else f"Player {player + 1}"


def seat_object(player: int, viewer: int | None) -> str:
    """Return what a viewer calls a seat within a sentence: "you" or "Player 2"."""
    return "you" if player == viewer else f"Player {player + 1}"


def seat_possessive(player: int, viewer: int | None) -> str:
    """Return whose something is, within a sentence: "your" or "Player 2's"."""
    return "your" if player == viewer else f"Player {player + 1}'s"


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


def printable(text: str) -> str:
    r"""Return the text with control characters escaped, so that names from outside cannot control a
    terminal.

    >>> printable("Ann\x1b[31m"), printable("two\nlines")
    ('Ann\\x1b[31m', 'two\nlines')
    """
    if text.isprintable():
        return text
    return "".join(
        [
            letter if letter.isprintable() or letter == "\n" else _written_out(letter)
            for letter in text
        ]
    )


def _written_out(letter: str) -> str:
    is_blank = letter.isspace() and letter not in _BREAKS
    return " " if is_blank else letter.encode("unicode_escape").decode("ascii")


_BREAKS = "\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029"


def one_line(text: str, longest: int | None = None) -> str:
    r"""Return text from outside as one printable line, without control codes, cut to `longest`
    characters.

    White space becomes single spaces; other unprintable characters are escaped as in Python.

    >>> print(one_line("a\n\x1b[31mred"), one_line("abcdefgh", 6))
    a \x1b[31mred abc...
    """
    words = printable(" ".join(text[: None if longest is None else 4 * longest].split()))
    return words if longest is None else shortened(words, longest)


def comparable(name: str) -> str:
    """Return the form in which a name is compared with what people type: `ship owner` for
    `Ship_Owners`, no plurals.
    """
    words = [re.sub("ies$", "y", word) for word in name.casefold().replace("_", " ").split()]
    return " ".join([re.sub(r"(?<=\w\w[^s])s$", "", word) for word in words])


LONGEST_ECHO = 40
"""Maximum number of characters of typed input that an answer quotes."""


def shortened(text: str, longest: int = LONGEST_ECHO) -> str:
    """Return the text, cut to this length if it is longer."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


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
    lines = [first]
    fresh = not first
    for part in parts:
        line = lines[-1] + ("" if fresh else " ") + part
        if len(line) <= columns or not lines[-1].strip():
            lines[-1] = line
        else:
            lines.append(indent + part)
        fresh = False
    return lines


def wrapped(lines: Iterable[str], columns: int) -> Iterator[str]:
    """Yield the lines, broken between words if too wide."""
    for line in lines:
        if len(line) <= columns:
            yield line
        else:
            first, *rest = line.split(" ")
            yield from fold(rest, first, "    ", columns)


def unfolded(lines: Iterable[str]) -> list[str]:
    """Return lines of `fold` as sentences again: one that was broken goes on with spaces."""
    joined: list[str] = []
    for line in lines:
        if line.startswith(" ") and joined:
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line)
    return joined


def in_ascii(text: str) -> str:
    """Return the text without accents and other characters that are not ASCII.

    >>> in_ascii("Kory\N{LATIN SMALL LETTER O WITH BREVE}")
    'Koryo'
    """
    from unicodedata import normalize  # only needed to show text

    return normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
