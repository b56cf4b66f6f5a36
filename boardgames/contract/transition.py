"""What an action of a match changes, and what each seat sees of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic

from boardgames.contract.game import A, Game, S, V
from boardgames.contract.words import Words
from boardgames.scene.events import Event
from boardgames.scene.log import Entry, Snapshot, differences, fold, snapshot_of


@dataclass(frozen=True)
class Transition(Generic[S, A, V]):
    """One action of a match. Its `repr` omits what some seats may not know: the States, the seed,
    and the action.
    """

    game: Game[S, A, V] = field(repr=False)
    ply: int
    """Counted from 1."""
    player: int
    action: A = field(repr=False)
    before: S = field(repr=False)
    after: S = field(repr=False)

    def told(self, viewer: int | None, words: Words[S, A, V] | None = None) -> tuple[str, ...]:
        """Return what this seat (None: a spectator) may know of it, as lines.

        They are in these words (None: those of the game by default).
        """
        reader = words or self.game.words
        return reader.tell(self.before, self.player, self.action, self.after, viewer)

    def happened(self, viewer: int | None) -> tuple[Event, ...]:
        """Return the same as Events, in the form in which the seat sees them; empty for a game
        without Events.
        """
        return self.game.events_seen_by(viewer, self.before, self.action, self.player)

    def entry(self, viewer: int | None, words: Words[S, A, V] | None = None) -> Entry:
        """Return all that changes on this seat's table: the Events, and what else follows, such as
        whose turn it is.

        Heading and notes are in these words (None: those of the game by default). Raises
        `ValueError` if the Events contradict the table.
        """
        events = self.game.events(self.before, self.action, self.player)
        before = snapshot(self.game, self.before, viewer, words)
        return _entry(self.game, events, before, self.after, words)


def beginning(
    game: Game[Any, Any, Any],
    first: object,
    viewer: int | None,
    words: Words[Any, Any, Any] | None = None,
) -> Entry:
    """Return what this seat (None: a spectator) sees before the first State of a game, from an
    empty table on.

    Raises `ValueError` if the Events contradict the table.
    """
    return _entry(game, game.beginning(first), Snapshot(viewer), first, words)


def _entry(
    game: Game[Any, Any, Any],
    events: Iterable[Event],
    before: Snapshot,
    after: object,
    words: Words[Any, Any, Any] | None,
) -> Entry:
    viewer = before.viewer
    forms = [event.seen_by(viewer) for event in events]
    seen = tuple([form for form in forms if form is not None])
    changes = chain.from_iterable([event.changes() for event in seen])
    explained = fold(before, changes)
    rest = differences(explained, snapshot(game, after, viewer, words))
    return Entry(seen, tuple(rest))


def snapshot(
    game: Game[Any, Any, Any],
    state: object,
    viewer: int | None,
    words: Words[Any, Any, Any] | None = None,
) -> Snapshot:
    """Return what this viewer sees on the table in this State."""
    reader = words or game.words
    return snapshot_of(reader.scene(game.view(state, viewer)), game.round(state))
