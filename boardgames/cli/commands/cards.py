"""`boardgames cards`: explains the cards of a game."""

from __future__ import annotations

import argparse

from boardgames.cli.arguments import add_colour, add_game, count
from boardgames.cli.screen import describe_pieces, find_pieces
from boardgames.cli.terminal import Terminal
from boardgames.core.errors import ConfigurationError
from boardgames.core.text import listed
from boardgames.games.catalogue import game_class, make


def add(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        help="only this card, or those whose name begins like this",
    )
    parser.add_argument(
        "--players", type=count, metavar="N", help="only what N players use; default: all cards"
    )
    add_colour(parser)


def run(args: argparse.Namespace) -> int:
    terminal, (name, options) = Terminal(args.color), args.game
    players = args.players or game_class(name).player_counts[-1]  # the maximum: all cards
    game = make(name, players=players, **options)
    pieces = game.words.pieces()
    every = [*pieces.values()]
    if not every:
        raise ConfigurationError(f"{game.name} does not describe its cards")
    found = every if args.name is None else find_pieces(args.name, every)
    if not found:
        known = listed([each.name for each in every])
        raise ConfigurationError(f"{game.name} has no card {args.name!r}; it has: {known}")
    terminal.write_in_pages([*describe_pieces(found, terminal.columns, game.words)], pieces)
    return 0
