"""`boardgames web`: a page to play on, here or on other machines."""

from __future__ import annotations

import argparse

from boardgames.cli.arguments import add_bot_seconds, add_game, add_seats
from boardgames.core.errors import ConfigurationError, quoted
from boardgames.play.limits import BOT_CHOICE_SECONDS

HELP = "play in a browser, here or on other machines"
LAST_PORT = 65535


def add(parser: argparse.ArgumentParser) -> None:
    add_game(parser, nargs="?", help="open a table of this game; default: choose on the page")
    add_seats(parser, "who plays at that table, as for play")
    parser.add_argument("--port", type=_port, default=8000, metavar="N", help="0 takes any that is free; default 8000")
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="0.0.0.0 lets other machines in; default 127.0.0.1"
    )
    parser.add_argument(
        "--name", action="append", default=[], metavar="HOST", help="another name that browsers may use for the server"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--records", metavar="DIR", help="keep tables and records here: they are open again after a restart"
    )
    parser.add_argument("--programs", action="store_true", help="allow bots that are programs (cmd:COMMAND)")
    add_bot_seconds(parser, BOT_CHOICE_SECONDS["web"])
    parser.add_argument("--export", metavar="DIR", help="write a folder for a static host instead: no server needed")
    parser.add_argument("--pyodide", metavar="DIR", help="a copy of Pyodide for --export: npm install pyodide")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:9]) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to {LAST_PORT}, not {quoted(text)}")
    return int(text)


def run(chosen: argparse.Namespace) -> int:
    from boardgames.cli.terminal import Terminal
    from boardgames.cli.web_command import Site, export_page, host_page
    from boardgames.web.params import Start

    if (chosen.export is None) != (chosen.pyodide is None):
        raise ConfigurationError("--export and --pyodide go together")
    if chosen.export is not None:
        return export_page(Terminal(), chosen.export, chosen.pyodide)
    site = Site(
        chosen.host,
        chosen.port,
        names=tuple(chosen.name),
        browser=not chosen.no_browser,
        records=chosen.records,
        programs=chosen.programs,
        seconds=chosen.seconds,
    )
    for option in ("seats", "players"):
        if getattr(chosen, option) is not None and chosen.game is None:
            raise ConfigurationError(f"--{option}: name the game, too")
    start = None
    if chosen.game is not None:
        seats = chosen.seats or chosen.game.seats(chosen.players)
        start = Start(chosen.game.name, seats, options=chosen.game.options)
    return host_page(Terminal(), site, start)
