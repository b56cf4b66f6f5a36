"""`boardgames play`: a game in the terminal."""

from __future__ import annotations

import argparse

from boardgames.cli import arguments
from boardgames.cli.playing import TerminalGame
from boardgames.cli.terminal import Terminal
from boardgames.core.errors import ConfigurationError
from boardgames.games.catalogue import game_names, make, simplified
from boardgames.play.bots.catalogue import is_program
from boardgames.play.limits import Limits
from boardgames.play.record import Record
from boardgames.table.seating import Seating
from boardgames.table.table import Table
from boardgames.table.table_file import TableFile

HELP = "play a game, or watch bots play it"


def add(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser, "; not needed with --resume", nargs="?")
    arguments.add_seats(parser, f"who plays: human, {arguments.bot_help()}; default human,fair,...")
    parser.add_argument(
        "--seed", type=arguments.seed, metavar="N", help="the same seed deals the same game"
    )
    parser.add_argument(
        "--record", metavar="FILE", help="write the game to this new file after every action"
    )
    parser.add_argument(
        "--resume", metavar="FILE", help="continue the game in this file, and keep writing it there"
    )
    parser.add_argument(
        "--programs",
        action="store_true",
        help="with --resume: start the programs (cmd:COMMAND) that the file names",
    )
    parser.add_argument(
        "--quiet", action="store_true", help="do not show the table and the actions"
    )
    arguments.add_bot_limits(parser)
    arguments.add_colour(parser)


def run(chosen: argparse.Namespace) -> int:
    terminal, limits = Terminal(chosen.color), Limits(chosen.seconds, chosen.on_fault)
    if chosen.resume is not None:
        table = resumed_table(chosen, limits)
    elif chosen.game is None:
        raise ConfigurationError(f"which game? One of: {', '.join(game_names())}")
    else:
        table = new_table(chosen, limits)
    return TerminalGame(terminal, table, seed_is_known=chosen.seed is not None).play(
        quiet=chosen.quiet
    )


def new_table(chosen: argparse.Namespace, limits: Limits) -> Table:
    """Return a table with a new game."""
    seats = chosen.game.seats(chosen.players, chosen.seats)
    game = make(chosen.game.name, players=len(seats), **chosen.game.options)
    file = None if chosen.record is None else TableFile.open(chosen.record, record_only=True)
    return Table.open(game, Seating.of(seats, quick=True), chosen.seed, file=file, limits=limits)


def resumed_table(chosen: argparse.Namespace, limits: Limits) -> Table:
    """Return a table that continues a recorded game."""
    for option in ("seed", "players"):
        if getattr(chosen, option) is not None:
            raise ConfigurationError(f"--{option}: a resumed game has its {option} already")
    if chosen.game is not None and chosen.game.options:
        raise ConfigurationError("GAME: a resumed game has its options already")
    path, record = chosen.resume, chosen.record
    file = TableFile.open(record or path, resume=record in (None, path), record_only=True)
    try:
        written = file.file.record or Record.load(path)
        _check_resumable(written, chosen)
        seating = Seating.of(chosen.seats or written.seats, read=len(written.actions), quick=True)
        return Table.resume(written, seating, file=file, limits=limits)
    except BaseException:
        file.close()
        raise


def _check_resumable(record: Record, chosen: argparse.Namespace) -> None:
    """Raise `ConfigurationError` for another game, other players of a finished one, or a program
    that may not run.
    """
    path, seats = chosen.resume, chosen.seats
    if chosen.game is not None and simplified(chosen.game.name) != record.game:
        raise ConfigurationError(f"{path} is a record of {record.game}, not of {chosen.game.name}")
    if seats is not None and record.outcome is not None and seats != record.seats:
        record.replay()  # the outcome of a record that is cut short is wrong
        raise ConfigurationError(f"--seats: the game in {path} is over, and others have played it")
    for seat in record.seats if seats is None else ():
        if is_program(seat) and not chosen.programs:
            raise ConfigurationError(
                f"{path} names the program {seat!r}: add --programs to start it"
            )
