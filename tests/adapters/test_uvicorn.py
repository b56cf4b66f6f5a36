"""`boardgames web` on uvicorn; what it answers is tested for both hosts in `tests/remote`."""

from __future__ import annotations

import pytest

from boardgames.adapters.uvicorn import Server
from boardgames.remote.asgi import Application
from boardgames.remote.site import own_addresses


def test_an_address_that_is_taken_is_an_error_and_leaves_no_socket() -> None:
    first = Server(Application())
    try:
        with pytest.raises(OSError, match="in use"):
            Server(Application(), port=first.server_port)
    finally:
        first.server_close()


def test_where_others_reach_it_tables_are_opened_with_a_key() -> None:
    with Server(Application(), "0.0.0.0") as server:  # noqa: S104  # that is the point
        assert server.lobby.key
        assert len(server.addresses.outside) == len(own_addresses())
    with Server(Application()) as server:
        assert server.lobby.key is None
