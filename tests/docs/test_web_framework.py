"""The web server of docs/guides/program.md, as a reader would run it: over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

from boardgames.table import Table
from tests.docs.blocks import Page

WAIT_SECONDS = 60
"""Seconds after which a test gives up waiting for a bot."""
Ask = Callable[..., tuple[int, Any]]


class Quiet(WSGIRequestHandler):
    """Logs nothing."""

    def log_message(self, *_: object) -> None:
        """Do nothing."""


@pytest.fixture(scope="module")
def program() -> Iterator[dict[str, Any]]:
    """Return the names that the program defines."""
    (example,) = [
        each for each in Page("guides/program").programs if "def application(" in each.parsed
    ]
    defined: dict[str, Any] = {}
    exec(str(example.parsed), defined)  # noqa: S102  # our own
    yield defined
    defined["table"].close()


@pytest.fixture
def ask(program: dict[str, Any]) -> Iterator[Ask]:
    """Return a function that asks the server over HTTP, with GET or, with a body, with POST."""
    (secret,) = program["secrets"]
    server = make_server("127.0.0.1", 0, program["application"], handler_class=Quiet)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    opener = build_opener(ProxyHandler({}))

    def asked(body: bytes | None = None, by: str = secret) -> tuple[int, Any]:
        address = f"http://127.0.0.1:{server.server_port}/"
        request = Request(address, body, {"Authorization": f"Bearer {by}"})
        try:
            with opener.open(request, timeout=WAIT_SECONDS) as answer:
                return answer.status, json.load(answer)
        except HTTPError as error:
            with error:
                return error.code, json.load(error)

    yield asked
    server.shutdown()
    thread.join()
    server.server_close()


def until_asked(ask: Ask) -> Any:
    """Return what the person sees once they have to choose, or once the game is over."""
    end = monotonic() + WAIT_SECONDS
    while True:
        status, seen = ask()
        assert status == 200
        if seen["choices"] or seen["over"]:
            return seen
        assert monotonic() < end
        sleep(0.01)


@pytest.mark.parametrize(
    "body", [b"", b"1", b"[]", b"null", b"{}", b"no JSON", b'{"choice": 1}', b" " * 501]
)
def test_what_is_no_choice_is_refused(ask: Ask, body: bytes) -> None:
    assert ask(body)[0] == 400


def test_who_has_no_seat_learns_nothing(ask: Ask) -> None:
    assert ask(by="guessed") == (403, {"error": "no seat has this secret"})


@pytest.mark.long
def test_a_whole_game_is_played_and_a_choice_that_is_sent_twice_acts_once(
    ask: Ask, program: dict[str, Any]
) -> None:
    table: Table = program["table"]
    assert table.match.game.to_act(table.match.game.new_game(7)) == (1,), "the bot begins"
    seen = until_asked(ask)
    while not seen["over"]:
        body = json.dumps({"choice": 1, "turn": seen["turn"]}).encode()
        assert ask(body)[0] == 200
        assert ask(body) == (409, {"error": "the table has moved on; look again"})
        seen = until_asked(ask)
    assert table.over
    assert table.match.moves(0) == seen["turn"]
    assert seen["log"][-1] == table.told(0)[-1].lines[-1]
