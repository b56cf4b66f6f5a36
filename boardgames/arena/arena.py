"""Many games among bots, on one machine or many: how often each bot wins, and how certain that is.

Each deal is played with every bot in every seat, and the seating order changes from deal to deal
until all orders have been played. In a game with teams, partners stay partners unless the plan
mixes them: each deal is then played with every bot in every seat that its team can have. The
figures depend only on the games, not on the number of workers or the order in which they finish.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack, closing
from itertools import chain, islice
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, get_args

from boardgames.arena.fingerprint import check_fingerprint, fingerprint
from boardgames.arena.results import FAULTS_KEPT, GameResult, Partners, Plan, Result, game_of
from boardgames.arena.results_file import ResultsFile
from boardgames.contract.game import Game
from boardgames.core.chance import check_seed
from boardgames.core.errors import (
    BoardGamesError,
    BotError,
    ConfigurationError,
    check_option,
)
from boardgames.core.text import one_line
from boardgames.core.values import value
from boardgames.play.bots.base import Bot
from boardgames.play.bots.catalogue import make_bot
from boardgames.play.ending import Forfeit
from boardgames.play.fault import StartError
from boardgames.play.limits import check_count
from boardgames.play.machine import THIS_MACHINE, Machine
from boardgames.play.match import Match
from boardgames.play.player import bots_named
from boardgames.play.seat_order import Teams, fixed_teams
from boardgames.play.setup import check_setup

T = TypeVar("T")
AHEAD = 128
"""Maximum number of chunks of work that an executor has at a time, so that memory use stays
flat.
"""
CHUNKS = 400
"""Number of chunks into which the work is split, if there are enough games."""
LONGEST_CHUNK = 10
"""Maximum number of games in a chunk, which are lost together when a run is killed."""
PlayedChunk: TypeAlias = tuple[list[GameResult], BoardGamesError | None]
"""The games of a chunk of work that were played, and the error that ended it, if any."""


@value
class Means:
    """What an arena plays with: what makes a bot from its spec, and the machine.

    A test passes its own. With processes or an executor, it must pickle as the plan does.
    """

    make_bot: Callable[[str], Bot[Any, Any]] = make_bot
    machine: Machine = THIS_MACHINE


USUAL = Means()
"""Bots of the catalogue, on this machine."""


def run_arena(
    plan: Plan,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    resume: str | PathLike[str] | None = None,
    means: Means = USUAL,
) -> Result:
    """Play all games and return the result.

    They are played in this process; or, if `jobs` is more than 1, in that many worker processes
    (the calling program then needs the usual `if __name__ == "__main__":`); or on any
    `concurrent.futures.Executor`, which stays open.

    With `resume`, the result of each game is appended to this file, and games already in it are not
    played again. The file is created if it does not exist. `means`: which bots the specs in the
    plan mean, and the machine.

    Raises `ConfigurationError` for an invalid game, bot, number, file or folder, and `BotError` for
    a bot that cannot start or, if `on_fault` is "raise", that fails. A bot that has started in an
    earlier game forfeits those in which it cannot. Use `iter_arena` to keep the games played before
    an error.
    """
    results = iter_arena(plan, jobs=jobs, executor=executor, resume=resume, means=means)
    return deque(results, maxlen=1).pop()


def iter_arena(
    plan: Plan,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    resume: str | PathLike[str] | None = None,
    means: Means = USUAL,
) -> Generator[Result, None, None]:
    """Play as `run_arena` does; yield the running result at the start and after each game.

    Close or drop the generator to stop: that ends the worker processes and everything they have
    started.
    """
    game = check_plan(plan, jobs, means)
    teams = fixed_teams(game)
    result = Result.of(plan)
    done: set[int] = set()
    with ExitStack() as stack:
        file = None
        if resume is not None:
            file = stack.enter_context(closing(ResultsFile(resume, plan, game)))
            result = Result.of(plan, file.games)
            done = {played.number for played in file.games}
        if plan.records is not None:
            _check_records(plan, plan.records, resuming=resume is not None)
        yield result
        numbers = (number for number in range(plan.games) if number not in done)
        playing = stack.enter_context(closing(_playing(plan, numbers, jobs, executor, means)))
        started: set[str] = set()
        for played in playing:
            _check_start(plan, teams, played, started)
            result = result.including(played)
            if file is not None:
                file.add(played)  # last, since a signal may arrive as soon as the file contains it
            yield result


def _check_records(plan: Plan, folder: str, *, resuming: bool) -> None:
    """Make the folder for records; raise `ConfigurationError` if one that would be written is
    there.
    """
    names = make_folder(Path(folder), "records")
    if resuming or not names:
        return
    for number in range(plan.games):
        name = plan.record_name(number)
        if name in names:
            raise ConfigurationError(f"records: {name} exists already in {folder!r}")


def _playing(
    plan: Plan, numbers: Iterator[int], jobs: int, executor: Executor | None, means: Means
) -> Generator[GameResult, None, None]:
    """Return the generator that plays these games where they are to be played."""
    if executor is None and jobs == 1:
        return play_games(plan, numbers, means)
    size = max(1, min(LONGEST_CHUNK, plan.games // CHUNKS))
    chunks = iter(lambda: tuple(islice(numbers, size)), ())
    if executor is not None:
        return _on_executor(executor, plan, chunks, means)
    return _on_processes(jobs, plan, chunks, means)


def _on_processes(
    jobs: int, plan: Plan, chunks: Iterator[tuple[int, ...]], means: Means
) -> Generator[GameResult, None, None]:
    """Yield the games as `_played_chunks` does, from processes of this machine.

    If one of them dies, the chunks that have not been returned are given to new ones, once.
    """
    # A trial, because a pool of processes needs threads.
    means.machine.start_thread(int, "leave out jobs")
    from boardgames.arena.workers import worker_pool  # a browser has no processes

    pending: dict[Future[PlayedChunk], tuple[int, ...]] = {}
    for may_retry in (True, False):
        left, pending = tuple(pending.values()), {}
        try:
            with worker_pool(jobs) as pool:
                yield from _played_chunks(pool, plan, chain(left, chunks), pending, means)
        except BrokenExecutor as error:
            if not may_retry:
                raise ConfigurationError(
                    "worker processes died twice; see their own messages"
                ) from error
        else:
            return


def _on_executor(
    executor: Executor, plan: Plan, chunks: Iterator[tuple[int, ...]], means: Means
) -> Generator[GameResult, None, None]:
    """Yield the games as `_played_chunks` does; leave nothing on the executor, which is somebody
    else's.
    """
    pending: dict[Future[PlayedChunk], tuple[int, ...]] = {}
    try:
        yield from _played_chunks(executor, plan, chunks, pending, means)
    except BoardGamesError:
        raise
    except Exception as error:  # such as a pool that is broken
        raise ConfigurationError(f"the executor failed: {type(error).__name__}: {error}") from error
    finally:
        for future in pending:
            future.cancel()


def _played_chunks(
    executor: Executor,
    plan: Plan,
    chunks: Iterator[tuple[int, ...]],
    pending: dict[Future[PlayedChunk], tuple[int, ...]],
    means: Means,
) -> Generator[GameResult, None, None]:
    """Yield the games of each chunk as it is returned; `pending` has the chunks that have not
    been.

    Chunks that return at the same time are yielded in order, because a failed start is an error
    only if no earlier game has shown that the bot can start.
    """
    code = fingerprint(*_players(plan, means))
    while True:
        for chunk in islice(chunks, AHEAD - len(pending)):
            pending[executor.submit(play_chunk, plan, chunk, code, means)] = chunk
        if not pending:
            return
        done = wait(pending, return_when=FIRST_COMPLETED).done
        for future in [future for future in pending if future in done]:
            games, error = future.result()
            del pending[future]
            yield from games
            if error is not None:
                raise error


def _check_start(plan: Plan, teams: Teams, game: GameResult, started: set[str]) -> None:
    """Add the bots to those that have started; raise `BotError` for one that failed to start and
    has never started.
    """
    fault = next((fault for fault in game.faults if not fault.ply), None)
    if fault is None:
        started.update(plan.bots)
        return
    bot = plan.bots[plan.seating(game.number, teams)[1][fault.player]]
    if bot not in started:
        raise BotError(f"player {fault.player + 1}, {one_line(bot)}: {fault.reason}")


def check_plan(plan: Plan, jobs: int, means: Means = USUAL) -> Game[Any, Any, Any]:
    """Return the game of the plan; raise `ConfigurationError` if the plan cannot be played."""
    game, bots = _players(plan, means)
    check_setup(game, bots, plan.bots, plan.seconds, plan.on_fault)
    for what, number in (("games", plan.games), ("jobs", jobs)):
        check_count(what, number)
    if plan.seed is None:
        raise ConfigurationError("seed: a plan needs one, so that it is the same plan every time")
    check_seed(plan.seed)
    check_option("partners", plan.partners, get_args(Partners))
    teams = fixed_teams(game)
    if plan.partners == "mixed" and not teams:
        raise ConfigurationError(f"partners: {game.name} has no teams whose bots could be mixed")
    check_seed(plan.seating(plan.games - 1, teams)[0])
    return game


def make_folder(folder: Path, kept: str) -> set[str]:
    """Make a folder if it does not exist, and return the names in it; raise `ConfigurationError`
    on failure.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return {path.name for path in folder.iterdir()}
    except OSError as error:
        reason = "it is a file, not a folder" if folder.is_file() else error.strerror
        raise ConfigurationError(f"cannot keep {kept} in {str(folder)!r}: {reason}") from None


def play_chunk(plan: Plan, numbers: Iterable[int], code: str, means: Means) -> PlayedChunk:
    """Play these games of the plan; runs on an executor, whose `fingerprint` must equal `code`."""
    games: list[GameResult] = []
    try:
        check_fingerprint(fingerprint(*_players(plan, means)), code)
        games.extend(play_games(plan, numbers, means))
    except BoardGamesError as error:
        return games, error
    return games, None


def play_games(
    plan: Plan, numbers: Iterable[int], means: Means = USUAL
) -> Generator[GameResult, None, None]:
    """Play these games of the plan; yield each when it is over."""
    game, bots = _players(plan, means)
    teams = fixed_teams(game)
    match: Match[Any, Any, Any]
    for number in numbers:
        seed, seating = plan.seating(number, teams)
        names = [plan.bots[bot] for bot in seating]
        try:
            with Match(
                game,
                [bots[bot] for bot in seating],
                seed,
                names,
                seconds=plan.seconds,
                on_fault=plan.on_fault,
                machine=means.machine,
            ) as match:
                deque(match.run(), maxlen=0)
        except BotError as error:
            if not isinstance(error, StartError) or plan.on_fault == "raise":
                raise BotError(f"game {number + 1}, seed {seed}, {error}") from error
            # A bot that cannot start forfeits a match without bots.
            match = Match(game, [None] * len(names), seed, names)
            match.faults = [error.fault]
            match.ending = Forfeit(error.fault.player, error.fault.reason)
        else:
            if plan.records is not None:
                save_record(match, Path(plan.records) / plan.record_name(number))
        yield result_of(number, match, seating)


def _players(plan: Plan, means: Means) -> tuple[Game[Any, Any, Any], list[Bot[Any, Any]]]:
    return game_of(plan), bots_named(plan.bots, plan.players, means.make_bot)


def save_record(match: Match[Any, Any, Any], path: Path) -> None:
    """Save the record; the file exists if this game was begun by a worker that died, or before the
    arena was interrupted.
    """
    match.record().save(path, resume=path.exists() and path.stat().st_size > 0)


def result_of(number: int, match: Match[Any, Any, Any], seating: tuple[int, ...]) -> GameResult:
    """Return the result of a match that is over, with figures by bot; `seating` has the bot of each
    seat.
    """
    outcome = match.outcome
    assert outcome is not None  # all seats are bots
    bots = range(len(seating))
    seats = [seating.index(bot) for bot in bots]
    faults = [fault.player for fault in match.faults]
    scores = forfeit = None
    if match.ending is None:
        scores = _by_bot(outcome.scores, seats)
    else:
        forfeit = seating[match.ending.seat]
    winners = tuple(sorted([seating[seat] for seat in outcome.winners]))
    utility = _by_bot(outcome.utility, seats)
    if winners and utility == tuple([(bot in winners) / len(winners) for bot in bots]):
        utility = ()  # a share of the victory
    return GameResult(
        number,
        match.plies,
        winners,
        scores,
        forfeit,
        choices=_by_bot(match.choices, seats),
        nanoseconds=_by_bot(match.thinking_ns, seats),
        fault_counts=tuple([faults.count(seat) for seat in seats]),
        faults=tuple(match.faults[:FAULTS_KEPT]),
        utility=utility,
    )


def _by_bot(figures: Sequence[T], seats: Sequence[int]) -> tuple[T, ...]:
    """Return the figures, which are listed by seat, in the order of the bots; `seats` has the seat
    of each bot.
    """
    return tuple([figures[seat] for seat in seats])
