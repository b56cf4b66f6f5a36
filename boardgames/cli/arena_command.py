"""`boardgames arena`: play many games among bots, and show how often each one won."""

from __future__ import annotations

import json
import sys
from concurrent.futures import Executor
from contextlib import ExitStack, closing, redirect_stdout
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING

from boardgames.core.errors import BoardGamesError, ConfigurationError, describe_exception, quoted
from boardgames.core.text import one_line
from boardgames.play.arena import running_results
from boardgames.play.signals import exit_status, stoppable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardgames.cli.terminal import Terminal
    from boardgames.play.results import Plan, Result

LONGEST_NAME = 20
"""Length of a bot's name that fits before its figures; a longer name gets a line of its own."""
BETWEEN_UPDATES = 0.2
"""Seconds between two updates of the progress line."""
SOME_GAMES_NOT_PLAYED = 1
"""Exit status if some games could not be played."""


def run_and_report(
    terminal: Terminal, plan: Plan, *, jobs: int, executor: str | None, as_json: bool, resume: str | None = None
) -> int:
    """Play the games and write the figures; return the exit status.

    Whatever ends the games early, the figures of those that were played are written first.
    """
    result: Result | None = None
    failure: BoardGamesError | None = None
    status = 0
    with stoppable(), ExitStack() as stack:
        progress = Progress(plan.games)
        stack.callback(progress.clear)
        # What a bot prints must not get among the figures.
        stack.enter_context(redirect_stdout(sys.stderr))
        try:
            pool = None if executor is None else make_executor(executor, stack)
            for result in stack.enter_context(closing(running_results(plan, jobs=jobs, executor=pool, resume=resume))):
                progress.show(result.games)
        except KeyboardInterrupt as interrupt:
            status = exit_status(interrupt)
        except BoardGamesError as error:
            failure = error
    if result is not None and (result.games or failure is None):
        if as_json:
            terminal.write(json.dumps(result.to_json(), indent=1))
        else:
            terminal.write_all(_table(result))
    if failure is not None:
        sys.stdout.flush()
        raise failure
    return status or (SOME_GAMES_NOT_PLAYED if result is not None and result.lost else 0)


def make_executor(name: str, stack: ExitStack) -> Executor:
    """Return the executor made by the factory `module:function`; the stack shuts it down without waiting for games."""
    module, _, function = name.partition(":")
    sys.path.insert(0, "")  # the current folder, as with `python -m`
    try:
        factory = getattr(import_module(module), function)
    except Exception as error:
        raise ConfigurationError(f"--executor {name!r}: expected module:function: {error}") from error
    if not callable(factory):
        raise ConfigurationError(f"--executor {name!r}: expected module:function: not a function: {quoted(factory)}")
    try:
        made: Executor = factory()
    except Exception as error:
        owner = factory if hasattr(factory, "__name__") else type(factory)
        raise ConfigurationError(f"--executor {name!r}: {describe_exception(error, owner)}") from error
    if not isinstance(made, Executor):
        raise ConfigurationError(f"--executor {name!r}: made {made!r:.60}, which is not an Executor")
    stack.callback(made.shutdown, wait=False, cancel_futures=True)
    return made


class Progress:
    """A progress line on stderr, if that is a terminal."""

    def __init__(self, games: int) -> None:
        """Take the total number of games."""
        self.games = games
        self.shown: bool = sys.stderr.isatty()
        self.start: float = monotonic()
        self.last: float = self.start

    def show(self, done: int) -> None:
        """Write how many games are done, now and then."""
        now = monotonic()
        if self.shown and (now - self.last > BETWEEN_UPDATES or not done):
            self.last = now
            speed = f", {done / (now - self.start):.1f} games/s" if done else ""
            sys.stderr.write(f"\r{done} of {self.games} games{speed}".ljust(50))
            sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
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
