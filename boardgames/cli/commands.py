"""The commands and their arguments; an error is one line, with exit status 2."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import redirect_stdout, suppress
from math import inf, nan
from typing import TYPE_CHECKING, NoReturn

from boardgames.core.chance import checked_seed
from boardgames.core.errors import BoardGamesError, ConfigurationError, quoted
from boardgames.core.text import one_line
from boardgames.games.catalogue import game_class, game_names, make
from boardgames.play.bots.catalogue import OUR_BOTS
from boardgames.play.match import ON_FAULT
from boardgames.play.signals import exit_status, stoppable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardgames.cli.playing import BotLimits

DISTRIBUTION = "boardgames-engine"
"""The name of this library in the package index."""
DEFAULT_PLAYERS = 3
"""Without `--seats`: a person and bots, this many or the nearest number that the game allows."""
LADDER_SEED = 1
"""The first deal of a ladder, unless `--seed` says otherwise: ladders are there to be compared."""
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


class _Parser(argparse.ArgumentParser):
    """Reports an error in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    try:
        _open_standard_streams()
        with stoppable():
            chosen = _parser().parse_args(arguments)
            status: int = chosen.run(chosen)
            sys.stdout.flush()
    except BoardGamesError as error:
        _complain(str(error))
        return 2
    except BrokenPipeError:
        _give_up_output()
        return 1
    except OSError as error:
        _give_up_output()
        _complain(str(error))
        return 2
    except KeyboardInterrupt as interrupt:
        try:
            sys.stdout.flush()
            sys.stderr.write("\n")
        except OSError:  # after a hang-up there is no terminal left
            _give_up_output()
        return exit_status(interrupt)
    return status


def _open_standard_streams() -> None:
    """Replace a closed input with an empty one, so that no opened file gets its number; a closed output is an error."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115  # it stays open
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  # the same
    if sys.stdout is None:
        raise ConfigurationError("the standard output is closed")


def _complain(message: str) -> None:
    with suppress(OSError):
        sys.stderr.write(f"boardgames: {one_line(message)}\n")


def _give_up_output() -> None:
    """Discard unwritten output: its reader has gone, or the disk is full.

    Otherwise the interpreter would try again at exit, and complain.
    """
    with suppress(OSError, ValueError):  # a stand-in for the output may have no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> _Parser:  # noqa: PLR0915  # one statement per option
    parser = _Parser(prog="boardgames", description="Modern card and board games with hidden information.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    parser.set_defaults(run=lambda _: _help(parser))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    command = commands.add_parser("list", help="list the games")
    command.set_defaults(run=_list)

    command = commands.add_parser("rules", help="read the rules of a game")
    command.add_argument("game", metavar="GAME", help=GAME_HELP)
    command.add_argument("--rulings", action="store_true", help="only our rulings where the rulebook is silent")
    command.set_defaults(run=_rules)

    command = commands.add_parser("play", help="play a game, or watch bots play it")
    command.add_argument("game", metavar="GAME", nargs="?", help=f"{GAME_HELP}; not needed with --resume")
    command.add_argument(
        "--seats",
        type=_seats,
        metavar="SEAT,SEAT,...",
        help=f"who plays: human, {BOT_HELP}; default human,greedy,...",
    )
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
    command.set_defaults(run=_play)

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
        "--seed", type=_seed, metavar="N", help="of the first deal; each deal is played with the seats rotated"
    )
    command.add_argument("--jobs", type=_count, default=1, metavar="N", help="worker processes; default 1")
    command.add_argument(
        "--executor", metavar="MODULE:FUNCTION", help="a function that returns the concurrent.futures.Executor to use"
    )
    _add_bot_limits(command)
    command.add_argument("--components", metavar="FILE", help="play with the components in this TOML file")
    command.add_argument("--records", metavar="DIR", help="keep the record of every game in this folder")
    command.add_argument(
        "--resume",
        metavar="FILE",
        help="keep the result of every game in this file (with --ladder: folder), and continue from it",
    )
    command.add_argument("--json", action="store_true", help="write the figures as JSON")
    command.set_defaults(run=_arena)

    _add_tournament(commands)
    _add_mcp(commands)

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
        help=f"a bot's time for each choice; default {SERVER_SECONDS:g}",
    )
    command.set_defaults(run=_serve)

    _add_web(commands.add_parser("web", help="play in a browser, here or on other machines"))

    command = commands.add_parser("replay", help="read a recorded game")
    command.add_argument("file", metavar="FILE", help="a record, as written by play --record")
    command.add_argument(
        "--step", action="store_true", help="stop after every action, show the table, and ask where to go on"
    )
    command.add_argument("--seat", type=_count, metavar="N", help="as this player saw it, counted from 1")
    command.add_argument("--check", action="store_true", help="only check that it replays to the recorded end")
    command.set_defaults(run=_replay)

    _add_analyse(commands)
    _add_cards(commands)
    return parser


def _add_cards(commands: argparse._SubParsersAction[_Parser]) -> None:
    command = commands.add_parser("cards", help="explain the cards of a game")
    command.add_argument("game", metavar="GAME", help=GAME_HELP)
    command.add_argument("name", metavar="NAME", nargs="?", help="only this card, or those whose name begins like this")
    _add_colour(command)
    command.set_defaults(run=_cards)


def _add_colour(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="whether to use colours; default auto: on a terminal, unless NO_COLOR is set",
    )


def _add_analyse(commands: argparse._SubParsersAction[_Parser]) -> None:
    command = commands.add_parser("analyse", help="go through a recorded game as a coach would, without hindsight")
    command.add_argument("file", metavar="FILE", help="a record, as written by play --record")
    command.add_argument("--seat", type=_count, metavar="N", help="only the decisions of this player, counted from 1")
    command.add_argument(
        "--iterations", type=_count, default=200, metavar="N", help="search iterations per decision; default 200"
    )
    command.add_argument("--seconds", type=_seconds, default=0.0, metavar="S", help="time per decision instead")
    command.add_argument("--json", action="store_true", help="write the analysis as JSON")
    command.add_argument("--html", metavar="FILE", help="write a page with a chart to this new file")
    command.set_defaults(run=_analyse)


def _add_web(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "game", metavar="GAME", nargs="?", help="open a table of this game; default: choose on the page"
    )
    command.add_argument("--seats", type=_seats, metavar="SEAT,SEAT,...", help="who plays at that table, as for play")
    command.add_argument("--port", type=int, default=8000, metavar="N", help="0 takes any that is free; default 8000")
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
    command.add_argument("--programs", action="store_true", help="allow bots that are commands (cmd:COMMAND)")
    command.add_argument(
        "--seconds", type=_seconds, default=30.0, metavar="S", help="a bot's time for each choice; default 30"
    )
    command.add_argument("--export", metavar="DIR", help="write a folder for a static host instead: no server needed")
    command.add_argument("--pyodide", metavar="DIR", help="a copy of Pyodide for --export: npm install pyodide")
    command.set_defaults(run=_web)


def _add_tournament(commands: argparse._SubParsersAction[_Parser]) -> None:
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
    command.add_argument("--jobs", type=_count, default=1, metavar="N", help="worker processes; default 1")
    command.add_argument(
        "--executor", metavar="MODULE:FUNCTION", help="a function that returns the concurrent.futures.Executor to use"
    )
    command.add_argument("--json", action="store_true", help="write ratings and figures as JSON")
    command.set_defaults(run=_tournament)


def _add_mcp(commands: argparse._SubParsersAction[_Parser]) -> None:
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
        help=f"a bot's time for each choice; default {MODEL_SECONDS:g}",
    )
    command.set_defaults(run=_mcp)


def _add_bot_limits(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seconds", type=_seconds, metavar="S", help="a bot's time for each choice")
    command.add_argument(
        "--on-fault", choices=ON_FAULT, default="forfeit", help="what happens when a bot fails; default forfeit"
    )


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


# Each command imports what it needs when it runs, so that the program starts quickly.


def _help(parser: _Parser) -> int:
    parser.print_help()
    return 0


def _list(_: argparse.Namespace) -> int:
    from boardgames.cli.terminal import Terminal

    terminal = Terminal()
    for name in game_names():
        try:
            game = game_class(name)
        except ConfigurationError as error:  # a fault of the package that provides it; list the others
            _complain(str(error))
            continue
        low, high = game.player_counts[0], game.player_counts[-1]
        players = f"{low}" if low == high else f"{low} to {high}"
        terminal.write(f"{name:<14} {game.title}, {players} players")
    return 0


def _rules(chosen: argparse.Namespace) -> int:
    from boardgames.cli.show import show_rules
    from boardgames.cli.terminal import Terminal

    cls = game_class(chosen.game)
    show_rules(Terminal(), make(chosen.game, players=cls.player_counts[0]), only_rulings=chosen.rulings)
    return 0


def _cards(chosen: argparse.Namespace) -> int:
    from boardgames.cli.show import show_pieces
    from boardgames.cli.terminal import Terminal

    cls = game_class(chosen.game)
    show_pieces(Terminal(chosen.color), make(chosen.game, players=cls.player_counts[0]), chosen.name)
    return 0


def _play(chosen: argparse.Namespace) -> int:
    from boardgames.cli.playing import resume_game, start_game
    from boardgames.cli.terminal import Terminal

    terminal = Terminal(chosen.color)
    limits: BotLimits = {"seconds": chosen.seconds, "on_fault": chosen.on_fault}
    if chosen.resume is not None:
        if chosen.seed is not None:
            raise ConfigurationError("--seed: a resumed game has its seed already")
        if chosen.components is not None:
            raise ConfigurationError("--components: a resumed game has its components already")
        playing = resume_game(
            terminal,
            chosen.resume,
            game=chosen.game,
            seats=chosen.seats,
            record=chosen.record,
            programs=chosen.programs,
            limits=limits,
        )
    elif chosen.game is None:
        raise ConfigurationError(f"which game? One of: {', '.join(game_names())}")
    else:
        seats = chosen.seats or _default_seats(chosen.game)
        playing = start_game(
            terminal,
            chosen.game,
            seats=seats,
            seed=chosen.seed,
            record=chosen.record,
            options=_options(chosen),
            limits=limits,
        )
    return playing.play(quiet=chosen.quiet)


def _default_seats(game: str) -> tuple[str, ...]:
    players = min(game_class(game).player_counts, key=lambda count: abs(count - DEFAULT_PLAYERS))
    return ("human", *["greedy"] * (players - 1))


def _arena(chosen: argparse.Namespace) -> int:
    if chosen.ladder:
        return _ladder(chosen)
    from boardgames.cli.arena_command import run_and_report
    from boardgames.cli.terminal import Terminal
    from boardgames.play.results import Plan
    from boardgames.play.results_file import seed_of

    seed = seed_of(chosen.resume) if chosen.seed is None and chosen.resume is not None else chosen.seed
    plan = Plan(
        game_class(chosen.game).name,
        chosen.seats,
        chosen.games,
        checked_seed(seed),
        options=_options(chosen),
        seconds=chosen.seconds,
        on_fault=chosen.on_fault,
        records=chosen.records,
    )
    return run_and_report(
        Terminal(), plan, jobs=chosen.jobs, executor=chosen.executor, as_json=chosen.json, resume=chosen.resume
    )


def _ladder(chosen: argparse.Namespace) -> int:
    from tempfile import TemporaryDirectory

    from boardgames.cli.terminal import Terminal
    from boardgames.cli.tournament_command import run_and_report
    from boardgames.play.tournament import LADDER, Table, Tournament

    for option in ("components", "records"):
        if getattr(chosen, option) is not None:
            raise ConfigurationError(f"--{option}: not with --ladder")
    cls = game_class(chosen.game)
    table = Table(cls.name, max(2, cls.player_counts[0]))
    seed = LADDER_SEED if chosen.seed is None else chosen.seed
    tournament = Tournament(chosen.games, seed, LADDER, (table,), seconds=chosen.seconds, on_fault=chosen.on_fault)
    with TemporaryDirectory() as scratch:
        results = chosen.resume or scratch
        return run_and_report(
            Terminal(), tournament, results, jobs=chosen.jobs, executor=chosen.executor, as_json=chosen.json
        )


def _tournament(chosen: argparse.Namespace) -> int:
    from boardgames.cli.terminal import Terminal
    from boardgames.cli.tournament_command import run_and_report
    from boardgames.play.tournament import Tournament

    tournament = Tournament.load(chosen.file)
    return run_and_report(
        Terminal(), tournament, chosen.results, jobs=chosen.jobs, executor=chosen.executor, as_json=chosen.json
    )


def _mcp(chosen: argparse.Namespace) -> int:
    from boardgames.protocol import Tables

    try:
        from boardgames.adapters.mcp import serve
    except ImportError as error:
        raise ConfigurationError(str(error)) from None
    serve(Tables(seconds=chosen.seconds))
    return 0


def _serve(chosen: argparse.Namespace) -> int:
    from boardgames.protocol import Tables, serve

    tables = Tables(most=chosen.tables, records=chosen.records, programs=chosen.programs, seconds=chosen.seconds)
    answers = sys.stdout.buffer
    # Anything else that is printed, perhaps by a bot, must not get among the answers.
    with redirect_stdout(sys.stderr):
        serve(tables, sys.stdin.buffer, answers)
    return 0


def _web(chosen: argparse.Namespace) -> int:
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
    if chosen.seats is not None and chosen.game is None:
        raise ConfigurationError("--seats: name the game, too")
    start = None if chosen.game is None else Start(chosen.game, chosen.seats or _default_seats(chosen.game))
    return host_page(Terminal(), site, start)


def _options(chosen: argparse.Namespace) -> dict[str, object]:
    return {} if chosen.components is None else {"components": chosen.components}


def _replay(chosen: argparse.Namespace) -> int:
    from boardgames.cli.show import check_record, show_record
    from boardgames.cli.terminal import Terminal

    if chosen.check:
        check_record(Terminal(), chosen.file)
    else:
        seat = None if chosen.seat is None else chosen.seat - 1
        show_record(Terminal(), chosen.file, seat=seat, step=chosen.step)
    return 0


def _analyse(chosen: argparse.Namespace) -> int:
    from boardgames.cli.analyse_command import run_analysis
    from boardgames.cli.terminal import Terminal

    return run_analysis(
        Terminal(),
        chosen.file,
        seat=None if chosen.seat is None else chosen.seat - 1,
        iterations=chosen.iterations,
        seconds=chosen.seconds,
        as_json=chosen.json,
        html=chosen.html,
    )
