"""The check of events: a table, changed by the events that its reader sees, is the next table, and
they tell no lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, get_type_hints

from boardgames.core.chance import generator
from boardgames.core.codec import from_json
from boardgames.core.values import evolve, value
from boardgames.kit.visibility import notes_of
from boardgames.scene.events import Change, CounterChange, Event, MarkChange, PieceMove, Place
from boardgames.scene.facts import Moment, OnTable
from boardgames.scene.log import Snapshot, differences, fold, named, snapshot_of
from boardgames.scene.scene import Scene
from boardgames.testing.law import AnyGame, Violation, demand, law, viewer_name
from boardgames.testing.probe import Ply, Probe, once

POOL = 8
"""Number of Events of a type that are kept to vary their fields."""
WORLDS = 2
"""Number of worlds in which a piece must lie where a viewer was told that it goes."""
MOST_LISTED = 12
"""Number of pieces from which on only those are listed that differ."""
EVENTS = "game.events(ply.before, ply.action, ply.player)"
"""An expression that shows what was reported."""
NOWHERE = "say where on the table it can be found (`boardgames.scene.facts`)"
"""What an author should do; also used as a value that no table has."""


def events(probe: Probe) -> None:
    """Demand that what viewers see happen explains how their table changes, and that all it says is
    found there.
    """
    game = probe.game
    if game.event_types is None:
        return
    account = _Account(probe)
    for ply, viewers in _examined(probe):
        probe.place = ply.place
        happened = game.events(ply.before, ply.action, ply.player)
        account.reported(ply.action, happened)
        for viewer in viewers:
            account.explains(ply, happened, viewer)
    for ply in probe.visit([walked[0] for walked in probe.walks]):
        account.begins(ply.before)
    account.every_field_shows()


def _examined(probe: Probe) -> Iterator[tuple[Ply, Sequence[int | None]]]:
    """Yield plies, each with the viewers for whom it is examined."""
    everybody = probe.viewers()
    for ply in probe.chosen:
        yield ply, everybody
    # Each form of an Event is examined for its seat and for another viewer, so that a rare one is
    # not missed.
    scouted = probe.scouted
    for number, ply in enumerate(once(scouted.eventful.values())):
        viewers = dict.fromkeys([ply.player, *probe.turns(number, 1)])
        yield ply, tuple(viewers)
    holding = once((*scouted.holding, *scouted.varied.values()))
    for number, ply in enumerate(holding):
        yield ply, probe.turns(number, 1)


def heard(
    game: AnyGame,
    before: object,
    seat: int,
    action: object,
    after: object,
    viewer: int | None,
) -> tuple[str, ...]:
    """Return what the viewer is told about this action: the lines of `tell`, and the events as they
    see them.
    """
    lines = game.words.tell(before, seat, action, after, viewer)
    return (*lines, *map(repr, game.events_seen_by(viewer, before, action, seat)))


@value
class _Account:
    """What the Events of a game tell, to be compared with its tables."""

    probe: Probe
    pools: dict[Any, list[Event]] = field(default_factory=dict)
    """Some Events of each type, in the forms in which they were seen."""

    @law("A handler does not report what it does.", EVENTS)
    def reported(self, action: object, happened: tuple[Event, ...]) -> None:
        """Demand that no action goes without an event, and events can be written and read."""
        demand(happened, f"no event says what happens at {action}")
        for event in happened:
            self._read_back(event)
            self.probe.reported.add(type(event))

    @law("A field of the event has a type that JSON writes otherwise.", EVENTS)
    def _read_back(self, event: Event) -> None:
        """Demand that each event is what its JSON says."""
        game = self.probe.game
        read = from_json(game.event_types, game.to_json(event))
        fault = f"{event!r} is not what its JSON says"
        demand(read == event, fault, expected=repr(event), came=repr(read))

    def explains(self, ply: Ply, happened: tuple[Event, ...], viewer: int | None) -> None:
        """Demand that what the viewer sees of this ply is true, explains how their table changes,
        and has words.
        """
        game = self.probe.game
        what = str(ply.action)
        before = game.words.scene(game.view(ply.before, viewer))
        after = game.words.scene(game.view(ply.after, viewer))
        table = snapshot_of(before, 0)
        moment = Moment(None, ply.player, ply.action, before, after, table)
        changes = self._leads_to_the_next_table(what, happened, moment)
        if changes:
            self._has_words(ply, viewer)
        self._lies_where_it_was_told(what, changes, ply.after, viewer)

    @law("`describe` has no words for an event of this type.")
    def _has_words(self, ply: Ply, viewer: int | None) -> None:
        """Demand that who sees the table change is told so in words."""
        told = ply.told(self.probe.game, viewer)
        name = viewer_name(viewer)
        ask = f"game.words.tell(ply.before, ply.player, ply.action, ply.after, {viewer})"
        fault = f"no line tells {name} what {ply.action} has changed on the table"
        demand(told, fault, ask=ask)

    def begins(self, first: object) -> None:
        """Demand that what each viewer sees of the beginning leads to their first table, in each of
        its worlds.
        """
        game, what = self.probe.game, "the beginning"
        happened = game.beginning(first)
        if not happened:
            return
        self.reported(what, happened)
        for viewer in self.probe.viewers():
            view = game.view(first, viewer)
            scene = game.words.scene(view)
            moment = Moment(None, None, None, scene, scene, Snapshot(viewer))
            changes = self._leads_to_the_next_table(what, happened, moment)
            self._lies_where_it_was_told(what, changes, first, viewer)
            world = game.determinize(view, self.probe.generator(17))
            self._begins_alike(first, world, viewer)

    @law("The beginning shows the order in which cards were dealt.")
    def _begins_alike(self, first: object, world: object, viewer: int | None) -> None:
        """Demand that the beginning is seen alike in all worlds."""
        game = self.probe.game
        here = [event.seen_by(viewer) for event in game.beginning(first)]
        there = [event.seen_by(viewer) for event in game.beginning(world)]
        fault = f"what {viewer_name(viewer)} sees of the beginning depends on what they cannot see"
        demand(here == there, fault)

    @law("An event is missing or masks too much, or its `changes` leave out where a piece goes.")
    def _leads_to_the_next_table(
        self, what: str, happened: tuple[Event, ...], moment: Moment
    ) -> list[Change]:
        """Demand that the events that a viewer sees lead from the table before to the scene after.

        Returns their changes.
        """
        viewer = moment.now.viewer
        unclear = f"what {viewer_name(viewer)} sees of {what} does not explain the table"
        ask = f"game.events_seen_by({viewer}, ply.before, ply.action, ply.player)"
        if moment.action is None:
            ask = f"[event.seen_by({viewer}) for event in game.beginning(ply.before)]"
        found: list[Change] = []
        for event in happened:
            shown = event.seen_by(viewer)
            if shown is None:
                continue
            for change in shown.changes():
                _names_a_piece(shown, change)
            try:
                table = fold(moment.now, shown.changes())
            except ValueError as error:
                raise Violation(f"{unclear}: {type(shown).__name__}: {error}", ask=ask) from error
            if happened.count(event) > 1 and shown == event:
                # The order of all zones counts: an event may only move pieces within one.
                before = evolve(moment.now, ordered=frozenset(moment.now.zones))
                _happens_once(event, what, changes_the_table=table != before)
            moment = moment._replace(event=shown, now=table)
            _is_true(event, moment)
            pool = self.pools.setdefault(type(shown), [])
            if len(pool) < POOL and shown not in pool:
                pool.append(shown)
                self._read_back(shown)
            found += shown.changes()
        left = unexplained(moment.now, moment.before, moment.after, found)
        if left is not None:
            raise left.violation(unclear, ask)
        return found

    @law("The View forgets what an event has told, or an event tells too much.", EVENTS)
    def _lies_where_it_was_told(
        self, what: str, changes: list[Change], after: object, viewer: int | None
    ) -> None:
        """Demand that a piece which the viewer was told of lies there in every world of
        their View.
        """
        hidden = _told_of_others(changes, viewer)
        if not hidden:
            return
        game = self.probe.game
        view = game.view(after, viewer)
        for number in range(WORLDS):
            world = game.determinize(view, generator(self.probe.seed, number))
            for place, pieces in hidden.items():
                as_owner = game.words.scene(game.view(world, place.seat))
                there = snapshot_of(as_owner, 0).zones.get(place, {})
                forgotten = pieces - Counter(there)
                told = f"{viewer_name(viewer)} is told at {what} that {dict(forgotten)} goes to"
                fault = f"{told} {named(place)}, and their View does not say so"
                demand(not forgotten, fault)

    @law("An event carries something for its words only.")
    def every_field_shows(self) -> None:
        """Demand that each field of an Event changes the table, or says where it can be found."""
        silent: list[str] = []
        for kind, pool in self.pools.items():
            names = kind.__dataclass_fields__.keys()
            if not names and not any(event.changes() for event in pool):
                silent.append(f"{kind.__name__} (without fields)")
            unfound = names - _facts(kind)
            silent += [f"{kind.__name__}.{name}" for name in unfound if _is_silent(name, pool)]
        listed = ", ".join(sorted(silent))
        demand(not silent, f"nothing on the table changes with {listed}: {NOWHERE}")


@law("A piece that is a number is moved as it is: move `str(card)`.", EVENTS)
def _names_a_piece(shown: Event, change: Change) -> None:
    """Demand that changes name pieces by their keys, which are texts."""
    piece = change.piece if isinstance(change, PieceMove) else None
    fault = f"{type(shown).__name__} moves the piece {piece!r}: a piece is named by a text"
    is_named = piece is None or isinstance(piece, str)
    demand(is_named, fault, expected=repr(str(piece)), came=repr(piece))


def _told_of_others(changes: list[Change], viewer: int | None) -> dict[Place, Counter[str | None]]:
    """Return the pieces that lie face down with other seats, as the viewer was told."""
    told: dict[Place, Counter[str | None]] = {}
    for change in changes:
        if not isinstance(change, PieceMove):
            continue
        if change.source is not None:
            told.pop(change.source, None)  # it may be gone again
        target = change.target
        if target is None or target.seat in (None, viewer):
            continue
        if change.piece is not None and change.face_down:
            pieces = told.setdefault(target, Counter())
            pieces[change.piece] += change.count
    return told


@law("Two handlers report the same.", EVENTS)
def _happens_once(event: Event, what: str, *, changes_the_table: bool) -> None:
    """Demand that an event that leaves the table as it was comes once."""
    fault = f"{event!r}, which changes nothing, is reported twice at {what}"
    demand(changes_the_table, fault)


@law("An event is made from the State after the action, or has the wrong seat.", EVENTS)
def _is_true(event: Event, at: Moment) -> None:
    """Demand that the fields of an Event are found on the table, but those that are masked for
    the viewer.
    """
    for member, where in _facts(at.event.__class__).items():
        said = getattr(at.event, member)
        if said != getattr(event, member, said):
            continue
        there = where.find(at)
        name = f"{type(at.event).__name__}.{member}"
        seen = f"as {viewer_name(at.now.viewer)} sees it, {name} is {said!r}"
        fault = f"{seen}, and by the table {there!r}"
        demand(_agrees(said, there), fault, expected=repr(there), came=repr(said))
        fault = f"{name} is looked up in the event itself: {NOWHERE}"
        demand(not _repeats(at, member, where), fault)


def _repeats(at: Moment, member: str, where: OnTable) -> bool:
    """Return whether an Event would be found to be true whatever this field says."""
    with suppress(Exception):  # the game may look the value up, which is nowhere
        lying = evolve(at.event, **{member: NOWHERE})
        return _agrees(NOWHERE, where.find(at._replace(event=lying)))
    return False


@cache
def _facts(kind: Any) -> dict[str, OnTable]:
    """Return where the fields of a type of Event can be found that say so."""
    found: dict[str, OnTable] = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        for note in notes_of(hint):
            if isinstance(note, OnTable):
                found[name] = note
    return found


def _agrees(said: object, there: object) -> bool:
    return said in there if isinstance(there, (set, frozenset, range)) else said == there


def _is_silent(name: str, pool: list[Event]) -> bool:
    """Return whether this field of some Events was tried, and never changes the table."""
    tried: list[bool] = []
    for event in pool:
        tried += _shows(event, name, pool)
    return bool(tried) and not any(tried)


def _shows(event: Any, name: str, pool: list[Event]) -> Iterator[bool]:
    """Yield whether the Event would change the table in another way if this field had other
    values.
    """
    values = [getattr(event, each) for each in event.__dataclass_fields__]
    if () in values and not event.changes():
        return  # with some pieces it may change the table
    value = getattr(event, name)
    others = [NOWHERE, *[getattr(each, name) for each in pool]]
    if isinstance(value, bool):
        others.append(not value)
    elif isinstance(value, Enum):
        others += list(type(value))
    for other in others:
        if other == value:
            continue
        try:
            yield evolve(event, **{name: other}).changes() != event.changes()
        except (AttributeError, LookupError, TypeError, ValueError):
            yield True


class Unexplained(NamedTuple):
    """What events leave otherwise than the scene has it."""

    where: str
    by_events: object
    in_scene: object
    hint: str = ""

    def __str__(self) -> str:
        """Return it in words."""
        both = f"after the events {self.by_events}, in the scene {self.in_scene}"
        return f"{self.where}: {both}{self.hint}"

    def violation(self, unclear: str, ask: str) -> Violation:
        """Return it as a fault; `unclear` is what does not explain the table."""
        expected = f"{self.where}: {self.in_scene}, as in the scene"
        came = f"{self.by_events}, by the events"
        return Violation(f"{unclear}: {self}", expected=expected, came=came, ask=ask)


def unexplained(
    table: Snapshot, before: Scene, after: Scene, changes: Iterable[Change] = ()
) -> Unexplained | None:
    """Return how this table differs from the Scene after, or None; what derives from the rest
    counts if changed.
    """
    expected = snapshot_of(after, table.round)
    derived = _derived(before, after)
    said = {type(change) for change in changes}
    for left in differences(table, expected):
        match left:
            case PieceMove():
                return _unexplained_zone(left.target or left.source, table, expected)
            case CounterChange(seat, key, by) if Place(seat, key) not in derived:
                place = Place(seat, key)
                value = expected.counters.get(place, 0)
                return Unexplained(f"counter {named(place)}", value - by, value)
            case MarkChange(seat, mark, on):
                whose = "the centre" if seat is None else f"seat {seat}"
                here, there = ("no", "one") if on else ("one", "no")
                return Unexplained(f"the mark {mark!r} of {whose}", here, there)
            case _ if type(left) in said and not isinstance(left, CounterChange):
                return Unexplained("the table", "something else", repr(left))
    return None


def _derived(*scenes: Scene) -> set[Place]:
    """Return the counters that follow from the rest of a scene."""
    found = set[Place]()
    for scene in scenes:
        for area in scene.areas:
            found |= {Place(area.seat, each.key) for each in area.counters if each.derived}
    return found


def _unexplained_zone(place: Place | None, table: Snapshot, expected: Snapshot) -> Unexplained:
    """Return how a zone differs in two tables: in its pieces, or else in their order."""
    assert place is not None
    found = _listed(table.zones.get(place, {}))
    wanted = _listed(expected.zones.get(place, {}))
    if found != wanted:
        if len(found) + len(wanted) > MOST_LISTED:  # only what differs
            differing = sorted(
                {each for each in found | wanted if found.get(each) != wanted.get(each)}
            )
            found = {piece: found.get(piece, 0) for piece in differing}
            wanted = {piece: wanted.get(piece, 0) for piece in differing}
        return Unexplained(named(place), found, wanted)
    # They lie there in another order.
    start, ellipsis = 0, ""
    order, right_order = [*found], [*wanted]
    if len(order) > MOST_LISTED:  # from the first that differs on
        start = next(index for index, piece in enumerate(order) if piece != right_order[index])
        ellipsis = "… "
    part = slice(start, start + MOST_LISTED)
    by_events = f"in the order {ellipsis}{', '.join(order[part])}"
    in_scene = f"in the order {', '.join(right_order[part])}"
    hint = " (a piece that moves, also within the zone, comes last)"
    return Unexplained(named(place), by_events, in_scene, hint)


def _listed(held: Mapping[str | None, int]) -> dict[str, int]:
    return {piece or "hidden": count for piece, count in held.items()}
