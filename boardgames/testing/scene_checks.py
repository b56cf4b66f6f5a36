"""The checks of pieces, scenes and score sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, cycle, groupby, pairwise
from typing import Any, NamedTuple

from boardgames.core.chance import generator
from boardgames.core.codec import from_json, to_json
from boardgames.core.errors import DecodeError
from boardgames.play.seat_order import Teams, fixed_teams
from boardgames.scene.parts import Area, Item, Piece
from boardgames.scene.plan import Space
from boardgames.scene.scene import Scene
from boardgames.testing.compare import demand_same
from boardgames.testing.law import AnyGame, Violation, demand, law, viewer_name
from boardgames.testing.probe import Ply, Probe
from boardgames.testing.reading import Reading

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
    game = probe.game
    goal = game.words.goal
    demand(goal == " ".join(goal.split()), f"the goal is not one line: {goal!r}")
    _tips_stay(probe)
    _races(probe)
    _marks_change_where_something_is_new(probe)
    pieces = game.words.pieces()
    _pieces_know_their_keys(pieces)
    fixed = fixed_teams(game)
    plan = game.words.scene(game.view(game.new_game(probe.seed), None)).plan
    for number, ply in enumerate(probe.visit(probe.chosen)):
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            scene = game.words.scene(view)
            world = game.determinize(view, generator(probe.seed, number))
            in_world = game.words.scene(game.view(world, viewer))
            _is_the_same_in_a_world(scene, in_world)
            _is_headed(game.words.headings(view), scene)
            reading = Reading(scene)
            for item in reading.items:
                _is_known(game, pieces, item)
            for area in scene.areas:
                _board_is_whole(area)
                _has_its_places(scene, area)
            demand(scene.plan == plan, "the plan of the table is not the same throughout the game")
            _has_every_piece(game, ply.before, reading)
            _shows_the_teams(game, ply.before, scene, fixed)


@law("`pieces` is made with the keys of another list.")
def _pieces_know_their_keys(pieces: Mapping[str, Piece]) -> None:
    """Demand that each piece is called by its key."""
    for key, piece in pieces.items():
        demand(piece.key == key, f"the piece {key!r} calls itself {piece.key!r}")


@law("`scene` remembers a State, or a part of it is a list.")
def _is_the_same_in_a_world(scene: Scene, other: Scene) -> None:
    """Demand that a scene is what its JSON says, and the same in all worlds of a View."""
    document = to_json(scene)
    fault = "a scene is not what its JSON says"
    try:
        read = from_json(Scene, document)
    except DecodeError as error:
        raise Violation(f"{fault}: {error}") from error
    demand(read == scene, fault)
    if other != scene:
        fault = f"the scene shows {viewer_name(scene.viewer)} more than their View"
        demand_same(document, to_json(other), fault, "in the game", "in another world")


@law("`headings` is written beside `scene`: let one of them ask the other.")
def _is_headed(headings: tuple[str, str], scene: Scene) -> None:
    """Demand that a log is headed as the table is."""
    fault = f"`headings` says {headings}, and the scene {(scene.heading, scene.stage)}"
    demand(headings == (scene.heading, scene.stage), fault)


@law(
    "A zone lists a piece that `pieces` lacks, or one that is not there any more.",
    "game.words.scene(game.view(ply.before, ply.player)).areas",
)
def _is_known(game: AnyGame, pieces: Mapping[str, Piece], item: Item) -> None:
    """Demand that what lies on the table is a piece, there, and of a seat."""
    if item.piece is not None:
        demand(item.piece in pieces, f"there is no piece {item.piece!r}")
    if item.seat is not None:
        is_seat = item.seat in range(game.players)
        demand(is_seat, f"there is no seat {item.seat}")


@law("`tip` says what is happening: say what one can do in this phase.")
def _tips_stay(probe: Probe) -> None:
    """Demand that the tip of a viewer does not change within a phase."""
    game = probe.game
    for viewer, walked in zip(cycle(probe.viewers()), probe.walks, strict=False):
        by_phase = groupby(walked[:TIPS_READ], key=lambda ply: getattr(ply.before, "phase", None))
        for phase, plies in by_phase:
            if phase is None:
                continue
            views = [game.view(ply.before, viewer) for ply in plies]
            tips = [game.words.scene(view).tip for view in views]
            for earlier, tip in pairwise(tips):
                fault = f"the tip changes within {phase}: {earlier!r}, then {tip!r}"
                demand(earlier == tip, fault)


class _Ending(NamedTuple):
    """What the last scene of a game says of the race, and who has won."""

    race: tuple[str, ...]
    counts: list[dict[str, int]]
    """By seat: its counters."""
    score: Sequence[int]
    winners: Sequence[int]


def _races(probe: Probe) -> None:
    game = probe.game
    endings: list[_Ending] = []
    for ply in probe.scouted.last:
        scene = game.words.scene(game.view(ply.after, None))
        outcome = game.outcome(ply.after)
        counts = [{each.key: each.value for each in area.counters} for area in scene.seats]
        winners = () if outcome is None else outcome.winners
        if scene.race:
            endings.append(_Ending(scene.race, counts, game.score(ply.after), winners))
    for ending in endings:
        _race_is_between_all_seats(ending)
    _winners_lead(endings)
    _race_is_the_score_of_all_or_none(endings, len(probe.scouted.last))


@law("`race` names a counter of the centre, or one that a seat lacks.")
def _race_is_between_all_seats(ending: _Ending) -> None:
    """Demand that the race is between counters of all seats."""
    for key in ending.race:
        everybody_has_it = all(key in each for each in ending.counts)
        demand(everybody_has_it, f"the race is about {key!r}, which not all seats have")


@law("`race` begins with what breaks ties, not with what decides.")
def _winners_lead(endings: Sequence[_Ending]) -> None:
    """Demand that a winner leads the race in at least three of four games."""
    led = ended = 0
    for ending in endings:
        if ending.winners:
            numbers = [each[ending.race[0]] for each in ending.counts]
            ended += 1
            led += max(numbers) in [numbers[seat] for seat in ending.winners]
    fault = f"a winner led the race at the end of {led} of {ended} games only"
    demand(4 * led >= 3 * ended, fault)


@law("The counter in the race is wrong for some seats.")
def _race_is_the_score_of_all_or_none(endings: Sequence[_Ending], total: int) -> None:
    """Demand that the race is the score of all seats if it is always that of one."""
    by_seat = Counter[int]()
    for ending in endings:
        key = ending.race[0]
        for seat, points in enumerate(ending.score):
            by_seat[seat] += ending.counts[seat][key] == points
    numbers = [*by_seat.values()]
    most = max(numbers, default=0)
    least = min(numbers, default=0)
    fault = f"the race is the score of each seat in {numbers} of {total} games"
    demand(most < total or 2 * least > total, fault)


@law("Marks count places from the other end, or of another seat.")
def _marks_change_where_something_is_new(probe: Probe) -> None:
    """Demand that marks of face-down pieces in an order mostly change where a View says something
    new.
    """
    is_beside = list[bool]()
    for number, ply in enumerate(probe.spread(PLIES)):
        for viewer in probe.turns(number, 1):
            is_beside += _marked_beside(probe.game, ply, viewer)
    wrong, total = sum(is_beside), len(is_beside)
    fault = f"marks change beside places of which nothing new is known, in {wrong} of {total} cases"
    demand(total < FEWEST_MARKED or 4 * wrong <= total, fault)


def _marked_beside(game: AnyGame, ply: Ply, viewer: int | None) -> Iterator[bool]:
    """Yield whether marks change at a place of which the View says nothing new, if they change, and
    it says something new of marked places.
    """
    view = game.view(ply.before, viewer)
    next_view = game.view(ply.after, viewer)
    before = Reading(game.words.scene(view)).marks()
    after = Reading(game.words.scene(next_view)).marks()
    in_both = before.keys() & after.keys()
    changed = {lying for lying in in_both if before[lying] != after[lying]}
    if not changed:
        return
    new = _changed_entries(game, view, next_view)
    known = {lying for lying in after if (lying.seat, lying.place) in new}
    if known:
        yield not changed <= known


def _changed_entries(game: AnyGame, view: object, next_view: object) -> set[tuple[int, int]]:
    """Return seat and index of what has changed in fields with a list for each seat, in which each
    place has an entry.
    """
    old: Any = game.to_json(view)
    new: Any = game.to_json(next_view)
    changed = set[tuple[int, int]]()
    if not isinstance(new, dict):
        return changed
    for name, now in new.items():
        before = old.get(name)
        are_lists = isinstance(before, list) and isinstance(now, list)
        if not are_lists or not len(before) == len(now) == game.players:
            continue
        for seat, (was, row) in enumerate(zip(before, now, strict=True)):
            if isinstance(was, list) and isinstance(row, list):
                both = enumerate(zip(was, row, strict=False))
                changed |= {(seat, index) for index, (one, other) in both if one != other}
    return changed


@law("A row of the board is too short, or a cell is no zone.")
def _board_is_whole(area: Area) -> None:
    """Demand that the cells of a board are zones of its area, each once, in rows of the same
    length.
    """
    lengths = [len(row) for row in area.board]
    demand(len({*lengths}) <= 1, f"a board has rows of {lengths} cells")
    rows = len(lengths)
    columns = max(lengths, default=0)
    named = len(area.board_rows)
    demand(named in {0, rows}, f"a board has {rows} rows and {named} names of rows")
    named = len(area.board_columns)
    demand(named in {0, columns}, f"a board has {columns} columns and {named} names of columns")
    zones = Counter([zone.key for zone in area.zones])
    cells = Counter(chain(*area.board))
    del cells[""]  # where nothing is
    for key in cells:
        is_one = cells[key] == zones[key] == 1
        demand(is_one, f"{key!r} is not one cell and one zone of {area.name!r}")


@law("`Scene.plan` forgets a zone, or lets zones share a space that are in use together.")
def _has_its_places(scene: Scene, area: Area) -> None:
    """Demand that the plan has a space for each zone but the cells of boards, and that only one of
    the zones that share a space has pieces.
    """
    if scene.plan is None:
        return
    spaces = scene.plan.centre if area.seat is None else scene.plan.seat
    _count_their_places(spaces)
    planned = Counter[str]()
    for space in spaces:
        planned.update(space.zones)
    sizes = {zone.key: zone.size for zone in area.zones}
    cells = {*chain(*area.board)}
    for key in sizes.keys() - cells:
        fault = f"the plan has {planned[key]} spaces for {key!r} of {area.name!r}, and not 1"
        demand(planned[key] == 1, fault)
    for space in spaces:
        used = [key for key in space.zones if sizes.get(key)]
        demand(len(used) <= 1, f"{' and '.join(used)} share a space, and all have pieces")


@law("A zone was added to a `Space`, and not the number of its places.")
def _count_their_places(spaces: Sequence[Space]) -> None:
    """Demand that spaces say how many places each of their zones has, or none of them."""
    for space in spaces:
        zones, numbers = len(space.zones), len(space.places)
        fault = f"a space has {zones} zones and {numbers} numbers of places"
        demand(numbers in {0, zones}, fault)


@law(
    "A zone is missing from the scene, or its `size` does not count what is hidden.",
    "game.inventory(ply.before), game.words.scene(game.view(ply.before, None)).areas",
)
def _has_every_piece(game: AnyGame, state: object, reading: Reading) -> None:
    """Demand that every piece lies in one zone or is counted, if the game has an inventory."""
    inventory = game.inventory(state)
    there = sum(inventory.values())
    if not there or not reading.scene.areas:
        return
    pieces = {str(piece) for piece in inventory}
    places = reading.places_of(pieces)
    shown = sum(places.values())
    listed = [f"{number} in {key!r}" for key, number in places.items()]
    fault = f"the scene has {shown} pieces ({', '.join(listed)}), and the game {there}"
    demand(shown == there, fault)


@law("`Scene.teams` is not set, or shows a team before everybody knows it.")
def _shows_the_teams(game: AnyGame, state: object, scene: Scene, fixed: Teams) -> None:
    """Demand that a scene shows teams of the State only, and those that everybody knows."""
    reader = viewer_name(scene.viewer)
    teams = game.teams(state)
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
    for walked in probe.walks:
        for state in (walked[len(walked) // 2].before, walked[-1].after):
            _adds_up(probe.game, state)


@law("A line of the score sheet is missing, or counted by other rules than `score`.")
def _adds_up(game: AnyGame, state: object) -> None:
    """Demand that the columns of a score sheet add up to the score."""
    totals = game.words.score_sheet(state).totals
    score = game.score(state)
    fault = f"the sheet adds up to {totals}, and the score is {score}"
    demand(totals == score, fault, expected=score, came=totals)
