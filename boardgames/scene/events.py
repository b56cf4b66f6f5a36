"""What happens in a game, as data: who sees what of it, and what it changes on the table.

A game defines a `value` class for each thing that can happen. The handler that makes it happen
reports it:

    if game.recorder is not None:
        game.recorder.append(TokenTaken(seat))

`Game.events` applies an action with a recorder; `Game.beginning` says how the first State comes
about. An Event says what a viewer sees of it, and what it changes in that viewer's Scene:
`boardgames.scene.log` folds these changes, from an empty table on, into the table that the viewer
sees. What an Event says besides, `boardgames.scene.facts` finds there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from boardgames.core.integers import Natural, Points, Positive, SeatNumber
from boardgames.core.values import value


@value
class Place:
    """A zone of the table."""

    seat: SeatNumber | None
    """The seat whose area it is in; None for the centre."""
    zone: str
    """The key of the zone."""


@value
class PieceMove:
    """Equal pieces that go from one zone (`source`; None: outside) to another (`target`); `piece`
    None: unknown.
    """

    piece: str | None
    """The key of the piece; None if the viewer does not know which it is."""
    count: Positive
    """How many."""
    source: Place | None
    """Where they lay; None if they come from outside the table."""
    target: Place | None
    """Where they lie now; None if they leave the table."""
    face_down: bool = False
    """Whether they lie face down at the target, or in another seat's hand, even if the viewer knows
    the piece.

    False for a piece that a declaration shows to the viewer where it lies.
    """


@value
class CounterChange:
    """A counter that goes up or down."""

    seat: SeatNumber | None
    """The seat whose area it is in; None for the centre."""
    counter: str
    """The key of the counter."""
    by: Points
    """The change; negative if the counter goes down."""


@value
class MarkChange:
    """A mark in an area that a seat gets or loses."""

    seat: SeatNumber | None
    """The seat; None for every seat that has the mark, if they lose it."""
    mark: str
    """The key of the mark."""
    on: bool = True
    """Whether the seat gets it."""


@value
class TurnChange:
    """Who may act now: a turn begins."""

    seats: tuple[SeatNumber, ...]
    """All of them, in order; none when the game is over."""


@value
class RoundChange:
    """A round, season or turn begins, by which the game is divided (`Game.round`)."""

    number: Natural
    """Counted from 1."""


@value
class HeadingChange:
    """The heading of the Scene: it says how far the game has come, and changes when a phase
    begins.
    """

    heading: str


@value
class NotesChange:
    """The notes of the Scene."""

    notes: tuple[str, ...]
    """All of them."""


Change: TypeAlias = (
    PieceMove | CounterChange | MarkChange | TurnChange | RoundChange | HeadingChange | NotesChange
)


class Event:
    """Base of a game's events, each a `value` class of its own."""

    __slots__ = ()

    def seen_by(self, viewer: int | None) -> Event | None:
        """Return what this seat (None: a spectator) sees of it: all, a masked form, or None for
        nothing.

        By default everyone sees all of it.
        """
        del viewer
        return self

    def changes(self) -> tuple[Change, ...]:
        """Return the changes on the table of a viewer who sees the event in this form; none by
        default.

        They are moves, counters (but those that are `derived`), marks, and at the end of the game
        that nobody may act. What follows from these, such as the heading, is not for an Event to
        say: `Transition.entry` adds it.
        """
        return ()


def as_seen(events: Iterable[Event], viewer: int | None) -> tuple[Event, ...]:
    """Return those of the events that this seat (None: a spectator) sees, each as the seat sees
    it.
    """
    forms = [event.seen_by(viewer) for event in events]
    return tuple([form for form in forms if form is not None])


@value
class OfSeat(Event):
    """What a player does, or what happens to them."""

    seat: SeatNumber


def moves(
    pieces: Iterable[str | None],
    source: Place | None,
    target: Place | None,
    *,
    face_down: bool = False,
) -> tuple[PieceMove, ...]:
    """Return the moves of these pieces, given by key (None: unknown to the viewer); equal pieces
    move together.

    >>> hand, order = Place(0, "hand"), Place(0, "order")
    >>> [(move.piece, move.count) for move in moves(["spy", "banker", "spy"], hand, order)]
    [('spy', 2), ('banker', 1)]
    """
    counts = Counter(pieces).items()
    return tuple(
        [PieceMove(key, count, source, target, face_down or key is None) for key, count in counts]
    )
