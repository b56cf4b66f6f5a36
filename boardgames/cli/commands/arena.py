"""`boardgames arena`: many games among bots, and how often each bot won."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from boardgames.arena.arena import iter_arena
from boardgames.arena.league import League, LeagueTable
from boardgames.arena.results import Partners, Plan, Result, Standing, game_of
from boardgames.arena.results_file import seed_of
from boardgames.cli import arguments
from boardgames.cli.commands.league import play_league
from boardgames.cli.long_run import run_and_report
from boardgames.core.chance import check_seed
from boardgames.core.errors import ConfigurationError
from boardgames.core.text import listed, one_line
from boardgames.games.catalogue import game_class
from boardgames.play.player import Player
from boardgames.play.seat_order import Teams, fixed_teams

LADDER = ("random", "greedy", "mcts:iterations=25", "mcts:iterations=100", "mcts:iterations=400")
"""Bots of increasing strength, as a benchmark for new bots."""
LADDER_SEED = 1
"""Default seed of a ladder, always the same so that ladders can be compared."""


def add(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser)
    players = parser.add_mutually_exclusive_group(required=True)
    who = f"who plays: {arguments.bot_help()}"
    players.add_argument("--seats", type=arguments.seats, metavar="BOT,BOT,...", help=who)
    rates = "rate random, greedy and mcts with three budgets by games between each pair of them"
    players.add_argument("--ladder", action="store_true", help=rates)
    how_many = "how many; with --ladder, of each pair; default 100"
    parser.add_argument("--games", type=arguments.count, default=100, metavar="N", help=how_many)
    first = "seed of the first deal; every deal is played with every bot in every seat"
    parser.add_argument("--seed", type=arguments.seed, metavar="N", help=first)
    partners = (
        "in a game with teams: keep the bots listed for the seats of a team together (default), or"
        " make all bots partners in turn"
    )
    parser.add_argument("--partners", choices=get_args(Partners), default="together", help=partners)
    arguments.add_workers(parser)
    arguments.add_bot_limits(parser)
    parser.add_argument(
        "--records", metavar="DIR", help="keep the record of every game in this folder"
    )
    kept = (
        "keep the result of every game in this file (with --ladder: folder), and continue from it"
    )
    parser.add_argument("--resume", metavar="FILE", help=kept)
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")


def run(args: argparse.Namespace) -> int:
    if args.ladder:
        return _run_ladder(args)
    first = args.seed
    if first is None and args.resume is not None:
        first = seed_of(args.resume)
    plan = Plan(
        game_class(args.game.name).name,
        args.seats,
        args.games,
        check_seed(first),
        options=args.game.options,
        seconds=args.seconds,
        on_fault=args.on_fault,
        records=args.records,
        partners=args.partners,
    )
    return run_and_report(
        lambda pool: iter_arena(plan, jobs=args.jobs, executor=pool, resume=args.resume),
        plan.games,
        args,
        _table,
        Result.to_json,
        args.resume,
    )


def _run_ladder(args: argparse.Namespace) -> int:
    """Play the ladder as a league, which does not have all options of the command."""
    if args.game.options:
        raise ConfigurationError("--ladder: without options of the game")
    if args.partners != "together":
        raise ConfigurationError("--ladder: without --partners")
    if args.records is not None:
        raise ConfigurationError("--ladder: without --records")
    if args.on_fault == "raise":
        raise ConfigurationError("--ladder: without --on-fault raise")
    cls = game_class(args.game.name)
    players = max(2, cls.player_counts[0])
    league = League(
        LADDER_SEED if args.seed is None else args.seed,
        -(-args.games // players),
        tuple([Player(spec) for spec in LADDER]),
        (LeagueTable(cls.name, players),),
        "random" if args.on_fault == "random" else "forfeit",
        seconds=args.seconds,
    )
    if args.resume is not None:
        return play_league(league, Path(args.resume), args, resume=True)
    with TemporaryDirectory() as scratch:
        return play_league(league, Path(scratch), args, is_kept=False)


def _table(result: Result) -> Iterator[str]:
    plan = result.plan
    game = game_of(plan)
    teams = fixed_teams(game)
    stopped = f" of {plan.games}" if result.games < plan.games else ""
    length = "" if result.mean_length is None else f", {result.mean_length:.1f} actions a game"
    played = f"{result.games}{stopped} games from seed {plan.seed} on{length}"
    yield f"{plan.game}, {len(plan.bots)} players: {played}"
    if teams:
        yield f"partners: {_partners(plan, teams)}"
    yield ""
    share = "share of victories" if game.utility_type == "constant_sum" else "mean utility"
    yield f"{share:<18}     mean score   us / choice   faults  bot"
    for bot, standing in zip(plan.bots, result.standings, strict=True):
        yield f"{_figures(standing)}  {one_line(bot)}"
    for number, fault in result.faults:
        bot = plan.bots[plan.seating(number - 1, teams)[1][fault.player]]
        when = f"ply {fault.ply}" if fault.ply else "at the start"
        yield f"game {number}, {when}, player {fault.player + 1} ({one_line(bot)}): {fault.reason}"


def _figures(standing: Standing) -> str:
    low, high = standing.interval
    score = "-" if standing.mean_score is None else f"{standing.mean_score:.2f}"
    time = "-" if standing.mean_microseconds is None else f"{standing.mean_microseconds:.0f}"
    share = f"{standing.share:6.1%} [{low:5.1%}, {high:6.1%}]"
    return f"{share}{score:>12}{time:>14}{standing.faults:>9}"


def _partners(plan: Plan, teams: Teams) -> str:
    """Return who plays with whom: "greedy and greedy, against random and random"."""

    def named(team: tuple[int, ...]) -> str:
        return listed([one_line(plan.bots[seat]) for seat in team])

    return "mixed" if plan.partners == "mixed" else ", against ".join(map(named, teams))
