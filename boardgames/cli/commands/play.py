"""`boardgames play`: a game in the terminal."""

from __future__ import annotations

import argparse

from boardgames.cli.arguments import (
    BOT_HELP,
    add_bot_limits,
    add_colour,
    add_components,
    add_game,
    add_seats,
    seed,
)
from boardgames.core.errors import ConfigurationError
from boardgames.games.catalogue import game_names

HELP = "play a game, or watch bots play it"


def add(parser: argparse.ArgumentParser) -> None:
    add_game(parser, "; not needed with --resume", nargs="?")
    add_seats(parser, f"who plays: human, {BOT_HELP}; default human,fair,...")
    parser.add_argument("--seed", type=seed, metavar="N", help="the same seed deals the same game")
    add_components(parser)
    parser.add_argument("--record", metavar="FILE", help="write the game to this new file after every action")
    parser.add_argument("--resume", metavar="FILE", help="continue the game in this file, and keep writing it there")
    parser.add_argument(
        "--programs", action="store_true", help="with --resume: start the programs (cmd:COMMAND) that the file names"
    )
    parser.add_argument("--quiet", action="store_true", help="do not show the table and the actions")
    add_bot_limits(parser)
    add_colour(parser)


def run(chosen: argparse.Namespace) -> int:
    from boardgames.cli.playing import resume_game, start_game
    from boardgames.cli.terminal import Terminal
    from boardgames.play.limits import Limits

    terminal, limits = Terminal(chosen.color), Limits(chosen.seconds, chosen.on_fault)
    if chosen.resume is not None:
        for option in ("seed", "components", "players"):
            if getattr(chosen, option) is not None:
                raise ConfigurationError(f"--{option}: a resumed game has its {option} already")
        if chosen.game is not None and chosen.game.options:
            raise ConfigurationError("GAME: a resumed game has its options already")
        playing = resume_game(
            terminal,
            chosen.resume,
            game=None if chosen.game is None else chosen.game.name,
            seats=chosen.seats,
            record=chosen.record,
            programs=chosen.programs,
            limits=limits,
        )
    elif chosen.game is None:
        raise ConfigurationError(f"which game? One of: {', '.join(game_names())}")
    else:
        playing = start_game(
            terminal,
            chosen.game.name,
            seats=chosen.seats or chosen.game.seats(chosen.players),
            seed=chosen.seed,
            record=chosen.record,
            options=chosen.game.options_with(chosen.components),
            limits=limits,
        )
    return playing.play(quiet=chosen.quiet)
