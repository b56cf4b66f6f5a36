"""`boardgames list`: the games, with the number of players."""

from __future__ import annotations

import argparse
import sys

from boardgames.cli.games_list import list_line
from boardgames.cli.terminal import Terminal
from boardgames.core.errors import ConfigurationError
from boardgames.core.text import one_line
from boardgames.games.catalogue import game_class, game_names


def add(_: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def run(_: argparse.Namespace) -> int:
    terminal = Terminal()
    for name in game_names():
        try:
            game = game_class(name)
        except ConfigurationError as error:  # a faulty package; list the other games
            sys.stderr.write(f"boardgames: {one_line(str(error))}\n")
            continue
        terminal.write(list_line(name, game.title, game.player_counts))
    return 0
