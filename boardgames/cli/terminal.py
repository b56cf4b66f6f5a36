"""The terminal: what it can show, and what is typed into it."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from typing import TYPE_CHECKING

from boardgames.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

ASCII_SIGNS = {0x2013: "-", 0x2014: "-", 0x2212: "-", 0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'", 0xD7: "x"}
"""Dashes, quotation marks and the multiplication sign, for outputs that have ASCII only."""
BOLD, PLAIN = "\x1b[1m", "\x1b[0m"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"

LONGEST_ECHO = 40
"""Characters of an answer that are shown."""
LONGEST_LINE = 100_000
"""Characters that are read for one answer; an input without line ends is not read without end."""


def shortened(answer: str) -> str:
    """Return the answer, cut if it is longer than any valid one."""
    return answer if len(answer) <= LONGEST_ECHO else f"{answer[: LONGEST_ECHO - 3]}..."


def _line_editor() -> ModuleType | None:
    """Return the module that gives `input()` editing and history, where Python has it."""
    try:
        import readline
    except ImportError:
        return None
    return readline


class Terminal:
    """Standard output and input, whether they are a screen, a pipe or a file."""

    def __init__(self) -> None:
        """Detect what the terminal can do."""
        self.is_screen = sys.stdout.isatty()
        self.is_keyboard = sys.stdin.isatty()
        dumb = os.environ.get("TERM", "dumb") == "dumb"
        self.can_clear = self.is_screen and not dumb
        self.has_colour = self.can_clear and not os.environ.get("NO_COLOR")
        self.columns = min(shutil.get_terminal_size((80, 24)).columns, 100) if self.is_screen else 80
        if hasattr(sys.stdin, "reconfigure"):
            # Bytes that are not text become a wrong answer; in strict mode they would take the lines around them along.
            sys.stdin.reconfigure(errors="replace")
        self._line_editor = _line_editor() if self.is_keyboard else None

    def write(self, text: str = "", *, bold: bool = False) -> None:
        """Write lines in characters that the output has; control characters are shown, not sent."""
        shown = self.spelled(printable(text))
        sys.stdout.write((f"{BOLD}{shown}{PLAIN}" if bold and self.has_colour else shown) + "\n")

    def write_all(self, lines: Iterable[str]) -> None:
        """Write each of these lines."""
        for line in lines:
            self.write(line)

    def spelled(self, text: str) -> str:
        """Return the text in characters that the output has: without accents where these are missing."""
        encoding = sys.stdout.encoding or "ascii"
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            plain = unicodedata.normalize("NFKD", text.translate(ASCII_SIGNS))
            kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
            return kept.encode(encoding, errors="replace").decode(encoding)
        return text

    def clear(self) -> None:
        """Clear the screen, or scroll everything out of sight, and forget what was typed."""
        if self._line_editor is not None:
            self._line_editor.clear_history()
        if self.can_clear:
            sys.stdout.write(CLEAR)
        elif self.is_screen:
            sys.stdout.write("\n" * 100)
        sys.stdout.flush()

    def ask(self, question: str) -> str:
        """Return what is typed in answer; raise `EOFError` at the end of the input."""
        sys.stdout.flush()
        if self.is_keyboard:
            try:
                return input(self.spelled(question)).strip()
            except EOFError:
                self.write()
                raise
        sys.stdout.write(self.spelled(question))
        line = sys.stdin.readline(LONGEST_LINE)
        if not line or (len(line) == LONGEST_LINE and not line.endswith("\n")):
            self.write()
            raise EOFError
        answer = line.strip()
        self.write(shortened(answer))  # a pipe does not echo what it brings, as a keyboard does
        return answer

    def page(self, text: str) -> None:
        """Show a long text: a page at a time on a screen, otherwise all at once."""
        if self.is_screen and self.is_keyboard:
            from pydoc import pager

            pager(self.spelled(printable(text)))
        else:
            self.write(text)
