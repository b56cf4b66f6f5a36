"""All tables, and what a browser can ask of them."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from secrets import compare_digest, token_hex
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar, cast

from boardgames.core.codec import JSON, from_json
from boardgames.core.errors import (
    BoardGamesError,
    DecodeError,
    IllegalActionError,
    NotationError,
    RecordError,
)
from boardgames.core.values import evolve
from boardgames.games import catalogue
from boardgames.play.bots import bot_names
from boardgames.play.record import HUMAN, Record
from boardgames.play.record_file import RecordFileError
from boardgames.web.keeping import Folder, Seating
from boardgames.web.names import checked_name
from boardgames.web.params import (
    LONGEST_SPEC,
    MOST_ITERATIONS,
    MOST_SECONDS,
    Act,
    Hint,
    Join,
    Judge,
    Look,
    Name,
    Nothing,
    Open,
    RefusedError,
    Replay,
    Start,
)
from boardgames.web.seats import Seats
from boardgames.web.table import Table, TableSetup, make_match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boardgames.core.game import Game
    from boardgames.play.match import Match
    from boardgames.play.record_file import RecordFile
    from boardgames.web.shown import Answer

MOST_TABLES = 100
IDLE_UNFINISHED = 3600.0
"""Seconds without visitors after which an unfinished table may be closed."""
IDLE_FINISHED = 600.0
"""The same for a finished table."""
IDLE_FINISHED_WHEN_FULL = 60.0
"""The same for a finished table when all tables are taken."""
PATIENCE = 5.0
"""Seconds that a request for news waits; a browser opens few connections at a time."""
BOT_SECONDS = 30.0
"""Seconds that a bot has for a choice; after that it plays at random."""

T = TypeVar("T")


def play_bots_in_thread(table: Table) -> None:
    """Let the bots of this table play in the background."""
    Thread(target=_play_on, args=(table,), daemon=True).start()


def _play_on(table: Table) -> None:
    # Two of these at one table do no harm: each step is made by one of them.
    while table.step():
        if table.setup.pace:
            table.closed.wait(table.setup.pace)


class Lobby:
    """The tables, and the people at them by their secrets."""

    def __init__(
        self,
        *,
        folder: Folder | None = None,
        key: str | None = None,
        programs: bool = False,
        seconds: float | None = BOT_SECONDS,
        patience: float = PATIENCE,
        play_on: Callable[[Table], None] = play_bots_in_thread,
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Open the lobby, and open again the tables that are kept in the folder.

        With a `key`, only those who know it can open tables. With `programs`, bots may be programs (`cmd:COMMAND`).
        Bots have `seconds` for each choice. `play_on` lets the bots of a table act, and returns at once. `warn` tells
        the operator what cannot be written; for the record of a table, only once until it can be written again.
        """
        self.folder = folder
        self.key = key
        self.programs = programs
        self.seconds = seconds
        self.patience = patience
        self.outside: list[str] = []
        """Addresses of the page for other machines; none if they cannot reach it."""
        self.complaints: list[str] = []
        """The faults of tables that could not be opened again."""
        self._play_on = play_on
        self._warn = warn
        self._unkept: set[Table] = set()
        """The tables whose record could not be written when it changed last."""
        self._lock = Lock()
        self._names: dict[Table, str] = {}
        self._files: dict[Table, RecordFile] = {}
        self._seats = Seats()
        if folder is not None:
            self._restore(folder)

    def call(self, method: str, params: object, token: str = "", key: str = "") -> JSON:
        """Return the answer of this method to the owner of this token; raise `RefusedError` if it is refused."""
        if method not in _METHODS:
            raise RefusedError("there is no such method", 404)
        kind, work = _METHODS[method]
        try:
            asked: Any = _read(kind, params)
            if method in _AT_A_TABLE:
                return work(self, asked, *self._seat(token))
            if method in _FOR_THE_HOST and self.key is not None and not compare_digest(self.key.encode(), key.encode()):
                raise RefusedError("open the address that the terminal shows: only the host opens tables here", 403)
            return work(self, asked)
        except (IllegalActionError, NotationError) as error:
            raise RefusedError(str(error), 409) from None
        except RecordFileError as error:  # it names the folder, which is none of a browser's business
            raise RefusedError(f"cannot write the record of this table: {error.reason}") from None
        except BoardGamesError as error:
            raise RefusedError(str(error)) from None

    def close(self) -> None:
        """Close all tables."""
        with self._lock:
            for table in self._names:
                table.close(gone=False)
            while self._files:
                self._files.popitem()[1].close()

    # For everybody.

    def about(self, _: Nothing) -> JSON:
        """List the games and the bots."""
        games: list[JSON] = [
            {"game": name, "title": cls.title, "goal": cls.goal, "players": [*cls.player_counts]}
            for name, cls in catalogue.usable_games().items()
        ]
        return {"games": games, "bots": [*bot_names()], "outside": [*self.outside]}

    def start(self, asked: Start) -> JSON:
        """Open a table, and seat whoever asks: as a person, or else as a spectator."""
        table, tokens = self.open(asked)
        host = table.setup.host
        return self.join(Join(tokens[host]))

    def open(self, asked: Start) -> tuple[Table, dict[int | None, str]]:
        """Open a table; return it with an invitation for each person, and under None one for spectators, if any."""
        setup = self._setup(asked)
        if asked.seat is not None and asked.seat not in setup.people:
            raise RefusedError("that is not the seat of a person")
        game = self._game(asked.game, len(asked.seats), asked.options or {})
        match = make_match(game, setup, asked.seed, None, self.seconds)
        tokens: dict[int | None, str] = {}
        with self._lock, self._new_table(match, setup) as table:
            for seat in setup.people:
                tokens[seat] = self._seats.invite(table, seat)
            if asked.watch or not setup.people:
                tokens[None] = self._seats.invite(table, None)
        self._play_on(table)
        return table, tokens

    def open_record(self, asked: Open) -> JSON:
        """Open a table with a record to look at."""
        record = Record.from_bytes(asked.record.encode(errors="replace"))
        if not record.is_open:
            raise RefusedError("this game is not over: its record would show all hands")
        setup = TableSetup(record.seats, ("",) * len(record.seats), reading=True)
        game = self._game(record.game, record.players, record.options)
        match = make_match(game, setup, None, record, None)
        with self._lock:
            self._make_room()
            table = Table(match, setup, lambda _: None)
            self._names[table] = ""
            return {"token": self._seats.give(table, None)}

    def join(self, asked: Join) -> Answer:
        """Exchange an invitation for a personal secret."""
        with self._lock:
            table, seat = self._seats.invited(asked.invitation)
            if seat is not None and asked.name:
                table.rename(seat, asked.name)
            token = self._seats.give(table, seat)
            self._seats.withdraw(asked.invitation)
            self._changed(table)
        return {"token": token}

    # For whoever sits at a table.

    def table(self, _: Nothing, table: Table, viewer: int | None) -> JSON:
        """Return what does not change."""
        return table.about(viewer)

    def rules(self, _: Nothing, table: Table, viewer: int | None) -> JSON:
        """Return the rules as Markdown."""
        del viewer
        return {"rules": table.match.game.rules()}

    def look(self, asked: Look, table: Table, viewer: int | None) -> JSON:
        """Return what is new, or None."""
        return table.look(viewer, asked.version, asked.log, self.patience)

    def act(self, asked: Act, table: Table, viewer: int | None) -> JSON:
        """Do an action."""
        version = table.act(_player(viewer), asked.action, asked.turn)
        self._play_on(table)
        return {"version": version}

    def undo(self, _: Nothing, table: Table, viewer: int | None) -> JSON:
        """Take back the last choice."""
        version = table.undo(_player(viewer))
        self._play_on(table)
        return {"version": version}

    def hint(self, asked: Hint, table: Table, viewer: int | None) -> JSON:
        """Return what a bot would do."""
        return table.hint(_player(viewer), asked.action)

    def name(self, asked: Name, table: Table, viewer: int | None) -> JSON:
        """Change what a player is called."""
        with self._lock:
            table.rename(_player(viewer), asked.name)
            self._changed(table)
        return {}

    def record(self, _: Nothing, table: Table, viewer: int | None) -> JSON:
        """Return the record of a finished game, as text."""
        del viewer
        return {"record": table.finished_record(), "seed": str(table.match.seed)}

    def replay(self, asked: Replay, table: Table, viewer: int | None) -> JSON:
        """Return an earlier position of a finished game."""
        del viewer
        return table.replay(asked.ply, asked.seat, hands=asked.open, log=asked.log)

    def judge(self, asked: Judge, table: Table, viewer: int | None) -> JSON:
        """Return what a search thinks of a decision in a finished game, from what its player could know then."""
        del viewer
        return table.judge(asked.seat, asked.after)

    def rematch(self, _: Nothing, table: Table, viewer: int | None) -> JSON:
        """Open the next table with the seats rotated, and give everybody their secret for it."""
        if not table.over or table.setup.reading or (viewer is None and table.people):
            raise RefusedError("a rematch is for the players, after the end", 403)
        with self._lock:
            if table.next_tokens is None:
                table.next_tokens = self._rotated(table)
            tokens = table.next_tokens
        table.wake()
        return {"token": tokens.get(viewer)}

    # What the methods share.

    def _rotated(self, table: Table) -> dict[int | None, str]:
        """Open the next table; everybody keeps their neighbours, and the second player becomes the first."""
        old, game = table.setup, table.match.game
        setup = evolve(
            old,
            seats=old.seats[1:] + old.seats[:1],
            names=old.names[1:] + old.names[:1],
            host=None if old.host is None else (old.host - 1) % game.players,
            chosen=False,
        )
        missing = {*self._seats.open_invitations(table).values()}
        watched = self._seats.spectator_invitation(table) is not None
        tokens: dict[int | None, str] = {}
        with self._new_table(make_match(game, setup, None, None, self.seconds), setup) as following:
            for seat in table.people:
                place = (seat - 1) % game.players
                if seat in missing:
                    self._seats.invite(following, place)
                else:
                    tokens[seat] = self._seats.give(following, place)
            if watched:
                self._seats.invite(following, None)
            if watched or not table.people:
                tokens[None] = self._seats.give(following, None)
        self._play_on(following)
        return tokens

    def _setup(self, asked: Start) -> TableSetup:
        """Return the set-up of the table; raise `RefusedError` if it is impossible."""
        seats = tuple([spec.strip() for spec in asked.seats])
        for spec in seats:
            self._check_spec(spec)
        people = seats.count(HUMAN)
        if asked.seed is not None and people > 1:
            raise RefusedError("a seed can be chosen only for games against bots: it gives all hands away")
        if asked.names and len(asked.names) != len(seats):
            raise RefusedError(f"{len(asked.names)} names for {len(seats)} seats")
        names: tuple[str, ...] = ()
        for name in asked.names or ("",) * len(seats):
            names += (checked_name(name, names),)
        if not 0 <= asked.pace <= MOST_SECONDS:
            raise RefusedError(f"pace: expected 0 to {MOST_SECONDS:g} seconds")
        host = asked.seat if asked.seat is not None or HUMAN not in seats else seats.index(HUMAN)
        return TableSetup(seats, names, host, asked.seed is not None, asked.pace, asked.quick and not asked.watch)

    def _check_spec(self, spec: str) -> None:
        if spec == HUMAN:
            return
        if not spec:
            raise RefusedError("a seat needs a bot, such as mcts:seconds=2")
        if len(spec) > LONGEST_SPEC:
            raise RefusedError("the spec of a bot is too long")
        name, _, rest = spec.partition(":")
        if name == "cmd":
            if not self.programs:
                raise RefusedError("bots that are programs (cmd:...) are not allowed here")
            return
        if name not in bot_names():
            raise RefusedError(f"unknown bot {name!r}; known bots: {', '.join(bot_names())}")
        for option in filter(None, rest.split(",")):
            key, _, text = (part.strip() for part in option.partition("="))
            limit = MOST_SECONDS if key == "seconds" else MOST_ITERATIONS
            with suppress(ValueError):
                if not float(text) <= limit:
                    raise RefusedError(f"{spec}: {key} can be {limit:g} at most here")

    def _game(self, name: str, players: int, options: dict[str, Any]) -> Game[Any, Any, Any]:
        return catalogue.make_with(name, players, options, files=False)

    def _seat(self, token: str) -> tuple[Table, int | None]:
        with self._lock:
            return self._seats.find(token)

    @contextmanager
    def _new_table(self, match: Match[Any, Any, Any], setup: TableSetup) -> Iterator[Table]:
        """Open a table for this match; invitations and seats are given in the block, and then it is kept.

        If anything fails, nothing of it remains.
        """
        with ExitStack() as undone:
            undone.callback(match.close)
            self._make_room()
            table = Table(match, setup, self._keep_record)
            name = f"{match.game.name}-{token_hex(8)}"
            if self.folder is not None:
                self._files[table] = self.folder.record_file(name)
                undone.callback(self.folder.remove, name)
            self._names[table] = name
            undone.callback(self._drop, table)
            yield table
            self._publish(table)
            if table in self._files:  # first, since people without a record could not be seated again
                self._files[table].write(table.record())
            self._keep_people(table)
            undone.pop_all()  # all is well

    def _changed(self, table: Table) -> None:
        """Publish and save who sits at the table and who is still missing."""
        self._publish(table)
        try:
            self._keep_people(table)
        except RecordError as error:  # a full disk keeps nobody from their seat: an invitation stays good on the disk
            self._warn(str(error))

    def _publish(self, table: Table) -> None:
        absent = self._seats.open_invitations(table)
        table.tell_guests({seat: link for link, seat in absent.items()}, self._seats.spectator_invitation(table))

    def _keep_people(self, table: Table) -> None:
        """Save who sits at the table; raise `RecordError` if that is impossible."""
        if self.folder is not None:
            seats = self._seats
            seating = Seating(
                table.setup, seats.at(table), seats.open_invitations(table), seats.spectator_invitation(table)
            )
            self.folder.keep(self._names[table], seating)

    def _keep_record(self, table: Table) -> None:
        file = self._files.get(table)
        if file is not None:
            try:
                file.write(table.record())
            except RecordFileError as error:  # a full disk stops no game
                if table not in self._unkept:
                    self._unkept.add(table)
                    self._warn(str(error))
                    table.note(f"From here on this game cannot be kept ({error.reason}): do not stop the server")
            else:
                self._unkept.discard(table)

    def _restore(self, folder: Folder) -> None:
        for found in folder.tables():
            if len(found) == 2:  # noqa: PLR2004  # a name and a complaint
                self.complaints.append(found[1])
                continue
            name, kept, file = found
            try:
                assert file.record is not None
                kept.check(file.record)
                for spec in kept.setup.seats:
                    self._check_spec(spec)
                match = make_match(file.record.make_game(), kept.setup, None, file.record, self.seconds)
                table = Table(match, kept.setup, self._keep_record)
            except (BoardGamesError, RefusedError) as error:
                self.complaints.append(f"{name}: {error}")
                file.close()
                continue
            self._names[table] = name
            self._files[table] = file
            self._seats.restore(table, kept)
            self._changed(table)
            self._play_on(table)

    def _make_room(self) -> None:
        """Close tables that everybody has left, finished ones sooner; raise `RefusedError` if all are still in use."""
        idle = {table: monotonic() - table.heard for table in self._names}
        full = len(self._names) >= MOST_TABLES
        for table, seconds in idle.items():
            if not table.over:
                most = IDLE_UNFINISHED
            elif not full:
                most = IDLE_FINISHED
            else:
                most = IDLE_FINISHED_WHEN_FULL
            if seconds > most:
                self._drop(table)
        if len(self._names) >= MOST_TABLES:
            raise RefusedError("all tables are taken; try again later", 503)

    def _drop(self, table: Table) -> None:
        table.close(gone=True)
        name = self._names.pop(table)
        self._unkept.discard(table)
        if (file := self._files.pop(table, None)) is not None:
            file.close()
        if self.folder is not None and table.over and name:
            self.folder.forget(name)
        self._seats.clear(table)


def _player(viewer: int | None) -> int:
    if viewer is None:
        raise RefusedError("a spectator cannot do this", 403)
    return viewer


def _read(kind: type[T], params: object) -> T:
    """Return the params; raise `RefusedError` that names the one at fault."""
    if not isinstance(params, dict):
        raise RefusedError("expected an object")
    try:
        return from_json(kind, cast("JSON", params), allow_missing=True)
    except DecodeError as error:
        raise RefusedError(str(error)) from None


_METHODS: dict[str, tuple[type, Callable[..., JSON]]] = {
    "about": (Nothing, Lobby.about),
    "start": (Start, Lobby.start),
    "open_record": (Open, Lobby.open_record),
    "join": (Join, Lobby.join),
    "table": (Nothing, Lobby.table),
    "rules": (Nothing, Lobby.rules),
    "look": (Look, Lobby.look),
    "act": (Act, Lobby.act),
    "undo": (Nothing, Lobby.undo),
    "hint": (Hint, Lobby.hint),
    "name": (Name, Lobby.name),
    "record": (Nothing, Lobby.record),
    "replay": (Replay, Lobby.replay),
    "judge": (Judge, Lobby.judge),
    "rematch": (Nothing, Lobby.rematch),
}
_FOR_THE_HOST = {"start", "open_record"}
_AT_A_TABLE = {*_METHODS} - {"about", "join", *_FOR_THE_HOST}
