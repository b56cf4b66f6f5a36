"""Whole games as a person sees them, screen by screen, on a real pseudo-terminal of 80 columns and
24 rows.

The person chooses at random among the numbers of each menu. Nothing here is a test: the files are
there to be read.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
from pathlib import Path
from random import Random

import pyte

from boardgames.scene.phrases import ENGLISH

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"
ROWS, COLUMNS = 24, 80
GAMES = {"koryo": 4, "for_the_king": 5, "mundus_novus": 6}
SILENCE = 30.0
"""Seconds without output after which the game counts as stuck."""
RULER = "-" * COLUMNS
QUESTIONS = (b"> ", b"y or n: ", ENGLISH.more.encode())
"""How the output ends when something is to be typed."""


def read_until_asked(terminal: int, stream: pyte.ByteStream) -> str:
    """Feed the screen until a question is asked or the game ends; return everything that was
    written.
    """
    written = b""
    while not written.endswith(QUESTIONS) and select.select([terminal], [], [], SILENCE)[0]:
        try:
            some = os.read(terminal, 1 << 16)
        except OSError:  # the program has ended
            break
        written += some
        stream.feed(some)
    return written.decode("utf-8", "replace")


def transcript(game: str, players: int) -> list[str]:
    """Return every screen of one game, each as it was when a decision was asked for."""
    command = [sys.executable, "-m", "boardgames", "play", game, "--seed", "7"]
    command += ["--seats", ",".join(["human", *["greedy"] * (players - 1)])]
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update({"TERM": "xterm-256color", "PYTHONUTF8": "1"})
        os.execv(command[0], command)  # noqa: S606  # our own program
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    rng, screens, asked = Random(7), list[str](), 0  # noqa: S311  # for play
    while True:
        written = read_until_asked(terminal, stream)
        screens.append("\n".join(line.rstrip() for line in screen.display).strip("\n"))
        if written.endswith(ENGLISH.more):
            screen.reset()
            os.write(terminal, b"\n")
            continue
        if not written.endswith("> "):
            os.write(terminal, b"n\n")  # the record is not kept
            break
        shown = re.findall(
            r"(?:^ {0,8}|  )(\d+)(?:-(\d+))?\) ", "\n".join(screens[asked:]), re.MULTILINE
        )
        low, high = rng.choice(shown) if shown else ("", "")
        # After a refusal no menu is shown: Enter shows it again.
        answer = str(rng.randint(int(low), min(int(high), int(low) + 2))) if high else low
        asked = len(screens)  # a menu may be on more than one of them
        screen.reset()
        os.write(terminal, f"{answer}\n".encode())
    os.close(terminal)
    os.waitpid(child, 0)
    return screens


def files() -> dict[Path, str]:
    """Return the transcript of one game of each kind, by its file."""
    return {
        path_of(game): f"\n{RULER}\n".join(transcript(game, players)) + "\n"
        for game, players in GAMES.items()
    }


def path_of(game: str) -> Path:
    """Return the file of a transcript."""
    return FOLDER / f"{game}.txt"
