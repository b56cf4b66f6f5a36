"""The people at a table: who is invited, who is here, whose time runs, for whom a bot plays on, who may say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Condition, RLock
from time import monotonic, time
from typing import Any, Literal, TypeAlias

from boardgames.core.errors import RecordError, RefusedError
from boardgames.play.bots import make_bot
from boardgames.play.limits import AWAY_SECONDS
from boardgames.play.match import Match, Transition
from boardgames.play.record import Record
from boardgames.play.seating import Seating, digest
from boardgames.play.table_file import TableFile

Presence: TypeAlias = Literal["here", "away", "expected"]
"""Whether a person has been heard of lately, has not, or has not come yet."""
STAND_IN = "fair"
"""The bot that plays on for a person, unless told otherwise."""


class People:
    """What a table and the people around it share: a lock, a version, and the seating."""

    def __init__(
        self,
        match: Match[Any, Any, Any],
        seating: Seating,
        file: TableFile | None,
        *,
        person_seconds: float | None,
        reading: bool,
    ) -> None:
        self.match = match
        self.reading = reading
        self.seating: Seating = seating
        self.file = file
        self.person_seconds = person_seconds
        self.version: int = int(time() * 1000)
        """Rises whenever something has changed at the table; after a restart it is higher than ever before."""
        self.undone: int = 0
        """How often something has been taken back."""
        self.closed: bool = False
        self.listeners: list[Callable[[], None]] = []
        """Called, from any thread, after every change; they must return at once."""
        self.lock: RLock = RLock()
        self._news = Condition(self.lock)
        self.heard: float = monotonic()
        """When anybody was heard of last."""
        self._heard: dict[int | None, float] = {}
        self._seen_here: tuple[Presence, ...] = ()
        self._notes: dict[int, str] = {}
        """What everybody is told besides an action, by its ply."""
        self._asked: dict[int, float] = {}
        """Since when each person is to act."""
        for seat in seating.people:
            if (stand_in := seating.seats[seat].stand_in) is not None:
                match.reseat(seat, make_bot(stand_in))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, also of those for whom a bot plays on."""
        return self.seating.people

    def change_seat(self, seat: int, **change: object) -> None:
        """Change these fields of a `Seat`; whoever calls this holds the lock, and keeps the table."""
        self.seating = self.seating.changed(seat, **change)

    @contextmanager
    def changing(self, redo: Iterable[Transition[Any, Any, Any]] = ()) -> Iterator[None]:
        """Keep what is changed in the block, and tell everybody; where it cannot be kept, all is as before.

        `redo`: what the block takes back.
        """
        match = self.match
        with self.lock:
            self.check_not_closed()
            before = self.seating, self.undone, self._notes
            plies, seats, forfeit = match.plies, match.seats, match.forfeit
            yield
            try:
                self.keep()
            except RecordError:
                self.seating, self.undone, self._notes = before
                if match.plies > plies:
                    match.undo(match.plies - plies)
                match.seats, match.forfeit = seats, forfeit
                for event in redo:
                    match.play(event.action, event.player)
                raise
            self._note_who_is_asked()
            self.changed()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.outcome is not None

    @property
    def is_revealed(self) -> bool:
        """Whether everybody may look at everything: hands, seed, record."""
        return self.over or self.reading

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats of people for whom the game waits; none while bots play."""
        with self.lock:
            return () if self.is_revealed else self.match.waiting()

    def check_over(self, what: str) -> None:
        """Raise `RefusedError` while there is something to hide; `what` can be shown when the game is over."""
        if not self.is_revealed:
            raise RefusedError(f"{what} only when the game is over", "not yours")

    def record(self) -> Record:
        """Return the record of the game so far; once it is over, under the players' names. It holds the seed."""
        with self.lock:
            record = self.match.record()
            if not self.is_revealed:
                return record
            return record.renamed([seat.name or seat.spec for seat in self.seating.seats])

    def keep(self) -> None:
        """Write what has changed, if the table is kept; raise `RecordError` if that is impossible."""
        if self.file is not None and not self.closed:
            self.file.write(self.record(), self.seating)

    def changed(self) -> None:
        """Wake everybody who waits for news of the table."""
        with self.lock:
            self._seen_here = self.presence()
            self.version += 1
            self._news.notify_all()
        for listener in [*self.listeners]:
            listener()

    def wait(self, version: int, seconds: float) -> int:
        """Return the version of the table once it is not this one any more, at the latest after so many seconds."""
        with self.lock:
            self._news.wait_for(lambda: self.version != version or self.closed, seconds)
            return self.version

    def check_not_closed(self) -> None:
        """Raise `RefusedError` if the table has been closed."""
        if self.closed:
            raise RefusedError("this table has been closed", "closed")

    def check_person(self, seat: int | None) -> int:
        """Return the seat if it is that of a person; raise `RefusedError` otherwise."""
        if seat is None:
            raise RefusedError("a spectator cannot do this", "not yours")
        if type(seat) is not int or seat not in self.people:
            raise RefusedError(f"no person plays seat {seat!r}", "not yours")
        return seat

    # Who comes.

    def join(self, invitation: str) -> tuple[int | None, str]:
        """Take the seat of this invitation; return it (None: a spectator's place) and the secret that shows it.

        Raises `RefusedError`, which says what has become of the invitation, if it is not good any more.
        """
        with self.changing():
            self.seating, seat, secret = self.seating.joined(invitation)
            self._heard[seat] = monotonic()
        return seat, secret

    def find(self, secret: str) -> tuple[int | None] | None:
        """Return the seat of whoever has this secret, in a tuple; None if nobody at this table has it.

        Raises `RefusedError`, which says why, if it was good once.
        """
        digested = digest(secret)
        with self.lock:
            found = self.seating.find(digested)
            if found is None and digested in self.seating.past:
                raise RefusedError(self.seating.past[digested], "not yours")
        if found is not None:
            self.hear(found[0])
        return found

    def hear(self, seat: int | None) -> None:
        """Note that somebody in this seat is here."""
        with self.lock:  # nobody is to see the news under the old version
            self.heard = self._heard[seat] = monotonic()
            if self.presence() != self._seen_here:
                self.changed()

    def presence(self) -> tuple[Presence, ...]:
        """Return who is here, by seat; a bot always is."""
        now = monotonic()
        return tuple([self._presence(seat, now) for seat in range(len(self.seating.seats))])

    def _presence(self, seat: int, now: float) -> Presence:
        if seat not in self.people:
            return "here"
        if self.seating.seats[seat].holder is None and seat not in self._heard:
            return "expected"
        return "here" if now - self._heard.get(seat, -AWAY_SECONDS) < AWAY_SECONDS else "away"

    def rename(self, seat: int, name: str) -> None:
        """Let the player of this seat be called so."""
        with self.changing():
            self.change_seat(seat, name=name)

    # What the host does; `by` is the seat that asks, None for the program itself.

    def invite(self, seat: int, by: int | None = None) -> str:
        """Return a new invitation to this seat; the old one, and whoever sat there, have no access any more."""
        with self.changing():
            self._check_host(seat, by)
            self.seating = self.seating.inviting(seat)
            self._heard.pop(seat, None)
        invitation = self.seating.seats[seat].invitation
        assert invitation is not None
        return invitation

    def withdraw(self, seat: int, by: int | None = None) -> None:
        """Let nobody use the invitation to this seat, nor whoever sits there act any more."""
        with self.changing():
            self._check_host(seat, by)
            self.seating = self.seating.without_invitation(seat)
            self._heard.pop(seat, None)

    def let_bot_play(self, seat: int, spec: str = STAND_IN, by: int | None = None) -> None:
        """Let a bot play on for the person in this seat, until it is given back."""
        with self.changing():
            self._check_host(seat, by, or_own=True)
            bot = make_bot(spec)
            self.change_seat(seat, stand_in=spec, thought=0.0)
            self.match.reseat(seat, bot)

    def give_back(self, seat: int, by: int | None = None) -> None:
        """Let the person in this seat act again; they may say so, too."""
        with self.changing():
            self._check_host(seat, by, or_own=True)
            if self.seating.seats[seat].stand_in is None:
                raise RefusedError("no bot plays on for this seat", "not now")
            self.change_seat(seat, stand_in=None, thought=0.0)
            self.stop_thinking(seat)
            self.match.reseat(seat, None)

    def stop_thinking(self, seat: int | None = None) -> None:
        """Tell the bot that thinks, or the one in this seat, that its choice is not wanted any more."""

    def _check_host(self, seat: int, by: int | None, *, or_own: bool = False) -> None:
        self.check_person(seat)
        if by not in (None, self.seating.host) and not (or_own and by == seat):
            raise RefusedError("only the host of the table can do this", "not yours")
        if by is not None and by == seat and not or_own:
            raise RefusedError("this is your own seat")

    # Clocks.

    def left(self, seat: int) -> float | None:
        """Return how many seconds this person has left; None if there is no limit, or they are not asked."""
        if self.person_seconds is None or seat not in self._asked:
            return None
        thought = self.seating.seats[seat].thought + monotonic() - self._asked[seat]
        return max(0.0, self.person_seconds - thought)

    def _note_who_is_asked(self) -> None:
        """Begin to count the time of those who are to act now, and end it for others."""
        waiting = self.waiting
        for seat in [seat for seat in self._asked if seat not in waiting]:
            del self._asked[seat]
            if self.seating.seats[seat].thought:
                self.change_seat(seat, thought=0.0)
        self._asked |= {seat: monotonic() for seat in waiting if seat not in self._asked}

    def _note_clocks(self) -> None:
        """Note in the seating how long each person has thought."""
        if self.person_seconds is not None:
            for seat in self._asked:
                self.change_seat(seat, thought=self.person_seconds - (self.left(seat) or 0.0))
