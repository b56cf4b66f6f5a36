"""`boardgames arena`: play many games among bots, and show how often each one won."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from boardgames.cli.long_run import run_and_report
from boardgames.core.text import one_line
from boardgames.play.arena import running_results

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from concurrent.futures import Executor

    from boardgames.cli.terminal import Terminal
    from boardgames.play.results import Plan, Result

LONGEST_NAME = 20
"""Length of a bot's name that fits before its figures; a longer name gets a line of its own."""


def run_arena(
    terminal: Terminal, plan: Plan, *, jobs: int, executor: str | None, as_json: bool, resume: str | None = None
) -> int:
    """Play the games and write the figures; return the exit status."""

    def playing(pool: Executor | None) -> Generator[Result, None, None]:
        return running_results(plan, jobs=jobs, executor=pool, resume=resume)

    report = partial(_report, terminal, as_json=as_json)
    return run_and_report(playing, plan.games, executor=executor, results=lambda result: (result,), report=report)


def _report(terminal: Terminal, result: Result, *, as_json: bool) -> None:
    if as_json:
        terminal.write(json.dumps(result.to_json(), indent=1))
    else:
        terminal.write_all(_table(result))


def _table(result: Result) -> Iterator[str]:
    plan = result.plan
    stopped = f" of {plan.games}" if result.games < plan.games else ""
    length = "" if result.mean_length is None else f", {result.mean_length:.1f} actions a game"
    yield f"{plan.game}, {len(plan.bots)} players: {result.games}{stopped} games from seed {plan.seed} on{length}"
    yield ""
    width = min(LONGEST_NAME, max(3, *(len(bot) for bot in plan.bots)))
    yield f"{'bot':<{width}}  share of victories     mean score   us / choice   faults"
    for bot, standing in zip(plan.bots, result.standings, strict=True):
        low, high = standing.interval
        score = "-" if standing.mean_score is None else f"{standing.mean_score:.2f}"
        time = "-" if standing.mean_microseconds is None else f"{standing.mean_microseconds:.0f}"
        if len(bot) > width:
            yield one_line(bot)
        name = one_line(bot) if len(bot) <= width else ""
        yield (
            f"{name:<{width}}  {standing.share:6.1%} [{low:5.1%}, {high:6.1%}]{score:>12}{time:>14}{standing.faults:>9}"
        )
    for number, fault in result.faults:
        bot = plan.bots[plan.seating(number - 1)[1][fault.player]]
        when = f"ply {fault.ply}" if fault.ply else "at the start"
        yield f"game {number}, {when}, player {fault.player + 1} ({one_line(bot)}): {fault.reason}"
    for number in result.lost:
        yield f"game {number}: not played, because its worker process died every time"
