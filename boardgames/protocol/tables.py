"""What a client can ask for: many tables, each seen from the client's own seats only."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import BoardGamesError, ConfigurationError, IllegalActionError, NotationError
from boardgames.games import catalogue
from boardgames.jsonrpc import (
    ILLEGAL_ACTION,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    NO_SUCH_TABLE,
    NOT_YOUR_SEAT,
    PROTOCOL,
    TOO_MANY_TABLES,
    WireError,
)
from boardgames.play.bots import Bot, bot_names, make_bot
from boardgames.play.bots.catalogue import PROGRAM
from boardgames.play.match import Event, Match
from boardgames.play.record import Record
from boardgames.protocol.params import Apply, Events, Load, New, Nothing, OfSeat, OfTable, read

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boardgames.core.game import Game

HUMAN = "human"
"""In a list of seats: one that the client plays."""
MOST_TABLES = 100
"""Tables that may be open at a time, unless told otherwise."""

AnyMatch: TypeAlias = "Match[Any, Any, Any]"


class Tables:
    """The tables of one client."""

    def __init__(
        self,
        *,
        most: int = MOST_TABLES,
        records: str | None = None,
        programs: bool = False,
        seconds: float | None = None,
    ) -> None:
        """Allow so many tables at a time, keep saved games in this folder, and give bots so many seconds for a choice.

        Without `programs` the client may not seat bots that are commands (`cmd:…`). Raises `ConfigurationError` if
        there is no such folder.
        """
        if records is not None and not Path(records).is_dir():
            raise ConfigurationError(f"no folder to keep records in: {records!r}")
        self.most = most
        self.records = None if records is None else Path(records)
        self.programs = programs
        self.seconds = seconds
        self._matches: dict[int, AnyMatch] = {}
        self._opened = 0

    def call(self, method: str, params: object) -> JSON:
        """Return what this method answers; raise `WireError`, and change no table, if it cannot."""
        if method not in _METHODS:
            raise WireError(METHOD_NOT_FOUND, f"no method {method!r:.60}; there are: {', '.join(sorted(_METHODS))}")
        kind, work = _METHODS[method]
        try:
            return work(self, read(kind, params))
        except WireError:
            raise
        except (IllegalActionError, NotationError) as error:
            raise WireError(ILLEGAL_ACTION, str(error)) from None
        except BoardGamesError as error:
            raise WireError(INVALID_PARAMS, str(error)) from None

    def close_all(self) -> None:
        """Close all tables."""
        for match in self._matches.values():
            match.close()
        self._matches.clear()

    # About the library.

    def hello(self, _: Nothing) -> JSON:
        """Tell which protocol and methods there are."""
        return {"protocol": PROTOCOL, "name": "boardgames", "methods": [*sorted(_METHODS)]}

    def games(self, _: Nothing) -> JSON:
        """Tell which games and bots there are."""
        known: list[JSON] = []
        for name in catalogue.game_names():
            try:
                cls = catalogue.game_class(name)
            except ConfigurationError:  # brought by a package that is at fault: nothing to offer
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

    # Tables come and go.

    def new(self, asked: New) -> JSON:
        """Start a game; the client plays the seats that are human."""
        game = self._made(asked.game, asked.players, asked.options)
        seats = (HUMAN, *["greedy"] * (asked.players - 1)) if asked.seats is None else asked.seats
        return self._opened_at(Match(game, self._seated(seats), asked.seed, seats, **self._manners()))

    def load(self, asked: Load) -> JSON:
        """Go on with a saved game, or look at a record."""
        if (asked.file is None) == (asked.record is None):
            raise WireError(INVALID_PARAMS, "params: expected either file or record")
        written = Record.from_json(asked.record) if asked.file is None else Record.load(self._file(asked.file))
        if asked.seats is not None:
            written = written.renamed(asked.seats)
        game = self._made(written.game, written.players, written.options)
        return self._opened_at(Match.resume(game, self._seated(written.seats), written, **self._manners()))

    def save(self, asked: OfTable) -> JSON:
        """Write the record to the folder; the client gets to see it only when there is nothing left to hide."""
        match = self._match(asked.table)
        record = match.record()
        answer: dict[str, JSON] = {"record": record.to_json() if match.outcome is not None else None, "file": None}
        if self.records is not None:
            answer["file"] = name = f"{match.game.name}-{asked.table}.json"
            record.save(self.records / name, resume=(self.records / name).exists())
        elif match.outcome is None:
            raise WireError(INVALID_PARAMS, "an unfinished game can only be saved where records are kept")
        return answer

    def close(self, asked: OfTable) -> JSON:
        """Close a table."""
        self._match(asked.table).close()
        del self._matches[asked.table]
        return {"closed": asked.table}

    # At a table.

    def view(self, asked: OfSeat) -> JSON:
        """Tell what a seat knows."""
        match = self._seen(asked.table, asked.seat)
        view = match.view(asked.seat)
        return self._standing(match) | {"view": match.game.to_json(view), "text": match.game.render(view)}

    def legal_actions(self, asked: OfSeat) -> JSON:
        """Tell what a seat can do."""
        match = self._seen(asked.table, asked.seat)
        if asked.seat is None:
            raise WireError(NOT_YOUR_SEAT, "a spectator does nothing")
        legal = () if match.forfeit else match.game.legal_actions(match.state, asked.seat)
        listed: list[JSON] = [{"action": match.game.to_json(action), "notation": str(action)} for action in legal]
        return {"legal_actions": listed}

    def apply(self, asked: Apply) -> JSON:
        """Do an action."""
        match = self._seen(asked.table, asked.seat)
        if match.forfeit is not None:
            raise WireError(ILLEGAL_ACTION, "the game is over")
        read_action = match.game.parse if isinstance(asked.action, str) else match.game.action_from_json
        event = match.play(read_action(asked.action), asked.seat)
        return self._standing(match) | {"events": [_told(event, asked.seat)]}

    def bot_move(self, asked: OfTable) -> JSON:
        """Let the next bot act; one that fails forfeits the game."""
        match = self._match(asked.table)
        if match.outcome is not None or match.waiting():
            raise WireError(ILLEGAL_ACTION, "no bot is to act")
        match.step()
        return self._standing(match)

    def events(self, asked: Events) -> JSON:
        """Tell what has happened, as a seat saw it."""
        match = self._seen(asked.table, asked.seat)
        events: list[JSON] = [_told(event, asked.seat) for event in match.history() if event.ply > asked.since]
        return self._standing(match) | {"events": events}

    def outcome(self, asked: OfTable) -> JSON:
        """Tell how the game ended; scores are no secret then, and can be one before."""
        match = self._match(asked.table)
        outcome = match.outcome
        if outcome is None:
            return {"outcome": None, "remarks": [], "seed": None}
        remarks: list[JSON] = [*match.game.remarks(match.state, None)]
        return {"outcome": to_json(outcome), "remarks": remarks, "seed": match.seed}

    # What they have in common.

    def _manners(self) -> dict[str, Any]:
        return {"seconds": self.seconds, "on_fault": "forfeit"}

    def _made(self, name: str, players: int, options: dict[str, Any]) -> Game[Any, Any, Any]:
        for key, given in options.items():
            if isinstance(given, str):
                raise WireError(INVALID_PARAMS, f"options.{key}: expected what is in the file, not its name")
        return catalogue.make(name, players=players, **options)

    def _seated(self, seats: Sequence[str]) -> list[Bot | None]:
        if not self.programs and any(seat.strip().startswith(f"{PROGRAM}:") for seat in seats):
            raise WireError(INVALID_PARAMS, f"bots that are programs ({PROGRAM}:…) are not allowed here")
        return [None if seat == HUMAN else make_bot(seat) for seat in seats]

    def _opened_at(self, match: AnyMatch) -> JSON:
        if len(self._matches) >= self.most:
            raise WireError(TOO_MANY_TABLES, f"{self.most} tables are open; close one first")
        self._opened += 1
        self._matches[self._opened] = match
        yours: list[JSON] = [seat for seat, bot in enumerate(match.seats) if bot is None]
        about: dict[str, JSON] = {"table": self._opened, "game": match.game.name, "players": match.game.players}
        return about | {"seats": [*match.names], "yours": yours} | self._standing(match)

    def _match(self, table: int) -> AnyMatch:
        if table not in self._matches:
            raise WireError(NO_SUCH_TABLE, f"there is no table {table}")
        return self._matches[table]

    def _seen(self, table: int, seat: int | None) -> AnyMatch:
        match = self._match(table)
        if seat is not None:
            if seat not in range(match.game.players):
                raise WireError(INVALID_PARAMS, f"params: seat: there are 0 to {match.game.players - 1}, not {seat}")
            if match.seats[seat] is not None:
                raise WireError(NOT_YOUR_SEAT, f"seat {seat} is not yours")
        return match

    def _file(self, name: str) -> Path:
        if self.records is None:
            raise WireError(INVALID_PARAMS, "no records are kept here")
        if not re.fullmatch(r"\w[\w.-]*", name):
            raise WireError(INVALID_PARAMS, f"params: file: expected a name that save has given, not {name!r:.60}")
        return self.records / name

    @staticmethod
    def _standing(match: AnyMatch) -> dict[str, JSON]:
        """Return where the game stands, which everybody may know."""
        over = match.outcome is not None
        to_act: list[JSON] = [] if over else [*match.game.to_act(match.state)]
        return {"plies": match.plies, "to_act": to_act, "over": over}


def _told(event: Event[Any, Any, Any], viewer: int | None) -> JSON:
    return {"ply": event.ply, "seat": event.player, "text": [*event.seen_by(viewer)]}


_METHODS: dict[str, tuple[type, Callable[[Tables, Any], JSON]]] = {
    "hello": (Nothing, Tables.hello),
    "games": (Nothing, Tables.games),
    "new": (New, Tables.new),
    "load": (Load, Tables.load),
    "save": (OfTable, Tables.save),
    "close": (OfTable, Tables.close),
    "view": (OfSeat, Tables.view),
    "legal_actions": (OfSeat, Tables.legal_actions),
    "apply": (Apply, Tables.apply),
    "bot_move": (OfTable, Tables.bot_move),
    "events": (Events, Tables.events),
    "outcome": (OfTable, Tables.outcome),
}
"""By name: what it takes, and what it does."""
