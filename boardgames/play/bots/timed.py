"""Bots that answer within the time limit of a match."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from random import Random
from threading import Event
from time import perf_counter
from typing import Any

from boardgames.contract.game import A, Game, V
from boardgames.core.outcome import Outcome
from boardgames.core.values import evolve, value
from boardgames.play.bots.base import Bot

MARGIN = 0.1
"""The share of the time for a choice that is kept in reserve, in case the machine is busy; also the
minimum reserve in seconds, unless that is more than half of the time."""
SLICE = 0.2
"""Maximum seconds of a single wait for a program or a model: on Windows, Ctrl-C does not interrupt
a wait.
"""

stop_flag: ContextVar[Event | None] = ContextVar("stop_flag", default=None)
"""The flag that stops bots in this context; None if there is none."""


@dataclass
class Hurry:
    """Tells a bot that others wait for its place: it answers with the best that it has."""

    at: float = inf
    """From when on it has to; it changes with how many others wait."""
    clock: Callable[[], float] = perf_counter

    @property
    def is_due(self) -> bool:
        """Whether the bot has to answer now."""
        return self.at < inf and self.clock() >= self.at


_hurry: ContextVar[Hurry | None] = ContextVar("hurry", default=None)


@contextmanager
def stopped_by(flag: Event, hurry: Hurry | None = None) -> Iterator[None]:
    """Stop the bots that think in this block as soon as the flag is set.

    Then their answers must be discarded. A thread cannot be killed, so the bots of this library,
    and the waits for programs, check the flag from time to time. Bots of other packages continue
    until they have an answer. Once `hurry` is due, bots answer as soon as they have anything to
    answer, and that counts.
    """
    stop_token, hurry_token = stop_flag.set(flag), _hurry.set(hurry)
    try:
        yield
    finally:
        stop_flag.reset(stop_token)
        _hurry.reset(hurry_token)


class OutOfTimeError(Exception):
    """Time is up: the bot must choose now."""


class Deadline:
    """The time for one choice, starting at construction."""

    def __init__(
        self, seconds: float | None = None, clock: Callable[[], float] = perf_counter
    ) -> None:
        """`seconds` is the time for the choice (None: no limit)."""
        self.clock = clock
        self.start: float = clock()
        self._last = self.start
        self.seconds: float = (
            inf if seconds is None else seconds - min(seconds / 2, max(MARGIN * seconds, MARGIN))
        )
        """Usable seconds from `start` on; infinite without a limit."""
        self._longest = 0.0
        self._stop = stop_flag.get()
        self._hurry = _hurry.get()

    def sooner(self, seconds: float) -> Deadline:
        """Return a deadline for the same choice, without a reserve.

        It is at most this many seconds after the start.
        """
        other = Deadline(clock=self.clock)
        other.start = other._last = self.start
        other.seconds = min(seconds, self.seconds)
        return other

    def check(self, *, has_answer: bool = True) -> None:
        """Raise `OutOfTimeError` if another step as long as the longest so far might end too late.

        A step is the time from one check to the next. Also raises it if the choice is no longer
        needed, or if others wait for their turn; the latter only if there is an answer already.
        """
        if self._stop is not None and self._stop.is_set():
            raise OutOfTimeError
        if has_answer and self._hurry is not None and self._hurry.is_due:
            raise OutOfTimeError
        if self.seconds == inf:
            return
        now = self.clock()
        self._longest = max(self._longest, now - self._last)
        self._last = now
        if now + self._longest >= self.start + self.seconds:
            raise OutOfTimeError


class TimedBot(Bot[A, V]):
    """A bot that keeps to the time limit of a match: it checks a deadline as it thinks."""

    # As `choose`, plus the deadline.
    @abstractmethod
    def choose_by(
        self,
        game: Game[Any, A, V],
        player: int,
        view: V,
        actions: tuple[A, ...],
        rng: Random,
        deadline: Deadline,
    ) -> A:
        """Return one of the legal actions of this seat; once the deadline has passed, the best one
        found so far.
        """

    def choose(
        self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random
    ) -> A:
        """Return one of the legal actions, without a time limit."""
        return self.choose_by(game, player, view, actions, rng, Deadline())

    def seated(self, game: Game[Any, Any, Any], player: int, seconds: float | None) -> Bot[A, V]:
        """Return a bot that keeps to this limit."""
        del game, player
        return self if seconds is None else _Limited(self, seconds)

    def timed_by(self, clock: Callable[[], float]) -> Bot[A, V]:
        """Return a bot that goes by this clock."""
        return self if clock is perf_counter else _Limited(self, None, clock)


@value
class _Limited(Bot[A, V]):
    bot: TimedBot[A, V]
    seconds: float | None
    clock: Callable[[], float] = perf_counter

    def choose(
        self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random
    ) -> A:
        deadline = Deadline(self.seconds, self.clock)
        return self.bot.choose_by(game, player, view, actions, rng, deadline)

    def timed_by(self, clock: Callable[[], float]) -> Bot[A, V]:
        return evolve(self, clock=clock)

    def leave(self, outcome: Outcome | None) -> None:
        self.bot.leave(outcome)


def estimates(
    game: Game[Any, A, Any],
    player: int,
    actions: tuple[A, ...],
    worlds: Iterable[object],
    deadline: Deadline,
) -> list[list[float]]:
    """Return, for each world, the value of `evaluate` after each of the actions.

    If time runs out, returns the worlds that are complete; if there are none, the finished part of
    the first one, which may be empty. Nobody else's turn cuts the first world short.
    """
    rows: list[list[float]] = []
    row: list[float] = []
    try:
        for world in worlds:
            row = []
            for action in actions:
                deadline.check(has_answer=bool(rows))
                row.append(game.evaluate(game.apply(world, action, player), player))
            rows.append(row)
            deadline.check()
    except OutOfTimeError:
        return rows or ([row] if row else [])
    return rows
