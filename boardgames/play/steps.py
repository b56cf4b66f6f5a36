"""How the bots at a table play: step by step, in the caller's thread or in threads shared by all tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

from boardgames.core.errors import RecordError, RefusedError
from boardgames.play.fault import Thought
from boardgames.play.limits import STOPPING_SECONDS
from boardgames.play.people import LOG
from boardgames.play.sight import Sight
from boardgames.play.stopping import stopped_by
from boardgames.play.thinking import SCHEDULER, Scheduler, Task, Turn


class Steps(Sight):
    """The bots at a table: base of `Table`."""

    scheduler: Scheduler = SCHEDULER
    _thinking: Turn | None = None
    """The turn of the bot that thinks, or pauses before it acts."""
    _playing_on: bool = False
    _next: Task | None = None
    """The next step of the bots, if they play on and none thinks."""

    def step(self) -> bool:
        """Take the next step that needs no person, or let a bot replace a late one; return False if there is none.

        Raises `RefusedError` if a bot is already thinking at this table, and the errors of `Match.step`.
        """
        turn = self.begin_step()
        if isinstance(turn, bool):
            return turn
        thought = self.think(turn)
        try:
            turn.stopped.wait(thought.pause if thought else 0.0)
        except BaseException:
            self.end_step(turn, None)
            raise
        return self.end_step(turn, thought)

    def begin_step(self) -> Turn | bool:
        """Begin a step: return the turn of the bot that has to think, or whether anything else was done.

        Pass a turn to `think`, then to `end_step`.
        """
        with self.lock:
            if self._thinking is not None:
                raise RefusedError("a bot is thinking at this table already: wait until it has acted", "not now")
            self.failure = None
            if self.closed or self.is_revealed:
                return False
            for late in [each for each in self.waiting if self.left(each) == 0.0]:
                self.let_bot_play(late)
            question = self.match.question()
            if question is None:
                return self._take_forced()
            self._thinking = Turn(question)
            return self._thinking

    def think(self, turn: Turn) -> Thought[Any] | None:
        """Let the bot think, without holding the lock; None if its turn has been stopped. An error ends the turn."""
        if turn.stopped.is_set():
            return None
        try:
            with stopped_by(turn.stopped):
                return self.match.think(turn.question)
        except BaseException:
            self.end_step(turn, None)
            raise

    def end_step(self, turn: Turn, thought: Thought[Any] | None) -> bool:
        """Play the bot's choice, unless it was stopped or abandoned (None); return whether to continue."""
        with self.lock:
            if self._thinking is turn:
                self._thinking = None
                if thought is not None and not turn.stopped.is_set():
                    self._settle(thought)
                else:
                    self.match.unseat(turn.question.player)  # it may have been stopped while answering
                    if self.closed:
                        self._leave()
                    self.changed()
            return not self.closed

    def _settle(self, thought: Thought[Any]) -> None:
        """Play a bot's choice or handle its fault, and note a first failure."""
        with self.changing():
            faults = len(self.match.faults)
            event = self.match.settle(thought)
            for fault in self.match.faults[faults:]:
                if event is not None and self.seating.seats[fault.player].failed is None:
                    self.change_seat(fault.player, failed=fault.ply)

    def _take_forced(self) -> bool:
        """Take the forced action of the only person, if that is enabled; return whether there was one."""
        for seat in self.waiting:
            actions = self.legal(seat)
            if self.is_spared(seat) and len(actions) == 1:
                with self.changing():
                    self.match.play(actions[0], seat)
                return True
        return False

    def play_on(self) -> None:
        """Let the bots act in this thread until a person must."""
        while self.step():
            pass

    def start(self) -> None:
        """Let the bots act in threads shared by all tables until a person must; after a `failure`, try again."""
        with self.lock:
            self.failure, self._playing_on = None, not self.closed
            self._arrange()

    def changed(self) -> None:
        """Wake all who wait for news of the table, and the bots if they play on."""
        with self.lock:
            super().changed()
            self._arrange()

    def _arrange(self, after: float | None = None) -> None:
        """If the bots play on, take their next step after this time (None: the pace), or sooner if so arranged."""
        if after is None:
            after = self.seating.pace if self.match.plies else 0.0
        if self._playing_on and self._thinking is None:
            if self._next is not None:
                if self._next.due <= monotonic() + after:
                    return
                self.scheduler.cancel(self._next)
            self._next = self.scheduler.call(self._take_step, after)

    def _take_step(self, task: Task) -> None:
        """Take a step in a thread of the scheduler; the change that it makes arranges the next one."""
        with self._failing():
            with self.lock:
                if self._next is not task:
                    return
                self._next = None
                if self._thinking is not None or not self._playing_on:
                    return
                turn = self.begin_step()
                if isinstance(turn, bool):
                    if not turn:
                        self._rest()
                    return
                turn.task = task
            thought = self.think(turn)
            with self.lock:
                if thought is not None and thought.pause and not turn.stopped.is_set():
                    turn.task = self.scheduler.call(lambda _: self._end_pause(turn, thought), thought.pause, first=True)
                    return
            self.end_step(turn, thought)

    def _end_pause(self, turn: Turn, thought: Thought[Any]) -> None:
        with self._failing():
            self.end_step(turn, thought)

    @contextmanager
    def _failing(self) -> Iterator[None]:
        """Stop the bots at an error, which is told in the log of the program, and to the seats without its reason."""
        try:
            yield
        except BaseException as error:  # noqa: BLE001  # a thread has nobody to raise it to
            LOG.exception("the bots of a table have stopped")
            with self.lock:
                self.failure, self._playing_on = error, False
                self.changed()

    def _rest(self) -> None:
        """Let the bots rest until the time of a person is over or `start` is called."""
        left = [self.left(seat) for seat in self.waiting]
        if self.person_seconds is None or not left:
            self._playing_on = False
        else:
            self._arrange(min([each or 0.0 for each in left]))

    def stop_thinking(self, seat: int | None = None) -> None:
        """Stop the thinking bot; with `seat`, only if it is in that seat."""
        turn = self._thinking
        if turn is not None and seat in (None, turn.question.player):
            turn.stopped.set()
            if turn.task is not None and self.scheduler.cancel(turn.task):  # it was only pausing
                self.end_step(turn, None)

    def give_back(self, seat: int, by: int | None = None) -> None:
        """Let the person in this seat act again; besides the host, that person may request it."""
        with self.changing():
            self.check_host(seat, by, or_own=True)
            if self.seating.seats[seat].stand_in is None:
                raise RefusedError("no bot plays on for this seat", "not now")
            self.change_seat(seat, stand_in=None, thought=0.0)
            self.stop_thinking(seat)
            self.match.reseat(seat, None)

    @property
    def is_thinking(self) -> bool:
        """Whether a bot thinks, or pauses before it acts."""
        return self._thinking is not None

    def close(self, *, wait: bool = True) -> None:
        """Close the table: nobody can act any more, and the bots are stopped; its files stay.

        With `wait`, give a thinking bot `STOPPING_SECONDS` to stop.
        """
        with self.lock:
            if not self.closed:
                self._note_clocks()
                with suppress(RecordError):
                    self.keep()
                self.closed = True
                self._playing_on = False
                if self._next is not None:
                    self.scheduler.cancel(self._next)
                self.stop_thinking()
                if self._thinking is None:
                    self._leave()
                elif self.file is not None:
                    self.file.close()
                self.changed()
            if wait:
                self._news.wait_for(lambda: self._thinking is None, STOPPING_SECONDS)

    def _leave(self) -> None:
        self.match.close()
        if self.file is not None:
            self.file.close()
