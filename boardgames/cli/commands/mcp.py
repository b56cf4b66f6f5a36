"""`boardgames mcp`: the games as tools for a language model."""

from __future__ import annotations

import argparse

from boardgames.cli.arguments import add_bot_seconds, seed
from boardgames.core.errors import ConfigurationError
from boardgames.play.limits import BOT_CHOICE_SECONDS
from boardgames.remote import Tables

HELP = "offer the games as tools to a language model, over MCP"


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Serve the Model Context Protocol on stdin and stdout. A model that is connected lists the"
        " games, reads their rules, and plays one seat of a table against bots. Its client starts"
        " this command; nothing is typed here. Needs the extra mcp: pip install '.[mcp]' in a"
        " clone."
    )
    add_bot_seconds(parser, BOT_CHOICE_SECONDS["mcp"])
    parser.add_argument(
        "--seed",
        type=seed,
        metavar="N",
        help="seed of the first game; each further game has the next",
    )


def run(args: argparse.Namespace) -> int:
    try:
        from boardgames.adapters.mcp import serve
    except ImportError as error:
        raise ConfigurationError(str(error)) from None
    serve(Tables(seconds=args.seconds), args.seed)
    return 0
