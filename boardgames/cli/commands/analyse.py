"""`boardgames analyse`: judges the decisions in a record by what each seat could know at
the time.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from typing import Any

from boardgames.cli.analysis_report import text_report
from boardgames.cli.arguments import count, seconds
from boardgames.cli.commands.replay import as_json, resumed, viewer_of
from boardgames.cli.terminal import Terminal, command
from boardgames.core.codec import JSON
from boardgames.core.errors import ConfigurationError
from boardgames.play.analysis import JudgedDecision, analyse
from boardgames.play.record import Record
from boardgames.play.signals import exit_status


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as written by play --record")
    parser.add_argument(
        "--seat", type=count, metavar="N", help="only the decisions of this player, counted from 1"
    )
    parser.add_argument(
        "--iterations",
        type=count,
        default=200,
        metavar="N",
        help="search iterations per decision; default 200",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=0.0,
        metavar="S",
        help="search for this many seconds per decision instead",
    )
    parser.add_argument("--json", action="store_true", help="write the analysis as JSON")


def run(args: argparse.Namespace) -> int:
    """Analyse the record and write the report; an interrupt ends the analysis, not the report."""
    terminal = Terminal()
    record = Record.load(args.file)
    seats = _seats(record, args.seat)
    match = resumed(record, args.file)
    search = analyse(record, seats=seats, iterations=args.iterations, seconds=args.seconds)
    judgements, status = _judged(search, terminal, len(record.actions))
    if args.json:
        analysis: dict[str, JSON] = as_json(record, match, viewer_of(record)) | {
            "actions": len(record.actions),
            "complete": not status,
            "decisions": [judgement.to_json() for judgement in judgements],
        }
        terminal.write(json.dumps(analysis, indent=1))
        return status
    terminal.write(*text_report(record, match.game, judgements, is_complete=not status))
    for seat in sorted({judgement.player for judgement in judgements}):
        replay = command("replay", "--step", "--seat", str(seat + 1), args.file)
        terminal.write(match.game.words.phrases.see_with(seat, replay))
    return status


def _judged(
    search: Iterable[JudgedDecision[Any]], terminal: Terminal, actions: int
) -> tuple[list[JudgedDecision[Any]], int]:
    """Return the judgements until an interrupt, if there is one, and the exit status.

    Meanwhile, the terminal shows how many of the actions have been reached.
    """
    judgements: list[JudgedDecision[Any]] = []
    status = 0
    try:
        for judgement in search:
            judgements.append(judgement)
            terminal.show_status(f"{judgement.ply} of {actions} actions")
    except KeyboardInterrupt as interrupt:
        status = exit_status(interrupt)
    terminal.show_status("")
    return judgements, status


def _seats(record: Record, number: int | None) -> tuple[int, ...]:
    """Return the seats to judge: that with this number, or all; raise `ConfigurationError` if
    secrets forbid it.
    """
    seats = record.viewable_seats if number is None else (number - 1,)
    for seat in seats:
        record.check_seat(seat)
    if not record.is_revealed and number is None and len(seats) > 1:
        raise ConfigurationError(
            "the game is not over, and its players keep secrets from each other: add --seat"
        )
    return seats
