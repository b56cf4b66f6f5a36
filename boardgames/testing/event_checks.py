"""The check of events: a scene, changed by the events that its reader sees, is the next scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeAlias

from boardgames.core.codec import from_json
from boardgames.core.events import Event, PieceMove, Place
from boardgames.core.game import Game
from boardgames.core.scene import Scene
from boardgames.testing.compare import demand, viewer_name
from boardgames.testing.probe import Probe

Table: TypeAlias = dict[Place, Counter[str | None]]
"""By zone: the number of each piece, face-down ones under None. Counters are zones of a single piece, `#`."""

NUMBER = "#"
STEPS = 400
"""Number of pairs of a ply and a viewer, besides the chosen plies, for which the events must explain the table."""


def events(probe: Probe) -> None:
    """Demand that what each viewer sees happen explains how their table changes, zone by zone and counter by counter.

    Open pieces count by key; those that lie face down, or that the viewer remembers in another's hand, by number. An
    Event equals the one read from its JSON. Every action has an Event, and an Event that changes nothing occurs only
    once. Whoever sees the table change is told so in words.
    """
    game = probe.game
    if game.event_types is None:
        return
    step = len(probe.plies) * len(probe.viewers()) // (STEPS * probe.factor) + 1
    plies = {id(ply): (ply, probe.viewers()) for ply in probe.chosen}
    for number, ply in enumerate(probe.plies):
        turns = [viewer for turn, viewer in enumerate(probe.viewers()) if (number + turn) % step == 0]
        plies.setdefault(id(ply), (ply, tuple(turns)))
    for ply in probe.visit([each for each, _ in plies.values()]):
        happened = game.events(ply.before, ply.action, ply.player)
        demand("events", happened, f"no event says what happens at {ply.action}")
        for event in happened:
            same = from_json(game.event_types, game.to_json(event)) == event
            demand("events", same, f"{event!r} is not what its JSON says")
            twice = happened.count(event) > 1 and not event.changes()
            demand("events", not twice, f"{event!r}, which changes nothing, is reported twice at {ply.action}")
            probe.reported.add(type(event))
        for viewer in plies[id(ply)][1]:
            scenes = [game.scene(game.view(state, viewer)) for state in (ply.before, ply.after)]
            seen = [shown for event in happened if (shown := event.seen_by(viewer)) is not None]
            fault = unexplained(scenes[0], seen, scenes[1])
            unclear = f"what {viewer_name(viewer)} sees of {ply.action} does not explain the table: {fault}"
            demand("events", fault is None, unclear)
            changes = [change for event in seen for change in event.changes()]
            told = not changes or game.tell(ply.before, ply.player, ply.action, ply.after, viewer)
            demand("events", told, f"no line tells {viewer_name(viewer)} what {ply.action} has changed on the table")


def heard(
    game: Game[Any, Any, Any], before: object, seat: int, action: object, after: object, viewer: int | None
) -> tuple[str, ...]:
    """Return what the viewer is told about this action: the lines of `tell`, and the events as they see them."""
    lines = game.tell(before, seat, action, after, viewer)
    if game.event_types is None:
        return lines
    return (
        *lines,
        *[repr(seen) for event in game.events(before, action, seat) if (seen := event.seen_by(viewer)) is not None],
    )


def table_of(scene: Scene) -> Table:
    """Return the pieces in each zone of the scene, and the value of each counter that events account for."""
    table: Table = {}
    for area in scene.areas:
        for zone in area.zones:
            held = table.setdefault(Place(area.seat, zone.key), Counter())
            for item in zone.items:
                held[None if item.hidden else item.piece] += item.count
        for counter in area.counters:
            if not counter.derived:
                table[Place(area.seat, f"counter {counter.key}")] = Counter({NUMBER: counter.value})
    return table


def unexplained(before: Scene, seen: Iterable[Event], after: Scene) -> str | None:
    """Return the fault of these events, as seen by the reader of the scenes; None if they explain the change."""
    table = table_of(before)
    for event in seen:
        for change in event.changes():
            if isinstance(change, PieceMove):
                fault = _move(table, change)
                if fault:
                    return f"{type(event).__name__}: {fault}"
            else:
                table.setdefault(Place(change.seat, f"counter {change.counter}"), Counter())[NUMBER] += change.by
    expected = table_of(after)
    for place in sorted(table.keys() | expected.keys(), key=repr):
        found, wanted = (_listed(each.get(place, Counter())) for each in (table, expected))
        if found != wanted:
            return f"{_named(place)}: after the events {found}, in the scene {wanted}"
    return None


def _move(table: Table, move: PieceMove) -> str | None:
    if move.source is not None:
        source = table.setdefault(move.source, Counter())
        piece = move.piece if source[move.piece] else None  # a viewer may know a face-down piece
        if source[piece] < move.count:
            what = f"{move.count} of {move.piece or 'the hidden pieces'}"
            return f"{what} leave {_named(move.source)}, which has {source[piece]}"
        source[piece] -= move.count
    if move.target is not None:
        table.setdefault(move.target, Counter())[None if move.face_down else move.piece] += move.count
    return None


def _listed(held: Counter[str | None]) -> dict[str, int]:
    return {piece or "hidden": count for piece, count in sorted(held.items(), key=str) if count}


def _named(place: Place) -> str:
    whose = "the centre" if place.seat is None else f"player {place.seat + 1}"
    return f"{place.zone!r} of {whose}"
