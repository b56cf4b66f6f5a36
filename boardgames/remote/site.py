"""What a server does with a request over HTTP, whatever brings it: whom it answers, and what.

There is one address for programs and the page, `POST /rpc`, one for models, `POST /mcp`, and there
are the files of the page. A request is answered only if its Host header is an address or one of the
server's names, which defeats DNS rebinding: nobody can make a name of theirs look like an address.
A POST is answered only if its Origin, if any, is this server, which keeps other people's pages out;
browsers always send one. Whether the server is well can be asked under any name, at `/health`.
"""

from __future__ import annotations

import gzip
import html
import re
import socket
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from email.message import Message
from functools import cache
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import TypeAlias
from urllib.parse import urlsplit

from boardgames.core.errors import ConfigurationError, RefusedError, quoted
from boardgames.core.text import listed
from boardgames.core.values import evolve, value
from boardgames.jsonrpc import INTERNAL_ERROR, TOO_MANY_TABLES, failure
from boardgames.play.limits import LONGEST_ANSWER_BYTES, LONGEST_REQUEST_BYTES
from boardgames.remote import mcp
from boardgames.remote.calls import once_each
from boardgames.remote.lobby import Lobby
from boardgames.remote.rpc import Answering, Client, answering

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  # only compared
"""Where a server listens at all addresses of its machine."""
PATH = "/rpc"
"""Where methods are called."""
TOOLS = "/mcp"
"""Where models call tools."""
HEALTH = "/health"
"""Where a proxy or a container asks whether the server is well."""
ALLOWED = "GET, HEAD, OPTIONS, POST"
LENGTH_DIGITS = 20
"""A longer length is not even read as a number."""
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


@value
class Page:
    """A file of the page."""

    content: bytes
    kind: str
    """Its media type."""
    is_lasting: bool = False
    """Whether its path changes with its content, so that browsers may keep it."""


Pages: TypeAlias = Mapping[str, Page]
"""Files by path."""


@value
class Request:
    """The head of a request."""

    method: str
    path: str
    """Without a query."""
    headers: Sequence[tuple[str, str]] = field(repr=False)
    """With names in small letters; one has a secret."""
    version: str = "1.1"
    """Of HTTP."""

    def all(self, name: str) -> list[str]:
        """Return what all headers of this name say."""
        return [content for each, content in self.headers if each == name]

    def one(self, name: str) -> str:
        """Return what the first header of this name says; empty if there is none."""
        return next(iter(self.all(name)), "")


@value
class Response:
    """An answer over HTTP."""

    status: HTTPStatus
    headers: Mapping[str, str]
    body: bytes


class RefusedRequestError(Exception):
    """A request that is refused, with a status and the reason."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        super().__init__(status, reason)
        self.status = status
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Site:
    """A lobby that can be reached over HTTP under certain names, and the files of its page."""

    def __init__(
        self, lobby: Lobby, names: Iterable[str], pages: Pages, proxies: Iterable[str] = ()
    ) -> None:
        """`names` are answered besides addresses and the names of this machine. `proxies` are the
        addresses or networks whose `X-Forwarded-For` is believed.

        Raises `ConfigurationError` if one of them is no address.
        """
        self.lobby = lobby
        self.pages = pages
        self._tools = mcp.McpServer(lobby)
        self.names: frozenset[str] = frozenset([_name_in(name) for name in names])
        try:
            self._proxies = [ip_network(each) for each in proxies]
        except ValueError as error:
            raise ConfigurationError(f"expected the address of a proxy: {error}") from None

    def check(self, request: Request) -> None:
        """Raise `RefusedRequestError` unless this request is answered, once its body is there."""
        if request.path == HEALTH and request.method != "POST":
            return
        hosts = request.all("host")
        if len(hosts) != 1 or not self._is_known(hosts[0]):
            name = quoted(_name_in(hosts[0]) if hosts else "")
            raise RefusedRequestError(
                HTTPStatus.FORBIDDEN,
                f"this server does not know the name {name}. If it is yours, add it where the"
                " server is started: boardgames web --name NAME",
            )
        if request.method == "OPTIONS":
            return
        if request.method != "POST":
            if request.method not in ("GET", "HEAD") or request.path == TOOLS:
                raise RefusedRequestError(
                    HTTPStatus.METHOD_NOT_ALLOWED, f"only GET and POST, and at {TOOLS} only POST"
                )
            if request.path not in self.pages:
                raise RefusedRequestError(HTTPStatus.NOT_FOUND, "there is no such page")
            return
        if request.path not in (PATH, TOOLS):
            raise RefusedRequestError(
                HTTPStatus.NOT_FOUND, f"methods are called at {PATH}, and tools at {TOOLS}"
            )
        self._check_origin(request)
        if request.path == TOOLS and not mcp.is_spoken(request.one(mcp.VERSION_HEADER)):
            versions = listed(mcp.VERSIONS, "or")
            raise RefusedRequestError(HTTPStatus.BAD_REQUEST, f"expected MCP {versions}")
        _check_body(request)

    def _is_known(self, host: str) -> bool:
        name = _name_in(host)
        with suppress(ValueError):
            return bool(ip_address(name.strip("[]")))
        return name in self.names | own_names()

    def _check_origin(self, request: Request) -> None:
        """Raise `RefusedRequestError` unless the request comes from a page of this server, or from
        a program, which names no origin.
        """
        origins = request.all("origin")
        if not origins:
            return
        scheme, _, host = origins[0].lower().partition("://")
        is_own = host == request.one("host").lower() or _name_in(host) in self.names
        if len(origins) > 1 or scheme not in ("http", "https") or not is_own:
            raise RefusedRequestError(
                HTTPStatus.FORBIDDEN,
                f"this page is at {quoted(origins[0])}, which this server does not know. If the"
                f" page is yours, add the name where the server is started: boardgames web --name"
                f" {_name_in(host) or 'NAME'}",
            )

    def address(self, request: Request, peer: str) -> str:
        """Return the address of the client: the one that has connected, or behind proxies that are
        believed the last one that is not theirs.
        """
        passed = ",".join(request.all("x-forwarded-for")).split(",")
        address = peer
        with suppress(ValueError):  # not an address, so no proxy
            while passed and any(ip_address(address) in proxy for proxy in self._proxies):
                address = passed.pop().strip() or address
        return address

    def answering(self, request: Request, body: bytes, address: str) -> Answering:
        """Answer the methods that are called in this body, from this address."""
        secret = request.one("authorization").removeprefix("Bearer ")
        client = Client(self.lobby, secret, LONGEST_ANSWER_BYTES, address)
        if request.path == TOOLS:
            client = evolve(client, call=self._tools.call)
        self.lobby.note_address(secret, address)
        try:
            with self.lobby.shares.taking("calls", self.lobby.who(secret, address)):
                return (yield from once_each(answering(client, body)))
        except RefusedError as refusal:
            return failure(str(refusal), TOO_MANY_TABLES)

    def answered(self, request: Request, answer: bytes) -> Response:
        """Return the response with this answer, which is empty where nobody waits for one."""
        if not answer:
            headers = HEADERS | {"Cache-Control": "no-store"}
            if request.path == TOOLS:  # MCP has another status, whose length has to be said
                headers |= {"Content-Length": "0"}
                return Response(HTTPStatus.ACCEPTED, headers, b"")
            return Response(HTTPStatus.NO_CONTENT, headers, b"")
        return _response(HTTPStatus.OK, answer, "application/json", request)

    def page(self, request: Request) -> Response:
        """Return the response with a file of the page, or with the health of the server."""
        if request.path == HEALTH:
            if self.lobby.closed:
                status, body = HTTPStatus.SERVICE_UNAVAILABLE, b"stopping\n"
            else:
                status, body = HTTPStatus.OK, b"ok\n"
            return _response(status, body, "text/plain", request)
        if request.method == "OPTIONS":
            return Response(HTTPStatus.NO_CONTENT, HEADERS | {"Allow": ALLOWED}, b"")
        page = self.pages[request.path]
        caching = "public, max-age=31536000, immutable" if page.is_lasting else "no-store"
        return _response(HTTPStatus.OK, page.content, page.kind, request, caching)

    def moved(self, path: str) -> Response:
        """Return the response that sends a browser to this path."""
        headers = HEADERS | {"Location": path, "Content-Length": "0"}
        return Response(HTTPStatus.PERMANENT_REDIRECT, headers, b"")

    def refusal(self, request: Request, error: RefusedRequestError) -> Response:
        """Return the response to a request that is refused; its connection has to be closed."""
        if request.method == "POST" or "text/html" not in request.one("accept"):
            body = failure(str(error))
            response = _response(error.status, body, "application/json", request)
        else:  # somebody reads it
            page = f"<!DOCTYPE html>\n<title>{error.status.phrase}</title>\n"
            page += f"<h1>{error.status.phrase}</h1>\n<p>{html.escape(str(error))}</p>\n"
            response = _response(error.status, page.encode(), "text/html; charset=utf-8", request)
        if error.status == HTTPStatus.METHOD_NOT_ALLOWED:
            return evolve(response, headers={**response.headers, "Allow": ALLOWED})
        return response

    def fault(self, request: Request) -> Response:
        """Return the response to a request at which the server has failed."""
        reason = "an unexpected error; the log of the server has more"
        body = failure(reason, INTERNAL_ERROR)
        return _response(HTTPStatus.INTERNAL_SERVER_ERROR, body, "application/json", request)


def _check_body(request: Request) -> None:
    """Raise `RefusedRequestError` if a body is not announced, or one that is too long, or not of
    JSON.

    One in chunks, or from HTTP/2, announces no length; what it has is seen when it arrives.
    """
    lengths = request.all("content-length")
    is_chunked = bool(request.all("transfer-encoding"))
    kind = Message()
    kind["Content-Type"] = request.one("content-type")
    if kind.get_content_type() != "application/json":
        raise RefusedRequestError(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "expected Content-Type: application/json"
        )
    if not lengths and not is_chunked and request.version.startswith("1"):
        raise RefusedRequestError(HTTPStatus.LENGTH_REQUIRED, "expected a Content-Length")
    if len(lengths) + is_chunked > 1 or not all(re.fullmatch("[0-9]+", each) for each in lengths):
        raise RefusedRequestError(HTTPStatus.BAD_REQUEST, "expected one length of the body")
    if lengths and (len(lengths[0]) > LENGTH_DIGITS or int(lengths[0]) > LONGEST_REQUEST_BYTES):
        raise too_long()


def too_long() -> RefusedRequestError:
    """Return the refusal of a body that is too long."""
    return RefusedRequestError(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        f"expected a body of at most {LONGEST_REQUEST_BYTES} bytes",
    )


def _response(
    status: HTTPStatus, body: bytes, kind: str, request: Request, caching: str = "no-store"
) -> Response:
    """Return a response, compressed if the client takes it."""
    headers = HEADERS | {"Cache-Control": caching, "Content-Type": kind}
    if re.search(r"\bgzip\b(?!;q=0)", request.one("accept-encoding")):
        body = gzip.compress(body, 6)
        headers["Content-Encoding"] = "gzip"
    return Response(status, headers | {"Content-Length": str(len(body))}, body)


# Names of servers.


@value
class Addresses:
    """Where a server is reached."""

    url: str
    """From this machine."""
    outside: tuple[str, ...]
    """From other machines, the most likely first."""
    is_open: bool
    """Whether other machines reach it."""

    @classmethod
    def of(cls, host: str, port: int) -> Addresses:
        """Return those of a server that listens there."""
        everywhere = host in EVERYWHERE
        outside = own_addresses() if everywhere else [] if is_loopback(host) else [host]
        here = LOOPBACK[0] if everywhere else host
        urls = [f"http://{bracketed(address)}:{port}/" for address in (here, *outside)]
        return cls(urls[0], tuple(urls[1:]), everywhere or bool(outside))


def _name_in(host: str) -> str:
    """Return the name or the address in a Host header, without its port."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:  # a damaged address
        return ""
    return "" if name is None or "@" in host else name


@cache
def own_names() -> frozenset[str]:
    """Return the names of this machine, here and in its network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, name.partition(".")[0] + ".local"})


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
    if ":" in address:
        return f"[{address.partition('%')[0]}]"
    return address
