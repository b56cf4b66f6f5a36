"""What a client can ask for: many tables, each seen only from the client's own seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import (
    BoardGamesError,
    ConfigurationError,
    IllegalActionError,
    NotationError,
    RecordError,
    quoted,
)
from boardgames.games import catalogue
from boardgames.jsonrpc import (
    ILLEGAL_ACTION,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    NO_SUCH_TABLE,
    NOT_YOUR_SEAT,
    PROTOCOL,
    TOO_MANY_TABLES,
    WireError,
)
from boardgames.play.bots import Bot, ProgramBot, RandomBot, bot_names, make_bot
from boardgames.play.match import Event, Match
from boardgames.play.record import Record
from boardgames.protocol.kept import KeptGame, KeptGames
from boardgames.protocol.params import (
    ApplyParams,
    CloseParams,
    EventsParams,
    LoadParams,
    NewParams,
    NoParams,
    SeatParams,
    TableParams,
    read_params,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from boardgames.core.game import Game

HUMAN = "human"
"""In a list of seats: one that the client plays."""
MOST_TABLES = 100
"""Tables that may be open at a time, unless told otherwise."""

NOBODY: Bot = RandomBot()
"""Sits in the seats of a finished game."""

AnyMatch: TypeAlias = "Match[Any, Any, Any]"


@dataclass(frozen=True)
class _OpenTable:
    match: AnyMatch
    kept: KeptGame | None
    """Where the game is kept, if it is."""

    def close(self) -> None:
        self.match.close()
        if self.kept is not None:
            self.kept.release()


class Tables:
    """The tables of one client."""

    def __init__(
        self,
        *,
        most: int = MOST_TABLES,
        records: str | Path | None = None,
        programs: bool = False,
        seconds: float | None = None,
    ) -> None:
        """Allow this many tables at a time, keep every game in a folder, and limit the time of a bot's choice.

        Without `programs` the client may not seat bots that are programs (`cmd:…`). Raises `ConfigurationError` if the
        folder does not exist.
        """
        self.most = most
        self.programs = programs
        self.seconds = seconds
        self._kept_games = None if records is None else KeptGames(records)
        self._tables: dict[int, _OpenTable] = {}
        self._opened = 0

    def call(self, method: str, params: object) -> JSON:
        """Return the result of this method; raise `WireError`, and change no table, if it fails."""
        if method not in _METHODS:
            raise WireError(METHOD_NOT_FOUND, f"no method {quoted(method)}; there are: {', '.join(sorted(_METHODS))}")
        kind, work = _METHODS[method]
        try:
            return work(self, read_params(kind, params))
        except WireError:
            raise
        except (IllegalActionError, NotationError) as error:
            raise WireError(ILLEGAL_ACTION, str(error)) from None
        except BoardGamesError as error:
            raise WireError(INVALID_PARAMS, str(error)) from None

    def close_all(self) -> None:
        """Close all tables; what is kept stays kept."""
        for table in self._tables.values():
            table.close()
        self._tables.clear()

    # About the library.

    def hello(self, _: NoParams) -> JSON:
        """Name the protocol and its methods."""
        return {"protocol": PROTOCOL, "name": "boardgames", "methods": [*sorted(_METHODS)]}

    def games(self, _: NoParams) -> JSON:
        """List the games and the bots."""
        known: list[JSON] = []
        for name in catalogue.game_names():
            try:
                cls = catalogue.game_class(name)
            except ConfigurationError:  # a fault of the package that brings it: leave it out
                continue
            known.append(
                {
                    "game": name,
                    "title": cls.title,
                    "players": [*cls.player_counts],
                    "rules_version": cls.rules_version,
                }
            )
        return {"games": known, "bots": [*bot_names()]}

    # Opening and closing tables.

    def new(self, asked: NewParams) -> JSON:
        """Start a game; the client plays the seats that are human."""
        if asked.players is None and asked.seats is None:
            raise WireError(INVALID_PARAMS, "params: field 'players' is missing: give it, or 'seats'")
        players = len(asked.seats or ()) if asked.players is None else asked.players
        game = self._make_game(asked.game, players, asked.options)
        seats = (HUMAN, *["greedy"] * (players - 1)) if asked.seats is None else asked.seats
        bots = self._make_bots(seats)
        self._make_room()
        match: AnyMatch = Match(game, bots, asked.seed, seats, **self._bot_limits())
        try:
            kept = None if self._kept_games is None else self._kept_games.add(match.record())
        except RecordError:
            match.close()
            raise
        return self._open_table(match, kept)

    def load(self, asked: LoadParams) -> JSON:
        """Continue a kept game, or open the record of a finished one."""
        if (asked.key is None) == (asked.record is None):
            raise WireError(INVALID_PARAMS, "params: expected either key or record")
        if asked.key is None:
            record = Record.from_json(asked.record)
            if record.outcome is None:
                raise WireError(INVALID_PARAMS, "params: record: only finished games can be loaded; others have a key")
            self._make_room()
            # Nobody has to act any more, so it does not matter who played: a program need not even exist here.
            return self._open_table(self._resume(record, [None if seat == HUMAN else NOBODY for seat in record.seats]))
        if self._kept_games is None:
            raise WireError(INVALID_PARAMS, "no games are kept here")
        kept = self._kept_games.open(asked.key)
        try:
            record = kept.record
            self._make_room()
            return self._open_table(self._resume(record, self._make_bots(record.seats)), kept)
        except BoardGamesError:
            kept.release()
            raise

    def save(self, asked: TableParams) -> JSON:
        """Tell the key under which the game is kept, and the record once nothing in it is secret any more."""
        table = self._table(asked.table)
        over = table.match.outcome is not None
        if table.kept is None and not over:
            raise WireError(
                INVALID_PARAMS, "no games are kept here, and a record is handed out only when a game is over"
            )
        return {
            "record": table.match.record().to_json() if over else None,
            "key": None if table.kept is None else table.kept.key,
        }

    def close(self, asked: CloseParams) -> JSON:
        """Close a table; a game that is kept can be loaded again, unless it is to be forgotten."""
        table = self._table(asked.table)
        if asked.forget and table.kept is not None:
            table.kept.remove()
        table.close()
        del self._tables[asked.table]
        return {"closed": asked.table}

    # At a table.

    def view(self, asked: SeatParams) -> JSON:
        """Return what a seat knows."""
        match = self._seen_from(asked.table, asked.seat)
        view = match.view(asked.seat)
        return self._standing(match) | {"view": match.game.to_json(view), "text": match.game.render(view)}

    def legal_actions(self, asked: SeatParams) -> JSON:
        """Return the actions that a seat may choose from."""
        match = self._seen_from(asked.table, asked.seat)
        if asked.seat is None:
            raise WireError(NOT_YOUR_SEAT, "a spectator has no actions")
        legal = () if match.forfeit else match.game.legal_actions(match.state, asked.seat)
        listed: list[JSON] = [{"action": match.game.to_json(action), "notation": str(action)} for action in legal]
        return {"legal_actions": listed}

    def apply(self, asked: ApplyParams) -> JSON:
        """Apply an action."""
        match = self._seen_from(asked.table, asked.seat)
        if match.forfeit is not None:
            raise WireError(ILLEGAL_ACTION, "the game is over")
        read_action = match.game.parse if isinstance(asked.action, str) else match.game.action_from_json
        event = match.play(read_action(asked.action), asked.seat)
        self._keep(asked.table)
        return self._standing(match) | {"events": [_told(event, asked.seat)]}

    def bot_move(self, asked: TableParams) -> JSON:
        """Let the next bot act; one that fails forfeits the game."""
        match = self._table(asked.table).match
        if match.outcome is not None or match.waiting():
            raise WireError(ILLEGAL_ACTION, "no bot is to act")
        match.step()
        self._keep(asked.table)
        return self._standing(match)

    def events(self, asked: EventsParams) -> JSON:
        """Return what has happened, as a seat is told of it."""
        match = self._seen_from(asked.table, asked.seat)
        events: list[JSON] = [_told(event, asked.seat) for event in match.history() if event.ply > asked.since]
        return self._standing(match) | {"events": events}

    def outcome(self, asked: TableParams) -> JSON:
        """Return how the game ended, and its seed; before the end all of that is secret."""
        match = self._table(asked.table).match
        outcome = match.outcome
        if outcome is None:
            return {"outcome": None, "remarks": [], "seed": None}
        remarks: list[JSON] = [*match.game.remarks(match.state, None)]
        return {"outcome": to_json(outcome), "remarks": remarks, "seed": match.seed}

    # What the methods share.

    def _bot_limits(self) -> dict[str, Any]:
        return {"seconds": self.seconds, "on_fault": "forfeit"}

    def _make_game(self, name: str, players: int, options: dict[str, Any]) -> Game[Any, Any, Any]:
        for key, given in options.items():
            if key in ("name", "players"):
                raise WireError(INVALID_PARAMS, f"options: {key!r} is not an option")
            if isinstance(given, str):
                raise WireError(INVALID_PARAMS, f"options: {quoted(key)}: expected the content of a file, not its name")
        return catalogue.make(name, players=players, **options)

    def _make_bots(self, seats: Sequence[str]) -> list[Bot | None]:
        bots = [None if seat == HUMAN else make_bot(seat) for seat in seats]
        if not self.programs and any(isinstance(bot, ProgramBot) for bot in bots):
            raise WireError(INVALID_PARAMS, "bots that are programs (cmd:COMMAND) are not allowed here")
        return bots

    def _resume(self, record: Record, seats: Sequence[Bot | None]) -> AnyMatch:
        game = self._make_game(record.game, record.players, record.options)
        return Match.resume(game, seats, record, **self._bot_limits())

    def _make_room(self) -> None:
        """Close the oldest finished table if no other place is free; raise `WireError` if all games are going on."""
        if len(self._tables) < self.most:
            return
        for number, table in self._tables.items():
            if table.match.outcome is not None:
                table.close()
                del self._tables[number]
                return
        raise WireError(TOO_MANY_TABLES, f"{self.most} tables are open; close one first")

    def _open_table(self, match: AnyMatch, kept: KeptGame | None = None) -> JSON:
        self._opened += 1
        self._tables[self._opened] = _OpenTable(match, kept)
        yours: list[JSON] = [seat for seat, bot in enumerate(match.seats) if bot is None]
        about: dict[str, JSON] = {
            "table": self._opened,
            "key": None if kept is None else kept.key,
            "game": match.game.name,
            "players": match.game.players,
            "seats": [*match.names],
            "yours": yours,
        }
        return about | self._standing(match)

    def _keep(self, number: int) -> None:
        """Write the game as it stands; if that fails, take the last action back and raise `WireError`."""
        table = self._tables[number]
        if table.kept is None:
            return
        if table.match.forfeit is not None:
            table.kept.remove()  # its seed may be told now, so it must never be continued
            return
        try:
            table.kept.save(table.match.record())
        except RecordError as error:
            table.match.undo()
            raise WireError(INTERNAL_ERROR, f"the game could not be kept: {error}") from None

    def _table(self, number: int) -> _OpenTable:
        if number not in self._tables:
            raise WireError(NO_SUCH_TABLE, f"there is no table {quoted(number)}")
        return self._tables[number]

    def _seen_from(self, number: int, seat: int | None) -> AnyMatch:
        """Return the match if the client has this seat, or for a spectator; raise `WireError` otherwise."""
        match = self._table(number).match
        if seat is not None:
            if seat not in range(match.game.players):
                highest = match.game.players - 1
                raise WireError(INVALID_PARAMS, f"params: seat: expected 0 to {highest}, not {quoted(seat)}")
            if match.seats[seat] is not None:
                raise WireError(NOT_YOUR_SEAT, f"seat {seat} is not yours")
        return match

    @staticmethod
    def _standing(match: AnyMatch) -> dict[str, JSON]:
        """Return where the game stands, as everybody may know."""
        over = match.outcome is not None
        to_act: list[JSON] = [] if over else [*match.game.to_act(match.state)]
        return {"plies": match.plies, "to_act": to_act, "over": over}


def _told(event: Event[Any, Any, Any], viewer: int | None) -> JSON:
    return {"ply": event.ply, "seat": event.player, "text": [*event.seen_by(viewer)]}


_METHODS: dict[str, tuple[type, Callable[[Tables, Any], JSON]]] = {
    "hello": (NoParams, Tables.hello),
    "games": (NoParams, Tables.games),
    "new": (NewParams, Tables.new),
    "load": (LoadParams, Tables.load),
    "save": (TableParams, Tables.save),
    "close": (CloseParams, Tables.close),
    "view": (SeatParams, Tables.view),
    "legal_actions": (SeatParams, Tables.legal_actions),
    "apply": (ApplyParams, Tables.apply),
    "bot_move": (TableParams, Tables.bot_move),
    "events": (EventsParams, Tables.events),
    "outcome": (TableParams, Tables.outcome),
}
"""By name: the parameters, and the method itself."""
