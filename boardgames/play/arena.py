"""Many games among bots, on one machine or many: who wins how often, and how sure that is.

Every deal is played with the bots in each seat: rotated around the table, and the order in which they sit changes from
deal to deal until all orders have had their turn. What comes out depends on the games alone: not on the number of
workers, nor on the order in which they finish.
"""

from __future__ import annotations

import signal
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Executor, ProcessPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, permutations
from math import factorial, sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardgames.core.chance import checked_seed
from boardgames.core.errors import ConfigurationError
from boardgames.games.catalogue import make
from boardgames.play.bots.catalogue import make_bot
from boardgames.play.match import ON_FAULT, Fault, Match, OnFault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future

    from boardgames.core.codec import JSON
    from boardgames.core.outcome import Outcome

AHEAD = 128
"""Pieces of work that wait or run at most at a time; more are made as these come back, so that memory stays flat."""
PIECES = 400
"""Pieces that the work is cut into, where it is long enough."""
LONGEST_PIECE = 50
"""Games in a piece at most."""
CONFIDENCE = 1.959964
"""Standard deviations to each side of an interval of 95 %."""
FAULTS_KEPT = 20
"""Faults that are kept with their reasons; all of them are counted."""


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: str
    bots: tuple[str, ...]
    """Their specs, as many as there are players."""
    games: int
    seed: int
    """The first deal; the others follow."""
    options: dict[str, Any] = field(default_factory=dict)
    """What `make` is given besides the number of players."""
    seconds: float | None = None
    """A bot's time for each choice."""
    on_fault: OnFault = "forfeit"
    records: str | None = None
    """A folder for the record of every game."""

    def seating(self, number: int) -> tuple[int, tuple[int, ...]]:
        """Return the seed of this game (counted from 0), and which bot sits in each seat."""
        players = len(self.bots)
        deal, rotation = divmod(number, players)
        arrangement = deal % factorial(players - 1)
        order = (0, *next(islice(permutations(range(1, players)), arrangement, None)))
        return self.seed + deal, order[rotation:] + order[:rotation]


@dataclass(frozen=True)
class Standing:
    """What one bot has done so far; sums, so that two can be added in any order."""

    games: int = 0
    victories: Fraction = Fraction(0)
    """A shared victory counts as a part of one."""
    points: int = 0
    scored: int = 0
    """Games that were played to their end, and count for the points."""
    faults: int = 0
    forfeits: int = 0
    choices: int = 0
    nanoseconds: int = field(default=0, compare=False)
    """Time to make the choices; the one thing that differs from one run to the next."""

    def __add__(self, other: Standing) -> Standing:
        """Return both together."""
        return Standing(
            self.games + other.games,
            self.victories + other.victories,
            self.points + other.points,
            self.scored + other.scored,
            self.faults + other.faults,
            self.forfeits + other.forfeits,
            self.choices + other.choices,
            self.nanoseconds + other.nanoseconds,
        )

    @property
    def share(self) -> float:
        """The share of the games that it has won."""
        return float(self.victories / self.games) if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share lies with 95 % confidence (Wilson's score interval)."""
        return wilson(self.share, self.games)

    @property
    def mean_score(self) -> float | None:
        """Points in a game; None if none was played to its end."""
        return self.points / self.scored if self.scored else None

    @property
    def microseconds(self) -> float | None:
        """Time for a choice; None if it never had one."""
        return self.nanoseconds / 1000 / self.choices if self.choices else None


@dataclass(frozen=True)
class Result:
    """How the games went; equal for equal plans, times apart."""

    plan: Plan
    standings: tuple[Standing, ...]
    """One for each of the plan's bots."""
    games: int = 0
    """Played so far."""
    plies: int = 0
    faults: tuple[tuple[int, Fault], ...] = ()
    """The first ones, each with the number of its game."""

    def __add__(self, other: Result) -> Result:
        """Return both together."""
        return Result(
            self.plan,
            tuple(one + two for one, two in zip(self.standings, other.standings, strict=True)),
            self.games + other.games,
            self.plies + other.plies,
            tuple(sorted(self.faults + other.faults, key=lambda each: (each[0], each[1].ply))[:FAULTS_KEPT]),
        )

    @property
    def mean_length(self) -> float | None:
        """Plies in a game; None if there was none."""
        return self.plies / self.games if self.games else None

    def to_json(self) -> JSON:
        """Return the figures as plain JSON."""
        return {
            "game": self.plan.game,
            "seed": self.plan.seed,
            "games": self.games,
            "mean plies": self.mean_length,
            "bots": [
                {
                    "bot": bot,
                    "games": standing.games,
                    "share": standing.share,
                    "interval": list(standing.interval),
                    "mean score": standing.mean_score,
                    "choices": standing.choices,
                    "microseconds a choice": standing.microseconds,
                    "faults": standing.faults,
                    "forfeits": standing.forfeits,
                }
                for bot, standing in zip(self.plan.bots, self.standings, strict=True)
            ],
            "faults": [
                {"game": number, "ply": fault.ply, "player": fault.player + 1, "reason": fault.reason}
                for number, fault in self.faults
            ],
        }


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share that was seen in so many games.

    >>> low, high = wilson(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if not games:
        return 0.0, 1.0
    square = CONFIDENCE**2 / games
    centre = share + square / 2
    reach = sqrt(square * (share * (1 - share) + square / 4))
    return max(0.0, (centre - reach) / (1 + square)), min(1.0, (centre + reach) / (1 + square))


def run_arena(plan: Plan, *, jobs: int = 1, executor: Executor | None = None) -> Result:
    """Play all games and return how they went.

    They run in this process, in so many worker processes of its own if `jobs` is more than 1 (a program that does so
    needs the usual `if __name__ == "__main__":`), or on any `concurrent.futures.Executor`, which stays open.

    Raises `ConfigurationError` for a game, bot, number or folder that does not exist; and with faults that raise, what
    goes wrong.
    """
    return deque(stages(plan, jobs=jobs, executor=executor), maxlen=1).pop()


def stages(plan: Plan, *, jobs: int = 1, executor: Executor | None = None) -> Iterator[Result]:
    """Play as `arena` does, and yield how it stands at the start and whenever more games are done."""
    _check(plan, jobs)
    result = Result(plan, (Standing(),) * len(plan.bots))
    yield result
    size = max(1, min(LONGEST_PIECE, plan.games // PIECES))
    pieces = (range(first, min(first + size, plan.games)) for first in range(0, plan.games, size))
    if executor is None and jobs == 1:
        for piece in pieces:
            result += play_piece(plan, piece)
            yield result
        return
    with ExitStack() as stack:
        if executor is None:
            # Spawned, not forked: so it does not matter which threads or locks this process has.
            pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_parent)
            executor = stack.enter_context(pool)
        for done in _spread(executor, plan, pieces):
            result += done
            yield result


def _spread(executor: Executor, plan: Plan, pieces: Iterator[range]) -> Iterator[Result]:
    """Yield the result of each piece as it comes back."""
    pending: set[Future[Result]] = set()
    try:
        while True:
            pending |= {executor.submit(play_piece, plan, piece) for piece in islice(pieces, AHEAD - len(pending))}
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for future in pending:
            future.cancel()


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _check(plan: Plan, jobs: int) -> None:
    make(plan.game, players=len(plan.bots), **plan.options)
    for bot in plan.bots:
        make_bot(bot)
    checked_seed(plan.seed)
    if plan.games < 1:
        raise ConfigurationError(f"games: expected 1 or more, not {plan.games}")
    if jobs < 1:
        raise ConfigurationError(f"jobs: expected 1 or more, not {jobs}")
    if plan.seconds is not None and not plan.seconds > 0:
        raise ConfigurationError(f"seconds: expected more than 0, not {plan.seconds:g}")
    if plan.on_fault not in ON_FAULT:
        raise ConfigurationError(f"on_fault: expected one of {', '.join(ON_FAULT)}, not {plan.on_fault!r}")
    if plan.records is not None:
        try:
            Path(plan.records).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(f"cannot keep records in {plan.records!r}: {error.strerror}") from None


def play_piece(plan: Plan, numbers: range) -> Result:
    """Play these games of the plan; this is what a worker does."""
    game = make(plan.game, players=len(plan.bots), **plan.options)
    bots = [make_bot(bot) for bot in plan.bots]
    result = Result(plan, (Standing(),) * len(bots))
    for number in numbers:
        seed, seating = plan.seating(number)
        match: Match[Any, Any, Any] = Match(
            game,
            [bots[bot] for bot in seating],
            seed,
            [plan.bots[bot] for bot in seating],
            seconds=plan.seconds,
            on_fault=plan.on_fault,
        )
        for _ in match.run():
            pass
        if plan.records is not None:
            match.record().save(Path(plan.records) / f"{plan.game}-{number + 1:06}.json")
        result += _summed(plan, number, match, seating)
    return result


def _summed(plan: Plan, number: int, match: Match[Any, Any, Any], seating: Sequence[int]) -> Result:
    outcome = match.outcome
    assert outcome is not None  # bots only, so it has run to its end
    standings = [Standing()] * len(seating)
    for seat, bot in enumerate(seating):
        standings[bot] = _standing(match, outcome, seat)
    faults = tuple((number + 1, fault) for fault in match.faults[:FAULTS_KEPT])
    return Result(plan, tuple(standings), 1, match.plies, faults)


def _standing(match: Match[Any, Any, Any], outcome: Outcome, seat: int) -> Standing:
    finished = match.forfeit is None
    return Standing(
        games=1,
        victories=Fraction(seat in outcome.winners, len(outcome.winners)),
        points=outcome.scores[seat] if finished else 0,
        scored=int(finished),
        faults=sum(fault.player == seat for fault in match.faults),
        forfeits=int(match.forfeit is not None and match.forfeit.player == seat),
        choices=match.choices[seat],
        nanoseconds=match.nanoseconds[seat],
    )
