"""The methods of the protocol: many tables, each seen only from the client's own seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import (
    BoardGamesError,
    DecodeError,
    IllegalActionError,
    NotationError,
    RecordError,
    quoted,
)
from boardgames.core.values import evolve
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
from boardgames.play.analysis import hint
from boardgames.play.bots import Bot, ProgramBot, RandomBot, bot_names, make_bot
from boardgames.play.match import Event, Match
from boardgames.play.record import HUMAN, Record
from boardgames.protocol.kept import KeptGame, KeptGames
from boardgames.protocol.params import (
    ApplyParams,
    CloseParams,
    EventsParams,
    GameParams,
    HintParams,
    LoadParams,
    NewParams,
    NoParams,
    SeatParams,
    TableParams,
    read_params,
)
from boardgames.protocol.results import (
    Catalogue,
    Closed,
    Ending,
    Events,
    GameStatus,
    Hello,
    Hint,
    Hints,
    KnownGame,
    LabelledAction,
    LegalAction,
    LegalActions,
    Opened,
    Pieces,
    Rules,
    Saved,
    ScoreSheetResult,
    SeatScene,
    SeatView,
    ToldEvent,
    Undone,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from boardgames.core.game import Game

MOST_TABLES = 100
"""Maximum number of open tables by default."""
LONGEST_HINT = 2.0
"""Maximum number of seconds for a hint: nothing else is answered meanwhile."""

NOBODY: Bot[Any, Any] = RandomBot()
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
        max_tables: int = MOST_TABLES,
        records: str | Path | None = None,
        programs: bool = False,
        seconds: float | None = None,
    ) -> None:
        """Allow this many tables at a time, keep every game in a folder, and limit the time of a bot's choice.

        Without `programs` the client may not seat bots that are programs (`cmd:…`). Raises `ConfigurationError` if the
        folder does not exist.
        """
        self.max_tables = max_tables
        self.programs = programs
        self.seconds = seconds
        self._kept_games = None if records is None else KeptGames(records)
        self._tables: dict[int, _OpenTable] = {}
        self._opened = 0

    def call(self, method: str, params: object) -> JSON:
        """Return the result of this method; raise `WireError`, and change no table, if it fails."""
        if method not in METHODS:
            raise WireError(METHOD_NOT_FOUND, f"no method {quoted(method)}; methods: {', '.join(sorted(METHODS))}")
        called = METHODS[method]
        try:
            return to_json(called.work(self, read_params(called.params, params)), called.result)
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

    def hello(self, _: NoParams) -> Hello:
        """Name the protocol and its methods."""
        return Hello(PROTOCOL, "boardgames", tuple(sorted(METHODS)))

    def games(self, _: NoParams) -> Catalogue:
        """List the games and the bots."""
        known = [
            KnownGame(name, cls.title, tuple(cls.player_counts), cls.rules_version)
            for name, cls in catalogue.usable_games().items()
        ]
        return Catalogue(tuple(known), tuple(bot_names()))

    def rules(self, asked: GameParams) -> Rules:
        """Return the rules of a game."""
        cls = catalogue.game_class(asked.game)
        return Rules(cls.name, catalogue.make(cls.name, players=cls.player_counts[0]).rules())

    # Opening and closing tables.

    def new(self, asked: NewParams) -> Opened:
        """Start a game; the client plays the seats that are human."""
        catalogue.game_class(asked.game)  # that there is no such game counts more than what else is wrong
        if asked.players is None and asked.seats is None:
            raise WireError(INVALID_PARAMS, "params: field 'players' is missing: give it, or 'seats'")
        players = len(asked.seats or ()) if asked.players is None else asked.players
        game = self._make_game(asked.game, players, asked.options)
        seats = (HUMAN, *["greedy"] * (players - 1)) if asked.seats is None else asked.seats
        bots = self._make_bots(seats)
        self._check_room()
        match: AnyMatch = Match(game, bots, asked.seed, seats, **self._bot_limits())
        try:
            kept = None if self._kept_games is None else self._kept_games.add(match.record())
        except RecordError:
            match.close()
            raise
        return self._open_table(match, kept)

    def load(self, asked: LoadParams) -> Opened:
        """Continue a kept game, or open the record of a finished one."""
        if (asked.key is None) == (asked.record is None):
            raise WireError(INVALID_PARAMS, "params: expected either key or record")
        if asked.key is None:
            record = Record.from_json(asked.record)
            if record.outcome is None:
                raise WireError(INVALID_PARAMS, "params: record: only finished games can be loaded; others have a key")
            self._check_room()
            # Nobody has to act any more, so it does not matter who played: a program need not even be installed.
            return self._open_table(self._resume(record, [None if seat == HUMAN else NOBODY for seat in record.seats]))
        if self._kept_games is None:
            raise WireError(INVALID_PARAMS, "no games are kept here")
        kept = self._kept_games.open(asked.key)
        try:
            record = kept.record
            self._check_room()
            return self._open_table(self._resume(record, self._make_bots(record.seats)), kept)
        except BoardGamesError:
            kept.release()
            raise

    def save(self, asked: TableParams) -> Saved:
        """Return the key under which the game is kept, and the record once nothing in it is secret any more."""
        table = self._table(asked.table)
        over = table.match.outcome is not None
        if table.kept is None and not over:
            raise WireError(
                INVALID_PARAMS, "no games are kept here, and a record is handed out only when a game is over"
            )
        record = table.match.record().to_json() if over else None
        # A game that a bot has forfeited is no longer kept.
        return Saved(record, None if table.kept is None or table.match.forfeit is not None else table.kept.key)

    def close(self, asked: CloseParams) -> Closed:
        """Close a table; a kept game can be loaded again, unless it is to be deleted."""
        table = self._table(asked.table)
        if asked.forget and table.kept is not None:
            table.kept.remove()
        table.close()
        del self._tables[asked.table]
        return Closed(asked.table)

    # At a table.

    def pieces(self, asked: TableParams) -> Pieces:
        """Return the cards, tokens and tiles of the game, as it is played at this table."""
        return Pieces(dict(self._table(asked.table).match.game.pieces()))

    def view(self, asked: SeatParams) -> SeatView:
        """Return what a seat knows."""
        match = self._seen_from(asked.table, asked.seat)
        view = match.view(asked.seat)
        return SeatView(*_status(match), view=match.game.to_json(view), text=match.game.render(view))

    def scene(self, asked: SeatParams) -> SeatScene:
        """Return the table as a seat sees it, with its legal actions in the reader's words."""
        match = self._seen_from(asked.table, asked.seat)
        game, view = match.game, match.view(asked.seat)
        scene = game.scene(view)
        if match.forfeit is not None:  # only the match knows that nobody is to act any more
            note = f"Player {match.forfeit.player + 1} has forfeited the game."
            scene = evolve(scene, to_act=(), prompt="", notes=(note, *scene.notes))
        labelled = [
            LabelledAction(game.to_json(action), str(action), game.label(view, action))
            for action in _legal(match, asked.seat)
        ]
        return SeatScene(*_status(match), scene=scene, legal_actions=tuple(labelled))

    def legal_actions(self, asked: SeatParams) -> LegalActions:
        """Return the actions that a seat may choose from."""
        match = self._seen_from(asked.table, asked.seat)
        if asked.seat is None:
            raise WireError(NOT_YOUR_SEAT, "a spectator has no actions")
        legal = _legal(match, asked.seat)
        return LegalActions(tuple([LegalAction(match.game.to_json(action), str(action)) for action in legal]))

    def hint(self, asked: HintParams) -> Hints:
        """Return what a search recommends to a seat; it knows only the View of that seat."""
        match = self._seen_from(asked.table, asked.seat)
        if not 0 < asked.seconds <= LONGEST_HINT:
            fault = f"params: seconds: expected more than 0, and at most {LONGEST_HINT:g}, not {asked.seconds:g}"
            raise WireError(INVALID_PARAMS, fault)
        legal = _legal(match, asked.seat)
        if not legal:
            raise WireError(ILLEGAL_ACTION, f"seat {asked.seat} may not act now")
        besides = None if asked.action is None else _action(match, asked.action)
        if besides is not None and besides not in legal:
            raise WireError(ILLEGAL_ACTION, f"{besides} is not legal now")
        game, view = match.game, match.view(asked.seat)
        hints = [
            Hint(
                game.to_json(each.action),
                str(each.action),
                game.label(view, each.action),
                round(each.chance, 4),
                each.why,
            )
            for each in hint(game, asked.seat, view, legal, seconds=asked.seconds, besides=besides)
        ]
        return Hints(tuple(hints))

    def apply(self, asked: ApplyParams) -> Events:
        """Apply an action."""
        match = self._seen_from(asked.table, asked.seat)
        if match.forfeit is not None:
            raise WireError(ILLEGAL_ACTION, "the game is over")
        event = match.play(_action(match, asked.action), asked.seat)
        self._keep(asked.table)
        return Events(*_status(match), events=(_told(event, asked.seat),))

    def bot_move(self, asked: TableParams) -> GameStatus:
        """Let the next bot act; one that fails forfeits the game."""
        match = self._table(asked.table).match
        if match.outcome is not None or match.waiting():
            raise WireError(ILLEGAL_ACTION, "no bot is to act")
        match.step()
        self._keep(asked.table)
        return GameStatus(*_status(match))

    def undo(self, asked: TableParams) -> Undone:
        """Take back the last decision of a client who plays against bots alone, and all that followed."""
        table = self._table(asked.table)
        match = table.match
        yours = match.people
        if len(yours) != 1:
            raise WireError(
                ILLEGAL_ACTION, "only a client that has one seat, and only bots as rivals, can take something back"
            )
        if match.outcome is not None:
            raise WireError(ILLEGAL_ACTION, "the game is over, so its seed and hands are no longer secret")
        decided = match.last_choice(yours[0])
        if decided is None:
            raise WireError(ILLEGAL_ACTION, "there is nothing to take back")
        taken = list(match.history(decided.ply - 1))
        match.undo(len(taken))
        if table.kept is not None:
            try:
                table.kept.save(match.record())
            except RecordError as error:
                for each in taken:
                    match.play(each.action, each.player)
                raise WireError(INTERNAL_ERROR, f"the game could not be kept: {error}") from None
        return Undone(*_status(match), undone=len(taken))

    def events(self, asked: EventsParams) -> Events:
        """Return the events as told to a seat; only new ones cost time."""
        match = self._seen_from(asked.table, asked.seat)
        events = [_told(event, asked.seat) for event in match.history(max(asked.since, 0))]
        return Events(*_status(match), events=tuple(events))

    def outcome(self, asked: TableParams) -> Ending:
        """Return how the game ended, and its seed; before the end all of that is secret."""
        match = self._table(asked.table).match
        outcome = match.outcome
        if outcome is None:
            return Ending(None, (), None)
        return Ending(outcome, tuple(match.game.remarks(match.state, None)), match.seed)

    def score_sheet(self, asked: TableParams) -> ScoreSheetResult:
        """Return where the points came from; before the end that is secret."""
        match = self._table(asked.table).match
        return ScoreSheetResult(None if match.outcome is None else match.game.score_sheet(match.state))

    # What the methods share.

    def _bot_limits(self) -> dict[str, Any]:
        return {"seconds": self.seconds, "on_fault": "forfeit", "even_pace": True}

    def _make_game(self, name: str, players: int, options: dict[str, Any]) -> Game[Any, Any, Any]:
        return catalogue.make_with(name, players, options, files=False)

    def _make_bots(self, seats: Sequence[str]) -> list[Bot[Any, Any] | None]:
        bots = [None if seat == HUMAN else make_bot(seat) for seat in seats]
        if not self.programs and any(isinstance(bot, ProgramBot) for bot in bots):
            raise WireError(INVALID_PARAMS, "bots that are programs (cmd:COMMAND) are not allowed here")
        return bots

    def _resume(self, record: Record, seats: Sequence[Bot[Any, Any] | None]) -> AnyMatch:
        game = self._make_game(record.game, record.players, record.options)
        return Match.resume(game, seats, record, **self._bot_limits())

    def _oldest_finished(self) -> int | None:
        finished = [number for number, table in self._tables.items() if table.match.outcome is not None]
        return finished[0] if finished else None

    def _check_room(self) -> None:
        """Raise `WireError` if as many games as are allowed are in progress."""
        if len(self._tables) >= self.max_tables and self._oldest_finished() is None:
            raise WireError(TOO_MANY_TABLES, f"{self.max_tables} tables are open; close one first")

    def _open_table(self, match: AnyMatch, kept: KeptGame | None = None) -> Opened:
        """Open a table for a match, and close the oldest finished one if there is no other room."""
        oldest = self._oldest_finished()
        if len(self._tables) >= self.max_tables and oldest is not None:
            self._tables.pop(oldest).close()
        self._opened += 1
        self._tables[self._opened] = _OpenTable(match, kept)
        plies, to_act, over = _status(match)
        return Opened(
            table=self._opened,
            key=None if kept is None else kept.key,
            game=match.game.name,
            players=match.game.players,
            seats=match.names,
            yours=match.people,
            plies=plies,
            to_act=to_act,
            over=over,
        )

    def _keep(self, number: int) -> None:
        """Write the game as it stands; if that fails, take the last action back and raise `WireError`."""
        table = self._tables[number]
        if table.kept is None:
            return
        if table.match.forfeit is not None:
            table.kept.remove()  # its seed may be revealed now, so it must never be continued
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


def _status(match: AnyMatch) -> tuple[int, tuple[int, ...], bool]:
    """Return the public status of the game: the fields of `GameStatus`."""
    over = match.outcome is not None
    return match.plies, () if over else match.game.to_act(match.state), over


def _legal(match: AnyMatch, seat: int | None) -> tuple[Any, ...]:
    """Return the legal actions of a seat; a spectator has none."""
    return () if seat is None or match.forfeit else match.game.legal_actions(match.state, seat)


def _action(match: AnyMatch, data: Any) -> Any:  # noqa: ANN401  # JSON; any game's action
    """Return the action with this notation or JSON form."""
    read = match.game.parse if isinstance(data, str) else match.game.action_from_json
    try:
        return read(data)
    except DecodeError as error:
        raise WireError(ILLEGAL_ACTION, f"not an action of this game: {error}") from None


def _told(event: Event[Any, Any, Any], viewer: int | None) -> ToldEvent:
    return ToldEvent(event.ply, event.player, event.seen_by(viewer))


class Method(NamedTuple):
    """A method of the protocol."""

    params: type
    result: type
    work: Callable[[Tables, Any], Any]


METHODS = {
    "hello": Method(NoParams, Hello, Tables.hello),
    "games": Method(NoParams, Catalogue, Tables.games),
    "rules": Method(GameParams, Rules, Tables.rules),
    "new": Method(NewParams, Opened, Tables.new),
    "load": Method(LoadParams, Opened, Tables.load),
    "save": Method(TableParams, Saved, Tables.save),
    "close": Method(CloseParams, Closed, Tables.close),
    "pieces": Method(TableParams, Pieces, Tables.pieces),
    "view": Method(SeatParams, SeatView, Tables.view),
    "scene": Method(SeatParams, SeatScene, Tables.scene),
    "legal_actions": Method(SeatParams, LegalActions, Tables.legal_actions),
    "hint": Method(HintParams, Hints, Tables.hint),
    "apply": Method(ApplyParams, Events, Tables.apply),
    "bot_move": Method(TableParams, GameStatus, Tables.bot_move),
    "undo": Method(TableParams, Undone, Tables.undo),
    "events": Method(EventsParams, Events, Tables.events),
    "outcome": Method(TableParams, Ending, Tables.outcome),
    "score_sheet": Method(TableParams, ScoreSheetResult, Tables.score_sheet),
}
"""By name."""
