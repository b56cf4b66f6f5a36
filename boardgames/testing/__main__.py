"""Runs every check on a game and prints each with its result: `python -m boardgames.testing
GAME`.
"""

from __future__ import annotations

import argparse
import os
import pkgutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.chance import check_seed
from boardgames.core.errors import BoardGamesError, ConfigurationError, describe_exception
from boardgames.core.text import one_line
from boardgames.games.catalogue import game_class
from boardgames.play.signals import INTERRUPTED
from boardgames.testing.conformance import CheckResult, Report, checks_of, examined, folded
from boardgames.testing.law import AnyGame
from boardgames.testing.probe import Probe


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if the game keeps the contract, 1 if not, 2 if it or the output fails, and 130 after
    Ctrl-C.
    """
    try:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="backslashreplace")  # a fault may quote any character
        held = _check(_parser().parse_args(arguments))
        sys.stdout.flush()
    except BoardGamesError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except BrokenPipeError:
        _give_up_output()
        return 2
    except OSError as error:
        _give_up_output()
        sys.stderr.write(f"cannot write: {error.strerror or error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    return 0 if held else 1


class _Parser(argparse.ArgumentParser):
    """A parser that fails if its help cannot be written; `argparse` itself ignores that."""

    def print_help(self, file: Any = None) -> None:
        """Write the help."""
        output = file or sys.stdout
        output.write(self.format_help())
        output.flush()


def _give_up_output() -> None:
    """Discard unwritten output; otherwise Python would try again at exit, and complain."""
    with suppress(OSError, ValueError):  # a replaced sys.stdout may have no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check(asked: argparse.Namespace) -> bool:
    """Run all checks and write their results; return whether all games keep all promises."""
    cls = _found(asked.game) if ":" in asked.game else game_class(asked.game)
    if not isinstance(cls, type) or not issubclass(cls, Game):
        raise ConfigurationError(f"{asked.game!r} is not a class derived from Game")
    check_seed(asked.seed)
    games = _made(cls, asked.players)
    worlds = asked.worlds and _found(asked.worlds)
    possible = asked.possible and _found(asked.possible)
    held = True
    for game in games:
        probe = Probe(
            game,
            asked.games,
            asked.positions,
            asked.longest,
            asked.seed,
            worlds,
            possible,
            asked.thorough,
        )
        held &= _keeps_all(probe, asked.only)
    return held


def _made(cls: type[AnyGame], players: int | None) -> list[AnyGame]:
    """Return the game for so many players, or for each possible number of them."""
    counts = cls.player_counts if players is None else [players]
    try:
        return [cls(count) for count in counts]
    except BoardGamesError:
        raise
    except (Exception, SystemExit) as error:
        raise ConfigurationError(f"the game {describe_exception(error, cls)}") from error


def _keeps_all(probe: Probe, only: Sequence[str]) -> bool:
    """Run all checks on a game, or these only, and write their results; return whether it keeps all
    promises.
    """
    sys.stdout.write(f"{probe.game.name}, {probe.game.players} players\n")
    try:
        names = checks_of(probe, only)
    except ConfigurationError as error:
        raise ConfigurationError(f"--only: {error}") from None
    results: list[CheckResult] = []
    for name in names:
        result = folded(examined(name, probe), results)
        results.append(result)
        sys.stdout.write(f"{result}\n")
        sys.stdout.flush()
    faulty = [result.check for result in results if result.fault]
    if len(faulty) > 1:
        sys.stdout.write(f"Fix {faulty[0]!r} first: later faults may follow from it.\n")
    if not only:
        sys.stdout.write(f"{Report.of(probe, results).summary}\n")
    return not faulty


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m boardgames.testing", description="Hold a game to the contract."
    )
    parser.add_argument("game", metavar="GAME", help="a name such as koryo, or MODULE:CLASS")
    parser.add_argument(
        "--players", type=int, metavar="N", help="number of players (default: every possible one)"
    )
    for option, number, words in (
        ("--games", Probe.games, "random games to play"),
        ("--positions", Probe.positions, "positions to look at"),
        ("--longest", Probe.longest, "plies after which a random game counts as endless"),
    ):
        parser.add_argument(
            option, type=_positive, default=number, metavar="N", help=f"{words} (default: {number})"
        )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of the first game (default: 0)"
    )
    parser.add_argument("--thorough", action="store_true", help="five times as much of everything")
    only = "run this check only, such as events; may be repeated"
    parser.add_argument("--only", action="append", default=[], metavar="CHECK", help=only)
    parser.add_argument(
        "--worlds", metavar="MODULE:FUNCTION", help="redeals what a seat cannot see"
    )
    parser.add_argument(
        "--possible", metavar="MODULE:FUNCTION", help="tells whether a State could have arisen"
    )
    return parser


def _positive(text: str) -> int:
    with suppress(ValueError):
        if int(text) > 0:
            return int(text)
    raise argparse.ArgumentTypeError(f"expected a whole number of 1 or more, not {text!r:.60}")


def _found(place: str) -> Any:
    """Return the object MODULE:NAME; raise `ConfigurationError` if there is none, or if the module
    fails.
    """
    try:
        return pkgutil.resolve_name(place)
    except (Exception, SystemExit) as error:
        reason = one_line(f"{type(error).__name__}: {error}")
        raise ConfigurationError(f"cannot load {place!r}: {reason}") from error


if __name__ == "__main__":
    sys.exit(main())
