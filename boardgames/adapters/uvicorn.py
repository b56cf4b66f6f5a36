"""`boardgames web` on uvicorn, for a server that is left on: where uvicorn is installed, the
command runs on it by itself.

Whoever waits for news holds no thread there, and bodies may come in chunks.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterable
from math import inf
from threading import Event
from time import monotonic
from typing import Any, Self

from boardgames.adapters.extras import library
from boardgames.play import limits
from boardgames.remote.asgi import Application
from boardgames.remote.lobby import Lobby
from boardgames.remote.site import Addresses

with library("uvicorn", extra="server"):
    import h11
    import uvicorn
    from uvicorn.protocols.http.h11_impl import H11Protocol


class UvicornServer:
    """An application under uvicorn, used like `boardgames.remote.http.HttpServer`."""

    def __init__(self, application: Application, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen; raise `OSError` on failure. Port 0 chooses a free port."""
        self.application = application
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # asyncio turns off Nagle's algorithm only for what says that it is TCP
        self._socket = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind((host, port))
            self._socket.listen(128)
        except BaseException:
            self._socket.close()
            raise
        self.server_port: int = self._socket.getsockname()[1]
        self.addresses: Addresses = application.listen(host, self.server_port)
        self.url: str = self.addresses.url
        self.lobby: Lobby = application.lobby
        config = uvicorn.Config(
            application,
            http=_Connection,
            ws="none",
            lifespan="off",  # closed below
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the application knows which proxies are believed
            timeout_keep_alive=round(limits.CONNECTION_SILENCE_SECONDS),
            timeout_graceful_shutdown=round(limits.STOPPING_SECONDS),
        )
        self._server = _Stopping(config)
        self._ended = Event()
        self._ended.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.server_close()

    def serve_forever(self) -> None:
        """Serve until a signal comes, or `shutdown` is called."""
        self._ended.clear()
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self._ended.set()

    @property
    def is_started(self) -> bool:
        """Whether it answers."""
        return self._server.started

    def shutdown(self) -> None:
        """End `serve_forever`, from another thread."""
        self._server.should_exit = True
        self._ended.wait()

    def server_close(self) -> None:
        """Close all tables, and the socket."""
        self.application.close()
        self._socket.close()


class _Connection(H11Protocol):
    """Notes since when it owes the head of a request; where there are too many, the one that owes
    it for longest is closed.
    """

    since: float = inf
    """inf while a request is answered."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the base class has it
        super().connection_made(transport)
        owing, self.since = _owing(self.connections), monotonic()
        application: Application = self.config.app  # type: ignore[assignment]  # as given above
        if owing and len(self.connections) > application.most_connections:
            _end(min(owing, key=lambda each: each.since))

    def handle_events(self) -> None:
        super().handle_events()
        self.since = min(self.since, monotonic()) if self.conn.their_state is h11.IDLE else inf


def _owing(connections: Iterable[Any]) -> list[_Connection]:
    """Return the connections that owe the head of a request."""
    return [each for each in connections if each.since < inf]


def _end(connection: _Connection) -> None:
    """Close a connection, which from now on owes nothing."""
    connection.since = inf
    connection.transport.abort()


class _Stopping(uvicorn.Server):
    """Closes connections whose request takes too long to begin, which uvicorn itself does not, and
    at the end all tables first, which answers those who wait for news.
    """

    async def on_tick(self, counter: int) -> bool:
        application: Application = self.config.app  # type: ignore[assignment]  # as given above
        latest = monotonic() - limits.CONNECTION_SILENCE_SECONDS - application.arrival_seconds
        for each in _owing(self.server_state.connections):
            if each.since < latest:
                _end(each)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: Any = None) -> None:
        application: Application = self.config.app  # type: ignore[assignment]  # as given above
        await asyncio.to_thread(application.lobby.close)
        await super().shutdown(sockets)
