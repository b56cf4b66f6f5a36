"""Plays many games with a progress line, and reports those that were played even if the run is
stopped.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor
from contextlib import ExitStack, closing, redirect_stdout
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from boardgames.arena.league_result import LeagueResult
from boardgames.arena.results import Result
from boardgames.cli.terminal import Terminal
from boardgames.core.codec import JSON
from boardgames.core.errors import BoardGamesError, ConfigurationError
from boardgames.core.plugins import found
from boardgames.core.text import plural
from boardgames.play.signals import exit_status, stoppable

T = TypeVar("T", Result, LeagueResult)

BETWEEN_UPDATES = 0.2
"""Seconds between two updates of the progress line."""


def run_and_report(
    playing: Callable[[Executor | None], Generator[T, None, None]],
    games: int,
    args: Namespace,
    lines: Callable[[T], Iterable[str]],
    to_json: Callable[[T], JSON],
    kept: str | Path | None,
) -> int:
    """Play this many games, report the result, and return the exit status.

    `playing` yields the running result after each game. The last one is written as `lines` or, if
    the arguments ask for it, as JSON, even if an error or Ctrl-C ends the games early. `kept` is
    the file that has a line for each game.
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
                progress.update(latest.games)
        except KeyboardInterrupt as interrupt:
            status = exit_status(interrupt)
        except BoardGamesError as error:
            failure = error
    has_ended_early = status != 0 or failure is not None
    is_told = False
    if latest is not None and (latest.games > 0 or not has_ended_early):
        try:
            if args.json:
                Terminal().write(json.dumps(to_json(latest), indent=1))
            else:
                Terminal().write(*lines(latest))
            is_told = True
        except KeyboardInterrupt as interrupt:
            status = exit_status(interrupt)
    if status and not is_told:
        number = number_of_lines(kept)
        if number:
            sys.stderr.write(f"Stopped; {plural(number, 'game is', 'games are')} kept.\n")
        else:
            sys.stderr.write("Stopped before the first game was over.\n")
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

    def update(self, done: int) -> None:
        """Show how many games are done, and how fast, if the line is old enough."""
        now = monotonic()
        if now - self.updated <= BETWEEN_UPDATES:
            return
        self.updated = now
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
