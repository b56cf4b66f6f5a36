"""`boardgames tournament`: play many bots over many games from a file, and show how strong each is."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack, closing, redirect_stdout
from typing import TYPE_CHECKING

from boardgames.cli.arena_command import SOME_GAMES_NOT_PLAYED, Progress, make_executor
from boardgames.core.errors import BoardGamesError
from boardgames.core.text import one_line
from boardgames.play.signals import exit_status, stoppable
from boardgames.play.tournament import at_table, play, ratings, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardgames.cli.terminal import Terminal
    from boardgames.play.results import Result
    from boardgames.play.tournament import Tournament


def run_and_report(
    terminal: Terminal, tournament: Tournament, results: str, *, jobs: int, executor: str | None, as_json: bool
) -> int:
    """Play the remaining games of the tournament and write the ratings; return the exit status."""
    plans = tournament.plans()
    played: tuple[Result, ...] = ()
    failure: BoardGamesError | None = None
    status = 0
    with stoppable(), ExitStack() as stack:
        progress = Progress(tournament.games * len(plans))
        stack.callback(progress.clear)
        stack.enter_context(redirect_stdout(sys.stderr))  # as in an arena
        try:
            pool = None if executor is None else make_executor(executor, stack)
            for played in stack.enter_context(closing(play(tournament, results, jobs=jobs, executor=pool))):
                progress.show(sum(each.games for each in played))
        except KeyboardInterrupt as interrupt:
            status = exit_status(interrupt)
        except BoardGamesError as error:
            failure = error
    if played and (failure is None or any(each.games for each in played)):
        if as_json:
            terminal.write(json.dumps(to_json(played), indent=1))
        else:
            terminal.write_all(_tables(played, tournament.games * len(plans)))
    if failure is not None:
        sys.stdout.flush()
        raise failure
    return status or (SOME_GAMES_NOT_PLAYED if any(each.lost for each in played) else 0)


def _tables(results: Sequence[Result], games: int) -> Iterator[str]:
    played = sum(each.games for each in results)
    stopped = f" of {games}" if played < games else ""
    yield f"{played}{stopped} games; ratings with their 95 % intervals, on the Elo scale"
    tables = list(dict.fromkeys((each.plan.game, len(each.plan.bots)) for each in results))
    for game, players in tables:
        yield ""
        yield f"{game}, {players} players"
        yield from _table(at_table(results, game, players))
    if len(tables) > 1:
        yield ""
        yield "all tables"
        yield from _table(results)


def _table(results: Sequence[Result]) -> Iterator[str]:
    for each in ratings(results):
        figures = f"{each.rating:7.0f} +-{each.error:4.0f}  {each.share:6.1%} of {each.games} games"
        yield f"  {figures}  {one_line(each.bot)}"
