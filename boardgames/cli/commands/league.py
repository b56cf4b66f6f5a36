"""`boardgames league`: many games of models and bots, described by a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import get_args

from boardgames.arena.league import League, fixtures
from boardgames.arena.league_folder import ANSWERS, GAMES, LeagueFolder
from boardgames.arena.league_result import LeagueResult
from boardgames.arena.league_run import iter_league
from boardgames.arena.page import Link, page
from boardgames.arena.ratings import Rating
from boardgames.arena.reparse import Parser, reparse
from boardgames.arena.transcripts import TABLE, write_transcripts
from boardgames.cli.arguments import add_workers
from boardgames.cli.long_run import (
    found_by_name,
    number_of_lines,
    run_and_report,
    show_progress,
)
from boardgames.cli.terminal import Terminal, command
from boardgames.core.text import COLUMNS, one_line, plural, wrapped
from boardgames.play.text import ReplyFault

PAGE = "league.html"
FORM = """\
the file, in TOML; all after the first tables may be left out:

  seed = 1
  rounds = 10       # deals for each set of players, everybody in every seat

  [[players]]
  name = "mine"
  ask = "models:mine"   # a function that takes messages and returns text, or is awaited
  [[players]]
  name = "fair"         # or bot = "mcts:iterations=200", bot = "cmd:python3 bot.py"

  [[tables]]        # one for each game and number of players
  game = "koryo"
  players = 2

docs/guides/models.md has the rest.
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = FORM, argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", metavar="FILE", help="a TOML file with players, tables and rounds")
    parser.add_argument(
        "--results", metavar="DIR", help="keep everything here; default: FILE without its .toml"
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on with the results that are there"
    )
    parser.add_argument("--plan", action="store_true", help="only say which games would be played")
    parser.add_argument(
        "--reparse",
        nargs="?",
        const="",
        metavar="MODULE:FUNCTION",
        help="only judge the kept answers anew, with this parser or that of this version, and say"
        " which games would have gone otherwise",
    )
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="write ratings and figures as JSON")


def run(args: argparse.Namespace) -> int:
    league = League.load(args.file)
    folder = Path(args.results or Path(args.file).with_suffix(""))
    if args.plan:
        Terminal().write(*_plan(league, folder if args.resume else None))
        return 0
    if args.resume or args.reparse is not None:
        _tell_of_reading(folder)
    if args.reparse is not None:
        beside = str(Path(args.file).absolute().parent)
        Terminal().write(*_reparsed(league, folder, args.reparse, beside))
        return 0
    status = play_league(league, folder, args, resume=args.resume)
    if status:
        kept = ["--results", args.results] if args.results else []
        sys.stderr.write(f"To go on: {command('league', *kept, '--resume', args.file)}\n")
    return status


def play_league(
    league: League,
    folder: Path,
    args: argparse.Namespace,
    *,
    resume: bool = False,
    is_kept: bool = True,
) -> int:
    """Play the games that are not yet in the folder, write the page, and report; return the exit
    status. A folder that is not kept has no page.
    """
    plans = league.plans()
    opened: list[LeagueFolder] = []

    def whole(last: LeagueResult) -> LeagueResult:
        """Return the result with the games that were over while the league paused."""
        (files,) = opened
        kept = LeagueResult.of(league, plans, files)
        kept = kept.in_this_run(last.not_played, last.ended)
        if is_kept:
            write_transcripts(files)
            (folder / PAGE).write_text(_page(kept, files), encoding="utf-8")
        return kept

    return run_and_report(
        lambda pool: iter_league(
            league,
            folder,
            resume=resume,
            jobs=args.jobs,
            executor=pool,
            pausing=_tell_of_pause,
            opened=opened.append,
        ),
        sum([plan.games for plan in plans]),
        args,
        lambda last: _lines(whole(last), folder / PAGE if is_kept else None),
        lambda last: whole(last).to_json(),
        folder / GAMES,
    )


def _tell_of_pause(games: int) -> None:
    what = plural(games, "game")
    sys.stderr.write(f"\nWaiting for the answers on their way in {what}; Ctrl-C ends at once.\n")


def _tell_of_reading(folder: Path) -> None:
    """Say what will be read, which can take a while."""
    games, answers = [number_of_lines(folder / name) for name in (GAMES, ANSWERS)]
    if games or answers:
        what = f"{plural(games, 'game')} and {plural(answers, 'answer')}"
        sys.stderr.write(f"Reading {what} in {str(folder)!r}.\n")
        sys.stderr.flush()


def _plan(league: League, resumed: Path | None) -> Iterator[str]:
    """Yield which games are planned; `resumed` is the folder with those that have been played."""
    plans = league.plans()
    said = plural(sum([plan.games for plan in plans]), "game")
    if resumed is not None and (resumed / GAMES).exists():
        with closing(LeagueFolder(resumed, league, plans, reading=True)) as files:
            said += f", of which {len(files.games)} are played already"
    yield said
    seen: dict[tuple[str, int], list[int]] = {}
    for plan in plans:
        seen.setdefault((plan.game, len(plan.bots)), []).append(plan.games)
    for (game, players), games in seen.items():
        sets, deals = plural(len(games), "set"), plural(league.rounds, "deal")
        yield (
            f"  {game}, {players} players: {sets} of players, each with {deals}, each deal"
            f" {players} times, everybody once in every seat: {sum(games)} games"
        )


def _reparsed(league: League, folder: Path, name: str, beside: str) -> Iterator[str]:
    """Yield what another parser makes of the kept answers; it may be in the folder `beside`."""
    parser: Parser | None = found_by_name(name, "--reparse", beside) if name else None
    with closing(
        LeagueFolder(folder, league, league.plans(), reading=True, any_parser=True)
    ) as files:
        games = len(files.games)
        try:
            changes = list(
                reparse(files, parser, lambda number: show_progress(f"{number} of {games} games"))
            )
        finally:
            show_progress("")
        yield f"{len(changes)} of {games} games would have gone otherwise"
        for change in changes:
            answer = change.answer
            before, now = answer.action or answer.kind, change.now or "no legal action"
            said = one_line(answer.answer, 60)
            where = f"{answer.game}, ply {answer.ply}, {answer.player}"
            yield f"  {where}: {said!r} is now {now}, not {before}"


def _lines(result: LeagueResult, shown: Path | None) -> Iterator[str]:
    of = f" of {result.planned}" if result.games < result.planned else ""
    scale = "ratings on the Elo scale, with the 95 % intervals of differences from 1500"
    yield f"{result.games}{of} games; {scale}"
    for game, players in result.tables:
        rated = result.ratings((game, players))
        if rated and len(result.tables) > 1:
            yield ""
            yield f"{game}, {players} players"
            yield from _ratings(rated)
            yield from _advice(result, (game, players))
    yield ""
    yield "all tables" if len(result.tables) > 1 else "{}, {} players".format(*result.tables[0])
    yield from _ratings(result.ratings())
    yield from _advice(result)
    yield from _answers(result)
    if result.ended:
        yield ""
        yield f"ended early: {result.ended}"
    if result.left_out:
        yield ""
        yield f"{plural(result.left_out, 'game')} of more rounds or other players left out"
    if result.not_played:
        yield ""
        number = plural(len(result.not_played), "game")
        yield f"{number} not played, and lost by nobody; --resume plays them:"
        reasons = dict.fromkeys([(each.player, each.reason) for each in result.not_played])
        yield from [f"  {player}: {reason}" for player, reason in reasons]
    if shown is not None:
        yield ""
        yield f"{shown} shows all of it"


def _advice(result: LeagueResult, at: tuple[str, int] | None = None) -> Iterator[str]:
    said = result.advice(at)
    if said:
        yield from wrapped([f"  {said}"], COLUMNS, "  ")


def _ratings(ratings: Sequence[Rating]) -> Iterator[str]:
    for rating in ratings:
        share = f"{rating.share:6.1%} of {rating.games} games"
        yield f"  {rating.rating:7.0f} +-{rating.error:4.0f}  {share}  {one_line(rating.bot)}"


def _answers(result: LeagueResult) -> Iterator[str]:
    if not result.tallies:
        return
    kinds: tuple[ReplyFault, ...] = get_args(ReplyFault)
    yield ""
    heads = [*[kind.replace("_", " ") for kind in kinds], "helpless", "retries", "price", "s/turn"]
    yield "  decisions" + "".join([f"{head:>11}" for head in heads]) + "  player"
    for name, tally in sorted(result.tallies.items()):
        figures = [str(tally.kinds.get(kind, 0)) for kind in kinds]
        figures += [str(tally.helpless), str(tally.retries), f"{tally.price:.4g}"]
        figures.append(f"{tally.seconds / max(1, tally.decisions):.2f}")
        row = "".join([f"{figure:>11}" for figure in figures])
        yield f"{tally.decisions:>11}{row}  {one_line(name)}"


def _page(result: LeagueResult, files: LeagueFolder) -> str:
    games: list[tuple[str, str, list[Link]]] = []
    for fixture in fixtures(tuple([each.plan for each in result.results])):
        played = files.games.get(fixture.id)
        if played is None:
            continue
        winners = {fixture.plan.bots[place] for place in played.winners}
        who = ", ".join([f"{name} (won)" if name in winners else name for name in fixture.seats])
        names = [TABLE, *[f"seat-{seat + 1}" for seat in range(len(fixture.seats))]]
        targets = [
            Link(name.replace("-", " "), f"transcripts/{fixture.id}/{name}.html")
            for name in names
            if (files.path / "transcripts" / fixture.id / f"{name}.html").exists()
        ]
        targets.append(Link("record", f"records/{fixture.id}.json"))
        games.append((fixture.id, who, targets))
    return page("League", result.to_html(games))
