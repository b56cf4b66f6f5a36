"""`boardgames cards`: what each card does."""

from __future__ import annotations

import argparse

from boardgames.cli.arguments import add_colour, add_game, count
from boardgames.games.catalogue import game_class, make

HELP = "explain the cards of a game"


def add(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("name", metavar="NAME", nargs="?", help="only this card, or those whose name begins like this")
    parser.add_argument("--players", type=count, metavar="N", help="only what N players use; default the whole box")
    add_colour(parser)


def run(chosen: argparse.Namespace) -> int:
    from boardgames.cli.show import show_pieces
    from boardgames.cli.terminal import Terminal

    name, options = chosen.game
    players = chosen.players or game_class(name).player_counts[-1]  # most players: the whole box
    show_pieces(Terminal(chosen.color), make(name, players=players, **options), chosen.name)
    return 0
