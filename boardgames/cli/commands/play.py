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


def add(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser, f"{arguments.GAME_HELP}; not needed with --resume", nargs="?")
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


def run(args: argparse.Namespace) -> int:
    terminal, limits = Terminal(args.color), Limits(args.seconds, args.on_fault)
    if args.resume is not None:
        table = resumed_table(args, limits)
    elif args.game is None:
        known = ", ".join(game_names())
        raise ConfigurationError(f"play: name a game, as in play koryo; there are {known}")
    else:
        table = new_table(args, limits)
    return TerminalGame(terminal, table, seed_is_known=args.seed is not None).play(quiet=args.quiet)


def new_table(args: argparse.Namespace, limits: Limits) -> Table:
    """Return a table with a new game."""
    seats = args.game.seats(args.players, args.seats)
    game = make(args.game.name, players=len(seats), **args.game.options)
    file = None if args.record is None else TableFile.open(args.record, record_only=True)
    return Table.open(game, Seating.of(seats, quick=True), args.seed, file=file, limits=limits)


def resumed_table(args: argparse.Namespace, limits: Limits) -> Table:
    """Return a table that continues a recorded game."""
    for option in ("seed", "players"):
        if getattr(args, option) is not None:
            raise ConfigurationError(f"--{option}: a resumed game has its {option} already")
    if args.game is not None and args.game.options:
        raise ConfigurationError("GAME: a resumed game has its options already")
    path, record = args.resume, args.record
    file = TableFile.open(record or path, resume=record in (None, path), record_only=True)
    try:
        written = file.file.record or Record.load(path)
        _check_resumable(written, args)
        seating = Seating.of(args.seats or written.seats, read=len(written.actions), quick=True)
        return Table.resume(written, seating, file=file, limits=limits)
    except BaseException:
        file.close()
        raise


def _check_resumable(record: Record, args: argparse.Namespace) -> None:
    """Raise `ConfigurationError` for another game, other players of a finished one, or a program
    that may not run.
    """
    path, seats = args.resume, args.seats
    if args.game is not None and simplified(args.game.name) != record.game:
        raise ConfigurationError(f"{path} is a record of {record.game}, not of {args.game.name}")
    if seats is not None and record.outcome is not None and seats != record.seats:
        record.replay()  # the outcome of a record that is cut short is wrong
        raise ConfigurationError(f"--seats: the game in {path} is over, and others have played it")
    if seats is None and not args.programs:
        for seat in record.seats:
            if is_program(seat):
                raise ConfigurationError(
                    f"{path} names the program {seat!r}: add --programs to start it"
                )
