"""What each seat of a table sees and is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from json import dumps, loads
from typing import Any, TypeAlias

from boardgames.contract.refusals import check_viewer
from boardgames.contract.transition import Reader, Transition
from boardgames.contract.words import Words
from boardgames.core.codec import JSON
from boardgames.core.text import unfolded
from boardgames.core.values import evolve, value
from boardgames.play.ending import Ending, scene_after, sentence_for
from boardgames.scene.events import Change, Event
from boardgames.scene.scene import Scene
from boardgames.table.blame import blaming_game
from boardgames.table.session import Session


@value
class Told:
    """What one reader is told about one action, or about the ending of the game."""

    ply: int
    """Counted from 1; an ending comes after the last action."""
    seat: int
    lines: tuple[str, ...]
    happened: tuple[Event, ...] = ()
    """The same as Events of the game, or an `Ending`; empty for an action of a game without
    Events.
    """
    forced: bool = False
    """Whether the table took the action automatically for the only person, who had no choice."""

    def parts(
        self, words: Words[Any, Any, Any], viewer: int | None
    ) -> Iterator[tuple[list[str], tuple[Change, ...]]]:
        """Yield, one after the other, the sentences about each Event and what it changes on the
        reader's table.

        What is told besides, and all of a game without Events, changes nothing.
        """
        rest = [*self.lines]
        for event in self.happened:
            lines = [*(rest if isinstance(event, Ending) else words.describe(event, viewer))]
            yield unfolded(lines), event.changes()
            del rest[: len(lines)]
        if rest:
            yield unfolded(rest), ()


MakeEntry: TypeAlias = Callable[[Transition[Any, Any, Any], Told, Reader], JSON]
"""Makes an entry of a log from an action, what a reader was told about it, and the reader."""


class Sight:
    """What each seat sees, may do and is told; `seat` is None for a spectator.

    It changes nothing but who has read which news.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._told: dict[int | None, dict[int, Told]] = {}
        """What each viewer was told about the actions so far, by ply; made when it is asked for."""
        self._logs: dict[tuple[MakeEntry, int | None], dict[int, str]] = {}
        """The entries of logs that were asked for: by what makes them and by viewer, then by ply.
        They are text, which takes a quarter of the memory.
        """
        self.languages: dict[int | None, Words[Any, Any, Any]] = {}
        """Other words than those of the game by default, such as another language; by seat."""
        self._readers: dict[int | None, Reader] = {}
        self._names: tuple[str, ...] = ()
        """The names of all players in what was told so far."""
        self._named: dict[int, tuple[Words[Any, Any, Any], Words[Any, Any, Any]]] = {}
        """Words with these names, by the identity of those without, which stand before them."""
        self._undone_by: int = 0
        self._read_by_spectators: tuple[int, int] = (0, 0)

    def words(self, seat: int | None) -> Words[Any, Any, Any]:
        """Return the words in which this seat reads the game, with the names of all players."""
        with self.session.lock:
            names = self.session.seating.names
            if names != self._names:  # everything is told anew
                self._names = names
                self._named.clear()
                self._told.clear()
                self._logs.clear()
            words = self.languages.get(seat) or self._words
            if id(words) not in self._named:
                self._named[id(words)] = words, words.naming(names)
            return self._named[id(words)][1]

    @cached_property
    def _words(self) -> Words[Any, Any, Any]:
        return self.session.match.game.words

    def reader(self, seat: int | None) -> Reader:
        """Return who follows the game from this seat; the caller must hold the lock."""
        words = self.words(seat)
        reader = self._readers.get(seat)
        if reader is None or reader.words is not words:
            reader = self._readers[seat] = Reader(self.session.match.game, seat, words)
        return reader

    @blaming_game
    def scene(self, seat: int | None) -> Scene:
        """Return the table as this seat sees it, without the words of a lesson."""
        session = self.session
        match = session.match
        with session.lock:
            reader = self.reader(check_viewer(match.game, seat))
            scene = reader.scene(match.state)
            ending = match.ending
            failure = session.failure
            seats = session.seating.seats
        if ending is not None:
            scene = scene_after(scene, ending, reader.words)
        phrases = self.words(seat).phrases
        notes = [phrases.seat_given(each) for each, held in enumerate(seats) if held.persons > 1]
        if session.person_seconds is not None and not session.is_revealed:
            notes.insert(0, phrases.time_to_decide(session.person_seconds))
        if failure is not None and not session.over:
            notes.insert(0, phrases.bots_stopped)
        if session.is_crowded and not session.over:
            notes.insert(0, phrases.bots_hurried)
        return evolve(scene, notes=(*notes, *scene.notes)) if notes else scene

    @blaming_game
    def legal(self, seat: int | None) -> tuple[Any, ...]:
        """Return the legal actions of this seat; none for a spectator, or while a bot plays for the
        seat.
        """
        match = self.session.match
        with self.session.lock:
            if seat is None or self.session.over or match.seats[seat] is not None:
                return ()
            return match.game.legal_actions(match.state, seat)

    @blaming_game
    def told(self, seat: int | None, since: int = 0) -> tuple[Told, ...]:
        """Return what this seat was told about the actions so far and the ending, without the first
        `since` of them.
        """
        with self.session.lock:
            told = self._told_of_actions(seat, self._plies(since))
            told += [ended for ended in self.told_at_end(seat) if since < ended.ply]
            return tuple(told)

    @blaming_game
    def log(
        self, seat: int | None, make: MakeEntry, since: int = 0, until: int | None = None
    ) -> list[JSON]:
        """Return an entry for each of the first `until` actions (None: all), as this seat sees it,
        without the first `since`.

        Each entry is made when it is first asked for, and kept until its action is taken back.
        `make` is a function of a module, and uses nothing but its arguments.
        """
        with self.session.lock:
            plies = self._plies(since, until)
            reader = self.reader(seat)  # first: with new names, there are no entries yet
            entries = self._logs.setdefault((make, seat), {})
            new = [ply for ply in plies if ply not in entries]
            for ply, told in zip(new, self._told_of_actions(seat, new), strict=True):
                entry = make(self.session.match.transition(ply), told, reader)
                entries[ply] = dumps(entry, separators=(",", ":"))
            log: list[JSON] = loads(f"[{','.join([entries[ply] for ply in plies])}]")
            return log

    def _plies(self, since: int, until: int | None = None) -> range:
        """Return the numbers of the first `until` actions (None: all) without the first `since`."""
        plies = self.session.match.plies
        return range(max(since, 0) + 1, (plies if until is None else min(until, plies)) + 1)

    def told_openly(self, since: int) -> Iterator[Told]:
        """Yield what the seats that acted were told, in the words of a spectator, about the actions
        without the first `since`, and the ending; the caller must hold the lock.
        """
        words = self.words(None)
        for event in self.session.match.history(since):
            happened = event.happened(event.player)
            lines = chain.from_iterable([words.describe(each, None) for each in happened])
            told = tuple(lines) if happened else event.told(None, words)
            yield self._as_told(event, words, told, happened)
        for ended in self.told_at_end(None):
            if since < ended.ply:
                yield ended

    def _told_of_actions(self, seat: int | None, plies: Sequence[int]) -> list[Told]:
        """Return what this seat was told about these actions; the caller must hold the lock."""
        words = self.words(seat)  # first: with new names, nothing has been told yet
        told = self._told.setdefault(seat, {})
        for ply in plies:
            if ply not in told:
                event = self.session.match.transition(ply)
                lines, happened = event.told_and_happened(seat, words, event.recorded())
                told[ply] = self._as_told(event, words, lines, happened)
        return [told[ply] for ply in plies]

    def told_at_end(self, seat: int | None) -> Iterator[Told]:
        """Yield the ending of the game, if it has one, as told to this seat."""
        match = self.session.match
        if match.ending is not None:
            told = sentence_for(seat, match.ending, self.words(seat))
            yield Told(match.plies + 1, match.ending.seat, (told,), (match.ending,))

    @blaming_game
    def chosen(self, seat: int | None) -> int:
        """Return the ply of the last action that this seat chose among several; 0 if there
        is none.
        """
        with self.session.lock:
            last = None if seat is None else self.session.match.last_choice(seat)
            return 0 if last is None else last.ply

    def news(self, seat: int | None, most: int | None = None) -> tuple[Told, ...]:
        """Return what this seat has not been told by earlier calls, or the first `most` pieces of
        it.
        """
        with self.session.lock:
            seating = self.session.seating
            plies, undone = self._read_by_spectators if seat is None else seating.seats[seat].read
            undo: tuple[Told, ...] = ()
            if undone != seating.undone:
                taken_back = self.words(seat).phrases.taken_back
                undo = (Told(self.session.match.plies, self._undone_by, (taken_back,)),)
            news = (*undo, *self.told(seat, plies))[:most]
            read = (plies + len(news) - len(undo), seating.undone)
            if seat is None:
                self._read_by_spectators = read
            else:
                self.session.change_seat(seat, read=read)
            return news

    def is_spared(self, seat: int | None) -> bool:
        """Return whether forced actions of this seat are taken automatically."""
        return self.session.seating.quick and self.session.people == (seat,)

    def _as_told(
        self,
        event: Transition[Any, Any, Any],
        words: Words[Any, Any, Any],
        lines: tuple[str, ...],
        happened: tuple[Event, ...],
    ) -> Told:
        """Return an action as told in these lines; all are told once which bot has failed, but not
        why.
        """
        seat = event.player
        if self.session.seating.seats[seat].failed == event.ply:
            lines = (*lines, words.phrases.bot_failed(seat))
        is_forced = self.is_spared(seat) and len(event.game.legal_actions(event.before, seat)) == 1
        return Told(event.ply, seat, lines, happened, is_forced)

    def forget_undone(self, seat: int, plies: int) -> None:
        """Note that this seat has taken back all but this many actions: nobody counts as told of
        the others.
        """
        read, undone = self._read_by_spectators
        self._undone_by = seat
        self._read_by_spectators = min(read, plies), undone
        logs: list[dict[int, Any]] = [*self._told.values(), *self._logs.values()]
        for log in logs:
            for ply in [ply for ply in log if ply > plies]:
                del log[ply]
