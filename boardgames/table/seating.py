"""The seating of a table: people, bots, invitations and secrets.

Everything here is a value: a change returns a new seating. Invitations and secrets are random and
cannot be guessed. An invitation to a seat is valid for one person, who gets a secret in return;
only the digest of a secret is kept, so that nobody can act for a player with a table's file.
Invitations that still work are kept as they are.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import field
from hashlib import sha256
from hmac import digest as keyed_digest
from secrets import token_hex, token_urlsafe
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from boardgames.core.codec import Bounds
from boardgames.core.errors import ConfigurationError, RefusedError, quoted, require
from boardgames.core.text import plural
from boardgames.core.values import evolve, replaced, value
from boardgames.play.bots import Bot
from boardgames.play.limits import LONGEST_CHOICE_SECONDS
from boardgames.play.player import Player, bots_named
from boardgames.play.record import HUMAN, Record

PersonSeconds: TypeAlias = Annotated[float, Bounds(0, int(LONGEST_CHOICE_SECONDS), is_open=True)]
"""The time that a person has for a decision."""
NO_PLAYERS: Mapping[str, Player] = MappingProxyType({})
LEARNER = 0
"""The seat of the person who learns by a lesson."""
MOST_PAST = 100
"""Maximum number of invalid invitations and secrets that are remembered, with the reason."""
INVALID = "this invitation is not valid"
USED = "this invitation has been used"
RENEWED = "the host has made a new invitation for this seat: ask them for it"
LINK_RENEWED = "the host has made a new link for spectators: ask them for it"
WITHDRAWN = "the host has withdrawn this invitation"
ONLY_THE_HOST = "only the host of the table can do this"


@value
class Seat:
    """One seat of a table."""

    spec: str
    """`human`, or the spec of a bot."""
    name: str = ""
    """The player's name; may be empty."""
    invitation: str | None = field(default=None, repr=False)
    """The invitation to the seat, if it is open."""
    holder: str | None = None
    """The digest of the secret of the person who sits there; None if nobody came by an
    invitation.
    """
    stand_in: str | None = None
    """The spec of the bot that plays for a person."""
    thought: float = 0.0
    """Seconds that the person has taken for the current decision."""
    read: tuple[int, int] = (0, 0)
    """The number of actions that `news` has told them of, and the number of undos at that time."""
    persons: int = 0
    """How many people have sat there by an invitation, one after the other."""
    failed: int | None = None
    """The ply at which the bot of this seat first failed."""


@value
class Seating:
    """The seats of a table, its spectators, and its options."""

    seats: tuple[Seat, ...]
    host: int | None = None
    """The seat of the person who opened the table, and who alone sees the invitations."""
    watch: str | None = field(default=None, repr=False)
    """The invitation for spectators, valid for any number of them."""
    watchers: tuple[str, ...] = ()
    """The digests of spectators' secrets."""
    past: dict[str, str] = field(default_factory=dict)
    """Digests of invitations and secrets that are no longer valid, with the reason."""
    chosen: bool = False
    """Whether a person chose the seed, and so knows it."""
    pace: float = 0.0
    """Seconds between the actions of bots."""
    quick: bool = False
    """Whether forced actions of the only person are taken automatically."""
    person_seconds: PersonSeconds | None = None
    """The time for each decision of a person, after which a bot plays for them until they take
    their seat back; None: what the program sets for its tables.
    """
    id: str = field(default_factory=lambda: token_hex(8), compare=False)
    """Identifies the table; not secret."""
    hints: bool = True
    """Whether people get hints even if they play with others; a single person always does."""
    lesson: bool = False
    """Whether the game begins with its lesson."""
    lesson_left: bool = False
    """Whether the game has gone another way than its lesson, which is over then."""
    undone: int = 0
    """The number of undos."""
    opener: str | None = None
    """The digest of the secret of whoever opened a table at which only bots play."""
    again: tuple[tuple[int | None, str], ...] = ()
    """Who wants to play again, the first one first: the seat (None: the opener), and the digest of
    the secret that is theirs at the next table.
    """
    followed: bool = False
    """Whether the next table has been opened."""
    follows: str | None = field(default=None, compare=False)
    """The `id` of the finished table at which the same people played before."""

    @classmethod
    def of(cls, specs: Sequence[str], *, read: int = 0, quick: bool = False) -> Seating:
        """Return the seating with these specs; all seats have been told of the first `read`
        actions.
        """
        return cls(tuple([Seat(spec, read=(read, 0)) for spec in specs]), quick=quick)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, including those for whom a bot plays."""
        return tuple([number for number, seat in enumerate(self.seats) if seat.spec == HUMAN])

    @property
    def specs(self) -> tuple[str, ...]:
        """`human` or the spec of a bot, by seat."""
        return tuple([seat.spec for seat in self.seats])

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple([seat.name for seat in self.seats])

    @property
    def open(self) -> tuple[int, ...]:
        """The seats with an open invitation."""
        return tuple(
            [number for number, seat in enumerate(self.seats) if seat.invitation is not None]
        )

    def changed(self, seat: int, **change: object) -> Seating:
        """Return the seating with these fields of a seat changed."""
        changed = evolve(self.seats[seat], **change)  # type: ignore[arg-type]  # fields of a Seat
        return evolve(self, seats=replaced(self.seats, seat, changed))

    def with_checked_names(self) -> Seating:
        """Return the seating with the names as they are shown; raise `RefusedError` for one that
        cannot be a name.
        """
        if not any(self.names):
            return self
        from boardgames.table.names import checked_name  # slow to load

        names: list[str] = []
        for name in self.names:
            names.append(checked_name(name, tuple(names)) if name else "")
        seats = [evolve(seat, name=name) for seat, name in zip(self.seats, names, strict=True)]
        return evolve(self, seats=tuple(seats))

    def after(self, plies: int) -> Seating:
        """Return the seating after only this many actions, as if the others were taken back."""
        seats: list[Seat] = []
        undone = self.undone
        for seat in self.seats:
            read, undone_then = seat.read
            if read > plies:
                undone = self.undone + 1
            failed = None if (seat.failed or 0) > plies else seat.failed
            seats.append(evolve(seat, read=(min(read, plies), undone_then), failed=failed))
        return evolve(self, seats=tuple(seats), undone=undone)

    def after_undo(self, plies: int) -> Seating:
        """Return the seating after an undo that has left only this many actions."""
        return evolve(self.after(plies), undone=self.undone + 1)

    def rotated(self) -> Seating:
        """Return the seating of the next game: all keep their neighbours, the second player becomes
        the first, and nobody has come yet.
        """
        seats = [Seat(seat.spec, seat.name, stand_in=seat.stand_in) for seat in self.seats]
        host = None if self.host is None else (self.host - 1) % len(seats)
        return Seating(
            (*seats[1:], seats[0]),
            host,
            pace=self.pace,
            quick=self.quick,
            person_seconds=self.person_seconds,
            hints=self.hints,
            follows=self.id,
        )

    def opened_by(self, holder: str) -> Seating:
        """Return the seating of a table of bots, with the digest of the secret of its opener."""
        others = [each for each in self.watchers if each != holder]
        return evolve(self, opener=holder, watchers=(holder, *others))

    def wanting_again(self, seat: int | None, holder: str) -> Seating:
        """Return the seating once this person wants to play again, with the digest of the secret
        that is theirs at the next table.
        """
        if (seat, holder) in self.again:
            return self
        return evolve(self, again=(*self.again, (seat, holder)))

    # Invitations.

    def inviting(self, seat: int | None) -> Seating:
        """Return the seating with a new invitation to this seat (None: to watch); the old one
        becomes invalid.
        """
        if seat is None:
            left = [each for each in self.watchers if each != self.opener]
            old = [] if self.watch is None else [digest(self.watch)]
            renewed = self._without([*left[-MOST_PAST // 2 :], *old], LINK_RENEWED)
            watchers = () if self.opener is None else (self.opener,)
            return evolve(renewed, watch=token_urlsafe(), watchers=watchers)
        return self.without_invitation(seat, RENEWED).changed(seat, invitation=token_urlsafe())

    def without_invitation(self, seat: int, reason: str = WITHDRAWN) -> Seating:
        """Return the seating without the invitation to this seat, and without the person who sits
        there; their name goes with them, and what they wanted.
        """
        before = self.seats[seat]
        gone: list[str] = []
        if before.invitation:
            gone.append(digest(before.invitation))
        if before.holder:
            gone.append(before.holder)
        left = self._without(gone, reason).changed(seat, invitation=None, holder=None)
        if before.holder is None:
            return left
        again = tuple([each for each in self.again if each[0] != seat])
        return evolve(left.changed(seat, name="", read=(0, 0)), again=again)

    def _without(self, digests: Sequence[str], reason: str) -> Seating:
        """Return the seating in which these invitations or secrets are no longer valid."""
        past = [*(self.past | dict.fromkeys(digests, reason)).items()]
        return evolve(self, past=dict(past[-MOST_PAST:]))

    def invited(self, invitation: str) -> int | None:
        """Return the seat of this invitation (None: a spectator); raise `RefusedError` with the
        reason if invalid.
        """
        if invitation == self.watch:
            return None
        for number, seat in enumerate(self.seats):
            if seat.invitation == invitation:
                return number
        reason = self.past.get(digest(invitation))
        if reason is not None:
            raise RefusedError(reason, "not yours")
        raise RefusedError(INVALID, "unknown")

    def joined(self, invitation: str, secret: str | None = None) -> tuple[Seating, int | None, str]:
        """Return the seating with another person, their seat (None: a spectator) and their secret.

        Raises `RefusedError` if the invitation is not valid or has been used.
        """
        seat = self.invited(invitation)
        if seat is None:
            return self.seated(None, secret)
        return self._without([digest(invitation)], USED).seated(seat, secret)

    def seated(
        self, seat: int | None, secret: str | None = None
    ) -> tuple[Seating, int | None, str]:
        """Return the seating with a person in this seat (None: another spectator), the seat and
        their secret (None: a new one).
        """
        secret = secret or token_urlsafe()
        if seat is None:
            return evolve(self, watchers=(*self.watchers, digest(secret))), None, secret
        persons = self.seats[seat].persons + 1
        taken = self.changed(seat, holder=digest(secret), invitation=None, persons=persons)
        return taken, seat, secret

    def find(self, secret: str) -> tuple[int | None] | None:
        """Return the seat of this secret, (None,) for a spectator; None if nobody has it.

        Raises `RefusedError` with the reason if it is no longer valid.
        """
        digested = digest(secret)
        if digested in self.watchers:
            return (None,)
        if digested in self.past:
            raise RefusedError(self.past[digested], "not yours")
        for number, seat in enumerate(self.seats):
            if seat.holder == digested:
                return (number,)
        return None

    @property
    def digests(self) -> frozenset[str]:
        """The digests of all secrets and invitations that it knows, valid or not."""
        digests = {*self.watchers, *self.past}
        for invitation in (self.watch, *[seat.invitation for seat in self.seats]):
            if invitation is not None:
                digests.add(digest(invitation))
        for seat in self.seats:
            if seat.holder is not None:
                digests.add(seat.holder)
        return frozenset(digests)

    # Reading.

    def check(self, record: Record) -> None:
        """Raise `DecodeError` unless these people can sit at the table of this record."""
        require(
            len(self.seats) == record.players,
            f"seats: the record has {plural(record.players, 'player')}",
        )
        # The record of a game that is over has names.
        require(record.is_over or self.people == record.people, "seats: not those of the record")
        require(self.host is None or self.host in self.people, "host: not the seat of a person")


def bots_of(
    specs: Sequence[str], players: Mapping[str, Player] = NO_PLAYERS
) -> list[Bot[Any, Any] | None]:
    """Return the bots with these specs, or of the players with these names, None for people; raise
    a `ConfigurationError` that names the seat at fault.
    """
    bots: list[Bot[Any, Any] | None] = []
    for spec in specs:
        try:
            bots.extend([None] if spec == HUMAN else bots_named([spec], players))
        except ConfigurationError as error:
            raise ConfigurationError(
                f"seat {quoted(spec)} is neither {HUMAN!r} nor a valid bot: {error}"
            ) from None
    return bots


def digest(secret: str) -> str:
    """Return the digest under which a secret or an old invitation is stored."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def following(secret: str, table: str) -> str:
    """Return the secret of the same person at the table that follows the one with this id.

    Only the holder of the secret can compute it, and it does not reveal the secret.
    """
    made = keyed_digest(secret.encode("utf-8", "surrogatepass"), table.encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")
