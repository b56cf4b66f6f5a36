"""The terminal: output, input and capabilities."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import cycle
from typing import Literal

from boardgames.cli.spelling import spelled
from boardgames.core.text import COLUMNS, printable, shortened, wrapped
from boardgames.scene.as_text import Line, Span
from boardgames.scene.parts import Piece
from boardgames.scene.phrases import ENGLISH, Phrases

PLAIN = "\x1b[0m"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
COLOURS = (31, 131, 130, 64, 133, 65, 161, 98, 28, 132, 30)
"""Codes of the 256-colour palette, assigned to groups in turn; each has a contrast of 4 to 1 on
white and on black.
"""
NAMED = {
    "red": 161,
    "orange": 130,
    "yellow": 64,
    "green": 28,
    "teal": 30,
    "blue": 27,
    "purple": 98,
    "pink": 163,
    "brown": 131,
    "grey": 243,
}
"""The same for the colours of `Piece`; black and white pieces have the colour of the text."""
QUIT, BACK, ALL = ("q", "quit"), ("b", "back"), "all"
ROWS = 24
"""Number of lines of a screen that does not tell its size."""
WIDEST = 100
"""Maximum number of columns to use: longer lines are hard to read."""
LONGEST_LINE = 100_000
"""Maximum number of characters read for one answer; the input may have no line ends."""


def command(*arguments: str) -> str:
    """Return the command line that runs this program with these arguments, the last of which is a
    file.
    """
    *options, path = arguments
    return f"{_program()} {shlex.join([*options, f'./{path}' if path.startswith('-') else path])}"


def _program() -> str:
    """Return how this program was started."""
    from pathlib import Path  # like zipfile, only needed when a game ends

    started = Path(sys.argv[0])
    if started.parts[-2:] == ("boardgames", "__main__.py"):
        return "python -m boardgames"
    if getattr(sys, "frozen", False):
        return shlex.quote(sys.argv[0])
    from zipfile import is_zipfile

    if started.suffix != ".exe" and is_zipfile(started):  # that of pip has a zip file in it
        return shlex.join(["python", sys.argv[0]])
    return "boardgames"


class Terminal:
    """Standard output and input, whether they are a screen, a pipe or a file."""

    def __init__(self, colour: Literal["auto", "always", "never"] = "auto") -> None:
        """Detect what the terminal can do; `colour` overrides that."""
        self.phrases: Phrases = ENGLISH
        """What the terminal says by itself."""
        self.is_screen: bool = sys.stdout.isatty()
        self.is_keyboard: bool = sys.stdin.isatty()
        dumb = os.environ.get("TERM", "dumb") == "dumb"
        self.can_clear: bool = self.is_screen and not dumb
        fitting = self.can_clear and not os.environ.get("NO_COLOR")
        self.has_colour: bool = fitting if colour == "auto" else colour == "always"
        self.held: str = ""
        """What was typed at `Phrases.more` and is the answer to the next question."""
        self.proposed: str = ""
        """A number that was typed there, to be confirmed at the next question: it would choose from
        a menu that the reader has not seen yet.
        """
        if hasattr(sys.stdin, "reconfigure"):
            # Bytes that are not text become a wrong answer; in strict mode, the lines around them
            # would be lost, too.
            sys.stdin.reconfigure(errors="replace")
        self.edits_lines: bool = False
        """Whether answers are edited with arrow keys; what was typed is remembered then."""
        if self.is_keyboard:
            with suppress(ImportError):
                import readline  # noqa: F401  # input() uses it from now on

                self.edits_lines = True

    @property
    def columns(self) -> int:
        """Number of columns to use now: people change the size of their windows."""
        return min(_size().columns, WIDEST) if self.is_screen else COLUMNS

    @property
    def rows(self) -> int | None:
        """Number of lines on the screen now; None if the output is not a screen."""
        return _size().lines if self.is_screen else None

    def write(self, *lines: str) -> None:
        """Write lines in characters that the output can show, with control characters escaped."""
        for line in lines:
            sys.stdout.write(f"{spelled(printable(line))}\n")

    def say(self, *texts: str) -> None:
        """Write these texts, except empty ones, broken between words if too wide."""
        for line in wrapped(filter(None, texts), self.columns):
            self.write(line)

    def write_lines(self, lines: Iterable[Line], pieces: Mapping[str, Piece]) -> None:
        """Write lines of spans, with a colour for each group of pieces."""
        groups = dict.fromkeys(piece.group for piece in pieces.values())
        colours = dict(zip(groups, cycle(COLOURS), strict=False)) | NAMED
        for line in lines:
            text = "".join(self._painted(span, colours) for span in line)
            sys.stdout.write(text.rstrip() + "\n")

    def _painted(self, span: Span, colours: Mapping[str, int]) -> str:
        text = spelled(printable(span.text))
        if not self.has_colour or not text.strip():
            return text
        codes = []
        if span.strong:
            codes.append("1")
        if span.group in colours:
            codes.append(f"38;5;{colours[span.group]}")
        return f"\x1b[{';'.join(codes)}m{text}{PLAIN}" if codes else text

    def show_status(self, text: str) -> None:
        """Show a line that the next output replaces; without a screen, do nothing."""
        if self.can_clear:
            sys.stdout.write(f"\r\x1b[K{spelled(text)}")
            sys.stdout.flush()

    def discard_typed_ahead(self) -> None:
        """Discard keys that were pressed before the question."""
        if self.is_keyboard:
            with suppress(ImportError, OSError):
                import termios

                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    def clear(self) -> None:
        """Clear the screen, or scroll its content out of sight, and forget what was typed for
        later.
        """
        self.held = self.proposed = ""
        if self.can_clear:
            sys.stdout.write(CLEAR)
        elif self.is_screen:
            sys.stdout.write("\n" * 100)
        sys.stdout.flush()

    def ask(self, question: str) -> str:
        """Return the answer; raise `EOFError` at the end of the input."""
        if self.held:
            answer, self.held = self.held, ""
            self.write(f"{question}{shortened(answer)}")
            return answer
        proposed, self.proposed = self.proposed, ""
        if proposed:
            question += self.phrases.confirm(proposed)
        sys.stdout.flush()
        try:
            answer = (input if self.edits_lines else _read_line)(spelled(question)).strip()
        except EOFError:
            self.write("")
            raise
        answer = answer or proposed
        if not self.is_keyboard:
            self.write(shortened(answer))  # a pipe does not echo the input
        return answer

    def write_in_pages(
        self,
        lines: Sequence[Line],
        pieces: Mapping[str, Piece],
        *,
        goes_on: bool = False,
        head: int = 0,
        last: int = 0,
    ) -> None:
        """Write lines, in pages if they do not fit on the screen; `Phrases.more` says by which
        keys.

        goes_on: whether something else follows, for which the last page waits, too; head: how many
        of the first lines stand above every page; last: how many lines stay together.
        """
        top = lines[:head]
        body = lines[head:]
        can_wait = self.is_screen and self.is_keyboard
        at = 0
        while at < len(body):
            waits = can_wait and not (self.held or self.proposed)
            room = len(body)
            if waits:
                room = max(1, (self.rows or 0) - 1 - len(top))
            end = _end_of_page(at, room, len(body), last)
            self.write_lines([*top, *body[at:end]], pieces)
            at = end
            is_followed = at < len(body) or goes_on
            answer = self._key() if waits and is_followed else ""
            if answer in QUIT:
                return
            if answer in BACK:
                at = max(0, at - 2 * room)
            elif answer == ALL or self.held or self.proposed:
                self.write_lines(body[at:], pieces)
                return

    def _key(self) -> str:
        """Return what is to be read next; hold words that are none of the keys for the question
        that follows, and propose a number there.
        """
        answer = self.ask(self.phrases.more)
        key = self.phrases.command(answer)
        if key in ("", *QUIT, *BACK, ALL):
            return key
        if key.isdecimal():
            self.proposed = answer
        else:
            self.held = answer
        return ""

    def page(self, lines: Sequence[str]) -> None:
        """Write lines of text, broken between words if too wide, in pages if they do not fit on the
        screen.
        """
        parts = "\n".join(lines).split("\n") if lines else []
        self.write_in_pages([(Span(part),) for part in wrapped(parts, self.columns)], {})


def _end_of_page(start: int, room: int, lines: int, last: int) -> int:
    """Return where a page ends that begins at this line, has this room, and leaves the last lines
    together if it can.
    """
    end = start + room
    together = lines - last
    would_part = start < together < end < lines
    fit_on_next = last <= room
    return together if would_part and fit_on_next else end


def _size() -> os.terminal_size:
    return shutil.get_terminal_size((COLUMNS, ROWS))


def _read_line(question: str) -> str:
    """Return a line of the input as it is; one without end counts as the end of the input."""
    sys.stdout.write(question)
    sys.stdout.flush()
    line = sys.stdin.readline(LONGEST_LINE)
    if not line or (len(line) == LONGEST_LINE and not line.endswith("\n")):
        raise EOFError
    return line
