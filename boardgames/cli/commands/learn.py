"""`boardgames learn`: the lesson of a game, decision by decision at a real table."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

from boardgames.cli import arguments
from boardgames.cli.playing import TerminalGame
from boardgames.cli.terminal import Terminal, command
from boardgames.play.lesson import LessonTable
from boardgames.play.table import Table
from boardgames.play.table_file import SUFFIX

HELP = "learn a game in a few minutes, at the table"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=arguments.game, metavar="GAME", help='its name, as "boardgames list" shows it')
    parser.add_argument("--file", metavar="FILE", help="where the lesson is kept; GAME-lesson.json in this folder")
    parser.add_argument("--again", action="store_true", help="begin anew; the file is replaced")
    arguments.add_colour(parser)


def run(chosen: argparse.Namespace) -> int:
    name, terminal = chosen.game.name, Terminal(chosen.color)
    path = Path(chosen.file or f"{name}-lesson.json")
    if path.exists() and not chosen.again:
        table = Table.restore(path)
        terminal.write(
            f"You left this lesson in {path}: it goes on. To begin anew: {command('learn', name, '--again')}"
        )
    else:
        for old in (path, path.with_name(path.name.removesuffix(".json") + SUFFIX)):
            with suppress(FileNotFoundError):
                old.unlink()
        table = LessonTable.begin(name, path)
    game = TerminalGame(
        terminal, table, goes_on=command("learn", name, *(["--file", chosen.file] if chosen.file else []))
    )
    return game.play(quiet=False)
