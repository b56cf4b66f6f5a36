"""`boardgames rules`: all or some of the rules of a game."""

from __future__ import annotations

import argparse

from boardgames.cli.arguments import add_game
from boardgames.cli.rules_page import reflowed, rules_of
from boardgames.cli.terminal import Terminal
from boardgames.games.catalogue import game_class, make


def add(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    which = (
        "'short' to learn the game, a number such as K7 or K7.6, or words: the rules that mention"
        " them"
    )
    parser.add_argument("wanted", metavar="WHICH", nargs="*", default=[], help=which)


def run(args: argparse.Namespace) -> int:
    terminal, (name, options) = Terminal(), args.game
    game = make(name, players=game_class(name).player_counts[0], **options)
    terminal.page(reflowed(rules_of(game.words, " ".join(args.wanted)), terminal.columns))
    return 0
