"""The methods of the protocol: many tables, each seen only from the client's own seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Self

from boardgames import jsonrpc
from boardgames.contract.game import Game
from boardgames.contract.transition import Transition, beginning
from boardgames.contract.words import Words
from boardgames.core import errors
from boardgames.core.chance import SeedNumber
from boardgames.core.codec import JSON, to_json, whole
from boardgames.core.integers import Natural, PlayerCount, Positive, SeatNumber
from boardgames.core.text import listed
from boardgames.games import catalogue
from boardgames.jsonrpc import WireError
from boardgames.play.bots import bot_names
from boardgames.play.bots.catalogue import is_program
from boardgames.play.ending import entry_of
from boardgames.play.forms import GivenAction, LegalAction
from boardgames.play.limits import (
    HINT_SECONDS,
    LONGEST_HINT_SECONDS,
    MOST_TABLES,
    Limits,
    check_count,
)
from boardgames.play.machine import THIS_MACHINE, Machine
from boardgames.play.record import HUMAN, Record, RecordForm
from boardgames.protocol import results
from boardgames.scene.log import Entry
from boardgames.scene.scene import Label
from boardgames.table.lesson import lesson_of
from boardgames.table.requests import refusals, requests
from boardgames.table.seating import Seating
from boardgames.table.sight import Told
from boardgames.table.table import Table
from boardgames.table.table_file import TableFile, given_up_on_error

CODES: dict[errors.Refusal, int] = {
    "wrong": jsonrpc.INVALID_PARAMS,
    "unknown": jsonrpc.NO_SUCH_TABLE,
    "not yours": jsonrpc.NOT_YOUR_SEAT,
    "not now": jsonrpc.ILLEGAL_ACTION,
    "full": jsonrpc.TOO_MANY_TABLES,
    "closed": jsonrpc.NO_SUCH_TABLE,
    "unkept": jsonrpc.INTERNAL_ERROR,
}
"""The error code of each kind of refusal."""


class KeptGame(TableFile):
    """A game in the folder, under an unguessable key, and at one table at a time until that is
    closed.

    So there is never a second copy to try out moves on. Errors do not name the folder.
    """

    key: str

    @classmethod
    def claim(cls, folder: Path, key: str | None = None) -> Self:
        """Claim the game with this key, or a new one under a new key; raise `RecordError` on
        failure.
        """
        is_new, key = key is None, key or token_urlsafe(32)
        # The file name does not reveal the key, because others may list the folder.
        path = folder / f"game-{sha256(key.encode()).hexdigest()}.json"
        if not is_new and not path.is_file():
            raise errors.RecordError("no game is kept under this key")
        try:
            game = cls.open(path, resume=not is_new, record_only=True)
        except errors.RecordError as error:
            raise errors.RecordError(
                "this game is open at another table, or its file cannot be used"
            ) from error
        game.key = key
        return game

    def write(self, record: Record, seating: Seating) -> None:
        """Write the record; delete it after a resignation or a forfeit: a game must not continue
        once its seed is known.
        """
        if record.ending is None:
            super().write(record, seating)
        else:
            self.remove()

    def remove(self) -> None:
        """Delete the game."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


class Tables:
    """The tables of one client."""

    def __init__(
        self,
        *,
        max_tables: int = MOST_TABLES,
        records: str | Path | None = None,
        programs: bool = False,
        seconds: float | None = None,
        machine: Machine = THIS_MACHINE,
    ) -> None:
        """Allow `max_tables` at a time, keep games in the folder `records`, and limit bots to
        `seconds` per choice. `machine` has the clocks and threads of the tables.

        Without `programs`, the client may not seat bots that are programs (`cmd:…`). Raises
        `ConfigurationError` if the folder does not exist.
        """
        check_count("max_tables", max_tables)
        self.max_tables = max_tables
        self.programs = programs
        self.machine = machine
        self._limits = Limits(seconds, "forfeit")
        self._folder = None if records is None else Path(records).absolute()
        if self._folder is not None and not self._folder.is_dir():
            raise errors.ConfigurationError(f"no folder to keep records in: {str(records)!r}")
        self._tables: dict[int, Table] = {}
        self._opened = 0

    def call(self, method: str, params: object) -> JSON:
        """Return the result of this method; if it fails, raise `WireError` and change no table."""
        if (request := REQUESTS.get(method)) is None:
            known = ", ".join(sorted(REQUESTS))
            raise WireError(
                jsonrpc.METHOD_NOT_FOUND, f"no method {errors.quoted(method)}; methods: {known}"
            )
        try:
            asked = request.read(params)
        except errors.DecodeError as error:
            raise WireError(jsonrpc.INVALID_PARAMS, f"params: {error}") from None
        try:
            with refusals():
                return to_json(request.work(self, **asked), request.result)
        except errors.RefusedError as refusal:
            raise WireError(CODES[refusal.why], str(refusal)) from None

    def close_all(self) -> None:
        """Close all tables; kept games stay in the folder."""
        for table in self._tables.values():
            table.close()
        self._tables.clear()

    # About the library.

    def hello(self) -> results.Hello:
        """Return the version of the protocol and its methods."""
        return results.Hello(jsonrpc.PROTOCOL, "boardgames", tuple(sorted(REQUESTS)))

    def games(self) -> results.Catalogue:
        """List the games and the bots."""
        known = [
            results.KnownGame(name, cls.title, tuple(cls.player_counts), cls.rules_version)
            for name, cls in catalogue.usable_games().items()
        ]
        return results.Catalogue(tuple(known), tuple(bot_names()))

    def rules(self, *, game: str) -> results.Rules:
        """Return the rules of a game."""
        cls = catalogue.game_class(game)
        return results.Rules(
            cls.name, catalogue.make(cls.name, players=cls.player_counts[0]).words.rules()
        )

    # Opening and closing tables.

    def new(
        self,
        *,
        game: str,
        players: PlayerCount | None = None,
        options: dict[str, Any] | None = None,
        seed: SeedNumber | None = None,
        seats: tuple[str, ...] | None = None,
    ) -> results.Opened:
        """Start a game; the client plays the `human` seats.

        `players`: null is the number of `seats`. `options`: those for `boardgames.make`. `seed`:
        null is a random one, which is revealed only after the game. `seats`: `human` for each seat
        that the client plays, specs of bots for the others; null is the client and greedy bots.
        """
        if players is None and seats is None:
            raise errors.ConfigurationError(
                "params: field 'players' is missing: give it, or 'seats'"
            )
        players = len(seats or ()) if players is None else players
        given = {name: whole(value) for name, value in (options or {}).items()}
        made = catalogue.make_with(game, players, given, files=False)
        seats = (HUMAN, *["greedy"] * (players - 1)) if seats is None else seats
        self._check_seats(seats)

        def opening() -> Table:
            file = None if self._folder is None else KeptGame.claim(self._folder)
            return Table.open(
                made, seats, seed, file=file, limits=self._limits, machine=self.machine
            )

        return self._opened_at(opening)

    def learn(self, *, game: str) -> results.Opened:
        """Open a table with the lesson of a game, which is not kept; the client has the
        first seat.
        """
        return self._opened_at(
            lambda: Table.open(*lesson_of(game), limits=self._limits, machine=self.machine)
        )

    def load(self, *, key: str | None = None, record: RecordForm | None = None) -> results.Opened:
        """Continue a kept game, by its key, or open the record of a finished one."""
        if (key is None) == (record is None):
            raise errors.ConfigurationError("params: expected either key or record")
        if key is None:
            finished = Record.from_json(record)
            if finished.outcome is None:
                raise errors.ConfigurationError(
                    "params: record: only finished games can be loaded; others have a key"
                )
            return self._opened_at(
                lambda: Table.resume(finished, game=finished.make_game(files=False))
            )
        if self._folder is None:
            raise errors.ConfigurationError("no games are kept here")
        file = KeptGame.claim(self._folder, key)
        with given_up_on_error(file):
            kept = file.record()
            self._check_seats(kept.seats)
            return self._opened_at(
                lambda: Table.restore(
                    file, self._limits, kept.make_game(files=False), machine=self.machine
                )
            )

    def save(self, *, table: Positive) -> results.Saved:
        """Return the key under which the game is kept, and after the game the record."""
        at = self._table(table)
        if at.file is None and not at.over:
            raise errors.ConfigurationError(
                "no games are kept here, and a record is handed out after the game"
            )
        record = at.record().to_json() if at.over else None
        # A game that has ended outside its rules is no longer kept.
        return results.Saved(record, None if at.match.ending is not None else _key(at))

    def close(self, *, table: Positive, forget: bool = False) -> results.Closed:
        """Close a table; a kept game can be loaded again, unless it is deleted with `forget`."""
        at = self._table(table)
        at.close()
        if forget and isinstance(at.file, KeptGame):
            at.file.remove()
        del self._tables[table]
        return results.Closed(table)

    # At a table. `seat` is one of the client's, or null for a spectator.

    def pieces(self, *, table: Positive) -> results.Pieces:
        """Return the cards, tokens and tiles of the game at this table."""
        game = self._table(table).match.game
        return results.Pieces(dict(game.words.pieces()), dict(game.words.terms()))

    def view(self, *, table: Positive, seat: SeatNumber | None) -> results.SeatView:
        """Return what one of the client's seats, or a spectator (null), knows."""
        at = self._seen_from(table, seat)
        game, view = at.match.game, at.match.view(seat)
        text = at.words(seat).render(view)
        return results.SeatView(*_status(at), view=game.to_json(view), text=text)

    def scene(self, *, table: Positive, seat: SeatNumber | None) -> results.SeatScene:
        """Return the table as a seat, or a spectator (null), sees it, with its legal actions in the
        reader's words.
        """
        at = self._seen_from(table, seat)
        view = at.match.view(seat)
        labelled = [
            results.LabelledAction(*_labelled(at, seat, view, action))
            for action in at.sight.legal(seat)
        ]
        return results.SeatScene(
            *_status(at),
            scene=at.scene(seat),
            legal_actions=tuple(labelled),
            turn=None if seat is None else at.match.moves(seat),
        )

    def legal_actions(self, *, table: Positive, seat: SeatNumber | None) -> results.LegalActions:
        """Return the legal actions of one of the client's seats."""
        at = self._seen_from(table, seat)
        person = at.check_person(seat)
        game, legal = at.match.game, at.sight.legal(person)
        return results.LegalActions(
            tuple([LegalAction(game.to_json(action), str(action)) for action in legal]),
            turn=at.match.moves(person),
        )

    def hint(
        self,
        *,
        table: Positive,
        seat: SeatNumber,
        seconds: float = HINT_SECONDS,
        action: GivenAction | None = None,
    ) -> results.Hints:
        """Return the recommendations of a search from the View of a seat.

        `seconds`: approximate duration of the search: more than 0, at most 2, since no other
        requests are answered meanwhile. `action`: a legal action to rate as well: its notation, or
        its JSON form.
        """
        at = self._seen_from(table, seat)
        if not 0 < seconds <= LONGEST_HINT_SECONDS:
            expected = f"more than 0, and at most {LONGEST_HINT_SECONDS:g}"
            raise errors.ConfigurationError(
                f"params: seconds: expected {expected}, not {seconds:g}"
            )
        rated = at.hint(seat, None if action is None else _action(at, seat, action), seconds)
        view = at.match.view(seat)
        hints = [
            results.Hint(
                *_labelled(at, seat, view, hint.action),
                round(hint.chance, 4),
                hint.why,
                hint.is_about_equal,
            )
            for hint in rated
        ]
        return results.Hints(tuple(hints))

    def apply(
        self, *, table: Positive, seat: SeatNumber, action: GivenAction, turn: Natural | None = None
    ) -> results.Events:
        """Take an action of one of the client's seats, given as its notation or its JSON form.

        `turn`: the `turn` of the scene or legal actions from which the action was chosen, so that a
        request that is sent twice acts once; null: not checked.
        """
        at = self._seen_from(table, seat)
        event = at.act(seat, _action(at, seat, action), turn)
        return results.Events(*_status(at), events=tuple(_told(at, seat, event.ply - 1)))

    def bot_move(self, *, table: Positive) -> results.GameStatus:
        """Let the next bot act; one that fails forfeits the game."""
        at = self._table(table)
        if not at.step():
            raise errors.RefusedError("no bot may act now", "not now")
        return results.GameStatus(*_status(at))

    def undo(self, *, table: Positive, seat: SeatNumber | None = None) -> results.Undone:
        """Take back the last decision of a seat and all that followed; the client's other seats
        have to grant it.

        `seat`: null is the client's only seat.
        """
        at = self._seen_from(table, seat)
        if seat is None and len(at.people) > 1:
            yours = listed(map(str, at.people))
            ask = f"seats {yours} are yours: say which of them takes its last decision back"
            raise errors.RefusedError(ask, "not yours")
        only = at.people[0] if at.people else None
        return _undone(at, at.undo(only if seat is None else seat))

    def grant_undo(
        self, *, table: Positive, seat: SeatNumber, grant: bool = True
    ) -> results.Undone:
        """Grant or refuse an undo that another of the client's seats asks for.

        `grant`: false refuses it; by the seat that has asked, it withdraws the request.
        """
        at = self._seen_from(table, seat)
        return _undone(at, at.grant_undo(seat, grant))

    def resign(self, *, table: Positive, seat: SeatNumber) -> results.GameStatus:
        """Resign: the game ends, and all other seats win."""
        at = self._seen_from(table, seat)
        at.resign(seat)
        return results.GameStatus(*_status(at))

    def events(
        self, *, table: Positive, seat: SeatNumber | None, since: Natural = 0
    ) -> results.Events:
        """Return the events after `since` actions, as told to one of the client's seats or to a
        spectator (null); a resignation or a forfeit is the last of them.
        """
        at = self._seen_from(table, seat)
        beginning = () if since else (_beginning(at, seat),)
        return results.Events(*_status(at), events=(*beginning, *_told(at, seat, since)))

    def outcome(self, *, table: Positive) -> results.OutcomeResult:
        """Return how the game ended, and its seed; null before the end."""
        match = self._table(table).match
        if match.outcome is None:
            return results.OutcomeResult(None, (), None)
        words = match.game.words
        remarks = tuple(words.remarks(match.state, None))
        return results.OutcomeResult(words.ended(match.outcome), remarks, match.seed)

    def score_sheet(self, *, table: Positive) -> results.ScoreSheetResult:
        """Return where the points came from; null before the end."""
        match = self._table(table).match
        return results.ScoreSheetResult(
            None if match.outcome is None else match.game.words.score_sheet(match.state)
        )

    # Helpers of the methods.

    def _check_seats(self, seats: Sequence[str]) -> None:
        if not self.programs and any(is_program(seat) for seat in seats):
            raise errors.ConfigurationError(
                "bots that are programs (cmd:COMMAND) are not allowed here"
            )

    def _opened_at(self, opening: Callable[[], Table]) -> results.Opened:
        """Open a table, and give it a number; if there is no room, close a finished one, or raise
        `RefusedError`.
        """
        is_full = len(self._tables) >= self.max_tables
        finished = [number for number, table in self._tables.items() if table.over]
        if is_full and not finished:
            raise errors.RefusedError(f"{self.max_tables} tables are open; close one first", "full")
        table = opening()
        if is_full:
            self._tables.pop(finished[0]).close()
        self._opened += 1
        self._tables[self._opened] = table
        game, names = table.match.game, table.match.names
        return results.Opened(
            self._opened, _key(table), game.name, game.players, names, table.people, *_status(table)
        )

    def _table(self, number: int) -> Table:
        if number not in self._tables:
            raise errors.RefusedError(f"there is no table {errors.quoted(number)}", "unknown")
        return self._tables[number]

    def _seen_from(self, number: int, seat: int | None) -> Table:
        """Return the table if the seat belongs to the client, or is None; raise `RefusedError`
        otherwise.
        """
        table = self._table(number)
        if seat is not None and seat not in table.people:
            raise errors.RefusedError(f"seat {errors.quoted(seat)} is not yours", "not yours")
        return table


def _labelled(table: Table, seat: int | None, view: object, action: Any) -> tuple[Any, str, Label]:
    """Return the fields of `LabelledAction` for this action and reader."""
    label = table.words(seat).label(view, action)
    return table.match.game.to_json(action), str(action), label


def _told(table: Table, seat: int | None, since: int) -> list[JSON]:
    """Return the events after `since` actions, and the ending if there is one."""
    match, events = table.match, table.sight.log(seat, _told_event, since)
    for told in table.sight.told_at_end(seat):
        if since < told.ply and match.ending is not None:
            entry = entry_of(match.ending, match.game, match.state, seat)
            events.append(_in_words_and_as_events(match.game, told, entry))
    return events


def _told_event(
    event: Transition[Any, Any, Any], told: Told, seat: int | None, words: Words[Any, Any, Any]
) -> JSON:
    return _in_words_and_as_events(event.game, told, event.entry(seat, words))


def _in_words_and_as_events(game: Game[Any, Any, Any], told: Told, entry: Entry) -> JSON:
    return to_json(results.told_event(game, told.ply, told.seat, told.lines, entry))


def _beginning(table: Table, seat: int | None) -> JSON:
    match = table.match
    game = match.game
    first = next((action.before for action in match.history()), match.state)
    words = table.words(seat)
    entry = beginning(game, first, seat, words)
    lines = chain.from_iterable([words.describe(event, seat) for event in entry.events])
    return to_json(results.told_event(game, 0, None, tuple(lines), entry))


def _key(table: Table) -> str | None:
    return table.file.key if isinstance(table.file, KeptGame) else None


def _status(table: Table) -> tuple[int, tuple[int, ...], bool]:
    return table.match.plies, table.match.to_act, table.over


def _undone(table: Table, undone: int) -> results.Undone:
    asked = table.undo_asked
    shown = None if asked is None else results.UndoAsked(asked.seat, asked.granted)
    return results.Undone(*_status(table), undone=undone, undo_asked=shown)


def _action(table: Table, seat: int | None, data: Any) -> Any:
    """Return the action with this notation or JSON form; the error for any other names three legal
    actions.
    """
    game = table.match.game
    read = game.parse if isinstance(data, str) else game.action_from_json
    try:
        return read(data)
    except (errors.DecodeError, errors.NotationError) as error:
        fault = (
            str(error)
            if isinstance(error, errors.NotationError)
            else f"not an action of this game: {error}"
        )
        legal = ", ".join(map(str, table.sight.legal(seat)[:3]))
        raise errors.RefusedError(
            f"{fault}; legal: {legal}" if legal else fault, "not now"
        ) from None


REQUESTS = requests(
    Tables,
    (
        *(
            "hello",
            "games",
            "rules",
            "new",
            "learn",
            "load",
            "save",
            "close",
            "pieces",
            "view",
            "scene",
        ),
        *(
            "legal_actions",
            "hint",
            "apply",
            "bot_move",
            "undo",
            "grant_undo",
            "resign",
            "events",
            "outcome",
        ),
        "score_sheet",
    ),
)
"""The methods, by name."""
