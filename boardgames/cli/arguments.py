"""The commands of the command line and their arguments."""

from __future__ import annotations

import argparse
import sys
from math import inf, nan
from typing import NoReturn

from boardgames.core.chance import checked_seed
from boardgames.core.errors import ConfigurationError, quoted
from boardgames.core.text import one_line
from boardgames.play.bots.catalogue import OUR_BOTS
from boardgames.play.fault import ON_FAULT

LAST_PORT = 65535
DISTRIBUTION = "boardgames-engine"
"""The name of this library in the package index."""
SERVER_SECONDS = 60.0
"""Seconds that a bot of `serve` has for a choice; a client must not be able to block the server for ever."""
MODEL_SECONDS = 10.0
"""The same for `mcp`, whose clients give up waiting after a minute or so."""
MOST_DIGITS = 9
"""Maximum number of digits in a number of games, jobs or tables."""
TOURNAMENT = """\
the file, in TOML; seconds (for a choice) and on_fault are those of the arena, and may be left out:

  games = 60    # of each combination of bots
  seed = 1
  bots = ["greedy", "random", "mcts:iterations=200"]

  [[tables]]    # one for each game and number of players
  game = "koryo"
  players = 2
"""
GAME_HELP = 'its name, as "boardgames list" shows it'
"""It does not list the names: finding those of other packages would take longer than everything else at start-up."""
BOT_HELP = f"{', '.join(OUR_BOTS)}, a bot of an installed package, or cmd:COMMAND; options as in greedy:worlds=8"


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Write the message, and exit with status 2."""
        self.exit(2, f"{self.prog}: {one_line(message)}\n")


class _Version(argparse.Action):
    """Prints the version that is installed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version(DISTRIBUTION)
        except PackageNotFoundError:
            found = "(not installed: running from its source)"
        sys.stdout.write(f"boardgames {found}\n")
        parser.exit()


def new_parser() -> Parser:
    """Return the parser; the arguments that it parses have the name of the command in `command`, or None."""
    parser = Parser(prog="boardgames", description="Modern card and board games with hidden information.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=Parser)
    commands.add_parser("list", help="list the games")
    _add_rules(commands)
    _add_cards(commands)
    _add_play(commands)
    _add_replay(commands)
    _add_analyse(commands)
    _add_arena(commands)
    _add_tournament(commands)
    _add_serve(commands)
    _add_web(commands)
    _add_mcp(commands)
    return parser


def _add_rules(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser("rules", help="read the rules of a game")
    command.add_argument("game", metavar="GAME", help=GAME_HELP)
    which = command.add_mutually_exclusive_group()
    which.add_argument("--rulings", action="store_true", help="only our rulings where the rulebook is silent")
    which.add_argument(
        "wanted",
        metavar="WHICH",
        nargs="*",
        default=[],
        help="'short' to learn the game, a number such as K7 or K7.6, or words: the rules that mention them",
    )


def _add_cards(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser("cards", help="explain the cards of a game")
    command.add_argument("game", metavar="GAME", help=GAME_HELP)
    command.add_argument("name", metavar="NAME", nargs="?", help="only this card, or those whose name begins like this")
    command.add_argument("--players", type=_count, metavar="N", help="only what N players use; default the whole box")
    _add_colour(command)


def _add_play(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser("play", help="play a game, or watch bots play it")
    command.add_argument("game", metavar="GAME", nargs="?", help=f"{GAME_HELP}; not needed with --resume")
    _add_seats(command, f"who plays: human, {BOT_HELP}; default human,fair,...")
    command.add_argument("--seed", type=_seed, metavar="N", help="the same seed deals the same game")
    command.add_argument("--components", metavar="FILE", help="play with the components in this TOML file")
    command.add_argument("--record", metavar="FILE", help="write the game to this new file after every action")
    command.add_argument("--resume", metavar="FILE", help="continue the game in this file, and keep writing it there")
    command.add_argument(
        "--programs", action="store_true", help="with --resume: start the programs (cmd:COMMAND) that the file names"
    )
    command.add_argument("--quiet", action="store_true", help="do not show the table and the actions")
    _add_bot_limits(command)
    _add_colour(command)


def _add_seats(command: Parser, help_text: str) -> None:
    seats = command.add_mutually_exclusive_group()
    seats.add_argument("--seats", type=_seats, metavar="SEAT,SEAT,...", help=help_text)
    seats.add_argument("--players", type=_count, metavar="N", help="you and N - 1 fair bots")


def _add_replay(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser("replay", help="read a recorded game")
    command.add_argument("file", metavar="FILE", help="a record, as written by play --record")
    command.add_argument(
        "--step", action="store_true", help="stop after every action, show the table, and ask where to go on"
    )
    command.add_argument("--seat", type=_count, metavar="N", help="as this player saw it, counted from 1")
    command.add_argument("--check", action="store_true", help="only check that it replays to the recorded end")


def _add_analyse(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser("analyse", help="go through a recorded game as a coach would, without hindsight")
    command.add_argument("file", metavar="FILE", help="a record, as written by play --record")
    command.add_argument("--seat", type=_count, metavar="N", help="only the decisions of this player, counted from 1")
    command.add_argument(
        "--iterations", type=_count, default=200, metavar="N", help="search iterations per decision; default 200"
    )
    command.add_argument(
        "--seconds", type=_seconds, default=0.0, metavar="S", help="search for this many seconds per decision instead"
    )
    command.add_argument("--json", action="store_true", help="write the analysis as JSON")
    command.add_argument("--html", metavar="FILE", help="write a page with a chart to this new file")


def _add_arena(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser("arena", help="let bots play many games and compare them")
    command.add_argument("game", metavar="GAME", help=GAME_HELP)
    players = command.add_mutually_exclusive_group(required=True)
    players.add_argument("--seats", type=_seats, metavar="BOT,BOT,...", help=f"who plays: {BOT_HELP}")
    players.add_argument(
        "--ladder",
        action="store_true",
        help="rate random, greedy and mcts with three budgets by games between each pair of them",
    )
    command.add_argument(
        "--games", type=_count, default=100, metavar="N", help="how many; with --ladder, of each pair; default 100"
    )
    command.add_argument(
        "--seed",
        type=_seed,
        metavar="N",
        help="seed of the first deal; every deal is played with all rotations of the seats",
    )
    _add_workers(command)
    _add_bot_limits(command)
    command.add_argument("--components", metavar="FILE", help="play with the components in this TOML file")
    command.add_argument("--records", metavar="DIR", help="keep the record of every game in this folder")
    command.add_argument(
        "--resume",
        metavar="FILE",
        help="keep the result of every game in this file (with --ladder: folder), and continue from it",
    )
    command.add_argument("--json", action="store_true", help="write the figures as JSON")


def _add_tournament(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser(
        "tournament",
        help="let many bots play many games, and rate them",
        epilog=TOURNAMENT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("file", metavar="FILE", help="a TOML file with games, seed, bots and tables")
    command.add_argument(
        "--results", required=True, metavar="DIR", help="keep the result of every game here, and continue from there"
    )
    _add_workers(command)
    command.add_argument("--json", action="store_true", help="write ratings and figures as JSON")


def _add_serve(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser("serve", help="answer JSON-RPC 2.0 on stdin and stdout, for frontends")
    command.add_argument(
        "--tables", type=_count, default=100, metavar="N", help="maximum number of open tables; default 100"
    )
    command.add_argument("--records", metavar="DIR", help="keep every game in this folder, so that it can be continued")
    command.add_argument("--programs", action="store_true", help="allow bots that are programs (cmd:COMMAND)")
    command.add_argument(
        "--seconds",
        type=_seconds,
        default=SERVER_SECONDS,
        metavar="S",
        help=f"seconds that a bot may take for each choice; default {SERVER_SECONDS:g}",
    )


def _add_web(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser("web", help="play in a browser, here or on other machines")
    command.add_argument(
        "game", metavar="GAME", nargs="?", help="open a table of this game; default: choose on the page"
    )
    _add_seats(command, "who plays at that table, as for play")
    command.add_argument("--port", type=_port, default=8000, metavar="N", help="0 takes any that is free; default 8000")
    command.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="0.0.0.0 lets other machines in; default 127.0.0.1"
    )
    command.add_argument(
        "--name", action="append", default=[], metavar="HOST", help="another name that browsers may use for the server"
    )
    command.add_argument("--no-browser", action="store_true", help="do not open a browser")
    command.add_argument(
        "--records", metavar="DIR", help="keep tables and records here: they are open again after a restart"
    )
    command.add_argument("--programs", action="store_true", help="allow bots that are programs (cmd:COMMAND)")
    command.add_argument(
        "--seconds",
        type=_seconds,
        default=30.0,
        metavar="S",
        help="seconds that a bot may take for each choice; default 30",
    )
    command.add_argument("--export", metavar="DIR", help="write a folder for a static host instead: no server needed")
    command.add_argument("--pyodide", metavar="DIR", help="a copy of Pyodide for --export: npm install pyodide")


def _add_mcp(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser(
        "mcp",
        help="offer the games as tools to a language model, over MCP",
        description="Serve the Model Context Protocol on stdin and stdout. A model that is connected lists the games, "
        "reads their rules, and plays one seat of a table against bots. Its client starts this command; nothing is "
        "typed here. Needs the extra mcp: pip install '.[mcp]' in a clone.",
    )
    command.add_argument(
        "--seconds",
        type=_seconds,
        default=MODEL_SECONDS,
        metavar="S",
        help=f"seconds that a bot may take for each choice; default {MODEL_SECONDS:g}",
    )
    command.add_argument(
        "--seed", type=_seed, metavar="N", help="seed of the first game; each further game has the next"
    )


# Arguments that several commands have.


def _add_bot_limits(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seconds", type=_seconds, metavar="S", help="seconds that a bot may take for each choice")
    command.add_argument(
        "--on-fault", choices=ON_FAULT, default="forfeit", help="what happens when a bot fails; default forfeit"
    )


def _add_workers(command: argparse.ArgumentParser) -> None:
    command.add_argument("--jobs", type=_count, default=1, metavar="N", help="worker processes; default 1")
    command.add_argument(
        "--executor", metavar="MODULE:FUNCTION", help="a function that returns the concurrent.futures.Executor to use"
    )


def _add_colour(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="whether to use colours; default auto: on a terminal, unless NO_COLOR is set",
    )


# What arguments can be.


def _seed(text: str) -> int:
    try:
        return checked_seed(int(text))
    except ConfigurationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    except ValueError:
        raise argparse.ArgumentTypeError(f"a seed is a whole number of 0 or more, not {quoted(text)}") from None


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > MOST_DIGITS or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of 1 or more, not {quoted(text)}")
    return int(text)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:9]) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to {LAST_PORT}, not {quoted(text)}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = nan
    if not 0 < seconds < inf:
        raise argparse.ArgumentTypeError(f"expected a number above 0, not {quoted(text)}")
    return seconds


def _seats(text: str) -> tuple[str, ...]:
    """Split at the commas, but not within double quotes around a spec, nor between two options of the same bot."""
    import csv

    seats: list[str] = []
    try:
        parts = next(csv.reader([text], skipinitialspace=True, strict=True)) or [""]
    except csv.Error:
        expected = "seats separated by commas, one with commas of its own in double quotes"
        raise argparse.ArgumentTypeError(f"expected {expected}, not {quoted(text)}") from None
    for part in parts:
        if seats and "=" in part and ":" not in part:
            seats[-1] += f",{part}"
        else:
            seats.append(part.strip())
    return tuple(seats)
