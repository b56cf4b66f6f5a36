"""The commands, their arguments, and what becomes of errors: one line and exit status 2."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import redirect_stdout
from math import inf, nan
from typing import TYPE_CHECKING, NoReturn

from boardgames.core.chance import checked_seed
from boardgames.core.errors import BoardGamesError, ConfigurationError
from boardgames.games.catalogue import game_class, game_names, make
from boardgames.play.bots import bot_names
from boardgames.play.match import ON_FAULT

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_PLAYERS = 3
"""Where no seats are named: a person and bots, as many of them or as near to it as the game allows."""
GAME_HELP = "its name, as boardgames list shows it"
"""Not the names themselves: to look for those of other packages takes longer than all else that starting does."""
INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_on_one_line(message)}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except BoardGamesError as error:
        sys.stderr.write(f"boardgames: {_on_one_line(str(error))}\n")
        return 2
    except BrokenPipeError:
        _give_up_output()
        return 1
    except OSError as error:
        _give_up_output()
        sys.stderr.write(f"boardgames: {_on_one_line(str(error))}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    return status


def _on_one_line(message: str) -> str:
    return " ".join(message.split())


def _give_up_output() -> None:
    """Send to nowhere what is still to be written: whoever read it has gone, or the disk is full.

    Otherwise the interpreter would try again at its exit, and complain.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> _Parser:
    parser = _Parser(prog="boardgames", description="Modern card and board games with hidden information.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=_Parser)

    command = commands.add_parser("list", help="list the games")
    command.set_defaults(run=_list)

    command = commands.add_parser("rules", help="read the rules of a game")
    command.add_argument("game", metavar="GAME", help=GAME_HELP)
    command.add_argument("--rulings", action="store_true", help="only what the rulebooks leave open and we decided")
    command.set_defaults(run=_rules)

    command = commands.add_parser("play", help="play a game, or watch bots play it")
    command.add_argument("game", metavar="GAME", nargs="?", help=f"{GAME_HELP}; not needed with --resume")
    command.add_argument(
        "--seats",
        type=_seats,
        metavar="SEAT,SEAT,...",
        help=f"who plays: human, {', '.join(bot_names())}, with options: greedy:worlds=8; default human,greedy,...",
    )
    command.add_argument("--seed", type=_seed, metavar="N", help="the same seed deals the same game")
    command.add_argument("--components", metavar="FILE", help="play with what this TOML file has in the box")
    command.add_argument("--record", metavar="FILE", help="write the game to this file, as far as it has been played")
    command.add_argument("--resume", metavar="FILE", help="go on with the game in this file, and write it there")
    command.add_argument("--quiet", action="store_true", help="leave out what happens on the table")
    _add_manners(command)
    command.set_defaults(run=_play)

    command = commands.add_parser("arena", help="let bots play many games, and see who wins how often")
    command.add_argument("game", metavar="GAME", help=GAME_HELP)
    command.add_argument(
        "--seats", type=_seats, required=True, metavar="BOT,BOT,...", help=f"who plays: {', '.join(bot_names())}"
    )
    command.add_argument("--games", type=_count, default=100, metavar="N", help="how many; default 100")
    command.add_argument(
        "--seed", type=_seed, metavar="N", help="of the first deal; each is played with the seats rotated"
    )
    command.add_argument("--jobs", type=_count, default=1, metavar="N", help="worker processes; default 1")
    command.add_argument(
        "--executor", metavar="MODULE:FUNCTION", help="what makes the concurrent.futures.Executor to use"
    )
    _add_manners(command)
    command.add_argument("--components", metavar="FILE", help="play with what this TOML file has in the box")
    command.add_argument("--records", metavar="DIR", help="keep the record of every game in this folder")
    command.add_argument(
        "--resume", metavar="FILE", help="keep the result of every game in this file, and go on where it stopped"
    )
    command.add_argument("--json", action="store_true", help="write the figures as JSON")
    command.set_defaults(run=_arena)

    command = commands.add_parser("serve", help="answer JSON-RPC 2.0 on stdin and stdout, for frontends")
    command.add_argument("--tables", type=_count, default=100, metavar="N", help="tables open at a time; default 100")
    command.add_argument("--records", metavar="DIR", help="keep saved games in this folder")
    command.add_argument("--programs", action="store_true", help="allow bots that are commands (cmd:COMMAND)")
    command.add_argument("--seconds", type=_seconds, metavar="S", help="a bot's time for each choice")
    command.set_defaults(run=_serve)

    _add_web(commands.add_parser("web", help="play in a browser, here or on other machines"))

    command = commands.add_parser("replay", help="read a recorded game")
    command.add_argument("file", metavar="FILE", help="written by play --record")
    command.add_argument("--step", action="store_true", help="show the table after every action, and wait")
    command.add_argument("--check", action="store_true", help="only tell whether it replays to the recorded end")
    command.set_defaults(run=_replay)

    _add_analyse(commands)
    return parser


def _add_analyse(commands: argparse._SubParsersAction[_Parser]) -> None:
    command = commands.add_parser("analyse", help="go through a recorded game as a coach would, without hindsight")
    command.add_argument("file", metavar="FILE", help="a record, as play --record writes it")
    command.add_argument("--seat", type=_count, metavar="N", help="only the decisions of this player, counted from 1")
    command.add_argument("--iterations", type=_count, default=200, metavar="N", help="walks per decision; default 200")
    command.add_argument("--seconds", type=_seconds, default=0.0, metavar="S", help="time per decision instead")
    command.add_argument("--json", action="store_true", help="write the analysis as JSON")
    command.add_argument("--html", metavar="FILE", help="write a page with a chart to this new file")
    command.set_defaults(run=_analyse)


def _add_web(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "game", metavar="GAME", nargs="?", help="open a table of this game; default: choose on the page"
    )
    command.add_argument("--seats", type=_seats, metavar="SEAT,SEAT,...", help="who plays at that table, as in play")
    command.add_argument("--port", type=int, default=8000, metavar="N", help="0 takes any that is free; default 8000")
    command.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="0.0.0.0 lets other machines in; default 127.0.0.1"
    )
    command.add_argument(
        "--name", action="append", default=[], metavar="HOST", help="another name that browsers may use for the server"
    )
    command.add_argument("--no-browser", action="store_true", help="do not open a browser")
    command.add_argument("--records", metavar="DIR", help="keep tables and records here: a restart goes on with them")
    command.add_argument("--programs", action="store_true", help="allow bots that are commands (cmd:COMMAND)")
    command.add_argument("--seconds", type=_seconds, metavar="S", help="a bot's time for each choice")
    command.add_argument("--export", metavar="DIR", help="write a folder for a static host instead: no server needed")
    command.add_argument("--pyodide", metavar="DIR", help="a copy of Pyodide for --export: npm install pyodide")
    command.set_defaults(run=_web)


def _add_manners(command: argparse.ArgumentParser) -> None:
    """Add what bots may do."""
    command.add_argument("--seconds", type=_seconds, metavar="S", help="a bot's time for each choice")
    command.add_argument(
        "--on-fault", choices=ON_FAULT, default="forfeit", help="what becomes of a bot that fails; default forfeit"
    )


def _seed(text: str) -> int:
    try:
        return checked_seed(int(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"a seed is a whole number of 0 or more, not {text!r}") from None


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of 1 or more, not {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = nan
    if not 0 < seconds < inf:
        raise argparse.ArgumentTypeError(f"expected a number above 0, not {text!r}")
    return seconds


def _seats(text: str) -> tuple[str, ...]:
    """Split at the commas, but not before a further option of the same bot."""
    seats: list[str] = []
    for part in text.split(","):
        if seats and "=" in part and ":" not in part:
            seats[-1] += f",{part}"
        else:
            seats.append(part.strip())
    return tuple(seats)


# What a command needs is imported when it runs: starting must be quick.


def _list(_: argparse.Namespace) -> int:
    from boardgames.cli.terminal import Terminal

    terminal = Terminal()
    for name in game_names():
        try:
            game = game_class(name)
        except ConfigurationError as error:  # brought by a package that is at fault: the others are still there
            sys.stderr.write(f"boardgames: {_on_one_line(str(error))}\n")
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


def _play(chosen: argparse.Namespace) -> int:
    from boardgames.cli.playing import Manners, resume_table, start_table
    from boardgames.cli.terminal import Terminal

    terminal = Terminal()
    manners: Manners = {"seconds": chosen.seconds, "on_fault": chosen.on_fault}
    if chosen.resume is not None:
        if chosen.seed is not None:
            raise ConfigurationError("--seed: a resumed game has its seed already")
        if chosen.components is not None:
            raise ConfigurationError("--components: a resumed game has its components already")
        table = resume_table(
            terminal,
            chosen.resume,
            game=chosen.game,
            seats=chosen.seats,
            record=chosen.record,
            manners=manners,
        )
    elif chosen.game is None:
        raise ConfigurationError(f"which game? there are: {', '.join(game_names())}")
    else:
        seats = chosen.seats or _default_seats(chosen.game)
        table = start_table(
            terminal,
            chosen.game,
            seats=seats,
            seed=chosen.seed,
            record=chosen.record,
            options=_options(chosen),
            manners=manners,
        )
    return table.play(quiet=chosen.quiet)


def _default_seats(game: str) -> tuple[str, ...]:
    players = min(game_class(game).player_counts, key=lambda count: abs(count - DEFAULT_PLAYERS))
    return ("human", *["greedy"] * (players - 1))


def _arena(chosen: argparse.Namespace) -> int:
    from boardgames.cli.arena_command import hold
    from boardgames.cli.terminal import Terminal
    from boardgames.play.results import Plan
    from boardgames.play.results_file import seed_of

    seed = seed_of(chosen.resume) if chosen.seed is None and chosen.resume is not None else chosen.seed
    plan = Plan(
        chosen.game,
        chosen.seats,
        chosen.games,
        checked_seed(seed),
        options=_options(chosen),
        seconds=chosen.seconds,
        on_fault=chosen.on_fault,
        records=chosen.records,
    )
    return hold(Terminal(), plan, jobs=chosen.jobs, executor=chosen.executor, as_json=chosen.json, resume=chosen.resume)


def _serve(chosen: argparse.Namespace) -> int:
    from boardgames.protocol import Tables, serve

    tables = Tables(most=chosen.tables, records=chosen.records, programs=chosen.programs, seconds=chosen.seconds)
    answers = sys.stdout.buffer
    # Whatever else is printed, by a bot perhaps, is no part of the protocol.
    with redirect_stdout(sys.stderr):
        serve(tables, sys.stdin.buffer, answers)
    return 0


def _web(chosen: argparse.Namespace) -> int:
    from boardgames.cli.terminal import Terminal
    from boardgames.cli.web_command import Site, export_page, host_page

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
    seats = None if chosen.game is None else chosen.seats or _default_seats(chosen.game)
    return host_page(Terminal(), site, chosen.game, seats)


def _options(chosen: argparse.Namespace) -> dict[str, object]:
    return {} if chosen.components is None else {"components": chosen.components}


def _replay(chosen: argparse.Namespace) -> int:
    from boardgames.cli.show import check_record, show_record
    from boardgames.cli.terminal import Terminal

    if chosen.check:
        check_record(Terminal(), chosen.file)
    else:
        show_record(Terminal(), chosen.file, step=chosen.step)
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
