"""One game with people and bots at it: acting, taking back, waiting, seats that survive people,
keeping.
"""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any, ClassVar

import pytest

import boardgames
from boardgames import BoardGamesError, BotError, IllegalActionError, RecordError, RefusedError
from boardgames.play import Bot, Limits, Match, Record, make_bot
from boardgames.play.bots.timed import stop_flag
from boardgames.play.limits import AWAY_SECONDS
from boardgames.play.record import RecordFile
from boardgames.table import Table
from boardgames.table.scheduler import BotTurn, Scheduler
from boardgames.table.seating import Seating
from boardgames.table.table import RequestReply
from boardgames.table.table_file import TableFile
from tests.boxes import frozen
from tests.clock import HeldMachine
from tests.testing.small_games import Sealed

WAIT_SECONDS = 20
"""Seconds after which a test gives up waiting for a thread."""


def table(*seats: str, seed: int = 7, **options: Any) -> Table:
    """Return a table of Koryŏ."""
    return Table.open(frozen("koryo", len(seats)), seats, seed, **options)


@dataclass(frozen=True)
class Slow(Bot[Any, Any]):
    """Thinks until it is stopped or let go."""

    asked: ClassVar[threading.Event] = threading.Event()
    go_on: ClassVar[threading.Event] = threading.Event()

    def choose(
        self, _game: object, _player: int, _view: object, actions: tuple[Any, ...], _rng: object
    ) -> Any:
        self.asked.set()
        flag = stop_flag.get()
        while not self.go_on.wait(0.01) and not (flag and flag.is_set()):
            pass
        return actions[-1]


@pytest.fixture
def slow(sealed: Sealed) -> Table:
    """Return a table at which a person plays against a bot that thinks until it is stopped."""
    Slow.asked.clear()
    Slow.go_on.clear()
    return Table(Match(sealed, [None, Slow()], 7, ["human", "slow"]))


@dataclass(frozen=True)
class Broken(Bot[Any, Any]):
    """Fails."""

    def choose(self, *_: object) -> Any:
        raise ValueError("broken")


def until(condition: Callable[[], bool]) -> None:
    """Wait for this; fail if it takes too long."""
    end = monotonic() + WAIT_SECONDS
    while not condition():
        assert monotonic() < end
        sleep(0.001)


def to_the_bot(at: Table) -> None:
    """Let the person act, and the bot begin to think in a thread."""
    at.act(0, 1)
    at.start()
    assert Slow.asked.wait(WAIT_SECONDS)


# Acting.


def test_an_action_is_taken_by_itself_by_number_and_by_words() -> None:
    (seat,) = table("human", "human").waiting
    choice = table("human", "human").choices(seat)[1]
    for what in (choice.action, str(choice.action).upper(), choice.text, "2", 2):
        assert table("human", "human").act(seat, what).action == choice.action


@pytest.mark.parametrize("answer", ["", "0", "99", "fly", "order", "-1", "end", "9" * 5000])
def test_what_is_unclear_is_said_and_changes_nothing(answer: str) -> None:
    at = table("human", "human")
    seat, before = at.waiting[0], at.version
    understood = at.read(seat, answer)
    assert understood.action is None
    assert understood.message
    with pytest.raises(IllegalActionError, match=re.escape(understood.message)):
        at.act(seat, answer)
    assert (at.match.plies, at.version) == (0, before)


def test_a_request_at_the_wrong_table_or_time_is_refused() -> None:
    seating = replace(Seating.of(["human", "human"]), host=0, hints=False)
    at = Table.open(frozen("koryo", 2), seating, 7)
    with pytest.raises(RefusedError, match="hints are for games against bots"):
        at.hint(at.waiting[0])
    with pytest.raises(RefusedError, match="a spectator cannot do this"):
        at.undo(None)
    at.close()
    with pytest.raises(RefusedError, match="this table has been closed"):
        at.act(at.waiting[0], 1)


@pytest.mark.parametrize("seat", [7, -1, True, 1.0, "0", None, 1])
def test_nobody_acts_for_a_seat_that_is_not_a_persons(seat: Any) -> None:
    at = table("human", "random")
    with pytest.raises(RefusedError):
        at.act(seat, 1)
    assert at.match.plies == 0


def test_of_two_callers_at_once_one_acts_and_the_other_is_refused() -> None:
    for _ in range(20):
        at = table("human", "human")
        seat, done, refused = at.waiting[0], [], []
        start = threading.Barrier(2)

        def act() -> None:
            start.wait()  # noqa: B023  # joined below
            try:
                done.append(at.act(seat, 1, turn=0))  # noqa: B023  # joined below
            except BoardGamesError as error:
                refused.append(error)  # noqa: B023  # joined below

        threads = [threading.Thread(target=act) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (len(done), len(refused), at.match.plies) == (1, 1, 1)


def test_the_game_is_over_for_who_resigns_and_for_everybody() -> None:
    at = table("human", "human")
    at.resign(1)
    assert at.match.outcome is not None
    assert at.match.outcome.winners == (0,)
    assert at.waiting == ()
    assert at.scene(0).to_act == ()
    for late in (at.resign, at.undo, lambda seat: at.act(seat, 1)):
        with pytest.raises(RefusedError) as caught:
            late(0)
    assert str(caught.value) == "the game is over", "the last of them"


def test_what_a_person_takes_back_all_others_have_to_grant() -> None:
    at = table("human", "human", "human", "random")
    while at.match.plies < 6:
        at.act(at.waiting[0], 1) if at.waiting else at.play_on()
    plies, last = (
        at.match.plies,
        max(event.ply for event in at.match.history() if event.player == 0),
    )
    assert [at.can_undo(seat) for seat in (0, 3, None)] == [True, False, False]
    with pytest.raises(RefusedError):
        at.grant_undo(1)
    assert (at.undo(0), at.grant_undo(1), at.grant_undo(0)) == (0, 0, 0)
    assert at.undo_asked is not None
    assert (at.undo_asked.seat, at.undo_asked.agreed, at.match.plies) == (0, (1,), plies)
    at.grant_undo(2, grant=False)
    assert at.undo_asked is None
    assert at.reply(0) == RequestReply("undo", 0, "refused", 2, at.match.moves(0))
    at.undo(0)
    assert at.reply(0) is None
    at.grant_undo(2)
    assert at.grant_undo(1) == plies - last + 1
    assert (at.undo_asked, at.seating.undone) == (None, 1)
    assert at.reply(0) == RequestReply("undo", 0, "granted", None, at.match.moves(0))
    assert [at.reply(seat) for seat in (1, 2)] == [None, None]
    assert at.news(2)[0].lines == ("Taken back.",)


def test_a_refused_undo_is_known_until_whoever_asked_acts_and_a_withdrawn_one_is_not() -> None:
    at = table("human", "human", "human")
    at.act(0, 1)
    at.undo(0)
    at.grant_undo(0, grant=False)
    assert at.reply(0) is None
    at.undo(0)
    at.grant_undo(1, grant=False)
    at.act(1, 1)
    assert at.reply(0) == RequestReply("undo", 0, "refused", 1, 1)
    while 0 not in at.waiting:
        at.act(at.waiting[0], 1)
    at.act(0, 1)
    assert at.reply(0) is None


@pytest.mark.parametrize("what", ["undo", "end"])
@pytest.mark.parametrize("how", ["granted", "refused", "withdrawn"])
def test_whoever_asks_is_told_what_came_of_it_and_nobody_else_is(what: str, how: str) -> None:
    at = table("human", "human", "human")
    at.act(0, 1)
    ask: Callable[..., object] = at.undo if what == "undo" else at.agree_to_end
    answer: Callable[..., object] = at.grant_undo if what == "undo" else at.agree_to_end
    ask(0)
    answer(1)
    assert at.reply(0) is None, "not all have answered"
    answer(0 if how == "withdrawn" else 2, how == "granted")
    told = [at.reply(seat) for seat in (0, 1, 2, None)]
    if how == "withdrawn" or (what, how) == ("end", "granted"):
        assert told == [None] * 4, "they know, or the log tells them"
        assert at.over is (how == "granted")
        return
    assert told[0] is not None
    assert (told[0].what, told[0].how, told[1:]) == (what, how, [None] * 3)
    ask_again = at.agree_to_end if what == "undo" else at.undo
    if how == "refused":
        ask_again(0)
        assert at.reply(0) is None


def test_a_request_that_lapses_is_told_to_whoever_asked() -> None:
    at = table("human", "human", "human")
    at.act(0, 1)
    at.agree_to_end(0)
    at.act(1, 1)
    assert at.reply(0) == RequestReply("end", 0, "lapsed", None, 1)
    at.agree_to_end(0)
    assert at.reply(0) is None
    at.undo(1)
    at.grant_undo(0)
    at.grant_undo(2)
    lapsed, granted = at.reply(0), at.reply(1)
    assert lapsed == RequestReply("end", 0, "lapsed", None, 1)
    assert granted == RequestReply("undo", 1, "granted", None, 0)
    assert lapsed is not None
    assert granted is not None
    phrases = at.words(0).phrases
    assert [each.text(phrases) for each in (lapsed, granted)] == [
        "The game went on before all had agreed to end the game.",
        "All agreed to take your last action back.",
    ]


def test_hints_are_offered_where_they_are_given() -> None:
    at = table("human", "random", seed=1)
    at.play_on()
    assert [at.can_hint(seat) for seat in (0, 1, None)] == [True, False, False]
    assert not table("human", "human").can_hint(0)


def test_what_happens_meanwhile_has_to_be_granted_too_and_whoever_acts_takes_nothing_back() -> None:
    at = table("human", "human", "human")
    at.act(0, 1)
    at.undo(0)
    at.grant_undo(1)
    at.act(1, 1)
    assert at.undo_asked is not None
    assert at.undo_asked.agreed == ()
    at.act(2, 1)
    while 0 not in at.waiting:
        at.act(at.waiting[0], 1)
    at.act(0, 1)
    assert at.undo_asked is None


def test_a_bot_grants_an_undo_for_whoever_is_absent_but_not_for_whoever_is_here() -> None:
    machine = HeldMachine()
    at = table("human", "human", machine=machine)
    secrets = [at.join(at.invite(seat))[1] for seat in (0, 1)]
    at.let_bot_play(1)
    at.act(at.waiting[0], 1) if at.waiting else at.play_on()
    while not at.can_undo(0):
        at.act(0, 1) if at.waiting else at.play_on()
    assert at.undo(0) == 0, "they are here, and see what is asked"
    machine.now += AWAY_SECONDS
    assert at.undo(0) > 0
    assert at.find(secrets[1]) == (1,)


def test_how_far_an_undo_goes_back_does_not_tell_other_people_what_was_forced() -> None:
    """Among several people a forced action is taken back by itself, as any other."""
    at = table("human", "human")
    while at.match.last_choice(0) == at.match.last_choice(0, or_forced=True):
        at.act(at.waiting[0], len(at.choices(at.waiting[0])))
    last = at.match.last_choice(0, or_forced=True)
    assert last is not None
    at.undo(0)
    at.grant_undo(1)
    assert at.match.plies == last.ply - 1


# Bots that think.


def test_while_a_bot_thinks_one_looks_and_a_second_player_of_bots_is_refused(slow: Table) -> None:
    to_the_bot(slow)
    assert (slow.sight.legal(0), slow.match.plies) == ((), 1)
    with pytest.raises(RefusedError, match="a bot is thinking"):
        slow.step()
    Slow.go_on.set()
    slow.close()


@pytest.mark.parametrize("how", ["undo", "resign", "close"])
def test_a_bot_that_thinks_is_stopped_and_leaves_no_thread(slow: Table, how: str) -> None:
    to_the_bot(slow)
    getattr(slow, how)(*([] if how == "close" else [0]))
    if how == "undo":
        assert slow.match.plies == 0
        Slow.go_on.set()  # it has to commit again, with nothing to wait for
    until(lambda: not (slow.steps.thinking or slow.steps.playing_on))
    assert [event.player for event in slow.match.history()] == ([1] if how == "undo" else [0])
    slow.close()


def test_after_an_undo_in_a_bots_turn_the_game_goes_on(slow: Table) -> None:
    to_the_bot(slow)
    slow.undo(0)
    Slow.go_on.set()
    while slow.waiting or not slow.over:
        if slow.waiting:
            slow.act(0, 1)
        until(lambda: not slow.steps.playing_on)
        slow.play_on()
    slow.match.record().replay(slow.match.game)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a closing table wait for its bot for as long as a busy machine may take to stop it."""
    monkeypatch.setattr(Table, "stopping_seconds", WAIT_SECONDS)


def test_no_repr_of_a_bots_turn_names_its_choices_or_its_fault(sealed: Sealed) -> None:
    at = Table(Match(sealed, [None, Broken()], 7))
    at.act(0, 1)
    turn = at.steps.begin()
    assert isinstance(turn, BotTurn)
    thought = at.steps.think(turn)
    assert thought is not None
    assert repr(turn.question) == "Question(plies=1, player=1)"
    for each in (turn, thought, replace(thought, action=turn.question.actions[0])):
        assert "Commit" not in repr(each)
        assert "broken" not in repr(each)
    at.steps.end(turn, None)
    at.close()


@pytest.mark.usefixtures("patient")
def test_a_search_stops_long_before_it_is_done() -> None:
    at = table("human", "mcts:seconds=1000000")
    while at.match.next_bot() != 1:
        at.act(0, 1)
    at.start()
    until(lambda: at.steps.thinking is not None)
    at.close()
    assert at.steps.thinking is None


@pytest.mark.parametrize("how", ["undo", "resign", "give_back", "close"])
def test_a_turn_that_is_stopped_while_it_waits_for_a_thread_is_discarded(
    slow: Table, how: str
) -> None:
    slow.act(0, 1)
    if how == "give_back":
        slow.undo(0)
        slow.let_bot_play(0, "random")
    turn = slow.steps.begin()
    assert isinstance(turn, BotTurn)
    if how == "close":
        slow.close(wait=False)
    else:
        getattr(slow, how)(0)
    thought = slow.steps.think(turn)
    assert thought is None
    assert slow.steps.end(turn, thought) == (how != "close")
    assert slow.match.plies == (0 if how in {"undo", "give_back"} else 1)
    assert not Slow.asked.is_set()


def test_a_bot_thinks_about_what_it_was_asked_whatever_is_taken_back_meanwhile(slow: Table) -> None:
    slow.act(0, 1)
    turn = slow.steps.begin()
    assert isinstance(turn, BotTurn)
    slow.undo(0)
    turn.stopped.clear()  # the undo comes just after the bot has begun
    Slow.go_on.set()
    thought = slow.steps.think(turn)
    assert thought is not None
    assert thought.fault is None


@pytest.mark.usefixtures("patient")
def test_closing_does_not_queue_behind_the_bots_that_it_stops(slow: Table) -> None:
    """Neither where the table's own bot thinks, nor where it waits for the only thread."""
    slow.steps.scheduler = Scheduler(1)
    waiting = table("human", "mcts:seconds=1000000")
    waiting.steps.scheduler = slow.steps.scheduler
    to_the_bot(slow)
    waiting.let_bot_play(0, "random")
    waiting.start()
    waiting.close()
    slow.close()
    assert (waiting.steps.thinking, slow.steps.thinking) == (None, None)


@dataclass(frozen=True)
class Deaf(Slow):
    """Thinks until it is let go, and does not stop before."""

    def choose(
        self, _game: object, _player: int, _view: object, actions: tuple[Any, ...], _rng: object
    ) -> Any:
        self.asked.set()
        self.go_on.wait(WAIT_SECONDS)
        return actions[-1]


def test_a_bot_that_does_not_stop_keeps_no_thread_from_other_tables(
    sealed: Sealed, slow: Table
) -> None:
    deaf = Table(Match(sealed, [None, Deaf()], 7))
    deaf.steps.scheduler = Scheduler(1)
    to_the_bot(deaf)
    deaf.close(wait=False)
    slow.steps.scheduler = deaf.steps.scheduler
    Slow.asked.clear()
    to_the_bot(slow)
    slow.close()
    Slow.go_on.set()
    until(lambda: deaf.steps.thinking is None)


def test_an_error_that_stops_the_bots_is_told_and_they_start_again(sealed: Sealed) -> None:
    at = Table(Match(sealed, [None, Broken()], 7))
    at.act(0, 1)
    at.start()
    until(lambda: at.failure is not None)
    assert isinstance(at.failure, BotError)
    for seat in (None, 0, 1):
        assert any("error has stopped" in note for note in at.scene(seat).notes)
        assert "broken" not in str(at.scene(seat))
    at.match.reseat(1, make_bot("random"))
    at.start()
    until(lambda: at.match.plies >= 2)
    assert at.failure is None


def test_many_start_the_bots_and_one_thread_plays_them() -> None:
    at = table("random", "random")
    threads = [threading.Thread(target=at.start) for _ in range(8)]
    for thread in [*threads]:
        thread.start()
    version = at.version
    while not at.over:
        version = at.wait(version, WAIT_SECONDS)
    assert at.match.faults == []
    at.match.record().replay()


# News.


def test_each_seat_is_told_everything_once() -> None:
    at = table("human", "random")
    at.play_on()
    first = at.news(0)
    assert at.news(0) == ()
    at.act(0, 1)
    at.play_on()
    second = at.news(0)
    assert [each.ply for each in (*first, *second)] == [*range(1, at.match.plies + 1)]
    at.undo(0)
    taken_back, *others = at.news(0)
    assert taken_back.lines == ("Taken back.",)
    assert others == []


def test_a_listener_hears_of_every_change() -> None:
    at = table("human", "human")
    heard: list[int] = []
    before = at.version
    at.listeners.append(lambda: heard.append(at.version))
    at.act(at.waiting[0], 1)
    at.rename(0, "Ann")
    assert heard == [before + 1, before + 2]


def test_a_listener_that_fails_keeps_nobody_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    at = table("human", "random", "random")
    heard: list[int] = []

    def fail() -> None:
        raise ValueError("deaf")

    at.listeners += [fail, lambda: heard.append(at.version)]
    at.let_bot_play(0, "random")
    at.start()
    until(lambda: at.over)
    assert len(heard) >= at.match.plies
    assert "listener" in caplog.text


# Seats survive people.


@pytest.mark.parametrize(
    "name", ["\ud800", "a\x00b", "x" * 21, "Player 2", "human", "ANN", "\u0430nn"]
)
def test_what_cannot_be_a_name_is_refused_and_changes_nothing(tmp_path: Path, name: str) -> None:
    """The library, the protocol and the page have one check of names; the page's tests have more of
    them.
    """
    at = table("human", "human", file=tmp_path / "game.json")
    at.rename(1, "Ann")
    with pytest.raises(RefusedError):
        at.rename(0, name)
    assert at.seating.names == ("", "Ann")
    at.rename(1, "  Ann ")
    assert at.seating.names == ("", "Ann")
    at.act(at.waiting[0], 1)
    at.close()
    seats = tuple(
        [
            replace(seat, name=each)
            for seat, each in zip(at.seating.seats, (name, "Ann"), strict=True)
        ]
    )
    with pytest.raises(RefusedError):
        Table.open(frozen("koryo", 2), Seating(seats), file=tmp_path / "other.json")
    assert not (tmp_path / "other.json").exists()


def test_an_invitation_is_good_once_and_says_afterwards_what_has_happened() -> None:
    at = table("human", "human", "random")
    first = at.invite(1)
    watch = at.seating.inviting(None)
    assert first not in repr(watch)
    assert str(watch.watch) not in repr(watch)
    assert at.presence() == ("expected", "expected", "here")
    seat, secret = at.join(first)
    assert (seat, at.find(secret), at.presence()[1]) == (1, (1,), "here")
    with pytest.raises(RefusedError, match="has been used"):
        at.join(first)
    second = at.invite(1)
    with pytest.raises(RefusedError, match="a new invitation"):
        at.find(secret)
    assert at.presence()[1] == "expected"
    at.withdraw(1)
    with pytest.raises(RefusedError, match="withdrawn"):
        at.join(second)
    with pytest.raises(RefusedError, match="not valid"):
        at.join("x" * 43)
    assert at.find("x" * 43) is None


def test_who_is_not_heard_of_is_away_and_that_is_news() -> None:
    machine = HeldMachine()
    at = table("human", "human", machine=machine)
    secrets = [at.join(at.invite(seat))[1] for seat in (0, 1)]
    assert at.presence() == ("here", "here")
    version = at.version
    machine.now += AWAY_SECONDS
    assert at.presence() == ("away", "away")
    at.find(secrets[0])
    assert at.version > version


def test_whoever_comes_is_news_once() -> None:
    at = table("human", "human")
    version = at.version
    _, secret = at.join(at.invite(1))
    at.find(secret)
    assert at.version == version + 2  # the invitation, and the one who came


def test_only_the_host_decides_about_seats() -> None:
    seating = replace(Seating.of(["human", "human", "random"]), host=0)
    at = Table.open(frozen("koryo", 3), seating)
    for work in (at.invite, at.withdraw):
        with pytest.raises(RefusedError, match="only the host"):
            work(0, by=1)
        with pytest.raises(RefusedError, match="your own seat"):
            work(0, by=0)
        with pytest.raises(RefusedError):
            work(2, by=0)
    with pytest.raises(RefusedError, match="only the host"):
        at.let_bot_play(0, by=1)
    assert at.seating == seating


def test_for_whoever_has_gone_anyone_at_the_table_can_let_a_bot_play() -> None:
    """If the host leaves at the host's turn, the others are not stuck."""
    machine = HeldMachine()
    seating = replace(Seating.of(["human"] * 3), host=0)
    at = Table.open(frozen("koryo", 3), seating, machine=machine)
    secrets = [at.join(at.invite(seat))[1] for seat in at.people]
    with pytest.raises(RefusedError, match="only the host"):
        at.let_bot_play(0, by=1)
    version = at.version
    machine.now += AWAY_SECONDS
    for secret in secrets[1:]:
        at.find(secret)
    assert at.version > version
    assert 0 in at.gone
    for by, seat in ((1, 2), (7, 0), (-1, 0)):
        with pytest.raises(RefusedError):
            at.let_bot_play(seat, by=by)
    at.let_bot_play(0, by=1)
    assert at.seating.seats[0].stand_in == "fair"
    at.find(secrets[0])
    at.give_back(0, by=0)
    assert not at.gone


def test_a_bot_plays_on_and_the_seat_is_given_back() -> None:
    at = table("human", "human")
    at.let_bot_play(1, "random")
    at.play_on()
    while at.waiting != (0,) and not at.over:
        at.play_on()
    assert at.people == (0, 1)
    assert at.match.record().people == (0, 1), "nobody may be shown what the person holds"
    with pytest.raises(RefusedError, match="a bot plays on for you"):
        at.act(1, 1)
    with pytest.raises(RefusedError):
        at.undo(0)
    at.give_back(1)
    with pytest.raises(RefusedError):
        at.give_back(1)
    at.act(0, 1)
    while at.waiting != (1,):
        at.act(0, 1)
    at.act(1, 1)


def test_a_seat_is_given_back_in_the_middle_of_a_thought(sealed: Sealed) -> None:
    Slow.asked.clear()
    Slow.go_on.clear()
    at = Table(Match(sealed, [None, None], 7), person_seconds=1000)
    at.let_bot_play(1, "random")
    at.match.reseat(1, Slow())
    at.start()
    assert Slow.asked.wait(WAIT_SECONDS)
    at.give_back(1)
    assert at.waiting == (0, 1)
    assert at.left(1) is not None, "their time runs again"
    at.act(1, 1)
    at.close()
    assert at.match.plies == 1


def test_a_bot_plays_on_for_who_is_late_until_they_come_back() -> None:
    machine = HeldMachine()
    at = table("human", "human", limits=Limits(person_seconds=1000), machine=machine)
    seat = at.waiting[0]
    machine.now += 999
    assert not at.step()
    assert at.left(seat) == 1
    machine.now += 1
    assert at.step()
    assert at.seating.seats[seat].stand_in == "fair"
    at.give_back(seat, by=seat)
    assert at.seating.seats[seat].stand_in is None


def test_each_decision_has_the_whole_time_also_of_several_in_a_row() -> None:
    machine = HeldMachine()
    at = table("human", "human", limits=Limits(person_seconds=100), machine=machine)
    seats: list[int] = []
    while len(seats) < 2 or seats[-1] != seats[-2]:
        (seat, *_) = at.waiting
        assert at.left(seat) == 100
        machine.now += 99
        at.act(seat, 1)
        seats.append(seat)
    assert at.left(1 - seat) in (None, 100)


def test_the_clock_of_somebody_who_is_invited_runs_once_they_have_come() -> None:
    machine = HeldMachine()
    seating = replace(Seating.of(["human", "human"]), person_seconds=100)
    at = Table.open(frozen("koryo", 2), seating, 7, machine=machine)
    (seat,) = at.waiting
    invitation = at.invite(seat)
    machine.now += 1000
    assert at.left(seat) is None
    assert not at.step()
    at.join(invitation)
    machine.now += 1
    assert at.left(seat) == 99


def test_a_table_keeps_its_own_time_for_decisions(tmp_path: Path) -> None:
    """Whatever the program sets for all its tables."""
    machine, file = HeldMachine(), tmp_path / "game.json"
    seating = replace(Seating.of(["human", "human"]), person_seconds=100)
    limits = Limits(person_seconds=7)
    at = Table.open(frozen("koryo", 2), seating, 7, file=file, limits=limits, machine=machine)
    (seat,) = at.waiting
    machine.now += 40
    at.close()
    at = Table.restore(file, limits, machine=machine)
    assert at.left(seat) == 60
    assert at.seating.rotated().person_seconds == 100
    at.close()
    people = file.with_suffix(".table.json")
    kept = json.loads(people.read_text())
    assert kept["person_seconds"] == 100
    people.write_text(json.dumps(kept | {"person_seconds": 0}))
    with pytest.raises(RecordError, match="person_seconds: expected more than 0"):
        Table.restore(file)


# Keeping.


def test_a_restored_table_is_the_same_table(tmp_path: Path) -> None:
    seating = replace(Seating.of(["human", "human", "fair"]), host=0, chosen=True)
    file = tmp_path / "game.json"
    at = Table.open(
        frozen("koryo", 3),
        seating,
        7,
        file=file,
    )
    _, secret = at.join(at.invite(0))
    invitation = at.invite(1)
    at.rename(0, "Ann")
    at.play_on()
    at.news(0)
    seat = at.waiting[0]
    at.act(seat, 1)
    unread = at.told(0)[at.match.plies - 1 :]
    with pytest.raises(RecordError):
        Table.restore(file)
    at.close()
    again = Table.restore(file)
    assert again.match.record() == at.match.record()
    assert again.seating.specs == ("human", "human", "fair")
    assert again.seating.names == ("Ann", "", "")
    assert again.find(secret) == (0,)
    assert again.seating.id == at.seating.id
    assert again.news(0) == unread
    assert again.join(invitation)[0] == 1
    assert "human" in Record.load(file).seats
    assert secret not in "".join(path.read_text() for path in tmp_path.iterdir())
    again.close()


def test_a_file_without_a_game_restores_none(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="nothing has been written yet"):
        Table.restore(TableFile.open(tmp_path / "new.json"))


def test_a_table_with_nothing_but_its_record_is_one_file(tmp_path: Path) -> None:
    at = table("human", "random", file=tmp_path / "game.json")
    at.act(0, 1) if at.waiting else at.play_on()
    at.close()
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    again = Table.restore(tmp_path / "game.json")
    assert again.news(0) == ()
    again.close()


def test_what_cannot_be_kept_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = table("human", "random", file=tmp_path / "game.json")
    at.play_on()
    at.act(0, 1)
    at.play_on()
    before = at.match.record(), at.seating

    def full(*_: object) -> None:
        raise RecordError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(RecordFile, "write", full)
        for work in (lambda: at.act(0, 1), lambda: at.undo(0), lambda: at.resign(0)):
            with pytest.raises(RecordError, match="the disk is full"):
                work()
            assert (at.match.record(), at.seating) == before
    at.act(0, 1)
    at.close()


def test_a_kept_game_of_named_people_that_ended_by_forfeit_is_restored(
    tmp_path: Path, sealed: Sealed
) -> None:
    """Whether a person has resigned or a bot has failed; the bot is not started again."""
    at = table("human", "random", file=tmp_path / "person.json")
    at.rename(0, "Ann")
    at.resign(0)
    other = Table(
        Match(sealed, [None, Broken()], 7, ["human", "cmd:none"], on_fault="forfeit"),
        file=TableFile.open(tmp_path / "bot.json"),
    )
    other.rename(0, "Ann")
    other.act(0, 1)
    other.play_on()
    for each, name, game in ((at, "person.json", None), (other, "bot.json", sealed)):
        each.close()
        again = Table.restore(tmp_path / name, game=game)
        assert again.match.outcome == each.match.outcome
        assert (again.over, again.seating, again.record()) == (True, each.seating, each.record())
        again.close()


def test_a_table_killed_at_any_write_is_restored_as_it_was_before_or_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is written to a copy of the folder, where each write is the last one in turn."""
    kept = tmp_path / "kept"
    kept.mkdir()
    killed: list[Path] = []

    def then_killed(write: Callable[..., None]) -> Callable[..., None]:
        def written(*given: Any, **how: Any) -> None:
            write(*given, **how)
            killed.append(tmp_path / f"killed{len(killed)}")
            shutil.copytree(kept, killed[-1])

        return written

    monkeypatch.setattr(RecordFile, "write", then_killed(RecordFile.write))
    monkeypatch.setattr(TableFile, "write_people", then_killed(TableFile.write_people))
    seating = replace(Seating.of(["human", "human", "random"]), host=0, hints=False)
    at = Table.open(frozen("koryo", 3), seating, 7, file=kept / "game.json")
    states = [(at.match.plies, at.seating)]

    def do(work: Callable[[], object]) -> None:
        work()
        states.append((at.match.plies, at.seating))

    do(lambda: at.rename(1, "Bo"))
    do(lambda: at.invite(1))
    for _ in range(6):
        do(lambda: at.act(at.waiting[0], 1) if at.waiting else at.step())
        do(lambda: at.news(0))
    do(lambda: at.undo(0))
    do(lambda: at.grant_undo(1))
    do(lambda: at.let_bot_play(1))
    do(lambda: at.resign(0))
    at.close()
    for folder in killed:
        if (folder / "game.json").exists():
            again = Table.restore(folder / "game.json")
            assert (again.match.plies, again.seating) in states, folder
            again.close()
    assert len(killed) > 15


def test_the_second_file_is_written_again_if_somebody_removes_it(tmp_path: Path) -> None:
    at = table("human", "human", file=tmp_path / "game.json")
    at.rename(0, "Ann")
    (tmp_path / "game.table.json").unlink()
    at.act(at.waiting[0], 1)
    at.close()
    again = Table.restore(tmp_path / "game.json")
    assert again.seating.names == ("Ann", "")
    again.close()


def test_that_something_was_taken_back_is_told_after_a_restart(tmp_path: Path) -> None:
    at = table("human", "random", file=tmp_path / "game.json")
    while not at.can_undo(0):
        at.act(0, 1) if at.waiting else at.play_on()
    at.news(0)
    at.undo(0)
    at.close()
    again = Table.restore(tmp_path / "game.json")
    assert again.news(0)[0].lines == ("Taken back.",)
    again.close()


def test_what_a_killed_process_left_beside_the_files_of_a_table_is_cleared(tmp_path: Path) -> None:
    at = table("human", "human", file=tmp_path / "game.json")
    at.rename(0, "Ann")
    at.close()
    files = {path.name for path in tmp_path.iterdir()}
    for left in (".game.json.part", ".game.table.json.part", ".other.table.json.part"):
        (tmp_path / left).write_text("half a rec")
    Table.restore(tmp_path / "game.json").close()
    assert {path.name for path in tmp_path.iterdir()} == files | {".other.table.json.part"}


def test_who_agrees_to_an_undo_is_asked_again_after_a_restart(tmp_path: Path) -> None:
    at = table("human", "human", "human", file=tmp_path / "game.json")
    at.act(0, 1)
    assert (at.undo(0), at.grant_undo(1)) == (0, 0)
    at.close()
    again = Table.restore(tmp_path / "game.json")
    assert (again.undo_asked, again.undo(0), again.grant_undo(1), again.grant_undo(2)) == (
        None,
        0,
        0,
        1,
    )
    again.close()


def test_records_name_bots_by_their_spec() -> None:
    assert table("human", "fair", "greedy:worlds=2").record().seats == (
        "human",
        "fair",
        "greedy:worlds=2",
    )
    bots = [boardgames.play.make_bot(spec) for spec in ("greedy", "mcts:seconds=1.0")]
    match: Match[Any, Any, Any] = Match(frozen("koryo", 2), bots)
    assert match.record().seats == ("greedy", "mcts:seconds=1.0")


def test_a_bot_takes_its_time_even_without_a_choice() -> None:
    assert table("human", "random").match.pace is not None
