"""The tables of one client, who owns them all and needs no secret: for lines."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Self

from boardgames.contract.game import Game
from boardgames.core.codec import JSON
from boardgames.core.errors import ConfigurationError, RecordError, RefusedError, quoted
from boardgames.core.text import listed
from boardgames.jsonrpc import INVALID_PARAMS, WireError
from boardgames.play.limits import MOST_TABLES, Limits, check_count
from boardgames.play.machine import THIS_MACHINE, Machine
from boardgames.play.record import Record
from boardgames.remote.calls import News, Pause, call, drive
from boardgames.remote.rooms import CallerSeat, Named, RoomsOfOne, Sitting, Start
from boardgames.table.lesson import lesson_of
from boardgames.table.seating import Seating
from boardgames.table.table import Table
from boardgames.table.table_file import TableFile, given_up_on_error, remove_unbegun


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
            raise RecordError("no game is kept under this key")
        try:
            game = cls.open(path, resume=not is_new, record_only=True)
        except RecordError as error:
            raise RecordError(
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


class Tables(RoomsOfOne):
    """The tables of one client, who plays the seats of all people and names the seat it means."""

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
        super().__init__(Limits(seconds, "forfeit"), programs=programs, machine=machine)
        self.max_tables = max_tables
        self._folder = None if records is None else Path(records).absolute()
        if self._folder is not None and not self._folder.is_dir():
            raise ConfigurationError(f"no folder to keep records in: {str(records)!r}")
        if self._folder is not None:
            remove_unbegun(self._folder)
        self._tables: dict[int, Table] = {}
        self._opened = 0

    def call(self, method: str, params: object) -> JSON:
        """Return the result of this method; if it fails, raise `WireError` and change no table."""
        return drive(call(self, method, params), self.wait)

    def wait(self, pause: Pause) -> None:
        """Let the next bot act: nobody else brings news."""
        if isinstance(pause, News) and pause.table.version == pause.version:
            pause.table.step()

    def place(self, secret: str, named: Named) -> CallerSeat:  # noqa: ARG002  # the owner needs none
        """Return the place that a request names; raise an error if there is no such table, or if
        the seat is not the client's.
        """
        if named.table is None:
            raise WireError(INVALID_PARAMS, "params: top level: field 'table' is missing")
        if named.table not in self._tables:
            raise RefusedError(f"there is no table {quoted(named.table)}", "unknown")
        table = self._tables[named.table]
        seat = named.seat
        if not named.has_seat and named.is_player and len(table.people) > 1:
            yours = listed(map(str, table.people))
            raise RefusedError(f"seats {yours} are yours: say which of them it is", "not yours")
        if not named.has_seat and len(table.people) == 1:
            seat = table.people[0]
        if seat is not None and seat not in table.people:
            raise RefusedError(f"seat {quoted(seat)} is not yours", "not yours")
        return CallerSeat(self, named.table, table, seat)

    def check_opener(self, secret: str) -> None:
        """Let the client open tables."""

    def start(self, start: Start) -> Sitting:
        """Open a table."""
        game, seating = start.make(), start.seating(hints=True)
        for spec in start.seats:
            self.check_spec(spec)
        return self._opened_at(lambda: self._new_table(game, seating, start.seed))

    def learn(self, game: str) -> Sitting:
        """Open a table with the lesson of this game, which is not kept."""
        return self._opened_at(
            lambda: Table.open(*lesson_of(game), limits=self.limits, machine=self.machine)
        )

    def read(self, table: Table) -> Sitting:
        """Add a table that shows a record."""
        return self._opened_at(lambda: table)

    def load(self, key: str) -> Sitting:
        """Continue the game that is kept under this key."""
        if self._folder is None:
            raise ConfigurationError("no games are kept here")
        file = KeptGame.claim(self._folder, key)
        with given_up_on_error(file):
            kept = file.record()
            for spec in kept.seats:
                self.check_spec(spec)
            return self._opened_at(
                lambda: Table.restore(
                    file, self.limits, kept.make_game(files=False), machine=self.machine
                )
            )

    def rematch(self, place: CallerSeat) -> Sitting:
        """Open the next table, with the seats rotated."""
        game, seating = place.table.match.game, place.table.seating.rotated()
        return self._opened_at(lambda: self._new_table(game, seating, None))

    def forget(self, place: CallerSeat, *, delete: bool) -> None:
        """Close a table; `delete` the game that it keeps."""
        place.table.close()
        if delete and isinstance(place.table.file, KeptGame):
            place.table.file.remove()
        del self._tables[place.number]

    def go_on(self, table: Table) -> None:
        """Do nothing: the client lets the bots act, by `wait`."""

    def close(self) -> None:
        """Close all tables; kept games stay in the folder."""
        for table in self._tables.values():
            table.close()
        self._tables.clear()

    def _new_table(self, game: Game[Any, Any, Any], seating: Seating, seed: int | None) -> Table:
        """Open a table, which keeps its game if there is a folder for that."""
        file = None if self._folder is None else KeptGame.claim(self._folder)
        return Table.open(game, seating, seed, file=file, limits=self.limits, machine=self.machine)

    def _opened_at(self, opening: Callable[[], Table]) -> Sitting:
        """Open a table, and give it a number; if there is no room, close a finished one, or raise
        `RefusedError`.
        """
        is_full = len(self._tables) >= self.max_tables
        finished = [number for number, table in self._tables.items() if table.over]
        if is_full and not finished:
            raise RefusedError(f"{self.max_tables} tables are open; close one first", "full")
        table = opening()
        if is_full:
            self._tables.pop(finished[0]).close()
        self._opened += 1
        self._tables[self._opened] = table
        key = table.file.key if isinstance(table.file, KeptGame) else None
        return Sitting(CallerSeat(self, self._opened, table, None), table.people, key=key)
