"""Plays a league: many games at once, each in a thread, because models are slow to answer.

A game that cannot be played, as when a model cannot be reached, is nobody's defeat: a later run
plays it, and asks for no answer again that was kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack, closing
from os import PathLike
from pathlib import Path
from threading import BoundedSemaphore, Event, Thread
from typing import Any, TypeAlias

from boardgames.arena.arena import check_plan, result_of, save_record
from boardgames.arena.fingerprint import check_fingerprint, fingerprint
from boardgames.arena.league import Fixture, League, fixtures
from boardgames.arena.league_folder import GameJournal, LeagueFolder
from boardgames.arena.league_result import LeagueResult, NotPlayed
from boardgames.arena.results import GameResult, Plan, game_of
from boardgames.core.errors import BoardGamesError, ConfigurationError, UnreachableError
from boardgames.core.text import one_line
from boardgames.core.values import evolve
from boardgames.play.bots.base import Bot
from boardgames.play.bots.text import TextBot
from boardgames.play.bots.timed import stopped_by
from boardgames.play.fault import StartError
from boardgames.play.machine import THIS_MACHINE, Machine
from boardgames.play.match import Match

PlayedOrNot: TypeAlias = GameResult | NotPlayed | None
"""What has come of a game: its result, or why it was not played; None if the league was paused."""

MOST_AT_ONCE = 64
"""Maximum number of games that are played at once."""
TICK = 0.2
"""Seconds between two looks at the clock and the budget."""
LONGEST_REASON = 300


def run_league(
    league: League,
    folder: str | PathLike[str],
    *,
    resume: bool = False,
    jobs: int = 1,
    executor: Executor | None = None,
    machine: Machine = THIS_MACHINE,
) -> LeagueResult:
    """Play all games of a league that are not yet in the folder, and return the result.

    The arguments and errors are those of `iter_league`.
    """
    running = iter_league(
        league, folder, resume=resume, jobs=jobs, executor=executor, machine=machine
    )
    return deque(running, maxlen=1).pop()


def iter_league(
    league: League,
    folder: str | PathLike[str],
    *,
    resume: bool = False,
    jobs: int = 1,
    executor: Executor | None = None,
    machine: Machine = THIS_MACHINE,
    pausing: Callable[[int], object] = lambda _: None,
    opened: Callable[[LeagueFolder], object] = lambda _: None,
) -> Generator[LeagueResult, None, None]:
    """Play as `run_league` does; yield the running result at the start, after each game, and at the
    end.

    Everything is kept in the folder. With `resume`, games there are not played again, and answers
    there are not asked for again. Games of bots alone are played in as many processes as `jobs`
    says, or on the executor, which stays open; those with models in threads of this process.
    Closing the generator, or an interrupt, pauses the league: it waits for the answers that are on
    their way, and can be resumed. `pausing` is told of how many games, if any; `opened` gets the
    folder, whose games and answers stay known when it is closed.

    Raises `ConfigurationError` if the league cannot be played, if the folder has results of another
    one or cannot be written, or as soon as a model cannot be asked at all.
    """
    plans = league.plans()
    for plan in plans:
        check_plan(plan, jobs)
    with ExitStack() as stack:
        files = stack.enter_context(closing(LeagueFolder(folder, league, plans, resume=resume)))
        opened(files)
        pool = executor
        if pool is None and jobs > 1:
            from boardgames.arena.workers import worker_pool  # a browser has no processes

            pool = stack.enter_context(worker_pool(jobs))
        lent = executor is not None
        run = _Run(league, plans, files, pool, jobs, machine, pausing, is_lent=lent)
        yield from run.play()


class _Run:
    """One run of a league."""

    def __init__(
        self,
        league: League,
        plans: tuple[Plan, ...],
        files: LeagueFolder,
        pool: Executor | None,
        jobs: int,
        machine: Machine,
        pausing: Callable[[int], object],
        *,
        is_lent: bool,
    ) -> None:
        self.league = league
        self.is_lent = is_lent
        """Whether the pool is somebody else's, and stays open."""
        self.pausing = pausing
        self.files = files
        self.pool = pool
        self.machine = machine
        self.start: float = machine.seconds()
        self.result: LeagueResult = LeagueResult.of(league, plans, files)
        self.plans = plans
        self.fixtures: tuple[Fixture, ...] = tuple(fixtures(plans))
        self.waiting: deque[Fixture] = deque(
            [fixture for fixture in self.fixtures if fixture.id not in files.games]
        )
        self.running: dict[Future[PlayedOrNot], Fixture] = {}
        self.elsewhere: set[Future[PlayedOrNot]] = set()
        """Those of the running games that are played in other processes."""
        self.stop: Event = Event()
        self.gates: dict[str, BoundedSemaphore] = {
            player.name: BoundedSemaphore(player.at_once) for player in league.players
        }
        self.models: dict[str, bool] = {
            player.name: player.bot().waits for player in league.players
        }
        asked = sum([player.at_once for player in league.players if self.models[player.name]])
        self.most: int = min(MOST_AT_ONCE, max(asked, jobs if pool is None else 2 * jobs, 1))
        self.unreachable: dict[str, str] = {}
        """Why a player could not be reached, by name: its games wait for the next run."""
        self._answers_counted = len(files.answers)

    def play(self) -> Generator[LeagueResult, None, None]:
        """Play all games, as `iter_league` does."""
        try:
            yield self.result
            while True:
                ended = self._ended()
                if ended:
                    self.result = evolve(self.result, ended=ended)
                    break
                self._start_games()
                if not self.running:
                    break
                done = wait(self.running, TICK, FIRST_COMPLETED).done
                for future in [future for future in self.running if future in done]:
                    self._take(future)
                    yield self.result
        finally:
            self._pause()
        whole = LeagueResult.of(self.league, self.plans, self.files)
        yield whole.in_this_run(self.result.not_played, self.result.ended)

    def _ended(self) -> str:
        """Return why the league ends before all games are played; empty if it goes on."""
        budget = self.league.budget
        self._count_answers()
        if not self.waiting and not self.running:
            return ""
        if budget.games is not None and self.result.games >= budget.games:
            return f"the budget of {budget.games} games is spent"
        hours = (self.machine.seconds() - self.start) / 3600
        if budget.hours is not None and hours >= budget.hours:
            return f"the budget of {budget.hours:g} hours is spent"
        if budget.price is not None and self.result.price >= budget.price:
            return f"the budget of {budget.price:g} is spent"
        sure = self.league.certainty
        if sure is not None and self.waiting and not self.running and self._is_between_rounds():
            found = self.result.certainty()
            if found >= sure:
                return f"the order is certain at {found:.1%}"
        return ""

    def _is_between_rounds(self) -> bool:
        """Return whether all games of the next round are still to be played."""
        deal = self.waiting[0].round
        waiting = sum([fixture.round == deal for fixture in self.waiting])
        return waiting == sum([fixture.round == deal for fixture in self.fixtures])

    def _count_answers(self) -> None:
        known = len(self.files.answers)
        self.result = self.result.with_answers(self.files.answers[self._answers_counted : known])
        self._answers_counted = known

    def _start_games(self) -> None:
        """Start as many games as may be played at once.

        Where the league may end between two rounds, a round begins when the one before is over.
        """
        budget = self.league.budget.games
        while self.waiting and len(self.running) < self.most:
            fixture = self.waiting[0]
            begun = [other.round for other in self.running.values()]
            if self.league.certainty is not None and any(each < fixture.round for each in begun):
                return
            if budget is not None and self.result.games + len(self.running) >= budget:
                return
            self.waiting.popleft()
            missing = [name for name in fixture.plan.bots if name in self.unreachable]
            if missing:
                name = missing[0]
                self._note_not_played(NotPlayed(fixture.id, name, self.unreachable[name]))
                continue
            self.running[self._started(fixture)] = fixture

    def _started(self, fixture: Fixture) -> Future[PlayedOrNot]:
        plan = fixture.plan
        record = str(self.files.record(fixture.id))
        if self.pool is not None and not any(self.models[name] for name in plan.bots):
            game = game_of(plan)
            bots = [self.league.player(name).bot() for name in plan.bots]
            code = fingerprint(game, bots)
            elsewhere = self.pool.submit(play_alone, fixture, record, code)
            self.elsewhere.add(elsewhere)
            return elsewhere
        return _in_thread(lambda: self._play(fixture, record))

    def _play(self, fixture: Fixture, record: str) -> PlayedOrNot:
        """Play a game in this thread."""
        journals: list[GameJournal] = []

        def bot_in(seat: int, name: str) -> Bot[Any, Any]:
            player = self.league.player(name)
            bot = player.bot()
            if not isinstance(bot, TextBot):
                return bot
            journal = GameJournal(self.files, fixture.id, seat, player)
            journals.append(journal)
            patience = evolve(bot.patience, gate=self.gates[name])
            return evolve(bot, patience=patience, journal=journal)

        def at(ply: int) -> bool:
            for journal in journals:
                journal.ply = ply
            return not self.stop.is_set()

        with stopped_by(self.stop):
            return play_fixture(fixture, bot_in, record, at)

    def _take(self, future: Future[PlayedOrNot]) -> None:
        """Take what has come of a game."""
        fixture = self.running.pop(future)
        self.elsewhere.discard(future)
        try:
            played = future.result()
        except BrokenExecutor as error:
            raise ConfigurationError("a worker process died; --resume goes on") from error
        if isinstance(played, NotPlayed):
            self._note_not_played(played)
            self.unreachable.setdefault(played.player, played.reason)
        elif played is not None:
            self.files.add_game(fixture, played)
            self.result = self.result.including(fixture, played)
        self._count_answers()

    def _note_not_played(self, game: NotPlayed) -> None:
        self.result = evolve(self.result, not_played=(*self.result.not_played, game))

    def _pause(self) -> None:
        """Stop the games that go on, and take what has come of those that were about to end."""
        self.stop.set()
        for future in self.elsewhere:  # no answers of models are on their way there
            if self.is_lent:  # processes of our own end at once
                future.cancel()
            self.running.pop(future, None)
        going_on = sum([not future.done() for future in self.running])
        if going_on:
            self.pausing(going_on)
        while self.running:
            done = wait(self.running, TICK, FIRST_COMPLETED).done
            for future in [future for future in self.running if future in done]:
                try:
                    self._take(future)
                except BoardGamesError:  # the first error has ended the league
                    self.running.pop(future, None)


def _in_thread(work: Callable[[], PlayedOrNot]) -> Future[PlayedOrNot]:
    """Do this in a thread that does not keep the program from ending."""
    future: Future[PlayedOrNot] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  # raised where the result is taken
            future.set_exception(error)

    Thread(target=run, daemon=True, name="boardgames game").start()
    return future


def play_alone(fixture: Fixture, record: str, code: str) -> PlayedOrNot:
    """Play a game of bots that are no models, in another process, whose code must be the same."""
    plan = fixture.plan
    game = game_of(plan)
    bots = {name: plan.players[name].bot() for name in plan.bots}
    check_fingerprint(fingerprint(game, bots.values()), code)
    return play_fixture(fixture, lambda _, name: bots[name], record, lambda _: True)


def play_fixture(
    fixture: Fixture,
    bot_in: Callable[[int, str], Bot[Any, Any]],
    record: str,
    at: Callable[[int], bool],
) -> PlayedOrNot:
    """Play one game and write its record.

    `bot_in` makes the bot of a seat; `at` is told the ply before each decision, and says whether to
    go on. Returns None if not, and why it was not played if a player cannot be reached or started.
    Raises `ConfigurationError` if a player cannot be asked at all.
    """
    plan, names = fixture.plan, fixture.seats
    game = game_of(plan)
    seed, order = plan.seating(fixture.number)
    bots = [bot_in(seat, name) for seat, name in enumerate(names)]
    match: Match[Any, Any, Any]
    try:
        match = Match(game, bots, seed, names, seconds=plan.seconds, on_fault=plan.on_fault)
    except StartError as error:
        return NotPlayed(fixture.id, names[error.fault.player], error.fault.reason)
    with match:
        while match.to_act:
            if not at(match.plies + 1):
                return None
            thought = match.think()
            if not at(match.plies + 1):
                return None  # the answers of models are kept, and others not worth keeping
            try:
                match.settle(thought)
            except UnreachableError as error:
                reason = one_line(str(error.__cause__ or error), LONGEST_REASON)
                return NotPlayed(fixture.id, names[thought.question.player], reason)
    save_record(match, Path(record))
    return result_of(fixture.number, match, order)
