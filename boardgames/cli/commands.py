"""What each command does; an error is one line, with exit status 2."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout, suppress
from typing import TYPE_CHECKING

from boardgames.cli.arguments import new_parser
from boardgames.core.chance import checked_seed
from boardgames.core.errors import BoardGamesError, ConfigurationError
from boardgames.core.text import one_line
from boardgames.games.catalogue import game_class, game_names, make
from boardgames.play.signals import exit_status, stoppable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence


DEFAULT_PLAYERS = 3
"""Without `--seats`: a person and bots, this many or the nearest number that the game allows."""
LADDER_SEED = 1
"""The first deal of a ladder, unless `--seed` says otherwise: ladders are there to be compared."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    try:
        _open_standard_streams()
        with stoppable():
            status = _run(arguments)
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
    """Replace a closed standard input with an empty one, so that no file opened later gets its file descriptor.

    A closed standard output is an error.
    """
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


def _run(arguments: Sequence[str] | None) -> int:
    """Run the command that the arguments name; without one, show the help."""
    parser = new_parser()
    chosen = parser.parse_args(arguments)
    if chosen.command is None:
        parser.print_help()
        return 0
    return COMMANDS[chosen.command](chosen)


# Each command imports what it needs when it runs, so that the program starts quickly.


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
    from boardgames.cli.rules_page import reflowed, rules_of, rulings_of
    from boardgames.cli.terminal import Terminal

    terminal, cls = Terminal(), game_class(chosen.game)
    game = make(chosen.game, players=cls.player_counts[0])
    text = rulings_of(game) if chosen.rulings else rules_of(game, " ".join(chosen.wanted))
    terminal.page("\n".join(reflowed(text, terminal.columns)))
    return 0


def _cards(chosen: argparse.Namespace) -> int:
    from boardgames.cli.show import show_pieces
    from boardgames.cli.terminal import Terminal

    players = chosen.players or game_class(chosen.game).player_counts[-1]  # most players: the whole box
    show_pieces(Terminal(chosen.color), make(chosen.game, players=players), chosen.name)
    return 0


def _play(chosen: argparse.Namespace) -> int:
    from boardgames.cli.playing import resume_game, start_game
    from boardgames.cli.terminal import Terminal
    from boardgames.play.limits import Limits

    terminal = Terminal(chosen.color)
    limits = Limits(chosen.seconds, chosen.on_fault)
    if chosen.resume is not None:
        if chosen.seed is not None:
            raise ConfigurationError("--seed: a resumed game has its seed already")
        if chosen.components is not None:
            raise ConfigurationError("--components: a resumed game has its components already")
        if chosen.players is not None:
            raise ConfigurationError("--players: a resumed game has its players already")
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
        seats = chosen.seats or _default_seats(chosen.game, chosen.players)
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


def _default_seats(game: str, players: int | None) -> tuple[str, ...]:
    """Return the seats of a person and fair bots; as many as usual, if nobody has said how many."""
    if players is None:
        players = min(game_class(game).player_counts, key=lambda count: abs(count - DEFAULT_PLAYERS))
    return ("human", *["fair"] * (players - 1))


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


def _arena(chosen: argparse.Namespace) -> int:
    if chosen.ladder:
        return _ladder(chosen)
    from boardgames.cli.arena_command import run_arena
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
    return run_arena(
        Terminal(), plan, jobs=chosen.jobs, executor=chosen.executor, as_json=chosen.json, resume=chosen.resume
    )


def _ladder(chosen: argparse.Namespace) -> int:
    from tempfile import TemporaryDirectory

    from boardgames.cli.terminal import Terminal
    from boardgames.cli.tournament_command import run_tournament
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
        return run_tournament(
            Terminal(), tournament, results, jobs=chosen.jobs, executor=chosen.executor, as_json=chosen.json
        )


def _tournament(chosen: argparse.Namespace) -> int:
    from boardgames.cli.terminal import Terminal
    from boardgames.cli.tournament_command import run_tournament
    from boardgames.play.tournament import Tournament

    tournament = Tournament.load(chosen.file)
    return run_tournament(
        Terminal(), tournament, chosen.results, jobs=chosen.jobs, executor=chosen.executor, as_json=chosen.json
    )


def _serve(chosen: argparse.Namespace) -> int:
    from boardgames.protocol import Tables, serve

    tables = Tables(max_tables=chosen.tables, records=chosen.records, programs=chosen.programs, seconds=chosen.seconds)
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
    for option in ("seats", "players"):
        if getattr(chosen, option) is not None and chosen.game is None:
            raise ConfigurationError(f"--{option}: name the game, too")
    start = None
    if chosen.game is not None:
        start = Start(chosen.game, chosen.seats or _default_seats(chosen.game, chosen.players))
    return host_page(Terminal(), site, start)


def _mcp(chosen: argparse.Namespace) -> int:
    from boardgames.protocol import Tables

    try:
        from boardgames.adapters.mcp import serve
    except ImportError as error:
        raise ConfigurationError(str(error)) from None
    serve(Tables(seconds=chosen.seconds), chosen.seed)
    return 0


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "list": _list,
    "rules": _rules,
    "cards": _cards,
    "play": _play,
    "replay": _replay,
    "analyse": _analyse,
    "arena": _arena,
    "tournament": _tournament,
    "serve": _serve,
    "web": _web,
    "mcp": _mcp,
}
"""By command: what runs it, and returns the exit status."""
