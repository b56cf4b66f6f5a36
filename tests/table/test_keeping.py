"""Changes that cannot be kept: nobody sees them, and nothing of them stays."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any, ClassVar, Self

import pytest

from boardgames import RecordError, RefusedError
from boardgames.core.files import CAN_LOCK
from boardgames.jsonrpc import WireError
from boardgames.play import Bot, Match
from boardgames.play.record import RecordFile
from boardgames.remote import Tables, shown
from boardgames.remote.lobby import Lobby
from boardgames.table import Table
from boardgames.table.seating import Seating
from boardgames.table.steps import Steps
from boardgames.table.table_file import TableFile
from tests.testing.small_games import Sealed

TRIES = 5
"""How often each change is tried while a thread looks."""
WAIT_SECONDS = 20
"""Seconds after which a test gives up waiting for a thread."""


@dataclass(frozen=True)
class Leaver(Bot[Any, Any]):
    """Plays its first card, and notes when it leaves."""

    left: ClassVar[list[object]] = []

    def choose(
        self, _game: object, _player: int, _view: object, actions: tuple[Any, ...], _rng: object
    ) -> Any:
        return actions[0]

    def leave(self, outcome: object) -> None:
        self.left.append(outcome)


@pytest.fixture
def at(sealed: Sealed, tmp_path: Path) -> Iterator[Table]:
    """Return a kept table of a person and a bot at which each has acted once."""
    seating = replace(Seating.of(["human", "random"]), host=0)
    file = TableFile.open(tmp_path / "game.json")
    table = Table(Match(sealed, [None, Leaver()], 7, ["human", "random"]), seating, file=file)
    table.rename(0, "Ann")
    act_and_step(table)
    Leaver.left.clear()
    yield table
    table.close()


def act_and_step(table: Table) -> None:
    """Let the person act, and then the bot."""
    table.act(0, 1)
    table.step()


def to_the_last_action(table: Table) -> None:
    """Play until one action of the bot ends the game."""
    while len(table.match.state.hands[0]) > 1:
        act_and_step(table)
    table.act(0, 1)


def to_the_bot(table: Table) -> None:
    """Play until the bot is to act."""
    table.act(0, 1)


def invite(table: Table) -> None:
    """Invite somebody to the seat of the person."""
    table.invite(0)


def let_stand_in(table: Table) -> None:
    """Let a bot play for the person."""
    table.let_bot_play(0, "random")


def as_it_is(_: Table) -> None:
    """Change nothing."""


CHANGES: dict[str, tuple[Callable[[Table], None], Callable[[Table], object]]] = {
    "act": (as_it_is, lambda table: table.act(0, 1)),
    "step": (to_the_bot, lambda table: table.step()),
    "the end": (to_the_last_action, lambda table: table.step()),
    "undo": (as_it_is, lambda table: table.undo(0)),
    "resign": (as_it_is, lambda table: table.resign(0)),
    "rename": (as_it_is, lambda table: table.rename(0, "Bo")),
    "invite": (as_it_is, lambda table: table.invite(0)),
    "withdraw": (invite, lambda table: table.withdraw(0)),
    "let a bot play": (as_it_is, lambda table: table.let_bot_play(0, "random")),
    "give back": (let_stand_in, lambda table: table.give_back(0)),
}
"""By change: what comes before it, and the change itself."""


def seen_without_lock(table: Table) -> tuple[object, ...]:
    """Return what readers see of a table who do not wait for its lock."""
    match = table.match
    return (
        (table.over, table.is_revealed, table.seating, table.presence()),
        (match.plies, match.state, match.outcome, match.ending, match.seats, match.waiting()),
        ([*match.history()], [*match.faults], match.record(), repr(match)),
    )


def seen_at(table: Table) -> tuple[object, ...]:
    """Return what readers see of a table, whether or not they wait for its lock."""
    revealed = []
    with suppress(RefusedError):
        revealed.append(shown.replay(table, 0, None, hands=True, log=0))
    return (
        seen_without_lock(table),
        (table.waiting, table.record(), table.undo_asked, table.can_undo(0)),
        [(table.scene(seat), table.told(seat), table.sight.legal(seat)) for seat in (None, 0, 1)],
        revealed,
    )


class FullDisk:
    """In its block, the disk has no room."""

    def __init__(self) -> None:
        self.is_written: Callable[[], object] = lambda: None
        """Called whenever something would be written."""
        self.patched = pytest.MonkeyPatch()

    def __enter__(self) -> Self:
        def full(*_: object) -> None:
            self.is_written()
            raise RecordError("the disk is full")

        self.patched.setattr(RecordFile, "write", full)
        self.patched.setattr(TableFile, "write_people", full)
        return self

    def __exit__(self, *_: object) -> None:
        self.patched.undo()


@pytest.fixture
def full_disk() -> FullDisk:
    """Return a disk that can be full."""
    return FullDisk()


@pytest.mark.parametrize("change", CHANGES)
def test_what_cannot_be_kept_is_seen_by_nobody_and_changes_nothing(
    at: Table, full_disk: FullDisk, change: str
) -> None:
    """Neither while it is written, nor afterwards; when there is room again, it is done."""
    prepare, work = CHANGES[change]
    prepare(at)
    at.news(None)
    Leaver.left.clear()
    before, news, looks = seen_at(at), (at.version, at.heard, at.gone), list[object]()
    with full_disk:
        full_disk.is_written = lambda: looks.append(seen_at(at))
        with pytest.raises(RecordError, match="the disk is full"):
            work(at)
    assert looks
    assert all(look == before for look in looks)
    assert (seen_at(at), (at.version, at.heard, at.gone)) == (before, news)
    assert at.news(None) == ()
    assert Leaver.left == [], "a bot does not learn of it either"
    work(at)
    assert seen_at(at) != before


@pytest.mark.parametrize("change", ["act", "the end", "undo", "resign", "rename"])
def test_a_thread_that_looks_while_nothing_can_be_kept_sees_no_change(
    at: Table, full_disk: FullDisk, change: str
) -> None:
    """Each write waits until a thread has looked at what can be seen without the lock."""
    prepare, work = CHANGES[change]
    prepare(at)
    before, others = seen_without_lock(at), list[object]()
    stopped, wanted, looked = threading.Event(), threading.Event(), threading.Event()

    def look() -> None:
        while not stopped.is_set():
            was_wanted = wanted.is_set()
            if (seen := seen_without_lock(at)) != before:
                others.append(seen)
            if was_wanted:
                looked.set()

    def wait_for_a_look() -> None:
        looked.clear()
        wanted.set()
        assert looked.wait(WAIT_SECONDS)
        wanted.clear()

    thread = threading.Thread(target=look)
    with full_disk:
        full_disk.is_written = wait_for_a_look
        thread.start()
        try:
            for _ in range(TRIES):
                with pytest.raises(RecordError):
                    work(at)
        finally:
            stopped.set()
            thread.join()
    assert others == []


@pytest.mark.parametrize("change", ["act", "the end", "resign", "undo"])
def test_whoever_looks_while_a_change_is_made_sees_all_of_it_or_nothing(
    at: Table, change: str
) -> None:
    """What a reader without the lock takes from a match always fits together."""
    prepare, work = CHANGES[change]
    prepare(at)
    faults, stopped = list[BaseException](), threading.Event()

    def look() -> None:
        while not stopped.is_set():
            try:
                match = at.match
                match.view(None)
                assert match.outcome is None or at.over
            except BaseException as error:  # noqa: BLE001  # the test raises it
                faults.append(error)
                return

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    work(at)
    stopped.set()
    for thread in threads:
        thread.join()
    assert faults == []


def test_a_request_to_undo_that_cannot_be_kept_leaves_no_request_and_no_grant(
    sealed: Sealed, tmp_path: Path, full_disk: FullDisk
) -> None:
    at = Table(Match(sealed, [None, None], 7), file=TableFile.open(tmp_path / "game.json"))
    at.act(0, 1)
    at.act(1, 1)
    told = at.news(None)
    at.undo(0)
    asked = at.undo_asked
    with full_disk, pytest.raises(RecordError):
        at.grant_undo(1)
    assert at.undo_asked == asked
    assert (at.match.plies, at.news(None), at.told(None)) == (2, (), told)
    assert at.grant_undo(1) == 2
    at.close()


def test_a_bot_leaves_once_the_end_is_kept(at: Table, full_disk: FullDisk) -> None:
    with full_disk, pytest.raises(RecordError):
        at.resign(0)
    assert Leaver.left == []
    at.resign(0)
    assert Leaver.left == [at.match.outcome]


def test_what_the_protocol_cannot_keep_is_refused_and_shown_in_no_answer(
    tmp_path: Path, full_disk: FullDisk
) -> None:
    tables = Tables(records=tmp_path)
    opened: Any = tables.call("new", {"game": "koryo", "seats": ["human", "human"]})
    (seat,) = opened["to_act"]
    legal: Any = tables.call("legal_actions", {"table": 1, "seat": seat})
    action = legal["legal_actions"][0]["action"]
    asked: list[Any] = [
        ("outcome", {"table": 1}),
        ("score_sheet", {"table": 1}),
        ("look", {"table": 1, "seat": 0}),
        ("scene", {"table": 1, "seat": 0}),
        ("events", {"table": 1, "seat": None}),
    ]

    def answers() -> list[object]:
        return [tables.call(method, params) for method, params in asked]

    before, looks = answers(), list[object]()
    with full_disk:
        full_disk.is_written = lambda: looks.append(answers())
        with pytest.raises(WireError):
            tables.call("apply", {"table": 1, "seat": seat, "action": action})
    assert before in looks
    assert all(look == before for look in looks)
    tables.close()


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots soon try again what could not be kept."""
    monkeypatch.setattr(Steps, "keep_again_seconds", 0.01)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("turn", ["a bot's", "a person's without a choice"])
def test_a_table_without_room_for_a_bots_action_goes_on_when_there_is_room(
    sealed: Sealed, tmp_path: Path, full_disk: FullDisk, turn: str
) -> None:
    """Nobody has to do anything."""
    file = TableFile.open(tmp_path / "game.json")
    seating = replace(Seating.of(["human", "random"]), quick=True)
    at = Table(Match(sealed, [None, Leaver()], 7, ["human", "random"]), seating, file=file)
    while len(at.match.state.hands[0]) > 1:
        act_and_step(at)
    if turn == "a bot's":
        at.act(0, 1)
    else:
        at.step()
    plies, tried = at.match.plies, threading.Semaphore(0)
    with full_disk:
        full_disk.is_written = tried.release
        at.start()
        for _ in range(3):
            assert tried.acquire(timeout=WAIT_SECONDS)
        for seat in (None, 0, 1):
            assert any("error has stopped" in note for note in at.scene(seat).notes)
        assert isinstance(at.failure, RecordError)
        assert at.match.plies == plies
    end = monotonic() + WAIT_SECONDS
    while not at.over:
        at.wait(at.version, 0.01)
        assert monotonic() < end
    assert at.failure is None
    at.close()


@pytest.mark.usefixtures("soon")
def test_a_full_disk_is_told_once_and_closing_ends_the_tries(
    at: Table, full_disk: FullDisk, caplog: pytest.LogCaptureFixture
) -> None:
    tried = threading.Semaphore(0)
    to_the_bot(at)
    with full_disk:
        full_disk.is_written = tried.release
        at.start()
        for _ in range(3):
            assert tried.acquire(timeout=WAIT_SECONDS)
        at.close()
    end = monotonic() + WAIT_SECONDS
    while at.steps.playing_on:
        sleep(0.001)
        assert monotonic() < end
    assert [record.message for record in caplog.records] == ["the bots of a table have stopped"]


KILLED = """
import os, sys
from pathlib import Path
from boardgames.remote.lobby import Lobby
from boardgames.remote.rooms import Start

written = []

def replace(scratch, target):
    written.append(target)
    if len(written) == int(sys.argv[2]):
        os._exit(9)
    os.rename(scratch, target)

Path.replace = replace
Lobby(records=sys.argv[1]).open(Start("koryo", ("human", "random")))
"""
"""Opens a table, and is killed where it writes one of its files."""


def left_by_the_killed(folder: Path, write: int, *, age: float) -> set[str]:
    """Return the names of what a process leaves that is killed at its first or second write, so
    many seconds ago.
    """
    command = [sys.executable, "-c", KILLED, str(folder), str(write)]
    assert subprocess.run(command, check=False).returncode == 9
    (lock,) = folder.glob(".*.lock")
    then = lock.stat().st_mtime - age
    os.utime(lock, (then, then))
    return {each.name for each in folder.iterdir()}


@pytest.mark.skipif(not CAN_LOCK, reason="nothing is sure without locks")
@pytest.mark.parametrize("write", [1, 2])
@pytest.mark.parametrize("server", [Lobby, Tables])
def test_what_a_process_leaves_that_was_killed_in_its_first_write_is_removed(
    server: type[Lobby | Tables], write: int, tmp_path: Path
) -> None:
    left = left_by_the_killed(tmp_path, write, age=61)
    assert len(left) == write + 1
    opened = server(records=tmp_path)
    assert [*tmp_path.iterdir()] == []
    if isinstance(opened, Lobby):
        assert opened.complaints == []
    opened.close()


def test_what_may_still_be_written_is_left(tmp_path: Path) -> None:
    left = left_by_the_killed(tmp_path, 1, age=1)
    Lobby(records=tmp_path).close()
    assert {each.name for each in tmp_path.iterdir()} == left


def test_what_another_table_is_about_to_write_is_left(tmp_path: Path) -> None:
    with RecordFile.open(tmp_path / "game.json") as file:
        (lock,) = tmp_path.iterdir()
        os.utime(lock, (0, 0))
        Lobby(records=tmp_path).close()
        assert [*tmp_path.iterdir()] == [lock]
        assert file.is_owned


def test_a_record_is_left_whoever_was_killed(tmp_path: Path) -> None:
    record, lock = tmp_path / "game.json", tmp_path / ".game.json.lock"
    for path in (record, lock):
        path.write_text("")
        os.utime(path, (0, 0))
    Lobby(records=tmp_path).close()
    assert record.exists()
    assert lock.exists()
