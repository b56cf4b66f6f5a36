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
from pkgutil import resolve_name
from time import monotonic
from typing import TypeVar

from boardgames.arena.results import Result
from boardgames.cli.terminal import Terminal
from boardgames.core.errors import BoardGamesError, ConfigurationError
from boardgames.play.signals import exit_status, stoppable

T = TypeVar("T")

BETWEEN_UPDATES = 0.2
"""Seconds between two updates of the progress line."""


def run_and_report(
    playing: Callable[[Executor | None], Generator[T, None, None]],
    games: int,
    chosen: Namespace,
    *,
    results: Callable[[T], Sequence[Result]],
    lines: Callable[[T], Iterable[str]],
    to_json: Callable[[T], object],
) -> int:
    """Play this many games, report the results, and return the exit status.

    `playing` yields the running results after each game; `results` turns them into a list. The last
    ones are written as lines or as JSON, even if an error or Ctrl-C ends the games early.
    """
    latest: T | None = None
    failure: BoardGamesError | None = None
    status = 0
    with stoppable(), ExitStack() as stack:
        stack.callback(_show_progress, "")
        # The output of bots must not mix with the figures.
        stack.enter_context(redirect_stdout(sys.stderr))
        try:
            pool = None if chosen.executor is None else make_executor(chosen.executor, stack)
            start = shown = monotonic()
            _show_progress(f"0 of {games} games")
            for latest in stack.enter_context(closing(playing(pool))):
                if monotonic() - shown > BETWEEN_UPDATES:
                    shown, done = monotonic(), sum(each.games for each in results(latest))
                    _show_progress(f"{done} of {games} games, {done / (shown - start):.1f} games/s")
        except KeyboardInterrupt as interrupt:
            status = exit_status(interrupt)
        except BoardGamesError as error:
            failure = error
    played = () if latest is None else results(latest)
    if latest is not None and (any(each.games for each in played) or not (status or failure)):
        Terminal().write(
            *([json.dumps(to_json(latest), indent=1)] if chosen.json else lines(latest))
        )
    elif status:
        sys.stderr.write("Stopped before the first game was over.\n")
    if failure is not None:
        sys.stdout.flush()
        raise failure
    return status


def make_executor(name: str, stack: ExitStack) -> Executor:
    """Return the executor made by the factory `module:function`; the stack shuts it down without
    waiting for games.
    """
    sys.path.insert(0, "")  # the current folder, as with `python -m`
    try:
        made = resolve_name(name)()
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}"
        raise ConfigurationError(
            f"--executor {name!r}: expected module:function: {said}"
        ) from error
    if not isinstance(made, Executor):
        raise ConfigurationError(
            f"--executor {name!r}: made {made!r:.60}, which is not an Executor"
        )
    stack.callback(made.shutdown, wait=False, cancel_futures=True)
    return made


def _show_progress(text: str) -> None:
    """Write this on stderr instead of the line before, if that is a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
