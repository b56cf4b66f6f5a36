from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from operator import gt
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

import boardgames
from boardgames import Game
from boardgames.core.chance import deal, generator
from boardgames.core.values import evolve, replaced, value
from boardgames.games.for_the_king import Action as KingAction
from boardgames.games.for_the_king import ForTheKing
from boardgames.games.for_the_king import State as KingState
from boardgames.games.for_the_king.events import Event as KingEvent
from boardgames.games.for_the_king.events import Passed
from boardgames.games.koryo import Action as KoryoAction
from boardgames.games.koryo import Koryo
from boardgames.games.koryo import State as KoryoState
from boardgames.games.koryo.events import Event as KoryoEvent
from boardgames.games.koryo.events import TurnEnded
from boardgames.games.mundus_novus import MundusNovus
from boardgames.games.mundus_novus import State as MundusState
from boardgames.games.mundus_novus import View as MundusView
from boardgames.kit.declared_game import DeclaredGame
from boardgames.kit.visibility import Spot
from boardgames.scene.events import Event, PieceMove, Place
from boardgames.scene.facts import OnTable, such_that
from boardgames.scene.log import fold, snapshot_of
from boardgames.scene.parts import Area, Item, Mark, Unseen, Zone, face_down
from boardgames.scene.scene import Label, Scene, Several, Touch
from boardgames.testing import CHECKS, check_game, face_down_check
from boardgames.testing.compare import Fault, demand_even
from boardgames.testing.conformance import not_examined, promise, run_check
from boardgames.testing.event_checks import unexplained
from boardgames.testing.probe import Probe, features
from examples.ambush import Ambush, Move
from examples.hanabi import Clue, Hanabi, HanabiWords
from examples.hanabi import State as HanabiState
from examples.hanabi import View as HanabiView
from examples.kuhn_poker import KuhnPoker
from examples.kuhn_poker import State as KuhnState
from examples.kuhn_poker import View as KuhnView
from examples.nines import Nines
from examples.skull import Pass, Skull, SkullWords
from examples.skull import State as SkullState
from tests.testing.broken_games import BROKEN, AcceptsWhatIsNeverListed
from tests.testing.redeals import REDEALS
from tests.testing.small_games import (
    Alone,
    Coins,
    Laid,
    LaidWords,
    Pairs,
    Reported,
    Rounds,
    Scarce,
    Sealed,
    Sides,
    SidesWords,
    Stacked,
    State,
    Steps,
    Together,
    View,
    redeal,
)

OURS = [
    (name, players)
    for name in boardgames.game_names()
    for players in boardgames.game_class(name).player_counts
]
FEWEST = [(name, boardgames.game_class(name).player_counts[0]) for name in boardgames.game_names()]


PAGE = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_every_game_of_the_catalogue_keeps_the_contract(name: str, players: int) -> None:
    worlds, possible = REDEALS.get(name, (None, None))
    check_game(
        boardgames.make(name, players=players),
        games=1,
        positions=2,
        worlds=worlds,
        possible=possible,
    )


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), OURS)
def test_every_game_keeps_the_contract_with_all_numbers_of_players(name: str, players: int) -> None:
    worlds, possible = REDEALS.get(name, (None, None))
    check_game(boardgames.make(name, players=players), worlds=worlds, possible=possible)


@pytest.mark.long
@pytest.mark.parametrize(
    "game",
    [
        Sealed(2),
        Sealed(3),
        Scarce(3),
        Stacked(2),
        Laid(2),
        Reported(2),
        Together(2),
        Sides(4),
        Pairs(4),
        Alone(4),
    ],
    ids=lambda game: f"{game.name}-{game.players}",
)
def test_a_game_of_simultaneous_hidden_commitments_keeps_the_contract(game: Sealed) -> None:
    check_game(game, worlds=redeal)


@pytest.mark.long
@pytest.mark.parametrize(
    "game", [Coins(2), Steps(2), Rounds(2)], ids=lambda game: f"{game.name}-{game.players}"
)
def test_small_games_keep_the_contract(game: Game[Any, Any, Any]) -> None:
    check_game(game)


def probe(game: Game[Any, Any, Any], *, longest: int = 200, **options: Any) -> Probe:
    return Probe(game, 2, 9, longest, **options)


@pytest.mark.long
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_refused_by_the_check_that_names_its_fault(name: str) -> None:
    broken = BROKEN[name]
    with pytest.raises(boardgames.ConformanceError) as caught:
        run_check(
            broken.check, probe(broken.game(2), redeal=broken.worlds, possible=broken.possible)
        )
    assert caught.value.check == broken.check


PLACE = r" \(seed \d+, ply \d+\)"
MESSAGES = {
    "ListInView": rf"purity: View.hand: unhashable type: 'list'; use a tuple.*{PLACE}",
    "ShowsCommits": (
        r"commits: seat \d learns what seat \d commits: in the View, points\[0\] is .* after"
        rf" .*{PLACE}"
    ),
    "TellsCommits": rf"commits: .*: in what is told, .* after .*{PLACE}",
    "RefusesWithKeyError": r"refusing: apply\(state, .*\) .* IllegalActionError, .* KeyError",
    "SaysMoreThanTheTable": (
        r"events: nothing on the table changes with Praised.blame, Praised.praise: say"
    ),
    "CountsGames": r"determinism: the same seed led to another game in the same process: 0, 1",
    "DrawsByMemory in scenes": r"scenes: the scene shows seat 0 more than their View",
    "TeachesNoAction": r"lessons: .*'nonsense'",
    "KeepsState": rf"purity: apply returned the State it was given: commit \d{PLACE}",
    "MutatesOlder": r"purity: a State was changed after it was left: it was {",
    "Endless": r"ends: the random game with seed 0 is not over after 200 plies",
    "EstimatesNothing": rf"ends: evaluate is not between 0 and 1: \[nan, nan\]{PLACE}",
    "NoOutcome": r"ends: no seat may act, and there is no outcome",
    "Duplicates": (
        rf"legality: legal_actions is not sorted, or has one twice: .* before commit 3{PLACE}"
    ),
    "ActsWithoutActions": rf"legality: seat 0 has 0 legal actions, and to_act is \(0, 1\){PLACE}",
    "LosesField": rf"round trips: State: written <State of Sealed>, read <State of Sealed>{PLACE}",
    "VagueNotation": rf"round trips: 3 legal actions are written alike: \['commit'\]{PLACE}",
    "SamplesOtherCards": rf"samples: a sampled world has other pieces{PLACE}",
    "HasOwnGenerator": r"samples: a sample depends on more than its View and generator",
    "DealsByARule": (
        r"possible: a sampled world of seat 1 after commit 8 cannot have come about in a"
        rf" game{PLACE}"
    ),
    "ReportsDrawnCardsToAll": (
        r"told lines: what seat 1 is told of commit 2 depends on what they cannot see:"
        r' "Open\(seat=0, card=\d+, .*" in one world, and "Open\(.*" in another'
    ),
    "ReportsBackwards": (
        r"events: .* does not explain the table: Revealed: 1 of 2 leave 'commit' of player 2"
    ),
    "GlobalRandomInEstimate in ends": (
        r"determinism: the game uses Python's global random generator"
    ),
    "PlaysByOwnGenerator in random play": (
        rf"random play: .* chose two actions with the same generator{PLACE}"
    ),
    "ReportsCommitsToAll in events": (
        r"events: .* goes to 'commit' of player 1, and their View does not say so"
    ),
}


@pytest.mark.parametrize("fault", MESSAGES)
def test_a_fault_is_told_with_what_is_wrong_and_where(fault: str) -> None:
    """Also by a check that does not name it, if only that one runs."""
    name, _, check = fault.partition(" in ")
    broken = BROKEN[name]
    with pytest.raises(boardgames.ConformanceError, match=f"^{MESSAGES[fault]}"):
        run_check(check or broken.check, probe(broken.game(2), possible=broken.possible))


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
        "purity: .* its hash",
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
        r"ends: at the end \(.*, evaluate of seat 0 is 0.5, and its utility [01]",
    ),
    (
        Sealed,
        "evaluate",
        lambda found, state, _: found if state.seed < 2 else 0.3,
        r"ends: at the end \(seed 2, ",
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


@pytest.mark.parametrize(("game", "method", "wrong", "message"), WRONG_ANSWERS)
def test_a_wrong_answer_is_refused(
    game: Any, method: str, wrong: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = game if hasattr(game, method) else type(game(2).words)
    right = getattr(owner, method)
    monkeypatch.setattr(owner, method, lambda *given: wrong(right(*given), *given[1:]))
    with pytest.raises(boardgames.ConformanceError, match=f"^{message}"):
        run_check(message.partition(":")[0], probe(game(2), longest=10_000))


ENDINGS = [
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


@pytest.mark.parametrize(("game", "changed", "part"), ENDINGS)
def test_winners_teams_ranking_and_utility_agree(
    game: Sealed, changed: dict[str, Any], part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_check("ends", probe(game))
    right = type(game).outcome

    def wrong(state: State) -> boardgames.Outcome | None:
        outcome = right(game, state)
        return outcome and replace(outcome, **{"utility": ()} | changed)

    monkeypatch.setattr(game, "outcome", wrong)
    with pytest.raises(boardgames.ConformanceError, match=rf"^ends: .*{part}"):
        run_check("ends", probe(game))


@pytest.mark.parametrize(
    ("teams", "fault"),
    [
        ((), r"the teams are \(\(0, 2\), \(1, 3\)\) in every deal, and the scene of seat 0 does"),
        (((0, 1),), r"the scene shows seat 0 the team \(0, 1\), and the teams are \(\(0, 2\), "),
    ],
)
def test_a_scene_shows_the_teams_that_everybody_knows_and_no_others(
    teams: tuple[tuple[int, ...], ...], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = SidesWords.scene
    run_check("scenes", probe(Sides(4)))
    monkeypatch.setattr(SidesWords, "scene", lambda *given: evolve(right(*given), teams=teams))
    with pytest.raises(boardgames.ConformanceError, match=f"^scenes: {fault}"):
        run_check("scenes", probe(Sides(4)))


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
        lambda scene: laid(scene, face_down(2), Item("joker")),
        "scenes: there is no piece 'joker'",
    ),
    ("scene", lambda scene: laid(scene, face_down(2), Item("1", 0)), "scenes: a zone has 0 of '1'"),
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


@pytest.mark.parametrize(("name", "change", "fault"), SHOWN)
def test_what_a_game_shows_is_refused_with_what_is_wrong(
    name: str, change: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.testing.small_games.State.phase", "laying", raising=False)
    monkeypatch.setattr(LaidWords, "lesson", lambda _: LESSON)
    monkeypatch.setattr(face_down_check, "MARKED", 40)
    game, check = Laid(2), fault.partition(":")[0]
    run_check(check, probe(game))
    right = getattr(LaidWords, name)
    changed = change(right) if name == "goal" else lambda *given: change(right(*given))
    monkeypatch.setattr(LaidWords, name, changed)
    with pytest.raises(boardgames.ConformanceError, match=f"^{fault}"):
        run_check(check, probe(game))


def test_notation_counts_seats_from_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clue, "__str__", lambda clue: f"clue {clue.seat}")
    with pytest.raises(
        boardgames.ConformanceError,
        match=r"^labels: notation counts seats from 1, and 'clue \d' is",
    ):
        run_check("labels", probe(Hanabi(3)))


@pytest.mark.parametrize(
    ("method", "wrong", "fault"),
    [
        (
            "parse",
            lambda found, text: Pass() if "4" in text else found,
            "round trips: 'bid 4' is read as another",
        ),
        (
            "label",
            lambda found, *_: evolve(found, text=found.text.replace("4", "3")),
            "labels: bid 3 and bid 4 ",
        ),
        (
            "legal_actions",
            lambda found, state, *_: [
                each for each in found if "4" not in str(each) or state.seed == 0
            ],
            "choices: legal_actions depends on what seat",
        ),
    ],
)
def test_what_is_legal_at_no_chosen_ply_is_examined_too(
    method: str, wrong: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = Skull if hasattr(Skull, method) else SkullWords
    examined, right = Probe(Skull(3), 1, 3), getattr(owner, method)
    near = {action for ply in examined.chosen for action in examined.game.legal_actions(ply.before)}
    assert [*map(str, {*examined.listed} - near)] == ["bid 4"]
    monkeypatch.setattr(owner, method, lambda *given: wrong(right(*given), *given[1:]))
    with pytest.raises(boardgames.ConformanceError, match=f"^{fault}"):
        run_check(fault.partition(":")[0], examined)


def test_illegal_actions_differ_in_several_fields_from_legal_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Ambush.apply

    def apply(game: Ambush, state: Any, action: Any, seat: int | None = None) -> Any:
        """Accept a move that shares neither start nor end with a legal one."""
        legal = game.legal_actions(state, seat)
        alike = [
            each
            for each in legal
            if isinstance(action, Move) and {each.start, each.end} & {action.start, action.end}
        ]
        return right(
            game,
            state,
            legal[0] if legal and isinstance(action, Move) and not alike else action,
            seat,
        )

    monkeypatch.setattr(Ambush, "apply", apply)
    with pytest.raises(boardgames.ConformanceError, match=r"^refusing: apply accepted"):
        run_check("refusing", probe(Ambush(2)))


def test_a_game_that_cannot_be_pickled_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Sealed(2)
    monkeypatch.setattr(game, "kept", lambda: None, raising=False)
    with pytest.raises(
        boardgames.ConformanceError, match=r"^round trips: the game cannot be pickled: .*lambda"
    ):
        run_check("round trips", probe(game))


def test_notation_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Sealed.parse
    monkeypatch.setattr(Sealed, "parse", lambda game, text: right(game, text.replace("or so", "")))
    with pytest.raises(
        boardgames.ConformanceError, match=r"^reading: 'commit \d or so' is read as 'commit \d'"
    ):
        run_check("reading", probe(Sealed(2)))


class RemembersWhatWasPlayed(Sealed):
    """What a position is worth depends on the last action of any game."""

    last = 0

    def committed(self, state: State, seat: int, card: int) -> State:
        self.last = card
        return super().committed(state, seat, card)

    def evaluate(self, state: State, player: int) -> float:
        found = super().evaluate(state, player)
        return found if self.outcome(state) else found / (2 + self.last)


class ShowsWhatWasPlayedWords(LaidWords):
    """Words that read what the game remembers."""

    game: ShowsWhatWasPlayed

    def scene(self, view: View) -> Scene:
        return evolve(super().scene(view), heading=str(self.game.last))


class ShowsWhatWasPlayed(Laid):
    """What a scene shows depends on the last action of any game."""

    last = 0
    words_type = ShowsWhatWasPlayedWords

    def committed(self, state: State, seat: int, card: int) -> State:
        self.last = card
        return super().committed(state, seat, card)


@pytest.mark.parametrize("cls", [RemembersWhatWasPlayed, ShowsWhatWasPlayed])
def test_a_state_is_worth_the_same_and_looks_the_same_after_other_games(cls: type[Sealed]) -> None:
    with pytest.raises(
        boardgames.ConformanceError, match=r"^purity: the same State gave two answers"
    ):
        run_check("purity", probe(cls(2)))


def test_a_state_that_is_accepted_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KuhnPoker, "check_state", DeclaredGame.check_state)
    with pytest.raises(
        boardgames.ConformanceError, match=r"^reading: .* should refuse; .* does not come to an end"
    ):
        run_check("reading", probe(KuhnPoker(2)))


def test_a_possible_of_its_own_does_not_accept_what_places_do_not_allow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run_check("possible", probe(Hanabi(2)))
    monkeypatch.setattr(Hanabi, "possible", lambda *_: True)
    with pytest.raises(
        boardgames.ConformanceError, match=r"^possible: .* `allowed` does not: ask super"
    ):
        run_check("possible", probe(Hanabi(2)))


class ReadsABet(KuhnPoker):
    """Samples the king more often than the jack where the other has bet."""

    def determinize(self, view: KuhnView, rng: Random) -> KuhnState:
        worlds = [
            super(ReadsABet, self).determinize(view, rng)
            for _ in range(1 + view.said.endswith("b"))
        ]
        return max(worlds, key=lambda world: world.cards if view.seat == 1 else world.cards[::-1])


@pytest.mark.long
def test_a_large_count_may_be_too_rare_to_be_sampled() -> None:
    run_check("reach", Probe(Koryo(2), seed=1300))  # a discard of all seven guardians


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_the_most_uneven_view_is_looked_at_again(seed: int) -> None:
    with pytest.raises(boardgames.ConformanceError, match=r"^frequencies: samples are one-sided"):
        run_check("frequencies", Probe(ReadsABet(2), seed=seed))


class Impossible(Sealed):
    """Its worlds are refused by its own `check_state`."""

    def check_state(self, state: State) -> None:
        if state.seed not in {0, 1}:
            raise boardgames.DecodeError("seed: never dealt")


def test_a_sampled_world_that_the_game_refuses_is_the_fault_of_determinize() -> None:
    with pytest.raises(
        boardgames.ConformanceError, match=r"^samples: .* check_state refuses: seed: never dealt"
    ):
        run_check("samples", probe(Impossible(2)))


def test_worlds_that_the_game_refuses_are_found_before_what_is_told_is_compared() -> None:
    """It is the sampler that is wrong then, and not `tell`."""
    with pytest.raises(boardgames.ConformanceError, match=r"^views: .*: seed: never"):
        run_check("views", probe(Impossible(2)))


class CrashesLate(Sealed):
    """Cannot sample its own Views."""

    def determinize(self, view: Any, rng: Random) -> State:  # noqa: ARG002  # its own View
        raise KeyError("x")


def test_what_fails_without_a_change_is_not_the_fault_of_reading() -> None:
    with pytest.raises(
        boardgames.ConformanceError,
        match=r"^the game .*KeyError: 'x' in determinize .*'reading'",
    ):
        run_check("reading", probe(CrashesLate(2)))
    with pytest.raises(
        boardgames.ConformanceError,
        match=r"(?m)^existence: .*KeyError: 'x' in determinize \(test_.*\) \(seed \d+, ply \d+\)$",
    ):
        run_check("existence", probe(CrashesLate(2)))


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_no_other_check_refuses_a_broken_game_before(name: str) -> None:
    broken = BROKEN[name]
    with pytest.raises(boardgames.ConformanceError) as caught:
        check_game(
            broken.game(2),
            games=2,
            positions=9,
            longest=200,
            worlds=broken.worlds,
            possible=broken.possible,
        )
    assert caught.value.check == broken.check


@pytest.mark.parametrize(
    "name", [name for name, broken in BROKEN.items() if broken.worlds or broken.possible]
)
def test_some_faults_are_found_only_by_what_the_caller_passes(name: str) -> None:
    broken = BROKEN[name]
    run_check(broken.check, probe(broken.game(2)))


def test_every_check_has_refused_some_game() -> None:
    assert {broken.check for broken in BROKEN.values()} == set(CHECKS)


def test_every_broken_game_says_what_is_wrong() -> None:
    assert all((broken.game.__doc__ or "").rstrip().endswith(".") for broken in BROKEN.values())


def test_the_page_lists_every_check_in_order() -> None:
    assert re.findall(r"^\| `([a-z ]+)` \|", PAGE, re.MULTILINE) == list(CHECKS)


def test_every_check_states_its_promise() -> None:
    assert all(
        re.match(r"Demand that [\w`][^.]*\.\s*(\n\n|$)", check.__doc__ or "")
        for check in CHECKS.values()
    )


def test_positions_are_chosen_so_that_every_phase_and_action_occurs() -> None:
    """Of 100 turns a few are wild: whatever positions are looked at, one of these is among them."""
    game = Steps(2)
    found = {feature for ply in probe(game).chosen for feature in features(game, ply)}
    assert {"action Step", "action Shout"} <= found


@pytest.mark.parametrize("seed", [0, 50])
def test_positions_are_chosen_from_all_rounds_and_with_every_sort_of_change(seed: int) -> None:
    """As far as there is room; here there is."""
    looked_at = Probe(boardgames.make("koryo", players=3), positions=24, seed=seed)
    found = {feature for ply in looked_at.chosen for feature in features(looked_at.game, ply)}
    assert {f"round {season}" for season in range(1, 9)} <= found


class ShowsTheLastChoice(MundusNovus):
    """Once a single seat has to choose, the others see how much it has chosen so far is worth."""

    def view(self, state: MundusState, player: int | None) -> MundusView:  # type: ignore[misc]  # broken on purpose
        """Show it as the seat's own number of steps."""
        view = super().view(state, player)
        if len(state.owing) != 1 or player == state.owing[0]:
            return view
        return evolve(view, steps=hash(state.hidden.chosen[state.owing[0]]) % 1000)


def test_nobody_sees_what_the_last_to_choose_has_chosen_so_far() -> None:
    with pytest.raises(boardgames.ConformanceError, match=r"^commits: .*: in the View, steps is"):
        run_check("commits", probe(ShowsTheLastChoice(3), longest=10_000))
    run_check("commits", probe(MundusNovus(3), longest=10_000))


@pytest.mark.parametrize(("name", "phases", "actions"), [("koryo", 3, 8), ("for_the_king", 6, 9)])
def test_positions_are_chosen_from_all_phases_of_our_games(
    name: str, phases: int, actions: int
) -> None:
    game = boardgames.make(name, players=3)
    looked_at = Probe(game)
    found = {feature for ply in looked_at.chosen for feature in features(game, ply)}
    assert sum(each.startswith("phase") for each in found) == phases
    assert sum(each.startswith("action") for each in found) == actions


def test_a_class_that_no_other_process_can_import_is_refused() -> None:
    local = type("Local", (Sealed,), {"__qualname__": "test.<locals>.Local"})
    with pytest.raises(
        boardgames.ConformanceError, match="cannot import a class inside a function"
    ):
        check_game(local(2))


def test_a_game_that_fails_in_the_other_process_only_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Sealed, "options", lambda _: {"unheard": 1})
    with pytest.raises(
        boardgames.ConformanceError, match=r"in another process, the game raised TypeError.*unheard"
    ):
        check_game(Sealed(2))


class Careless(Sealed):
    """Its `apply` fails at the first reveal, in a method of its own."""

    def drawn(self, pile: list[int], state: State) -> list[int]:
        return [pile.index(0), *super().drawn(pile, state)]


def test_an_exception_that_the_game_raises_is_reported_as_such() -> None:
    """It names the method and the line; the check during which it came up comes last."""
    with pytest.raises(boardgames.ConformanceError) as caught:
        check_game(Careless(2))
    place = r" in drawn \(test_conformance\.py, line \d+\), .* 'purity'"
    assert re.fullmatch(rf"the game .*ValueError: 0 is not in list{place}", str(caught.value))
    assert isinstance(caught.value.__cause__, ValueError)
    assert caught.value.check == "purity"


def test_an_exception_in_a_later_check_names_that_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sealed, "inventory", lambda _, state: state.no_such_field)
    with pytest.raises(
        boardgames.ConformanceError, match=r"(?m)^the game .*AttributeError.*'conservation'$"
    ) as caught:
        check_game(Sealed(2))
    assert isinstance(caught.value.__cause__, AttributeError)


def test_a_game_that_is_over_before_it_begins_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sealed, "to_act", lambda _, __: ())
    with pytest.raises(boardgames.ConformanceError, match=r"^ends: .* over before it begins"):
        check_game(Sealed(2))


def test_a_redeal_that_a_seat_can_see_is_refused() -> None:
    """The fault may be in the View or in `worlds`: the message names both places."""
    with pytest.raises(
        boardgames.ConformanceError, match=r"^views: the View of seat 0 shows what a redeal"
    ):
        check_game(Sealed(2), worlds=lambda state, _, rng: redeal(state, None, rng))


def in_vain(state: State, _: int | None, rng: Random) -> State:
    rng.shuffle([*state.pile])
    return state


def lost(state: State, _: int | None, __: Random) -> State:
    return evolve(state, pile=(state.pile[len(state.pile)],))


@pytest.mark.parametrize(
    ("worlds", "message"),
    [
        (in_vain, r"views: worlds changed nothing in any of \d+ States, so it finds no leak"),
        (lambda *_: None, r"views: worlds returned None, not a State"),
        (lost, r"worlds .*IndexError: .* in lost \(test_conformance\.py, line \d+\), .*'views'"),
    ],
)
def test_worlds_that_would_find_nothing_are_told_from_faults_of_the_game(
    worlds: Any, message: str
) -> None:
    with pytest.raises(boardgames.ConformanceError, match=message):
        run_check("views", probe(Sealed(2), redeal=worlds))


@pytest.mark.parametrize(
    ("possible", "message"),
    [
        (lambda _: "why not", r"^possible: possible returned 'why not', not a bool"),
        (lambda _: int("x"), r"^possible .*ValueError: .* in <lambda> \(.*'possible'"),
        (
            lambda state: 0 not in state.pile,
            r"^possible: a redealt world of seat \d cannot have come about",
        ),
    ],
)
def test_a_function_possible_says_yes_or_no_and_yes_of_redealt_worlds(
    possible: Any, message: str
) -> None:
    with pytest.raises(boardgames.ConformanceError, match=message):
        run_check(
            "possible",
            probe(Sealed(2), redeal=lambda state, *_: evolve(state, pile=(0,)), possible=possible),
        )


class Silent(ForTheKing):
    """Does not report that a player passes."""

    def events(
        self, state: KingState, action: KingAction, player: int | None = None
    ) -> tuple[KingEvent, ...]:
        return tuple(
            [
                event
                for event in super().events(state, action, player)
                if not isinstance(event, Passed)
            ]
        )


class Stammering(Koryo):
    """Reports twice that a player ends their turn."""

    def events(
        self, state: KoryoState, action: KoryoAction, player: int | None = None
    ) -> tuple[KoryoEvent, ...]:
        happened = super().events(state, action, player)
        return (*happened, *[event for event in happened if isinstance(event, TurnEnded)])


@pytest.mark.parametrize(
    ("cls", "fault"),
    [
        (Silent, r"^events: no event says what happens at pass \(seed 0, ply \d+\)"),
        (
            Stammering,
            r"^events: TurnEnded\(seat=\d\), which changes nothing, is reported twice at end \(",
        ),
    ],
)
def test_events_that_change_nothing_are_neither_forgotten_nor_reported_twice(
    cls: type[Game[Any, Any, Any]], fault: str
) -> None:
    with pytest.raises(boardgames.ConformanceError, match=fault):
        run_check("events", probe(cls(2), longest=10_000))


@pytest.mark.parametrize(
    "where", [OnTable(lambda at: at.event.seat), such_that("seat", lambda _: True)]
)
def test_a_fact_that_is_looked_up_in_the_event_is_none(
    where: OnTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardgames.testing.event_checks._facts", lambda _: {"seat": where})
    with pytest.raises(
        boardgames.ConformanceError, match=r"^events: \w+\.seat is looked up in the event itself: "
    ):
        run_check("events", probe(Reported(2)))


def test_the_report_names_events_that_did_not_come_up() -> None:
    examined = probe(boardgames.make("koryo", players=2), longest=10_000)
    run_check("events", examined)
    said = [
        each for each in not_examined(examined) if each.startswith("Events that did not come up: ")
    ]
    assert len(said) == 1
    assert "CharactersLost" in said[0]
    assert "TokenTaken" not in said[0]


@pytest.mark.long
def test_a_function_possible_that_refuses_real_games_is_refused() -> None:
    with pytest.raises(
        boardgames.ConformanceError, match=r"possible\(\) refuses a State of a real game"
    ):
        check_game(Sealed(2), possible=lambda _: False)


@pytest.mark.long
def test_the_report_says_what_was_held_and_what_was_not_looked_at() -> None:
    report = check_game(Reported(2), games=1, positions=3, possible=lambda _: True)
    assert [result.check for result in report.results] == [
        name for name in CHECKS if name != "lessons"
    ]
    assert not any(result.fault for result in report.results)
    assert f"{len(CHECKS) - 1} of {len(CHECKS) - 1} promises held" in str(report)
    assert "`worlds`" in str(report)
    assert "`event_types`" not in str(report)


def test_an_error_names_the_file_and_the_promise_in_a_note() -> None:
    with pytest.raises(boardgames.ConformanceError) as caught:
        run_check("ends", probe(BROKEN["NoOutcome"].game(2)))
    (note,) = caught.value.__notes__
    assert note.startswith(
        "NoOutcome in broken_games.py should keep this promise: random games end, with an outcome"
    )


@pytest.mark.parametrize(
    ("name", "check", "found"),
    [("Endless", "purity", "ends"), ("GlobalRandomInEstimate", "ends", "determinism")],
)
def test_a_fault_that_another_check_comes_upon_quotes_its_own_promise(
    name: str, check: str, found: str
) -> None:
    with pytest.raises(boardgames.ConformanceError) as caught:
        run_check(check, probe(BROKEN[name].game(2)))
    assert caught.value.check == found
    assert caught.value.__notes__[0].endswith(f"should keep this promise: {promise(found)}")


def test_a_thorough_check_takes_more_of_everything() -> None:
    little, much = (probe(Steps(2), thorough=each) for each in (False, True))
    assert len(much.walks) == 5 * len(little.walks)
    assert len(much.chosen) > len(little.chosen)
    assert len(much.worlds) > 5 * len(little.worlds)


class NotesNoDenial(Hanabi):
    """A clue is noted for the cards that it names only: that the others are not so is forgotten."""

    def act(self, state: HanabiState, action: Any, seat: int) -> HanabiState:
        after = super().act(state, action, seat)
        if not isinstance(action, Clue):
            return after
        cards = zip(
            state.hands[action.seat],
            state.can_be[action.seat],
            after.can_be[action.seat],
            strict=True,
        )
        known = [now if action.named in card else before for card, before, now in cards]
        return evolve(after, can_be=replaced(state.can_be, action.seat, tuple(known)))


class ForgetsWhoHasNoSkull(Skull):
    """That a seat has lost its skull is not known any more in the round after the next."""

    def act(self, state: SkullState, action: Any, seat: int) -> SkullState:
        after = super().act(state, action, seat)
        return (
            after
            if after.round == state.round
            else evolve(after, gone=tuple(map(gt, after.gone, state.gone)))
        )


def test_samples_remember_what_was_known_before_the_table_was_cleared() -> None:
    with pytest.raises(
        boardgames.ConformanceError, match=r"^frequencies: samples forget what \w+ has shown: hands"
    ):
        run_check("frequencies", Probe(ForgetsWhoHasNoSkull(3)))


class MarksFromTheNewestWords(HanabiWords):
    """Hanabi with marks from the other end."""

    def marks(self, view: HanabiView, place: Spot) -> tuple[str, ...]:
        size = 0 if place.owner is None else len(view.hands[place.owner])
        return super().marks(
            view, place._replace(number=size - 1 - place.number) if size else place
        )


class MarksFromTheNewest(Hanabi):
    """Shows what is known of a card beside another one: counted from the other end of the hand."""

    words_type = MarksFromTheNewestWords


def test_marks_change_beside_the_place_that_is_told_of() -> None:
    with pytest.raises(
        boardgames.ConformanceError,
        match=r"^scenes: marks change beside places of which nothing new",
    ):
        run_check("scenes", Probe(MarksFromTheNewest(2)))


@pytest.mark.parametrize(
    "fault",
    [
        "shuffling: round 5 begins with what was dealt",
        (
            r"determinism: chance event \d is drawn at two plies, after the beginning and after"
            r" seed 0, ply "
        ),
    ],
)
def test_no_round_deals_again_what_an_earlier_one_has_dealt(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fifth, say, what the first one did."""
    monkeypatch.setattr(
        "examples.nines.deal",
        lambda cards, count, seed, number: deal(cards, count, seed, number % 4),
    )
    with pytest.raises(boardgames.ConformanceError, match=f"^{fault}"):
        run_check(fault.partition(":")[0], Probe(Nines(2)))


@pytest.mark.long
def test_samples_do_not_have_what_an_action_denies() -> None:
    with pytest.raises(
        boardgames.ConformanceError,
        match=r"^frequencies: samples have what an action denies: after C",
    ):
        run_check("frequencies", Probe(NotesNoDenial(2)))


@pytest.mark.parametrize(("share", "taken"), [(0.5, 300), (0.65, 600), (0.9, 300)])
def test_more_pairs_are_counted_only_while_a_fact_is_in_doubt(share: float, taken: int) -> None:
    rng, left = generator(1, 4), iter(range(3000))
    one, none = {("card", "1")}, set[tuple[str, str]]()
    pairs = ((0, one, none) if rng.random() < share else (0, none, one) for _ in left)
    chunks = (islice(pairs, 300) for _ in range(10))
    with nullcontext() if share == 0.5 else pytest.raises(Fault, match="one-sided: card is 1 in"):
        demand_even(chunks, "one-sided", "here", "there")
    assert 3000 - len([*left]) == taken


@value
class TurnedUp(Event):
    """A card turns face up where it lies."""

    card: str

    def changes(self) -> tuple[PieceMove, ...]:
        """Move it to where it lies."""
        place = Place(0, "hand")
        return (PieceMove(self.card, 1, place, place),)


def test_a_move_within_a_zone_turns_a_card_up() -> None:
    def hand(*items: Item) -> Scene:
        return Scene(
            None, "Cards", "", (Area(0, "Player 1", (Zone("hand", "Hand", items),)),), (), ""
        )

    down, shown = hand(Item(None, 2, hidden=True)), hand(Item(None, 1, hidden=True), Item("ace", 1))
    before = snapshot_of(down, 0)
    assert unexplained(fold(before, TurnedUp("ace").changes()), down, shown) is None
    assert unexplained(before, down, shown) is not None
    assert unexplained(fold(before, TurnedUp("king").changes()), down, shown) is not None


def test_where_equal_cards_are_told_apart_by_their_order_those_behind_are_moved_again() -> None:
    def hand(*cards: str) -> Scene:
        zone = Zone("hand", "Hand", tuple([Item(card, 1) for card in cards]), ordered=True)
        return Scene(None, "Cards", "", (Area(0, "Player 1", (zone,)),), (), "")

    full, left, place = hand("ace", "king", "ace"), hand("king", "ace"), Place(0, "hand")
    played = fold(snapshot_of(full, 0), [PieceMove("ace", 1, place, None)])
    fault = unexplained(played, full, left)
    assert fault is not None
    assert "in the order ace, king, in the scene king, ace" in fault
    assert (
        unexplained(
            fold(played, [PieceMove(card, 1, place, place) for card in ("king", "ace")]), full, left
        )
        is None
    )


class WrongPlaces(Hanabi):
    """The limits of its places are wrong in a way that each test chooses."""

    wrong: ClassVar[Callable[[Any, Spot, Any], Any]]

    def allowed(self, table: Any, place: Spot) -> Any:
        return type(self).wrong(table, place, super().allowed(table, place))


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (
            lambda _, place, limit: limit if place.owner != 1 else 7,
            r"returned 7, not a collection of pieces or None",
        ),
        (
            lambda _, place, limit: limit if place.owner != 1 else (each for each in limit),
            r"returned <generator .*, not a collection of pieces or None",
        ),
        (
            lambda _, place, limit: limit if place.owner != 1 else {"r9"},
            r"returned \{'r9'\}, but '\w\d' lies there, in hands of seat 1",
        ),
        (
            lambda table, place, limit: (
                limit if place.owner != 1 or "?" not in table.hands[1] else None
            ),
            r"returned .* for the State, and None for the View of seat 1: it may depend on",
        ),
    ],
)
def test_wrong_limits_are_told_with_field_owner_piece_and_what_they_are(
    wrong: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WrongPlaces, "wrong", staticmethod(wrong), raising=False)
    place = r"Spot\(field='hands', owner=1, number=\d\)"
    with pytest.raises(
        boardgames.ConformanceError, match=rf"^existence: allowed\(state, {place}\) {fault}"
    ):
        run_check("existence", Probe(WrongPlaces(2), 2, 9))
