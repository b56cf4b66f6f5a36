"""Single answers of games that are wrong: each is put in place of the right one, and refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boardgames.core.values import evolve
from boardgames.games.koryo import Koryo
from boardgames.games.koryo import State as KoryoState
from boardgames.scene.parts import Area, Item, Mark, Unseen, Zone, face_down
from boardgames.scene.plan import Space, TablePlan
from boardgames.scene.scene import Label, Scene, Several, Touch
from examples.ambush import Ambush
from examples.hanabi import Hanabi
from examples.nines import Nines
from tests.testing.broken_games import AcceptsWhatIsNeverListed
from tests.testing.small_games import Alone, Pairs, Reported, Sealed, Sides, Together


def cards(event: Any) -> Any:
    return event.cards


def set_anyway(found: Any, frozen: Any, name: str, held: object) -> Any:
    object.__setattr__(frozen, name, held)
    return found


def over(state: KoryoState) -> bool:
    return not Koryo(2).to_act(state)


def unmasked(document: Any) -> Any:
    """Return the document of an Event whose card this reader does not see, with a card."""
    return document | {"card": 4} if document.get("card", 0) is None else document


WRONG_ANSWERS: list[tuple[Any, str, Any, str]] = [
    (
        Sealed,
        "view",
        lambda found, state, _: set_anyway(found, state, "seed", state.seed + 1),
        "determinism: .* its hash",
    ),
    (
        Sealed,
        "legal_actions",
        lambda found, _, *seat: found or ("late",) * (not seat),
        "legality: .* after the end",
    ),
    (
        AcceptsWhatIsNeverListed,
        "random_action",
        lambda found, *_: evolve(found, card=0),
        "legality: .* does not list",
    ),
    (
        Sealed,
        "evaluate",
        lambda *_: 0.5,
        r"ends: at the end, evaluate of seat 0 is 0.5, and its utility [01]",
    ),
    (
        Sealed,
        "evaluate",
        lambda found, state, _: found if state.seed < 2 else 0.3,
        r"ends: at the end, .* \(seed 2, ",
    ),
    (
        Koryo,
        "evaluate",
        lambda found, state, _: found if over(state) else state.bank / 99,
        "ends: .* apart",
    ),
    (
        Koryo,
        "evaluate",
        lambda found, state, _: found if over(state) else 1 - found,
        "ends: .* those who lose, in",
    ),
    (
        Hanabi,
        "outcome",
        lambda end, _: end and replace(end, utility=(1.0,) * 2),
        "ends: nobody wins, and utility is",
    ),
    (
        Ambush,
        "label",
        lambda label, _, move: evolve(label, touches=label.touches[move.end < "c" :]),
        "labels: only .* piece that moves lies",
    ),
    (
        Sealed,
        "label",
        lambda found, *_: evolve(found, text=found.text * 2),
        "determinism: the same seed led to another game in another process",
    ),
    (
        Reported,
        "events",
        lambda found, state, *_: found[state.seed > 1 and 4 in state.played[0] :],
        "events: ",
    ),
    (
        Sealed,
        "parse",
        lambda found, _: evolve(found, card=1),
        "round trips: 'commit 3' is read as another",
    ),
    (
        Sealed,
        "determinize",
        lambda found, view, _: set_anyway(found, view, "pile_size", 9),
        "samples: .* the View",
    ),
    (
        Reported,
        "to_json",
        lambda found, _: found | {"seat": 0},
        r"events: Committed\(seat=1, .* its JSON says",
    ),
    (
        Reported,
        "to_json",
        lambda found, _: unmasked(found),
        r"events: Committed\(seat=\d, card=None\) is not what its",
    ),
    (
        Ambush,
        "label",
        lambda label, *_: evolve(label, touches=label.touches[:1]),
        "labels: .* the same, and move .*a5",
    ),
    (
        Nines,
        "round",
        lambda found, _: found - 1,
        "estimates: the first round is 0, which stands for none",
    ),
    (
        Koryo,
        "beginning",
        lambda said, _: [*said[:2], *sorted(said[2:], key=cards)],
        "events: .* beginning depends on",
    ),
]
"""Games, a method of each, what it returns instead of what was found, and what the refusal says."""


ENDINGS: list[tuple[Any, dict[str, Any], str]] = [
    (
        Sealed(2),
        {"winners": ()},
        r"add up to 0 \(no teams\): return from `teams` the seats that win",
    ),
    (Sealed(2), {"utility": (0.5, 0.75)}, "constant_sum', but the utilities .* add up to 1.25 "),
    (
        Pairs(4),
        {"winners": ()},
        r"up to 0 \(counted once for .*\): .* set utility_type to 'general_",
    ),
    (Pairs(4), {"utility": (0.5, 0.0, 0.5, 0.0)}, "add up to 0.5 "),
    (Alone(4), {"winners": ()}, "constant_sum"),
    (Sealed(2), {"utility": (1.0,)}, "for each seat"),
    (Sealed(2), {"utility": (0.5, 0.5), "ranking": ((0, 1),), "winners": (0,)}, "lead"),
    (Together(2), {"utility": (0.25, 0.75)}, "differ"),
    (Together(2), {"scores": (1, 0)}, "scores"),
    (Together(2), {"teams": ()}, "teams"),
    (Sides(4), {"teams": ((0, 2), (1,), (3,))}, "teams are not"),
    (Sides(4), {"utility": (1.0, 0.0, 0.5, 0.0)}, "differ"),
    (Sides(4), {"teams": ((0, 2),)}, "every seat once"),
    (
        Sides(4),
        {"ranking": ((0, 2), (1, 3)), "winners": (), "utility": (0.0, 1.0, 0.0, 1.0)},
        "lower",
    ),
]
"""Games, what is changed in their outcomes, and a part of the refusal."""


def laid(scene: Scene, old: tuple[Item, ...], *new: Item) -> Scene:
    """Return the scene with new items in each zone that has the old ones."""
    areas = []
    for area in scene.areas:
        zones = [evolve(zone, items=new) if zone.items == old else zone for zone in area.zones]
        areas.append(evolve(area, zones=tuple(zones)))
    return evolve(scene, areas=tuple(areas))


def marked(scene: Scene) -> Scene:
    """Return the scene with the pieces that lie face down named and marked, if all of them are in
    one zone.
    """
    items = scene.unseen[0].items
    return laid(
        scene,
        face_down(len(items)),
        *[evolve(item, hidden=True, marks=(Mark("may_be_gone", "may be gone"),)) for item in items],
    )


def leading(scene: Scene) -> Scene:
    """Return the scene with ten times the points of the second seat, and one more."""
    area = scene.areas[2]
    counters = tuple([evolve(each, value=10 * each.value + 1) for each in area.counters])
    return evolve(scene, areas=(*scene.areas[:2], evolve(area, counters=counters)))


def sharing(scene: Scene) -> Scene:
    """Return the scene with two zones in which something lies."""
    one = (Item("1"),)
    return evolve(scene, areas=(Area(0, "", (Zone("a", "a", one), Zone("b", "b", one))),))


def choosing(label: Label, most: int, *pieces: Touch) -> Label:
    return evolve(label, touches=(Touch(0),), several=Several(1, most, pieces))


LESSON = """players = 2\nseed = 1
[[steps]]\nplay = ["2: commit 3"]\ntext = "Choose."
ask = "Which?"\nright = ["commit 1"]\notherwise = "No."
[[steps]]\ntext = "Go on."
"""
"""The learner holds 1, 2 and 4."""
SHOWN: list[tuple[str, Any, str]] = [
    ("goal", lambda _: "Win.\nSoon.", "scenes: the goal is not one line"),
    ("pieces", lambda pieces: {"1": pieces["2"]}, "scenes: the piece '1' calls itself '2'"),
    ("scene", lambda scene: evolve(scene, notes=[]), "scenes: a scene is not what its JSON says"),
    (
        "scene",
        lambda scene: evolve(scene, tip=str(scene.areas)),
        "scenes: the tip changes within laying",
    ),
    (
        "scene",
        lambda scene: evolve(scene, tip=str(scene.viewer and scene.areas)),
        "scenes: the tip changes within lay",
    ),
    ("scene", lambda scene: evolve(scene, race=("coins",)), "scenes: the race is about 'coins'"),
    (
        "scene",
        lambda scene: evolve(leading(scene), race=("points",)),
        r"scenes: the race is the score of each seat in",
    ),
    (
        "scene",
        lambda scene: evolve(scene, areas=(Area(0, "", board=((), ("",))),)),
        r"scenes: .* rows of \[0, 1\]",
    ),
    (
        "scene",
        lambda scene: evolve(scene, areas=(Area(0, "", board=(("a",),)),)),
        "scenes: 'a' is not one cell",
    ),
    (
        "scene",
        lambda scene: evolve(scene, areas=(Area(0, "", board=(("",),), board_rows=("1", "2")),)),
        "scenes: a board has 1 rows and 2 names of rows",
    ),
    (
        "scene",
        lambda scene: evolve(scene, areas=(Area(0, "", board=(("",),), board_columns=("a", "b")),)),
        "scenes: a board has 1 columns and 2 names of columns",
    ),
    (
        "scene",
        lambda scene: evolve(scene, areas=(), plan=TablePlan(share=scene.viewer or 0)),
        "scenes: the plan of the table is not the same throughout the game",
    ),
    (
        "scene",
        lambda scene: evolve(scene, plan=TablePlan()),
        r"scenes: the plan has 0 spaces for '\w+' of '[\w ]+', and not 1",
    ),
    (
        "scene",
        lambda scene: evolve(sharing(scene), plan=TablePlan(seat=(Space(("a", "b"), "", (1,)),))),
        "scenes: a space has 2 zones and 1 numbers of places",
    ),
    (
        "scene",
        lambda scene: evolve(sharing(scene), plan=TablePlan(seat=(Space(("a", "b"), ""),))),
        "scenes: a and b share a space, and all have pieces",
    ),
    (
        "scene",
        lambda scene: laid(scene, face_down(2), Item("joker")),
        "scenes: there is no piece 'joker'",
    ),
    (
        "scene",
        lambda scene: laid(scene, face_down(2), Item("1", 0)),
        r"scenes: a scene is not what its JSON says: .*\.count: expected 1 or more, not 0",
    ),
    (
        "scene",
        lambda scene: laid(scene, face_down(2), Item("1", seat=7)),
        "scenes: there is no seat 7",
    ),
    (
        "scene",
        lambda scene: laid(scene, face_down(2)),
        r"scenes: .* 6 pieces \(0 in 'pile', .*, and the game 8",
    ),
    ("scene", marked, r"face down: a piece with a mark .* in all of \d+ cases"),
    ("unseen", lambda pools: pools * 2, "face down: `unseen` lists a piece or a zone twice"),
    (
        "unseen",
        lambda pools: [evolve(pools[0], zones=(zone,)) for zone in pools[0].zones],
        "face down: `unseen` lists a piece or a zone twice",
    ),
    (
        "unseen",
        lambda pools: [evolve(pools[0], zones=("hand", "pile"))],
        "face down: .* lie face down in 'commit'",
    ),
    (
        "unseen",
        lambda pools: [evolve(pools[0], zones=("hand", "commit"))],
        "face down: .* what lies in 'pile'",
    ),
    (
        "unseen",
        lambda pools: [evolve(pools[0], zones=("hand", "commit")), Unseen(("pile",), ())],
        r"face down: \d",
    ),
    ("label", lambda label: evolve(label, text=" "), "labels: the label of .* is empty"),
    ("label", lambda label: evolve(label, text="Play."), "labels: .* are both labelled 'Play.'"),
    (
        "label",
        lambda label: evolve(label, touches=(Touch(7),)),
        r"labels: .* Touch\(seat=7, .*, which is not there",
    ),
    (
        "label",
        lambda label: evolve(label, touches=(Touch(0),) * (label.text[-1] in "1234")),
        "labels: only one of the",
    ),
    (
        "label",
        lambda label: evolve(label, touches=(Touch(0), Touch(0))),
        "labels: .* touches something twice",
    ),
    ("label", lambda label: choosing(label, 2, Touch(0)), "labels: .*: choose 2 of 1 pieces"),
    (
        "label",
        lambda label: choosing(label, 2, Touch(0), Touch(0)),
        "labels: .* cannot choose as many pieces as the",
    ),
    (
        "label",
        lambda label: choosing(label, 1, Touch(1)),
        "labels: .* is to choose None, and no action does",
    ),
    (
        "label",
        lambda label: choosing(label, int(label.text[-1]), *[Touch(0)] * 8),
        r"labels: .*: \d are left, not \d",
    ),
    (
        "lesson",
        lambda text: text.replace('play = ["2: commit 3"]', ""),
        "lessons: .* others may act, too",
    ),
    (
        "lesson",
        lambda text: text.replace("Choose.", "Choose. " * 90),
        "lessons: .* lines, more than 9",
    ),
    (
        "lesson",
        lambda text: text.replace("Choose.", "Choose 77."),
        "lessons: .* has 77, which is not on the table",
    ),
    (
        "lesson",
        lambda text: text.replace("ask", "look = [{seat = 7}]\nask"),
        "lessons: .* nothing to look at where",
    ),
    (
        "lesson",
        lambda text: text.replace('1"]', '1", "commit 1"]'),
        "lessons: .* is not legal, or is given twice",
    ),
    (
        "lesson",
        lambda text: text.replace('1"]', '1", "commit 3"]'),
        "lessons: .* is not legal, or is given twice",
    ),
    (
        "lesson",
        lambda text: text.replace('1"]', '1", "commit 2", "commit 4"]'),
        "lessons: .* there is no wrong answer",
    ),
    (
        "lesson",
        lambda text: text.replace('"No."', '"No."\nwrong = {"?" = "!"}'),
        r"lessons: .* no legal answer is \?",
    ),
    (
        "lesson",
        lambda text: text.replace('"No."', '"No."\nwrong = {"*" = "!"}'),
        "lessons: .* nobody reads what is said",
    ),
    (
        "lesson",
        lambda text: text.replace('"No."', '""'),
        "lessons: .* nothing is said of the other answers",
    ),
]
"""What is changed in what the words of Laid have or return, and the refusal, which begins with the
name of the check.
"""
