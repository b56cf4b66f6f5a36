"""`boardgames tournament`: ratings of many bots from many games."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from boardgames.arena.ratings import at_table, ratings, to_json
from boardgames.arena.results import Result
from boardgames.arena.tournament import Tournament, play
from boardgames.cli.arguments import add_workers
from boardgames.cli.long_run import Report, run_and_report
from boardgames.core.text import one_line

HELP = "let many bots play many games, and rate them"
FORM = """\
the file, in TOML; seconds (for a choice) and on_fault are those of the arena, and may be left out:

  games = 60    # of each combination of bots
  seed = 1
  bots = ["greedy", "random", "mcts:iterations=200"]

  [[tables]]    # one for each game and number of players
  game = "koryo"
  players = 2
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = FORM, argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "file", metavar="FILE", help="a TOML file with games, seed, bots and tables"
    )
    parser.add_argument(
        "--results",
        required=True,
        metavar="DIR",
        help="keep the result of every game here, and continue from there",
    )
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="write ratings and figures as JSON")


def run(args: argparse.Namespace) -> int:
    return run_tournament(Tournament.load(args.file), args.results, args)


def run_tournament(tournament: Tournament, folder: str, args: argparse.Namespace) -> int:
    """Play the games that are not yet in the folder, and write the ratings; return the exit
    status.
    """
    games = tournament.games * len(tournament.plans())
    return run_and_report(
        lambda pool: play(tournament, folder, jobs=args.jobs, executor=pool),
        games,
        args,
        Report(lambda results: results, lambda results: _tables(results, games), to_json),
    )


def _tables(results: Sequence[Result], games: int) -> Iterator[str]:
    played = sum(result.games for result in results)
    stopped = f" of {games}" if played < games else ""
    scale = "ratings on the Elo scale, with the 95 % intervals of differences from 1500"
    yield f"{played}{stopped} games; {scale}"
    tables = list(dict.fromkeys((result.plan.game, len(result.plan.bots)) for result in results))
    for game, players in tables:
        yield ""
        yield f"{game}, {players} players"
        yield from _table(at_table(results, game, players))
    if len(tables) > 1:
        yield ""
        yield "all tables"
        yield from _table(results)


def _table(results: Sequence[Result]) -> Iterator[str]:
    for rating in ratings(results):
        share = f"{rating.share:6.1%} of {rating.games} games"
        yield f"  {rating.rating:7.0f} +-{rating.error:4.0f}  {share}  {one_line(rating.bot)}"
