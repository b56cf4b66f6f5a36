"""Serves the page over HTTP, with the standard library only.

Besides the files of the page there is one address: `POST /api/METHOD`, with the parameters as JSON
and the secret of a seat as bearer token. A request is answered only if its Host header is one of
the server's configured names, which defeats DNS rebinding, and a POST only if its Origin is the
server's own page.
"""

from __future__ import annotations

import gzip
import json
import re
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from ipaddress import ip_address
from math import inf
from secrets import token_urlsafe
from threading import Lock
from time import monotonic
from typing import Any, ClassVar

from boardgames.core.codec import JSON, read_json
from boardgames.core.errors import RefusedError
from boardgames.play import limits
from boardgames.web.lobby import STATUS, Lobby

LOOPBACK = ("127.0.0.1", "localhost", "::1")
KINDS = {"/": "text/html", "js": "text/javascript", "css": "text/css", "json": "application/json"}
"""The types of the page itself and, by their ending, of its parts."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src"
        " 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
}
STATIC = files("boardgames.web") / "static"
ONLY_EXPORTED = ("local.js", "worker.js")
"""The scripts that replace a server in an exported folder; `local.js` becomes its
`transport.js`.
"""
PARTS: tuple[str, ...] = tuple(
    sorted(
        {each.name for each in STATIC.iterdir() if each.name.endswith((".js", ".css", ".json"))}
        - {*ONLY_EXPORTED}
    )
)
"""The scripts, the style and the data that the page requests."""


def static(name: str) -> bytes:
    """Return a file of the page."""
    return (STATIC / name).read_bytes()


FOLDER = sha256(b"".join(map(static, PARTS))).hexdigest()[:16] + "/"
"""The folder of the parts; its name changes with their content, so that browsers may cache them."""


def page_html(folder: str = "") -> bytes:
    """Return the page itself, with its parts in this folder.

    It lists all scripts, because a browser would otherwise find them one after the other.
    """
    links = [
        f'<link rel="modulepreload" href="{folder}{name}">\n'
        for name in PARTS
        if name.endswith(".js")
    ]
    page = static("page.html").replace(b"</head>", "".join([*links, "</head>"]).encode())
    for name in [each.encode() for each in PARTS if each.endswith(".css")] + [b"page.js"]:
        page = page.replace(b'="%b">' % name, b'="%b%b">' % (folder.encode(), name))
    return page


PAGES = {"/": page_html(FOLDER)} | {f"/{FOLDER}{name}": static(name) for name in PARTS}
"""The content of all files that are served, by path."""


def own_addresses() -> list[str]:
    """Return the addresses at which other machines may reach this one, the most likely first."""
    addresses: dict[str, None] = {}
    for family, outside in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))  # chooses a route, sends nothing
            addresses[probe.getsockname()[0]] = None
    with suppress(OSError):
        for entry in socket.getaddrinfo(socket.gethostname(), None):
            addresses[str(entry[4][0])] = None
    return [
        address for address in addresses if not ip_address(address.partition("%")[0]).is_loopback
    ]


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
        try:
            self._answer_request()
        except RefusedError as refusal:
            self.close_connection = True  # the rest of the request was not read
            body = _line({"error": str(refusal)})
            self._send(HTTPStatus(STATUS[refusal.why]), body, "application/json")
        finally:
            self.server.set_busy(self.connection, busy=False)

    do_GET: Callable[[Handler], None] = _answer  # noqa: N815  # named by the base class
    do_HEAD: Callable[[Handler], None] = _answer  # noqa: N815  # the same
    do_POST: Callable[[Handler], None] = _answer  # noqa: N815  # the same

    def _answer_request(self) -> None:
        if self.headers.get_all("Host", []) not in [[host] for host in self.server.hosts]:
            raise RefusedError(
                "this server does not answer to that host name (see --name)", "not yours"
            )
        if self.command != "POST":
            self._send_page()
        elif (answer := self._called()) is None:
            self._send(HTTPStatus.NO_CONTENT, b"", "")
        else:
            self._send(HTTPStatus.OK, _line(answer), "application/json")

    def _called(self) -> JSON:
        method = self.path.removeprefix("/api/")
        if method == self.path or not method.isidentifier():
            raise RefusedError("there is no such method", "unknown")
        self._check_origin()
        body = self.rfile.read(self._length(method))
        self.server.set_busy(self.connection, busy=True)  # until then, it makes way for others
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        key = self.headers.get("X-Key", "")
        try:
            return self.server.lobby.call(method, read_json(body), token, key)
        except RefusedError:
            raise
        except (RecursionError, OverflowError, ValueError):
            raise RefusedError("the request cannot be understood") from None

    def _check_origin(self) -> None:
        """Raise `RefusedError` unless the request comes from the page of this server."""
        host = self.headers["Host"]
        pages = [[f"http://{host}"], [f"https://{host}"]]
        if self.headers.get_all("Origin", []) not in pages:
            raise RefusedError(
                "this request does not come from the page of this server", "not yours"
            )

    def _length(self, method: str) -> int:
        """Return the length of the body; raise `RefusedError` if it is unknown or too long, or not
        of JSON.
        """
        if method == "open_record":
            limit = limits.LONGEST_RECORD_BYTES
        else:
            limit = limits.LONGEST_REQUEST_BYTES
        length = self.headers.get("Content-Length", "")
        is_chunked = "Transfer-Encoding" in self.headers
        is_json = self.headers.get_content_type() == "application/json"
        is_number = re.fullmatch("[0-9]{1,9}", length)
        if is_chunked or not is_json or not is_number or int(length) > limit:
            raise RefusedError(
                f"expected application/json with a Content-Length of at most {limit}"
            )
        return int(length)

    def _send_page(self) -> None:
        path = self.path.partition("?")[0]
        if path not in PAGES:
            raise RefusedError("there is no such page", "unknown")
        caching = "no-store" if path == "/" else "public, max-age=31536000, immutable"
        kind = f"{KINDS[path.rpartition('.')[2]]}; charset=utf-8"
        self._send(HTTPStatus.OK, PAGES[path], kind, caching)

    def _send(self, status: HTTPStatus, body: bytes, kind: str, caching: str = "no-store") -> None:
        """Send an answer, compressed if the browser takes it."""
        headers = HEADERS | {"Cache-Control": caching}
        if body and re.search(r"\bgzip\b(?!;q=0)", self.headers.get("Accept-Encoding", "")):
            body = gzip.compress(body, 6)
            headers["Content-Encoding"] = "gzip"
        self.send_response(status)
        for name, content in headers.items():
            self.send_header(name, content)
        if status is not HTTPStatus.NO_CONTENT:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def _line(answer: JSON) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode()


class Server(ThreadingHTTPServer):
    """The page and its tables."""

    daemon_threads = True
    request_queue_size = 128
    """Number of connections that may wait to be accepted: a club may open the page at once."""

    def __init__(
        self, lobby: Lobby, host: str = "127.0.0.1", port: int = 0, names: Sequence[str] = ()
    ) -> None:
        """Listen; raise `OSError` on failure. Port 0 chooses a free port.

        `names` are further host names of this server, such as those of a proxy. Other machines can
        open tables only with the lobby's key; one is created if there is none.
        """
        self.lobby = lobby
        self.address_family: int = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._lock = Lock()
        self._since: dict[socket.socket, float] = {}
        """Since when each open connection owes a whole request; inf while one is answered."""
        super().__init__((host, port), Handler)
        everywhere = host in ("", "0.0.0.0", "::")  # noqa: S104  # only compared
        self.open: bool = everywhere or not _is_loopback(host)
        if self.open and lobby.key is None:
            lobby.key = token_urlsafe(12)
        if everywhere:
            outside = own_addresses()
            addresses = [*LOOPBACK, *outside, socket.gethostname()]
        else:
            outside = [host] if self.open else []
            addresses = [host, *LOOPBACK, *outside]
        own = [_bracketed(address) for address in addresses]
        self.hosts: set[str] = self._hosts(own, names)
        self.url: str = self._url(own[0])
        self.outside_urls: list[str] = [self._url(_bracketed(address)) for address in outside]
        lobby.outside = self.outside_urls

    def _url(self, name: str) -> str:
        return f"http://{name}:{self.server_port}/"

    def _hosts(self, own: Sequence[str], names: Sequence[str]) -> set[str]:
        """Return the Host headers that are answered, in small letters."""
        known = [*names, *[f"{name}:{self.server_port}" for name in (*own, *names)]]
        if self.server_port == 80:  # noqa: PLR2004  # browsers omit it
            known += own
        return {name.lower() for name in known}

    def verify_request(self, request: Any, client_address: object) -> bool:  # noqa: ARG002  # as the base class has it
        """Return whether there is room.

        A full server closes the connection whose request is the slowest to arrive.
        """
        with self._lock:
            if len(self._since) >= limits.MOST_CONNECTIONS:
                slowest = min(self._since, key=self._since.__getitem__)
                if self._since[slowest] == inf:
                    return False
                self._end(slowest)
            self._since[request] = monotonic()
        return True

    def service_actions(self) -> None:
        """Close connections whose request takes too long to arrive, even if it trickles in.

        Called twice a second.
        """
        with self._lock:
            latest = monotonic() - limits.CONNECTION_SILENCE_SECONDS - limits.REQUEST_SECONDS
            late = [connection for connection, since in self._since.items() if since < latest]
            for connection in late:
                self._end(connection)

    def _end(self, connection: socket.socket) -> None:
        del self._since[connection]
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)  # ends the thread that waits for a request

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
        """Report the error, unless the browser has just disconnected."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Close all tables, too."""
        super().server_close()
        self.lobby.close()


def _is_loopback(host: str) -> bool:
    return host.lower() in LOOPBACK or bool(re.fullmatch(r"127(\.[0-9]+){1,3}", host))


def _bracketed(address: str) -> str:
    if ":" in address and not address.startswith("["):
        return f"[{address.partition('%')[0]}]"
    return address
