"""The terminal: what it can show, and what is typed into it."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

BARE = {0x2013: "-", 0x2014: "-", 0x2212: "-", 0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'", 0xD7: "x"}
"""Dashes, quotation marks and the multiplication sign, for those who have ASCII only."""
BOLD, PLAIN = "\x1b[1m", "\x1b[0m"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


LONGEST_ECHO = 40
"""Letters of an answer that are shown."""


def shortened(answer: str) -> str:
    """Return the answer, cut where it is longer than any of ours."""
    return answer if len(answer) <= LONGEST_ECHO else f"{answer[: LONGEST_ECHO - 3]}..."


class Terminal:
    """Standard output and input, whether they are a screen, a pipe or a file."""

    def __init__(self) -> None:
        """Look at what there is."""
        self.is_screen = sys.stdout.isatty()
        self.is_keyboard = sys.stdin is not None and sys.stdin.isatty()
        dumb = os.environ.get("TERM", "dumb") == "dumb"
        self.can_clear = self.is_screen and not dumb
        self.has_colour = self.can_clear and not os.environ.get("NO_COLOR")
        self.columns = min(shutil.get_terminal_size((80, 24)).columns, 100) if self.is_screen else 80
        if self.is_keyboard:
            with suppress(ImportError):
                import readline  # noqa: F401  # gives input() its editing and history

    def write(self, text: str = "") -> None:
        """Write lines, in letters that the output has."""
        sys.stdout.write(self.spelled(text) + "\n")

    def write_all(self, lines: Iterable[str]) -> None:
        """Write each of these lines."""
        for line in lines:
            self.write(line)

    def spelled(self, text: str) -> str:
        """Return the text in letters that the output has: the bare ones, where accents are missing."""
        encoding = sys.stdout.encoding or "ascii"
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            bare = unicodedata.normalize("NFKD", text.translate(BARE))
            kept = "".join(letter for letter in bare if not unicodedata.combining(letter))
            return kept.encode(encoding, errors="replace").decode(encoding)
        return text

    def bold(self, text: str) -> str:
        """Return the text emphasised, where that can be shown."""
        return f"{BOLD}{text}{PLAIN}" if self.has_colour else text

    def clear(self) -> None:
        """Take everything off the screen; where that cannot be, push it out of sight."""
        if self.can_clear:
            sys.stdout.write(CLEAR)
        elif self.is_screen:
            sys.stdout.write("\n" * 100)
        sys.stdout.flush()

    def ask(self, question: str) -> str:
        """Return what is typed in answer; raise `EOFError` where the input ends."""
        sys.stdout.flush()
        try:
            answer = input(self.spelled(question)).strip()
        except UnicodeDecodeError:
            answer = "\N{REPLACEMENT CHARACTER}"
        except EOFError:
            self.write()
            raise
        if not self.is_keyboard:
            # A keyboard shows what is typed, and goes to the next line; a pipe does neither.
            self.write(shortened(answer))
        return answer

    def page(self, text: str) -> None:
        """Show a long text: a page at a time on a screen, plainly elsewhere."""
        if self.is_screen and self.is_keyboard:
            from pydoc import pager

            pager(self.spelled(text))
        else:
            self.write(text)
