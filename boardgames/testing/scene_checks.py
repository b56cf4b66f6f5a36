"""The checks of pieces, scenes, labels, score sheets and lessons."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import chain, cycle, pairwise
from typing import TYPE_CHECKING, Any

from boardgames.contract.game import Game
from boardgames.core.chance import draw, generator
from boardgames.core.codec import from_json, to_json
from boardgames.core.errors import BoardGamesError
from boardgames.core.text import fold
from boardgames.play.seat_order import Teams, fixed_teams
from boardgames.scene.as_text import draw as draw_table
from boardgames.scene.as_text import plain
from boardgames.scene.events import PieceMove
from boardgames.scene.parts import Area, Item
from boardgames.scene.scene import Scene, Touch
from boardgames.testing.compare import Fault, demand, viewer_name
from boardgames.testing.probe import Probe

if TYPE_CHECKING:
    from boardgames.table.lesson import Step

WORLDS_EXAMINED = 6
"""Number of worlds of each View whose face-down pieces are compared with `unseen`."""
TIPS_READ = 40
"""Number of plies of each game whose tips are compared."""
PLIES = 150
"""Number of plies, from anywhere in the games, of which marks and labels are examined."""
FEWEST_MARKED = 8
"""Number of changes of marks from which on it is judged where they appear."""
ACTIONS_TAKEN = 60
"""Number of legal actions of a position of which it is compared what they take and what their
labels touch.
"""
MARKED = 400
"""Number of cases after which marked pieces count as certain if none of them was ever gone."""


def scenes(probe: Probe) -> None:
    """Demand that a scene is the same in all worlds of a View, shows known pieces only, and shows
    all of them.
    """
    game, fixed = probe.game, fixed_teams(probe.game)
    demand(game.goal == " ".join(game.goal.split()), f"the goal is not one line: {game.goal!r}")
    _steady(probe)
    _races(probe)
    _marked(probe)
    pieces = game.pieces()
    for key, piece in pieces.items():
        demand(piece.key == key, f"the piece {key!r} calls itself {piece.key!r}")
    for number, ply in enumerate(probe.visit(probe.chosen)):
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            scene = game.scene(view)
            demand(from_json(Scene, to_json(scene)) == scene, "a scene is not what its JSON says")
            world = game.determinize(view, generator(probe.seed, number))
            same = game.scene(game.view(world, viewer)) == scene
            demand(same, f"the scene shows {viewer_name(viewer)} more than their View")
            zones = [zone.items for area in scene.areas for zone in area.zones]
            for item in chain(*[pool.items for pool in scene.unseen], *zones):
                demand(
                    item.piece is None or item.piece in pieces, f"there is no piece {item.piece!r}"
                )
                demand(item.count > 0, f"a zone has {item.count} of {item.piece!r}")
                demand(item.seat in (None, *range(game.players)), f"there is no seat {item.seat}")
            for area in scene.areas:
                _board(area)
            _complete(game, ply.before, scene)
            _teams(game, ply.before, scene, fixed)


def _steady(probe: Probe) -> None:
    """Demand that the tip of a viewer does not change within a phase."""
    game = probe.game
    for viewer, walked in zip(cycle(probe.viewers()), probe.walks, strict=False):
        for before, ply in pairwise(walked[:TIPS_READ]):
            phase = getattr(ply.before, "phase", None)
            if phase is not None and phase == getattr(before.before, "phase", None):
                one, other = (
                    game.scene(game.view(each.before, viewer)).tip for each in (before, ply)
                )
                demand(one == other, f"the tip changes within {phase}: {one!r}, then {other!r}")


def _races(probe: Probe) -> None:
    """Demand that a race is between counters of all seats, their score if it is that of one, and
    that winners lead.
    """
    game, led, ended, scored = probe.game, 0, 0, [0] * probe.game.players
    for ply in probe.scouted.last:
        scene, outcome = game.scene(game.view(ply.after, None)), game.outcome(ply.after)
        counts = [{counter.key: counter.value for counter in area.counters} for area in scene.seats]
        for key in scene.race:
            demand(
                all(key in each for each in counts),
                f"the race is about {key!r}, which not all seats have",
            )
        if scene.race:
            scored = [
                count + (each[scene.race[0]] == points)
                for count, each, points in zip(scored, counts, game.score(ply.after), strict=True)
            ]
        if scene.race and outcome is not None and outcome.winners:
            ended += 1
            most = max(each[scene.race[0]] for each in counts)
            led += any(counts[seat][scene.race[0]] == most for seat in outcome.winners)
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
        before, after = (_face_down(game.scene(view)) for view in views)
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
    found = set[tuple[int, int]]()
    for name, rows in new.items() if isinstance(new, dict) else ():
        before = old.get(name)
        if (
            isinstance(rows, list)
            and isinstance(before, list)
            and len(rows) == len(before) == game.players
        ):
            for seat, (row, was) in enumerate(zip(rows, before, strict=True)):
                if isinstance(row, list) and isinstance(was, list):
                    pairs = enumerate(zip(row, was, strict=False))
                    found |= {(seat, index) for index, (one, other) in pairs if one != other}
    return found


def _face_down(scene: Scene) -> dict[tuple[str, int | None, int], tuple[str, ...]]:
    """Return the marks of face-down pieces in the zones of seats that have an order, by zone, seat
    and index.
    """
    zones = [(area.seat, zone) for area in scene.seats for zone in area.zones if zone.ordered]
    items = [
        (seat, zone.key, [item for item in zone.items for _ in range(item.count)])
        for seat, zone in zones
    ]
    return {
        (key, seat, index): item.marks
        for seat, key, there in items
        for index, item in enumerate(there)
        if item.hidden and item.piece is None
    }


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
    for key, count in Counter([key for row in area.board for key in row if key]).items():
        demand(
            count == zones.count(key) == 1, f"{key!r} is not one cell and one zone of {area.name!r}"
        )


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


def face_down(probe: Probe) -> None:
    """Demand that `unseen` lists what lies face down, piece by piece, in every world of a View, and
    nothing else.
    """
    game, marked, gone = probe.game, 0, 0
    for number, ply in enumerate(probe.visit(probe.chosen)):
        for viewer in probe.turns(number, 2):
            view = game.view(ply.before, viewer)
            table = _Table(game, game.scene(view))
            for sample in range(WORLDS_EXAMINED * probe.factor if table.scene.unseen else 0):
                both = table.examined(game.determinize(view, generator(probe.seed, sample)))
                marked, gone = marked + both[0], gone + both[1]
    enough = gone or marked < MARKED
    demand(enough, f"a piece with a mark in another seat's zone was there in all of {marked} cases")


class _Table:
    """What one reader sees, piece by piece, and what can therefore lie face down."""

    def __init__(self, game: Game[Any, Any, Any], scene: Scene) -> None:
        self.game = game
        self.scene = scene
        self.names = {key: piece.name for key, piece in game.pieces().items()}
        self.pools = [self._named(pool.items) for pool in scene.unseen]
        self.listed = sum(self.pools, Counter())
        self.pool_of = {
            zone: number for number, pool in enumerate(scene.unseen) for zone in pool.zones
        }
        once = (
            sum(map(len, self.pools)) == len(self.listed),
            sum(len(each.zones) for each in scene.unseen),
        )
        demand(once == (True, len(self.pool_of)), "`unseen` lists a piece or a zone twice")

    def _named(self, items: Iterable[Item]) -> Counter[str]:
        found: Counter[str] = Counter()
        for item in items:
            if item.piece is not None:
                found[self.names.get(item.piece, item.piece)] += item.count
        return found

    def examined(self, world: object) -> tuple[int, int]:
        """Demand that `unseen` has the face-down pieces; return how many pieces of others are
        marked, and missing.
        """
        game, scene = self.game, self.scene
        stock: Counter[str] = Counter()
        for key, count in game.inventory(world).items():
            stock[self.names.get(str(key), str(key))] += count
        there, doubtful, places = Counter(stock), Counter[str](), Counter[int]()
        for area in scene.areas:
            own = area.seat is None or area.seat == scene.viewer
            areas = () if own else game.scene(game.view(world, area.seat)).areas
            owners = {
                zone.key: zone for each in areas if each.seat == area.seat for zone in each.zones
            }
            for zone in area.zones:
                shown = self._named(zone.items)
                if not own and any(item.hidden for item in zone.items):
                    held = self._named(owners.get(zone.key, zone).items)
                    shown &= held
                    pool = (
                        self.pools[self.pool_of[zone.key]]
                        if zone.key in self.pool_of
                        else Counter()
                    )
                    strange = dict(held - shown - pool)
                    demand(
                        not strange,
                        f"{strange} lie face down in {zone.key!r}, and `unseen` does not say so",
                    )
                    doubtful += self._named(item for item in zone.items if item.marks)
                there.subtract(shown)
                if zone.size > shown.total():
                    demand(
                        zone.key in self.pool_of, f"`unseen` does not say what lies in {zone.key!r}"
                    )
                    places[self.pool_of[zone.key]] += zone.size - shown.total()
            for counter in area.counters:
                if counter.piece is not None:
                    there[self.names.get(counter.piece, counter.piece)] -= counter.value
        gone = 0
        for name in stock:
            count, listed = there[name], self.listed[name]
            gone += max(0, count + doubtful[name] - listed)
            fault = (
                f"`unseen` of {viewer_name(scene.viewer)} has {listed} of {name!r}, and {count} lie"
                " face down"
            )
            demand(count <= listed <= count + doubtful[name], fault)
        for index, items in enumerate(self.pools if stock else ()):
            number, zones = sum(there[name] for name in items), ", ".join(scene.unseen[index].zones)
            demand(
                number == places[index],
                f"{number} pieces lie face down in {places[index]} places of {zones}",
            )
        return doubtful.total(), gone


def labels(probe: Probe) -> None:
    """Demand that different legal actions have different labels, which touch only what is in the
    scene.
    """
    game, aimed = probe.game, defaultdict[tuple[type, str], list[tuple[object, int, str]]](list)
    alike: dict[object, tuple[object, bool]] = {}
    for ply in probe.visit(probe.chosen):
        for seat in game.to_act(ply.before):
            view = game.view(ply.before, seat)
            there = touchable(game.scene(view))
            _several(probe, ply.before, seat)
            _touched(game, ply.before, seat, alike)
            for action in game.legal_actions(ply.before, seat):
                label = game.label(view, action)
                demand(bool(label.text.strip()), f"the label of {action} is empty")
                once = len({*label.touches}) == len(label.touches)
                demand(once, f"the label of {action} touches something twice")
                others = {touch.seat for touch in label.touches} - {seat, None}
                for name in getattr(action, "__dataclass_fields__", ()) if len(others) == 1 else ():
                    aimed[type(action), name].append((getattr(action, name), *others, str(action)))
                strange = [
                    each
                    for each in label.touches
                    if (each if each.zone else Touch(each.seat)) not in there
                ]
                demand(
                    not strange,
                    f"the label of {action} touches {', '.join(map(str, strange))}, which is not"
                    " there",
                )
    _counts_from_1(aimed.values())
    for ply in probe.visit((*probe.chosen, *probe.spread(PLIES))):
        view, texts = game.view(ply.before, ply.player), dict[str, object]()
        for action in game.legal_actions(ply.before, ply.player):
            text = game.label(view, action).text
            other = texts.setdefault(text, action)
            demand(other == action, f"{other} and {action} are both labelled {text!r}")


def _counts_from_1(aimed: Iterable[list[tuple[object, int, str]]]) -> None:
    """Demand that notation counts seats from 1, where a field of actions is the seat that their
    labels touch.
    """
    for found in aimed:
        if len({held for held, *_ in found}) > 1 and all(held == seat for held, seat, _ in found):
            numbers = [(seat, NUMBER.findall(text)) for _, seat, text in found]
            from_0, from_1 = (
                all(str(first + seat) in there for seat, there in numbers) for first in (0, 1)
            )
            _, seat, text = found[0]
            fault = (
                f"notation counts seats from 1, and {text!r} is about seat {seat}, counted from 0"
            )
            demand(from_1 or not from_0, fault)


def _touched(
    game: Game[Any, Any, Any], state: object, seat: int, alike: dict[object, tuple[object, bool]]
) -> None:
    """Demand that labels of a type of action all touch something, or none, and so with where own
    pieces that move lie.

    Those of a type with the same touches must move the same own pieces from there, and to the same
    cells of a board. `alike` has what labels of each type touched in the positions before.
    """
    view, taken = game.view(state, seat), dict[object, tuple[object, object]]()
    areas = game.scene(view).areas
    zones = [(area.seat, zone) for area in areas for zone in area.zones]
    cells = {(area.seat, key) for area in areas for row in area.board for key in row}
    own = {
        Touch(of, zone.key, item.piece)
        for of, zone in zones
        for item in zone.items
        if seat in (of, item.seat)
    }
    for action in game.legal_actions(state, seat)[:ACTIONS_TAKEN]:
        touches = game.label(view, action).touches
        happened = (
            () if game.event_types is None else game.events_seen_by(seat, state, action, seat)
        )
        moves = [
            each
            for event in happened
            for each in event.changes()
            if isinstance(each, PieceMove) and each.piece
        ]
        left = [
            Touch(each.source.seat, each.source.zone, each.piece)
            for each in moves
            if each.source is not None
        ]
        moved = [each for each in left if each in own]
        places = {(touch.seat, touch.zone) for touch in touches}
        pieces = {str(each.piece) for each in moved if (each.seat, each.zone) in places}
        reached = {"something": bool(touches)} | (
            {"where an own piece that moves lies": bool(pieces)} if moved else {}
        )
        for what, does in reached.items():
            other, its = alike.setdefault((type(action), what), (action, does))
            demand(does == its, f"only one of the labels of {other} and {action} touches {what}")
        targets = {
            (each.target.seat, each.target.zone) for each in moves if each.target is not None
        }
        moves_what = sorted([*pieces, *[str(zone) for _, zone in targets & cells]])
        other, had = taken.setdefault((type(action), touches), (action, moves_what))
        fault = f"{other} and {action} touch the same, and move {had} and {moves_what}"
        demand(had == moves_what or not touches, fault)


def _several(probe: Probe, state: object, seat: int) -> None:
    """Demand that pieces which a label says can be chosen are legal one after the other, in the
    order that it gives.
    """
    game, left, most = probe.game, list[Touch](), -1
    while seat in game.to_act(state) and (left or most < 0):
        view, found = game.view(state, seat), dict[Touch | None, object]()
        for action in game.legal_actions(state, seat):
            label = game.label(view, action)
            if label.several is not None:
                found[None if label.declines else label.touches[0]] = action
                if most < 0:
                    most, size = label.several.most, len(label.several.pieces)
                    fits = most > 0 and label.several.least <= most <= size
                    demand(fits, f"{action}: choose {most} of {size} pieces")
                    numbers = draw([*range(size)], most, generator(probe.seed, seat))
                    left = [label.several.pieces[number] for number in sorted(numbers)]
                demand(
                    label.several.most == most,
                    f"{action}: {label.several.most} are left, not {most}",
                )
        if most < 0:
            return
        demand(left[0] in found, f"seat {seat} is to choose {left[0].piece!r}, and no action does")
        state, most = game.apply(state, found[left.pop(0)], seat), most - 1
    demand(not left, f"seat {seat} cannot choose as many pieces as the label says")


def touchable(scene: Scene) -> set[Touch]:
    """Return what a label may touch: seats, zones and counters, and the pieces that are shown
    there.
    """
    found = set()
    for area in scene.areas:
        shown = [(zone.key, {None, *[item.piece for item in zone.items]}) for zone in area.zones]
        shown += [(counter.key, {None, counter.piece}) for counter in area.counters]
        found |= {
            Touch(area.seat),
            *[Touch(area.seat, key, piece) for key, pieces in shown for piece in pieces],
        }
    return found


def score_sheets(probe: Probe) -> None:
    """Demand that the columns of a score sheet add up to the score."""
    game = probe.game
    for walked in probe.walks:
        for state in (walked[len(walked) // 2].before, walked[-1].after):
            totals, score = game.score_sheet(state).totals, game.score(state)
            demand(totals == score, f"the sheet adds up to {totals}, and the score is {score}")


# Lessons.

NUMBER = re.compile("[0-9]+")
MOST_LINES = 9
"""Number of lines of 80 columns that a text may have, so that it stands above the table on a small
screen.
"""


def lessons(probe: Probe) -> None:
    """Demand that the lesson can be played, and that questions have right and wrong answers, and
    true, short texts.
    """
    from boardgames.table.lesson import LEARNER, Lesson  # with all tables and bots

    game = probe.game
    try:
        lesson = Lesson.of(game)
        game = type(game)(lesson.players, **lesson.options)
        steps = [*lesson.walk(game)]
    except BoardGamesError as error:
        raise Fault(str(error)) from None
    for number, (step, state) in enumerate(steps, start=1):
        _readable(game, step, game.scene(game.view(state, LEARNER)), f"step {number}")
        if step.right:
            demand(game.to_act(state) == (LEARNER,), f"step {number}: others may act, too")
            _answerable(game, step, state, f"step {number}")


def _readable(game: Game[Any, Any, Any], step: Step, scene: Scene, which: str) -> None:
    lines = [line for part in (*step.text.splitlines(), step.ask) for line in fold(part.split())]
    demand(
        len(lines) <= MOST_LINES,
        f"{which}: the text has {len(lines)} lines, more than {MOST_LINES}",
    )
    pieces, there = game.pieces(), touchable(scene)
    for touch in step.look:
        demand(touch in there, f"{which}: there is nothing to look at where it says {touch}")
    looked_at = [str(pieces[touch.piece].worth) for touch in step.look if touch.piece is not None]
    table = " ".join([plain(draw_table(scene, pieces)), game.goal, *looked_at])
    strange = {*NUMBER.findall(step.text + step.ask)} - {*NUMBER.findall(table)}
    demand(
        not strange,
        f"{which}: the text has {' and '.join(sorted(strange))}, which is not on the table",
    )


def _answerable(game: Game[Any, Any, Any], step: Step, state: object, which: str) -> None:
    legal = game.legal_actions(state)
    right = [game.parse(text) for text in step.right]
    for answer in right:
        once = answer in legal and right.count(answer) == 1
        demand(once, f"{which}: the answer {answer} is not legal, or is given twice")
    said = {step.fault_of(game, answer) for answer in legal if answer not in right}
    demand(said, f"{which}: there is no wrong answer")
    for text, reply in step.wrong.items():
        demand(
            reply in said, f"{which}: no legal answer is {text}, or an earlier one stands for it"
        )
    demand("" not in said, f"{which}: nothing is said of the other answers")
    demand(
        step.otherwise in {*said, ""}, f"{which}: nobody reads what is said of all other answers"
    )
