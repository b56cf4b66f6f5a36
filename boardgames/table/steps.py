"""How a table goes on without people: step by step, in the caller's thread or in one of the
table.
"""

from __future__ import annotations

from typing import Any, ClassVar

from boardgames.core.errors import BotError, RecordError, RefusedError
from boardgames.play.bots.timed import TimedBot, stopped_by
from boardgames.play.fault import NOBODYS_FAULT, Thought
from boardgames.play.limits import KEEP_AGAIN_SECONDS
from boardgames.table.blame import blaming_game
from boardgames.table.scheduler import Account, BotTurn, Scheduler, Wait
from boardgames.table.session import Session, log
from boardgames.table.sight import Sight


class Steps:
    """What happens without people: turns of bots, forced actions, and bots that replace people who
    are late.
    """

    scheduler: Scheduler = Scheduler()
    """The one of all tables."""
    keep_again_seconds: ClassVar[float] = KEEP_AGAIN_SECONDS
    """After this long, an action of a bot that could not be kept is tried again."""

    def __init__(self, session: Session, sight: Sight) -> None:
        self.session = session
        self.sight = sight
        self.thinking: BotTurn | None = None
        """The turn of the bot that thinks, or pauses before it acts."""
        self.playing_on: bool = False
        """Whether a thread of the table lets the bots act."""
        self.payer: Account | None = None
        """The account of the person who is charged for the time of the bots, with all other tables
        of theirs; None if the table is nobody's.
        """
        self._account = Account()
        self._own_payer = Account()
        self._acted: tuple[int, int] | None = None
        """What people had done when `_wait` began: undos and actions."""
        self._wait = self._new_wait()

    @blaming_game
    def begin(self) -> BotTurn | bool:
        """Begin a step: return the turn of the bot that has to think, or whether anything else was
        done.

        Pass a turn to `think`, then to `end`. Raises `RefusedError` if a bot is already thinking at
        this table.
        """
        session = self.session
        with session.lock:
            if self.thinking is not None:
                raise RefusedError(
                    "a bot is thinking at this table already: wait until it has acted", "not now"
                )
            if not isinstance(session.failure, RecordError):  # which stays until there is room
                session.failure = None
            if session.closed or session.is_revealed:
                return False
            for late in [seat for seat in session.waiting if session.left(seat) == 0.0]:
                session.let_bot_play(late)
            # While a lesson asks, its script says what the others do.
            question = None if session.question is not None else session.match.question()
            if question is None:
                return self._take_forced()
            self.thinking = BotTurn(question, self._current_wait())
            return self.thinking

    def _current_wait(self) -> Wait:
        """Return the wait that began when a person last acted; without people, one that begins now,
        so that bots alone take turns.
        """
        acted = self._acts_of_people()
        if acted != self._acted or None not in self.session.match.seats:
            self._acted = acted
            self._wait = self._new_wait()
        return self._wait

    def _new_wait(self) -> Wait:
        payer = self._own_payer if self.payer is None else self.payer
        return Wait(payer, self._account, self.session.machine.seconds())

    def _acts_of_people(self) -> tuple[int, int]:
        """Return how often people have undone something, and how often they have acted."""
        match = self.session.match
        actions = [match.moves(seat) for seat, bot in enumerate(match.seats) if bot is None]
        return self.session.seating.undone, sum(actions)

    @blaming_game
    def think(self, turn: BotTurn) -> Thought[Any, Any] | None:
        """Let the bot think and pause, without the lock; None if it was stopped before. An error
        ends the turn.
        """
        try:
            if not turn.question.bot.waits:
                turn.computed = self.session.machine.thread_clock()
                self.scheduler.enter(turn)
            if turn.stopped.is_set():
                return None
            with stopped_by(turn.stopped, turn.hurry):
                thought = self.session.match.think(turn.question)
            self.scheduler.leave(turn)
            self.session.machine.wait(turn.stopped, thought.pause)
        except BaseException:
            self.end(turn, None)
            raise
        return thought

    def end(self, turn: BotTurn, thought: Thought[Any, Any] | None) -> bool:
        """Play the bot's choice, unless it was stopped or abandoned (None); return whether to
        continue.
        """
        session = self.session
        self.scheduler.leave(turn)
        with session.lock:
            if isinstance(turn.question.bot, TimedBot):
                session.is_crowded = turn.was_crowded
            if self.thinking is turn:
                self.thinking = None
                if thought is not None and not turn.stopped.is_set():
                    self._settle(thought)
                else:
                    # It may have been stopped while answering.
                    session.match.unseat(turn.question.player)
                    if session.closed:
                        session.match.close()
                    session.changed()
            return not session.closed

    def _settle(self, thought: Thought[Any, Any]) -> None:
        """Play a bot's choice or handle its fault, and note a first failure."""
        session = self.session
        seat = thought.question.player
        try:
            with session.changing() as draft:
                draft.on_kept.append(self._forget_failure)
                event = draft.match.settle(thought)
                has_failed = event is not None and thought.fault is not None
                if has_failed and draft.seating.seats[seat].failed is None:
                    draft.change_seat(seat, failed=thought.question.plies + 1)
        except (BotError, *NOBODYS_FAULT):
            session.match.close()  # until the bots are started again
            raise

    def _take_forced(self) -> bool:
        """Take the forced action of the only person, if that is enabled; return whether there was
        one.
        """
        for seat in self.session.waiting:
            actions = self.sight.legal(seat)
            if self.sight.is_spared(seat) and len(actions) == 1:
                self._current_wait()
                with self.session.changing() as draft:
                    draft.on_kept.append(self._forget_failure)
                    draft.match.play(actions[0], seat)
                self._acted = self._acts_of_people()  # the person did nothing, and still waits
                return True
        return False

    def _forget_failure(self) -> None:
        """Note that the table goes on without people again."""
        self.session.failure = None

    def start(self) -> None:
        """Let the bots act in a thread of the table until a person must; after a `failure`, try
        again.

        Raises `ConfigurationError` where no thread can be started, as in a browser.
        """
        with self.session.lock:
            self.session.failure = None
            self.session.change.notify_all()  # a thread that waits for room tries again
            if not (self.playing_on or self.session.closed):
                self.session.machine.start_thread(self._play, "let the bots act with play_on")
                self.playing_on = True

    def _play(self) -> None:
        """Let the bots act. An error stops them: it is told in the log, and to the seats without
        its reason. What cannot be kept is tried again.
        """
        goes_on = True
        try:
            while goes_on:
                try:
                    goes_on = self.go_on()
                except RecordError as error:  # there may be room later
                    with self.session.lock:
                        self._note_failure(error)
                        self.session.change.wait(self.keep_again_seconds)
        except BaseException as error:  # noqa: BLE001  # a thread has nobody to raise it to
            with self.session.lock:
                self.playing_on = False
                self._note_failure(error)

    def _note_failure(self, error: BaseException) -> None:
        """Tell the log and all who look at the table that an error has stopped the bots; do so
        once.
        """
        is_new = self.session.failure is None
        self.session.failure = error
        if is_new:
            log().error("the bots of a table have stopped", exc_info=error)
            self.session.changed()

    def go_on(self) -> bool:
        """Take the next step when its time has come; return False, and end playing on, where only a
        person can act.
        """
        session = self.session
        with session.lock:
            session.change.wait_for(
                lambda: session.closed, session.seating.pace if session.match.plies else 0.0
            )
            session.change.wait_for(lambda: self.thinking is None)
            turn = self.begin()
            if turn is False:
                waiting = () if session.closed else session.waiting
                left = [session.left(seat) for seat in waiting]
                limited = [seconds for seconds in left if seconds is not None]
                if not limited:
                    self.playing_on = False
                    return False
                session.change.wait(min(limited))  # until somebody acts, or is late
        if isinstance(turn, BotTurn):
            self.end(turn, self.think(turn))
        return True

    def stop(self, seat: int | None = None) -> None:
        """Stop the thinking bot; with `seat`, only if it is in that seat."""
        turn = self.thinking
        if turn is not None and seat in (None, turn.question.player):
            turn.stopped.set()
            self.scheduler.leave(turn)
