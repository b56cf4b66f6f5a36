from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext, suppress
from copy import copy
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Annotated, Any, ClassVar

import pytest

import boardgames
from boardgames import Game
from boardgames.core.chance import generator
from boardgames.core.values import evolve, value
from boardgames.games.mundus_novus import MundusNovus
from boardgames.kit.declared_game import DeclaredGame
from boardgames.kit.visibility import Spot
from boardgames.scene.events import Event, PieceMove, Place
from boardgames.scene.facts import OnTable, such_that
from boardgames.scene.log import fold, snapshot_of
from boardgames.scene.parts import Area, Item, Zone
from boardgames.scene.scene import Scene
from boardgames.testing import CHECKS, check_game
from boardgames.testing.compare import demand_even
from boardgames.testing.conformance import not_examined, run_check
from boardgames.testing.event_checks import unexplained
from boardgames.testing.law import Violation, promise
from boardgames.testing.probe import Probe, features
from examples.ambush import Ambush, Move
from examples.hanabi import Clue, Hanabi
from examples.kuhn_poker import KuhnPoker
from examples.nines import Nines
from examples.skull import Pass, Skull, SkullWords
from tests.testing.broken_examples import (
    FAULTS,
    ForgetsItsTeams,
    ForgetsWhoHasNoSkull,
    MarksFromTheNewest,
    NotesNoDenial,
    ReadsABet,
    RemembersWhatWasPlayed,
    ShowsTheLastChoice,
    ShowsWhatWasPlayed,
    Silent,
    Stammering,
)
from tests.testing.broken_games import BROKEN, TellsDrawnCards
from tests.testing.redeals import REDEALS
from tests.testing.showing import Showing
from tests.testing.small_games import (
    Alone,
    Coins,
    Committed,
    Drawn,
    Laid,
    LaidWords,
    Pairs,
    Reported,
    Revealed,
    Rounds,
    Scarce,
    Scored,
    Sealed,
    Sides,
    SidesWords,
    Stacked,
    State,
    Steps,
    Together,
    redeal,
)
from tests.testing.wrong_answers import ENDINGS, LESSON, SHOWN, WRONG_ANSWERS, marked
from tests.workshop import Workshop

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
    "game",
    [Coins(2), Steps(2), Rounds(2), Showing(2)],
    ids=lambda game: f"{game.name}-{game.players}",
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
    "ListInView": rf"determinism: View.hand: unhashable type: 'list'; use a tuple.*{PLACE}",
    "ShowsCommits": (
        r"commits: seat \d learns what seat \d commits: in the View: points\[0\] is .* after"
        rf" .*{PLACE}"
    ),
    "TellsCommits": rf"commits: .*: in what is told: .* after .*{PLACE}",
    "RefusesWithKeyError": r"refusing: apply\(state, .*\) .* IllegalActionError, .* KeyError",
    "SaysMoreThanTheTable": (
        r"events: nothing on the table changes with Praised.blame, Praised.praise: say"
    ),
    "CountsGames": r"determinism: the same seed led to another game in the same process: 0, 1",
    "DrawsByMemory in scenes": r"scenes: the scene shows seat 0 more than their View",
    "HeadsItsLogOtherwise": r"scenes: `headings` says .* as told.*, and the scene \('",
    "TeachesNoAction": r"lessons: .*'nonsense'",
    "KeepsState": rf"determinism: apply returned the State it was given: commit \d{PLACE}",
    "MutatesOlder": r"determinism: a State was changed after it was left: it was {",
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
        r"samples: a sampled world of seat 1 after commit 8 cannot have come about in a"
        rf" game{PLACE}"
    ),
    "ReportsDrawnCardsToAll": (
        r"told lines: what seat 1 is told of commit 2 depends on what they cannot see:"
        r' "Open\(seat=0, card=\d+, .*" in one world, and "Open\(.*" in another'
    ),
    "ReportsBackwards": (
        r"events: .* does not explain the table: Revealed: 1 of 2 leave 'commit' of seat 1"
    ),
    "GlobalRandomInEstimate in ends": (
        r"determinism: the game uses Python's global random generator"
    ),
    "PlaysByOwnGenerator in random play": (
        rf"random play: .* chose two actions with the same generator{PLACE}"
    ),
    "ReportsCommitsToAll in events": (
        r"events: .* goes to 'commit' of seat 0, and their View does not say so"
    ),
}


@pytest.mark.parametrize("fault", MESSAGES)
def test_a_fault_is_told_with_what_is_wrong_and_where(fault: str) -> None:
    """Also by a check that does not name it, if only that one runs."""
    name, _, check = fault.partition(" in ")
    broken = BROKEN[name]
    with pytest.raises(boardgames.ConformanceError, match=f"^{MESSAGES[fault]}"):
        run_check(check or broken.check, probe(broken.game(2), possible=broken.possible))


@pytest.mark.parametrize(("game", "method", "wrong", "message"), WRONG_ANSWERS)
def test_a_wrong_answer_is_refused(
    game: Any, method: str, wrong: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = game if hasattr(game, method) else type(game(2).words)
    right = getattr(owner, method)
    monkeypatch.setattr(owner, method, lambda *given: wrong(right(*given), *given[1:]))
    with pytest.raises(boardgames.ConformanceError, match=f"^{message}"):
        run_check(message.partition(":")[0], probe(game(2), longest=10_000))


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


@pytest.mark.parametrize(("name", "change", "fault"), SHOWN)
def test_what_a_game_shows_is_refused_with_what_is_wrong(
    name: str, change: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(State, "phase", "laying", raising=False)
    monkeypatch.setattr(LaidWords, "lesson", lambda _: LESSON)
    # A mark counts as certain only after many worlds.
    probed = laid(8, 200) if change is marked else laid(2, 9)
    check = fault.partition(":")[0]
    run_check(check, copy(probed))
    right = getattr(LaidWords, name)
    changed = change(right) if name == "goal" else lambda *given: change(right(*given))
    monkeypatch.setattr(LaidWords, name, changed)
    with pytest.raises(boardgames.ConformanceError, match=f"^{fault}"):
        run_check(check, copy(probed))


@cache
def laid(games: int, positions: int) -> Probe:
    """Return a probe of the game with piles, which has chosen its plies: they are the same whatever
    is shown of them.
    """
    probed = Probe(Laid(2), games, positions)
    assert probed.chosen
    return probed


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
            "words: legal_actions depends on what seat",
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


@pytest.mark.parametrize("cls", [RemembersWhatWasPlayed, ShowsWhatWasPlayed])
def test_a_state_is_worth_the_same_and_looks_the_same_after_other_games(cls: type[Sealed]) -> None:
    with pytest.raises(
        boardgames.ConformanceError, match=r"^determinism: the same State gave two answers"
    ):
        run_check("determinism", probe(cls(2)))


def test_a_state_that_is_accepted_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KuhnPoker, "check_state", DeclaredGame.check_state)
    with pytest.raises(
        boardgames.ConformanceError, match=r"^reading: .* should refuse; .* does not come to an end"
    ):
        run_check("reading", probe(KuhnPoker(2)))


def test_a_possible_of_its_own_does_not_accept_what_places_do_not_allow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run_check("samples", probe(Hanabi(2)))
    monkeypatch.setattr(Hanabi, "possible", lambda *_: True)
    with pytest.raises(
        boardgames.ConformanceError, match=r"^samples: .* `allowed` does not: ask super"
    ):
        run_check("samples", probe(Hanabi(2)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_the_most_uneven_view_is_looked_at_again(seed: int) -> None:
    with pytest.raises(boardgames.ConformanceError, match=r"^frequencies: samples are one-sided"):
        run_check("frequencies", Probe(ReadsABet(2), seed=seed))


class RedealsUnevenly(Hanabi):
    """Its `worlds` prefers low cards, also where clues leave few orders possible."""

    def worlds(self, state: Any, seat: int | None, rng: Random) -> Any:
        return min(
            [super(RedealsUnevenly, self).worlds(state, seat, rng) for _ in "123"],
            key=lambda world: world.hands,
        )


class PrefersLowLater(Nines):
    """From the second commitment on, samples prefer low cards in the hands of others."""

    def determinize(self, view: Any, rng: Random) -> Any:
        worlds = [super(PrefersLowLater, self).determinize(view, rng) for _ in "123"]
        return worlds[0] if view.round == 1 else min(worlds, key=lambda world: world.hands)


@pytest.mark.long
def test_samples_are_not_measured_by_a_redeal_that_is_not_exact() -> None:
    examined = Probe(RedealsUnevenly(2))
    run_check("frequencies", examined)
    unknown, asked = examined.uneven_redeals
    assert 0 < unknown < asked
    said = f"How often determinize deals what, in {unknown:,} of {asked:,} Views: "
    assert any(each.startswith(said) for each in not_examined(examined))


def test_samples_are_measured_by_the_random_orders_that_are_possible() -> None:
    with pytest.raises(
        boardgames.ConformanceError, match=r"^frequencies: samples are one-sided: .* redealt worlds"
    ):
        run_check("frequencies", Probe(PrefersLowLater(2)))


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
        match=r"(?m)^samples: .*KeyError: 'x' in determinize \(test_.*\) \(seed \d+, ply \d+\)$",
    ):
        run_check("samples", probe(CrashesLate(2)))


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in BROKEN if name != "Endless"])
def test_the_snippet_of_a_message_runs(name: str) -> None:
    """It shows what the game does, or raises what the game or `check_game` raises."""
    broken = BROKEN[name]
    with pytest.raises(boardgames.ConformanceError) as caught:
        run_check(
            broken.check, probe(broken.game(2), redeal=broken.worlds, possible=broken.possible)
        )
    title, *lines = caught.value.__notes__[-1].splitlines()
    assert title == "To reproduce:"
    snippet = dedent("\n".join(lines))
    with suppress(boardgames.BoardGamesError, KeyError):
        exec(snippet, {})  # noqa: S102  # as an author pastes it
        assert "check_game(" not in snippet


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


@pytest.mark.long
@pytest.mark.parametrize("name", ["SaysIdentical", "ForgetsItsTeams", "AllowsAnything"])
def test_a_larger_game_is_refused_by_the_check_that_names_its_fault(name: str) -> None:
    game, check = FAULTS[name]
    with pytest.raises(boardgames.ConformanceError) as caught:
        run_check(check, Probe(game))
    assert caught.value.check == check


def test_forgotten_teams_are_asked_for() -> None:
    with pytest.raises(boardgames.ConformanceError, match="return from `teams` the seats that win"):
        run_check("ends", probe(ForgetsItsTeams(4)))


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


@pytest.mark.long
def test_nobody_sees_what_the_last_to_choose_has_chosen_so_far() -> None:
    with pytest.raises(boardgames.ConformanceError, match=r"^commits: .*: in the View: steps\["):
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
    place = r" in drawn \(test_conformance\.py, line \d+\), .* 'determinism'"
    assert re.fullmatch(rf"the game .*ValueError: 0 is not in list{place}", str(caught.value))
    assert isinstance(caught.value.__cause__, ValueError)
    assert caught.value.check == "determinism"


def test_an_exception_in_a_later_check_names_that_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sealed, "inventory", lambda _, state: state.no_such_field)
    with pytest.raises(
        boardgames.ConformanceError, match=r"(?m)^the game .*AttributeError.*'applying'$"
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


def test_nothing_has_to_be_redealt_where_the_declarations_hide_nothing() -> None:
    check_game(Workshop(2), only=["views"])


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
        (lambda _: "why not", r"^samples: possible returned 'why not', not a bool"),
        (lambda _: int("x"), r"^possible .*ValueError: .* in <lambda> \(.*'samples'"),
        (
            lambda state: 0 not in state.pile,
            r"^samples: a redealt world of seat \d cannot have come about",
        ),
    ],
)
def test_a_function_possible_says_yes_or_no_and_yes_of_redealt_worlds(
    possible: Any, message: str
) -> None:
    with pytest.raises(boardgames.ConformanceError, match=message):
        run_check(
            "samples",
            probe(Sealed(2), redeal=lambda state, *_: evolve(state, pile=(0,)), possible=possible),
        )


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


@value
class ScoredAsItSays(Scored):
    """Whoever it names is found in the event itself."""

    seat: Annotated[int, OnTable(lambda at: at.event.seat)]


@value
class ScoredSomewhere(Scored):
    """Whoever it names is right."""

    seat: Annotated[int, such_that("seat", lambda _: True)]


@pytest.mark.parametrize("kind", [ScoredAsItSays, ScoredSomewhere])
def test_a_fact_that_is_looked_up_in_the_event_is_none(kind: type[Scored]) -> None:
    class LooksItUp(Reported):
        event_types: ClassVar[Any] = Committed | Revealed | kind | Drawn

        def report(self, event: Event) -> None:
            super().report(kind(event.seat) if isinstance(event, Scored) else event)

    fault = rf"^events: {kind.__name__}\.seat is looked up in the event itself: "
    with pytest.raises(boardgames.ConformanceError, match=fault):
        run_check("events", probe(LooksItUp(2)))


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
@pytest.mark.parametrize("seed", range(3))
def test_lines_are_examined_where_most_is_hidden(seed: int) -> None:
    """Late in a game a line about a card that was drawn unseen tells nothing new."""
    with pytest.raises(boardgames.ConformanceError, match="says more than their View afterwards"):
        run_check("told lines", Probe(TellsDrawnCards(2), seed=seed))


@pytest.mark.long
def test_the_report_says_what_was_held_and_what_was_not_looked_at() -> None:
    report = check_game(Reported(2), games=1, positions=3, possible=lambda _: True)
    held = [name for name in CHECKS if name not in ("lessons", "exactness")]
    assert [result.check for result in report.results] == held
    assert not any(result.fault for result in report.results)
    assert f"{len(held)} of {len(held)} promises held" in str(report)
    assert "`worlds`" in str(report)
    assert "`event_types`" not in str(report)


def test_an_error_names_the_file_and_the_promise_in_a_note() -> None:
    with pytest.raises(boardgames.ConformanceError) as caught:
        run_check("ends", probe(BROKEN["NoOutcome"].game(2)))
    note = caught.value.__notes__[0]
    assert note.startswith(
        "NoOutcome in broken_games.py should keep this promise: there is an outcome at the end"
    )


@pytest.mark.parametrize(
    ("name", "check", "found"),
    [("Endless", "determinism", "ends"), ("GlobalRandomInEstimate", "ends", "determinism")],
)
def test_a_fault_that_another_check_comes_upon_quotes_its_own_promise(
    name: str, check: str, found: str
) -> None:
    with pytest.raises(boardgames.ConformanceError) as caught:
        run_check(check, probe(BROKEN[name].game(2)))
    assert caught.value.check == found
    assert caught.value.__notes__[0].endswith(f"should keep this promise: {promise(CHECKS[found])}")


def test_a_thorough_check_takes_more_of_everything() -> None:
    little, much = (probe(Steps(2), thorough=each) for each in (False, True))
    assert len(much.walks) == 5 * len(little.walks)
    assert len(much.chosen) > len(little.chosen)
    assert len(much.worlds) > 5 * len(little.worlds)


@pytest.mark.long
def test_samples_remember_what_was_known_before_the_table_was_cleared() -> None:
    with pytest.raises(
        boardgames.ConformanceError, match=r"^frequencies: samples forget what \w+ has shown: hands"
    ):
        run_check("frequencies", Probe(ForgetsWhoHasNoSkull(3)))


def test_marks_change_beside_the_place_that_is_told_of() -> None:
    with pytest.raises(
        boardgames.ConformanceError,
        match=r"^scenes: marks change beside places of which nothing new",
    ):
        run_check("scenes", Probe(MarksFromTheNewest(2)))


class DealsAgain(Nines):
    """Deals in the fifth round what it has dealt in the first."""

    def dealt(
        self, seed: int, number: int, revealed: tuple[int, ...], points: tuple[int, ...]
    ) -> Any:
        if number > self.rounds:
            return super().dealt(seed, number, revealed, points)
        return evolve(super().dealt(seed, number % 4, revealed, points), round=number)


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
def test_no_round_deals_again_what_an_earlier_one_has_dealt(fault: str) -> None:
    with pytest.raises(boardgames.ConformanceError, match=f"^{fault}"):
        run_check(fault.partition(":")[0], Probe(DealsAgain(2)))


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
    with (
        nullcontext() if share == 0.5 else pytest.raises(Violation, match="one-sided: card is 1 in")
    ):
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
    assert (fault.by_events, fault.in_scene) == ("in the order ace, king", "in the order king, ace")
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
    place = r"Spot\(field='hands', owner=1, number=\d, pile=None\)"
    with pytest.raises(
        boardgames.ConformanceError, match=rf"^samples: allowed\(state, {place}\) {fault}"
    ):
        run_check("samples", Probe(WrongPlaces(2), 2, 9))


@pytest.mark.parametrize(
    "check",
    ["scenes", *[pytest.param(check, marks=pytest.mark.long) for check in ("samples", "words")]],
)
def test_a_thorough_check_of_several_viewers_at_once_finds_nothing(check: str) -> None:
    run_check(check, Probe(Nines(2, rounds=2), thorough=True))
