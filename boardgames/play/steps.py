"""How the bots at a table play: step by step, in the caller's thread or in one of the table."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Condition, Event, Thread
from typing import Any

from boardgames.core.errors import RecordError, RefusedError
from boardgames.play.bots.timed import stopped_by
from boardgames.play.fault import Question, Thought
from boardgames.play.limits import STOPPING_SECONDS
from boardgames.play.people import LOG
from boardgames.play.sight import Sight

USEFUL = 4
"""More bots that think at once only delay each other, because Python runs one thread at a time."""


@dataclass(eq=False)
class Turn:
    """The turn of a bot that has been asked."""

    question: Question[Any, Any]
    stopped: Event = field(default_factory=Event)
    """Set when its choice is no longer needed."""


class Scheduler:
    """Lets at most `most` bots think at once, by default as many as there are processors; first come, first served."""

    def __init__(self, most: int | None = None) -> None:
        self._most = most or min(os.cpu_count() or 1, USEFUL)
        self._turns: list[Turn] = []
        """Those that think, and after them those that wait."""
        self._changed = Condition()

    def enter(self, turn: Turn) -> None:
        """Wait until this turn may think, or has been stopped."""
        with self._changed:
            self._turns.append(turn)
            self._changed.wait_for(lambda: turn.stopped.is_set() or turn not in self._turns[self._most :])

    def leave(self, turn: Turn) -> None:
        """Make room for others. A bot that does not stop, though it has been told to, holds nobody up."""
        with self._changed:
            if turn in self._turns:
                self._turns.remove(turn)
                self._changed.notify_all()


class Steps(Sight):
    """The bots at a table: base of `Table`."""

    scheduler: Scheduler = Scheduler()
    """The one of all tables."""
    _thinking: Turn | None = None
    """The turn of the bot that thinks, or pauses before it acts."""
    _playing_on: bool = False
    """Whether a thread of the table lets the bots act."""

    def step(self) -> bool:
        """Take the next step that needs no person, or let a bot replace a late one; return False if there is none.

        Raises `RefusedError` if a bot is already thinking at this table, and the errors of `Match.step`.
        """
        turn = self.begin_step()
        return turn if isinstance(turn, bool) else self.end_step(turn, self.think(turn))

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

    def think(self, turn: Turn) -> Thought[Any, Any] | None:
        """Let the bot think and pause, without the lock; None if it was stopped before. An error ends the turn."""
        try:
            self.scheduler.enter(turn)
            if turn.stopped.is_set():
                return None
            with stopped_by(turn.stopped):
                thought = self.match.think(turn.question)
            self.scheduler.leave(turn)
            turn.stopped.wait(thought.pause)
        except BaseException:
            self.end_step(turn, None)
            raise
        return thought

    def end_step(self, turn: Turn, thought: Thought[Any, Any] | None) -> bool:
        """Play the bot's choice, unless it was stopped or abandoned (None); return whether to continue."""
        self.scheduler.leave(turn)
        with self.lock:
            if self._thinking is turn:
                self._thinking = None
                if thought is not None and not turn.stopped.is_set():
                    self._settle(thought)
                else:
                    self.match.unseat(turn.question.player)  # it may have been stopped while answering
                    if self.closed:
                        self.match.close()
                    self.changed()
            return not self.closed

    def _settle(self, thought: Thought[Any, Any]) -> None:
        """Play a bot's choice or handle its fault, and note a first failure."""
        with self.changing():
            seat, event = thought.question.player, self.match.settle(thought)
            if event is not None and thought.fault is not None and self.seating.seats[seat].failed is None:
                self.change_seat(seat, failed=event.ply)

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
        """Let the bots act in a thread of the table until a person must; after a `failure`, try again."""
        with self.lock:
            self.failure = None
            if not (self._playing_on or self.closed):
                self._playing_on = True
                Thread(target=self._play, daemon=True, name="boardgames-thinking").start()

    def _play(self) -> None:
        """Let the bots act. An error stops them: it is told in the log, and to the seats without its reason."""
        try:
            while self._go_on():
                pass
        except BaseException as error:  # noqa: BLE001  # a thread has nobody to raise it to
            LOG.exception("the bots of a table have stopped")
            with self.lock:
                self.failure, self._playing_on = error, False
                self.changed()

    def _go_on(self) -> bool:
        """Take the next step when its time has come; return False, and end playing on, where only a person can act."""
        with self.lock:
            self._news.wait_for(lambda: self.closed, self.seating.pace if self.match.plies else 0.0)
            self._news.wait_for(lambda: self._thinking is None)
            turn = self.begin_step()
            if turn is False:
                waiting = () if self.closed else self.waiting
                times = [left for seat in waiting if (left := self.left(seat)) is not None]
                if not times:
                    self._playing_on = False
                    return False
                self._news.wait(min(times))  # until somebody acts, or is late
        if isinstance(turn, Turn):
            self.end_step(turn, self.think(turn))
        return True

    def stop_thinking(self, seat: int | None = None) -> None:
        """Stop the thinking bot; with `seat`, only if it is in that seat."""
        turn = self._thinking
        if turn is not None and seat in (None, turn.question.player):
            turn.stopped.set()
            self.scheduler.leave(turn)

    def give_back(self, seat: int, by: int | None = None) -> None:
        """Let the person in this seat act again; besides the host, that person may request it."""
        with self.changing():
            self.check_host(seat, by, or_own=True)
            if self.seating.seats[seat].stand_in is None:
                raise RefusedError("no bot plays on for this seat", "not now")
            self.change_seat(seat, stand_in=None, thought=0.0)
            self.stop_thinking(seat)
            self.match.reseat(seat, None)

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
                self.stop_thinking()
                if self._thinking is None:
                    self.match.close()
                if self.file is not None:
                    self.file.close()
                self.changed()
            if wait:
                self._news.wait_for(lambda: self._thinking is None, STOPPING_SECONDS)
