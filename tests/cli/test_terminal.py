from __future__ import annotations

import io
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from boardgames.cli.terminal import LONGEST_LINE, Terminal, command
from boardgames.core.text import shortened
from boardgames.scene.as_text import Span
from boardgames.scene.phrases import ENGLISH


class Tape(io.TextIOWrapper):
    """An output with letters of its own, which may be a screen."""

    def __init__(self, encoding: str, *, screen: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, newline="")
        self.screen = screen

    def isatty(self) -> bool:
        return self.screen

    def written(self) -> str:
        """Return what has been written."""
        self.flush()
        raw = self.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue().decode(self.encoding)


def on(
    monkeypatch: pytest.MonkeyPatch, encoding: str, *, screen: bool = False, terminal: str = "xterm"
) -> Tape:
    """Let this be the output, and return it."""
    tape = Tape(encoding, screen=screen)
    monkeypatch.setattr(sys, "stdout", tape)
    monkeypatch.setenv("TERM", terminal)
    return tape


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("utf-8", "Kory\u014f \u2013 \u201cso\u201d, 2\u00d73 \u2603"),
        ("latin-1", 'Koryo - "so", 2x3 ?'),
        ("ascii", 'Koryo - "so", 2x3 ?'),
    ],
)
def test_letters_that_are_not_there_are_replaced_by_bare_ones(
    monkeypatch: pytest.MonkeyPatch, encoding: str, shown: str
) -> None:
    tape = on(monkeypatch, encoding)
    Terminal().write("Kory\u014f \u2013 \u201cso\u201d, 2\u00d73 \u2603")
    assert tape.written() == f"{shown}\n"


@pytest.mark.parametrize(("columns", "used"), [(40, 40), (80, 80), (100, 100), (250, 100)])
def test_a_screen_is_filled_up_to_a_hundred_columns(
    monkeypatch: pytest.MonkeyPatch, columns: int, used: int
) -> None:
    on(monkeypatch, "utf-8", screen=True)
    monkeypatch.setenv("COLUMNS", str(columns))
    assert Terminal().columns == used


def test_a_pipe_has_eighty_columns_and_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    tape = on(monkeypatch, "utf-8")
    terminal = Terminal()
    terminal.clear()
    assert terminal.columns == 80
    terminal.write("so")
    assert tape.written() == "so\n"


def test_an_answer_from_a_pipe_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    tape = on(monkeypatch, "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("  two words \nend"))
    terminal = Terminal()
    assert [terminal.ask("First? "), terminal.ask("Second? ")] == ["two words", "end"]
    with pytest.raises(EOFError):
        terminal.ask("Third? ")
    assert tape.written() == "First? two words\nSecond? end\nThird? \n"


def test_control_characters_are_shown_and_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    tape = on(monkeypatch, "utf-8", screen=True)
    Terminal().write("\x1b[2Jone\u00a0\ttwo\u202e\ud800\r\n")
    assert tape.written() == "\\x1b[2Jone  two\\u202e\\ud800\\r\n\n"


def test_bytes_that_are_no_text_spoil_only_their_own_line(monkeypatch: pytest.MonkeyPatch) -> None:
    tape = on(monkeypatch, "utf-8")
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO(b"one\ntw\xffo\nthree\n\xc3"), encoding="utf-8")
    )
    terminal = Terminal()
    assert [terminal.ask("") for _ in range(4)] == ["one", "tw\ufffdo", "three", "\ufffd"]
    with pytest.raises(EOFError):
        terminal.ask("")
    assert tape.written() == "one\ntw\ufffdo\nthree\n\ufffd\n\n"


def test_a_line_without_end_is_not_read_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("x" * (LONGEST_LINE + 1)))
    with pytest.raises(EOFError):
        Terminal().ask("")


def test_a_long_answer_is_cut() -> None:
    assert shortened("x" * 40) == "x" * 40
    assert shortened("x" * 41) == "x" * 37 + "..."


@pytest.mark.parametrize(
    ("started", "file", "said"),
    [
        ("/usr/bin/boardgames", "game.json", "boardgames replay --step game.json"),
        (
            "/home/ann/boardgames/__main__.py",
            "game.json",
            "python -m boardgames replay --step game.json",
        ),
        ("boardgames", "my game.json", "boardgames replay --step 'my game.json'"),
        ("boardgames", "-x.json", "boardgames replay --step ./-x.json"),
    ],
)
def test_a_command_that_is_suggested_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, started: str, file: str, said: str
) -> None:
    monkeypatch.setattr(sys, "argv", [started])
    assert command("replay", "--step", file) == said


@pytest.mark.parametrize(
    ("answers", "goes_on", "pages"),
    [
        (["", "all"], False, ["012", "345", "6789"]),
        (["", "", ""], False, ["012", "345", "678", "9"]),
        (["", "", "", ""], True, ["012", "345", "67", "89", ""]),
        (["", "b", "q"], False, ["012", "345", "012", ""]),
        (["B", "QUIT"], True, ["012", "012", ""]),
        (["4"], True, ["012", "3456789"]),
        (["bank"], True, ["012", "3456789"]),
        ([], None, ["0123456789"]),
    ],
)
def test_lines_for_which_the_screen_has_no_room_wait(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    answers: list[str],
    goes_on: bool | None,
    pages: list[str],
) -> None:
    """Three at a time on four rows, the last two together; nobody is asked (None) where nobody can
    answer.
    """
    monkeypatch.setenv("LINES", "4")
    terminal = Terminal()
    terminal.is_screen, terminal.is_keyboard = True, goes_on is not None
    seen: list[str] = []
    typed = iter(answers)

    def ask(_: str) -> str:
        seen.append(capsys.readouterr().out)
        return next(typed)

    monkeypatch.setattr(terminal, "ask", ask)
    if goes_on:
        terminal.write_in_pages(
            [(Span(str(number)),) for number in range(10)], {}, goes_on=True, last=2
        )
    else:
        terminal.page([str(number) for number in range(10)])
    assert ["".join(page.split()) for page in [*seen, capsys.readouterr().out]] == pages
    assert next(typed, None) is None


def test_words_typed_between_pages_answer_the_next_question(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LINES", "4")
    monkeypatch.setattr(sys, "stdin", io.StringIO("Order none\nquit\n"))
    terminal = Terminal()
    terminal.is_screen = terminal.is_keyboard = True
    terminal.page([str(number) for number in range(10)])
    assert terminal.ask("Player 1> ") == "Order none"
    assert capsys.readouterr().out.endswith("9\nPlayer 1> Order none\n")
    assert terminal.ask("Player 1> ") == "quit"


def test_what_was_typed_for_later_is_gone_once_the_screen_is_cleared_for_somebody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LINES", "4")
    monkeypatch.setattr(sys, "stdin", io.StringIO("order none\nquit\n"))
    terminal = Terminal()
    terminal.is_screen = terminal.is_keyboard = True
    terminal.page([str(number) for number in range(10)])
    terminal.clear()
    assert terminal.ask("Player 2> ") == "quit"


def test_the_size_of_a_screen_is_what_it_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    terminal.is_screen = True
    for columns, lines in ((100, 50), (80, 24)):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", str(lines))
        assert (terminal.columns, terminal.rows) == (columns, lines)


def test_the_first_lines_stand_above_every_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LINES", "6")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n\n"))
    terminal = Terminal()
    terminal.is_screen = terminal.is_keyboard = True
    lines = [(Span(text),) for text in ("title", "names", *map(str, range(7)))]
    terminal.write_in_pages(lines, {}, head=2)
    pages = capsys.readouterr().out.split(ENGLISH.more)
    assert [page.split() for page in pages] == [
        ["title", "names", "0", "1", "2"],
        ["title", "names", "3", "4", "5"],
        ["title", "names", "6"],
    ]


def test_a_number_typed_before_the_question_is_confirmed_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LINES", "4")
    for confirmed, meant in (("", "4"), ("5", "5")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"4\n{confirmed}\n\n"))
        terminal = Terminal()
        terminal.is_screen = terminal.is_keyboard = True
        terminal.page([str(number) for number in range(10)])
        assert terminal.ask("Player 2> ") == meant
        assert capsys.readouterr().out.endswith("Player 2> (Enter: 4) ")
        assert terminal.ask("Player 2> ") == ""


@pytest.mark.parametrize("name", ["games.pyz", "games"])
def test_how_a_program_in_one_file_was_started_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    started = tmp_path / name
    monkeypatch.setattr(sys, "argv", [str(started)])
    started.write_text("#!/usr/bin/env python\n")
    assert command("analyse", "game.json") == "boardgames analyse game.json"
    with ZipFile(started, "w") as archive:
        archive.writestr("__main__.py", "")
    assert command("analyse", "game.json") == f"python {started} analyse game.json"
