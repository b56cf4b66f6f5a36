"""The terminal speaks the language of its reader: a whole game, with all that can be asked."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from boardgames.cli.playing import TerminalGame
from boardgames.cli.terminal import Terminal
from boardgames.games.koryo import Koryo
from boardgames.play.record import Record
from boardgames.scene.phrases import Phrases
from boardgames.table.seating import Seating
from boardgames.table.table import Table
from tests.cli.conftest import Cli
from tests.games.accents import unaccented
from tests.games.test_second_language import BOX, InAccents, InKorean
from tests.play.searches import walk

CODES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|\r")
NOT_WORDS = re.compile(r"(python -m )?boardgames .*|koryo-\d+\.json|'[^']*'|\bK\d[.\d]*|\?[A-Z]\w*")
"""Command lines, files, what was typed, numbers of rules."""
ASKED = (
    *("?", "legend", "table", "log", "log all", "rules short", "rules tie", "rules no such thing"),
    *(
        "hint",
        "hint 1",
        "undo",
        "finish",
        "?spy",
        "?no such thing",
        "?majority",
        "card tie",
        "?>",
    ),
    *("99", "no such action", "steal 2", "steal 1", "o", "order", "back", "bank"),
)


class Screen(io.StringIO):
    """A terminal that shows all letters."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Person(io.StringIO):
    """Asks everything at the first decisions, then plays the last choice; agrees to everything."""

    def __init__(self, screen: Screen, phrases: Phrases) -> None:
        super().__init__()
        self.screen = screen
        self.phrases = phrases
        self.asked = iter(ASKED)
        self.decisions = 0

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as in `TextIOBase`
        del size
        shown = self.screen.getvalue()
        assert len(shown) < 5_000_000, "the game does not go on"
        answers: dict[str, Callable[[], str]] = {
            self.phrases.more: lambda: "",
            self.phrases.ask_to_grant: lambda: "yes",
            self.phrases.ask_to_end: lambda: "no",
            self.phrases.ask_all_to_end: lambda: "no",
            self.phrases.ask_to_keep: lambda: "y",
            "> ": self._decided,
        }
        answer = next((make() for end, make in answers.items() if shown.endswith(end)), "")
        return f"{answer}\n"

    def _decided(self) -> str:
        self.decisions += 1
        asked = next(self.asked, "")
        return asked or "1"


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., list[str]]:
    """Return a function that plays a game to its end, and returns the lines that are shown."""
    monkeypatch.chdir(tmp_path)
    walk(monkeypatch, 1)  # whatever a hint finds, it is said in words
    for name, value in (("COLUMNS", "80"), ("LINES", "24"), ("TERM", "xterm")):
        monkeypatch.setenv(name, value)

    def played(game: Koryo, seats: list[str]) -> list[str]:
        screen = Screen()
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setattr(sys, "stdin", Person(screen, game.words.phrases))
        table = Table.open(game, Seating.of(seats, quick=True), 7)
        try:
            TerminalGame(Terminal("never"), table).play(quiet=False)
        finally:
            monkeypatch.undo()
        return CODES.sub("", screen.getvalue()).splitlines()

    return played


SEATS = [["human", "easy"], pytest.param(["human", "human"], marks=pytest.mark.long)]


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_at_a_terminal_is_in_another_language(
    show: Callable[..., list[str]], seats: list[str]
) -> None:
    lines = show(InAccents(2, components=BOX), seats)
    left = {line for line in lines if unaccented(NOT_WORDS.sub("", line))}
    assert not left
    assert len({*lines}) > 200


@pytest.mark.parametrize("seats", SEATS)
def test_a_second_language_is_spoken_at_a_terminal_of_80_columns(
    show: Callable[..., list[str]], seats: list[str]
) -> None:
    lines = [NOT_WORDS.sub("", line) for line in show(InKorean(2, components=BOX), seats)]
    assert not {line for line in lines if re.search("[A-Za-z]", line)}
    assert len({*lines}) > 200


@pytest.mark.long
def test_records_are_read_and_analysed_in_the_language_of_the_game(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = f"koryo:components={BOX}"
    bots = ("--seats", "random,random", "--seed", "7")
    cli.output("play", game, *bots, "--record", "koryo-1.json", "--quiet")
    monkeypatch.setattr(Record, "make_game", lambda _: InAccents(2, components=BOX))
    outputs = [
        cli.output("replay", "koryo-1.json", "--seat", "1"),
        cli.output("replay", "--step", "koryo-1.json", typed="?\n" + "e\n" * 40 + "1000\nq\n"),
        cli.output("analyse", "koryo-1.json", "--iterations", "20"),
    ]
    lines = {line for output in outputs for line in output.splitlines()}
    given = re.compile(r"\brandom\b|: [eq]$")  # specs, and what was typed
    assert not {line for line in lines if unaccented(given.sub("", NOT_WORDS.sub("", line)))}
