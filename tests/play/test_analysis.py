"""Hints, and the analysis of a recorded game."""

from __future__ import annotations

import re
from itertools import islice
from math import fsum
from typing import Any

import pytest

import boardgames
from boardgames.core.chance import generator
from boardgames.games import koryo
from boardgames.play import Match, Record, make_bot
from boardgames.play.analysis import (
    Hint,
    JudgedDecision,
    analyse,
    hint,
    judge,
    mean_gap,
    turning_points,
    with_rating,
)
from boardgames.play.bots.mcts import EQUAL, Considered, MctsBot
from boardgames.play.reasons import ALL_ELSE, Reason, in_words, reasons, with_gain
from boardgames.scene.phrases import ENGLISH
from examples.tic_tac_toe import TicTacToe
from tests.boxes import frozen
from tests.clock import TickingClock
from tests.conftest import KORYO_AND_OTHERS
from tests.play import searches
from tests.play.dominated import first_dominated, positions

WORDS = boardgames.make("koryo", players=2).words


@pytest.fixture(scope="module")
def record() -> Record:
    """Return a game in which one seat plays at random."""
    match: Match[Any, Any, Any] = Match(
        frozen("koryo", 2),
        [make_bot("random"), make_bot("greedy")],
        5,
        ["random", "greedy"],
    )
    for _ in match.run():
        pass
    return match.record()


def test_a_hint_names_the_best_actions_first(tic_tac_toe: TicTacToe) -> None:
    """One square wins at once. The game gives no reasons."""
    state = tic_tac_toe.new_game()
    for notation in ("mark 0", "mark 3", "mark 1", "mark 4"):
        state = tic_tac_toe.apply(state, tic_tac_toe.parse(notation))
    actions = tic_tac_toe.legal_actions(state)
    view = tic_tac_toe.view(state, 0)
    found = hint(tic_tac_toe, 0, view, actions, clock=TickingClock())
    assert str(found[0].action) == "mark 2"
    assert found[0].chance == 1
    assert [each.why for each in found] == [()] * 3
    assert len({each.action for each in found} & set(actions)) == 3


def test_a_hint_rates_the_action_that_is_asked_about_as_well(tic_tac_toe: TicTacToe) -> None:
    """After the best ones, or among them."""
    state = tic_tac_toe.new_game()
    for notation in ("mark 0", "mark 3", "mark 1", "mark 4"):
        state = tic_tac_toe.apply(state, tic_tac_toe.parse(notation))
    view, actions = tic_tac_toe.view(state, 0), tic_tac_toe.legal_actions(state)
    for asked in actions:
        clock = TickingClock()
        hints = hint(tic_tac_toe, 0, view, actions, most=2, besides=asked, clock=clock)
        found = [each.action for each in hints]
        assert str(found[0]) == "mark 2"
        assert found.count(asked) == 1
        assert asked in found[:2] or (len(found), found[2]) == (3, asked)


def test_what_is_asked_about_is_rated_even_where_nothing_could_be_tried(
    tic_tac_toe: TicTacToe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then by its first estimate, and without reasons."""
    state = tic_tac_toe.new_game()
    actions = tic_tac_toe.legal_actions(state)
    searches.find(
        monkeypatch, lambda given: tuple([Considered(action, 0.5, walks=0) for action in given])
    )
    found = hint(tic_tac_toe, 0, tic_tac_toe.view(state, 0), actions, most=2, besides=actions[-1])
    assert [each.action for each in found] == [*actions[:2], actions[-1]]
    assert found[-1].why == (Reason(ENGLISH.not_tried, 0.0),)


def test_a_hint_says_why(record: Record) -> None:
    """In the words of the game's estimate, the weightiest reasons first, three at most."""
    game = record.make_game()
    state = record.replay(game).states[0]
    (player, *_), actions = game.to_act(state), game.legal_actions(state)
    view, most = game.view(state, player), len(actions)
    found = hint(game, player, view, actions, most=most, clock=TickingClock(0.0002))
    assert any(each.why for each in found)
    for each in found:
        why = [reason for reason in each.why if reason.chance]
        assert len(why) <= 3
        assert len(each.why) - len(why) <= 1
        assert {reason.words for reason in why} <= {
            *map(game.words.name, game.reasons(state, player)),
            ENGLISH.all_else,
        }
        assert [abs(reason.chance) for reason in why] == sorted(
            [abs(reason.chance) for reason in why], reverse=True
        )


def hint_of(monkeypatch: pytest.MonkeyPatch, walks: int, *chances: float) -> list[Hint[Any]]:
    """Return a hint about ending the turn and about taking a token, after a search with these
    findings on them.
    """
    game, state, seat = next(positions("koryo", 1))
    actions = [
        each for each in game.legal_actions(state, seat) if type(each) in (koryo.End, koryo.Bank)
    ]
    found = [
        Considered(
            action, chance, walks, results=dict.fromkeys(range(walks), chance) | {0: chance - 0.01}
        )
        for action, chance in zip(reversed(actions), chances, strict=True)
    ]
    searches.find(monkeypatch, lambda _: tuple(found))
    view = game.view(state, seat)
    return [*hint(game, seat, view, tuple(actions), clock=TickingClock())]


def test_of_actions_without_a_difference_the_one_that_gains_more_at_once_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bank, end = hint_of(monkeypatch, 100, 0.41, 0.40)
    assert (str(bank.action), str(end.action)) == ("bank", "end")
    assert (bank.is_about_equal, end.is_about_equal) == (False, True)
    assert (bank.chance, end.chance) == (0.41, 0.41), "as the one that the search prefers"
    assert (bank.why[0].words, bank.why[0].chance) == ("no difference found; gains 1 point now", 0)
    assert end.why[0].words == "no difference found"


def test_points_are_mentioned_only_where_they_say_the_same_as_the_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        koryo.Koryo, "score", lambda _, state: tuple([-each for each in state.tokens])
    )
    said = [(str(each.action), each.why[0].words) for each in hint_of(monkeypatch, 100, 0.41, 0.40)]
    assert said == [("bank", "no difference found"), ("end", "no difference found")]


def test_of_a_difference_that_may_be_chance_nothing_is_said_against_the_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Considered, "is_about_equal", lambda *_: True)
    bank, end = hint_of(monkeypatch, 100, 0.51, 0.40)
    too_close = "too close to tell: what differs in the search may be chance"
    assert bank.why[0].words == f"{too_close}; gains 1 point now"
    assert end.why[0].words == "no difference found"


@pytest.mark.parametrize(
    "name",
    KORYO_AND_OTHERS,
)
def test_the_chances_of_hints_never_rise_from_one_to_the_next(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches.walk(monkeypatch, 30)
    for game, state, seat in islice(positions(name, 4), 12):
        view, actions = game.view(state, seat), game.legal_actions(state, seat)
        for besides in (None, actions[-1]):
            found = hint(game, seat, view, actions, most=99, besides=besides)
            chances = [each.chance for each in found]
            assert chances == sorted(chances, reverse=True)
            equal = [each.chance for each in found if each.is_about_equal]
            assert {*equal} <= {found[0].chance}


def test_a_rating_by_a_second_search_leaves_the_order_of_the_first_one() -> None:
    asked: Any = "asked"
    equal: Hint[Any] = Hint("equal", 0.5, (), is_about_equal=True)
    first: tuple[Hint[Any], ...] = (Hint("best", 0.5, ()), equal, Hint("worse", 0.4, ()))
    again: tuple[Hint[Any], ...] = (Hint("worse", 0.6, ()), Hint(asked, 0.55, ()))
    found = with_rating(first, again, asked)
    assert [(each.action, round(each.chance, 2)) for each in found] == [
        ("best", 0.5),
        ("equal", 0.5),
        ("asked", 0.45),
        ("worse", 0.4),
    ]
    preferred = with_rating(first, (again[1], again[0]), asked)
    assert [each.action for each in preferred] == ["best", "equal", "asked", "worse"]
    assert preferred[2].is_about_equal
    assert with_rating(first, again[:1], asked) == first


def test_a_difference_that_the_search_has_found_counts_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    end, bank = hint_of(monkeypatch, 100, 0.71, 0.40)
    assert (str(end.action), bank.is_about_equal) == ("end", False)


@pytest.mark.parametrize(("walks", "needed"), [(2, "about"), (0, "at least")])
def test_a_hint_after_too_few_walks_says_how_long_it_would_take(
    monkeypatch: pytest.MonkeyPatch, walks: int, needed: str
) -> None:
    bank, _ = hint_of(monkeypatch, walks, 0.71, 0.40)
    assert str(bank.action) == "bank"
    assert re.match(rf"too little time to compare: {needed} [\d.]+ s are needed", bank.why[0].words)


def test_the_time_that_a_hint_asks_for_is_enough() -> None:
    game, state, seat = next(positions("koryo", 1))
    view, actions = game.view(state, seat), game.legal_actions(state, seat)
    (first, *_) = hint(game, seat, view, actions, seconds=0.1, clock=TickingClock())
    (needed,) = re.findall(r"about ([\d.]+) s", first.why[0].words)
    (first, *_) = hint(game, seat, view, actions, seconds=float(needed), clock=TickingClock())
    assert not first.why[0].words.startswith("too little")


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((1, 1), "; gains 1 point now"),
        ((-2, -2), "; costs 2 points now"),
        ((1, 2), "; gains about 1.5 points now"),
        ((0, 0), ""),
        ((-1, 1), ""),
    ],
)
def test_what_is_gained_at_once_is_told_in_points(points: tuple[int, ...], words: str) -> None:
    assert with_gain("", points, ENGLISH) == words


@pytest.mark.long
@pytest.mark.parametrize("name", boardgames.game_names())
def test_a_hint_never_names_an_action_first_that_another_one_dominates(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches.walk(monkeypatch, 100)
    assert first_dominated(name, 12, seconds=100) == []


def test_reasons_tell_what_sets_an_action_apart_from_the_others() -> None:
    """In the worlds that all of them have in common: worlds 0 and 5, but not world 2 of the first
    action.
    """
    action = boardgames.make("koryo", players=2).parse("end")
    habit = {"habit": 1.0}
    centre = Considered(
        action, 0.5, 3, {0: habit | {"centre": 2.0}, 2: {"centre": 9.0}, 5: habit | {"centre": 2.0}}
    )
    corner = Considered(action, 0.3, 2, {0: habit | {"centre": 0.0}, 5: habit | {"centre": 1.0}})
    edge = Considered(action, 0.2, 2, {0: habit | {"centre": 0.5}, 5: habit})
    found = reasons([centre, corner, edge], WORDS)
    assert found[0] == (Reason("centre", round(0.25 * (2.0 - (0.5 + 0.25) / 2), 4), "centre"),)
    assert found[1] == (Reason("centre", round(0.21 * (0.5 - (2.0 + 0.25) / 2), 4), "centre"),)
    assert found[2] == (Reason("centre", round(0.16 * (0.25 - (2.0 + 0.5) / 2), 4), "centre"),)
    assert in_words(found[0], ENGLISH) == "for: centre +41"
    both = (Reason("corner", -0.104), Reason("centre", 0.06), Reason("line", 0.02))
    assert in_words(both, ENGLISH) == "for: centre +6, line +2; against: corner -10"
    assert not in_words((), ENGLISH)
    assert reasons([centre], WORDS) == [()]
    assert (
        reasons([centre, Considered(action, 0.5, 0)], WORDS)
        == [(Reason(ENGLISH.at_sight, 0.0),)] * 2
    )


def test_where_the_reasons_contradict_the_chances_something_else_outweighs_them() -> None:
    action = boardgames.make("koryo", players=2).parse("end")
    better = Considered(action, 0.6, 1, {0: {"spy_majority": -1.0}})
    worse = Considered(action, 0.4, 1, {0: {"spy_majority": 1.0}})
    for each, sign in zip(reasons([better, worse], WORDS), (1, -1), strict=True):
        assert [reason.words for reason in each] == [ENGLISH.all_else, "Spy majority"]
        assert [reason.key for reason in each] == [ALL_ELSE, "spy_majority"]
        assert [reason.chance * sign > 0 for reason in each] == [True, False]
        assert sum(reason.chance for reason in each) == pytest.approx(sign * 0.1)


def test_where_nothing_sets_an_action_apart_that_is_its_reason() -> None:
    action = boardgames.make("koryo", players=2).parse("end")
    one = Considered(action, 0.5, 1, {0: {"spy_majority": 1.0}})
    alike = Reason(ENGLISH.alike, 0.0)
    assert reasons([one, one], WORDS) == [(alike,), (alike,)]
    assert in_words([alike], ENGLISH) == ENGLISH.alike


@pytest.mark.parametrize(
    "name",
    KORYO_AND_OTHERS,
)
def test_every_hint_has_a_reason(name: str) -> None:
    game = boardgames.make(name, players=2)
    for seed in range(3):
        match: Match[Any, Any, Any] = Match(game, [make_bot("random")] * 2, seed)
        for event in match.run():
            actions = game.legal_actions(event.before, event.player)
            if event.ply % 12 == 0 and len(actions) > 1:
                view = game.view(event.before, event.player)
                found = MctsBot(iterations=16, width=4).consider(
                    game, event.player, view, actions, generator(1, 1)
                )
                tried = [each for each in found if each.walks]
                assert len(tried) < 2 or all(reasons(tried, WORDS))


def test_actions_that_differ_by_less_than_their_noise_are_about_equal() -> None:
    action = boardgames.make("koryo", players=2).parse("end")
    one = Considered(action, 0.6, 4, results=dict(enumerate((0.9, 0.3, 0.9, 0.3))))
    noisy = Considered(action, 0.5, 4, results=dict(enumerate((0.3, 0.8, 0.4, 0.5))))
    steady = Considered(action, 0.5, 4, results=dict(enumerate((0.8, 0.2, 0.79, 0.2))))
    assert one.is_about_equal(noisy)
    assert not one.is_about_equal(steady)
    assert not one.is_about_equal(Considered(action, 0.5, 0)), (
        "no world in common: what is known is the chance"
    )
    assert one.is_about_equal(Considered(action, 0.6 - EQUAL / 2, 0))


def test_a_costly_decision_is_told_why_the_other_was_better(record: Record) -> None:
    judged = list(analyse(record, seats=(0,), iterations=16))
    assert any(each.why for each in judged if each.cost)
    assert not any(each.why for each in judged if not each.cost)


@pytest.mark.long
def test_each_choice_of_the_seat_is_judged_and_forced_ones_are_not(record: Record) -> None:
    game = record.make_game()
    replay = record.replay(game)
    choices = [
        index + 1
        for index, (player, _) in enumerate(replay.plies)
        if player == 0 and len(game.legal_actions(replay.states[index], 0)) > 1
    ]
    judged = list(analyse(record, seats=(0,), iterations=8))
    assert [each.ply for each in judged] == choices
    assert [each.done.action for each in judged] == [replay.plies[ply - 1][1] for ply in choices]
    for each in judged:
        assert 0 <= each.done.chance <= 1
        assert each.best.chance >= each.done.chance


@pytest.mark.long
def test_the_same_record_gives_the_same_analysis(record: Record) -> None:
    assert [*analyse(record, seats=(0,), iterations=4)] == [
        *analyse(record, seats=(0,), iterations=4)
    ]


def test_a_decision_is_judged_without_hindsight(record: Record) -> None:
    """In another world of the View that the seat had, the same decision gets the same judgement."""
    game = record.make_game()
    replay = record.replay(game)
    player, action = replay.plies[0]
    state = replay.states[0]
    world = game.determinize(game.view(state, player), generator(1, 0))
    assert world != state
    considered = MctsBot(iterations=8).consider(
        game,
        player,
        game.view(world, player),
        game.legal_actions(world),
        generator(0, player),
        besides=action,
    )
    judged = next(iter(analyse(record, seats=(player,), iterations=8)))
    assert judged.done in considered
    assert judged.best in considered


def judgement(ply: int, done: float, best: float) -> JudgedDecision[Any]:
    return JudgedDecision(ply, 0, 0, Considered("done", done, 1), Considered("best", best, 1), 2)


def test_a_decision_that_cannot_be_told_from_the_best_is_not_called_as_good(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = record.make_game()
    replay = record.replay(game)
    player, action = replay.plies[0]
    other = next(each for each in game.legal_actions(replay.states[0], player) if each != action)

    def verdict(done: tuple[float, ...], preferred: tuple[float, ...]) -> tuple[str, bool]:
        found = [
            Considered(each, fsum(results) / len(results), 4, results=dict(enumerate(results)))
            for each, results in ((other, preferred), (action, done))
        ]
        searches.find(monkeypatch, lambda _: tuple(found))
        judged = judge(game, replay.states[0], player, action, 1, MctsBot())
        assert judged is not None
        return judged.verdict, judged.cost > 0

    assert verdict((0.3, 0.8, 0.4, 0.5), (0.9, 0.3, 0.9, 0.3)) == ("too_close", False)
    assert verdict((0.9, 0.3, 0.9, 0.3), (0.3, 0.8, 0.4, 0.5)) == ("too_close", False)
    assert verdict((0.3, 0.3, 0.4, 0.4), (0.8, 0.8, 0.9, 0.9)) == ("worse", True)
    assert verdict((0.8, 0.8, 0.9, 0.9), (0.3, 0.3, 0.4, 0.4)) == ("agrees", False)


@pytest.mark.slow
def test_players_of_different_strength_are_told_apart() -> None:
    """By the decisions that the search agrees with, by those it finds worse, and by the mean."""
    agreed: list[float] = []
    worse: list[float] = []
    gaps: list[float] = []
    for spec in ("random", "easy", "mcts:iterations=200"):
        judged: list[JudgedDecision[Any]] = []
        for seed in range(6):
            game = boardgames.make("koryo", players=2)
            match = Match(game, [make_bot(spec), make_bot("easy")], seed, [spec, "easy"])
            list(match.run())
            judged += analyse(match.record(), seats=(0,), iterations=100)
        verdicts = [each.verdict for each in judged]
        agreed.append(verdicts.count("agrees") / len(judged))
        worse.append(verdicts.count("worse") / len(judged))
        gaps.append(mean_gap(judged))
    assert agreed == sorted(agreed)
    assert worse == sorted(worse, reverse=True)
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] > 2 * gaps[-1]


def test_turning_points_are_the_costliest_decisions_in_order() -> None:
    played = [
        judgement(1, 0.5, 0.6),
        judgement(2, 0.5, 0.5),
        judgement(3, 0.2, 0.9),
        judgement(4, 0.5, 0.505),
    ]
    assert [each.ply for each in turning_points(played)] == [1, 3]
    assert played[3].cost == 0
    more = [judgement(5, 0.1, 0.2), judgement(6, 0.5, 0.55), judgement(7, 0.1, 0.3)]
    assert [each.ply for each in turning_points([*played, *more])] == [3, 5, 7]
