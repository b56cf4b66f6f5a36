"""What an action of a match changes, and what each seat sees of it."""

from __future__ import annotations

from dataclasses import field
from itertools import chain
from typing import Any, Generic

from boardgames.contract.game import A, Game, S, V
from boardgames.contract.words import Words
from boardgames.core.values import value
from boardgames.scene.events import Event, as_seen
from boardgames.scene.log import Entry, Snapshot, differences, fold, snapshot_of
from boardgames.scene.scene import Scene


@value
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

    def recorded(self) -> tuple[Event, ...]:
        """Return what happens as Events, which are not masked yet: seats may not know all of it."""
        return self.game.events(self.before, self.action, self.player)

    def told_and_happened(
        self, viewer: int | None, words: Words[S, A, V], recorded: tuple[Event, ...]
    ) -> tuple[tuple[str, ...], tuple[Event, ...]]:
        """Return both what this seat is told and what it sees happen, given what was `recorded`."""
        seen = as_seen(recorded, viewer)
        if not recorded or type(words).tell is not Words.tell:  # they tell it in their own way
            return self.told(viewer, words), seen
        return tuple(chain.from_iterable([words.describe(event, viewer) for event in seen])), seen

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
        return Reader(self.game, viewer, words).entry(self, self.happened(viewer))


class Reader:
    """Who follows a game: a seat or a spectator (None), in some language.

    The table that was drawn last is kept: where one action ends, the next begins.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        viewer: int | None,
        words: Words[Any, Any, Any] | None = None,
    ) -> None:
        """They read these words (None: those of the game by default)."""
        self.game = game
        self.viewer = viewer
        self.words: Words[Any, Any, Any] = words or game.words
        # Each with the State of which it was made.
        self._scene: tuple[object, Scene] | None = None
        self._snapshot: tuple[object, Snapshot] | None = None

    def scene(self, state: object) -> Scene:
        """Return the table as they see it in this State."""
        last = self._scene
        if last is None or last[0] is not state:
            last = state, self.words.scene(self.game.view(state, self.viewer))
            self._scene = last
        return last[1]

    def headings(self, state: object) -> tuple[str, str]:
        """Return the heading and the stage of the table in this State, which need not be drawn."""
        last = self._scene
        if last is not None and last[0] is state:
            return last[1].heading, last[1].stage
        return self.words.headings(self.game.view(state, self.viewer))

    def snapshot(self, state: object) -> Snapshot:
        """Return what lies on the table in this State, and what is written there."""
        last = self._snapshot
        if last is None or last[0] is not state:
            last = state, snapshot_of(self.scene(state), self.game.round(state))
            self._snapshot = last
        return last[1]

    def entry(self, transition: Transition[Any, Any, Any], happened: tuple[Event, ...]) -> Entry:
        """Return all that changes on their table, given what they see happen.

        `Transition.entry` says more.
        """
        return self._entry(happened, self.snapshot(transition.before), transition.after)

    def beginning(self, first: object) -> Entry:
        """Return what they see before the first State of a game, from an empty table on.

        Raises `ValueError` if the Events contradict the table.
        """
        seen = as_seen(self.game.beginning(first), self.viewer)
        return self._entry(seen, Snapshot(self.viewer), first)

    def _entry(self, seen: tuple[Event, ...], before: Snapshot, after: object) -> Entry:
        changes = chain.from_iterable([event.changes() for event in seen])
        explained = fold(before, changes)
        rest = differences(explained, self.snapshot(after))
        return Entry(seen, tuple(rest))
