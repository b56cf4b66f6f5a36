"""The games in a browser: a page on this machine, for one person or for several in windows of their own, and bots.

    python examples/web/server.py                 then open the address that it prints
    python examples/web/server.py --port 8080

It needs the library and a browser, nothing else. The server is a client of the protocol (`boardgames.protocol`)
that owns all seats of people at a table and lends each browser one of them. A seat has a token that cannot be
guessed; every request of the page carries it, and the server adds table and seat itself. So a browser can ask for
nothing but what its own seat may know, and never sees a record, or the seed before the end.

It listens on 127.0.0.1 only, to requests that name it so (a foreign name that leads here is refused) and that come from
its own page.
"""

from __future__ import annotations

import argparse
import re
import sys
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_urlsafe
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Any, TypeAlias, cast

from boardgames import make
from boardgames.cli.show import reflowed
from boardgames.core.codec import JSON
from boardgames.jsonrpc import ILLEGAL_ACTION, WireError, decode, encode
from boardgames.protocol import Tables
from boardgames.protocol.params import read
from boardgames.protocol.tables import HUMAN

ADDRESS = "127.0.0.1"
NAMES = (ADDRESS, "localhost")
"""What a browser on this machine may call the server."""
PAGE = Path(__file__).parent / "index.html"

LONGEST = 4096
"""Bytes that a request may bring at most."""
MOST_TABLES = 50
FORGOTTEN = 3600.0
"""Seconds after which a table that no browser asks for may make room for a new one."""
PATIENCE = 1.0
"""Seconds that a request for news waits for them; little, as a browser opens only a few connections at a time."""
SILENCE = 30.0
"""Seconds without a byte after which a connection is closed."""

Answer: TypeAlias = "dict[str, Any]"


class Refusal(Exception):  # noqa: N818  # it is the other side's error
    """A request that is not granted, and the reason, which the page shows."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        """Take the status and one line of explanation."""
        super().__init__(reason)
        self.status = status


# What the page sends.


@dataclass(frozen=True)
class Start:
    """A game to start."""

    game: str
    seats: tuple[str, ...]  # "human" or the name of a bot, for each player
    seed: int | None = None  # None: drawn, and told at the end


@dataclass(frozen=True)
class Join:
    """A seat to take."""

    invitation: str


@dataclass(frozen=True)
class Act:
    """What to do."""

    action: str  # its notation


class Table:
    """One game: what each of its people is shown, and the bots that play on by themselves.

    Whoever plays holds `_playing`, a bot for as long as it thinks. What is shown was put together before, under
    `_news`: looking never waits for a bot.
    """

    def __init__(self, start: Start) -> None:
        """Start the game; raise `WireError` if there is none such."""
        self._tables = Tables(most=1)
        opened = self._ask("new", game=start.game, players=len(start.seats), seats=[*start.seats], seed=start.seed)
        self._table: int = opened["table"]
        self.people: list[int] = opened["yours"]
        self._about = {"game": opened["game"], "seats": opened["seats"]}
        self._standing = opened
        self._playing = Lock()
        self._news = Condition()
        self._version = 0
        self._shown: dict[int, Answer] = {}
        self._told: dict[int, list[JSON]] = {seat: [] for seat in self.people}
        self._absent: dict[int, str] = {}
        self._closed = False
        self.heard = monotonic()
        self._show()

    def invite(self, invitations: dict[int, str]) -> None:
        """Show the first person these invitations, by seat, until they are taken."""
        with self._news:
            self._absent = dict(invitations)

    def welcome(self, seat: int) -> None:
        """Somebody has taken this seat."""
        with self._news:
            del self._absent[seat]
            self._version += 1
            self._news.notify_all()

    def rules(self) -> str:
        """Return the rules of the game as Markdown, a paragraph a line: how wide the page is, the browser knows."""
        text = make(self._about["game"], players=len(self._about["seats"])).rules()
        return "\n".join(reflowed(text, len(text)))

    def look(self, seat: int, known: int) -> Answer | None:
        """Return what this seat sees, or None if there is nothing new after the `known` version for a while."""
        self.heard = monotonic()
        with self._news:
            self._news.wait_for(lambda: self._version != known, PATIENCE)
            if self._version == known:
                return None
            is_host = seat == self.people[0]
            absent = [{"seat": each, "invitation": link if is_host else None} for each, link in self._absent.items()]
            return self._shown[seat] | {"version": self._version, "absent": absent}

    def act(self, seat: int, action: str) -> int:
        """Do this, let the bots go on, and return the version that shows it; raise `WireError` if it cannot be done."""
        self.heard = monotonic()
        with self._playing:
            self._standing = self._ask("apply", table=self._table, seat=seat, action=action)
            self._show()
            version = self._version
        self.play_on()
        return version

    def play_on(self) -> None:
        """Let bots act, and people where they have no choice, while the caller goes on."""
        Thread(target=self._play_on, daemon=True).start()

    def close(self) -> None:
        """Let the bots stop after what they are doing."""
        self._closed = True

    def _play_on(self) -> None:
        going_on = True
        while going_on and not self._closed:
            with self._playing:
                going_on = self._step()

    def _step(self) -> bool:
        """Do the next thing that is up to no person; return False if there is none."""
        to_act: list[int] = self._standing["to_act"]
        if any(seat not in self.people for seat in to_act):
            self._standing = self._ask("bot_move", table=self._table)
            self._show()
            return True
        for seat in to_act:
            legal = self._legal(seat)
            if len(legal) == 1:
                self._standing = self._ask("apply", table=self._table, seat=seat, action=legal[0])
                self._show()
                return True
        return False

    def _show(self) -> None:
        """Put together what each person may see now."""
        shown = {seat: self._seen_by(seat) for seat in self.people}
        with self._news:
            self._shown = shown
            self._version += 1
            self._news.notify_all()

    def _seen_by(self, seat: int) -> Answer:
        told = self._told[seat]
        since = cast("Answer", told[-1])["ply"] if told else 0
        new = self._ask("events", table=self._table, seat=seat, since=since)["events"]
        self._told[seat] = told = [*told, *new]
        view = self._ask("view", table=self._table, seat=seat)
        legal = self._legal(seat)
        return self._about | {
            "seat": seat,
            "to_act": view["to_act"],
            "over": view["over"],
            "text": view["text"],
            "legal": legal if len(legal) > 1 else [],  # the only one will be done at once
            "events": told,
            **self._ask("outcome", table=self._table),
        }

    def _legal(self, seat: int) -> list[str]:
        told = self._ask("legal_actions", table=self._table, seat=seat)
        return [each["notation"] for each in told["legal_actions"]]

    def _ask(self, method: str, **params: JSON) -> Answer:
        return cast("Answer", self._tables.call(method, params))


class Lobby:
    """The tables, and who sits at them by token."""

    def __init__(self) -> None:
        """Open with no table."""
        self.about = cast("Answer", Tables().call("games", {}))
        self._lock = Lock()
        self._seats: dict[str, tuple[Table, int]] = {}
        self._invitations: dict[str, tuple[Table, int]] = {}

    def start(self, asked: Start) -> Answer:
        """Start a game and return the token of its first person; the others get invitations."""
        known = {HUMAN, *self.about["bots"]}
        for name in asked.seats:
            if name not in known:
                raise Refusal(HTTPStatus.BAD_REQUEST, f"nobody here is called {name!r:.40}")
        if HUMAN not in asked.seats:
            raise Refusal(HTTPStatus.BAD_REQUEST, "a table needs a person")
        with self._lock:
            self._make_room()
            table = Table(asked)
            invitations = {seat: token_urlsafe() for seat in table.people[1:]}
            table.invite(invitations)
            self._invitations |= {link: (table, seat) for seat, link in invitations.items()}
            token = self._seated(table, table.people[0])
        table.play_on()
        return {"token": token}

    def join(self, asked: Join) -> Answer:
        """Return the token of the seat; the invitation is used up."""
        with self._lock:
            if asked.invitation not in self._invitations:
                raise Refusal(HTTPStatus.FORBIDDEN, "this invitation is not good, or has been used")
            table, seat = self._invitations.pop(asked.invitation)
            token = self._seated(table, seat)
        table.welcome(seat)
        return {"token": token}

    def seat(self, token: str) -> tuple[Table, int]:
        """Return the table and the seat that a token is for."""
        with self._lock:
            if token not in self._seats:
                raise Refusal(HTTPStatus.FORBIDDEN, "this is no seat at a table here")
            return self._seats[token]

    def close(self) -> None:
        """Close all tables."""
        with self._lock:
            for table in self._open():
                table.close()

    def _seated(self, table: Table, seat: int) -> str:
        token = token_urlsafe()
        self._seats[token] = (table, seat)
        return token

    def _open(self) -> set[Table]:
        return {table for table, _ in self._seats.values()}

    def _make_room(self) -> None:
        """Clear the tables that everybody has left; raise `Refusal` if all are taken all the same."""
        for left in [table for table in self._open() if monotonic() - table.heard > FORGOTTEN]:
            left.close()
            for given in (self._seats, self._invitations):
                for token in [token for token, (table, _) in given.items() if table is left]:
                    del given[token]
        if len(self._open()) >= MOST_TABLES:
            raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "all tables are taken")


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "boardgames"
    sys_version = ""
    timeout = SILENCE

    def do_GET(self) -> None:  # called so by the standard library
        """Answer a request that changes nothing."""
        self._answer()

    def do_POST(self) -> None:  # called so by the standard library
        """Answer a request that changes something."""
        self._answer()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing of requests that were answered."""

    def _answer(self) -> None:
        try:
            answer = self._granted()
        except Refusal as refusal:
            self._refuse(refusal.status, str(refusal))
        except WireError as error:
            illegal = error.code == ILLEGAL_ACTION
            self._refuse(HTTPStatus.CONFLICT if illegal else HTTPStatus.BAD_REQUEST, str(error))
        else:
            if answer is None:
                self._send(HTTPStatus.NO_CONTENT, b"", "")
            elif isinstance(answer, bytes):
                self._send(HTTPStatus.OK, answer, "text/html; charset=utf-8")
            else:
                self._send(HTTPStatus.OK, encode(answer), "application/json")

    def _granted(self) -> Answer | bytes | None:
        self._check_host()
        path, _, self.query = self.path.partition("?")
        if (self.command, path) not in WORK:
            raise Refusal(HTTPStatus.NOT_FOUND, "there is no such page")
        return WORK[self.command, path](self)

    def _check_host(self) -> None:
        """Refuse requests for a foreign name that was made to lead here, and so to a page of strangers."""
        if self.headers.get_all("Host", []) not in [[host] for host in self.server.hosts]:
            raise Refusal(HTTPStatus.FORBIDDEN, "this server has another name")

    def _body(self) -> Any:  # noqa: ANN401  # whatever was sent
        """Return what a page of ours has sent, and refuse all other pages."""
        if self.headers.get("Origin") != f"http://{self.headers['Host']}":
            raise Refusal(HTTPStatus.FORBIDDEN, "this does not come from the page of this server")
        if self.headers.get_content_type() != "application/json":
            raise Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "expected application/json")
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,9}", length) or "Transfer-Encoding" in self.headers:
            raise Refusal(HTTPStatus.LENGTH_REQUIRED, "expected a body of known length")
        if int(length) > LONGEST:
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"more than {LONGEST} bytes")
        return decode(self.rfile.read(int(length)))

    def _seat(self) -> tuple[Table, int]:
        """Return the table and the seat whose token the request carries."""
        return self.server.lobby.seat(self.headers.get("Authorization", "").removeprefix("Bearer "))

    # What there is to ask for.

    def page(self) -> bytes:
        """Return the page."""
        return self.server.page

    def games(self) -> Answer:
        """Tell which games and bots there are."""
        return self.server.lobby.about

    def start(self) -> Answer:
        """Start a game."""
        return self.server.lobby.start(read(Start, self._body()))

    def join(self) -> Answer:
        """Take a seat."""
        return self.server.lobby.join(read(Join, self._body()))

    def look(self) -> Answer | None:
        """Tell what the seat sees, if that is not the version that it knows."""
        table, seat = self._seat()
        known = re.fullmatch("known=([0-9]{1,9})", self.query)
        return table.look(seat, int(known[1]) if known else 0)

    def rules(self) -> Answer:
        """Tell the rules of the game at the table."""
        table, _ = self._seat()
        return {"rules": table.rules()}

    def act(self) -> Answer:
        """Do an action."""
        asked = read(Act, self._body())
        table, seat = self._seat()
        return {"version": table.act(seat, asked.action)}

    def _refuse(self, status: HTTPStatus, reason: str) -> None:
        self.close_connection = True  # what else it may have brought was not read
        self._send(status, encode({"error": reason}), "application/json")

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        for name, content in self.server.manners.items():
            self.send_header(name, content)
        if status is not HTTPStatus.NO_CONTENT:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)


WORK: dict[tuple[str, str], Callable[[Handler], Answer | bytes | None]] = {
    ("GET", "/"): Handler.page,
    ("GET", "/api/games"): Handler.games,
    ("POST", "/api/start"): Handler.start,
    ("POST", "/api/join"): Handler.join,
    ("GET", "/api/seat"): Handler.look,
    ("GET", "/api/rules"): Handler.rules,
    ("POST", "/api/act"): Handler.act,
}


class Server(ThreadingHTTPServer):
    """The page and its tables; a port of 0 takes any that is free."""

    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        """Listen on this machine only; raise `OSError` if the port is taken."""
        self.lobby = Lobby()
        super().__init__((ADDRESS, port), Handler)
        suffix = "" if self.server_port == 80 else f":{self.server_port}"
        self.hosts = [name + suffix for name in NAMES]
        self.url = f"http://{self.hosts[0]}/"
        self.page = PAGE.read_bytes()
        self.manners = {
            "Cache-Control": "no-store",
            "Content-Security-Policy": _policy(self.page),
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        }

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  # as in the standard library
        """Report what went wrong, unless the browser has just gone away."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Close all tables, too."""
        super().server_close()
        self.lobby.close()


def _policy(page: bytes) -> str:
    """Return what the page may do: run its own script and style, as they are here, and talk to this server."""
    allowed = {
        name: b64encode(sha256(found[1]).digest()).decode()
        for name in ("script", "style")
        if (found := re.search(b"<%b>(.*?)</%b>" % (name.encode(), name.encode()), page, re.DOTALL))
    }
    own = "; ".join(f"{name}-src 'sha256-{digest}'" for name, digest in allowed.items())
    return f"default-src 'none'; {own}; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description="Play the games in a browser on this machine.")
    parser.add_argument("--port", type=int, default=8000, help="0 takes any that is free (default: %(default)s)")
    port = parser.parse_args().port
    try:
        server = Server(port)
    except (OSError, OverflowError) as error:
        parser.error(f"cannot listen on port {port}: {error}")
    with server:
        print(f"Open {server.url} in a browser. Ctrl-C stops it.", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("\nStopped.")


if __name__ == "__main__":
    main()
