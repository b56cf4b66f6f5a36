"""All tables of a server: opening, finding, keeping and closing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from boardgames.contract.game import Game
from boardgames.core.errors import BoardGamesError, ConfigurationError, RefusedError
from boardgames.play import limits
from boardgames.play.bots.catalogue import is_program
from boardgames.play.record import HUMAN
from boardgames.table.seating import INVALID, Seating, digest
from boardgames.table.table import Table
from boardgames.table.table_file import SUFFIX, TableFile, given_up_on_error


class Place(NamedTuple):
    """A seat at a table."""

    table: Table
    seat: int | None
    """None for a spectator."""

    @property
    def person(self) -> int:
        """The seat of a person; raises `RefusedError` for a spectator."""
        return self.table.check_person(self.seat)


class TablesBySecret:
    """Tables in the order in which they were opened, each of them found by any of its secrets and
    invitations at once, however many tables there are.

    It follows every change of its tables, in any thread.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._digests: dict[Table, frozenset[str]] = {}
        """What each table knows, valid or not."""
        self._tables: dict[str, Table] = {}
        """By digest."""

    def __iter__(self) -> Iterator[Table]:
        return iter([*self._digests])

    def __len__(self) -> int:
        return len(self._digests)

    def __contains__(self, table: object) -> bool:
        return table in self._digests

    def add(self, table: Table) -> None:
        """Add a table."""
        with self._lock:
            self._digests[table] = frozenset()
        table.listeners.append(partial(self._follow, table))
        self._follow(table)

    def remove(self, table: Table) -> None:
        """Forget a table."""
        with self._lock:
            self._forget(table, self._digests.pop(table))

    def find(self, secret: str) -> Table | None:
        """Return the table that knows this secret or invitation, valid or not; None if none
        does.
        """
        return self._tables.get(digest(secret))

    def _follow(self, table: Table) -> None:
        """Note who can now come to this table, unless it has been removed."""
        with table.lock, self._lock:  # nobody comes or goes meanwhile
            digests = table.seating.digests
            known = self._digests.get(table)
            if known is None or known == digests:
                return
            self._digests[table] = digests
            self._forget(table, known - digests)
            for each in digests - known:
                self._tables.setdefault(each, table)

    def _forget(self, table: Table, digests: frozenset[str]) -> None:
        """Forget what this table no longer knows; the caller must hold the lock."""
        for each in digests:
            if self._tables.get(each) is table:  # and not one that was opened from a copied file
                del self._tables[each]


class OpenTables:
    """The tables, and the people at them by their secrets."""

    def __init__(
        self,
        *,
        records: str | Path | None = None,
        key: str | None = None,
        programs: bool = False,
        seconds: float | None = limits.BOT_CHOICE_SECONDS["web"],
        patience: float = limits.LOOK_SECONDS,
        play_on: Callable[[Table], None] = Table.start,
    ) -> None:
        """Reopen the tables that are kept in the folder `records`.

        With a `key`, only those who know it can open tables. With `programs`, bots may be programs
        (`cmd:COMMAND`). Bots have `seconds` for each choice; a request for news waits `patience`
        seconds. `play_on` lets the bots of a table act, and returns at once.

        Raises `ConfigurationError` if the folder does not exist.
        """
        self.folder: Path | None = None if records is None else Path(records)
        if self.folder is not None and not self.folder.is_dir():
            raise ConfigurationError(f"no folder to keep records in: {str(records)!r}")
        self.key = key
        self.programs = programs
        self.limits: limits.Limits = limits.Limits(seconds)
        self.patience = patience
        self.outside: list[str] = []
        """Addresses of the page for other machines; empty if they cannot reach it."""
        self.complaints: list[str] = []
        """The faults of tables that could not be reopened."""
        self._play_on = play_on
        self._lock = Lock()
        self._tables = TablesBySecret()
        self._next: dict[Table, Mapping[int | None, str]] = {}
        """The secrets for the rematch, by seat at the current table."""
        for file in [] if self.folder is None else sorted(self.folder.glob(f"*{SUFFIX}")):
            self._restore(file.with_name(file.name.removesuffix(SUFFIX) + ".json"))

    def close(self) -> None:
        """Close all tables."""
        with self._lock:
            for table in self._tables:
                table.close()

    def _check_spec(self, spec: str) -> None:
        """Raise `RefusedError` if visitors may not seat this bot."""
        if is_program(spec):
            if not self.programs:
                raise RefusedError("bots that are programs (cmd:...) are not allowed here")
            return
        for option in filter(None, spec.partition(":")[2].split(",")):
            key, _, text = (part.strip() for part in option.partition("="))
            limit = limits.VISITOR_BOT_SECONDS if key == "seconds" else limits.VISITOR_BOT_OPTION
            number = 0.0
            with suppress(ValueError):  # the bot itself refuses what is not a number
                number = float(text)
            if not number <= limit:
                raise RefusedError(f"{spec}: {key} can be {limit:g} at most here")

    def _seat(self, token: str) -> Place:
        table = self._tables.find(token)
        if table is not None and (found := table.find(token)) is not None:
            return Place(table, found[0])
        raise RefusedError(
            "this seat no longer exists: the server was restarted, or the table was closed",
            "not yours",
        )

    def _invited(self, invitation: str) -> tuple[Table, int | None]:
        """Return the table and the seat of this invitation; raise `RefusedError` if it is not
        valid.
        """
        if (table := self._tables.find(invitation)) is not None:
            try:
                return table, table.seating.invited(invitation)
            except RefusedError as refusal:
                if refusal.why != "unknown":
                    raise
        raise RefusedError(INVALID, "not yours")  # the same sort as for one that has been used

    def _new_table(self, game: Game[Any, Any, Any], seating: Seating, seed: int | None) -> Table:
        """Open a table and let its bots act; on failure, nothing of it remains."""
        path = None if self.folder is None else self.folder / f"{game.name}-{token_hex(8)}.json"
        with self._lock:
            self._make_room()
            table = Table.open(game, seating, seed, file=path, limits=self.limits)
            self._tables.add(table)
        self._play_on(table)
        return table

    def _restore(self, path: Path) -> None:
        try:
            file = TableFile.open(path, resume=True)
            with given_up_on_error(file):
                assert file.seating is not None
                for spec in {seat.stand_in or seat.spec for seat in file.seating.seats} - {HUMAN}:
                    self._check_spec(spec)
                table = Table.restore(file, self.limits)
        except BoardGamesError as error:
            self.complaints.append(f"{path.with_suffix('')}: {error}")
            return
        self._tables.add(table)
        self._play_on(table)

    def _make_room(self) -> None:
        """Close tables that all have left, finished ones sooner; raise `RefusedError` if all are
        still in use.
        """
        for table in self._tables:
            most = limits.IDLE_FINISHED_SECONDS if table.over else limits.IDLE_UNFINISHED_SECONDS
            if monotonic() - table.heard > most:
                self._tables.remove(table)
                self._next.pop(table, None)
                table.close()
                if table.file is not None and table.over:
                    table.file.forget_people()
        if len(self._tables) >= limits.MOST_TABLES:
            raise RefusedError("all tables are taken; try again later", "full")
