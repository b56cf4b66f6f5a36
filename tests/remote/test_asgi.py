"""The ASGI application: mounted in another one, in several rooms, and asked without a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from boardgames.core.chance import generator, pick
from boardgames.play.limits import LONGEST_REQUEST_BYTES, THREADS
from boardgames.remote.asgi import Application, Receive
from boardgames.remote.lobby import Lobby
from boardgames.remote.methods import METHODS
from boardgames.remote.results import Catalogue
from boardgames.web.asgi import application
from tests.conftest import wait_until
from tests.docs.blocks import Page
from tests.remote.servers import UnderUvicorn, Window, seated
from tests.remote.test_web_servers import place


class Elsewhere(Window):
    """A window at an application that is mounted below a path."""

    def __init__(self, server: Any, path: str, token: str = "") -> None:
        super().__init__(server, token)
        self.path = path

    def send(self, method: str, path: str, *more: Any) -> tuple[int, dict[str, str], bytes]:
        """Send it below the path."""
        return super().send(method, self.path + path, *more)


def whole_game(window: Window, seed: int) -> int:
    """Play to the end; return the number of actions."""
    rng = generator(seed, 0)
    while (seen := window.see(0))["end"] is None:
        if seen["choices"]:
            window.act(pick(seen["choices"], rng)["action"])
    return len(seen["log"])


@pytest.mark.long
def test_three_rooms_are_mounted_in_starlette_and_know_nothing_of_each_other() -> None:
    applications: Any = pytest.importorskip("starlette.applications")
    routing: Any = pytest.importorskip("starlette.routing")
    rooms = {f"/games/{number}": application(Lobby()) for number in range(3)}

    @asynccontextmanager
    async def lifespan(app: object) -> AsyncIterator[None]:
        async with AsyncExitStack() as closing:
            for room in rooms.values():
                await closing.enter_async_context(room.lifespan(app))
            yield

    routes = [routing.Mount(path, app=room) for path, room in rooms.items()]
    outer = applications.Starlette(routes=routes, lifespan=lifespan)
    server = UnderUvicorn(outer)
    try:
        windows = [Elsewhere(server, path).start("human", "random", quick=True) for path in rooms]
        status, headers, page = windows[0].send("GET", "/")
        assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert b"page.js" in page
        for window in windows:
            for path in set(rooms) - {window.path}:
                assert Elsewhere(server, path, window.token).ask("look")[0] == -32003
        with ThreadPoolExecutor(3) as pool:
            assert [*pool.map(whole_game, windows, range(3))] == [12, 12, 12]
    finally:
        server.stop()
    assert all(room.lobby.closed for room in rooms.values())


@pytest.mark.long
@pytest.mark.parametrize("framework", ["fastapi", "django", "quart"])
def test_it_is_mounted_as_the_guide_says(
    framework: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(framework)
    if framework == "django":
        import_module("django.conf").settings.configure(ROOT_URLCONF=__name__)
    programs = Page("guides/frontend").programs
    (program,) = [each.parsed for each in programs if f"from {framework}" in each.parsed]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    defined: dict[str, Any] = {"__name__": __name__}
    exec(program, defined)  # noqa: S102  # our own
    server = UnderUvicorn(defined["application" if framework == "django" else "app"])
    try:
        window = Elsewhere(server, "/games").start("human", "random", quick=True)
        assert window.send("GET", "")[1]["Location"] in ("games/", f"{server.url}games/")
        assert b"page.js" in window.send("GET", "/")[2]
        assert whole_game(window, 1) == 12
        assert [*tmp_path.glob("games/*.table.json")]
    finally:
        server.stop()


def test_many_who_wait_for_news_hold_no_thread_and_hear_of_it_at_once() -> None:
    server = UnderUvicorn(application(Lobby()))
    server.application.patience = 60
    try:
        windows = seated(server, "human", "human", watch=True)
        link = windows[0].see(0)["watch"]
        watchers = [Window(server).join(link) for _ in range(2 * THREADS)]
        version = windows[0].see(0)["version"]
        with ThreadPoolExecutor(3 * THREADS) as pool:
            waiting = [pool.submit(each.get, "wait", version=version) for each in watchers]
            wait_until(lambda: server.lobby.shares.taken("waits") == len(watchers))
            windows[0].act(windows[0].see(0)["choices"][0]["action"])
            assert all(each.result(50)["version"] > version for each in waiting)
    finally:
        server.stop()


def scope(host: str, **more: Any) -> dict[str, Any]:
    """Return what a server says of a request."""
    headers = {"host": host, "origin": f"http://{host}", "content-type": "application/json"}
    asked = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": "/rpc",
        "server": ("127.0.0.1", 80),
    }
    written = [(name.encode(), text.encode()) for name, text in headers.items()]
    return asked | {"headers": written} | more


async def nothing() -> Any:
    """Receive a request without a body."""
    return {"type": "http.request", "body": b"", "more_body": False}


async def sent_by(app: Application, known: dict[str, Any], receive: Receive) -> list[Any]:
    """Return what is sent to the client from whom this is received."""
    sent: list[Any] = []

    async def send(event: Any) -> None:  # as ASGI has it
        sent.append(event)

    await app(known, receive, send)
    return sent


async def answered(app: Application, known: dict[str, Any], receive: Receive) -> tuple[int, Any]:
    """Return the status and the content of the answer to what is received."""
    start, content = await sent_by(app, known, receive)
    return start["status"], json.loads(content["body"])


async def asked_of(app: Application, known: dict[str, Any], *bodies: bytes) -> tuple[int, Any]:
    """Return the status and the content of the answer to a request in these parts."""
    length = str(sum(map(len, bodies))).encode()
    known["headers"] += [(b"content-length", length)] if bodies else []
    events = [
        {"type": "http.request", "body": body, "more_body": body is not bodies[-1]}
        for body in bodies
    ]

    async def receive() -> Any:
        if not events:  # the client is still there
            await asyncio.Event().wait()
        return events.pop(0)

    return await answered(app, known, receive)


NEW = b'{"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"game": "koryo", "players": 2}}'
OF_PEOPLE = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "new",'
    b' "params": {"game": "koryo", "seats": ["human", "human"]}}'
)
LOOK = b'{"jsonrpc": "2.0", "id": 1, "method": "look"}'
GAMES = b'{"jsonrpc": "2.0", "id": 1, "method": "games"}'
WAIT = b'{"jsonrpc": "2.0", "id": 1, "method": "wait"}'


def test_a_body_may_come_in_parts() -> None:
    app = Application()
    status, answer = asyncio.run(asked_of(app, scope("localhost"), NEW[:20], NEW[20:]))
    assert (status, answer["result"]["yours"]) == (200, [0])
    app.close()


def test_a_body_of_another_length_than_it_says_is_refused() -> None:
    app = Application()
    known = scope("localhost")
    known["headers"].append((b"content-length", b"5"))
    assert asyncio.run(asked_of(app, known, NEW))[0] == 400
    app.close()


@pytest.mark.parametrize(
    ("name", "said"), [(b"content-length", b"%d" % len(GAMES)), (b"transfer-encoding", b"chunked")]
)
def test_a_body_whose_length_is_said_twice_is_refused(name: bytes, said: bytes) -> None:
    """Even if both say the same: a proxy in front may understand it otherwise."""
    app = Application()
    known = scope("localhost")
    known["headers"].append((name, said))
    status, answer = asyncio.run(asked_of(app, known, GAMES))
    assert (status, answer["error"]["message"]) == (400, "expected one length of the body")
    app.close()


def test_a_body_in_chunks_is_refused_as_soon_as_it_is_too_long() -> None:
    app = Application()
    known = scope("localhost")
    known["headers"].append((b"transfer-encoding", b"chunked"))
    received = 0

    async def on_and_on() -> Any:
        nonlocal received
        received += 1 << 16
        return {"type": "http.request", "body": b" " * (1 << 16), "more_body": received < 1 << 23}

    assert asyncio.run(answered(app, known, on_and_on))[0] == 413
    assert received <= LONGEST_REQUEST_BYTES + (1 << 16)
    app.close()


@pytest.mark.parametrize(
    ("without", "with_slash"),
    [
        (
            {"path": "/club/games", "root_path": "/club/games"},
            {"path": "/club/games/", "root_path": "/club/games"},
        ),
        ({"path": "/", "raw_path": b"/club/games"}, {"path": "/", "raw_path": b"/club/games/"}),
    ],
    ids=["known by root_path", "cut from the path"],
)
def test_a_browser_without_the_slash_is_sent_to_where_the_page_finds_its_parts(
    without: dict[str, Any], with_slash: dict[str, Any]
) -> None:
    app = application()
    start, content = asyncio.run(sent_by(app, scope("localhost", method="GET", **without), nothing))
    assert (start["status"], content["body"]) == (308, b"")
    assert (b"location", b"games/") in start["headers"]
    page = scope("localhost", method="GET", **with_slash)
    start, content = asyncio.run(sent_by(app, page, nothing))
    assert (start["status"], b"page.js" in content["body"]) == (200, True)
    app.close()


def test_a_body_that_does_not_arrive_in_time_is_refused() -> None:
    app = Application()
    app.arrival_seconds = 0.02
    known = scope("localhost")
    known["headers"].append((b"content-length", b"5"))

    async def never() -> Any:
        await asyncio.Event().wait()

    assert asyncio.run(answered(app, known, never))[0] == 408
    app.close()


def test_who_disconnects_before_the_request_has_arrived_gets_no_answer() -> None:
    app = Application()
    known = scope("localhost")
    known["headers"].append((b"content-length", b"5"))

    async def gone() -> Any:
        return {"type": "http.disconnect"}

    assert asyncio.run(sent_by(app, known, gone)) == []
    app.close()


def test_who_disconnects_while_they_wait_gets_no_answer() -> None:
    app = Application()

    async def opened_and_left() -> list[Any]:
        _, opened = await asked_of(app, scope("localhost"), OF_PEOPLE)
        known = scope("localhost")
        known["headers"] += [
            (b"authorization", f"Bearer {opened['result']['secret']}".encode()),
            (b"content-length", str(len(WAIT)).encode()),
        ]
        events = [{"type": "http.request", "body": WAIT, "more_body": False}]

        async def receive() -> Any:
            return events.pop() if events else {"type": "http.disconnect"}

        return await sent_by(app, known, receive)

    assert asyncio.run(opened_and_left()) == []
    app.close()


def test_bots_are_charged_to_whoever_opened_their_table() -> None:
    """By the address of a client, which proxies that are believed pass on."""
    app = Application(Lobby(key=""), proxies=["10.0.0.0/8"])

    def asked(body: bytes, address: str, *, by: str = "10.0.0.1") -> Any:
        known = scope("localhost", client=(by, 9))
        known["headers"] += [(b"x-forwarded-for", address.encode())]
        return asyncio.run(asked_of(app, known, body))[1]["result"]

    def payer(secret: str) -> Any:
        table, _ = place(app.lobby, secret)
        return table.steps.payer

    first, second, other = (
        asked(OF_PEOPLE, address)["secret"] for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")
    )
    assert payer(first) is payer(second) is not payer(other)
    mine = asked(OF_PEOPLE, "192.0.2.1", by="192.0.2.7")["secret"]
    assert payer(mine) not in (payer(first), payer(other)), "nobody else's header is believed"
    app.close()


def test_a_full_server_refuses_a_request_and_answers_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = Application()
    app.most_connections = 1
    begun, released = Event(), Event()
    method = METHODS["games"]

    def held(_: object) -> Any:
        begun.set()
        released.wait(20)
        return Catalogue((), (), (), None)

    monkeypatch.setitem(METHODS, "games", replace(method, work=held))

    async def first_and_second() -> tuple[Any, Any]:
        first = asyncio.create_task(asked_of(app, scope("localhost"), GAMES))
        await asyncio.to_thread(begun.wait, 20)
        refused = await asked_of(app, scope("localhost"), NEW)
        released.set()
        return refused, await first

    refused, answer = asyncio.run(first_and_second())
    assert (refused[0], answer[0]) == (503, 200)
    app.close()


def test_on_a_full_server_whoever_has_waited_longest_makes_way() -> None:
    app = Application()
    app.most_connections = 1

    async def first_and_second() -> tuple[Any, Any]:
        _, opened = await asked_of(app, scope("localhost"), OF_PEOPLE)
        known = scope("localhost")
        known["headers"].append((b"authorization", f"Bearer {opened['result']['secret']}".encode()))
        waiting = asyncio.create_task(asked_of(app, known, WAIT))
        while not app.lobby.shares.taken("waits"):  # noqa: ASYNC110  # nobody tells when it waits
            await asyncio.sleep(0.01)
        return await asked_of(app, scope("localhost"), NEW), await waiting

    opened, answer = asyncio.run(first_and_second())
    assert opened[0] == 200
    assert (answer[0], answer[1]["result"]["plies"]) == (200, 0)
    app.close()


def test_a_table_is_opened_with_the_key_only_where_others_reach_the_server() -> None:
    """Whatever the Host header says: it is the address at which the request has come."""
    app = Application(hosts=())
    known = scope("localhost:80", server=("192.0.2.7", 80))
    status, answer = asyncio.run(asked_of(app, known, NEW))
    assert (status, answer["error"]["code"]) == (200, -32003)
    key = app.lobby.key
    assert key
    known = scope("localhost:80", server=("192.0.2.7", 80))
    known["headers"].append((b"authorization", f"Bearer {key}".encode()))
    assert "result" in asyncio.run(asked_of(app, known, NEW))[1]
    app.close()


def test_everybody_opens_tables_where_the_key_is_empty() -> None:
    app = Application(Lobby(key=""), hosts=["play.example"])
    known = scope("play.example", server=("192.0.2.7", 80))
    assert "result" in asyncio.run(asked_of(app, known, NEW))[1]
    app.close()
