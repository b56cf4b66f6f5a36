"""Many games among bots, told as a table."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING

from boardgames.core.errors import ConfigurationError
from boardgames.play.arena import Plan, Result, stages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

    from boardgames.cli.terminal import Terminal

LONGEST_NAME = 20
"""Letters of a bot's name that fit before its figures; a longer one has a line of its own."""
BETWEEN_UPDATES = 0.2
"""Seconds between two changes of the progress line."""


def hold(terminal: Terminal, plan: Plan, *, jobs: int, executor: str | None, as_json: bool) -> int:
    """Play the games and write how they went, as far as they went; return the exit status."""
    result: Result | None = None
    status = 0
    with ExitStack() as stack:
        pool = None if executor is None else stack.enter_context(_executor(executor))
        progress = _Progress(plan.games)
        try:
            for result in stages(plan, jobs=jobs, executor=pool):
                progress.show(result.games)
        except KeyboardInterrupt:
            status = 130
        finally:
            progress.clear()
    if result is None:
        return status
    if as_json:
        terminal.write(json.dumps(result.to_json(), indent=1))
    else:
        terminal.write_all(_table(result))
    return status


def _executor(name: str) -> Executor:
    """Return what the factory `module:function` makes."""
    module, _, function = name.partition(":")
    try:
        factory = getattr(import_module(module), function)
    except (ImportError, ValueError, AttributeError) as error:
        raise ConfigurationError(f"--executor {name!r}: expected module:function: {error}") from None
    made: Executor = factory()
    return made


class _Progress:
    """A line on stderr that says how far it is; nothing where that is no terminal."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.shown = sys.stderr.isatty()
        self.start = self.last = monotonic()

    def show(self, done: int) -> None:
        now = monotonic()
        if self.shown and (now - self.last > BETWEEN_UPDATES or not done):
            self.last = now
            speed = f", {done / (now - self.start):.1f} games/s" if done else ""
            sys.stderr.write(f"\r{done} of {self.games} games{speed}".ljust(50))
            sys.stderr.flush()

    def clear(self) -> None:
        if self.shown:
            sys.stderr.write("\r".ljust(51) + "\r")
            sys.stderr.flush()


def _table(result: Result) -> Iterator[str]:
    plan = result.plan
    stopped = f" of {plan.games}" if result.games < plan.games else ""
    length = "" if result.mean_length is None else f", {result.mean_length:.1f} actions a game"
    yield f"{plan.game}, {len(plan.bots)} players: {result.games}{stopped} games from seed {plan.seed} on{length}"
    yield ""
    width = min(LONGEST_NAME, max(3, *(len(bot) for bot in plan.bots)))
    yield f"{'bot':<{width}}  share of victories     mean score   us a choice   faults"
    for bot, standing in zip(plan.bots, result.standings, strict=True):
        low, high = standing.interval
        score = "-" if standing.mean_score is None else f"{standing.mean_score:.2f}"
        time = "-" if standing.microseconds is None else f"{standing.microseconds:.0f}"
        if len(bot) > width:
            yield bot
        name = bot if len(bot) <= width else ""
        yield (
            f"{name:<{width}}  {standing.share:6.1%} [{low:5.1%}, {high:6.1%}]{score:>12}{time:>14}{standing.faults:>9}"
        )
    for number, fault in result.faults:
        bot = plan.bots[plan.seating(number - 1)[1][fault.player]]
        yield f"game {number}, ply {fault.ply}, player {fault.player + 1} ({bot}): {fault.reason}"
