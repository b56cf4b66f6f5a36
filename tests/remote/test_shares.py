"""One person takes nothing from the others: waiting, searching, watching, and stopping."""

from __future__ import annotations

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest

from boardgames.play.bots.base import RandomBot
from boardgames.play.bots.mcts import MctsBot
from boardgames.play.limits import SEARCH_THREADS, SEARCHES_EACH, SPECTATORS_EACH, WAITS_EACH
from boardgames.remote.lobby import Lobby
from boardgames.remote.rooms import Start
from boardgames.table.table import Table
from tests.conftest import wait_until
from tests.remote.servers import Window, limit, stop

FULL, NOT_NOW = -32004, -32001
START = Start("koryo", ("human",) * 4)
PATIENCE = 20.0
"""How many seconds the servers here wait for news: longer than any of these tests."""


def batch(window: Window, *calls: tuple[str, dict[str, Any]]) -> Any:
    """Return the answers to several calls in one message."""
    requests = [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        for number, (method, params) in enumerate(calls)
    ]
    status, _, body = window.send("POST", "/rpc", json.dumps(requests).encode())
    assert status == 200
    return json.loads(body)


def waiting(server: Any, token: str) -> socket.socket:
    """Return a connection that waits for news."""
    version = server.lobby.seat(token).table.version
    request = {"jsonrpc": "2.0", "id": 1, "method": "wait", "params": {"version": version}}
    body = json.dumps(request).encode()
    host = f"127.0.0.1:{server.server_port}"
    head = (
        f"POST /rpc HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        f"Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    before = server.lobby.shares.taken("waits")
    connection = socket.create_connection(("127.0.0.1", server.server_port), timeout=10)
    connection.sendall(head.encode() + body)
    wait_until(lambda: server.lobby.shares.taken("waits") > before)
    return connection


def test_a_message_waits_at_most_once(serving: Any) -> None:
    """A batch of 100 once held its place for 500 s."""
    window = Window(serving(patience=0.5)).start("human", "human")
    version = window.look()["version"]
    since = monotonic()
    answers = batch(window, *[("wait", {"version": version})] * 20)
    assert [each["result"]["version"] for each in answers] == [version] * 20
    assert 0.4 < monotonic() - since < 3


def test_one_person_holds_a_share_of_the_waits(serving: Any) -> None:
    server = serving(patience=PATIENCE)
    greedy, modest = [Window(server).start("human", "human") for _ in range(2)]
    held = [waiting(server, greedy.token) for _ in range(WAITS_EACH)]
    version = server.lobby.seat(greedy.token).table.version
    assert greedy.ask("wait", {"version": version})[0] == FULL
    held.append(waiting(server, modest.token))
    for each in held:
        each.close()


def test_a_wait_ends_when_its_client_has_gone(serving: Any) -> None:
    server = serving(patience=PATIENCE)
    window = Window(server).start("human", "human")
    connection = waiting(server, window.token)
    since = monotonic()
    connection.close()
    wait_until(lambda: not server.lobby.shares.taken("waits"))
    assert monotonic() - since < PATIENCE / 2
    assert window.look() is not None


def test_the_longest_wait_makes_way_where_places_are_short(serving: Any) -> None:
    server = serving(patience=PATIENCE)
    people = [Window(server).start("human", "human") for _ in range(3)]
    limit(server, most_connections=3)
    held = [waiting(server, each.token) for each in people]
    since = monotonic()
    assert Window(server).get("hello")["name"] == "boardgames"
    assert held[0].recv(20).startswith(b"HTTP/1.1 200")
    assert monotonic() - since < 5
    for each in held:
        each.close()


def slow_search(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let every search take this long, and find nothing."""

    def search(*_: object, **__: object) -> tuple[()]:
        sleep(seconds)
        return ()

    monkeypatch.setattr(MctsBot, "consider", search)


def test_nobody_waits_for_the_searches_of_one_person(
    serving: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """40 batches of hints by one person once stopped those of all others for a minute."""
    slow_search(monkeypatch, 0.3)
    server = serving()
    greedy, modest = [Window(server).start("human", "random", seed=1) for _ in range(2)]
    with ThreadPoolExecutor(12) as pool:
        many = [
            pool.submit(batch, Window(server, greedy.token), *[("hint", {})] * 20)
            for _ in range(12)
        ]
        wait_until(lambda: server.lobby.shares.taken("searches") == SEARCHES_EACH)
        since = monotonic()
        assert modest.ask("hint")[0] == NOT_NOW, "it had no time, but was not refused"
        assert monotonic() - since < 2
        codes = [{each["error"]["code"] for each in batch.result()} for batch in many]
    assert all(FULL in each for each in codes)
    assert any(NOT_NOW in each for each in codes)


@pytest.mark.long
def test_people_at_one_table_leave_threads_for_the_searches_of_others(
    serving: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One search at a time at a table: the others once waited in the threads for searches."""
    slow_search(monkeypatch, 0.3)
    server = serving()
    opener = Window(server).start("random", "random", game="koryo")
    while opener.look()["end"] is None:
        pass
    link = server.lobby.seat(opener.token).table.seating.watch
    people = [opener, *[Window(server).join(link) for _ in range(3)]]
    other = Window(server).start("human", "random", seed=1)
    with ThreadPoolExecutor(8) as pool:
        judged = [pool.submit(each.ask, "judge", {"of_seat": 0}) for each in people * 2]
        wait_until(lambda: server.lobby.shares.taken("searches") > SEARCH_THREADS)
        since = monotonic()
        assert other.ask("hint")[0] == NOT_NOW
        assert monotonic() - since < 1.5
        assert not all(each.done() for each in judged)


def test_one_link_for_spectators_takes_a_share_and_can_be_renewed(server: Any) -> None:
    host = Window(server).start("human", "random", watch=True)
    other = Window(server).start("human", "random", watch=True)
    link = host.see(0)["watch"]
    table = server.lobby.seat(host.token).table
    many = [table.join(link)[1] for _ in range(SPECTATORS_EACH)]
    assert Window(server).ask("join", {"invitation": link})[0] == FULL
    Window(server).join(other.see(0)["watch"])
    fresh = host.get("invite", for_seat=None)["invitation"]
    assert "a new link" in Window(server, many[-1]).ask("look")[1]
    assert "a new link" in Window(server).ask("join", {"invitation": link})[1]
    watcher = Window(server).join(fresh)
    assert watcher.ask("invite", {"for_seat": None})[0] != 0
    assert host.see(0)["watch"] == fresh


def test_whoever_opened_a_table_of_bots_stays_when_they_renew_the_link(server: Any) -> None:
    opener = Window(server).start("random", "random")
    table = server.lobby.seat(opener.token).table
    other = Window(server).join(table.seating.watch)
    assert other.ask("invite", {"for_seat": None})[0] == -32003
    opener.get("invite", for_seat=None)
    assert opener.see(0)["plies"] >= 0
    assert other.ask("look")[0] == -32003


@pytest.mark.long
def test_a_server_stops_in_time_whatever_goes_on(
    serving: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots that do not stop, people who wait, and a person with many searches."""
    released = Event()

    def stubborn(self: object, *_: object) -> Any:  # noqa: ARG001  # as a bot is asked
        released.wait(30)
        raise AssertionError

    monkeypatch.setattr(RandomBot, "choose", stubborn)
    slow_search(monkeypatch, 0.5)
    server = serving(Lobby(seconds=None), patience=PATIENCE)
    windows = [Window(server).start("human", "human") for _ in range(4)]
    tables = [Window(server).start("random", "random") for _ in range(6)]
    wait_until(
        lambda: (
            sum(server.lobby.seat(each.token).table.steps.thinking is not None for each in tables)
            > 0
        )
    )
    held = [waiting(server, each.token) for each in windows]
    searcher = Window(server).start("human", "random", seed=1)
    with ThreadPoolExecutor(4) as pool:
        for _ in range(4):
            pool.submit(batch, searcher, *[("hint", {})] * 100)
        wait_until(lambda: server.lobby.shares.taken("searches") > 0)
        since = monotonic()
        stop(server)
        assert monotonic() - since < 8
    released.set()
    for each in held:
        each.close()


def test_tables_share_the_time_in_which_their_bots_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once had two seconds of its own."""
    asked = list[float]()
    lobby = Lobby(play_on=lambda _: None)
    tables = [lobby.open(START)[0] for _ in range(5)]

    def noted(table: Table, seconds: float) -> None:
        if table in tables:  # and not at a server of the test before, which still ends
            asked.append(seconds)
            sleep(0.01)

    monkeypatch.setattr(Table, "wait_for_bot", noted)
    lobby.close()
    assert len(asked) == 5
    assert sorted(asked, reverse=True) == asked
    assert asked[-1] < asked[0] <= 2
