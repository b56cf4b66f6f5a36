"""Runs every check on a game and prints each with its result: `python -m boardgames.testing GAME`."""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from typing import Any

from boardgames.core.chance import checked_seed
from boardgames.core.errors import BoardGamesError, ConfigurationError, ConformanceError
from boardgames.core.game import Game
from boardgames.games.catalogue import game_class
from boardgames.testing.conformance import CHECKS, probe_of, run_check

WIDTH = max(map(len, CHECKS))


def main(arguments: list[str] | None = None) -> int:
    """Check the game named on the command line; return 0 if it keeps the contract, 1 if not, 2 for wrong arguments."""
    asked = _parser().parse_args(arguments)
    try:
        cls = _game(asked.game) if ":" in asked.game else game_class(asked.game)
        checked_seed(asked.seed)
        counts = cls.player_counts if asked.players is None else [asked.players]
        games: list[Game[Any, Any, Any]] = [cls(players) for players in counts]
        worlds, possible = (None if name is None else _found(name) for name in (asked.worlds, asked.possible))
    except BoardGamesError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    faults = 0
    for game in games:
        sys.stdout.write(f"{game.name}, {game.players} players\n")
        probe = probe_of(
            game, asked.games, asked.positions, asked.longest, asked.seed,
            thorough=asked.thorough, worlds=worlds, possible=possible,
        )  # fmt: skip
        for name in CHECKS:
            started = time.perf_counter()
            result = "skipped: it needs --possible" if name == "possible" and possible is None else "ok"
            if name == "views" and worlds is None:
                result = "ok; without --worlds, leaks that determinize respects are not found"
            try:
                run_check(name, probe)
            except ConformanceError as error:
                faults += 1
                result = f"FAULT  {str(error).removeprefix(f'{name}: ')}"
            sys.stdout.write(f"  {name:<{WIDTH}}  {time.perf_counter() - started:6.1f} s  {result}\n")
            sys.stdout.flush()
    return 1 if faults else 0


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
    if not (text.isascii() and text.isdecimal() and int(text[:9]) > 0):
        raise argparse.ArgumentTypeError(f"expected a whole number of 1 or more, not {text!r:.60}")
    return int(text[:9])


def _game(place: str) -> type[Game[Any, Any, Any]]:
    found = _found(place)
    if not isinstance(found, type) or not issubclass(found, Game):
        raise ConfigurationError(f"{place!r} is not a class derived from Game")
    return found


def _found(place: str) -> Any:  # noqa: ANN401  # a class or a function
    """Return what MODULE:NAME is; raise `ConfigurationError` if it is not there."""
    module, _, name = place.partition(":")
    sys.path.insert(0, "")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigurationError(f"cannot find {place!r}: {error}") from error


if __name__ == "__main__":
    sys.exit(main())
