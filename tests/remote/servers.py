"""Servers for tests, and clients of theirs without a screen: the same over HTTP and ASGI."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Thread
from typing import Any, Self

import pytest

from boardgames.adapters.uvicorn import UvicornServer
from boardgames.core.codec import to_json
from boardgames.remote import shown
from boardgames.remote.calls import call, drive
from boardgames.remote.http import HttpServer
from boardgames.remote.lobby import Lobby
from boardgames.remote.site import is_loopback
from boardgames.table.table import Table
from boardgames.web.asgi import application
from tests.conftest import wait_until

OVER_HTTP = pytest.mark.parametrize(
    "serving", ["http", pytest.param("asgi", marks=pytest.mark.long)], indirect=True
)
"""For tests of what happens at tables, which is the same behind both servers: over ASGI, only the
long tests see it.
"""


@contextmanager
def serving_http(
    lobby: Lobby, host: str, names: Sequence[str], port: int, patience: float
) -> Iterator[HttpServer]:
    """Serve with the standard library."""
    server = HttpServer(application(lobby, names), host, port)
    server.application.patience = patience
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def serving_asgi(
    ending: list[Thread], lobby: Lobby, host: str, names: Sequence[str], port: int, patience: float
) -> Iterator[UvicornServer]:
    """Serve on uvicorn. It looks ten times a second whether it is to stop, so that is left to a
    thread of `ending`.
    """
    app = application(lobby, names)
    app.patience = patience
    server = UvicornServer(app, host, port)
    thread = Thread(target=server.serve_forever)
    thread.start()
    wait_until(lambda: server.is_started)
    try:
        yield server
    finally:
        lobby.close()
        ending.append(Thread(target=stop, args=(server,)))
        ending[-1].start()


class UnderUvicorn:
    """An ASGI application in uvicorn, in a thread."""

    def __init__(self, app: Any, host: str = "127.0.0.1", port: int = 0) -> None:
        uvicorn: Any = pytest.importorskip("uvicorn")
        self.application = app
        self._socket = socket.create_server((host, port), backlog=512)
        self.server_port: int = self._socket.getsockname()[1]
        self.url = f"http://{host if is_loopback(host) else '127.0.0.1'}:{self.server_port}/"
        config = uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1, lifespan="on")
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run, kwargs={"sockets": [self._socket]})
        self._thread.start()
        wait_until(lambda: bool(self._server.started))

    @property
    def lobby(self) -> Lobby:
        """The lobby of the application."""
        lobby: Lobby = self.application.lobby
        return lobby

    def stop(self) -> None:
        """Stop the server."""
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


def arriving(server: Any) -> int:
    """Return how many requests have not arrived as a whole."""
    if isinstance(server, HttpServer):
        return len(server._since)
    return len(server.application.arriving)


def limit(server: Any, **limits: float) -> None:
    """Set these limits of a server."""
    limited = server if isinstance(server, HttpServer) else server.application
    for name, value in limits.items():
        assert hasattr(limited, name)
        setattr(limited, name, value)


def stop(server: Any) -> None:
    """Stop a server before the end of the test."""
    server.shutdown()
    server.server_close()


Start = Callable[..., Any]
"""What starts a server: `start(lobby, host, names, port, patience)`."""


def call_lobby(lobby: Lobby, method: str, params: object, secret: str = "") -> Any:
    """Return the result of a method, without a server."""
    return drive(call(lobby, method, params, secret), lambda _: None)


class Window:
    """A browser without a screen: it holds the secret of a seat, and remembers everything it ever
    received.
    """

    def __init__(self, server: Any, token: str = "") -> None:
        """Sit down with this secret, or with none."""
        self.server = server
        self.token = token
        self.version = 0
        self.log: list[Any] = []
        self.received: list[str] = []

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str | None] | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the answer; a header that is None is left out."""
        host = f"127.0.0.1:{self.server.server_port}"
        sent: dict[str, str | None] = {"Host": host, "Authorization": f"Bearer {self.token}"}
        if body is not None:
            sent |= {
                "Origin": f"http://{host}",
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
            content = response.read()
        finally:
            connection.close()
        self.received.append(content.decode("utf-8", "replace"))
        named = {name.title(): each for name, each in response.getheaders()}
        return response.status, named, content

    def ask(self, method: str, params: object = None, **headers: str | None) -> tuple[int, Any]:
        """Call a method; return 0 and the result, the code of the error and its message, or the
        status of HTTP if the request was not answered at all.
        """
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
        status, named, body = self.send("POST", "/rpc", json.dumps(request).encode(), headers)
        if named["Content-Type"] != "application/json":  # uvicorn itself has refused it
            return status, body.decode()
        answer = json.loads(body)
        if "error" not in answer:
            return 0, answer["result"]
        code = answer["error"]["code"] if status == 200 else status
        return code, answer["error"]["message"]

    def get(self, method: str, **params: object) -> Any:
        """Call a method that must be granted; return the result."""
        code, answer = self.ask(method, params)
        assert code == 0, answer
        return answer

    def start(self, *seats: str, game: str = "bazaar", **asked: Any) -> Self:
        """Open a table, and sit down at it."""
        asked = {"quick": True} | asked
        self.token = self.get("new", game=game, seats=seats, **asked)["secret"]
        return self

    def join(self, invitation: str, **asked: object) -> Self:
        """Take a seat by its invitation."""
        self.token = self.get("join", invitation=invitation, **asked)["secret"]
        return self

    def look(self) -> Any:
        """Return what is new at the table, with the whole log; None if there is nothing new."""
        self.get("wait", version=self.version)
        seen = self.get("look", version=self.version, since=len(self.log))
        if seen is None:
            return None
        self.version = seen["version"]
        self.log = self.log[: seen["log_from"]] + seen["log"]
        return seen | {"log": self.log, "choices": choices_of(seen)}

    def see(self, plies: int) -> Any:
        """Return what is seen after so many actions."""
        self.version = 0
        while (seen := self.look())["plies"] < plies:
            pass
        return seen

    def act(self, action: str) -> None:
        """Do what is legal."""
        self.get("apply", action=action)


def look(table: Table, viewer: int | None, since: int | None = 0) -> Any:
    """Return what a viewer is sent of a table, with the choices as the page shows them."""
    seen: Any = to_json(shown.look(table, viewer, since))
    return seen | {"choices": choices_of(seen)}


def choices_of(seen: Any) -> list[Any]:
    """Return the legal actions as the page shows them: a label with the notation of its action."""
    return [each["label"] | {"action": each["notation"]} for each in seen["legal_actions"]]


def seated(server: Any, *seats: str, **asked: Any) -> list[Window]:
    """Open a table, and seat its people."""
    host = Window(server).start(*seats, **asked)
    return [host, *[Window(server).join(absent["invitation"]) for absent in host.look()["absent"]]]
