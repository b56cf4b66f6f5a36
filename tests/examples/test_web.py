"""The server of the page: whom it answers, and what it tells."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from base64 import b64encode
from contextlib import nullcontext
from hashlib import sha256
from http.client import HTTPConnection
from itertools import product
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

import boardgames
from boardgames.core.chance import generator, pick
from boardgames.play.bots import GreedyBot
from tests.conftest import drawing

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from examples.web.server import Server
    from tests.conftest import Shell
    from tests.examples.conftest import Alongside

PROGRAM = Path(__file__).parents[2] / "examples" / "web" / "server.py"
TOKEN = re.compile(r"[\w-]{43}")
KNOWN = {
    "game", "seats", "seat", "to_act", "over", "text", "legal", "events", "outcome", "remarks", "seed", "version",
    "absent",
}  # fmt: skip
"""All that a page is ever told of its table."""


class Window:
    """A browser without a screen."""

    def __init__(self, server: Server, token: str = "") -> None:
        """Sit down with this token, or with none."""
        self.server = server
        self.token = token
        self.version = 0

    def send(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str | None] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the answer; a header that is None is left out."""
        sent: dict[str, str | None] = {"Host": self.server.hosts[0], "Authorization": f"Bearer {self.token}"}
        if body is not None:
            sent |= {
                "Origin": f"http://{self.server.hosts[0]}",
                "Content-Type": "application/json",
                "Content-Length": str(len(body)),
            }
        connection = HTTPConnection("127.0.0.1", self.server.server_port, timeout=20)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in (sent | (headers or {})).items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def get(self, path: str, **headers: str | None) -> int:
        """Return the status of the answer."""
        return self.send("GET", path, headers=headers)[0]

    def post(self, path: str, data: object, **headers: str | None) -> tuple[int, Any]:
        """Return status and content of the answer."""
        status, _, body = self.send("POST", path, json.dumps(data).encode(), headers)
        return status, json.loads(body)

    def look(self) -> Any:  # noqa: ANN401  # JSON
        """Return what is new at the table, or None."""
        status, _, body = self.send("GET", f"/api/seat?known={self.version}")
        if status == 204:
            return None
        assert status == 200, body
        seen = json.loads(body)
        self.version = seen["version"]
        return seen

    def act(self, action: str) -> None:
        """Do what is legal."""
        status, answer = self.post("/api/act", {"action": action})
        assert status == 200, answer
        assert answer.keys() == {"version"}


def seated(server: Server, *seats: str, game: str = "koryo", seed: int | None = 7) -> list[Window]:
    """Return a window for each person at a new table; several people cannot choose the seed, but it is this one."""
    start: dict[str, object] = {"game": game, "seats": seats}
    with nullcontext() if seed is None else drawing(seed):
        chosen = {"seed": seed} if seats.count("human") == 1 else {}
        status, answer = Window(server).post("/api/start", start | chosen)
    assert status == 200, answer
    windows = [Window(server, answer["token"])]
    for absent in windows[0].look()["absent"]:
        status, answer = Window(server).post("/api/join", {"invitation": absent["invitation"]})
        assert status == 200
        windows.append(Window(server, answer["token"]))
    return windows


def settled(window: Window, plies: int) -> Any:  # noqa: ANN401  # JSON
    """Return what a window sees after so many plies."""
    window.version = 0
    while len((seen := window.look())["events"]) < plies:
        pass
    return seen


# What a seat is told.


@pytest.mark.parametrize("name", boardgames.game_names())
def test_each_of_two_people_is_told_what_its_seat_may_know_and_nothing_else(
    name: str, server: Server, alongside: type[Alongside]
) -> None:
    """What is expected comes from worlds that agree with the true one in nothing but what the seat knows."""
    rng = generator(1, 0)
    players = boardgames.game_class(name).player_counts[0]
    played = alongside(name, players, 11)
    windows = seated(server, *["human"] * players, game=name, seed=11)
    while True:
        seen = [settled(window, len(played.told[0])) for window in windows]
        for seat, each in enumerate(seen):
            assert each.keys() == KNOWN
            assert each["absent"] == []
            assert {key: each[key] for key in each.keys() - {"version", "absent"}} == played.shown_to(seat)
        if seen[0]["over"]:
            break
        seat = pick(seen[0]["to_act"], rng)
        action = str(played.game.random_action(played.state, rng, seat))
        windows[seat].act(action)
        played.act(seat, action)


@pytest.mark.parametrize("name", boardgames.game_names())
def test_the_seed_is_told_at_the_end_only(name: str, server: Server) -> None:
    rng = generator(2, 0)
    players = boardgames.game_class(name).player_counts[0]
    (window,) = seated(server, "human", *["random"] * (players - 1), game=name, seed=987654321)
    seen = settled(window, 0)
    while not seen["over"]:
        assert "987654321" not in json.dumps(seen)
        assert (seen["outcome"], seen["remarks"]) == (None, [])
        assert len(seen["legal"]) != 1, "the server does what is the only choice"
        if seen["legal"]:
            window.act(pick(seen["legal"], rng))
        seen = window.look() or seen
    assert seen["seed"] == 987654321
    assert sorted(seat for seats in seen["outcome"]["ranking"] for seat in seats) == [*range(players)]


def test_the_same_seed_deals_the_same_and_none_deals_anew(server: Server) -> None:
    def dealt(seed: int | None) -> str:
        text: str = settled(seated(server, "human", "human", seed=seed)[0], 0)["text"]
        return text

    assert dealt(5) == dealt(5)
    assert len({dealt(None) for _ in range(5)}) > 1


def test_without_news_the_answer_is_short_and_with_news_quick(server: Server) -> None:
    windows = seated(server, "human", "human")
    seen = [window.look() for window in windows]
    started = monotonic()
    assert windows[0].look() is None
    assert 0.5 < monotonic() - started < 5
    mover = seen[0]["to_act"][0]
    windows[mover].act(seen[mover]["legal"][0])
    assert len(windows[1 - mover].look()["events"]) == 1


def test_an_action_is_answered_with_the_version_that_shows_it(server: Server) -> None:
    windows = seated(server, "human", "human")
    seen = [window.look() for window in windows]
    mover = seen[0]["to_act"][0]
    _, answer = windows[mover].post("/api/act", {"action": seen[mover]["legal"][0]})
    windows[mover].version = answer["version"] - 1
    assert windows[mover].look()["version"] >= answer["version"] > seen[mover]["version"]
    assert len(settled(windows[mover], 0)["events"]) >= 1


def test_looking_does_not_wait_for_a_bot_that_thinks(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, may_go_on = Event(), Event()
    choose = GreedyBot.choose_by

    def ponder(bot: GreedyBot, *question: Any) -> Any:  # noqa: ANN401  # as the bot has it
        asked.set()
        assert may_go_on.wait(20)
        return choose(bot, *question)

    monkeypatch.setattr(GreedyBot, "choose_by", ponder)
    (window,) = seated(server, "human", "greedy", seed=1)
    try:
        seen = window.look() or settled(window, 0)
        if 0 in seen["to_act"]:
            window.act(seen["legal"][-1])
        assert asked.wait(20)
        window.version = 0
        started = monotonic()
        assert window.look()["to_act"] == [1]
        assert monotonic() - started < 5
    finally:
        may_go_on.set()
    while 0 not in (window.look() or seen)["to_act"]:
        pass


def test_a_bot_that_fails_forfeits_and_the_page_is_told(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(GreedyBot, "choose_by", fail)
    (window,) = seated(server, "human", "greedy", seed=1)
    seen = settled(window, 0)
    while not seen["over"]:
        if seen["legal"]:
            window.act(seen["legal"][0])
        seen = window.look() or seen
    assert seen["outcome"]["winners"] == [0]
    assert "forfeits" in seen["outcome"]["reason"]
    assert seen["legal"] == []


def test_the_rules_are_those_of_the_game_at_the_table(server: Server) -> None:
    (window,) = seated(server, "human", "random")
    _, _, body = window.send("GET", "/api/rules")
    assert json.loads(body)["rules"].split() == boardgames.make("koryo", players=2).rules().split()
    assert Window(server).get("/api/rules") == 403


# Who sits where.


def test_a_request_without_the_token_of_a_seat_is_told_nothing(server: Server) -> None:
    first, _ = seated(server, "human", "human")
    for token in ("", "x", first.token[:-1], first.token.swapcase(), f"{first.token}x"):
        assert Window(server, token).get("/api/seat?known=0") == 403
    assert Window(server).get("/api/seat", Authorization=None) == 403
    assert Window(server).get("/api/seat", Authorization="Bearer \xe9") == 403
    assert Window(server).post("/api/act", {"action": "order none"})[0] == 403


def test_tokens_and_invitations_cannot_be_guessed_and_are_all_different(server: Server) -> None:
    status, answer = Window(server).post("/api/start", {"game": "koryo", "seats": ["human"] * 4})
    assert status == 200
    invitations = [each["invitation"] for each in Window(server, answer["token"]).look()["absent"]]
    assert len({answer["token"], *invitations}) == 4
    assert all(TOKEN.fullmatch(each) for each in (answer["token"], *invitations))


def test_an_invitation_is_good_once_and_is_no_token(server: Server) -> None:
    _, answer = Window(server).post("/api/start", {"game": "koryo", "seats": ["human", "greedy", "human"]})
    host = Window(server, answer["token"])
    (absent,) = host.look()["absent"]
    assert absent["seat"] == 2
    assert Window(server, absent["invitation"]).get("/api/seat") == 403
    assert Window(server).post("/api/join", {"invitation": host.token})[0] == 403
    status, joined = Window(server).post("/api/join", {"invitation": absent["invitation"]})
    assert status == 200
    assert joined["token"] not in (host.token, absent["invitation"])
    assert Window(server, joined["token"]).look()["seat"] == 2
    assert Window(server).post("/api/join", {"invitation": absent["invitation"]})[0] == 403
    assert settled(host, 0)["absent"] == []


def test_only_the_first_person_gets_the_invitations(server: Server) -> None:
    _, answer = Window(server).post("/api/start", {"game": "koryo", "seats": ["human"] * 3})
    host = Window(server, answer["token"])
    second, third = host.look()["absent"]
    _, joined = Window(server).post("/api/join", {"invitation": second["invitation"]})
    assert Window(server, joined["token"]).look()["absent"] == [{"seat": 2, "invitation": None}]
    assert settled(host, 0)["absent"] == [third]


def test_a_seat_cannot_act_for_another_nor_look_from_there(server: Server) -> None:
    windows = seated(server, "human", "human")
    seen = [settled(window, 0) for window in windows]
    mover = seen[0]["to_act"][0]
    other = 1 - mover
    for data in ({"action": seen[mover]["legal"][0], "seat": mover}, {"action": seen[mover]["legal"][0], "table": 1}):
        assert windows[other].post("/api/act", data)[0] == 400
    assert windows[other].post("/api/act", {"action": seen[mover]["legal"][0]})[0] == 409
    _, _, body = windows[other].send("GET", f"/api/seat?known=0&seat={mover}")
    assert json.loads(body) == seen[other]
    assert settled(windows[mover], 0) == seen[mover]


def test_two_tables_have_nothing_to_do_with_each_other(server: Server) -> None:
    (one,), (other,) = seated(server, "human", "random", seed=1), seated(server, "human", "random", seed=2)
    before = settled(other, 0)
    seen = settled(one, 0)
    while not seen["legal"]:
        seen = one.look() or seen
    one.act(seen["legal"][0])
    assert len(settled(one, 1)["events"]) >= 1
    assert settled(other, 0)["events"][: len(before["events"])] == before["events"]


@pytest.mark.parametrize("action", ["order 9 Banker", "checkmate", "", "order", "x" * 3000])
def test_what_is_not_legal_is_refused_and_changes_nothing(action: str, server: Server) -> None:
    windows = seated(server, "human", "human")
    seen = settled(windows[0], 0)
    mover = seen["to_act"][0]
    status, answer = windows[mover].post("/api/act", {"action": action})
    assert status == 409
    assert answer["error"]
    assert settled(windows[0], 0) == seen


# Which tables there are.


@pytest.mark.parametrize(
    "start",
    [
        {"game": "chess", "seats": ["human", "greedy"]},
        {"game": "koryo", "seats": ["human"]},
        {"game": "koryo", "seats": ["human"] * 200},
        {"game": "koryo", "seats": []},
        {"game": "koryo", "seats": ["greedy", "greedy"]},
        {"game": "koryo", "seats": ["human", "nobody"]},
        {"game": "koryo", "seats": ["human", "cmd:touch here"]},
        {"game": "koryo", "seats": ["human", " cmd:touch here"]},
        {"game": "koryo", "seats": ["human", "mcts:iterations=1000000000"]},
        {"game": "koryo", "seats": ["human", 1]},
        {"game": "koryo", "seats": "human"},
        {"game": "koryo", "seats": ["human", "human"], "seed": 7},
        {"game": "koryo", "seats": ["human", "greedy", "human"], "seed": 0},
        {"game": "koryo", "seats": ["human", "greedy"], "seed": -1},
        {"game": "koryo", "seats": ["human", "greedy"], "seed": "7"},
        {"game": "koryo", "seats": ["human", "greedy"], "seed": True},
        {"game": "koryo", "seats": ["human", "greedy"], "options": {}},
        {"game": 5, "seats": ["human", "greedy"]},
        {"seats": ["human", "greedy"]},
        [],
        None,
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_refused(start: object, server: Server, tmp_path: Path) -> None:
    status, answer = Window(server).post("/api/start", start)
    assert status == 400
    assert answer.keys() == {"error"}
    assert not list(tmp_path.iterdir())
    assert not Path("here").exists()


def test_a_table_that_nobody_asks_for_makes_room(
    server: Server, web: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "MOST_TABLES", 2)
    left, invited = seated(server, "human", "human"), seated(server, "human", "random")
    start = {"game": "koryo", "seats": ["human", "human"]}
    assert Window(server).post("/api/start", start)[0] == 503
    monkeypatch.setattr(web, "FORGOTTEN", 0.0)
    status, answer = Window(server).post("/api/start", start)
    assert status == 200
    assert {window.get("/api/seat") for window in left + invited} == {403}
    assert Window(server, answer["token"]).get("/api/seat") == 200


def test_a_finished_table_soon_makes_room(server: Server, web: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "MOST_TABLES", 2)
    monkeypatch.setattr(web, "FORGOTTEN_FINISHED", 0.0)
    (going_on,) = seated(server, "human", "random", seed=1)
    (window,) = seated(server, "human", "random", seed=2)
    seen = settled(window, 0)
    while not seen["over"]:
        if seen["legal"]:
            window.act(seen["legal"][0])
        seen = window.look() or seen
    seated(server, "human", "human")
    assert window.get("/api/seat") == 403
    assert going_on.get("/api/seat?known=0") == 200


# What survives the server.


def stop(server: Server) -> None:
    """Stop a server as its program does when it ends."""
    server.shutdown()
    server.server_close()


def test_a_restart_keeps_tables_seats_and_invitations(serving: Callable[..., Server], tmp_path: Path) -> None:
    first = serving(tmp_path)
    status, answer = Window(first).post("/api/start", {"game": "koryo", "seats": ["human", "random", "human"]})
    assert status == 200
    host = Window(first, answer["token"])
    (absent,) = host.look()["absent"]
    alone = seated(first, "human", "random", seed=3)[0]
    seen = settled(alone, 0)
    while not seen["legal"]:
        seen = alone.look() or seen
    alone.act(seen["legal"][0])
    before = [settled(host, 0), settled(alone, 1)]
    stop(first)

    second = serving(tmp_path)
    again = [Window(second, host.token), Window(second, alone.token)]
    for window, seen in zip(again, before, strict=True):
        after = settled(window, len(seen["events"]))
        assert after["events"][: len(seen["events"])] == seen["events"]
        assert after["version"] > seen["version"], "a page that is open asks for what is newer than it knows"
    status, answer = Window(second).post("/api/join", {"invitation": absent["invitation"]})
    assert status == 200
    stop(second)

    third = serving(tmp_path)
    assert Window(third, answer["token"]).look()["seat"] == 2
    assert Window(third).post("/api/join", {"invitation": absent["invitation"]})[0] == 403
    assert Window(third, host.token).look()["absent"] == []
    assert {path.name.partition("-")[0] for path in tmp_path.iterdir()} == {"game", "seats"}


def test_what_cannot_be_opened_again_is_said_and_left_alone(
    serving: Callable[..., Server], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table of another server, and a file that is damaged."""
    first = serving(tmp_path)
    (window,) = seated(first, "human", "random")
    (tmp_path / "seats-damaged.json").write_bytes(b'{"key": 5}')
    second = serving(tmp_path)
    assert Window(second, window.token).get("/api/seat") == 403
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in told] == sorted(path.name for path in tmp_path.glob("seats-*.json"))
    assert any("this game is open at another table" in line for line in told)
    assert window.get("/api/seat?known=0") == 200


def test_a_forgotten_table_is_forgotten_for_good(
    serving: Callable[..., Server], web: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(web, "MOST_TABLES", 1)
    monkeypatch.setattr(web, "FORGOTTEN", 0.0)
    server = serving(tmp_path)
    (left,) = seated(server, "human", "random")
    (window,) = seated(server, "human", "random")
    stop(server)
    second = serving(tmp_path)
    assert Window(second, left.token).get("/api/seat") == 403
    assert Window(second, window.token).get("/api/seat?known=0") == 200
    assert len([*tmp_path.glob("game-*.json")]) == len([*tmp_path.glob("seats-*.json")]) == 1


# What is done for a person.


def test_nothing_is_done_for_a_person_whom_others_watch(web: ModuleType) -> None:
    """Where only one action is legal, its being done at once would tell the others about the hand."""
    forced = 0
    for name, seed in product(boardgames.game_names(), range(8)):
        with drawing(seed):
            table = web.Table(None, "new", game=name, seats=["human"] * 3)
        for step in range(30):
            assert table._step() is False
            seen = {seat: table.look(seat, -1) for seat in table.people}
            to_act = seen[0]["to_act"]
            if not to_act:
                break
            forced += any(len(seen[seat]["legal"]) == 1 for seat in to_act)
            seat = to_act[step % len(to_act)]
            table.act(seat, seen[seat]["legal"][0])
            assert len(table.look(seat, -1)["events"]) == step + 1
    assert forced, "nothing was ever forced: this test shows nothing"


# Whom the server answers.


def test_many_browsers_may_come_at_once(web: ModuleType) -> None:
    """Nobody accepts them yet, and yet none is turned away."""
    server = web.Server()
    waiting = [socket.create_connection(server.server_address, timeout=20) for _ in range(100)]
    for connection in waiting:
        connection.close()
    server.server_close()


def test_it_listens_on_this_machine_only(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert server.socket.getsockname()[0] == "127.0.0.1"


def test_it_answers_by_its_own_names_only(server: Server) -> None:
    """A foreign name that is made to lead to this machine does not."""
    port = server.server_port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}"):
        assert Window(server).get("/", Host=host) == 200
    for foreign in ("evil.example", f"evil.example:{port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1.:{port}", "", None):
        for path in ("/", "/api/games", "/api/seat"):
            assert Window(server).get(path, Host=foreign) == 403


def test_two_hosts_are_none(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
        host = server.hosts[0].encode()
        connection.sendall(b"GET / HTTP/1.1\r\nHost: %b\r\nHost: evil.example\r\n\r\n" % host)
        assert connection.recv(100).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize("begun", ["", "GET / HT", "GET / HTTP/1.1\r\nHost: {host}\r\n", "{post}", '{post}{{"game": '])
def test_a_request_that_is_never_finished_is_not_waited_for(
    begun: str, server: Server, web: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.Handler, "timeout", 0.1)
    host = server.hosts[0]
    post = (
        f"POST /api/start HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
        connection.sendall(begun.format(host=host, post=post).encode())
        assert connection.recv(1) == b""
    assert Window(server).get("/") == 200


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://localhost:{port}"],
)
def test_what_comes_from_another_page_is_refused(origin: str | None, server: Server) -> None:
    windows = seated(server, "human", "human")
    seen = [settled(window, 0) for window in windows]
    mover = seen[0]["to_act"][0]
    sent = origin and origin.format(port=server.server_port)
    for path, data in (
        ("/api/start", {"game": "koryo", "seats": ["human", "greedy"]}),
        ("/api/join", {"invitation": "x"}),
        ("/api/act", {"action": seen[mover]["legal"][0]}),
    ):
        assert windows[mover].post(path, data, Origin=sent)[0] == 403
    assert settled(windows[0], 0) == seen[0]


def test_a_page_may_ask_by_either_name(server: Server) -> None:
    host = f"localhost:{server.server_port}"
    start = {"game": "koryo", "seats": ["human", "greedy"]}
    assert Window(server).post("/api/start", start, Host=host, Origin=f"http://{host}")[0] == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": None}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Length": None}, 411),
        ({"Content-Length": "-1"}, 411),
        ({"Content-Length": "many"}, 411),
        ({"Content-Length": "1" * 5000}, 411),
        ({"Transfer-Encoding": "chunked"}, 411),
        ({"Content-Length": "4097"}, 413),
        ({"Content-Length": "999999999"}, 413),
    ],
)
def test_a_body_of_another_kind_or_size_is_refused_unread(
    headers: dict[str, str | None], status: int, server: Server
) -> None:
    got, told, _ = Window(server).send("POST", "/api/start", b"{}", headers)
    assert got == status
    assert told["Connection"] == "close"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"[" * 4000, b'{"invitation": NaN}', b"9" * 4096, b'{"invitation": "\\ud800"}', b"{}"]
)
def test_a_body_that_says_nothing_is_refused_and_the_next_one_answered(body: bytes, server: Server) -> None:
    assert Window(server).send("POST", "/api/join", body)[0] in (400, 403)
    assert Window(server).get("/api/games") == 200


@pytest.mark.parametrize(
    "path",
    [
        "/index.html", "/server.py", "/../server.py", "/..%2fserver.py", "/%2e%2e/%2e%2e/pyproject.toml",
        "//etc/passwd", "/api", "/api/", "/api/start", "/api/record", "/api/save", "http://evil.example/", "*",
    ],
)  # fmt: skip
def test_there_is_nothing_else_to_get(path: str, server: Server) -> None:
    status, _, body = Window(server).send("GET", path)
    assert status == 404
    assert json.loads(body) == {"error": "there is no such page"}


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"])
def test_there_is_nothing_else_to_do(method: str, server: Server) -> None:
    assert Window(server).send(method, "/")[0] == 501


@pytest.mark.parametrize("known", ["", "known=", "known=-1", "known=x", "known=" + "9" * 30, "known=0&known=1"])
def test_a_window_that_knows_nonsense_knows_nothing(known: str, server: Server) -> None:
    (window,) = seated(server, "human", "random")
    assert window.send("GET", f"/api/seat?{known}")[0] == 200


# The page itself.


def test_the_page_may_run_its_own_script_only_and_ask_nobody_else(server: Server) -> None:
    status, headers, body = Window(server).send("GET", "/")
    assert status == 200
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    for name in ("script", "style"):
        (inline,) = re.findall(rf"<{name}>(.*?)</{name}>".encode(), body, re.DOTALL)
        assert policy[f"{name}-src"] == f"'sha256-{b64encode(sha256(inline).digest()).decode()}'"
    assert (policy["default-src"], policy["connect-src"]) == ("'none'", "'self'")
    assert (policy["frame-ancestors"], policy["base-uri"]) == ("'none'", "'none'")
    for path in ("/", "/api/games", "/nothing"):
        _, headers, _ = Window(server).send("GET", path)
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Referrer-Policy"] == "same-origin"


def test_the_page_needs_no_network_and_makes_no_markup_of_text() -> None:
    page = (PROGRAM.parent / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r"https?://|//[a-z]+\.|@import|url\(", page)
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b", page)
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in page


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("number", "status", "rest"),
    [(signal.SIGINT, 0, "\nStopped.\n"), (signal.SIGTERM, 143, ""), (signal.SIGHUP, 129, "")],
)
def test_it_runs_as_a_program_until_it_is_stopped(shell: Shell, number: signal.Signals, status: int, rest: str) -> None:
    process = subprocess.Popen(
        [sys.executable, PROGRAM, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=shell.environment(XDG_STATE_HOME=str(shell.directory / "state")),
        cwd=shell.directory,
    )
    try:
        assert process.stdout is not None
        found = re.fullmatch(r"Open http://(127\.0\.0\.1):(\d+)/ in a browser\. .*\n", process.stdout.readline())
        assert found is not None
        connection = HTTPConnection(found[1], int(found[2]), timeout=20)
        connection.request("GET", "/api/games")
        told = json.loads(connection.getresponse().read())
        connection.close()
        assert tuple(each["game"] for each in told["games"]) == boardgames.game_names()
        process.send_signal(number)
        assert process.communicate(timeout=20) == (rest, "")
        assert process.returncode == status
        assert [path.name for path in (shell.directory / "state" / "boardgames").iterdir()] == ["web"]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("port", ["taken", "-1", "70000", "many"])
def test_a_port_that_it_cannot_have_is_an_error_of_one_line(port: str, server: Server, shell: Shell) -> None:
    given = str(server.server_port) if port == "taken" else port
    done = subprocess.run(
        [sys.executable, PROGRAM, "--port", given],
        capture_output=True,
        text=True,
        env=shell.environment(XDG_STATE_HOME=str(shell.directory)),
        cwd=shell.directory,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert given in done.stderr
