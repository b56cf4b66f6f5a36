"""`boardgames learn`: the lesson of a game, decision by decision at a real table."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from boardgames.cli import arguments
from boardgames.cli.playing import TerminalGame
from boardgames.cli.terminal import Terminal, command
from boardgames.core.errors import ConfigurationError
from boardgames.games.catalogue import game_class
from boardgames.table.lesson import lesson_of
from boardgames.table.seating import LEARNER
from boardgames.table.table import Table
from boardgames.table.table_file import SUFFIX


def add(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser, 'its name, as "boardgames list" shows it')
    parser.add_argument(
        "--file",
        metavar="FILE",
        help="where the lesson is kept; default: a file of your own, outside of this folder",
    )
    parser.add_argument("--again", action="store_true", help="start over; the file is replaced")
    arguments.add_colour(parser)


def run(args: argparse.Namespace) -> int:
    name, terminal = args.game.name, Terminal(args.color)
    path = Path(args.file) if args.file else _own_file(name)
    file = [f"--file={args.file}"] if args.file else []
    table = _kept(name, path) if path.exists() else None
    if table is not None and (args.again or table.over):
        table.close()
        for old in (path, path.with_name(path.name.removesuffix(".json") + SUFFIX)):
            old.unlink()
        table = None
    if table is None:
        table = Table.open(*lesson_of(name), file=path)
    else:
        again = command("learn", "--again", *file, name)
        phrases = table.words(LEARNER).phrases
        terminal.say(phrases.lesson_goes_on, phrases.begin_anew_with(again))
    return TerminalGame(terminal, table, goes_on=command("learn", *file, name)).play(quiet=False)


def _own_file(name: str) -> Path:
    """Return the file in which a person's lesson is kept, wherever they start the program; its
    folder is made.

    Raises `ConfigurationError` if that is impossible.
    """
    try:
        # Where programs of this person keep what they go on with.
        named = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", "")
        folder = (Path(named) if named else Path.home() / ".local" / "state") / "boardgames"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: nobody knows the home folder
        raise ConfigurationError(f"no folder for lessons: {error}; choose a --file") from None
    return folder / f"{name}-lesson.json"


def _kept(name: str, path: Path) -> Table:
    """Return the lesson in this file; raise `ConfigurationError` if the file has anything else, and
    leave it alone.
    """
    table = Table.restore(path)
    if table.seating.lesson and table.match.game.name == game_class(name).name:
        return table
    table.close()
    raise ConfigurationError(f"{path} is not a lesson of {name}: choose another --file")
