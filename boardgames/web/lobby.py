"""All tables, and what a browser can ask of them."""

from __future__ import annotations

from dataclasses import replace
from secrets import compare_digest, token_hex
from typing import TYPE_CHECKING, Any, TypeVar, cast

from boardgames.core.codec import JSON, from_json
from boardgames.core.errors import (
    BoardGamesError,
    DecodeError,
    IllegalActionError,
    NotationError,
    Refusal,
    RefusedError,
)
from boardgames.games import catalogue
from boardgames.play.bots import bot_names
from boardgames.play.limits import (
    MOST_SEATS,
)
from boardgames.play.record import HUMAN, Record
from boardgames.play.record_file import RecordFileError
from boardgames.play.seating import Seat, Seating
from boardgames.play.table import Table
from boardgames.web import shown
from boardgames.web.names import checked_name
from boardgames.web.open_tables import OpenTables, check_pace
from boardgames.web.params import (
    Act,
    Hint,
    Join,
    Judge,
    Look,
    Name,
    Nothing,
    OfSeat,
    Open,
    Replay,
    StandIn,
    Start,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardgames.core.game import Game
    from boardgames.web.shown import Answer

T = TypeVar("T")

STATUS: dict[Refusal, int] = {
    "wrong": 400,
    "unknown": 404,
    "not yours": 403,
    "not now": 409,
    "full": 503,
    "closed": 410,
}
"""The HTTP status of each sort of refusal."""


class Lobby(OpenTables):
    """What a browser can ask."""

    def call(self, method: str, params: object, token: str = "", key: str = "") -> JSON:
        """Return the answer of this method to the owner of this token; raise `RefusedError` if it is refused."""
        if method not in _METHODS:
            raise RefusedError("there is no such method", "unknown")
        kind, work = _METHODS[method]
        try:
            asked: Any = _read(kind, params)
            if method in _AT_A_TABLE:
                return work(self, asked, *self._seat(token))
            if method in _FOR_THE_HOST:
                self._check_key(key)
            return work(self, asked)
        except RefusedError:
            raise
        except (IllegalActionError, NotationError) as error:
            raise RefusedError(str(error), "not now") from None
        except RecordFileError as error:  # it names the folder, which is none of a browser's business
            raise RefusedError(f"cannot keep this table: {error.reason}") from None
        except BoardGamesError as error:
            raise RefusedError(str(error)) from None

    def _check_key(self, key: str) -> None:
        if self.key is not None and not compare_digest(self.key.encode(), key.encode()):
            ask = "open the address that the terminal shows: only the host opens tables here"
            raise RefusedError(ask, "not yours")

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
        return self.join(Join(tokens[table.seating.host]))

    def open(self, asked: Start) -> tuple[Table, dict[int | None, str]]:
        """Open a table; return it with an invitation for each person, and under None one for spectators, if any."""
        seating = self._seating(asked)
        game = _game(asked.game, len(asked.seats), asked.options or {})
        for seat in seating.people:
            seating = seating.inviting(seat)
        if asked.watch or not seating.people:
            seating = seating.inviting(None)
        table = self._new_table(game, seating, asked.seed)
        tokens = {None: seating.watch} | {seat: seating.seats[seat].invitation for seat in seating.people}
        return table, {seat: token for seat, token in tokens.items() if token is not None}

    def open_record(self, asked: Open) -> JSON:
        """Open a table with a record to look at."""
        record = Record.from_bytes(asked.record.encode(errors="replace"))
        if not record.is_open:
            raise RefusedError("this game is not over: its record would show all hands")
        seating, _, token = Seating.of(record.seats).seated(None)
        game = _game(record.game, record.players, record.options)
        table = Table.resume(record, seating, game=game, reading=True)
        with self._lock:
            self._make_room()
            self._tables[table] = ""
        return {"token": token}

    def join(self, asked: Join) -> Answer:
        """Exchange an invitation for a personal secret."""
        with self._lock:
            table, seat = self._invited(asked.invitation)
            if seat is None and sum(len(each.seating.watchers) for each in self._tables) >= MOST_SEATS:
                raise RefusedError("there are too many spectators", "full")
            if seat is not None and asked.name:
                self._rename(table, seat, asked.name)
            _, token = table.join(asked.invitation)
        return {"token": token}

    def invited(self, asked: Join) -> Answer:
        """Return what an invitation is to: the game, how many play, and who invites."""
        table, _ = self._invited(asked.invitation)
        game, host = table.match.game, table.seating.host
        name = None if host is None else table.seating.names[host] or f"Player {host + 1}"
        return {"title": game.title, "players": game.players, "host": name}

    # For whoever sits at a table.

    def table(self, _: Nothing, table: Table, viewer: int | None) -> JSON:
        """Return what does not change."""
        return shown.about(table, viewer)

    def rules(self, _: Nothing, table: Table, viewer: int | None) -> JSON:
        """Return the rules as Markdown."""
        del viewer
        return {"rules": table.match.game.rules()}

    def look(self, asked: Look, table: Table, viewer: int | None) -> JSON:
        """Return what is new, or None."""
        if self.patience:
            table.wait(asked.version, self.patience)
        if table.closed:
            if table in self._tables:
                raise RefusedError("the server is stopping", "full")
            table.check_open()
        if table.version == asked.version:
            return None
        return shown.look(table, viewer, asked.log) | {"next": self._next.get(table, {}).get(viewer)}

    def act(self, asked: Act, table: Table, viewer: int | None) -> JSON:
        """Do an action."""
        if asked.table not in (None, table.seating.id):
            raise RefusedError("this choice belongs to another table", "not now")
        table.act(table.check_person(viewer), table.match.game.parse(asked.action), asked.turn)
        return self._going_on(table)

    def undo(self, _: Nothing, table: Table, viewer: int | None) -> JSON:
        """Take back the last choice."""
        table.undo(table.check_person(viewer))
        return self._going_on(table)

    def hint(self, asked: Hint, table: Table, viewer: int | None) -> JSON:
        """Return what a bot would do."""
        return shown.hints(table, table.check_person(viewer), asked.action)

    def name(self, asked: Name, table: Table, viewer: int | None) -> JSON:
        """Change what a player is called."""
        with self._lock:
            self._rename(table, table.check_person(viewer), asked.name)
        return {}

    def invite(self, asked: OfSeat, table: Table, viewer: int | None) -> JSON:
        """Return a new invitation to a seat; whoever has the old one, or sits there, has no access any more."""
        return {"invitation": table.invite(asked.seat, table.check_person(viewer))}

    def withdraw(self, asked: OfSeat, table: Table, viewer: int | None) -> JSON:
        """Let nobody take a seat, and nobody sit there any more."""
        table.withdraw(asked.seat, table.check_person(viewer))
        return {}

    def let_bot_play(self, asked: StandIn, table: Table, viewer: int | None) -> JSON:
        """Let a bot play on for a person."""
        self._check_spec(asked.bot)
        table.let_bot_play(asked.seat, asked.bot, table.check_person(viewer))
        return self._going_on(table)

    def give_back(self, asked: OfSeat, table: Table, viewer: int | None) -> JSON:
        """Let a person for whom a bot plays on act again."""
        table.give_back(asked.seat, table.check_person(viewer))
        return self._going_on(table)

    def record(self, _: Nothing, table: Table, viewer: int | None) -> JSON:
        """Return the record of a finished game, as text."""
        del viewer
        table.check_over("the record is available")
        return {"record": table.record().to_bytes().decode(), "seed": str(table.match.seed)}

    def replay(self, asked: Replay, table: Table, viewer: int | None) -> JSON:
        """Return an earlier position of a finished game."""
        del viewer
        return shown.replay(table, asked.ply, asked.seat, hands=asked.open, log=asked.log)

    def judge(self, asked: Judge, table: Table, viewer: int | None) -> JSON:
        """Return what a search thinks of a decision in a finished game, from what its player could know then."""
        del viewer
        return shown.judgement(table, asked.seat, asked.after)

    def rematch(self, _: Nothing, table: Table, viewer: int | None) -> JSON:
        """Open the next table with the seats rotated, and give everybody their secret for it."""
        if not table.over or table.reading or (viewer is None and table.people):
            raise RefusedError("a rematch is for the players, after the end", "not yours")
        with table.searching:  # one at a time
            if table not in self._next:
                self._next[table] = self._rotated(table)
        table.changed()
        return {"token": self._next[table].get(viewer)}

    # What the methods share.

    def _going_on(self, table: Table) -> Answer:
        """Let the bots act, and return the version of the table that the caller has to wait for."""
        version = table.version
        self._play_on(table)
        return {"version": version}

    def _rotated(self, table: Table) -> dict[int | None, str]:
        """Open the next table; everybody keeps their neighbours, and the second player becomes the first."""
        old, players = table.seating, table.match.game.players
        seats = [Seat(seat.spec, seat.name, stand_in=seat.stand_in) for seat in old.seats]
        host = None if old.host is None else (old.host - 1) % players
        seating = replace(
            old,
            id=token_hex(8),
            seats=tuple(seats[1:] + seats[:1]),
            host=host,
            watch=None,
            watchers=(),
            past={},
            chosen=False,
        )
        tokens: dict[int | None, str] = {}
        for seat in table.people:
            place = (seat - 1) % players
            if old.seats[seat].holder is None:
                seating = seating.inviting(place)
            else:
                seating, _, tokens[seat] = seating.seated(place)
        if old.watch is not None:
            seating = seating.inviting(None)
        if old.watch is not None or not table.people:
            seating, _, tokens[None] = seating.seated(None)
        self._new_table(table.match.game, seating, None)
        return tokens

    def _rename(self, table: Table, seat: int, name: str) -> None:
        names = table.seating.names
        table.rename(seat, checked_name(name, (*names[:seat], *names[seat + 1 :])))

    def _seating(self, asked: Start) -> Seating:
        """Return who is to sit at the table; raise `RefusedError` if that is impossible."""
        specs = tuple([spec.strip() for spec in asked.seats])
        for spec in specs:
            if spec != HUMAN:
                self._check_spec(spec)
        if asked.seed is not None and specs.count(HUMAN) > 1:
            raise RefusedError("a seed can be chosen only for games against bots: it gives all hands away")
        if asked.names and len(asked.names) != len(specs):
            raise RefusedError(f"{len(asked.names)} names for {len(specs)} seats")
        if asked.seat is not None and (asked.seat not in range(len(specs)) or specs[asked.seat] != HUMAN):
            raise RefusedError("that is not the seat of a person")
        names: tuple[str, ...] = ()
        for name in asked.names or ("",) * len(specs):
            names += (checked_name(name, names),)
        check_pace(asked.pace)
        host = asked.seat if asked.seat is not None or HUMAN not in specs else specs.index(HUMAN)
        return Seating(
            tuple([Seat(spec, name) for spec, name in zip(specs, names, strict=True)]),
            host,
            chosen=asked.seed is not None,
            pace=asked.pace,
            quick=asked.quick and not asked.watch,
            hints=False,
        )


def _game(name: str, players: int, options: dict[str, Any]) -> Game[Any, Any, Any]:
    return catalogue.make_with(name, players, options, files=False)


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
    "invited": (Join, Lobby.invited),
    "join": (Join, Lobby.join),
    "table": (Nothing, Lobby.table),
    "rules": (Nothing, Lobby.rules),
    "look": (Look, Lobby.look),
    "act": (Act, Lobby.act),
    "undo": (Nothing, Lobby.undo),
    "hint": (Hint, Lobby.hint),
    "name": (Name, Lobby.name),
    "invite": (OfSeat, Lobby.invite),
    "withdraw": (OfSeat, Lobby.withdraw),
    "let_bot_play": (StandIn, Lobby.let_bot_play),
    "give_back": (OfSeat, Lobby.give_back),
    "record": (Nothing, Lobby.record),
    "replay": (Replay, Lobby.replay),
    "judge": (Judge, Lobby.judge),
    "rematch": (Nothing, Lobby.rematch),
}
_FOR_THE_HOST = {"start", "open_record"}
_AT_A_TABLE = {*_METHODS} - {"about", "invited", "join", *_FOR_THE_HOST}
