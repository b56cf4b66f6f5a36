"""The check of events: a table, changed by the events that its reader sees, is the next table, and
they say no lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from typing import Any, get_type_hints

from boardgames.contract.game import Game
from boardgames.core.chance import generator
from boardgames.core.codec import from_json
from boardgames.core.values import evolve
from boardgames.kit.visibility import notes_of
from boardgames.scene.events import Change, CounterChange, Event, MarkChange, PieceMove, Place
from boardgames.scene.facts import Moment, OnTable
from boardgames.scene.log import Snapshot, differences, fold, named, snapshot_of
from boardgames.scene.scene import Scene
from boardgames.testing.compare import Fault, demand, viewer_name
from boardgames.testing.probe import Ply, Probe

POOL = 8
"""Number of Events of a type that are kept to vary their fields."""
WORLDS = 2
"""Number of worlds in which a piece must lie where a viewer was told that it goes."""
NOWHERE = "say where on the table it can be found (`boardgames.scene.facts`)"
"""What an author is told; also a value that no table has."""


def events(probe: Probe) -> None:
    """Demand that what viewers see happen explains how their table changes, and that all it says is
    found there.
    """
    game = probe.game
    if game.event_types is None:
        return
    law, viewers = _Law(probe), probe.viewers()
    scouted, shown = probe.scouted, [(ply, viewers) for ply in probe.chosen]
    # Each form of an Event is examined for its seat and for another viewer, so that a rare one is
    # not missed.
    forms = enumerate({id(ply): ply for ply in scouted.eventful.values()}.values())
    shown += [
        (ply, tuple(dict.fromkeys((ply.player, *probe.turns(number, 1))))) for number, ply in forms
    ]
    more = {id(ply): ply for ply in (*scouted.holding, *scouted.varied.values())}
    shown += [(ply, probe.turns(number, 1)) for number, ply in enumerate(more.values())]
    for ply, shown_to in shown:
        probe.place = ply.place
        happened = game.events(ply.before, ply.action, ply.player)
        law.reported(ply.action, happened)
        for viewer in shown_to:
            law.explains(ply, happened, viewer)
    for ply in probe.visit([walked[0] for walked in probe.walks]):
        law.begins(ply.before)
    probe.place = ""
    law.explained()


def heard(
    game: Game[Any, Any, Any],
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


@dataclass(frozen=True)
class _Law:
    """Holds the Events of a game to its tables."""

    probe: Probe
    pools: dict[Any, list[Event]] = field(default_factory=dict)
    """Some Events of each type, in the forms in which they were seen."""

    def reported(self, action: object, happened: tuple[Event, ...]) -> None:
        """Demand that something happens, and can be written and read."""
        demand(happened, f"no event says what happens at {action}")
        for event in happened:
            self._read_back(event)
            self.probe.reported.add(type(event))

    def _read_back(self, event: Event) -> None:
        game = self.probe.game
        demand(
            from_json(game.event_types, game.to_json(event)) == event,
            f"{event!r} is not what its JSON says",
        )

    def explains(self, ply: Ply, happened: tuple[Event, ...], viewer: int | None) -> None:
        """Demand that what the viewer sees of this ply is true, explains how their table changes,
        and has words.
        """
        game = self.probe.game
        before, after = (
            game.words.scene(game.view(state, viewer)) for state in (ply.before, ply.after)
        )
        moment = Moment(None, ply.player, ply.action, before, after, snapshot_of(before, 0))
        changes = self._true(str(ply.action), happened, moment)
        told = not changes or game.words.tell(ply.before, ply.player, ply.action, ply.after, viewer)
        demand(
            told, f"no line tells {viewer_name(viewer)} what {ply.action} has changed on the table"
        )
        self._remembered(str(ply.action), changes, ply.after, viewer)

    def begins(self, first: object) -> None:
        """Demand that what each viewer sees of the beginning leads to their first table, in each of
        its worlds.
        """
        game = self.probe.game
        happened = game.beginning(first)
        if not happened:
            return
        self.reported("the beginning", happened)
        for viewer in self.probe.viewers():
            view = game.view(first, viewer)
            scene = game.words.scene(view)
            changes = self._true(
                "the beginning", happened, Moment(None, None, None, scene, scene, Snapshot(viewer))
            )
            self._remembered("the beginning", changes, first, viewer)
            world = game.determinize(view, self.probe.generator(17))
            alike = [
                [event.seen_by(viewer) for event in game.beginning(state)]
                for state in (first, world)
            ]
            fault = (
                f"what {viewer_name(viewer)} sees of the beginning depends on what they cannot see"
            )
            demand(alike[0] == alike[1], fault)

    def _true(self, what: str, happened: tuple[Event, ...], moment: Moment) -> list[Change]:
        """Return the changes that the viewer sees; demand that they lead to the Scene after, and
        all else is there.
        """
        table, found = moment.now, list[Change]()
        unclear = f"what {viewer_name(table.viewer)} sees of {what} does not explain the table"
        for event in happened:
            shown = event.seen_by(table.viewer)
            if shown is None:
                continue
            changes = shown.changes()
            # Here the order of all zones counts: an event may only move pieces within one.
            earlier = replace(table, ordered=frozenset(table.zones))
            try:
                table = fold(table, changes)
            except ValueError as error:
                raise Fault(f"{unclear}: {type(shown).__name__}: {error}") from error
            if happened.count(event) > 1 and shown == event:
                twice = f"{event!r}, which changes nothing, is reported twice at {what}"
                demand(table != earlier, twice)
            found += changes
            self._found(event, moment._replace(event=shown, now=table))
            pool = self.pools.setdefault(type(shown), [])
            if len(pool) < POOL and shown not in pool:
                pool.append(shown)
                self._read_back(shown)
        fault = unexplained(table, moment.before, moment.after, found)
        demand(fault is None, f"{unclear}: {fault}")
        return found

    def _found(self, event: Event, at: Moment) -> None:
        """Demand that the fields of an Event are found on the table, but those that are masked for
        the viewer.
        """
        name = type(at.event).__name__
        for member, where in _facts(at.event.__class__).items():
            said = getattr(at.event, member)
            if said != getattr(event, member, said):
                continue
            there = where.find(at)
            seen = f"as {viewer_name(at.now.viewer)} sees it, {name}.{member} is {said!r}"
            demand(_agrees(said, there), f"{seen}, and by the table {there!r}")
            repeats = False
            with suppress(Exception):  # the game may look the value up, which is nowhere
                lying = evolve(at.event, **{member: NOWHERE})
                repeats = _agrees(NOWHERE, where.find(at._replace(event=lying)))
            demand(not repeats, f"{name}.{member} is looked up in the event itself: {NOWHERE}")

    def _remembered(
        self, what: str, changes: list[Change], after: object, viewer: int | None
    ) -> None:
        """Demand that a piece which the viewer was told of lies there in every world of
        their View.
        """
        told: dict[Place, Counter[str | None]] = {}
        for change in changes:
            if isinstance(change, PieceMove):
                if change.source is not None:
                    told.pop(change.source, None)  # it may be gone again
                if change.target is not None and change.piece is not None and change.face_down:
                    told.setdefault(change.target, Counter())[change.piece] += change.count
        hidden = {
            place: pieces for place, pieces in told.items() if place.seat not in (None, viewer)
        }
        if not hidden:
            return
        game = self.probe.game
        view = game.view(after, viewer)
        for number in range(WORLDS):
            world = game.determinize(view, generator(self.probe.seed, number))
            for place, pieces in hidden.items():
                owner = snapshot_of(game.words.scene(game.view(world, place.seat)), 0)
                forgotten = pieces - Counter(owner.zones.get(place, {}))
                fault = (
                    f"{viewer_name(viewer)} is told at {what} that {dict(forgotten)} goes to"
                    f" {named(place)}"
                )
                demand(not forgotten, f"{fault}, and their View does not say so")

    def explained(self) -> None:
        """Demand that each field of an Event changes the table, or says where it can be found."""
        silent = []
        for kind, pool in self.pools.items():
            if not kind.__dataclass_fields__ and not any(each.changes() for each in pool):
                silent.append(f"{kind.__name__} (without fields)")
            for name in kind.__dataclass_fields__.keys() - _facts(kind):
                tried = [shows for each in pool for shows in _shows(each, name, pool)]
                if tried and not any(tried):
                    silent.append(f"{kind.__name__}.{name}")
        demand(
            not silent, f"nothing on the table changes with {', '.join(sorted(silent))}: {NOWHERE}"
        )


@cache
def _facts(kind: Any) -> dict[str, OnTable]:
    """Return where the fields of a type of Event can be found that say so."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: note
        for name, hint in hints.items()
        for note in notes_of(hint)
        if isinstance(note, OnTable)
    }


def _agrees(said: object, there: object) -> bool:
    return said in there if isinstance(there, (set, frozenset, range)) else said == there


def _shows(event: Any, name: str, pool: list[Event]) -> Iterator[bool]:
    """Yield whether the Event would change the table in another way if this field had other
    values.
    """
    value = getattr(event, name)
    if not event.changes() and () in [getattr(event, each) for each in event.__dataclass_fields__]:
        return  # with some pieces it may change the table
    others = [NOWHERE, *[getattr(each, name) for each in pool]]
    if isinstance(value, bool):
        others.append(not value)
    elif isinstance(value, Enum):
        others += list(type(value))
    for other in others:
        if other != value:
            try:
                yield evolve(event, **{name: other}).changes() != event.changes()
            except (AttributeError, LookupError, TypeError, ValueError):
                yield True


def unexplained(
    table: Snapshot, before: Scene, after: Scene, changes: Iterable[Change] = ()
) -> str | None:
    """Return how this table differs from the Scene after, or None; what derives from the rest
    counts if changed.
    """
    expected = snapshot_of(after, table.round)
    areas = (*before.areas, *after.areas)
    derived = {
        Place(area.seat, each.key) for area in areas for each in area.counters if each.derived
    }
    said = {type(change) for change in changes}
    for left in differences(table, expected):
        match left:
            case PieceMove():
                place = left.target or left.source
                assert place is not None
                found, wanted = (_listed(each.zones.get(place, {})) for each in (table, expected))
                if found == wanted:
                    orders = (
                        f"after the events in the order {', '.join(found)}, in the scene"
                        f" {', '.join(wanted)}"
                    )
                    return (
                        f"{named(place)}: {orders} (a piece that moves, also within the zone, comes"
                        " last)"
                    )
                return f"{named(place)}: after the events {found}, in the scene {wanted}"
            case CounterChange(seat, key, by) if Place(seat, key) not in derived:
                value = expected.counters.get(Place(seat, key), 0)
                return (
                    f"counter {named(Place(seat, key))}: after the events {value - by}, in the"
                    f" scene {value}"
                )
            case MarkChange(seat, mark, on):
                whose = "the centre" if seat is None else f"player {seat + 1}"
                return f"in the scene, {whose} {'has' if on else 'does not have'} the mark {mark!r}"
            case _ if type(left) in said and not isinstance(left, CounterChange):
                return f"at the end it is {left!r}"
    return None


def _listed(held: Mapping[str | None, int]) -> dict[str, int]:
    return {piece or "hidden": count for piece, count in held.items()}
