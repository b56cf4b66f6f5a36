"""The methods over HTTP, with the standard library only: a thread for each connection.

`site.py` says whom it answers. Here are connections: how long they may take, and which makes way.
"""

from __future__ import annotations

import socket
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import inf
from secrets import token_urlsafe
from selectors import EVENT_READ, DefaultSelector
from threading import Event, Lock
from time import monotonic
from types import MappingProxyType
from typing import Any, ClassVar

from boardgames.play import limits
from boardgames.remote.calls import News, Pause, drive
from boardgames.remote.lobby import Lobby
from boardgames.remote.site import (
    LOOPBACK,
    Pages,
    RefusedRequestError,
    Reply,
    Request,
    Site,
    bracketed,
    hosts_of,
    is_loopback,
    own_addresses,
)

EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  # only compared
"""Where a server listens at all addresses of its machine."""


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of a connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "boardgames"
    sys_version = ""
    timeout: ClassVar[float] = limits.CONNECTION_SILENCE_SECONDS

    def log_message(self, *_: object) -> None:
        """Log nothing; failures are reported by `Server.handle_error`."""

    def _answer(self) -> None:
        has_body = "Content-Length" in self.headers or "Transfer-Encoding" in self.headers
        if has_body and self.command != "POST":
            self.close_connection = True  # an unread body would be taken for the next request
        headers = [(name.lower(), content) for name, content in self.headers.items()]
        request = Request(self.command, self.path.partition("?")[0], headers)
        try:
            self._send(self._reply(request))
        finally:
            self.server.set_busy(self.connection, busy=False)

    do_GET: Callable[[Handler], None] = _answer  # noqa: N815  # named by the base class
    do_HEAD: Callable[[Handler], None] = _answer  # noqa: N815  # the same
    do_POST: Callable[[Handler], None] = _answer  # noqa: N815  # the same

    def _reply(self, request: Request) -> Reply:
        site = self.server.site
        try:
            length = site.length(request)
            if request.method != "POST":
                return site.page(request)
            body = self.rfile.read(length)
        except RefusedRequestError as error:
            self.close_connection = True  # the rest of the request was not read
            return site.refusal(request, error)
        self.server.set_busy(self.connection, busy=True)  # until then, it makes way for others
        calling = site.answering(request, body, str(self.client_address[0]))
        answer = drive(calling, lambda pause: self.server.wait(pause, self.connection))
        if site.lobby.closed or not self.server.keeps(self.connection):
            self.close_connection = True  # the next request may be for another server
        return site.answered(request, answer)

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, content in reply.headers.items():
            self.send_header(name, content)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)


class Server(ThreadingHTTPServer):
    """A lobby, and perhaps a page, over HTTP."""

    daemon_threads = True
    request_queue_size = 128
    """Number of connections that may wait to be accepted: a club may open the page at once."""

    def __init__(
        self,
        lobby: Lobby,
        host: str = "127.0.0.1",
        port: int = 0,
        names: Sequence[str] = (),
        pages: Pages = MappingProxyType({}),
    ) -> None:
        """Listen; raise `OSError` on failure. Port 0 chooses a free port.

        `names` are further host names of this server, such as those of a proxy. Other machines can
        open tables only with the lobby's key; one is created if there is none.
        """
        self.lobby = lobby
        self.patience: float = limits.LOOK_SECONDS
        """How many seconds `wait` waits for news."""
        self.arrival_seconds: float = limits.CONNECTION_SILENCE_SECONDS + limits.REQUEST_SECONDS
        """How many seconds a request may take to arrive as a whole."""
        self.most_connections: int = limits.MOST_CONNECTIONS
        self.address_family: int = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._lock = Lock()
        self._since: dict[socket.socket, float] = {}
        """Since when each open connection owes a whole request; inf while one is answered."""
        self._waiting: OrderedDict[socket.socket, Event] = OrderedDict()
        """What ends each wait for news, the oldest first."""
        super().__init__((host, port), Handler)
        addresses, outside = _addresses(host)
        self.open: bool = bool(outside) or host in EVERYWHERE
        if self.open and lobby.key is None:
            lobby.key = token_urlsafe(12)
        self.site: Site = Site(lobby, hosts_of(addresses, names, self.server_port), pages)
        self.url: str = self._url(addresses[0])
        self.outside_urls: list[str] = [self._url(address) for address in outside]
        lobby.outside = self.outside_urls

    def _url(self, address: str) -> str:
        return f"http://{bracketed(address)}:{self.server_port}/"

    def wait(self, pause: Pause, connection: socket.socket) -> None:
        """Wait for news, in the thread of the connection, but not after its client has gone, nor
        if it has to make way.
        """
        if not isinstance(pause, News):
            return
        table, ended = pause.table, Event()

        def wake() -> None:
            if table.version != pause.version or table.closed:
                ended.set()

        with self._lock:
            self._waiting[connection] = ended
        table.listeners.append(wake)
        try:
            wake()
            ended.wait(self.patience)
        finally:
            table.listeners.remove(wake)
            with self._lock:
                self._waiting.pop(connection, None)

    def verify_request(self, request: Any, client_address: object) -> bool:  # noqa: ARG002  # as the base class has it
        """Return whether there is room.

        A full server closes the connection whose request is the slowest to arrive.
        """
        with self._lock:
            if len(self._since) >= self.most_connections:
                slowest = min(self._since, key=self._since.__getitem__)
                if self._since[slowest] < inf:
                    self._end(slowest)
                elif self._waiting:
                    waiting, ended = self._waiting.popitem(last=False)
                    del self._since[waiting]  # its thread closes it with the answer
                    ended.set()
                else:
                    return False
            self._since[request] = monotonic()
        return True

    def service_actions(self) -> None:
        """Close connections whose request takes too long to arrive, even if it trickles in, and end
        the waits of clients that have gone.

        Called twice a second.
        """
        with self._lock:
            for connection, ended in self._waiting.items():
                if _has_ended(connection):
                    ended.set()
            latest = monotonic() - self.arrival_seconds
            late = [connection for connection, since in self._since.items() if since < latest]
            for connection in late:
                self._end(connection)

    def _end(self, connection: socket.socket) -> None:
        del self._since[connection]
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)  # ends the thread that waits for a request

    def keeps(self, connection: socket.socket) -> bool:
        """Return whether this connection may stay: it has not made way for another."""
        return connection in self._since

    def set_busy(self, connection: socket.socket, *, busy: bool) -> None:
        """Set whether a request of this connection is being answered."""
        with self._lock:
            if connection in self._since:
                self._since[connection] = inf if busy else monotonic()

    def shutdown_request(self, request: Any) -> None:
        """Make room for another connection, too."""
        with self._lock:
            self._since.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: object) -> None:
        """Report the error, unless the client has just disconnected."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Close all tables, and the connections of which no request is being answered, too."""
        super().server_close()
        self.lobby.close()
        with self._lock:
            for connection in [each for each, since in self._since.items() if since < inf]:
                self._end(connection)


def _has_ended(connection: socket.socket) -> bool:
    """Return whether the client has closed this connection."""
    with suppress(OSError, ValueError), DefaultSelector() as selector:
        selector.register(connection, EVENT_READ)
        return bool(selector.select(0)) and not connection.recv(1, socket.MSG_PEEK)
    return True


def _addresses(host: str) -> tuple[list[str], list[str]]:
    """Return the addresses of a server that listens there, and those of them at which other
    machines reach it.
    """
    if host in EVERYWHERE:
        outside = own_addresses()
        return [*LOOPBACK, *outside, socket.gethostname()], outside
    outside = [] if is_loopback(host) else [host]
    return [host, *LOOPBACK, *outside], outside
