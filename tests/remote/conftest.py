"""What tests of the methods share: the small games, and both servers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from boardgames.remote.lobby import Lobby
from tests import packages
from tests.remote.servers import Start, serving_asgi, serving_http


@pytest.fixture(autouse=True)
def _bazaar(site: Path) -> None:
    """Install the small game with a full scene, and one with a board."""
    entries = "ambush = examples.ambush:Ambush\nbazaar = tests.web.bazaar:Bazaar"
    packages.add(site, "games", "games_of_tests", entries)


@pytest.fixture(scope="session")
def ending() -> Iterator[list[Thread]]:
    """Return the threads in which servers end, for which nobody waits before all tests are done."""
    threads: list[Thread] = []
    yield threads
    for each in threads:
        each.join()


@pytest.fixture(params=["http", "asgi"])
def serving(request: pytest.FixtureRequest, ending: list[Thread]) -> Iterator[Start]:
    """Return what starts a server, with the standard library or as an ASGI application under
    uvicorn; all are stopped after the test.
    """
    serve: Any = {"http": serving_http, "asgi": partial(serving_asgi, ending)}[request.param]
    with ExitStack() as started:

        def start(
            lobby: Lobby | None = None,
            host: str = "127.0.0.1",
            names: tuple[str, ...] = (),
            port: int = 0,
            patience: float = 1.0,
        ) -> Any:
            return started.enter_context(serve(lobby or Lobby(), host, names, port, patience))

        yield start


@pytest.fixture
def server(serving: Start) -> Any:
    """Return a running server with no table."""
    return serving()
