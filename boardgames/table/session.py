"""What the parts of a table share: one game and the people at it, who change under one lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, RLock
from time import time
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from boardgames.core.errors import ConfigurationError, RefusedError
from boardgames.core.integers import as_integer
from boardgames.core.values import evolve
from boardgames.play.bots import make_bot
from boardgames.play.limits import AWAY_SECONDS, check_seconds
from boardgames.play.machine import Machine
from boardgames.play.match import Match
from boardgames.play.record import HUMAN, Record
from boardgames.table.blame import blamed, blaming_game
from boardgames.table.seating import LEARNER, ONLY_THE_HOST, Seating, digest
from boardgames.table.table_file import TableFile

if TYPE_CHECKING:
    from logging import Logger

    from boardgames.table.lesson import Lesson, LessonStep

Presence: TypeAlias = Literal["here", "away", "expected"]
"""Whether a person has been heard from recently, has not, or has not come yet."""
STAND_IN = "fair"
"""The default bot that plays for a person."""


def log() -> Logger:
    """Return the log of errors that nobody waits for."""
    from logging import getLogger  # slow to load

    return getLogger("boardgames")


@dataclass
class Draft:
    """A change of a table in preparation: nobody sees it before it has been kept."""

    match: Match[Any, Any, Any]
    seating: Seating
    on_kept: list[Callable[[], None]] = field(default_factory=list)
    """What else is done once the change has been kept, before it is made."""

    def change_seat(self, seat: int, **change: object) -> None:
        """Change these fields of a `Seat`."""
        self.seating = self.seating.changed(seat, **change)


class Session:
    """A match and the people at it under one lock: each change is prepared aside, and kept before
    anybody sees it.
    """

    machine: Machine
    """The machine whose clock the people go by, and whose threads let the bots act."""
    seating: Seating
    lesson: Lesson | None
    """The lesson with which the game begins; an answer that is not right is refused with what it
    says of it.
    """
    lesson_has_changed: bool
    """Whether the lesson of a kept game cannot go on because it has been edited since; False if it
    was left before.
    """
    people: tuple[int, ...]
    """The seats of people, including those for whom a bot plays; always the same."""
    version: int
    """Increases with every change of the table; after a restart it is higher than ever before."""
    closed: bool
    failure: BaseException | None
    """The error at which the bots have stopped, until they are started again; if they could not be
    kept, until there is room.
    """
    is_crowded: bool
    """Whether other tables waited while a bot last thought here, so that it may have thought less;
    this follows from the other tables alone.
    """
    listeners: list[Callable[[], None]]
    """Functions called, from any thread, after every change; they must return at once."""
    lock: RLock
    change: Condition
    """Notified of every change."""
    heard: float
    """When any person was last heard from."""
    _asked: dict[tuple[int, int], float]
    """Since when each person has been asked for a decision: by their seat, and how often it has
    acted.
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
        check_seconds("person_seconds", person_seconds)
        self.match = match
        self.machine = match.machine
        self.reading = reading
        if seating is None:
            who = zip(match.seats, match.names, strict=True)
            seating = Seating.of([HUMAN if bot is None else name for bot, name in who])
        self.seating = seating
        self.lesson = None
        self.lesson_has_changed = False
        self.people = self.seating.people
        self.file = file
        own = self.seating.person_seconds
        self.person_seconds: float | None = person_seconds if own is None else own
        self.version = int(time() * 1000)
        self.closed = False
        self.failure = None
        self.is_crowded = False
        self.listeners = []
        self.lock = RLock()
        self.change = Condition(self.lock)
        self.heard = self.machine.seconds()
        self._heard: dict[int | None, float] = {}
        self._opened: float = self.machine.seconds()
        self._seen_here: object = None
        self._asked = {}
        if self.seating.lesson and not self.seating.lesson_left:
            self._begin_lesson()
        for seat in self.people:
            stand_in = self.seating.seats[seat].stand_in
            if stand_in is not None:
                match.reseat(seat, make_bot(stand_in))
        self._note_who_is_asked()
        self.keep()

    def _begin_lesson(self) -> None:
        """Play the beginning of the lesson; raise `ConfigurationError` if it is faulty.

        A game that has begun goes on without it, if the lesson has changed meanwhile.
        """
        from boardgames.table.lesson import Lesson  # few games need it

        match = self.match
        if not match.plies:
            self.lesson = Lesson.of(match.game)
            self.lesson.play_on(match)
            return
        try:
            self.lesson = Lesson.of(match.game)
            goes_on = self.lesson.goes_on(match)
        except ConfigurationError:
            goes_on = False
        if not goes_on:
            self.seating = evolve(self.seating, lesson_left=True)
            if not self.over:
                self.lesson_has_changed = True

    def change_seat(self, seat: int, **change: object) -> None:
        """Change these fields of a `Seat`, which the next change keeps; the caller must hold the
        lock.
        """
        self.seating = self.seating.changed(seat, **change)

    @contextmanager
    def changing(self) -> Iterator[Draft]:
        """Yield a draft for the block to change; then keep it, make its changes, and notify all.

        If the block raises, or the draft cannot be kept, nothing has changed.
        """
        with self.lock, blamed(self.match.game):
            self.check_not_closed()
            draft = Draft(self.match.draft(), self.seating)
            yield draft
            self._follow_lesson(draft)
            draft.match.outcome  # noqa: B018  # a game that cannot score an end raises here
            self._write(draft.match, draft.seating)
            for work in draft.on_kept:
                work()
            self.seating = draft.seating
            self.match.adopt(draft.match)
            self._note_who_is_asked()
            self.changed()

    @property
    def lesson_step(self) -> LessonStep | None:
        """The step of the lesson that the learner is at; None without a lesson, and once it is
        over.
        """
        if self.lesson is None or self.seating.lesson_left:
            return None
        return self.lesson.step_after(self.match.plies)

    @property
    def question(self) -> LessonStep | None:
        """The step of the lesson whose question the learner has to answer now; None if there is
        none.
        """
        step = self.lesson_step
        return step if step is not None and step.right else None

    def _follow_lesson(self, draft: Draft) -> None:
        """Play what the lesson says next; note where the game has left it."""
        if self.lesson is None or draft.seating.lesson_left:
            return
        is_learning = draft.seating.seats[LEARNER].stand_in is None
        if not (is_learning and self.lesson.goes_on(draft.match)):
            draft.seating = evolve(draft.seating, lesson_left=True)

    @property
    @blaming_game
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.outcome is not None

    @property
    def is_revealed(self) -> bool:
        """Whether everything may be shown to all: hands, seed, record."""
        return self.over or self.reading

    @property
    @blaming_game
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

    @blaming_game
    def record(self) -> Record:
        """Return the record of the game so far, which contains the seed; after the game, with the
        players' names.
        """
        with self.lock:
            return self._record_of(self.match, self.seating)

    def _record_of(self, match: Match[Any, Any, Any], seating: Seating) -> Record:
        """Return the record of this match, with the players' names if everything may be shown."""
        record = match.record()
        if match.outcome is None and not self.reading:
            return record
        return record.renamed([seat.name or seat.spec for seat in seating.seats])

    def keep(self) -> None:
        """Write what has changed, if the table is kept; raise `RecordError` on failure."""
        with self.lock:
            self._write(self.match, self.seating)

    def _write(self, match: Match[Any, Any, Any], seating: Seating) -> None:
        """Write this match and its seating, if the table is kept; raise `RecordError` on
        failure.
        """
        if self.file is not None and not self.closed:
            self.file.write(self._record_of(match, seating), seating)

    def changed(self) -> None:
        """Wake all who wait for news of the table."""
        with self.lock:
            self._seen_here = self.presence(), self.gone
            self.version += 1
            self.change.notify_all()
        for listener in [*self.listeners]:
            try:
                listener()
            except Exception:  # noqa: BLE001  # it is logged
                log().exception("a listener of a table has failed")

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

    def join(self, invitation: str, secret: str | None = None) -> tuple[int | None, str]:
        """Take the seat of this invitation; return the seat (None: a spectator) and the secret that
        proves it, which is a new one unless it is given.

        Raises `RefusedError`, which says why, if the invitation is no longer valid.
        """
        with self.changing() as draft:
            draft.seating, seat, secret = draft.seating.joined(invitation, secret)
            draft.on_kept.append(lambda: self._note_arrival(seat))
        return seat, secret

    def note_opener(self, secret: str) -> None:
        """Note that whoever has this secret opened this table, at which only bots play."""
        with self.changing() as draft:
            draft.seating = draft.seating.opened_by(digest(secret))

    def _note_arrival(self, seat: int | None) -> None:
        """Note that somebody new sits there, and is here."""
        self._heard[seat] = self.machine.seconds()

    def _note_departure(self, seat: int) -> None:
        """Note that nobody has been heard from in this seat."""
        self._heard.pop(seat, None)

    def find(self, secret: str) -> tuple[int | None] | None:
        """Return the seat of this secret in a 1-tuple; None if nobody at this table has the secret.

        Raises `RefusedError`, which says why, if the secret is no longer valid.
        """
        holder = self.seating.find(secret)
        if holder is not None:
            (seat,) = holder
            self.hear(seat)
        return holder

    def hear(self, seat: int | None) -> None:
        """Note that the person in this seat is here."""
        with self.lock:  # the news must not appear under the old version
            self.heard = self._heard[seat] = self.machine.seconds()
            if (self.presence(), self.gone) != self._seen_here:
                self.changed()

    def presence(self) -> tuple[Presence, ...]:
        """Return the presence of each seat; a bot is always here."""
        presence: list[Presence] = []
        for seat, place in enumerate(self.seating.seats):
            if seat not in self.people:
                presence.append("here")
            elif place.holder is None and seat not in self._heard:
                presence.append("expected")
            else:
                heard = self._heard.get(seat, -AWAY_SECONDS)
                presence.append("here" if self.machine.seconds() - heard < AWAY_SECONDS else "away")
        return tuple(presence)

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats of people who have not been heard from for so long that anyone here can let a
        bot play for them.
        """
        silent = [
            seat
            for seat in self.people
            if self.machine.seconds() - self._heard.get(seat, self._opened) >= AWAY_SECONDS
        ]
        return tuple([seat for seat in silent if self.seating.seats[seat].stand_in is None])

    def rename(self, seat: int, name: str) -> None:
        """Set the name of the player in this seat; raise `RefusedError` if it cannot be a name, or
        another has it.
        """
        from boardgames.table.names import checked_name  # slow to load

        with self.changing() as draft:
            names = self.seating.names
            draft.change_seat(seat, name=checked_name(name, (*names[:seat], *names[seat + 1 :])))

    # Requests of the host; `by` is the requesting seat, None for the program itself.

    def invite(self, seat: int, by: int | None = None) -> str:
        """Return a new invitation to this seat; the old one and the person who sat there lose
        access.
        """
        with self.changing() as draft:
            self._check_can_be_given(seat, by)
            draft.seating = draft.seating.inviting(seat)
            draft.on_kept.append(lambda: self._note_departure(seat))
        invitation = draft.seating.seats[seat].invitation
        assert invitation is not None
        return invitation

    def renew_watch(self) -> str:
        """Return a new invitation for spectators; the old one and all who came by it lose access,
        except whoever opened a table of bots.
        """
        with self.changing() as draft:
            if draft.seating.watch is None:
                raise RefusedError("this table is not for spectators", "not yours")
            draft.seating = draft.seating.inviting(None)
        assert draft.seating.watch is not None
        return draft.seating.watch

    def withdraw(self, seat: int, by: int | None = None) -> None:
        """Withdraw the invitation to this seat; the person who sits there loses access."""
        with self.changing() as draft:
            self._check_can_be_given(seat, by)
            draft.seating = draft.seating.without_invitation(seat)
            draft.on_kept.append(lambda: self._note_departure(seat))

    def _check_can_be_given(self, seat: int, by: int | None) -> None:
        """Raise `RefusedError` unless this seat can be given to somebody else."""
        self.check_host(seat, by)
        if self.seating.followed:  # its person goes on from here
            raise RefusedError("the next game has begun: invite people there", "not now")

    def let_bot_play(self, seat: int, spec: str = STAND_IN, by: int | None = None) -> None:
        """Let a bot play for the person in this seat until `give_back`.

        Besides the host, that person may request it, and for one of the `gone` everybody who sits
        at the table.
        """
        with self.changing() as draft:
            if by not in self.people or seat not in self.gone:
                self.check_host(seat, by, or_own=True)
            bot = make_bot(spec)
            draft.change_seat(seat, stand_in=spec, thought=0.0)
            draft.match.reseat(seat, bot)

    def check_host(self, seat: int, by: int | None, *, or_own: bool = False) -> None:
        """Raise `RefusedError` unless the host decides about this person's seat, or with `or_own`
        that person.
        """
        self.check_person(seat)
        if by not in (None, self.seating.host) and not (or_own and by == seat):
            raise RefusedError(ONLY_THE_HOST, "not yours")
        if by is not None and by == seat and not or_own:
            raise RefusedError("this is your own seat")

    # Clocks.

    def left(self, seat: int) -> float | None:
        """Return the seconds that this person has left for their decision; None without a limit, or
        if nobody sits there who is asked to act.
        """
        if self.person_seconds is None:
            return None
        since = self._asked.get((seat, self.match.moves(seat)))
        if since is None:
            return None
        thought = self.seating.seats[seat].thought + self.machine.seconds() - since
        return max(0.0, self.person_seconds - thought)

    def _note_who_is_asked(self) -> None:
        """Start the clock of each decision that a person is asked for now, and stop the others; it
        does not run before the person has come.
        """
        seats = self.seating.seats
        now = self.machine.seconds()
        asked = [
            (seat, self.match.moves(seat))
            for seat in self.waiting
            if seats[seat].invitation is None
        ]
        for seat, _ in self._asked.keys() - asked:
            if seats[seat].thought:
                self.change_seat(seat, thought=0.0)
        self._asked = {decision: self._asked.get(decision, now) for decision in asked}

    def note_clocks(self) -> None:
        """Store in the seating how long each person has thought."""
        if self.person_seconds is not None:
            for seat, _ in self._asked:
                self.change_seat(seat, thought=self.person_seconds - (self.left(seat) or 0.0))
