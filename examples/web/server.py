"""The games in a browser: a page on this machine, for one person or for several in windows of their own, and bots.

    python examples/web/server.py                 then open the address that it prints
    python examples/web/server.py --port 8080

It needs the library and a browser, nothing else. The server is a client of the protocol (`boardgames.protocol`). It
holds the seats of all people at a table and lends each browser one of them. A seat has a token that cannot be guessed;
every request of the page carries it, and the server adds table and seat itself. So a browser can ask only for what its
own seat may know. It never sees a record, nor the seed before the end.

Tables are kept in a folder, with the tokens of their seats, so that they survive a restart of the server: the pages
that are open then go on by themselves.

It listens on 127.0.0.1 only, and answers only requests that use this address (a foreign name that leads here is
refused) and come from its own page.
"""

from __future__ import annotations

import argparse
import os
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
from time import monotonic, time
from typing import Any, TypeAlias, cast

from boardgames import make
from boardgames.cli.show import reflowed
from boardgames.core.codec import JSON, from_json, to_json
from boardgames.core.errors import BoardGamesError
from boardgames.jsonrpc import ILLEGAL_ACTION, WireError, decode, encode
from boardgames.play.signals import Stopped, stoppable
from boardgames.protocol import Tables
from boardgames.protocol.params import read_params
from boardgames.protocol.tables import HUMAN

ADDRESS = "127.0.0.1"
NAMES = (ADDRESS, "localhost")
"""What a browser on this machine may call the server."""
PAGE = Path(__file__).parent / "index.html"

LONGEST = 4096
"""Bytes in a request at most."""
MOST_TABLES = 50
FORGOTTEN = 3600.0
"""Seconds after which a table that no browser asks for may make room for a new one."""
FORGOTTEN_FINISHED = 60.0
"""The same for a table whose game is over."""
BOT_SECONDS = 30.0
"""Seconds that a bot has for a choice."""
PATIENCE = 1.0
"""Seconds that a request for news waits for them; not many, as a browser opens only a few connections at a time."""
SILENCE = 30.0
"""Seconds without a byte after which a connection is closed."""
CLOSING = 2.0
"""Seconds that a bot has to finish its choice when its table is closed."""

Answer: TypeAlias = "dict[str, Any]"


class Refusal(Exception):  # noqa: N818  # the error is on the other side
    """A request is refused for this reason, which the page shows."""

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
    """An action of one's own seat."""

    action: str  # its notation


# What is kept of a table, besides the game itself.


@dataclass(frozen=True)
class Places:
    """Who may sit where at a kept game."""

    key: str
    tokens: dict[str, int]  # the seat of each token
    invitations: dict[str, int]  # the seat of each invitation that has not been used


class Table:
    """One game: what each of its people is shown, and the bots that play on by themselves.

    Whoever acts holds `_playing`, a bot for as long as it thinks. What is shown was put together before, under
    `_news`: looking never waits for a bot.
    """

    def __init__(self, records: Path | None, method: str, **params: JSON) -> None:
        """Open the game with this method of the protocol, `new` or `load`; raise `WireError` if that fails."""
        self._tables = Tables(most=1, records=records, seconds=BOT_SECONDS)
        opened = self._ask(method, **params)
        self._table: int = opened["table"]
        self.key: str | None = opened["key"]
        self.people: list[int] = opened["yours"]
        self._about = {"game": opened["game"], "seats": opened["seats"]}
        self._standing = opened
        self._playing = Lock()
        self._news = Condition()
        self._version = int(time() * 1000)  # after a restart it must not be lower than before
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
        """Note that somebody has taken this seat."""
        with self._news:
            del self._absent[seat]
            self._version += 1
            self._news.notify_all()

    def rules(self) -> str:
        """Return the rules of the game as Markdown, a paragraph a line; the browser breaks the lines."""
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
        """Apply this action, let the bots go on, and return the version that shows it; raise `WireError` on failure."""
        self.heard = monotonic()
        with self._playing:
            self._standing = self._ask("apply", table=self._table, seat=seat, action=action)
            self._show()
            version = self._version
        self.play_on()
        return version

    def play_on(self) -> None:
        """Let bots act in the background, and a person who plays alone where there is only one action."""
        Thread(target=self._play_on, daemon=True).start()

    @property
    def is_left(self) -> bool:
        """Whether nobody has asked for the table for so long that it may make room."""
        return monotonic() - self.heard > (FORGOTTEN_FINISHED if self._standing["over"] else FORGOTTEN)

    def close(self, *, forget: bool = False) -> None:
        """Stop the bots after what they are doing; a kept game stays kept unless it is to be forgotten."""
        if self._closed:
            return
        self._closed = True
        if self._playing.acquire(timeout=CLOSING):
            try:
                self._ask("close", table=self._table, forget=forget)
            finally:
                self._playing.release()

    def _play_on(self) -> None:
        going_on = True
        while going_on:
            with self._playing:
                going_on = not self._closed and self._step()

    def _step(self) -> bool:
        """Do the next action that needs nobody's decision; return False if there is none.

        With several people that is none of theirs, not even where only one action is legal: the others would learn
        from it what a hand holds.
        """
        to_act: list[int] = self._standing["to_act"]
        if any(seat not in self.people for seat in to_act):
            self._standing = self._ask("bot_move", table=self._table)
            self._show()
            return True
        if to_act and self._is_alone and len(legal := self._legal(to_act[0])) == 1:
            self._standing = self._ask("apply", table=self._table, seat=to_act[0], action=legal[0])
            self._show()
            return True
        return False

    @property
    def _is_alone(self) -> bool:
        return len(self.people) == 1

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
            "legal": [] if self._is_alone and len(legal) == 1 else legal,  # that one will be done at once
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

    def __init__(self, records: Path | None) -> None:
        """Open without tables, and keep new ones in this folder."""
        self.about = cast("Answer", Tables().call("games", {}))
        self._records = records
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
        if asked.seed is not None and asked.seats.count(HUMAN) > 1:
            raise Refusal(HTTPStatus.BAD_REQUEST, "a seed can be chosen only against bots: it tells every hand")
        seats: list[JSON] = [*asked.seats]
        with self._lock:
            self._make_room()
            table = Table(self._records, "new", game=asked.game, seats=seats, seed=asked.seed)
            invitations = {seat: token_urlsafe() for seat in table.people[1:]}
            table.invite(invitations)
            self._invitations |= {link: (table, seat) for seat, link in invitations.items()}
            token = self._seated(table, table.people[0])
            self._keep(table)
        table.play_on()
        return {"token": token}

    def join(self, asked: Join) -> Answer:
        """Return the token of the seat; the invitation is used up."""
        with self._lock:
            if asked.invitation not in self._invitations:
                raise Refusal(HTTPStatus.FORBIDDEN, "this invitation is not valid, or has been used")
            table, seat = self._invitations.pop(asked.invitation)
            token = self._seated(table, seat)
            self._keep(table)
        table.welcome(seat)
        return {"token": token}

    def seat(self, token: str) -> tuple[Table, int]:
        """Return the table and the seat that belong to a token."""
        with self._lock:
            if token not in self._seats:
                raise Refusal(HTTPStatus.FORBIDDEN, "there is no such seat at a table here")
            return self._seats[token]

    def close(self) -> None:
        """Close all tables; they stay kept."""
        with self._lock:
            for table in self._open():
                table.close()

    def reopen(self) -> None:
        """Open the tables that have been kept."""
        if self._records is not None:
            for path in sorted(self._records.glob("seats-*.json")):
                self._reopen(self._records, path)

    def _reopen(self, records: Path, path: Path) -> None:
        """Open a table that is kept here, if its game is still there and not open in another server."""
        try:
            places = from_json(Places, decode(path.read_bytes()))
            if not (records / f"game-{places.key}.json").exists():  # forfeited: such a game is not kept
                path.unlink()
                return
            table = Table(records, "load", key=places.key)
        except (BoardGamesError, OSError) as error:
            print(f"{path.name}: this table cannot be opened: {error}", file=sys.stderr)
            return
        invitations = {seat: link for link, seat in places.invitations.items()}
        table.invite(invitations)
        self._seats |= {token: (table, seat) for token, seat in places.tokens.items()}
        self._invitations |= {link: (table, seat) for seat, link in invitations.items()}
        table.play_on()

    def _keep(self, table: Table) -> None:
        """Write who may sit where, wholly or not at all."""
        if self._records is None or table.key is None:
            return
        places = Places(
            table.key,
            {token: seat for token, (at, seat) in self._seats.items() if at is table},
            {link: seat for link, (at, seat) in self._invitations.items() if at is table},
        )
        path = self._places(self._records, table.key)
        part = path.with_suffix(".part")
        part.write_bytes(encode(to_json(places)))
        part.replace(path)

    @staticmethod
    def _places(records: Path, key: str) -> Path:
        return records / f"seats-{key}.json"

    def _seated(self, table: Table, seat: int) -> str:
        token = token_urlsafe()
        self._seats[token] = (table, seat)
        return token

    def _open(self) -> set[Table]:
        return {table for table, _ in self._seats.values()}

    def _make_room(self) -> None:
        """Forget tables that everybody has left, if all are taken; raise `Refusal` if that does not help."""
        if len(self._open()) < MOST_TABLES:
            return
        for left in [table for table in self._open() if table.is_left]:
            left.close(forget=True)
            if self._records is not None and left.key is not None:
                self._places(self._records, left.key).unlink(missing_ok=True)
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

    def do_GET(self) -> None:  # the standard library calls it so
        """Answer a request that changes nothing."""
        self._answer()

    def do_POST(self) -> None:  # the standard library calls it so
        """Answer a request that changes something."""
        self._answer()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Do not log requests that were answered."""

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
        """Refuse requests under a foreign name, which may have been made to lead here by somebody else's page."""
        if self.headers.get_all("Host", []) not in [[host] for host in self.server.hosts]:
            raise Refusal(HTTPStatus.FORBIDDEN, "this server has another name")

    def _body(self) -> Any:  # noqa: ANN401  # whatever was sent
        """Return what our own page has sent; refuse all other pages."""
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

    # The requests.

    def page(self) -> bytes:
        """Return the page."""
        return self.server.page

    def games(self) -> Answer:
        """List the games and the bots."""
        return self.server.lobby.about

    def start(self) -> Answer:
        """Start a game."""
        return self.server.lobby.start(read_params(Start, self._body()))

    def join(self) -> Answer:
        """Take a seat."""
        return self.server.lobby.join(read_params(Join, self._body()))

    def look(self) -> Answer | None:
        """Return what the seat sees, unless it is the version that the page knows already."""
        table, seat = self._seat()
        known = re.fullmatch("known=([0-9]{1,15})", self.query)
        return table.look(seat, int(known[1]) if known else 0)

    def rules(self) -> Answer:
        """Return the rules of the game at the table."""
        table, _ = self._seat()
        return {"rules": table.rules()}

    def act(self) -> Answer:
        """Apply an action."""
        asked = read_params(Act, self._body())
        table, seat = self._seat()
        return {"version": table.act(seat, asked.action)}

    def _refuse(self, status: HTTPStatus, reason: str) -> None:
        self.close_connection = True  # what else it may have brought was not read
        self._send(status, encode({"error": reason}), "application/json")

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        for name, content in self.server.headers.items():
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
    """The page and its tables; port 0 is any that is free."""

    daemon_threads = True
    request_queue_size = 128  # browsers that connect at the same moment

    def __init__(self, port: int = 0, records: Path | None = None) -> None:
        """Listen on this machine only, and keep tables in this folder; raise `OSError` if the port is taken."""
        self.lobby = Lobby(records)
        super().__init__((ADDRESS, port), Handler)
        self.lobby.reopen()
        suffix = "" if self.server_port == 80 else f":{self.server_port}"
        self.hosts = [name + suffix for name in NAMES]
        self.url = f"http://{self.hosts[0]}/"
        self.page = PAGE.read_bytes()
        self.headers = {
            "Cache-Control": "no-store",
            "Content-Security-Policy": _policy(self.page),
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        }

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  # as in the standard library
        """Report what went wrong, unless the browser has gone away."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Close all tables, too."""
        super().server_close()
        self.lobby.close()


def _policy(page: bytes) -> str:
    """Return what the page may do: run exactly its own script and style, and talk to this server."""
    allowed = {
        name: b64encode(sha256(found[1]).digest()).decode()
        for name in ("script", "style")
        if (found := re.search(b"<%b>(.*?)</%b>" % (name.encode(), name.encode()), page, re.DOTALL))
    }
    own = "; ".join(f"{name}-src 'sha256-{digest}'" for name, digest in allowed.items())
    return f"default-src 'none'; {own}; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"


def _state_folder() -> Path:
    """Return the folder in which programs of this user keep what a restart must not lose."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "boardgames" / "web"


def main() -> int:
    """Serve until Ctrl-C, SIGTERM or SIGHUP; return the exit status."""
    parser = argparse.ArgumentParser(description="Play the games in a browser on this machine.")
    parser.add_argument("--port", type=int, default=8000, help="0 is any that is free (default: %(default)s)")
    parser.add_argument(
        "--records", type=Path, default=_state_folder(), help="where tables are kept (default: %(default)s)"
    )
    chosen = parser.parse_args()
    os.umask(0o077)  # the kept games have all hands in them: nobody else on the machine may read them
    try:
        chosen.records.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"cannot keep tables in {str(chosen.records)!r}: {error.strerror}")
    try:
        server = Server(chosen.port, chosen.records)
    except (OSError, OverflowError) as error:
        parser.error(f"cannot listen on port {chosen.port}: {error}")
    with stoppable(), server:
        print(f"Open {server.url} in a browser. Ctrl-C stops it.", flush=True)
        try:
            server.serve_forever()
        except Stopped as stopped:
            return stopped.status
        except KeyboardInterrupt:
            print("\nStopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
