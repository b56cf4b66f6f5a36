"""The command line, run in this process."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from boardgames.cli import main
from boardgames.core.text import width

COLUMNS = 80
OVERWRITTEN = re.compile(r"[^\n]*\r(\x1b\[K)?")
CODES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Done(NamedTuple):
    """What a command has left."""

    status: int
    out: str
    err: str


class Cli:
    """Runs commands as the shell would, with something typed into them."""

    def __init__(
        self, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch, directory: Path
    ) -> None:
        """Take what catches the output, and the working directory."""
        self.capture = capture
        self.patch = patch
        self.directory = directory
        self.screen = False

    def __call__(self, *arguments: str, typed: str = "") -> Done:
        """Run a command; no line that it writes to a pipe has more than 80 columns, none contains
        control codes.
        """
        self.capture.readouterr()
        with self.patch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(typed))
            patch.setattr(sys.stdout, "isatty", lambda: self.screen)
            try:
                status = main(arguments)
            except SystemExit as stop:
                status = stop.code if isinstance(stop.code, int) else 1
        out, err = self.capture.readouterr()
        out = OVERWRITTEN.sub("", out)
        shown = CODES.sub("", out)
        assert self.screen or shown == out
        assert [line for line in shown.split("\n") if width(line) > COLUMNS] == []
        return Done(status, out, err)

    def output(self, *arguments: str, typed: str = "") -> str:
        """Run a command that must go well; return what it writes."""
        done = self(*arguments, typed=typed)
        assert (done.status, done.err) == (0, "")
        return done.out

    def refused(self, *arguments: str, typed: str = "") -> str:
        """Run a command that must fail before it says anything; return its line."""
        done = self(*arguments, typed=typed)
        assert (done.status, done.out) == (2, "")
        assert done.err.endswith("\n")
        (line,) = done.err.splitlines()
        return line


@pytest.fixture
def cli(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    unpaced: None,
) -> Cli:
    """Return the command line, in an empty working directory."""
    del unpaced
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(
        "COLUMNS", "80"
    )  # the width of the terminal that the tests run in must not matter
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return Cli(capsys, monkeypatch, tmp_path)
