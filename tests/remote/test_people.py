"""What belongs to a person at a server: their seat, their secret, their name, what they asked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from boardgames import RecordError
from boardgames.jsonrpc import NO_SUCH_TABLE
from boardgames.play.limits import AWAY_SECONDS, IDLE_FINISHED_SECONDS, IDLE_UNFINISHED_SECONDS
from boardgames.remote.lobby import Lobby
from boardgames.table.table import Table
from tests.clock import HeldMachine
from tests.remote.servers import OVER_HTTP, Window, seated

pytestmark = OVER_HTTP
NOT_YOURS, FULL = -32003, -32004


@pytest.fixture
def machine() -> HeldMachine:
    return HeldMachine()


@pytest.fixture
def server(serving: Any, machine: HeldMachine) -> Any:
    """Return a server whose time stands still."""
    return serving(Lobby(machine=machine), patience=0.0)


def finished(server: Any, *seats: str, **asked: Any) -> list[Window]:
    """Return the people at a table at which the last of them has resigned."""
    windows = seated(server, *seats, **asked)
    windows[-1].get("resign")
    return windows


def followed(windows: list[Window]) -> list[Window]:
    """Let all of them play again; return them at the next table."""
    for each in windows[1:]:
        each.ask("rematch")
    first = Window(windows[0].server, windows[0].get("rematch")["secret"])
    others = [Window(each.server, each.get("rematch")["secret"]) for each in windows[1:]]
    return [first, *others]


# The next game.


def test_nobody_gets_a_seat_of_the_next_game_by_sitting_down_at_the_last_one(server: Any) -> None:
    """A host once invited themselves to the seat of a guest who had gone on."""
    windows = finished(server, "human", "human")
    host, guest = windows
    _, at_next = followed(windows)
    code, answer = host.ask("invite", {"for_seat": 1})
    if code == 0:
        thief = Window(server).join(answer["invitation"])
        code, stolen = thief.ask("rematch")
        assert code != 0 or stolen is None
        assert at_next.token not in "".join(thief.received)
    assert at_next.get("about")["viewer"] == 0
    assert guest.ask("look")[0] == 0


def test_a_seat_that_changes_hands_takes_no_wish_to_play_again_with_it(server: Any) -> None:
    host, guest = finished(server, "human", "human")
    assert guest.get("rematch") is None
    assert host.see(0)["asked"] == [{"what": "rematch", "seat": 1, "agreed": []}]
    other = Window(server).join(host.get("invite", for_seat=1)["invitation"])
    assert host.see(0)["asked"] == []
    assert host.get("rematch") is None
    secrets = [other.get("rematch")["secret"], host.get("rematch")["secret"]]
    assert [Window(server, each).get("about")["viewer"] for each in secrets] == [0, 1]
    assert guest.ask("rematch")[0] == NOT_YOURS


@pytest.mark.parametrize("is_kept", [False, True], ids=["lost", "kept"])
def test_a_next_game_that_has_made_room_is_opened_again_if_it_is_kept(
    is_kept: bool,  # noqa: FBT001  # a parameter of the test
    serving: Any,
    machine: HeldMachine,
    tmp_path: Path,
) -> None:
    records = tmp_path if is_kept else None
    server = serving(Lobby(machine=machine, max_tables=1, records=records), patience=0.0)
    host, guest = followed(finished(server, "human", "human"))
    machine.now += IDLE_UNFINISHED_SECONDS + 1
    Window(server).start("human", "human")
    machine.now += IDLE_UNFINISHED_SECONDS + 1
    if is_kept:
        assert [each.get("about")["viewer"] for each in (host, guest)] == [1, 0]
    else:
        assert host.ask("look")[0] == guest.ask("look")[0] == NOT_YOURS


def test_who_looks_at_an_old_table_is_told_that_the_next_one_was_closed(
    serving: Any, machine: HeldMachine
) -> None:
    server = serving(Lobby(machine=machine, max_tables=2), patience=0.0)
    host, *_ = first = finished(server, "human", "human")
    second = followed(first)
    second[-1].get("resign")
    third = followed(second)
    third[-1].get("resign")
    machine.now += IDLE_FINISHED_SECONDS + 1
    host.get("look")
    Window(server).start("human", "human")
    assert host.ask("rematch") == (NO_SUCH_TABLE, "the next table has been closed")


def test_at_a_full_server_a_rematch_takes_the_place_of_the_finished_table(
    serving: Any, machine: HeldMachine, tmp_path: Path
) -> None:
    """It was once refused until nobody had looked at that table for ten minutes."""
    lobby = Lobby(machine=machine, max_tables=2, records=tmp_path)
    server = serving(lobby, patience=0.0)
    other = Window(server).start("human", "human")
    windows = seated(server, "human", "human", watch=True)
    watcher = Window(server).join(windows[0].see(0)["watch"])
    for _ in range(3):
        windows[-1].get("resign")
        before, windows = windows, followed(windows)
        assert [each.see(0)["next"] for each in (*before, watcher)] == [True] * 3
        assert before[0].get("replay", ply=0)["plies"] == 0
        watcher = Window(server, watcher.get("rematch")["secret"])
        windows[0].get("about")
        assert other.get("about")["viewer"] == 0
        assert Window(server).ask("new", {"game": "bazaar", "seats": ["human"] * 2})[0] == FULL
    records = [each for each in tmp_path.glob("*.json") if not each.name.endswith(".table.json")]
    assert len(records) == 5


def test_rematches_without_end_leave_as_many_tables_as_there_is_room_for_and_their_last_ones(
    serving: Any, machine: HeldMachine
) -> None:
    """Whoever is host and guest at once may resign, ask for a rematch, and repeat it."""
    lobby = Lobby(machine=machine, max_tables=3)
    server = serving(lobby, patience=0.0)
    quiet = seated(server, "human", "human")
    windows = seated(server, "human", "human")
    for _ in range(12):
        windows[-1].get("resign")
        windows = followed(windows)
    assert len(lobby._tables) <= 2 * lobby.max_tables
    assert Window(server).start("human", "human").get("about")["viewer"] == 0
    assert Window(server).ask("new", {"game": "bazaar", "seats": ["human"] * 2})[0] == FULL
    assert [each.get("about")["viewer"] for each in (*quiet, *windows)] == [0, 1, 0, 1]


def test_those_who_leave_the_next_table_win_no_room(serving: Any, machine: HeldMachine) -> None:
    """The finished table and the next one go together, whoever sits there by now."""
    lobby = Lobby(machine=machine, max_tables=1)
    server = serving(lobby, patience=0.0)
    windows = seated(server, "human", "human")
    for _ in range(6):
        windows[-1].get("resign")
        host, guest = followed(windows)
        again = Window(server).join(
            host.get("invite", for_seat=1 - host.get("about")["viewer"])["invitation"]
        )
        assert guest.ask("look")[0] == NOT_YOURS
        windows = [host, again]
        assert len(lobby._tables) == 2
    assert Window(server).ask("new", {"game": "bazaar", "seats": ["human"] * 2})[0] == FULL


@pytest.mark.parametrize("ages", [(0, 1), (1, 0)])
def test_a_restart_of_a_full_server_keeps_the_last_table_beside_the_next_one(
    ages: tuple[int, int], tmp_path: Path, serving: Any
) -> None:
    """Whichever of them is opened first."""
    first = Lobby(records=tmp_path, max_tables=1)
    windows = finished(serving(first, patience=0.0), "human", "human")
    following = followed(windows)
    first.close()
    for table, age in zip(first._tables, ages, strict=True):
        assert table.file is not None
        os.utime(table.file.path, (age, age))
    server = serving(Lobby(records=tmp_path, max_tables=1), patience=0.0)
    viewers = [Window(server, each.token).get("about")["viewer"] for each in (*windows, *following)]
    assert viewers == [0, 1, 1, 0]


def test_a_restart_reopens_the_tables_at_which_something_happened_last(
    tmp_path: Path, serving: Any
) -> None:
    """Abandoned games once kept people from theirs, by the names of the files."""
    first = Lobby(records=tmp_path, max_tables=6)
    windows = [Window(serving(first)).start("human", "human") for _ in range(6)]
    first.close()
    changed = (3, 1, 5, 2, 0, 4)
    for table, time in zip(first._tables, changed, strict=True):
        assert table.file is not None
        os.utime(table.file.path, (time, time))
    server = serving(Lobby(records=tmp_path, max_tables=2))
    codes = [Window(server, each.token).ask("look")[0] for each in windows]
    assert codes == [0 if time in (5, 4) else FULL for time in changed]


def test_a_look_shows_no_secret(server: Any) -> None:
    windows = finished(server, "human", "human")
    following = followed(windows)
    for each in windows:
        assert each.see(0)["next"] is True
        assert not any(other.token in each.received[-1] for other in following)


def test_a_rematch_needs_the_host_and_everybody_else_who_is_here(server: Any) -> None:
    host, *guests = finished(server, "human", "human", "human")
    assert [each.get("rematch") for each in guests] == [None, None]
    assert len(server.lobby._tables) == 1
    assert host.get("rematch")["yours"] == [2]
    assert [each.get("rematch")["yours"] for each in guests] == [[0], [1]]
    assert len(server.lobby._tables) == 2


def test_whoever_has_gone_is_waited_for_and_then_invited_to_the_next_game(
    server: Any, machine: HeldMachine
) -> None:
    host, guest = finished(server, "human", "human", names=["Ann", "Bo"])
    machine.now += AWAY_SECONDS
    assert host.get("rematch") is None
    machine.now += AWAY_SECONDS - 1
    assert host.get("rematch") is None
    machine.now += 1
    opened = Window(server, host.get("rematch")["secret"])
    assert opened.see(0)["absent"][0]["seat"] == 0
    back = Window(server, guest.get("rematch")["secret"])
    assert back.get("about")["viewer"] == 0
    assert opened.see(0)["absent"] == []


def test_a_guest_opens_no_tables(server: Any, machine: HeldMachine) -> None:
    """One guest once opened 99 of 100: resign, rematch, again."""
    _, guest = finished(server, "human", "human")
    for _ in range(4):
        machine.now += 10 * AWAY_SECONDS
        assert guest.get("rematch") is None
    assert len(server.lobby._tables) == 1


def test_of_bots_alone_only_whoever_opened_the_table_wants_another_game(server: Any) -> None:
    opener = Window(server).start("random", "random", watch=True)
    while (seen := opener.see(0))["end"] is None:
        pass
    other = Window(server).join(server.lobby.seat(opener.token).table.seating.watch)
    assert other.ask("rematch")[0] == NOT_YOURS
    again = opener.get("rematch")["secret"]
    assert other.see(0)["next"] is True
    assert other.get("rematch")["yours"] == seen["legal_actions"] == []
    assert opener.get("rematch")["secret"] == again != other.get("rematch")["secret"]


def test_spectators_follow_to_the_next_game(server: Any) -> None:
    windows = seated(server, "human", "human", watch=True)
    watcher = Window(server).join(windows[0].see(0)["watch"])
    windows[1].get("resign")
    assert watcher.ask("rematch")[0] == NOT_YOURS
    followed(windows)
    assert watcher.see(0)["next"] is True
    assert Window(server, watcher.get("rematch")["secret"]).get("about")["viewer"] is None


def test_a_restart_keeps_the_next_game_and_who_wants_it(tmp_path: Path, serving: Any) -> None:
    first = Lobby(records=tmp_path)
    host, guest = finished(serving(first, patience=0.0), "human", "human")
    assert guest.get("rematch") is None
    first.close()
    second = Lobby(records=tmp_path)
    server = serving(second, patience=0.0)
    opened = Window(server, host.token).get("rematch")
    second.close()
    server = serving(Lobby(records=tmp_path), patience=0.0)
    host, guest = Window(server, host.token), Window(server, guest.token)
    assert guest.see(0)["next"] is True
    assert host.get("rematch")["secret"] == opened["secret"]
    assert Window(server, guest.get("rematch")["secret"]).get("about")["viewer"] == 0
    assert len(server.lobby._tables) == 2
    written = "".join(path.read_text() for path in tmp_path.glob("*.json"))
    assert opened["secret"] not in written
    assert host.token not in written


# A seat, and what goes with it.


def test_the_name_and_the_requests_of_a_person_go_with_them(server: Any) -> None:
    host, guest, third = seated(server, "human", "human", "human")
    guest.get("rename", name="Bo")
    guest.get("agree_to_end")
    fresh = host.get("invite", for_seat=1)["invitation"]
    assert host.see(0)["names"] == ["", "", ""]
    assert third.see(0)["asked"] == []
    other = Window(server).join(fresh)
    assert third.get("agree_to_end")["asked"] == [{"what": "end", "seat": 2, "agreed": []}]
    other.get("agree_to_end")
    host.get("invite", for_seat=1)
    assert third.see(0)["asked"] == [{"what": "end", "seat": 2, "agreed": []}]


def test_all_are_told_that_somebody_else_has_taken_a_seat(server: Any) -> None:
    """A host could see the hand of a guest, and only that guest learned of it."""
    host, _, third = seated(server, "human", "human", "human")
    assert third.see(0)["scene"]["notes"] == []
    invitation = host.get("invite", for_seat=1)["invitation"]
    spy = Window(server).join(invitation)
    told = "Another person has taken over the seat of Player 2."
    for window in (host, spy, third):
        assert told in window.see(0)["scene"]["notes"]
        assert told in window.get("scene")["scene"]["notes"]


def test_a_host_ends_no_game_for_guests_who_are_silent_for_a_moment(
    server: Any, machine: HeldMachine
) -> None:
    """With stand-ins for two who had been silent for 13 s, hosts once agreed with themselves."""
    host, guest = seated(server, "human", "human")
    machine.now += 13
    host.get("let_bot_play", for_seat=1, bot="random")
    assert host.get("agree_to_end")["over"] is False
    machine.now += AWAY_SECONDS - 13
    assert host.get("agree_to_end")["over"] is False, "they are away, but were asked just now"
    guest.get("agree_to_end", agree=False)
    machine.now += AWAY_SECONDS
    assert host.see(0)["asked"] == []


def test_what_is_asked_of_who_stays_away_is_done_by_itself(
    server: Any, machine: HeldMachine
) -> None:
    host, _ = seated(server, "human", "human")
    host.get("let_bot_play", for_seat=1, bot="random")
    assert host.get("agree_to_end")["over"] is False
    machine.now += AWAY_SECONDS - 1
    assert host.see(0)["end"] is None
    machine.now += 1
    assert host.see(0)["end"] is not None


def test_what_cannot_be_kept_is_not_done_and_keeps_nobody_from_looking(
    server: Any, machine: HeldMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = seated(server, "human", "human")
    host.get("let_bot_play", for_seat=1, bot="random")
    host.get("agree_to_end")
    machine.now += AWAY_SECONDS
    with monkeypatch.context() as patch:
        patch.setattr(Table, "_write", Mock(side_effect=RecordError("the disk is full")))
        assert host.see(0)["end"] is None
    assert host.see(0)["end"] is not None


def test_who_was_sent_away_has_not_agreed_at_once(server: Any, machine: HeldMachine) -> None:
    """A seat that nobody has any more is no reason to go on alone."""
    host, _ = seated(server, "human", "human")
    host.get("withdraw", for_seat=1)
    host.get("let_bot_play", for_seat=1, bot="random")
    assert host.get("agree_to_end")["over"] is False
    machine.now += AWAY_SECONDS
    assert host.see(0)["end"] is not None


def test_a_guest_lets_no_other_bot_play_than_the_usual_one(server: Any) -> None:
    host, guest = seated(server, "human", "human")
    slow = "mcts:seconds=20"
    assert guest.ask("let_bot_play", {"for_seat": 1, "bot": slow})[0] == NOT_YOURS
    guest.get("let_bot_play", for_seat=1)
    guest.get("give_back", for_seat=1)
    host.get("let_bot_play", for_seat=0, bot="mcts:seconds=0.1")


# Tables that everybody has left.


def test_no_table_is_closed_while_there_is_room(serving: Any, machine: HeldMachine) -> None:
    server = serving(Lobby(machine=machine, max_tables=2), patience=0.0)
    idle = Window(server).start("human", "human")
    machine.now += 10 * IDLE_UNFINISHED_SECONDS
    other = Window(server).start("human", "human")
    assert idle.get("about")["table"] == 1
    assert other.get("about")["table"] == 2
    assert Window(server).ask("new", {"game": "bazaar", "seats": ["human"] * 2})[0] == FULL


def test_a_kept_table_that_made_room_is_opened_again_by_its_players(
    tmp_path: Path, serving: Any, machine: HeldMachine
) -> None:
    server = serving(Lobby(machine=machine, max_tables=1, records=tmp_path), patience=0.0)
    first, guest = seated(server, "human", "human", names=["Ann", ""])
    first.act(first.see(0)["choices"][0]["action"])
    before = first.see(1)
    machine.now += 2 * IDLE_UNFINISHED_SECONDS
    second = Window(server).start("human", "human")
    assert first.ask("look")[0] == FULL, "and the other table is in use"
    machine.now += 2 * IDLE_UNFINISHED_SECONDS
    after = guest.see(1)
    assert (after["names"], after["plies"]) == (before["names"], 1)
    assert first.see(1)["choices"] == before["choices"]
    machine.now += 2 * IDLE_UNFINISHED_SECONDS
    assert second.see(0)["absent"][0]["seat"] == 1
    assert Window(server, "x" * 43).ask("look")[0] == NOT_YOURS


def test_a_restart_opens_no_more_tables_than_fit_and_finds_the_others(
    tmp_path: Path, serving: Any, machine: HeldMachine
) -> None:
    first = Lobby(records=tmp_path)
    tokens = [Window(serving(first)).start("human", "human").token for _ in range(3)]
    first.close()
    lobby = Lobby(machine=machine, records=tmp_path, max_tables=1)
    assert (len(lobby._tables), lobby.complaints) == (1, [])
    server = serving(lobby, patience=0.0)
    for token in tokens:
        machine.now += 2 * IDLE_UNFINISHED_SECONDS
        assert Window(server, token).get("about")["viewer"] == 0
