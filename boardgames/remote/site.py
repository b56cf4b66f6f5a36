"""What a server does with a request over HTTP, whatever brings it: whom it answers, and what.

There is one address for programs and the page, `POST /rpc`, and there are the files of the page. A
request is answered only if its Host header is one of the server's names, which defeats DNS
rebinding, and a POST only if its Origin is this server, which keeps other people's pages out.
"""

from __future__ import annotations

import gzip
import re
import socket
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import Message
from http import HTTPStatus
from ipaddress import ip_address
from typing import TypeAlias

from boardgames.core.errors import RefusedError
from boardgames.jsonrpc import INTERNAL_ERROR, INVALID_REQUEST, TOO_MANY_TABLES
from boardgames.play import limits
from boardgames.remote.calls import once_each
from boardgames.remote.lobby import Lobby
from boardgames.remote.rpc import Answering, Client, answering, failure

LOOPBACK = ("127.0.0.1", "localhost", "::1")
PATH = "/rpc"
"""Where methods are called."""
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


@dataclass(frozen=True)
class Page:
    """A file of the page."""

    content: bytes
    kind: str
    """Its media type."""
    is_lasting: bool = False
    """Whether its path changes with its content, so that browsers may keep it."""


Pages: TypeAlias = Mapping[str, Page]
"""Files by path."""


@dataclass(frozen=True)
class Request:
    """The head of a request."""

    method: str
    path: str
    """Without a query."""
    headers: Sequence[tuple[str, str]] = field(repr=False)
    """With names in small letters; one has a secret."""

    def all(self, name: str) -> list[str]:
        """Return what all headers of this name say."""
        return [content for each, content in self.headers if each == name]

    def one(self, name: str) -> str:
        """Return what the first header of this name says; empty if there is none."""
        return next(iter(self.all(name)), "")


@dataclass(frozen=True)
class Reply:
    """An answer over HTTP."""

    status: HTTPStatus
    headers: Mapping[str, str]
    body: bytes


class RefusedRequestError(Exception):
    """A request that is not answered as it wishes: its body is not even read."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        super().__init__(status, reason)
        self.status = status
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Site:
    """A lobby that can be reached over HTTP under certain names, and the files of its page."""

    def __init__(self, lobby: Lobby, hosts: Iterable[str], pages: Pages) -> None:
        """`hosts` are the Host headers that are answered."""
        self.lobby = lobby
        self.pages = pages
        self.hosts: frozenset[str] = frozenset([host.lower() for host in hosts])

    def length(self, request: Request, hosts: frozenset[str] = frozenset()) -> int:
        """Return how many bytes of body belong to this request; `hosts` are answered as well.

        Raises `RefusedRequestError` if it is not answered.
        """
        hosts_named = request.all("host")
        if len(hosts_named) != 1 or hosts_named[0] not in self.hosts | hosts:
            raise RefusedRequestError(
                HTTPStatus.FORBIDDEN, "this server does not answer to that host name (see --name)"
            )
        if request.method != "POST":
            if request.method not in ("GET", "HEAD"):
                raise RefusedRequestError(HTTPStatus.METHOD_NOT_ALLOWED, "only GET and POST")
            if request.path not in self.pages:
                raise RefusedRequestError(HTTPStatus.NOT_FOUND, "there is no such page")
            return 0
        if request.path != PATH:
            raise RefusedRequestError(HTTPStatus.NOT_FOUND, f"methods are called at {PATH}")
        self._check_origin(request)
        return _length_of_body(request)

    def _check_origin(self, request: Request) -> None:
        """Raise `RefusedRequestError` unless the request names this server as its origin."""
        host = request.one("host")
        if request.all("origin") not in [[f"http://{host}"], [f"https://{host}"]]:
            raise RefusedRequestError(
                HTTPStatus.FORBIDDEN,
                f"expected the header Origin: http://{host}, as a page of this server sends it",
            )

    def answering(self, request: Request, body: bytes, address: str) -> Answering:
        """Answer the methods that are called in this body, from this address."""
        secret = request.one("authorization").removeprefix("Bearer ")
        client = Client(self.lobby, secret, limits.LONGEST_ANSWER_BYTES)
        self.lobby.note_address(secret, address)
        try:
            with self.lobby.shares.taking("calls", self.lobby.who(secret, address)):
                return (yield from once_each(answering(client, body)))
        except RefusedError as refusal:
            return failure(str(refusal), TOO_MANY_TABLES)

    def answered(self, request: Request, answer: bytes) -> Reply:
        """Return the reply with this answer, which is empty where nobody waits for one."""
        if not answer:
            return Reply(HTTPStatus.NO_CONTENT, HEADERS | {"Cache-Control": "no-store"}, b"")
        return _reply(HTTPStatus.OK, answer, "application/json", request)

    def page(self, request: Request) -> Reply:
        """Return the reply with a file of the page."""
        page = self.pages[request.path]
        caching = "public, max-age=31536000, immutable" if page.is_lasting else "no-store"
        return _reply(HTTPStatus.OK, page.content, page.kind, request, caching)

    def moved(self, path: str) -> Reply:
        """Return the reply that sends a browser to this path."""
        headers = HEADERS | {"Location": path, "Content-Length": "0"}
        return Reply(HTTPStatus.PERMANENT_REDIRECT, headers, b"")

    def refusal(self, request: Request, error: RefusedRequestError) -> Reply:
        """Return the reply to a request that is not answered; its connection has to be closed."""
        body = failure(str(error), INVALID_REQUEST)
        return _reply(error.status, body, "application/json", request)

    def fault(self, request: Request) -> Reply:
        """Return the reply to a request at which the server has failed."""
        reason = "an unexpected error; the log of the server has more"
        body = failure(reason, INTERNAL_ERROR)
        return _reply(HTTPStatus.INTERNAL_SERVER_ERROR, body, "application/json", request)


def _length_of_body(request: Request) -> int:
    """Return the length of the body; raise `RefusedRequestError` if it is unknown or too long, or
    not of JSON.
    """
    length = request.one("content-length")
    is_chunked = bool(request.all("transfer-encoding"))
    kind = Message()
    kind["Content-Type"] = request.one("content-type")
    is_number = re.fullmatch("[0-9]{1,9}", length)
    limit = limits.LONGEST_REQUEST_BYTES
    if is_chunked or kind.get_content_type() != "application/json" or not is_number:
        raise RefusedRequestError(
            HTTPStatus.BAD_REQUEST, "expected application/json with a Content-Length"
        )
    if int(length) > limit:
        raise RefusedRequestError(
            HTTPStatus.BAD_REQUEST, f"expected a Content-Length of at most {limit}"
        )
    return int(length)


def _reply(
    status: HTTPStatus, body: bytes, kind: str, request: Request, caching: str = "no-store"
) -> Reply:
    """Return a reply, compressed if the client takes it."""
    headers = HEADERS | {"Cache-Control": caching, "Content-Type": kind}
    if re.search(r"\bgzip\b(?!;q=0)", request.one("accept-encoding")):
        body = gzip.compress(body, 6)
        headers["Content-Encoding"] = "gzip"
    return Reply(status, headers | {"Content-Length": str(len(body))}, body)


# Names of servers.


def hosts_of(addresses: Sequence[str], names: Sequence[str], port: int) -> set[str]:
    """Return the Host headers for a server at these addresses and with these further names."""
    own = [bracketed(address) for address in addresses]
    known = [*names, *[f"{name}:{port}" for name in (*own, *names)]]
    if port == 80:  # noqa: PLR2004  # browsers omit it
        known += own
    return {name.lower() for name in known}


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


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches a server that listens there."""
    return host.lower() in LOOPBACK or bool(re.fullmatch(r"127(\.[0-9]+){1,3}", host))


def bracketed(address: str) -> str:
    """Return an address as it stands in a URL."""
    if ":" in address and not address.startswith("["):
        return f"[{address.partition('%')[0]}]"
    return address
