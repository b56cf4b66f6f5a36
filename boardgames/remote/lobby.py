"""The tables of a server with many clients: each proves by a secret which seat at which table is
theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from secrets import compare_digest, token_hex
from threading import Lock, RLock
from time import monotonic
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.errors import (
    BoardGamesError,
    ConfigurationError,
    RecordError,
    RefusedError,
)
from boardgames.core.values import evolve
from boardgames.play import limits
from boardgames.play.bots.catalogue import is_program
from boardgames.play.machine import THIS_MACHINE, Machine
from boardgames.play.record import HUMAN
from boardgames.remote.rooms import CallerSeat, Named, RoomsOfMany, Sitting, Start
from boardgames.table.lesson import lesson_of
from boardgames.table.seating import INVALID, LEARNER, Seating, digest, following
from boardgames.table.session import log
from boardgames.table.table import Table
from boardgames.table.table_file import SUFFIX, TableFile, given_up_on_error, remove_unbegun


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
        self._numbers: dict[Table, int] = {}
        self._next_number = count(1)

    def __iter__(self) -> Iterator[Table]:
        return iter([*self._digests])

    def __len__(self) -> int:
        return len(self._digests)

    def add(self, table: Table) -> None:
        """Add a table."""
        with self._lock:
            self._digests[table] = frozenset()
            self._numbers[table] = next(self._next_number)
        table.listeners.append(partial(self._follow, table))
        self._follow(table)

    def remove(self, table: Table) -> None:
        """Forget a table."""
        with self._lock:
            self._forget(table, self._digests.pop(table))
            del self._numbers[table]

    def number(self, table: Table) -> int:
        """Return the number of a table, counted from 1 in the order in which they were opened; 0
        once it has been removed.
        """
        return self._numbers.get(table, 0)

    def find(self, secret: str) -> Table | None:
        """Return the table that knows this secret or invitation, valid or not; None if none
        does.
        """
        return self.known(digest(secret))

    def known(self, digested: str) -> Table | None:
        """Return the table that knows the secret or invitation with this digest."""
        return self._tables.get(digested)

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


class Lobby(RoomsOfMany):
    """The tables, and the people at them by their secrets; its bots act by themselves."""

    def __init__(
        self,
        *,
        records: str | Path | None = None,
        key: str | None = None,
        programs: bool = False,
        seconds: float | None = limits.BOT_CHOICE_SECONDS["web"],
        play_on: Callable[[Table], None] = Table.start,
        machine: Machine = THIS_MACHINE,
        max_tables: int = limits.MOST_TABLES,
        max_watchers: int = limits.MOST_SEATS,
        person_seconds: float | None = None,
    ) -> None:
        """Reopen the tables that are kept in the folder `records`.

        With a `key`, only those who know it can open tables. With `programs`, bots may be programs
        (`cmd:COMMAND`). Bots have `seconds` for each choice. `play_on` lets the bots of a table
        act, and returns at once. A `key` of "" lets everybody open tables. At most `max_tables` are
        open at a time, with `max_watchers` spectators in all. Where several people play, each has
        `person_seconds` for a decision, unless who opens the table sets another time.

        Raises `ConfigurationError` if the folder does not exist.
        """
        limits.check_seconds("person_seconds", person_seconds)
        super().__init__(limits.Limits(seconds), programs=programs, machine=machine)
        self.folder: Path | None = None if records is None else Path(records)
        if self.folder is not None and not self.folder.is_dir():
            raise ConfigurationError(f"no folder to keep records in: {str(records)!r}")
        self.key = key
        self.max_tables = max_tables
        self.max_watchers = max_watchers
        self.person_seconds = person_seconds
        self.complaints: list[str] = []
        """The faults of tables that could not be reopened."""
        self.closed: bool = False
        """Whether the server is stopping."""
        self._play_on = play_on
        self._lock = RLock()
        self._tables = TablesBySecret()
        self._kept: dict[str, tuple[Path, Seating]] = {}
        """The record and the people of each table that is kept but not open, by the digest of what
        leads there.
        """
        self._rematching = Lock()  # one at a time
        if self.folder is not None:
            self._reopen(self.folder)

    def _reopen(self, folder: Path) -> None:
        """Reopen the tables that are kept in this folder; note where the others are, if there are
        too many: those at which nothing has happened for longest.
        """
        remove_unbegun(folder)
        files = sorted(folder.glob(f"*{SUFFIX}"))
        paths = [file.with_name(file.name.removesuffix(SUFFIX) + ".json") for file in files]
        for path in sorted(paths, key=_last_change, reverse=True):
            try:
                kept = TableFile.open(path, resume=True)
                assert kept.seating is not None
                if len(self._places(kept.seating)) <= self.max_tables:
                    self._restore(kept)
                else:
                    self._note_kept(path, kept.seating)
                    kept.close()
            except BoardGamesError as error:
                self.complaints.append(f"{path.with_suffix('')}: {error}")

    # Who may do what.

    def place(self, secret: str, named: Named) -> CallerSeat:
        """Return the place of whoever has this secret; a table or seat that they name must be
        theirs.
        """
        at = self.seat(secret)
        if named.table not in (None, at.number):
            raise RefusedError("this choice belongs to another table", "not now")
        if named.has_seat and named.seat != at.seat:
            raise RefusedError("the secret of this request is not that of the seat", "not yours")
        return at

    def seat(self, secret: str) -> CallerSeat:
        """Return the place of whoever has this secret; raise `RefusedError` if nobody has it."""
        table = self._find(secret)
        if table is not None and (found := table.find(secret)) is not None:
            if table.closed:
                raise RefusedError("the server is stopping", "full")
            with suppress(RecordError):  # there may be room on the disk later
                if table.settle():
                    self.go_on(table)
            return CallerSeat(self, self._tables.number(table), table, found[0], secret)
        raise RefusedError(
            "this seat no longer exists: the server was restarted, or the table was closed",
            "not yours",
        )

    def _find(self, secret: str) -> Table | None:
        """Return the table that knows this secret or invitation; one that was closed to make room
        is opened again, or `RefusedError` raised if there is none.
        """
        table = self._tables.find(secret)
        if table is not None or digest(secret) not in self._kept:
            return table
        with self._lock:
            kept = self._kept.get(digest(secret))
            if kept is None or self.closed:  # somebody else was faster
                return self._tables.find(secret)
            path, seating = kept
            self._make_room(seating)
            try:
                self._restore(TableFile.open(path, resume=True))
            except RefusedError:
                raise
            except BoardGamesError as error:
                log().error("%s: %s", path.with_suffix(""), error)  # it says it all
                return None
            self._kept = {each: other for each, other in self._kept.items() if other[0] != path}
            return self._tables.find(secret)

    def who(self, secret: str, address: str) -> str:
        """Return by what this client's share of the server is counted: the secret, if a table knows
        it, and otherwise the address.
        """
        return address if self._tables.find(secret) is None else secret

    def note_address(self, secret: str, address: str) -> None:
        """Let this address pay for the time of the bots at the table of this secret, unless another
        one pays already: it is that of whoever opened the table, or came first after a restart. A
        spectator pays only for a table that they have opened.
        """
        table = self._tables.find(secret)
        if table is None or table.steps.payer is not None:
            return
        with suppress(RefusedError):  # a secret that is no longer valid
            seat = table.seating.find(secret)
            if seat is not None and (seat != (None,) or table.seating.opener == digest(secret)):
                table.steps.payer = table.steps.scheduler.account_of(address)

    def check_opener(self, secret: str) -> None:
        """Raise `RefusedError` unless everybody may open tables, or this is the key."""
        if self.key and not compare_digest(self.key.encode(), secret.encode()):
            ask = "open the address that the terminal shows: only the host opens tables here"
            raise RefusedError(ask, "not yours")

    def check_spec(self, spec: str) -> None:
        """Raise an error if visitors may not seat this bot, or not with these options."""
        super().check_spec(spec)
        if is_program(spec):
            return
        for option in filter(None, spec.partition(":")[2].split(",")):
            key, _, text = (part.strip() for part in option.partition("="))
            limit = limits.VISITOR_BOT_SECONDS if key == "seconds" else limits.VISITOR_BOT_OPTION
            number = 0.0
            with suppress(ValueError):  # the bot itself refuses what is not a number
                number = float(text)
            if not number <= limit:
                raise RefusedError(f"{spec}: {key} can be {limit:g} at most here")

    # Opening tables.

    def start(self, start: Start) -> Sitting:
        """Open a table, and seat the caller as a person or a spectator."""
        table, invitations = self.open(start)
        sitting = self.join(invitations[table.seating.host], "")
        if sitting.place.seat is None and sitting.secret is not None:
            table.note_opener(sitting.secret)
        return sitting

    def open(self, start: Start) -> tuple[Table, dict[int | None, str]]:
        """Open a table; return it with an invitation for each person and, under None, one for
        spectators, if any.
        """
        seating = start.seating(hints=False)
        for spec in {*start.seats} - {HUMAN}:
            self.check_spec(spec)
        if start.seed is not None and len(seating.people) > 1:
            raise RefusedError(
                "a seed can be chosen only for games against bots: it gives all hands away"
            )
        if start.person_seconds is None and len(seating.people) > 1:
            seating = evolve(seating, person_seconds=self.person_seconds)
        game = start.make()
        for seat in seating.people:
            seating = seating.inviting(seat)
        if start.watch or not seating.people:
            seating = seating.inviting(None)
        table = self._new_table(game, seating, start.seed)
        given = {None: seating.watch} | {
            seat: seating.seats[seat].invitation for seat in seating.people
        }
        return table, {
            seat: invitation for seat, invitation in given.items() if invitation is not None
        }

    def learn(self, game: str) -> Sitting:
        """Open a table with the lesson of this game, and seat the caller."""
        made, seating, seed = lesson_of(game)
        seating, seat, secret = seating.seated(LEARNER)
        return self._sitting(self._new_table(made, seating, seed), seat, secret)

    def read(self, table: Table) -> Sitting:
        """Add a table that shows a record, and let the caller watch it."""
        table.seating, _, secret = table.seating.seated(None)
        with self._lock:
            self._make_room(table.seating)
            self._tables.add(table)
        return self._sitting(table, None, secret)

    def rematch(self, place: CallerSeat) -> Sitting | None:
        """Note that the caller wants to play again; if all do, open the next table, or let the
        caller come to it.

        Their secret there follows from the one that they have, so it is theirs alone, whoever sits
        down in their place later.
        """
        table = place.table
        secret = following(place.secret, table.seating.id)
        with self._rematching:
            if not table.seating.followed:
                table.want_again(place.seat, digest(secret))
                if self._next(table) is None:
                    if not table.is_rematch_due:
                        return None
                    self._open_next(table)
                table.note_followed()
            return self._come_along(table, place.seat, secret)

    def _next(self, table: Table) -> Table | None:
        """Return the table that follows this one, by the secrets of those who wanted it."""
        found = [self._tables.known(holder) for _, holder in table.seating.again]
        return next((each for each in found if each is not None), None)

    def _open_next(self, table: Table) -> None:
        """Open the next table: whoever wants to play again sits there, the other seats are free."""
        old, seating = table.seating, table.seating.rotated()
        holders = dict(old.again)
        for seat in table.people:
            place = (seat - 1) % len(old.seats)
            if seat in holders:
                seating = seating.changed(place, holder=holders[seat], persons=1)
            else:
                seating = seating.inviting(place)
        if old.watch is not None:
            seating = seating.inviting(None)
        if None in holders:
            seating = seating.opened_by(holders[None])
        self._new_table(table.match.game, seating, None)

    def _come_along(self, table: Table, seat: int | None, secret: str) -> Sitting | None:
        """Return the place of this person at the table that follows; None if there is none."""
        after = self._next(table) or self._find(secret)
        if after is None:
            raise RefusedError("the next table has been closed", "closed")
        if (found := after.find(secret)) is not None:
            return self._sitting(after, found[0], secret)
        if seat is None:
            invitation = after.seating.watch
        else:
            seats = after.seating.seats
            invitation = seats[(seat - 1) % len(seats)].invitation
        return None if invitation is None else self.join(invitation, "", secret)

    # Joining.

    def invited(self, invitation: str) -> tuple[Table, int | None]:
        """Return the table and the seat of this invitation; raise `RefusedError` if it is not
        valid.
        """
        if (table := self._find(invitation)) is not None:
            try:
                return table, table.seating.invited(invitation)
            except RefusedError as refusal:
                if refusal.why != "unknown":
                    raise
        raise RefusedError(INVALID, "not yours")  # the same sort as for one that has been used

    def join(self, invitation: str, name: str, secret: str | None = None) -> Sitting:
        """Exchange an invitation for a personal secret: a new one, unless it is given."""
        self.invited(invitation)  # its table may have to be opened again
        with self._lock:
            table, seat = self.invited(invitation)
            if seat is None:
                watchers = [len(each.seating.watchers) for each in self._tables]
                if len(table.seating.watchers) >= limits.SPECTATORS_EACH:
                    raise RefusedError(
                        "too many watch this table; the host can renew the link", "full"
                    )
                if sum(watchers) >= self.max_watchers:
                    raise RefusedError("there are too many spectators", "full")
            elif name:
                table.rename(seat, name)
            seat, secret = table.join(invitation, secret)
        if seat is not None:
            self.go_on(table)  # which watches their clock
        return self._sitting(table, seat, secret)

    # Going on, and closing.

    def go_on(self, table: Table) -> None:
        """Let the bots of a table act."""
        self._play_on(table)

    def close(self) -> None:
        """Close all tables; all bots that still think have `STOPPING_SECONDS` together to stop."""
        self.closed = True
        with self._lock:
            for table in self._tables:
                table.close(wait=False)
            last = monotonic() + limits.STOPPING_SECONDS
            for table in self._tables:
                table.wait_for_bot(max(0.0, last - monotonic()))

    def _sitting(self, table: Table, seat: int | None, secret: str) -> Sitting:
        yours = () if seat is None else (seat,)
        place = CallerSeat(self, self._tables.number(table), table, seat, secret)
        return Sitting(place, yours, secret)

    def _new_table(self, game: Game[Any, Any, Any], seating: Seating, seed: int | None) -> Table:
        """Open a table and let its bots act; on failure, nothing of it remains."""
        path = None if self.folder is None else self.folder / f"{game.name}-{token_hex(8)}.json"
        with self._lock:
            self._make_room(seating)
            table = Table.open(
                game, seating, seed, file=path, limits=self.limits, machine=self.machine
            )
            self._tables.add(table)
        self._play_on(table)
        return table

    def _restore(self, file: TableFile) -> None:
        """Open a kept table; raise an error if it cannot be, or visitors may not seat its bots."""
        with given_up_on_error(file):
            assert file.seating is not None
            for spec in {seat.stand_in or seat.spec for seat in file.seating.seats} - {HUMAN}:
                self.check_spec(spec)
            table = Table.restore(file, self.limits, machine=self.machine)
        self._tables.add(table)
        self._play_on(table)

    def _note_kept(self, path: Path, seating: Seating) -> None:
        """Note where a table is kept that is not open."""
        self._kept |= dict.fromkeys(seating.digests, (path, seating))

    def _places(self, new: Seating) -> list[list[Table]]:
        """Return the open tables by the places that they take: the first place is that of a new
        table with this seating, of which `max_tables` are allowed.

        The last table of people who play again and again shares its place with the finished one
        before it, where they may still look at the game, and from where late ones follow.
        """
        tables = [*self._tables]
        seatings = [new, *[table.seating for table in tables]]
        next_tables = {each.follows: each.id for each in seatings}
        places: dict[str, list[Table]] = {next_tables.get(new.id, new.id): []}
        for table in tables:
            own = table.seating.id
            places.setdefault(next_tables.get(own, own), []).append(table)
        return [*places.values()]

    def _make_room(self, new: Seating) -> None:
        """If all places are taken, free one that all have left, with finished tables first, and of
        those the one left for longest; raise `RefusedError` if all are still in use.
        """
        _, *others = places = self._places(new)
        if len(places) <= self.max_tables:
            return
        left = [place for place in others if self._is_left(place)]
        if not left:
            raise RefusedError("all tables are taken; try again later", "full")
        longest_left = min(
            left,
            key=lambda place: (
                not all(table.over for table in place),
                max(table.heard for table in place),
            ),
        )
        for table in longest_left:
            seating = table.seating
            self._tables.remove(table)
            table.close(wait=False)
            if table.file is not None and table.over:
                table.file.forget_people()
            elif table.file is not None:
                self._note_kept(table.file.path, seating)

    def _is_left(self, place: list[Table]) -> bool:
        """Whether this place is needed no more: nobody has looked there for long, or people have
        played twice since.
        """
        if len(place) == 1 and place[0].seating.followed:
            return True
        now = self.machine.seconds()
        for table in place:
            idle = limits.IDLE_FINISHED_SECONDS if table.over else limits.IDLE_UNFINISHED_SECONDS
            if now - table.heard <= idle:
                return False
        return True


def _last_change(path: Path) -> float:
    """Return when this file was last changed, by the clock of the system; 0 if it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
