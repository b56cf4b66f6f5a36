"""What people type at the questions of a real terminal of 80 columns and 24 rows, and of a pipe."""

from __future__ import annotations

import fcntl
import re
import struct
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte
import pytest

from boardgames.cli.decision import COMMANDS, Decision
from boardgames.scene.phrases import ENGLISH
from tests.cli.conftest import Cli
from tests.cli.test_processes import Screen
from tests.conftest import Shell

ROWS, COLUMNS = 24, 80
LEAVES = [word for word, command in COMMANDS.items() if command is Decision.quit]
ODD = ["", "?", "??", "?[", "?(", "card", "card (", "rules *", "rules [a", "rules \\1"]
ODD += ["hint (", "hint 99999999999999999999", "hint nothing", "log ALL", "table x", "\x1b[A"]
ODD += ["0", "-1", "1e9", "\u0663", "%s", "{0}", "a" * 3000, "yes", "end game", "e", "all", "n"]
WORDS = [word for word in (*COMMANDS, *ENGLISH.help, *ODD) if word not in LEAVES]
SITUATIONS = {
    "a game": ("play", "koryo", "--seats", "human,random", "--seed", "7"),
    "an auction": ("play", "for_the_king", "--seats", "human,random,random", "--seed", "7"),
    "two people": ("play", "mundus_novus", "--seats", "human,human,random", "--seed", "7"),
    "a lesson": ("learn", "koryo"),
    "another lesson": ("learn", "for_the_king"),
}


@pytest.mark.usefixtures("frozen_lessons", "steady_hints")
@pytest.mark.parametrize("situation", SITUATIONS)
def test_nothing_but_to_quit_ends_a_game_at_its_prompt(cli: Cli, situation: str) -> None:
    opening = "\n" if situation == "two people" else ""  # whoever is asked takes the keyboard
    typed = "".join([f"{word}\n" for word in WORDS])
    done = cli(*SITUATIONS[situation], typed=f"{opening}{typed}quit\n")
    assert (done.status, done.err) == (0, "")
    assert re.search(r"> quit\n+Stopped\.", done.out)


def test_nothing_but_to_quit_ends_the_reading_of_a_record(cli: Cli) -> None:
    play = ("play", "koryo", "--seats", "random,random", "--seed", "7", "--record", "game.json")
    cli.output(*play, "--quiet")
    moving = ["", "n", "e"]
    typed = "".join([f"{word}\n" for word in WORDS if word not in moving])
    done = cli("replay", "--step", "game.json", typed=f"{typed}exit\n")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("help: exit\n")


@pytest.mark.usefixtures("frozen_lessons")
@pytest.mark.parametrize("asked", ["hint", "hint 1"])
def test_a_lesson_answers_that_it_gives_no_hints(cli: Cli, asked: str) -> None:
    out = cli.output("learn", "koryo", typed=f"{asked}\nquit\n")
    assert "A lesson gives no hints" in out


@pytest.mark.usefixtures("frozen_lessons")
def test_a_lesson_leaves_nothing_in_the_folder_it_is_started_in(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, elsewhere = cli.directory / "here", cli.directory / "elsewhere"
    for folder in (here, elsewhere):
        folder.mkdir()
        monkeypatch.chdir(folder)
        out = cli.output("learn", "koryo", typed="order 4 merchant\nquit\n")
        assert [*folder.iterdir()] == []
    assert "Resuming the lesson" in out, "it goes on from any folder"


@pytest.mark.usefixtures("frozen_lessons")
def test_where_no_lesson_can_be_kept_that_is_one_line(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("taken").touch()
    monkeypatch.setenv("XDG_STATE_HOME", "taken")
    assert cli.refused("learn", "koryo").endswith("; choose a --file")


# A real terminal.


class Window(Screen):
    """A real terminal with a size, and what can be seen in it."""

    def resize(self, rows: int, columns: int) -> None:
        """Change the size of the window."""
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, size)

    def seen_until(self, text: str, *, rows: int = ROWS, columns: int = COLUMNS) -> list[str]:
        """Wait for this text, and return the lines seen on a screen that was empty before."""
        screen = pyte.Screen(columns, rows)
        pyte.Stream(screen).feed(self.wait_for(text) + text)
        return [line.rstrip() for line in screen.display]


FOUR_PLAYERS = ("play", "koryo", "--seats", "human,random,random,random", "--seed", "7")


@contextmanager
def window(shell: Shell) -> Iterator[Window]:
    """Give a game at its first question, in a large window that was made small; it is asked to stop
    at the end.
    """
    opened = Window(shell, *FOUR_PLAYERS, LINES="", COLUMNS="")
    try:
        opened.resize(60, 120)
        opened.wait_for("Player 1> ")
        opened.resize(ROWS, COLUMNS)
        yield opened
        opened.type("quit")
        opened.wait_for("Stopped.")
        assert opened.process.wait(timeout=60) == 0
    finally:
        opened.process.kill()
        opened.close()


def test_the_whole_table_keeps_its_title_and_the_names_on_a_small_screen(shell: Shell) -> None:
    with window(shell) as opened:
        opened.type("table")
        first = opened.seen_until(ENGLISH.more)
        opened.type("")
        second = opened.seen_until("Player 1> ")
    for page in (first, second):
        heading = next(index for index, line in enumerate(page) if "season" in line)
        assert "Player 4" in page[heading + 1]
    assert any("1) " in line for line in second), "the choices are below the end of the table"


def test_a_window_that_is_made_smaller_has_rows_that_fit(shell: Shell) -> None:
    with window(shell) as opened:
        opened.type("rules")
        shown = opened.wait_for(ENGLISH.more)
        opened.type("q")
        opened.wait_for("Player 1> ")
    _, *lines = shown.replace("\r", "").split("\n")  # without what was typed
    assert max(map(len, lines)) <= COLUMNS
    assert len(lines) <= ROWS


def test_words_typed_between_pages_of_the_rules_are_an_answer(shell: Shell) -> None:
    with window(shell) as opened:
        opened.type("rules")
        opened.wait_for(ENGLISH.more)
        opened.type("?Spy")
        opened.wait_for("Player 1> ?Spy")
        assert "Spy" in opened.wait_for("Player 1> ")
