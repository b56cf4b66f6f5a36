"""`boardgames web` as a process."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection

import pytest

from tests.conftest import Process, Shell


@pytest.fixture
def started(shell: Shell, interruptible: None) -> Iterator[Callable[..., Process]]:
    """Return what starts the command; every process is ended after the test."""
    del interruptible
    with ExitStack() as stack:
        yield lambda *more: stack.enter_context(
            shell.start("web", "--no-browser", "--port", "0", *more)
        )


@pytest.mark.parametrize(
    ("how", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, 128 + signal.SIGTERM)]
)
def test_it_serves_until_it_is_stopped(
    how: signal.Signals, status: int, started: Callable[..., Process]
) -> None:
    process = started()
    address = re.fullmatch(
        r"Open http://127\.0\.0\.1:(\d+)/ in a browser\. Ctrl-C stops the server\.", process.line()
    )
    assert address
    connection = HTTPConnection("127.0.0.1", int(address[1]), timeout=20)
    connection.request("GET", "/")
    assert b"<main" in connection.getresponse().read()
    connection.close()
    process.send_signal(how)
    rest, _ = process.communicate(timeout=20)
    assert (process.returncode, rest.split()) == (status, ["Stopped."])


def test_a_named_game_gets_one_invitation_for_each_person(started: Callable[..., Process]) -> None:
    process = started("koryo", "--seats", "human,greedy,human", "--host", "0.0.0.0")  # noqa: S104  # that is the point
    lines = [process.line()]
    while not lines[-1].startswith("  Player 3"):
        lines.append(process.line())
    assert re.fullmatch(r"Open http://127\.0\.0\.1:\d+/#key=[\w-]+ in a browser\. .*", lines[0])
    links = [
        re.fullmatch(r"  Player (\d): http://[^/]+/#join=([\w-]{43})", each) for each in lines[-2:]
    ]
    assert [link and link[1] for link in links] == ["1", "3"]
