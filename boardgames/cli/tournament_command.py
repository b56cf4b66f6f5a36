"""`boardgames tournament`: play many bots over many games from a file, and show how strong each is."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from boardgames.cli.long_run import run_and_report
from boardgames.core.text import one_line
from boardgames.play.ratings import at_table, ratings, to_json
from boardgames.play.tournament import play

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from concurrent.futures import Executor

    from boardgames.cli.terminal import Terminal
    from boardgames.play.results import Result
    from boardgames.play.tournament import Tournament


def run_tournament(
    terminal: Terminal, tournament: Tournament, folder: str, *, jobs: int, executor: str | None, as_json: bool
) -> int:
    """Play the games that are not in the folder yet, and write the ratings; return the exit status."""

    def playing(pool: Executor | None) -> Generator[tuple[Result, ...], None, None]:
        return play(tournament, folder, jobs=jobs, executor=pool)

    games = tournament.games * len(tournament.plans())
    report = partial(_report, terminal, games=games, as_json=as_json)
    return run_and_report(playing, games, executor=executor, results=lambda results: results, report=report)


def _report(terminal: Terminal, results: Sequence[Result], *, games: int, as_json: bool) -> None:
    if as_json:
        terminal.write(json.dumps(to_json(results), indent=1))
    else:
        terminal.write_all(_tables(results, games))


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
