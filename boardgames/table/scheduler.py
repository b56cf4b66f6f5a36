"""Which bots think, and for how long, when the tables of a process have more than can think at
once.

Time is shared fairly between people and, for each of them, between their tables. What is shared out
is a wait: all that the bots of a table do from an action of a person until people act again.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from threading import Condition, Event, RLock
from time import perf_counter
from typing import Any
from weakref import WeakValueDictionary

from boardgames.play.bots.timed import Hurry
from boardgames.play.fault import Question
from boardgames.play.limits import BOTS_LEAST_SECONDS, BOTS_ROUND_SECONDS

USEFUL = 4
"""More bots that think at once only delay each other, because Python runs one thread at a time."""
CROWDED = 1
"""How many think at once while others wait: then they would delay the answers to people, too."""
CHECK_SECONDS = 0.03
"""How often those who wait for a place look whether its bot computes."""
DEBT = 10.0
"""For each second that its bots have used more than others', a table waits as if its person had
acted that many seconds later: so whoever uses little goes first, and nobody waits for ever.
"""
CREDIT = 0.5
"""How many seconds that were not used in a pause can be claimed later: whoever has used less keeps
some of their lead between two turns.
"""
COMPUTING = 0.005
"""A bot whose thread has computed for a smaller share of the time only waits for something."""


@dataclass(eq=False)
class Account:
    """The time that has been used by the bots of one person, of one table, or of all."""

    used: float = 0.0
    """In seconds, but not much less than others had used when this began to wait after a pause:
    what was not used then cannot be claimed later, except for `CREDIT`.
    """
    reached: float = 0.0
    """How much the part of this account that went last had used before."""

    def catch_up(self, others: Account) -> None:
        """Begin where the others are that are parts of the same account."""
        self.used = max(self.used, others.reached - CREDIT)


@dataclass(eq=False)
class Wait:
    """The turns of the bots of a table from an action of a person until people act again."""

    person: Account
    """The account of who pays for the table."""
    table: Account
    since: float = 0.0
    """When a person last acted at the table, in seconds of the clock that all tables share."""
    used: float = 0.0
    """Seconds for which its bots have held a place and computed."""
    has_begun: bool = False


@dataclass(eq=False)
class BotTurn:
    """The turn of a bot that has been asked."""

    question: Question[Any, Any]
    wait: Wait
    stopped: Event = field(default_factory=Event)
    """Set when its choice is no longer needed."""
    hurry: Hurry = field(default_factory=Hurry)
    """When it has to answer because others wait."""
    computed: Callable[[], float] | None = None
    """The clock of the time for which its thread has computed; None if the system tells none."""
    was_crowded: bool = False
    """Whether others waited for a place meanwhile: this tells of them alone, and nothing about the
    bot.
    """
    used: float = 0.0
    """This turn's part of what its wait has used."""
    is_idle: bool = False
    """Whether it holds no place because its thread computes nothing."""
    looked: tuple[float, float] = (0.0, 0.0)
    """The time of the last look at it, and for how long its thread had computed then."""
    called: Condition | None = None
    """Notified when it may be its time."""

    @property
    def holds_place(self) -> bool:
        """Whether others have to wait for it: it computes, and has not taken a whole round."""
        return not self.is_idle and self.used < BOTS_ROUND_SECONDS

    def look(self, now: float) -> None:
        """Charge what it has used since the last look: the time in which it held a place or
        computed.
        """
        before, computed_before = self.looked
        passed = now - before
        computed = 0.0 if self.computed is None else self.computed()
        self.looked = now, computed
        was_idle = self.is_idle
        is_known = self.computed is not None
        self.is_idle = is_known and computed - computed_before < COMPUTING * passed
        if not (was_idle and self.is_idle):
            self.used += passed
            for account in (self.wait, self.wait.table, self.wait.person):
                account.used += passed


class Scheduler:
    """Lets at most `most` bots compute at once, by default as many as there are processors; while
    others wait, one after the other.

    The table whose people have waited longest goes first, and what they and it have used beyond
    others counts as a later beginning (`DEBT`). Whoever comes after a pause has used as much as
    those who went last (start-time fair queueing: Goyal, Vin and Cheng, 1996). A wait that has
    begun goes on before others begin, unless it has used a whole round. While others
    wait, the bots of one wait together have a share of a round, and then answer with the best they
    have. What ignores this is charged for it, and after a round holds up nobody any more.
    """

    def __init__(self, most: int | None = None, clock: Callable[[], float] = perf_counter) -> None:
        self._most = most or min(os.cpu_count() or 1, USEFUL)
        self._clock = clock
        self.thinking: list[BotTurn] = []
        self.queued: list[BotTurn] = []
        """In the order in which they came."""
        self._all = Account()
        self._people: WeakValueDictionary[str, Account] = WeakValueDictionary()
        self._looking: BotTurn | None = None
        """The first in the queue, which looks from time to time whether those who think compute."""
        self._lock = RLock()

    def account_of(self, person: str) -> Account:
        """Return the account of this person, which is the same for all their tables."""
        with self._lock:
            return self._people.setdefault(person, Account())

    def enter(self, turn: BotTurn) -> None:
        """Wait until this turn may think, or has been stopped."""
        with self._lock:
            self.join(turn)
            while turn in self.queued:
                assert turn.called is not None
                # The first one looks whether those who think compute.
                turn.called.wait(CHECK_SECONDS if turn is self._looking else None)
                if turn is self._looking:
                    self.look()

    def join(self, turn: BotTurn) -> None:
        """Queue a turn, and let it think at once if there is a place."""
        with self._lock:
            turn.called = Condition(self._lock)
            turn.hurry.clock = self._clock
            if turn.stopped.is_set():
                return
            if not turn.wait.has_begun:
                turn.wait.person.catch_up(self._all)
                turn.wait.table.catch_up(turn.wait.person)
            self.queued.append(turn)
            self._fill_places()

    def leave(self, turn: BotTurn) -> None:
        """Make room for others. A bot that does not stop, though it has been told to, holds nobody
        up.
        """
        with self._lock:
            if turn in self.thinking:
                turn.look(self._clock())
                self.thinking.remove(turn)
            elif turn in self.queued:
                self.queued.remove(turn)
                assert turn.called is not None
                turn.called.notify()
            else:
                return
            turn.hurry.at = inf
            self._fill_places()

    def look(self) -> None:
        """Look who computes, and give the places of the others to whoever waits for one."""
        with self._lock:
            self._fill_places()

    def _first(self) -> BotTurn:
        """Return the queued turn that thinks next."""
        return min(self.queued, key=self._place_in_queue)

    def _place_in_queue(self, turn: BotTurn) -> tuple[bool, float]:
        """Return what orders the queue: whether its wait begins a round, and since when it has
        waited, its debt included.
        """
        wait = turn.wait
        if wait.has_begun and wait.used < BOTS_ROUND_SECONDS:
            return False, wait.since
        debt = wait.person.used + wait.table.used - wait.person.reached
        return True, wait.since + DEBT * debt

    def _fill_places(self) -> None:
        """Give free places to the turns that are first, and tell those that think how long they
        may; the caller must hold the lock.
        """
        now = self._clock()
        for turn in self.thinking:
            if now - turn.looked[0] >= CHECK_SECONDS:
                turn.look(now)
        taken = sum(turn.holds_place for turn in self.thinking)
        places = self._most if taken + len(self.queued) <= self._most else CROWDED
        while self.queued and taken < places:
            self._begin(self._first(), now)
            taken += 1
        self._share_out(places)
        first = self._first() if self.queued else None
        if first is not self._looking and first is not None:
            assert first.called is not None
            first.called.notify()
        self._looking = first

    def _begin(self, turn: BotTurn, now: float) -> None:
        """Let a queued turn think."""
        wait = turn.wait
        begins_round, _ = self._place_in_queue(turn)
        if begins_round:
            self._all.reached = max(self._all.reached, wait.person.used)
            wait.person.reached = max(wait.person.reached, wait.table.used)
        wait.has_begun = True
        turn.looked = now, 0.0 if turn.computed is None else turn.computed()
        self.queued.remove(turn)
        self.thinking.append(turn)
        assert turn.called is not None
        turn.called.notify()

    def _share_out(self, places: int) -> None:
        """Tell those who think when they have to answer.

        A choice may use half of what is left of the share of its wait, so that those after it have
        something left.
        """
        if not self.queued:
            for turn in self.thinking:
                turn.hurry.at = inf
            return
        tables = Counter(turn.wait.person for turn in (*self.thinking, *self.queued))
        for turn in self.thinking:
            used_before = turn.wait.used - turn.used
            share = BOTS_ROUND_SECONDS * places / len(tables) / tables[turn.wait.person]
            allowed = max(BOTS_LEAST_SECONDS, (share - used_before) / 2)
            turn.hurry.at = turn.looked[0] + allowed - turn.used
            turn.was_crowded = True
