"""Hosts the ASGI application with the standard library only: a thread for each connection.

`asgi.py` says what is answered. Here are connections: what is taken for a request, how long it may
take to arrive, and which connection makes way. A head that is not exactly as the standard has it is
refused, so that no proxy in front can understand it otherwise.
"""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from math import inf
from threading import Condition, Thread
from time import monotonic
from typing import Any, ClassVar

from boardgames.jsonrpc import failure
from boardgames.play import limits
from boardgames.remote.asgi import Application, Message
from boardgames.remote.lobby import Lobby
from boardgames.remote.site import HEADERS, LENGTH_DIGITS, Addresses

REQUEST_LINE = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+ [!-~]+ HTTP/1\.[01]\r\n")
HEADER_LINE = re.compile(rb"(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~\x80-\xff]*)?\r\n")
MALFORMED = "a line of the request is not as HTTP/1.1 has it"


class HeaderLines:
    """The header lines of a request, which have to be well-formed."""

    def __init__(self, stream: BufferedIOBase) -> None:
        self._stream = stream

    def readline(self, size: int) -> bytes:
        """Return a line; raise `ValueError` unless it is well-formed, or too long."""
        line = self._stream.readline(size)
        if len(line) < size and not HEADER_LINE.fullmatch(line):
            raise ValueError(MALFORMED)
        return line


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of a connection."""

    server: HttpServer
    raw_requestline: bytes
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout: ClassVar[float] = limits.CONNECTION_SILENCE_SECONDS

    def log_message(self, *_: object) -> None:
        """Log nothing; failures are reported by `HttpServer.handle_error`."""

    def parse_request(self) -> bool:
        """Read the head of a request, and return whether it is answered by the application."""
        if not REQUEST_LINE.fullmatch(self.raw_requestline):
            self.command, self.request_version = "", self.protocol_version  # of the refusal
            self.send_error(HTTPStatus.BAD_REQUEST, MALFORMED)
            return False
        stream = self.rfile
        self.rfile = HeaderLines(stream)  # type: ignore[assignment]  # no more of it is read here
        try:
            if not super().parse_request():
                return False
        except ValueError as error:
            self.send_error(HTTPStatus.BAD_REQUEST, str(error))
            return False
        finally:
            self.rfile = stream
        said = ",".join(self.headers.get_all("Connection", [])).lower()
        self.close_connection = self.request_version != "HTTP/1.1" or "close" in said
        return True

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse a request that the application never sees, and close the connection."""
        del explain
        body = failure(message or HTTPStatus(code).phrase)
        headers = HEADERS | {"Content-Type": "application/json", "Content-Length": str(len(body))}
        self._send(code, [*headers.items(), ("Connection", "close")], body)

    def __getattr__(self, name: str) -> Callable[[], None]:
        """Let the application answer every method, which the base class looks up by its name."""
        if not name.startswith("do_"):
            raise AttributeError(name)
        return self._answer

    def _answer(self) -> None:
        if "Transfer-Encoding" in self.headers:
            self.send_error(
                HTTPStatus.LENGTH_REQUIRED,
                "expected a Content-Length: only with the extra `server` installed does this"
                " server take a body in chunks",
            )
            return
        # The application refuses two lengths, or one that is too long, without a look at the body.
        length = self.headers.get("Content-Length", "")
        is_number = re.fullmatch(f"[0-9]{{1,{LENGTH_DIGITS}}}", length)
        is_read = is_number and int(length) <= limits.LONGEST_REQUEST_BYTES
        body = self.rfile.read(int(length)) if is_read else b""
        self.server.set_busy(self.connection, busy=True)  # until then, it makes way for others
        try:
            sent = asyncio.run_coroutine_threadsafe(self._sent(body), self.server.loop).result()
            if not sent:  # the client has gone
                self.close_connection = True
                return
            start, content = sent
            headers = [(name.decode(), each.decode("latin-1")) for name, each in start["headers"]]
            if not self.server.has_room:
                headers.append(("Connection", "close"))
            self._send(start["status"], headers, content["body"])
        finally:
            self.server.set_busy(self.connection, busy=False)

    def _send(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.send_response_only(status)
        for name, content in headers:
            self.send_header(name, content)
        self.send_header("Date", self.date_time_string())
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    async def _sent(self, body: bytes) -> list[Message]:
        """Return what the application sends."""
        path = self.path.partition("?")[0]
        scope = {
            "type": "http",
            "http_version": self.request_version.removeprefix("HTTP/"),
            "method": self.command,
            "path": path,
            "raw_path": path.encode("latin-1"),
            "headers": [
                (name.lower().encode("latin-1"), content.strip(" \t").encode("latin-1"))
                for name, content in self.headers.items()
            ],
            "client": self.client_address[:2],
            "server": self.connection.getsockname()[:2],
        }
        events: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[Message] = []

        async def receive() -> Message:
            if events:
                return events.pop()
            await _ended(self.connection)
            return {"type": "http.disconnect"}

        async def send(event: Message) -> None:
            sent.append(event)

        await self.server.application(scope, receive, send)
        return sent


class HttpServer(ThreadingHTTPServer):
    """An application, over HTTP."""

    request_queue_size = 128
    """Number of connections that may wait to be accepted: a club may open the page at once."""

    def __init__(self, application: Application, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen; raise `OSError` on failure. Port 0 chooses a free port."""
        self.application = application
        self.arrival_seconds: float = limits.CONNECTION_SILENCE_SECONDS + limits.REQUEST_SECONDS
        """For how many seconds a connection may owe a whole request."""
        self.most_connections: int = limits.MOST_CONNECTIONS
        self.address_family: int = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._changed = Condition()
        self._since: dict[socket.socket, float] = {}
        """Since when each open connection owes a whole request; inf while one is answered."""
        self.lobby: Lobby = application.lobby
        self.loop: asyncio.AbstractEventLoop = asyncio.SelectorEventLoop()
        """Where the application runs, in a thread of its own."""
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        super().__init__((host, port), Handler)
        self.addresses: Addresses = application.listen(host, self.server_port)
        self.url: str = self.addresses.url

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.get_loop().run_forever()

    def verify_request(self, request: Any, client_address: object) -> bool:  # noqa: ARG002  # as the base class has it
        """Return whether there is room.

        A full server closes the connection whose request is the slowest to arrive, or answers
        whoever has waited longest for news.
        """
        with self._changed:
            if len(self._since) >= self.most_connections:
                slowest = min(self._since, key=self._since.__getitem__)
                if self._since[slowest] < inf:
                    self._end(slowest)
                elif self.application.has_waiting:
                    self.loop.call_soon_threadsafe(self.application.make_way)
                else:
                    return False
            self._since[request] = monotonic()
        return True

    def service_actions(self) -> None:
        """Close connections whose request takes too long to arrive, even if it trickles in.

        Called twice a second.
        """
        with self._changed:
            latest = monotonic() - self.arrival_seconds
            for late in [each for each, since in self._since.items() if since < latest]:
                self._end(late)

    def _end(self, connection: socket.socket) -> None:
        del self._since[connection]
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)  # ends the thread that waits for a request

    @property
    def has_room(self) -> bool:
        """Whether a connection may stay after its request has been answered."""
        return len(self._since) <= self.most_connections

    def set_busy(self, connection: socket.socket, *, busy: bool) -> None:
        """Set whether a request of this connection is being answered."""
        with self._changed:
            if connection in self._since:
                self._since[connection] = inf if busy else monotonic()
            self._changed.notify_all()

    def shutdown_request(self, request: Any) -> None:
        """Make room for another connection, too."""
        with self._changed:
            self._since.pop(request, None)
            self._changed.notify_all()
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: object) -> None:
        """Report the error, unless the client has just disconnected."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Close all tables, which answers those who wait for news, and then all connections."""
        super().server_close()
        self.lobby.close()
        with self._changed:
            self._changed.wait_for(lambda: inf not in self._since.values(), limits.STOPPING_SECONDS)
            for connection in [*self._since]:
                self._end(connection)
        self.application.close()
        with suppress(RuntimeError):  # it has been closed before
            self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()


async def _ended(connection: socket.socket) -> None:
    """Wait until the client closes this connection; one that sends its next request never does."""
    loop, readable = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(connection, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(connection)
    with suppress(OSError):
        if connection.recv(1, socket.MSG_PEEK):
            await loop.create_future()
