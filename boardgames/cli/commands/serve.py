"""`boardgames serve`: the protocol on stdin and stdout."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout

from boardgames.cli.arguments import add_bot_seconds, add_programs, count
from boardgames.play.limits import BOT_CHOICE_SECONDS, MOST_TABLES
from boardgames.remote import Tables, serve


def add(parser: argparse.ArgumentParser) -> None:
    most = f"maximum number of open tables; default {MOST_TABLES}"
    parser.add_argument("--tables", type=count, default=MOST_TABLES, metavar="N", help=most)
    parser.add_argument(
        "--records",
        metavar="DIR",
        help="keep every game in this folder, so that it can be continued",
    )
    add_programs(parser)
    add_bot_seconds(parser, BOT_CHOICE_SECONDS["serve"])


def run(args: argparse.Namespace) -> int:
    tables = Tables(
        max_tables=args.tables,
        records=args.records,
        programs=args.programs,
        seconds=args.seconds,
    )
    answers = sys.stdout.buffer
    # Other output, perhaps from a bot, must not mix with the answers.
    with redirect_stdout(sys.stderr):
        serve(tables, sys.stdin.buffer, answers)
    return 0
