"""Runs every check on a game and prints each with its result: `python -m boardgames.testing GAME`."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from boardgames.core.chance import check_seed
from boardgames.core.errors import BoardGamesError, ConfigurationError, describe_exception
from boardgames.core.game import Game
from boardgames.core.text import one_line
from boardgames.games.catalogue import game_class
from boardgames.play.signals import INTERRUPTED
from boardgames.testing.conformance import checks_of, examined, probe_of, report_of

MOST_DIGITS = 9
"""Maximum number of digits in a number of games."""


def main(arguments: list[str] | None = None) -> int:
    """Check the game named on the command line; return 0 if it keeps the contract, 1 if not.

    Returns 2 if the game cannot be checked or the results cannot be written, and 130 after Ctrl-C.
    """
    asked = _parser().parse_args(arguments)
    try:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="backslashreplace")  # a fault may quote any character
        faults = _check(asked)
        sys.stdout.flush()
    except BoardGamesError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except OSError as error:
        with suppress(OSError, ValueError):  # the interpreter would otherwise try again at exit, and complain
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    return 1 if faults else 0


def _check(asked: argparse.Namespace) -> int:
    """Run all checks and write their results; return the number of checks that found a fault."""
    cls = _game(asked.game) if ":" in asked.game else game_class(asked.game)
    check_seed(asked.seed)
    games = [_made(cls, players) for players in (cls.player_counts if asked.players is None else [asked.players])]
    worlds, possible = (None if name is None else _found(name) for name in (asked.worlds, asked.possible))
    faults = 0
    for game in games:
        probe = probe_of(
            game, asked.games, asked.positions, asked.longest, asked.seed,
            thorough=asked.thorough, worlds=worlds, possible=possible,
        )  # fmt: skip
        sys.stdout.write(f"{game.name}, {game.players} players\n")
        results = []
        for name in checks_of(probe):
            results.append(examined(name, probe))
            sys.stdout.write(f"{results[-1]}\n")
            sys.stdout.flush()
        sys.stdout.write(f"{report_of(probe, tuple(results)).summary}\n")
        faults += sum(bool(result.fault) for result in results)
    return faults


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m boardgames.testing", description="Hold a game to the contract.")
    parser.add_argument("game", metavar="GAME", help="a name such as koryo, or MODULE:CLASS")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (default: every possible one)")
    parser.add_argument("--games", type=_positive, default=4, metavar="N", help="random games to play (default: 4)")
    parser.add_argument(
        "--positions", type=_positive, default=12, metavar="N", help="positions to look at (default: 12)"
    )
    parser.add_argument(
        "--longest",
        type=_positive,
        default=10_000,
        metavar="N",
        help="plies after which a random game counts as endless (default: 10000)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the first game (default: 0)")
    parser.add_argument("--thorough", action="store_true", help="five times as much of everything")
    parser.add_argument("--worlds", metavar="MODULE:FUNCTION", help="redeals what a seat cannot see")
    parser.add_argument(
        "--possible", metavar="MODULE:FUNCTION", help="tells whether a State could have arisen in a game"
    )
    return parser


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text) > 0):
        raise argparse.ArgumentTypeError(f"expected a whole number of 1 or more, not {text!r:.60}")
    return int(text)


def _game(place: str) -> type[Game[Any, Any, Any]]:
    found = _found(place)
    if not isinstance(found, type) or not issubclass(found, Game):
        raise ConfigurationError(f"{place!r} is not a class derived from Game")
    return found


def _made(cls: type[Game[Any, Any, Any]], players: int) -> Game[Any, Any, Any]:
    try:
        return cls(players)
    except BoardGamesError:
        raise
    except (Exception, SystemExit) as error:
        raise ConfigurationError(f"the game {describe_exception(error, cls)}") from error


def _found(place: str) -> Any:
    """Return the object MODULE:NAME; raise `ConfigurationError` if there is none, or if the module fails."""
    module, _, name = place.partition(":")
    if not all(part.isidentifier() for part in module.split(".")):
        raise ConfigurationError(f"cannot find {place!r}: expected MODULE:NAME")
    sys.path.insert(0, "")
    try:
        found = importlib.import_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            raise ConfigurationError(f"cannot find {place!r}: {error}") from error
        raise ConfigurationError(f"{module} {_raised(error)}") from error
    try:
        return getattr(found, name)
    except AttributeError as error:
        raise ConfigurationError(f"cannot find {place!r}: {error}") from error


def _raised(error: BaseException) -> str:
    """Return what the import of a module raised, and where: the innermost line below the current folder."""
    said = one_line(f"raised {type(error).__name__}: {error}")
    if isinstance(error, SyntaxError):  # it includes the place
        return said
    frames = [each for each in traceback.extract_tb(error.__traceback__) if "importlib" not in each.filename]
    own = [each for each in frames if Path.cwd() in Path(each.filename).parents]
    last = (own or frames)[-1]
    return f"{said} ({Path(last.filename).name}, line {last.lineno})"


if __name__ == "__main__":
    sys.exit(main())
