"""How long people wait at a full server: one person and two bots at each of many tables.

    python examples/benchmarks/load.py --seconds 40
    python examples/benchmarks/load.py --seconds 40 --bots fair mcts:seconds=2 sleeper:seconds=2
    PYTHONPATH=../older python examples/benchmarks/load.py --seconds 40

The server is a process of its own on this machine, which nobody else can reach; each person calls
it from an address of their own (127.0.1.1, 127.0.1.2 …: on Linux), takes the first legal action a
second after it is their turn, and then waits. Tables have the kinds of bots in turns; `sleeper`
only waits, and does not say so. A wait that has not ended counts as it is.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass, field
from http.client import HTTPConnection
from statistics import fmean
from threading import Thread
from time import monotonic, sleep
from typing import Any

from boardgames.play.bots.base import Bot
from boardgames.play.bots.catalogue import CLASSES
from boardgames.play.limits import MOST_TABLES, THREAD_SECONDS
from boardgames.remote.http import HttpServer
from boardgames.remote.lobby import Lobby
from boardgames.web.asgi import application

MOST_SECONDS = 120


@dataclass(frozen=True)
class Sleeper(Bot[Any, Any]):
    """Sleeps, and takes the first action."""

    seconds: float = 2.0

    def choose(self, *given: Any) -> Any:
        """Return the first action, some time later."""
        _game, _player, _view, actions, _rng = given
        sleep(self.seconds)
        return actions[0]


def serve() -> None:
    """Serve until the input ends, and print the port at first."""
    sys.setswitchinterval(THREAD_SECONDS)
    CLASSES["sleeper"] = f"{__name__}:{Sleeper.__name__}"
    # Whoever has finished a game opens another table, and the finished one stays open for a while.
    lobby = Lobby(key="", max_tables=10 * MOST_TABLES)
    with HttpServer(application(lobby)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_port, flush=True)
        sys.stdin.read()
        server.shutdown()


@dataclass
class Person:
    """One person at a table with bots."""

    number: int
    port: int
    game: str
    bots: str
    pause: float
    until: float
    clicks: list[float] = field(default_factory=list)
    """How long the server took to answer each action."""
    turns: list[float] = field(default_factory=list)
    """How long it took from each action to the next turn."""
    games: int = 0
    hurried: int = 0
    """How often a note stood beside the table at one's turn."""
    was_served: bool = False
    """Whether it was ever their turn again."""
    fault: str = ""

    def ask(self, method: str, secret: str, **params: object) -> Any:
        """Return the result of a method."""
        source = (f"127.0.1.{self.number + 1}", 0)
        connection = HTTPConnection("127.0.0.1", self.port, 60, source_address=source)
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {secret}",
            "Origin": f"http://127.0.0.1:{self.port}",
        }
        try:
            connection.request("POST", "/rpc", json.dumps(message).encode(), headers)
            reply = json.load(connection.getresponse())
        finally:
            connection.close()
        if "result" not in reply:
            raise RuntimeError(reply["error"]["message"])
        return reply["result"]

    def live(self) -> None:
        """Play until the time is over."""
        try:
            while monotonic() < self.until:
                self.play()
        except Exception as error:  # noqa: BLE001  # told at the end
            self.fault = repr(error)

    def play(self) -> None:
        """Play one game, or until the time is over."""
        opened = self.ask("new", "", game=self.game, seats=["human", self.bots, self.bots])
        secret, (seat,) = opened["secret"], opened["yours"]
        acted: float | None = None
        self.games += 1
        while monotonic() < self.until:
            status = self.ask("events", secret, since=10**6)
            if status["over"]:
                return
            if seat not in status["to_act"]:
                self.ask("wait", secret, version=status["version"])
                continue
            if acted is not None:
                self.turns.append(monotonic() - acted)
                self.was_served = True
            offered = self.ask("scene", secret)
            self.hurried += bool(offered["scene"]["notes"])
            acted = None
            sleep(self.pause)
            acted = monotonic()
            action = offered["legal_actions"][0]["notation"]
            self.ask("apply", secret, action=action, turn=offered["turn"])
            self.clicks.append(monotonic() - acted)
        if acted is not None:
            self.turns.append(monotonic() - acted)


def told(what: str, seconds: list[float]) -> str:
    """Return a line with these durations."""
    ordered = sorted(seconds) or [0.0]
    median, late = ordered[len(ordered) // 2], ordered[int(0.95 * len(ordered))]
    return (
        f"{what:<18} {len(seconds):>6} times: mean {fmean(ordered):.2f} s, median {median:.2f}, "
        f"95 % {late:.2f}, most {ordered[-1]:.2f}"
    )


def main() -> None:
    """Put a load on a server, and print how long people waited."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="koryo")
    parser.add_argument("--tables", type=int, default=MOST_TABLES, help="100 at most")
    parser.add_argument("--seconds", type=float, default=40, help=f"{MOST_SECONDS} at most")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds that a person thinks")
    parser.add_argument("--bots", nargs="+", default=["fair"], metavar="SPEC")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        return serve()
    tables, seconds = min(args.tables, MOST_TABLES), min(args.seconds, MOST_SECONDS)
    command = [sys.executable, __file__, "--serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        port, until = int(server.stdout.readline()), monotonic() + seconds
        people = [
            Person(each, port, args.game, args.bots[each % len(args.bots)], args.pause, until)
            for each in range(tables)
        ]
        threads = [Thread(target=person.live) for person in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        server.stdin.close()
    print(told("click answered", [each for person in people for each in person.clicks]))
    print(told("own turn again", [each for person in people for each in person.turns]))
    for bots in args.bots if len(args.bots) > 1 else ():
        turns = [each for person in people if person.bots == bots for each in person.turns]
        print(told(f"  {bots}", turns))
    served = sum(person.was_served for person in people)
    noted = sum(person.hurried for person in people)
    print(f"{served} of {tables} served; at {noted} turns a note stood beside the table")
    for fault in {person.fault for person in people if person.fault}:
        print(f"failed: {fault}")
    return None


if __name__ == "__main__":
    main()
