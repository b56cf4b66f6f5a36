"""What the parts of a table share: one game and the people at it, who change under one lock."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Condition, RLock
from time import monotonic, time
from typing import Any, Literal, TypeAlias

from boardgames.core.errors import RecordError, RefusedError
from boardgames.core.integers import as_integer
from boardgames.core.log import Transition
from boardgames.play.bots import make_bot
from boardgames.play.limits import AWAY_SECONDS, GONE_SECONDS, check_seconds
from boardgames.play.match import Match
from boardgames.play.record import HUMAN, Record
from boardgames.play.seating import Seating, checked_name
from boardgames.play.table_file import TableFile

Presence: TypeAlias = Literal["here", "away", "expected"]
"""Whether a person has been heard from recently, has not, or has not come yet."""
LOG = logging.getLogger("boardgames")
"""For errors that nobody waits for."""
STAND_IN = "fair"
"""The default bot that plays for a person."""


class Session:
    """A match and the people at it under one lock: each change is kept and announced, or else taken
    back.
    """

    def __init__(
        self,
        match: Match[Any, Any, Any],
        seating: Seating | None = None,
        *,
        file: TableFile | None = None,
        person_seconds: float | None = None,
        reading: bool = False,
    ) -> None:
        """Keep the match and its seating in `file`; the arguments are those of `Table`."""
        specs = [
            HUMAN if bot is None else name
            for bot, name in zip(match.seats, match.names, strict=True)
        ]
        check_seconds("person_seconds", person_seconds)
        self.match = match
        self.reading = reading
        self.seating: Seating = seating or Seating.of(specs)
        self.people: tuple[int, ...] = self.seating.people
        """The seats of people, including those for whom a bot plays; always the same."""
        self.file = file
        self.person_seconds = person_seconds
        self.version: int = int(time() * 1000)
        """Increases with every change of the table; after a restart it is higher than ever
        before.
        """
        self.closed: bool = False
        self.failure: BaseException | None = None
        """The error at which the bots have stopped, until they are started again."""
        self.listeners: list[Callable[[], None]] = []
        """Functions called, from any thread, after every change; they must return at once."""
        self.lock: RLock = RLock()
        self.change: Condition = Condition(self.lock)
        """Notified of every change."""
        self.heard: float = monotonic()
        """When any person was last heard from."""
        self._heard: dict[int | None, float] = {}
        self._opened: float = monotonic()
        self._seen_here: object = None
        self._asked: dict[int, float] = {}
        """Since when each person has been asked to act."""
        for seat in self.people:
            if (stand_in := self.seating.seats[seat].stand_in) is not None:
                match.reseat(seat, make_bot(stand_in))
        self._note_who_is_asked()
        self.keep()

    def change_seat(self, seat: int, **change: object) -> None:
        """Change these fields of a `Seat`; the caller must hold the lock, and keep the table."""
        self.seating = self.seating.changed(seat, **change)

    @contextmanager
    def changing(self, redo: Iterable[Transition[Any, Any, Any]] = ()) -> Iterator[None]:
        """Keep the changes made in the block, and notify all; if they cannot be kept, restore
        everything.

        `redo`: the transitions that the block takes back.
        """
        match = self.match
        with self.lock:
            self.check_not_closed()
            seating, plies, seats = self.seating, match.plies, match.seats
            ending, revoked = match.ending, match.revoked
            yield
            try:
                self.keep()
            except RecordError:
                self.seating = seating
                if match.plies > plies:
                    match.undo(match.plies - plies)
                match.seats = seats
                for event in redo:
                    match.play(event.action, event.player)
                match.ending, match.revoked = ending, revoked
                raise
            self._note_who_is_asked()
            self.changed()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.outcome is not None

    @property
    def is_revealed(self) -> bool:
        """Whether everything may be shown to all: hands, seed, record."""
        return self.over or self.reading

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats of the people whom the game is waiting for; none while bots play."""
        with self.lock:
            return () if self.is_revealed else self.match.waiting()

    def check_over(self, what: str) -> None:
        """Raise `RefusedError` while there is something to hide; `what` may be shown after the
        game.
        """
        if not self.is_revealed:
            raise RefusedError(f"{what} only when the game is over", "not yours")

    def record(self) -> Record:
        """Return the record of the game so far, which contains the seed; after the game, with the
        players' names.
        """
        with self.lock:
            record = self.match.record()
            if not self.is_revealed:
                return record
            return record.renamed([seat.name or seat.spec for seat in self.seating.seats])

    def keep(self) -> None:
        """Write what has changed, if the table is kept; raise `RecordError` on failure."""
        if self.file is not None and not self.closed:
            self.file.write(self.record(), self.seating)

    def changed(self) -> None:
        """Wake all who wait for news of the table."""
        with self.lock:
            self._seen_here = self.presence(), self.gone
            self.version += 1
            self.change.notify_all()
        for listener in [*self.listeners]:
            try:
                listener()
            except Exception:
                LOG.exception("a listener of a table has failed")

    def wait(self, version: int, seconds: float) -> int:
        """Wait until the table has another version, at most this many seconds; return its
        version.
        """
        with self.lock:
            self.change.wait_for(lambda: self.version != version or self.closed, seconds)
            return self.version

    def check_not_closed(self) -> None:
        """Raise `RefusedError` if the table has been closed."""
        if self.closed:
            raise RefusedError("this table has been closed", "closed")

    def check_person(self, seat: int | None) -> int:
        """Return the seat if it belongs to a person; raise `RefusedError` otherwise."""
        if seat is None:
            raise RefusedError("a spectator cannot do this", "not yours")
        number = as_integer(seat)
        if number is None or number not in self.people:
            raise RefusedError(f"no person plays seat {seat!r}", "not yours")
        return number

    # Coming and going.

    def join(self, invitation: str) -> tuple[int | None, str]:
        """Take the seat of this invitation; return the seat (None: a spectator) and the secret that
        proves it.

        Raises `RefusedError`, which says why, if the invitation is no longer valid.
        """
        with self.changing():
            self.seating, seat, secret = self.seating.joined(invitation)
            self._heard[seat] = monotonic()
        return seat, secret

    def find(self, secret: str) -> tuple[int | None] | None:
        """Return the seat of this secret in a 1-tuple; None if nobody at this table has the secret.

        Raises `RefusedError`, which says why, if the secret is no longer valid.
        """
        if (
            found := self.seating.find(secret)
        ) is not None:  # without the lock: a server asks all its tables
            self.hear(found[0])
        return found

    def hear(self, seat: int | None) -> None:
        """Note that the person in this seat is here."""
        with self.lock:  # the news must not appear under the old version
            self.heard = self._heard[seat] = monotonic()
            if (self.presence(), self.gone) != self._seen_here:
                self.changed()

    def presence(self) -> tuple[Presence, ...]:
        """Return the presence of each seat; a bot is always here."""
        presence: list[Presence] = []
        for seat, each in enumerate(self.seating.seats):
            if seat not in self.people:
                presence.append("here")
            elif each.holder is None and seat not in self._heard:
                presence.append("expected")
            else:
                heard = self._heard.get(seat, -AWAY_SECONDS)
                presence.append("here" if monotonic() - heard < AWAY_SECONDS else "away")
        return tuple(presence)

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats of people who have not been heard from for so long that anyone here can let a
        bot play for them.
        """
        silent = [
            seat
            for seat in self.people
            if monotonic() - self._heard.get(seat, self._opened) >= GONE_SECONDS
        ]
        return tuple([seat for seat in silent if self.seating.seats[seat].stand_in is None])

    def rename(self, seat: int, name: str) -> None:
        """Set the name of the player in this seat; raise `RefusedError` if it cannot be a name, or
        another has it.
        """
        with self.changing():
            names = self.seating.names
            self.change_seat(seat, name=checked_name(name, (*names[:seat], *names[seat + 1 :])))

    # Requests of the host; `by` is the requesting seat, None for the program itself.

    def invite(self, seat: int, by: int | None = None) -> str:
        """Return a new invitation to this seat; the old one and the person who sat there lose
        access.
        """
        with self.changing():
            self.check_host(seat, by)
            self.seating = self.seating.inviting(seat)
            self._heard.pop(seat, None)
        invitation = self.seating.seats[seat].invitation
        assert invitation is not None
        return invitation

    def withdraw(self, seat: int, by: int | None = None) -> None:
        """Withdraw the invitation to this seat; the person who sits there loses access."""
        with self.changing():
            self.check_host(seat, by)
            self.seating = self.seating.without_invitation(seat)
            self._heard.pop(seat, None)

    def let_bot_play(self, seat: int, spec: str = STAND_IN, by: int | None = None) -> None:
        """Let a bot play for the person in this seat until `give_back`.

        Besides the host, that person may request it, and for one of the `gone` everybody who sits
        at the table.
        """
        with self.changing():
            if by not in self.people or seat not in self.gone:
                self.check_host(seat, by, or_own=True)
            bot = make_bot(spec)
            self.change_seat(seat, stand_in=spec, thought=0.0)
            self.match.reseat(seat, bot)

    def check_host(self, seat: int, by: int | None, *, or_own: bool = False) -> None:
        """Raise `RefusedError` unless the host decides about this person's seat, or with `or_own`
        that person.
        """
        self.check_person(seat)
        if by not in (None, self.seating.host) and not (or_own and by == seat):
            raise RefusedError("only the host of the table can do this", "not yours")
        if by is not None and by == seat and not or_own:
            raise RefusedError("this is your own seat")

    # Clocks.

    def left(self, seat: int) -> float | None:
        """Return the seconds that this person has left; None without a limit, or if they are not
        asked to act.
        """
        if self.person_seconds is None or seat not in self._asked:
            return None
        thought = self.seating.seats[seat].thought + monotonic() - self._asked[seat]
        return max(0.0, self.person_seconds - thought)

    def _note_who_is_asked(self) -> None:
        """Start the clocks of those who are asked to act now, and stop the others."""
        waiting = self.waiting
        for seat in self._asked.keys() - waiting:
            if self.seating.seats[seat].thought:
                self.change_seat(seat, thought=0.0)
        self._asked = {seat: self._asked.get(seat, monotonic()) for seat in waiting}

    def note_clocks(self) -> None:
        """Store in the seating how long each person has thought."""
        if self.person_seconds is not None:
            for seat in self._asked:
                self.change_seat(seat, thought=self.person_seconds - (self.left(seat) or 0.0))
