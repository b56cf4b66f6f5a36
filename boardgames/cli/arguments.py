"""Arguments that several commands share, and the parsers of their values."""

from __future__ import annotations

import argparse
from contextlib import suppress
from math import inf
from typing import NamedTuple

from boardgames.core.chance import check_seed
from boardgames.core.codec import JSON, read_json
from boardgames.core.errors import ConfigurationError, quoted
from boardgames.games.catalogue import game_class, make

MOST_DIGITS = 9
"""Maximum number of digits of a number of games, jobs or tables."""
DEFAULT_PLAYERS = 3
"""Number of players without `--seats`, a person and bots; or the nearest number that the game
allows.
"""
GAME_HELP = (
    'its name, as "boardgames list" shows it; with options of the game as in skull:flowers=1'
)
"""It does not list the names, because finding those of other packages is slow."""
SECONDS_HELP = "seconds that a bot may take for each choice"


class GameChoice(NamedTuple):
    """A game, and the options that `make` takes for it."""

    name: str
    options: dict[str, JSON]

    def seats(self, players: int | None, named: tuple[str, ...] | None) -> tuple[str, ...]:
        """Return the named seats, or those of a person and fair bots; None: the default number of
        players.
        """
        if named is not None:
            if players not in (None, len(named)):
                raise ConfigurationError(f"--players: {players}, but --seats names {len(named)}")
            return named
        if players is None:
            players = min(
                game_class(self.name).player_counts, key=lambda count: abs(count - DEFAULT_PLAYERS)
            )
        else:
            # It refuses a huge number before a list is made.
            make(self.name, players=players, **self.options)
        return ("human", *["fair"] * (players - 1))


# Shared arguments.


def bot_help() -> str:
    """Return which bots there are."""
    from boardgames.play.bots.catalogue import OUR_BOTS  # commands without bots need none of it

    names = ", ".join(OUR_BOTS)
    return f"{names}, a bot of an installed package, or cmd:COMMAND; options as in greedy:worlds=8"


def add_game(
    parser: argparse.ArgumentParser, help_text: str = GAME_HELP, nargs: str | None = None
) -> None:
    """Add the game: `name`, or `name:option=value,...`."""
    parser.add_argument("game", type=game, metavar="GAME", nargs=nargs, help=help_text)


def add_seats(parser: argparse.ArgumentParser, help_text: str) -> None:
    """Add the players, or their number."""
    parser.add_argument("--seats", type=seats, metavar="SEAT,SEAT,...", help=help_text)
    parser.add_argument(
        "--players",
        type=count,
        metavar="N",
        help="you and N - 1 fair bots, unless --seats names them",
    )


def add_bot_limits(parser: argparse.ArgumentParser) -> None:
    """Add the time limit of bots, and what happens when one fails."""
    from boardgames.play.limits import ON_FAULT  # commands without bots need none of it

    parser.add_argument("--seconds", type=seconds, metavar="S", help=SECONDS_HELP)
    parser.add_argument(
        "--on-fault",
        choices=ON_FAULT,
        default="forfeit",
        help="what happens when a bot fails; default forfeit",
    )


def add_programs(parser: argparse.ArgumentParser) -> None:
    """Add whether others may start programs on this machine."""
    parser.add_argument(
        "--programs", action="store_true", help="allow bots that are programs (cmd:COMMAND)"
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the workers that play many games."""
    parser.add_argument(
        "--jobs", type=count, default=1, metavar="N", help="worker processes; default 1"
    )
    parser.add_argument(
        "--executor",
        metavar="MODULE:FUNCTION",
        help="a function that returns the concurrent.futures.Executor to use",
    )


def add_colour(parser: argparse.ArgumentParser) -> None:
    """Add the choice of colours."""
    when = "whether to use colours; default auto: on a terminal, unless NO_COLOR is set"
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help=when)


def add_bot_seconds(parser: argparse.ArgumentParser, default: float) -> None:
    """Add the time limit of bots, with a default, so that a client cannot block a server
    for ever.
    """
    more = f"{SECONDS_HELP}; default {default:g}"
    parser.add_argument("--seconds", type=seconds, default=default, metavar="S", help=more)


# Values of arguments.


def game(text: str) -> GameChoice:
    """Return the game and its options, which are checked when the game is made."""
    name, _, rest = text.partition(":")
    options: dict[str, JSON] = {}
    for item in filter(None, rest.split(",")):
        key, equals, given = (part.strip() for part in item.partition("="))
        if not equals or key in options or key in ("name", "players"):
            raise argparse.ArgumentTypeError(f"expected GAME:OPTION=VALUE,..., not {quoted(text)}")
        try:
            options[key] = read_json(given.encode())
        except ValueError:
            options[key] = given
    return GameChoice(name, options)


def seed(text: str) -> int:
    """Return the seed."""
    try:
        return check_seed(int(text) if text.isdecimal() else text)
    except ConfigurationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def count(text: str) -> int:
    """Return the number of something, 1 or more."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text)):
        raise argparse.ArgumentTypeError(
            f"expected a whole number of 1 or more, not {quoted(text)}"
        )
    return int(text)


def seconds(text: str) -> float:
    """Return a length of time."""
    with suppress(ValueError):
        limit = float(text)
        if 0 < limit < inf:
            return limit
    raise argparse.ArgumentTypeError(f"expected a number above 0, not {quoted(text)}")


def seats(text: str) -> tuple[str, ...]:
    """Split at commas, except within double quotes around a spec and between options of the same
    bot.
    """
    import csv

    parts: list[str] = []
    with suppress(csv.Error):
        parts = next(csv.reader([text], skipinitialspace=True, strict=True))
    if not parts:
        expected = "seats separated by commas, one with commas of its own in double quotes"
        raise argparse.ArgumentTypeError(f"expected {expected}, not {quoted(text)}")
    specs: list[str] = []
    for part in parts:
        if specs and "=" in part and ":" not in part:
            specs[-1] += f",{part}"
        else:
            specs.append(part.strip())
    return tuple(specs)
