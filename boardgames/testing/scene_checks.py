"""The checks of pieces, scenes and score sheets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain, cycle, pairwise
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.chance import generator
from boardgames.core.codec import from_json, to_json
from boardgames.play.seat_order import Teams, fixed_teams
from boardgames.scene.parts import Area, Item, Mark, Zone
from boardgames.scene.scene import Scene
from boardgames.testing.compare import demand, viewer_name
from boardgames.testing.probe import Probe

TIPS_READ = 40
"""Number of plies of each game whose tips are compared."""
PLIES = 150
"""Number of plies, from anywhere in the games, of which marks are examined."""
FEWEST_MARKED = 8
"""Number of changes of marks from which on it is judged where they appear."""


def scenes(probe: Probe) -> None:
    """Demand that a scene is the same in all worlds of a View, shows known pieces only, and shows
    all of them.
    """
    game, fixed = probe.game, fixed_teams(probe.game)
    goal = game.words.goal
    demand(goal == " ".join(goal.split()), f"the goal is not one line: {goal!r}")
    _steady(probe)
    _races(probe)
    _marked(probe)
    pieces = game.words.pieces()
    for key, piece in pieces.items():
        demand(piece.key == key, f"the piece {key!r} calls itself {piece.key!r}")
    for number, ply in enumerate(probe.visit(probe.chosen)):
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            scene = game.words.scene(view)
            demand(from_json(Scene, to_json(scene)) == scene, "a scene is not what its JSON says")
            world = game.determinize(view, generator(probe.seed, number))
            is_same = game.words.scene(game.view(world, viewer)) == scene
            demand(is_same, f"the scene shows {viewer_name(viewer)} more than their View")
            for item in _items(scene):
                is_known = item.piece is None or item.piece in pieces
                demand(is_known, f"there is no piece {item.piece!r}")
                demand(item.count > 0, f"a zone has {item.count} of {item.piece!r}")
                demand(item.seat in (None, *range(game.players)), f"there is no seat {item.seat}")
            for area in scene.areas:
                _board(area)
            _complete(game, ply.before, scene)
            _teams(game, ply.before, scene, fixed)


def _items(scene: Scene) -> Iterator[Item]:
    """Yield all that lies on the table, and all that may lie face down."""
    for pool in scene.unseen:
        yield from pool.items
    for area in scene.areas:
        for zone in area.zones:
            yield from zone.items


def _steady(probe: Probe) -> None:
    """Demand that the tip of a viewer does not change within a phase."""
    game = probe.game
    for viewer, walked in zip(cycle(probe.viewers()), probe.walks, strict=False):
        for before, ply in pairwise(walked[:TIPS_READ]):
            phase = getattr(ply.before, "phase", None)
            if phase is not None and phase == getattr(before.before, "phase", None):
                earlier = game.words.scene(game.view(before.before, viewer)).tip
                tip = game.words.scene(game.view(ply.before, viewer)).tip
                demand(earlier == tip, f"the tip changes within {phase}: {earlier!r}, then {tip!r}")


def _races(probe: Probe) -> None:
    """Demand that a race is between counters of all seats, their score if it is that of one, and
    that winners lead.
    """
    game = probe.game
    scored = [0] * game.players
    led = ended = 0
    for ply in probe.scouted.last:
        scene, outcome = game.words.scene(game.view(ply.after, None)), game.outcome(ply.after)
        counts = [{counter.key: counter.value for counter in area.counters} for area in scene.seats]
        for key in scene.race:
            everybody_has_it = all(key in each for each in counts)
            demand(everybody_has_it, f"the race is about {key!r}, which not all seats have")
        if not scene.race:
            continue
        leading = scene.race[0]
        for seat, points in enumerate(game.score(ply.after)):
            scored[seat] += counts[seat][leading] == points
        if outcome is not None and outcome.winners:
            ended += 1
            most = max(each[leading] for each in counts)
            led += any(counts[seat][leading] == most for seat in outcome.winners)
    demand(4 * led >= 3 * ended, f"a winner led the race at the end of {led} of {ended} games only")
    total = len(probe.scouted.last)
    fault = f"the race is the score of each seat in {scored} of {total} games"
    demand(max(scored) < total or 2 * min(scored) > total, fault)


def _marked(probe: Probe) -> None:
    """Demand that marks of face-down pieces in an order mostly change where a View says something
    new.
    """
    game, wrong, total = probe.game, 0, 0
    for number, ply in enumerate(probe.spread(PLIES)):
        viewer = probe.turns(number, 1)[0]
        views = [game.view(state, viewer) for state in (ply.before, ply.after)]
        before, after = (_face_down(game.words.scene(view)) for view in views)
        changed = {place for place in before.keys() & after.keys() if before[place] != after[place]}
        if changed:
            told = _told(game, *map(game.to_json, views))
            known = {place for place in after if place[1:] in told}
            total += bool(known)
            wrong += bool(known) and not changed <= known
    fault = f"marks change beside places of which nothing new is known, in {wrong} of {total} cases"
    demand(total < FEWEST_MARKED or 4 * wrong <= total, fault)


def _told(game: Game[Any, Any, Any], old: Any, new: Any) -> set[tuple[int, int]]:
    """Return seat and index of what has changed in fields with an entry for each place of each
    seat.
    """
    places = set[tuple[int, int]]()
    for name, rows in new.items() if isinstance(new, dict) else ():
        earlier = old.get(name)
        if not isinstance(rows, list) or not isinstance(earlier, list):
            continue
        if not len(rows) == len(earlier) == game.players:
            continue
        for seat, (row, was) in enumerate(zip(rows, earlier, strict=True)):
            if isinstance(row, list) and isinstance(was, list):
                pairs = enumerate(zip(row, was, strict=False))
                places |= {(seat, index) for index, (now, before) in pairs if now != before}
    return places


def _face_down(scene: Scene) -> dict[tuple[str, int | None, int], tuple[Mark, ...]]:
    """Return the marks of face-down pieces in the zones of seats that have an order, by zone, seat
    and index.
    """
    marks = dict[tuple[str, int | None, int], tuple[Mark, ...]]()
    for seat, zone in zones_of(scene):
        if seat is None or not zone.ordered:
            continue
        index = 0
        for item in zone.items:
            for place in range(index, index + item.count):
                if item.hidden and item.piece is None:
                    marks[zone.key, seat, place] = item.marks
            index += item.count
    return marks


def zones_of(scene: Scene) -> Iterator[tuple[int | None, Zone]]:
    """Yield each zone with the seat to which it belongs."""
    for area in scene.areas:
        for zone in area.zones:
            yield area.seat, zone


def _board(area: Area) -> None:
    """Demand that the cells of a board are zones of its area, each once, in rows of the same
    length.
    """
    lengths = [*map(len, area.board)]
    demand(lengths[1:] == lengths[:-1], f"a board has rows of {lengths} cells")
    rows, columns = len(lengths), max(lengths, default=0)
    named_rows, named_columns = len(area.board_rows), len(area.board_columns)
    demand(named_rows in {0, rows}, f"a board has {rows} rows and {named_rows} names of rows")
    demand(
        named_columns in {0, columns},
        f"a board has {columns} columns and {named_columns} names of columns",
    )
    zones = [zone.key for zone in area.zones]
    cells = Counter(chain(*area.board))
    for key, count in cells.items():
        is_one = count == zones.count(key) == 1
        demand(is_one or not key, f"{key!r} is not one cell and one zone of {area.name!r}")


def _complete(game: Game[Any, Any, Any], state: object, scene: Scene) -> None:
    """Demand that every piece lies in one zone or is counted, if the game has an inventory."""
    inventory = {str(piece): count for piece, count in game.inventory(state).items()}
    there = sum(inventory.values())
    if not there or not scene.areas:
        return
    places: dict[str, int] = defaultdict(int)
    for area in scene.areas:
        for zone in area.zones:
            places[zone.key] += zone.size
        for counter in area.counters:
            if counter.piece in inventory:
                places[counter.key] += counter.value
    shown = sum(places.values())
    where = ", ".join(f"{number} in {key!r}" for key, number in places.items())
    demand(shown == there, f"the scene has {shown} pieces ({where}), and the game {there}")


def _teams(game: Game[Any, Any, Any], state: object, scene: Scene, fixed: Teams) -> None:
    """Demand that a scene shows teams of the State only, and those that everybody knows."""
    reader, teams = viewer_name(scene.viewer), game.teams(state)
    for team in scene.teams:
        fault = f"the scene shows {reader} the team {team}, and the teams are {teams}"
        demand(team in teams, fault)
    fault = (
        f"the teams are {fixed} in every deal, and the scene of {reader} does not show them:"
        " set Scene.teams, or define known_teams in a DeclaredGame"
    )
    demand(scene.teams or not fixed, fault)


def score_sheets(probe: Probe) -> None:
    """Demand that the columns of a score sheet add up to the score."""
    game = probe.game
    for walked in probe.walks:
        for state in (walked[len(walked) // 2].before, walked[-1].after):
            totals, score = game.words.score_sheet(state).totals, game.score(state)
            demand(totals == score, f"the sheet adds up to {totals}, and the score is {score}")
