"""What happens in a game, as data: who sees what of it, and what it changes on the table.

A game defines a `value` class for each thing that can happen. The handler that makes it happen reports it:

    if game.recorder is not None:
        game.recorder.append(TokenTaken(seat))

`Game.events` applies an action with a recorder. An Event says what a viewer sees of it, and which counters and zones of
that viewer's Scene it changes, so that a log explains the table and a frontend can animate it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from boardgames.core.values import value

if TYPE_CHECKING:
    from collections.abc import Iterable


@value
class Place:
    """A zone of the table."""

    seat: int | None
    """The seat whose area it is in; None for the centre."""
    zone: str
    """The key of the zone."""


@value
class PieceMove:
    """Equal pieces that go from one zone to another."""

    piece: str | None
    """The key of the piece; None if the viewer does not know which it is."""
    count: int
    """How many; 1 or more."""
    source: Place | None
    """Where they lay; None if they come from outside the table."""
    target: Place | None
    """Where they lie now; None if they leave the table."""
    face_down: bool = False
    """Whether they lie face down at the target, or in another seat's hand, even if the viewer knows the piece."""


@value
class CounterChange:
    """A counter that goes up or down."""

    seat: int | None
    """The seat whose area it is in; None for the centre."""
    counter: str
    """The key of the counter."""
    by: int
    """The change; negative if the counter goes down."""


Change: TypeAlias = PieceMove | CounterChange


class Event:
    """Base of a game's events, each a `value` class of its own."""

    __slots__ = ()

    def seen_by(self, viewer: int | None) -> Event | None:
        """Return what this seat (None: a spectator) sees of it: all, a masked form, or None for nothing.

        By default everyone sees all of it.
        """
        del viewer
        return self

    def changes(self) -> tuple[Change, ...]:
        """Return the changes on the table of a viewer who sees the event in this form; none by default."""
        return ()


def moves(
    pieces: Iterable[str | None], source: Place | None, target: Place | None, *, face_down: bool = False
) -> tuple[PieceMove, ...]:
    """Return the moves of these pieces, given by key (None: unknown to the viewer); equal pieces move together.

    >>> [(move.piece, move.count) for move in moves(["spy", "banker", "spy"], Place(0, "hand"), Place(0, "order"))]
    [('spy', 2), ('banker', 1)]
    """
    counts: dict[str | None, int] = {}
    for piece in pieces:
        counts[piece] = counts.get(piece, 0) + 1
    return tuple(
        [PieceMove(piece, count, source, target, face_down or piece is None) for piece, count in counts.items()]
    )
