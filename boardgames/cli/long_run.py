"""Plays many games with a progress line, and reports those that were played even if the run is
stopped.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Generic, TypeVar

from boardgames.arena.results import Result
from boardgames.cli.terminal import Terminal
from boardgames.core.errors import BoardGamesError, ConfigurationError
from boardgames.core.plugins import found
from boardgames.core.text import plural
from boardgames.play.signals import exit_status, stoppable

T = TypeVar("T")

BETWEEN_UPDATES = 0.2
"""Seconds between two updates of the progress line."""


@dataclass(frozen=True)
class RunReport(Generic[T]):
    """How the results of a run are told, while it goes on and at its end."""

    results: Callable[[T], Sequence[Result]]
    """Turns them into a list."""
    lines: Callable[[T], Iterable[str]]
    to_json: Callable[[T], object]

    def games(self, running: T) -> int:
        """Return the number of games that have been played."""
        return sum([result.games for result in self.results(running)])

    def write(self, last: T, *, as_json: bool) -> None:
        """Write the last results to the terminal."""
        if as_json:
            Terminal().write(json.dumps(self.to_json(last), indent=1))
        else:
            Terminal().write(*self.lines(last))


def run_and_report(
    playing: Callable[[Executor | None], Generator[T, None, None]],
    games: int,
    args: Namespace,
    report: RunReport[T],
    kept: str | Path | None = None,
) -> int:
    """Play this many games, report the results, and return the exit status.

    `playing` yields the running results after each game. The last ones are written as lines or as
    JSON, even if an error or Ctrl-C ends the games early. `kept` is the file that has a line for
    each game.
    """
    latest: T | None = None
    failure: BoardGamesError | None = None
    status = 0
    with stoppable(), ExitStack() as stack:
        stack.callback(show_progress, "")
        # The output of bots must not mix with the figures.
        stack.enter_context(redirect_stdout(sys.stderr))
        try:
            pool = None if args.executor is None else make_executor(args.executor, stack)
            progress = _Progress(games, number_of_lines(kept))
            for latest in stack.enter_context(closing(playing(pool))):
                if progress.is_due():
                    progress.update(report.games(latest))
        except KeyboardInterrupt as interrupt:
            status = exit_status(interrupt)
        except BoardGamesError as error:
            failure = error
    has_ended_early = status != 0 or failure is not None
    is_told = False
    if latest is not None and (report.games(latest) > 0 or not has_ended_early):
        try:
            report.write(latest, as_json=args.json)
            is_told = True
        except KeyboardInterrupt as interrupt:
            status = exit_status(interrupt)
    if status and not is_told:
        _tell_of_stop(number_of_lines(kept))
    if failure is not None:
        sys.stdout.flush()
        raise failure
    return status


def number_of_lines(path: str | Path | None) -> int:
    """Return how many lines a file has, each for a game; 0 if it is not there, or no file."""
    try:
        if path is None or not Path(path).is_file():  # a device may have no end
            return 0
        return Path(path).read_bytes().count(b"\n")
    except OSError:
        return 0


def _tell_of_stop(kept: int) -> None:
    """Say that nothing more is said, and how many games are kept all the same."""
    if kept:
        sys.stderr.write(f"Stopped; {plural(kept, 'game is', 'games are')} kept.\n")
    else:
        sys.stderr.write("Stopped before the first game was over.\n")


class _Progress:
    """The progress line of a run of this many games."""

    def __init__(self, games: int, kept: int) -> None:
        """`kept`: how many games have been played before, and are still to be read."""
        self.games = games
        self.start: float = monotonic()
        self.updated: float = self.start
        self.first: int | None = None
        """The number of games that were done when the run began, if it goes on with others."""
        if not kept:
            show_progress(f"0 of {games} games")

    def is_due(self) -> bool:
        """Return whether the line is old enough for an update."""
        return monotonic() - self.updated > BETWEEN_UPDATES

    def update(self, done: int) -> None:
        """Show how many games are done, and how fast."""
        self.updated = monotonic()
        self.first = done if self.first is None else self.first
        rate = (done - self.first) / (self.updated - self.start)
        left = f", {_duration((self.games - done) / rate)} left" if rate else ""
        show_progress(f"{done} of {self.games} games, {rate:.1f} games/s{left}")


def _duration(seconds: float) -> str:
    """Return a duration in words: "40 s", "12 min", "3.5 h"."""
    if seconds < 100:  # noqa: PLR2004  # two digits
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"  # noqa: PLR2004  # two digits


def found_by_name(name: str, option: str, folder: str | None = None) -> Any:
    """Return what `module:function` names, as `found` does; raise `ConfigurationError`, with the
    option, if there is no such thing.
    """
    try:
        return found(name, folder)
    except ConfigurationError as error:
        raise ConfigurationError(f"{option} {name!r}: expected module:function: {error}") from error


def make_executor(name: str, stack: ExitStack) -> Executor:
    """Return the executor made by the factory `module:function`; the stack shuts it down without
    waiting for games.
    """
    try:
        made = found_by_name(name, "--executor")()
    except ConfigurationError:
        raise
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        fault = f"--executor {name!r}: expected module:function: {reason}"
        raise ConfigurationError(fault) from error
    if not isinstance(made, Executor):
        fault = f"--executor {name!r}: made {made!r:.60}, which is not an Executor"
        raise ConfigurationError(fault)
    stack.callback(made.shutdown, wait=False, cancel_futures=True)
    return made


def show_progress(text: str) -> None:
    """Write this on stderr instead of the line before, if that is a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
