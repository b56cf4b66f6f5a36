"""What the standard library's host takes for a request, compared with h11: never more, and as long.

A proxy in front that understood a request otherwise could be made to hide one in another.
"""

from __future__ import annotations

import asyncio
import io
import socket
from collections.abc import Iterator
from random import Random
from threading import Thread
from typing import Any, NamedTuple

import h11
import pytest

from boardgames.remote.http import Handler


class Taken(NamedTuple):
    """A request as a server has understood it."""

    method: bytes
    target: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Wire:
    """A connection on which all has arrived already."""

    def __init__(self, sent: bytes) -> None:
        self._sent = sent
        self.answered = b""

    def makefile(self, *_: object) -> io.BufferedReader:
        return io.BufferedReader(io.BytesIO(self._sent))

    def sendall(self, data: bytes) -> None:
        self.answered += data

    def getsockname(self) -> tuple[str, int]:
        return ("127.0.0.1", 80)

    def settimeout(self, _: float) -> None:
        """Do nothing: nothing is waited for."""

    def setsockopt(self, *_: object) -> None:
        """Do nothing."""


class Host:
    """The part of a server that a connection needs; its application notes what it is asked."""

    has_room = True

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.taken: list[Taken] = []

    def set_busy(self, connection: object, *, busy: bool) -> None:
        """Do nothing: no connection makes way."""

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        """Note the request, and answer it; refuse what `Site.check` and `Application` refuse."""
        body = (await receive())["body"]
        lengths = [text for name, text in scope["headers"] if name == b"content-length"]
        names = [name for name, _ in scope["headers"] if name == b"host"]
        is_refused = len(names) != 1 or len(lengths) > 1
        is_refused |= any(not text.isdigit() or int(text) != len(body) for text in lengths)
        headers = [(b"connection", b"close")] if is_refused else [(b"content-length", b"0")]
        if not is_refused:
            method, target = scope["method"].encode(), scope["raw_path"]
            self.taken.append(Taken(method, target, scope["headers"], body))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def host() -> Iterator[Host]:
    """Return a host, with its loop in a thread."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    yield Host(loop)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def taken_here(host: Host, sent: bytes) -> list[Taken]:
    """Return the requests that this library takes out of what is sent."""
    host.taken = []
    wire: Any = Wire(sent)
    server: Any = host
    Handler(wire, ("127.0.0.1", 9), server)
    return host.taken


def taken_by_h11(sent: bytes) -> list[Taken]:
    """Return the requests that h11 takes."""
    taken: list[Taken] = []
    connection = h11.Connection(h11.SERVER)
    connection.receive_data(sent)
    connection.receive_data(b"")
    try:
        while True:
            request = connection.next_event()
            if not isinstance(request, h11.Request):
                return taken
            body = b""
            while isinstance(event := connection.next_event(), h11.Data):
                body += event.data
            if not isinstance(event, h11.EndOfMessage):
                return taken
            headers = [*request.headers]
            taken.append(Taken(request.method, request.target.partition(b"?")[0], headers, body))
            answer = h11.Response(status_code=200, headers=[("Content-Length", "0")])
            connection.send(answer)
            connection.send(h11.EndOfMessage())
            if connection.our_state is h11.MUST_CLOSE:
                return taken
            connection.start_next_cycle()
    except h11.ProtocolError:
        return taken


ENDS = [b"\r\n"] * 40 + [b"\n", b"\r", b"\r\r\n", b"\n\r\n", b" \r\n", b"\r\n ", b"\x00\r\n", b""]
LINES = [
    *(b"X: y", b"x-forwarded-for: 1.2.3.4, ::1", b"Accept: text/html;q=0.5", b"Empty:", b"A:b:c"),
    *(b"Connection: keep-alive", b"Connection: close", b"Cookie: \xff\xfe", b"Tab:\tbetween\t"),
]
ODD = [
    *(b"Content-Length: 3", b"Content-Length: 3, 3", b"Content-Length: +3", b"Content-Length: 0x3"),
    *(b"Content-Length : 3", b" Content-Length: 3", b"Content-Length: 3 ", b"Content-Length:\x0b3"),
    *(b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked", b"transfer-encoding:x"),
    *(b"no colon", b": no name", b"\xe9t\xe9: 1", b"N(ame): 1", b"Folded: a\r\n b", b"From me: x"),
    *(b"X: a\rContent-Length: 3", b"X: \x00", b"X: \x7f", b"Content\x00-Length: 3", b"Host: other"),
    *(b"Content-Length: 0003", b"Content-Length: " + b"9" * 25, b"X: \x85Content-Length: 3"),
]
STARTS = [
    *(b"GET  / HTTP/1.1", b"GET / HTTP/1.2", b"GET / HTTP/2.0", b"GET /", b"GET / HTTP/1.1 "),
    *(b"GET\t/ HTTP/1.1", b" GET / HTTP/1.1", b"G@T / HTTP/1.1", b"GET / a HTTP/1.1", b"", b"GET"),
    *(b"GET /\xe9 HTTP/1.1", b"GET / http/1.1", b"GET / HTTP/11.1", b"GET /\x00 HTTP/1.1"),
]


def generated(rng: Random) -> bytes:
    """Return one to three requests, most of them valid, some with an oddity of framing."""
    sent = b""
    for _ in range(rng.randint(1, 3)):
        body = bytes(
            rng.choice(b"{}:,\r\nGET /0123abc HTTP/1.1") for _ in range(rng.randint(0, 40))
        )
        method, target = rng.choice([b"GET", b"POST", b"OPTIONS", b"M-SEARCH"]), b"/%d?a=b"
        version = rng.choice([b"1.1", b"1.1", b"1.1", b"1.0"])
        lines = [b"%b %b HTTP/%b" % (method, target % rng.randint(0, 99), version), b"Host: here"]
        lines += rng.sample(LINES, rng.randint(0, 4))
        if body or rng.random() < 0.5:
            lines.insert(rng.randint(1, len(lines)), b"Content-Length: %d" % len(body))
        if rng.random() < 0.25:
            lines.insert(rng.randint(1, len(lines)), rng.choice(ODD))
        if rng.random() < 0.05:
            lines[0] = rng.choice(STARTS)
        is_odd = rng.random() < 0.2
        for line in (*lines, b""):
            sent += line + (rng.choice(ENDS) if is_odd else b"\r\n")
        sent += body
    if rng.random() < 0.1:
        at = rng.randrange(len(sent))
        sent = sent[:at] + rng.choice([b"", b"\r", b"\n", b"\x00", b" ", b":"]) + sent[at + 1 :]
    return sent[: rng.randint(0, len(sent))] if rng.random() < 0.05 else sent


@pytest.mark.parametrize(
    "number", [1_500, pytest.param(20_000, marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_no_request_is_understood_otherwise_than_by_h11(host: Host, number: int) -> None:
    rng = Random(1)  # noqa: S311  # not for secrets
    agreed = stricter = 0
    for _ in range(number):
        sent = generated(rng)
        here, there = taken_here(host, sent), taken_by_h11(sent)
        assert here == there[: len(here)], sent
        agreed += here == there
        stricter += here != there
    assert agreed > 0.8 * number, "most of what h11 takes is taken here, too"
    assert stricter, "the oddities are reached"


def test_valid_requests_follow_each_other_on_a_connection(host: Host) -> None:
    one = b"POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"
    assert len(taken_here(host, one * 3)) == 3


def test_the_fake_connection_is_used_as_a_real_one(host: Host) -> None:
    """A pair of sockets says the same as the connection that the comparison uses."""
    sent = b"GET /x HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\nHost: a\r\n\r\n"
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(sent)
        theirs.shutdown(socket.SHUT_WR)
        server: Any = host
        host.taken = []
        ours_as_tcp: Any = Pair(ours)
        Handler(ours_as_tcp, ("127.0.0.1", 9), server)
        real = host.taken
    assert real == taken_here(host, sent)
    assert len(real) == 1


class Pair(Wire):
    """A real connection that is no TCP, whose options cannot be set."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__(b"")
        self.sendall = connection.sendall  # type: ignore[assignment,method-assign]  # that alone
        self.makefile = connection.makefile  # type: ignore[assignment,method-assign]  # the same
