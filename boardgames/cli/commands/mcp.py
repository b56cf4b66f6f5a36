"""`boardgames mcp`: the games as tools for a language model."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout

from boardgames.cli.arguments import add_bot_seconds, seed
from boardgames.play.limits import BOT_CHOICE_SECONDS
from boardgames.remote import Tables
from boardgames.remote.mcp import serve


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Serve the Model Context Protocol on stdin and stdout. A model that is connected lists the"
        " games, reads their rules, and plays one seat of a table against bots. Its client starts"
        " this command; nothing is typed here. For several models at one table, boardgames web"
        " serves the same at /mcp."
    )
    add_bot_seconds(parser, BOT_CHOICE_SECONDS["mcp"])
    parser.add_argument(
        "--seed",
        type=seed,
        metavar="N",
        help="seed of the first game; each further game has the next",
    )


def run(args: argparse.Namespace) -> int:
    answers = sys.stdout.buffer
    # Other output, perhaps from a bot, must not mix with the answers.
    with redirect_stdout(sys.stderr):
        serve(Tables(seconds=args.seconds), sys.stdin.buffer, answers, args.seed)
    return 0
