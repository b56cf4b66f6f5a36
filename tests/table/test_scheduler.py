"""Which bots think, in which order, when the tables of a process have more than can think at
once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any, ClassVar

import pytest

from boardgames.adapters.text import TextBot
from boardgames.core.chance import generator
from boardgames.play import Bot, Match, make_bot
from boardgames.play.bots import OutOfTimeError, TimedBot
from boardgames.play.machine import THIS_MACHINE, Machine
from boardgames.table import Table
from boardgames.table.scheduler import Account, BotTurn, Scheduler, Wait
from boardgames.table.seating import Seating
from tests.boxes import frozen
from tests.clock import TickingMachine
from tests.testing.small_games import Sealed

WAIT_SECONDS = 20
"""Seconds after which a test gives up waiting for a thread."""


def until(condition: Callable[[], bool]) -> None:
    """Wait for this; fail if it takes too long."""
    end = monotonic() + WAIT_SECONDS
    while not condition():
        assert monotonic() < end
        sleep(0.001)


class Entered:
    """Turns that enter a scheduler, each in a thread, and the order in which they may think."""

    def __init__(self, most: int) -> None:
        self.scheduler = Scheduler(most)
        self.order: list[BotTurn] = []
        self.turns: list[BotTurn] = []

    def add(self, since: float) -> BotTurn:
        """Let a turn enter; return once it thinks or is queued."""
        question: Any = None
        turn = BotTurn(question, Wait(Account(), Account(), since))
        self.turns.append(turn)
        threading.Thread(target=self._enter, args=(turn,), daemon=True).start()
        scheduler = self.scheduler
        until(lambda: turn in [*scheduler.thinking, *scheduler.queued])
        return turn

    def _enter(self, turn: BotTurn) -> None:
        self.scheduler.enter(turn)
        self.order.append(turn)

    def leave_in_order(self) -> list[BotTurn]:
        """Let one turn after the other leave, and return the order in which they could think."""
        for number, _ in enumerate(self.turns):
            until(lambda: len(self.order) > number)  # noqa: B023  # called at once
            self.scheduler.leave(self.order[number])
        return self.order


def test_the_table_whose_person_has_waited_longest_goes_first() -> None:
    entered = Entered(most=1)
    first, late, early, middle = (entered.add(since) for since in (9.0, 8.0, 2.0, 5.0))
    assert entered.leave_in_order() == [first, early, middle, late]


def test_among_those_who_have_waited_equally_long_the_first_to_come_goes_first() -> None:
    entered = Entered(most=1)
    turns = [entered.add(3.0) for _ in range(5)]
    assert entered.leave_in_order() == turns


def test_no_more_think_at_once_than_there_are_places() -> None:
    """While others wait, bots think one after the other."""
    entered = Entered(most=2)
    for number in range(6):
        entered.add(number)
    scheduler = entered.scheduler
    for number, most in enumerate((2, 1, 1, 1, 2, 1)):
        until(lambda: len(entered.order) > number)  # noqa: B023  # called at once
        until(lambda: len(scheduler.thinking) == most)  # noqa: B023  # called at once
        scheduler.leave(entered.order[number])
    assert not scheduler.thinking


def test_a_queued_turn_that_is_stopped_gives_way() -> None:
    entered = Entered(most=1)
    first, stopped, last = (entered.add(since) for since in (1.0, 2.0, 3.0))
    stopped.stopped.set()
    entered.scheduler.leave(stopped)
    until(lambda: stopped in entered.order)
    entered.scheduler.leave(first)
    until(lambda: last in entered.order)


def test_people_wait_since_they_acted_whatever_the_table_does_for_them() -> None:
    """Neither the actions of bots nor forced ones of the person start their wait anew."""
    game = frozen("mundus_novus", 3)
    seating = Seating.of(["human", "random", "random"], quick=True)
    bots = [make_bot("random")] * 2
    at = Table(Match(game, [None, *bots], 7, machine=TickingMachine()), seating)
    rng = generator(1, 0)
    since: list[float] = []
    forced = 0
    while not at.over:
        acted = set[float]()
        while (turn := at.steps.begin()) is not False:
            if isinstance(turn, BotTurn):
                acted.add(turn.wait.since)
                at.steps.end(turn, at.steps.think(turn))
            else:
                forced += 1
        assert len(acted) <= 1
        since += acted
        if not at.over:
            at.act(0, 1 + rng.randrange(len(at.choices(0))))
    assert forced
    assert len(since) > 10
    assert since == sorted({*since})


def test_after_an_undo_people_wait_from_the_new_choice_on(sealed: Sealed) -> None:
    at = Table(Match(sealed, [None, make_bot("random")], 7, machine=TickingMachine()))
    since: list[float] = []
    for _ in range(2):
        at.act(0, 1)
        turn = at.steps.begin()
        assert isinstance(turn, BotTurn)
        since.append(turn.wait.since)
        at.undo(0)
        at.steps.end(turn, None)
    assert since[0] < since[1]


def test_tables_of_bots_alone_take_turns() -> None:
    game = frozen("koryo", 2)
    at = Table.open(game, ["random", "random"], 7, machine=TickingMachine())
    since: list[float] = []
    for _ in range(5):
        turn = at.steps.begin()
        assert isinstance(turn, BotTurn)
        since.append(turn.wait.since)
        at.steps.end(turn, at.steps.think(turn))
    assert since == sorted({*since})


@dataclass(frozen=True)
class Network(Bot[Any, Any]):
    """Waits for an answer from elsewhere."""

    waits: ClassVar[bool] = True
    asked: ClassVar[threading.Event] = threading.Event()
    answered: ClassVar[threading.Event] = threading.Event()

    def choose(
        self, _game: object, _player: int, _view: object, actions: tuple[Any, ...], _rng: object
    ) -> Any:
        self.asked.set()
        self.answered.wait(WAIT_SECONDS)
        return actions[0]


def test_a_bot_that_waits_for_its_answer_holds_no_place(sealed: Sealed) -> None:
    waiting = Table(Match(sealed, [None, Network()], 7))
    computing = Table(Match(sealed, [None, make_bot("random")], 7))
    waiting.steps.scheduler = computing.steps.scheduler = Scheduler(1)
    waiting.act(0, 1)
    waiting.start()
    assert Network.asked.wait(WAIT_SECONDS)
    computing.act(0, 1)
    computing.start()
    until(lambda: computing.match.plies >= 2)
    assert waiting.match.plies == 1
    Network.answered.set()
    until(lambda: waiting.match.plies >= 2)


@dataclass(frozen=True)
class Sleeper(Network):
    """Waits for an answer from elsewhere, and does not say so."""

    waits: ClassVar[bool] = False
    asked: ClassVar[threading.Event] = threading.Event()
    answered: ClassVar[threading.Event] = threading.Event()


@pytest.mark.skipif(
    THIS_MACHINE.thread_clock() is None, reason="needs to know for how long a thread has computed"
)
def test_neither_does_one_that_does_not_say_that_it_waits(sealed: Sealed) -> None:
    waiting = Table(Match(sealed, [None, Sleeper()], 7))
    computing = Table(Match(sealed, [None, make_bot("random")], 7))
    waiting.steps.scheduler = computing.steps.scheduler = Scheduler(1)
    waiting.act(0, 1)
    waiting.start()
    assert Sleeper.asked.wait(WAIT_SECONDS)
    computing.act(0, 1)
    computing.start()
    until(lambda: computing.match.plies >= 2)
    assert waiting.match.plies == 1
    Sleeper.answered.set()
    until(lambda: waiting.match.plies >= 2)


class Unwatched(Machine):
    """A machine that does not tell who computes."""

    def thread_clock(self) -> None: ...


@dataclass(frozen=True)
class Searcher(TimedBot[Any, Any]):
    """Searches until it has to answer."""

    def choose_by(self, *given: Any) -> Any:
        _game, _player, _view, actions, _rng, deadline = given
        with suppress(OutOfTimeError):
            while True:
                deadline.check()
                sleep(0.001)  # others compute meanwhile
        return actions[0]


def test_who_plays_is_told_when_bots_think_less_because_others_wait(sealed: Sealed) -> None:
    """And they do: alone, this bot would search without end. Who waited decides what is told."""
    searching = Table(Match(sealed, [None, Searcher()], 7, machine=Unwatched()))
    waiting = Table(Match(sealed, [None, make_bot("random")], 7))
    scheduler = searching.steps.scheduler = waiting.steps.scheduler = Scheduler(1)
    for at in (searching, waiting):
        at.act(0, 1)
        assert not at.scene(0).notes
    searching.start()
    until(lambda: searching.steps.thinking in scheduler.thinking)
    waiting.start()
    until(lambda: min(searching.match.plies, waiting.match.plies) >= 2)
    told = searching.words(0).phrases.bots_hurried
    assert told in searching.scene(0).notes
    assert told in searching.scene(None).notes
    assert told not in waiting.scene(0).notes


def test_programs_and_models_wait_for_their_answers_and_our_own_bots_compute() -> None:
    assert make_bot("cmd:python3 mybot.py").waits
    assert TextBot.waits
    assert not any(make_bot(spec).waits for spec in ("random", "greedy", "mcts", "fair"))
