"""The methods of the protocol: many tables, each seen only from the client's own seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from boardgames import jsonrpc
from boardgames.core import errors
from boardgames.core.codec import JSON, to_json
from boardgames.core.game import Game
from boardgames.core.log import beginning
from boardgames.core.scene import Label
from boardgames.games import catalogue
from boardgames.jsonrpc import WireError
from boardgames.play.bots import bot_names
from boardgames.play.bots.catalogue import is_program
from boardgames.play.lesson import LessonTable
from boardgames.play.limits import LONGEST_HINT_SECONDS, MOST_TABLES, Limits
from boardgames.play.record import HUMAN, Record
from boardgames.play.table import Table
from boardgames.protocol import params, results
from boardgames.protocol.kept import KeptGame
from boardgames.protocol.params import read_params

SHOWN_LEGAL = 3
"""Number of legal actions named in the error for an unreadable action."""


class Tables:
    """The tables of one client."""

    def __init__(
        self,
        *,
        max_tables: int = MOST_TABLES,
        records: str | Path | None = None,
        programs: bool = False,
        seconds: float | None = None,
    ) -> None:
        """Allow `max_tables` at a time, keep games in the folder `records`, and limit bots to `seconds` per choice.

        Without `programs`, the client may not seat bots that are programs (`cmd:…`). Raises `ConfigurationError` if the
        folder does not exist.
        """
        self.max_tables = max_tables
        self.programs = programs
        self._limits = Limits(seconds, "forfeit")
        self._folder = None if records is None else Path(records).absolute()
        if self._folder is not None and not self._folder.is_dir():
            raise errors.ConfigurationError(f"no folder to keep records in: {str(records)!r}")
        self._tables: dict[int, Table] = {}
        self._opened = 0

    def call(self, method: str, params: object) -> JSON:
        """Return the result of this method; if it fails, raise `WireError` and change no table."""
        if method not in METHODS:
            known = ", ".join(sorted(METHODS))
            raise WireError(jsonrpc.METHOD_NOT_FOUND, f"no method {errors.quoted(method)}; methods: {known}")
        called = METHODS[method]
        try:
            return to_json(called.work(self, read_params(called.params, params)), called.result)
        except WireError:
            raise
        except (errors.IllegalActionError, errors.NotationError, errors.RefusedError) as error:
            raise WireError(jsonrpc.ILLEGAL_ACTION, str(error)) from None
        except errors.BoardGamesError as error:
            raise WireError(jsonrpc.INVALID_PARAMS, str(error)) from None

    def close_all(self) -> None:
        """Close all tables; kept games stay in the folder."""
        for table in self._tables.values():
            table.close()
        self._tables.clear()

    # About the library.

    def hello(self, _: params.NoParams) -> results.Hello:
        """Return the version of the protocol and its methods."""
        return results.Hello(jsonrpc.PROTOCOL, "boardgames", tuple(sorted(METHODS)))

    def games(self, _: params.NoParams) -> results.Catalogue:
        """List the games and the bots."""
        known = [
            results.KnownGame(name, cls.title, tuple(cls.player_counts), cls.rules_version)
            for name, cls in catalogue.usable_games().items()
        ]
        return results.Catalogue(tuple(known), tuple(bot_names()))

    def rules(self, asked: params.GameParams) -> results.Rules:
        """Return the rules of a game."""
        cls = catalogue.game_class(asked.game)
        return results.Rules(cls.name, catalogue.make(cls.name, players=cls.player_counts[0]).rules())

    # Opening and closing tables.

    def new(self, asked: params.NewParams) -> results.Opened:
        """Start a game; the client plays the `human` seats."""
        catalogue.game_class(asked.game)  # an unknown game is reported before other faults
        if asked.players is None and asked.seats is None:
            raise errors.ConfigurationError("params: field 'players' is missing: give it, or 'seats'")
        players = len(asked.seats or ()) if asked.players is None else asked.players
        game = catalogue.make_with(asked.game, players, asked.options, files=False)
        seats = (HUMAN, *["greedy"] * (players - 1)) if asked.seats is None else asked.seats
        self._check_seats(seats)
        self._check_room()
        file = None if self._folder is None else KeptGame.claim(self._folder)
        return self._opened_at(Table.open(game, seats, asked.seed, file=file, limits=self._limits))

    def learn(self, asked: params.GameParams) -> results.Opened:
        """Open a table with the lesson of a game; it is not kept."""
        self._check_room()
        return self._opened_at(LessonTable.begin(asked.game, limits=self._limits))

    def load(self, asked: params.LoadParams) -> results.Opened:
        """Continue a kept game, or open the record of a finished one."""
        if (asked.key is None) == (asked.record is None):
            raise errors.ConfigurationError("params: expected either key or record")
        if asked.key is None:
            record = Record.from_json(asked.record)
            if record.outcome is None:
                raise errors.ConfigurationError("params: record: only finished games can be loaded; others have a key")
            self._check_room()
            return self._opened_at(Table.resume(record, game=_game_of(record)))
        if self._folder is None:
            raise errors.ConfigurationError("no games are kept here")
        file = KeptGame.claim(self._folder, asked.key)
        try:
            record = file.record()
            self._check_room()
            self._check_seats(record.seats)
            return self._opened_at(Table.restore(file, self._limits, _game_of(record)))
        except errors.BoardGamesError:
            file.close()
            raise

    def save(self, asked: params.TableParams) -> results.Saved:
        """Return the key under which the game is kept, and after the game the record."""
        table = self._table(asked.table)
        if table.file is None and not table.over:
            raise errors.ConfigurationError(
                "no games are kept here, and a record is handed out only when a game is over"
            )
        record = table.record().to_json() if table.over else None
        # A game that a bot has forfeited is no longer kept.
        return results.Saved(record, None if table.match.forfeit is not None else _key(table))

    def close(self, asked: params.CloseParams) -> results.Closed:
        """Close a table; a kept game can be loaded again, unless it is deleted with `forget`."""
        table = self._table(asked.table)
        table.close()
        if asked.forget and isinstance(table.file, KeptGame):
            table.file.remove()
        del self._tables[asked.table]
        return results.Closed(asked.table)

    # At a table.

    def pieces(self, asked: params.TableParams) -> results.Pieces:
        """Return the cards, tokens and tiles of the game at this table."""
        game = self._table(asked.table).match.game
        return results.Pieces(dict(game.pieces()), dict(game.terms()))

    def view(self, asked: params.SeatParams) -> results.SeatView:
        """Return what a seat knows."""
        table = self._seen_from(asked.table, asked.seat)
        game, view = table.match.game, table.match.view(asked.seat)
        return results.SeatView(*_status(table), view=game.to_json(view), text=game.render(view))

    def scene(self, asked: params.SeatParams) -> results.SeatScene:
        """Return the table as a seat sees it, with its legal actions in the reader's words."""
        table = self._seen_from(asked.table, asked.seat)
        game, view = table.match.game, table.match.view(asked.seat)
        labelled = [results.LabelledAction(*_labelled(game, view, action)) for action in table.legal(asked.seat)]
        return results.SeatScene(*_status(table), scene=table.scene(asked.seat), legal_actions=tuple(labelled))

    def legal_actions(self, asked: params.SeatParams) -> results.LegalActions:
        """Return the legal actions of a seat."""
        table = self._seen_from(asked.table, asked.seat)
        if asked.seat is None:
            raise WireError(jsonrpc.NOT_YOUR_SEAT, "a spectator has no actions")
        to_json = table.match.game.to_json
        legal = [results.LegalAction(to_json(action), str(action)) for action in table.legal(asked.seat)]
        return results.LegalActions(tuple(legal))

    def hint(self, asked: params.HintParams) -> results.Hints:
        """Return the recommendations of a search from the View of a seat."""
        table = self._seen_from(asked.table, asked.seat)
        longest = LONGEST_HINT_SECONDS
        if not 0 < asked.seconds <= longest:
            fault = f"params: seconds: expected more than 0, and at most {longest:g}, not {asked.seconds:g}"
            raise errors.ConfigurationError(fault)
        besides = None if asked.action is None else _action(table, asked.seat, asked.action)
        found = table.hint(asked.seat, besides, asked.seconds)
        game, view = table.match.game, table.match.view(asked.seat)
        hints = [
            results.Hint(*_labelled(game, view, each.action), round(each.chance, 4), each.why, each.is_about_equal)
            for each in found
        ]
        return results.Hints(tuple(hints))

    def apply(self, asked: params.ApplyParams) -> results.Events:
        """Apply an action."""
        table = self._seen_from(asked.table, asked.seat)
        with _kept():
            event = table.act(asked.seat, _action(table, asked.seat, asked.action))
        return results.Events(*_status(table), events=_told(table, asked.seat, event.ply - 1))

    def bot_move(self, asked: params.TableParams) -> results.GameStatus:
        """Let the next bot act; one that fails forfeits the game."""
        table = self._table(asked.table)
        with _kept():
            if not table.step():
                raise WireError(jsonrpc.ILLEGAL_ACTION, "no bot may act now")
        return results.GameStatus(*_status(table))

    def undo(self, asked: params.UndoParams) -> results.Undone:
        """Take back the last decision of a seat and all that followed; the client's other seats have to grant it."""
        table = self._seen_from(asked.table, asked.seat)
        only = table.people[0] if len(table.people) == 1 else None
        with _kept():
            undone = table.undo(only if asked.seat is None else asked.seat)
        return _undone(table, undone)

    def grant_undo(self, asked: params.GrantParams) -> results.Undone:
        """Grant or refuse an undo that another of the client's seats asks for."""
        table = self._seen_from(asked.table, asked.seat)
        with _kept():
            undone = table.grant_undo(asked.seat, asked.grant)
        return _undone(table, undone)

    def resign(self, asked: params.PlayerParams) -> results.GameStatus:
        """Give up: the game ends, and all other seats win."""
        table = self._seen_from(asked.table, asked.seat)
        with _kept():
            table.resign(asked.seat)
        return results.GameStatus(*_status(table))

    def events(self, asked: params.EventsParams) -> results.Events:
        """Return the events as told to a seat."""
        table = self._seen_from(asked.table, asked.seat)
        beginning = () if asked.since else (_beginning(table, asked.seat),)
        return results.Events(*_status(table), events=(*beginning, *_told(table, asked.seat, asked.since)))

    def outcome(self, asked: params.TableParams) -> results.Ending:
        """Return how the game ended, and its seed; null before the end."""
        match = self._table(asked.table).match
        outcome = match.outcome
        if outcome is None:
            return results.Ending(None, (), None)
        return results.Ending(outcome, tuple(match.game.remarks(match.state, None)), match.seed)

    def score_sheet(self, asked: params.TableParams) -> results.ScoreSheetResult:
        """Return where the points came from; null before the end."""
        match = self._table(asked.table).match
        return results.ScoreSheetResult(None if match.outcome is None else match.game.score_sheet(match.state))

    # Helpers of the methods.

    def _check_seats(self, seats: Sequence[str]) -> None:
        if not self.programs and any(is_program(seat) for seat in seats):
            raise errors.ConfigurationError("bots that are programs (cmd:COMMAND) are not allowed here")

    def _oldest_finished(self) -> int | None:
        finished = [number for number, table in self._tables.items() if table.over]
        return finished[0] if finished else None

    def _check_room(self) -> None:
        """Raise `WireError` if the maximum number of games is in progress."""
        if len(self._tables) >= self.max_tables and self._oldest_finished() is None:
            raise WireError(jsonrpc.TOO_MANY_TABLES, f"{self.max_tables} tables are open; close one first")

    def _opened_at(self, table: Table) -> results.Opened:
        """Give the table a number, and close the oldest finished table if there is no room."""
        oldest = self._oldest_finished()
        if len(self._tables) >= self.max_tables and oldest is not None:
            self._tables.pop(oldest).close()
        self._opened += 1
        self._tables[self._opened] = table
        plies, to_act, over = _status(table)
        return results.Opened(
            table=self._opened,
            key=_key(table),
            game=table.match.game.name,
            players=table.match.game.players,
            seats=table.match.names,
            yours=table.people,
            plies=plies,
            to_act=to_act,
            over=over,
        )

    def _table(self, number: int) -> Table:
        if number not in self._tables:
            raise WireError(jsonrpc.NO_SUCH_TABLE, f"there is no table {errors.quoted(number)}")
        return self._tables[number]

    def _seen_from(self, number: int, seat: int | None) -> Table:
        """Return the table if the seat belongs to the client, or is None; raise `WireError` otherwise."""
        table = self._table(number)
        if seat is not None and seat not in table.people:
            if seat not in range(table.match.game.players):
                highest = table.match.game.players - 1
                raise errors.ConfigurationError(f"params: seat: expected 0 to {highest}, not {errors.quoted(seat)}")
            raise WireError(jsonrpc.NOT_YOUR_SEAT, f"seat {seat} is not yours")
        return table


def _game_of(record: Record) -> Game[Any, Any, Any]:
    """Return the game of a record; its options may not name files."""
    return catalogue.make_with(record.game, record.players, record.options, files=False)


def _labelled(game: Game[Any, Any, Any], view: object, action: Any) -> tuple[Any, str, Label]:
    """Return the fields of `LabelledAction` for this action and reader."""
    return game.to_json(action), str(action), game.label(view, action)


def _told(table: Table, seat: int | None, since: int) -> tuple[results.ToldEvent, ...]:
    """Return the actions after the first `since`, as told to this seat."""
    game, told = table.match.game, table.told(seat, since)
    actions = zip(told, table.match.history(max(since, 0)), strict=True)
    return tuple([results.told_event(game, each.ply, each.seat, each.lines, at.entry(seat)) for each, at in actions])


def _beginning(table: Table, seat: int | None) -> results.ToldEvent:
    """Return the beginning of the game, as told to this seat."""
    game, match = table.match.game, table.match
    first = next((action.before for action in match.history()), match.state)
    entry = beginning(game, first, seat)
    lines = [line for event in entry.events for line in game.describe(event, seat)]
    return results.told_event(game, 0, None, tuple(lines), entry)


def _key(table: Table) -> str | None:
    return table.file.key if isinstance(table.file, KeptGame) else None


def _status(table: Table) -> tuple[int, tuple[int, ...], bool]:
    """Return the fields of `GameStatus`."""
    match = table.match
    return match.plies, () if table.over else match.game.to_act(match.state), table.over


def _undone(table: Table, undone: int) -> results.Undone:
    asked = table.undo_asked
    shown = None if asked is None else results.UndoAsked(asked.seat, asked.granted)
    return results.Undone(*_status(table), undone=undone, undo_asked=shown)


@contextmanager
def _kept() -> Iterator[None]:
    """Turn a failure to keep the game into a `WireError`: the request has not been carried out."""
    try:
        yield
    except errors.RecordError as error:
        raise WireError(jsonrpc.INTERNAL_ERROR, f"the game could not be kept: {error}") from None


def _action(table: Table, seat: int | None, data: Any) -> Any:
    """Return the action with this notation or JSON form; the error for any other names some legal actions."""
    game = table.match.game
    read = game.parse if isinstance(data, str) else game.action_from_json
    try:
        return read(data)
    except (errors.DecodeError, errors.NotationError) as error:
        fault = str(error) if isinstance(error, errors.NotationError) else f"not an action of this game: {error}"
        legal = ", ".join(map(str, table.legal(seat)[:SHOWN_LEGAL]))
        raise WireError(jsonrpc.ILLEGAL_ACTION, f"{fault}; legal: {legal}" if legal else fault) from None


class Method(NamedTuple):
    """A method of the protocol."""

    params: type
    result: type
    work: Callable[[Tables, Any], Any]


def _method(name: str) -> Method:
    """Return the method of `Tables` with this name; its type hints give its parameters and result."""
    work = getattr(Tables, name)
    asked, result = get_type_hints(work).values()
    return Method(asked, result, work)


NAMES = (
    *("hello", "games", "rules", "new", "load", "save", "close", "pieces", "view", "scene", "legal_actions", "hint"),
    *("apply", "bot_move", "undo", "grant_undo", "resign", "events", "outcome", "score_sheet"),
)
METHODS = {name: _method(name) for name in NAMES}
"""The methods, by name."""
