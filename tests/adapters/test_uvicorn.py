"""`boardgames web` on uvicorn; what it answers is tested for both hosts in `tests/remote`."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from threading import Thread

import pytest

from boardgames.adapters.uvicorn import UvicornServer
from boardgames.play import limits
from boardgames.remote.asgi import Application
from boardgames.remote.site import own_addresses
from tests.conftest import wait_until


@pytest.fixture
def running() -> Iterator[UvicornServer]:
    with UvicornServer(Application()) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        wait_until(lambda: server.is_started)
        yield server
        server.shutdown()
        thread.join()


def test_an_address_that_is_taken_is_an_error_and_leaves_no_socket() -> None:
    first = UvicornServer(Application())
    try:
        with pytest.raises(OSError, match="in use"):
            UvicornServer(Application(), port=first.server_port)
    finally:
        first.server_close()


def head_begun(server: UvicornServer) -> socket.socket:
    """Return a connection that has sent the beginning of a head."""
    connection = socket.create_connection(("127.0.0.1", server.server_port), timeout=20)
    connection.sendall(b"GET /health HTTP/1.1\r\nX: ")
    return connection


def is_ended(connection: socket.socket) -> bool:
    """Wait until the server closes this connection, and return whether it has answered nothing."""
    with suppress(ConnectionResetError):  # what was sent may not even have been read
        return connection.recv(1) == b""
    return True


def test_connections_whose_head_never_ends_make_way(running: UvicornServer) -> None:
    running.application.most_connections = 3
    kept = HTTPConnection("127.0.0.1", running.server_port, timeout=20)
    with ExitStack() as stack:
        stack.callback(kept.close)
        many = [stack.enter_context(head_begun(running)) for _ in range(20)]  # some at once
        assert all(map(is_ended, many[:-3]))
        first, *others = many[-3:]
        kept.request("GET", "/health")
        assert kept.getresponse().read() == b"ok\n"
        assert is_ended(first), "it owed the head for longest"
        for each in others:
            each.sendall(b"\r\nHost: a\r\n\r\n")
            assert each.recv(12) == b"HTTP/1.1 200"


def test_a_head_that_trickles_in_is_not_waited_for(running: UvicornServer) -> None:
    with head_begun(running) as slow:
        running.application.arrival_seconds = -limits.CONNECTION_SILENCE_SECONDS
        assert is_ended(slow)


def test_where_others_reach_it_tables_are_opened_with_a_key() -> None:
    with UvicornServer(Application(), "0.0.0.0") as server:  # noqa: S104  # that is the point
        assert server.lobby.key
        assert len(server.addresses.outside) == len(own_addresses())
    with UvicornServer(Application()) as server:
        assert server.lobby.key is None
