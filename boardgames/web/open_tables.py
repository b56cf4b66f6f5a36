"""All tables of a server: opening them, finding the one of a secret, keeping them, making room for others."""

from __future__ import annotations

from contextlib import suppress
from secrets import token_hex
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from boardgames.core.errors import BoardGamesError, RefusedError, require
from boardgames.play.bots import bot_names
from boardgames.play.bots.catalogue import is_program
from boardgames.play.limits import (
    BOT_CHOICE_SECONDS,
    IDLE_FINISHED_SECONDS,
    IDLE_FINISHED_WHEN_FULL_SECONDS,
    IDLE_UNFINISHED_SECONDS,
    LONGEST_SPEC_LETTERS,
    LOOK_SECONDS,
    MOST_TABLES,
    VISITOR_BOT_ITERATIONS,
    VISITOR_BOT_SECONDS,
    Limits,
)
from boardgames.play.record import HUMAN
from boardgames.play.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boardgames.core.game import Game
    from boardgames.play.record_file import RecordFileError
    from boardgames.play.seating import Seating
    from boardgames.play.table_file import TableFile
    from boardgames.web.keeping import Folder


class OpenTables:
    """The tables, and the people at them by their secrets."""

    def __init__(
        self,
        *,
        folder: Folder | None = None,
        key: str | None = None,
        programs: bool = False,
        seconds: float | None = BOT_CHOICE_SECONDS["web"],
        patience: float = LOOK_SECONDS,
        play_on: Callable[[Table], None] = Table.start,
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Open the lobby, and open again the tables that are kept in the folder.

        With a `key`, only those who know it can open tables. With `programs`, bots may be programs (`cmd:COMMAND`).
        Bots have `seconds` for each choice; a request for news waits `patience` seconds. `play_on` lets the bots of a
        table act, and returns at once. `warn` tells the operator once that a table cannot be kept, until it can again.
        """
        self.folder = folder
        self.key = key
        self.programs = programs
        self.limits: Limits = Limits(seconds)
        self.patience = patience
        self.outside: list[str] = []
        """Addresses of the page for other machines; none if they cannot reach it."""
        self.complaints: list[str] = []
        """The faults of tables that could not be opened again."""
        self._play_on = play_on
        self._warn = warn
        self._lock = Lock()
        self._tables: dict[Table, str] = {}
        """The tables, and under which name each is kept."""
        self._next: dict[Table, Mapping[int | None, str]] = {}
        """The secrets for the next table, by seat at this one."""
        if folder is not None:
            for name in folder.names():
                self._restore(folder, name)

    def close(self) -> None:
        """Close all tables."""
        with self._lock:
            for table in self._tables:
                table.close()

    def _check_spec(self, spec: str) -> None:
        """Raise `RefusedError` if visitors may not seat this bot."""
        if not spec:
            raise RefusedError("a seat needs a bot, such as mcts:seconds=2")
        if len(spec) > LONGEST_SPEC_LETTERS:
            raise RefusedError("the spec of a bot is too long")
        if is_program(spec):
            if not self.programs:
                raise RefusedError("bots that are programs (cmd:...) are not allowed here")
            return
        name, _, rest = spec.partition(":")
        if name not in bot_names():
            raise RefusedError(f"unknown bot {name!r}; known bots: {', '.join(bot_names())}")
        for option in filter(None, rest.split(",")):
            key, _, text = (part.strip() for part in option.partition("="))
            limit = VISITOR_BOT_SECONDS if key == "seconds" else VISITOR_BOT_ITERATIONS
            number = 0.0
            with suppress(ValueError):  # what is no number the bot itself refuses
                number = float(text)
            if not number <= limit:
                raise RefusedError(f"{spec}: {key} can be {limit:g} at most here")

    def _seat(self, token: str) -> tuple[Table, int | None]:
        """Return the table and the seat of whoever has this secret; raise `RefusedError` if nobody has."""
        for table in [*self._tables]:
            if (found := table.find(token)) is not None:
                return table, found[0]
        raise RefusedError("this seat no longer exists: the server was restarted, or the table was closed", "not yours")

    def _invited(self, invitation: str) -> tuple[Table, int | None]:
        """Return the table and the seat of this invitation; raise `RefusedError` if it is not good."""
        for table in self._tables:
            try:
                return table, table.seating.invited(invitation)
            except RefusedError as refusal:
                if refusal.why != "unknown":
                    raise
        raise RefusedError("this invitation is not valid", "not yours")

    def _new_table(self, game: Game[Any, Any, Any], seating: Seating, seed: int | None) -> Table:
        """Open a table, and let its bots act; if anything fails, nothing of it remains."""
        name = f"{game.name}-{token_hex(8)}"
        with self._lock:
            self._make_room()
            try:
                file = None if self.folder is None else self.folder.file(name)
                table = Table.open(game, seating, seed, file=file, limits=self.limits)
            except BaseException:
                if self.folder is not None:
                    self.folder.remove(name)
                raise
            self._add(table, name)
        self._play_on(table)
        return table

    def _add(self, table: Table, name: str) -> None:
        self._tables[table] = name
        if table.file is not None:
            table.file.tell = lambda error: self._tell_unkept(table, error)

    def _tell_unkept(self, table: Table, error: RecordFileError) -> None:
        self._warn(str(error))
        table.note(f"From here on this game cannot be kept ({error.reason}): do not stop the server")

    def _restore(self, folder: Folder, name: str) -> None:
        file: TableFile | None = None
        try:
            file = folder.file(name, resume=True)
            seating = file.seating
            assert seating is not None
            for spec in {seat.stand_in or seat.spec for seat in seating.seats} - {HUMAN}:
                self._check_spec(spec)
            check_pace(seating.pace)
            table = Table.restore(file, self.limits)
        except BoardGamesError as error:
            self.complaints.append(f"{folder.path / name}: {error}")
            if file is not None:
                file.close()
            return
        self._add(table, name)
        self._play_on(table)

    def _make_room(self) -> None:
        """Close tables that everybody has left, finished ones sooner; raise `RefusedError` if all are still in use."""
        full = len(self._tables) >= MOST_TABLES
        for table in [*self._tables]:
            if not table.over:
                most = IDLE_UNFINISHED_SECONDS
            else:
                most = IDLE_FINISHED_WHEN_FULL_SECONDS if full else IDLE_FINISHED_SECONDS
            if monotonic() - table.heard > most:
                self._drop(table)
        if len(self._tables) >= MOST_TABLES:
            raise RefusedError("all tables are taken; try again later", "full")

    def _drop(self, table: Table) -> None:
        del self._tables[table]
        self._next.pop(table, None)
        table.close()
        if table.file is not None and table.over:
            table.file.forget_people()


def check_pace(pace: float) -> None:
    """Raise `DecodeError` unless bots may pause so long."""
    require(0 <= pace <= VISITOR_BOT_SECONDS, f"pace: expected 0 to {VISITOR_BOT_SECONDS:g} seconds")
