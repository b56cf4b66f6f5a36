"""`boardgames web` as a process."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection

import pytest

from boardgames.cli import main
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


def test_the_time_for_decisions_is_set_for_all_tables(started: Callable[..., Process]) -> None:
    process = started("--person-seconds", "90")
    port = re.search(r":(\d+)/", process.line())
    assert port
    asked = {"jsonrpc": "2.0", "id": 1, "method": "games"}
    connection = HTTPConnection("127.0.0.1", int(port[1]), timeout=20)
    connection.request("POST", "/rpc", json.dumps(asked), {"Content-Type": "application/json"})
    assert json.load(connection.getresponse())["result"]["person_seconds"] == 90
    connection.close()


@pytest.mark.parametrize("wrong", ["0", "-1", "nan", "soon", "1e7"])
def test_a_time_for_decisions_that_is_none_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    try:
        status: object = main(["web", "--no-browser", "--port", "0", "--person-seconds", wrong])
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    line = capsys.readouterr().err
    assert re.fullmatch("boardgames( web)?: .*person.seconds.*expected .*\n", line)


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
