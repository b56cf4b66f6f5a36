"""Bots that watch the clock."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

import boardgames
from boardgames import Game
from boardgames.core.chance import generator
from boardgames.games.koryo import Koryo, State
from boardgames.play import Match
from boardgames.play.bots import Deadline, GreedyBot, MctsBot, OutOfTimeError, TimedBot
from boardgames.play.bots.timed import Hurry, stopped_by
from tests.boxes import frozen
from tests.clock import HeldMachine, TickingClock

ENDLESS = [MctsBot(10**9), MctsBot(seconds=10**9), GreedyBot(10**9)]


def choice(
    game: Game[Any, Any, Any], bot: TimedBot[Any, Any], deadline: Deadline, seed: int = 1
) -> Any:
    """Return what the bot does first in a game, and assert that it may."""
    state = game.new_game(seed)
    seat = game.to_act(state)[0]
    actions = game.legal_actions(state, seat)
    chosen = bot.choose_by(
        game, seat, game.view(state, seat), actions, generator(seed, 0), deadline
    )
    assert chosen in actions
    return chosen


@pytest.mark.parametrize("bot", ENDLESS, ids=str)
@pytest.mark.parametrize("name", boardgames.game_names())
def test_an_endless_budget_ends_with_the_time_for_the_choice(
    name: str, bot: TimedBot[Any, Any]
) -> None:
    clock = TickingClock()
    choice(boardgames.make(name, players=2), bot, Deadline(1, clock))
    assert 0.8 < clock.now < 1


@pytest.mark.parametrize("bot", [MctsBot(6, width=3), GreedyBot(3)], ids=str)
def test_a_limit_that_is_not_reached_changes_nothing(bot: TimedBot[Any, Any]) -> None:
    for name in boardgames.game_names():
        game = boardgames.make(name, players=2)
        for seed in range(2):
            limited = choice(game, bot, Deadline(10**6, TickingClock()), seed)
            assert limited == choice(game, bot, Deadline(), seed)


@pytest.mark.parametrize("bot", [MctsBot(), GreedyBot()], ids=str)
@pytest.mark.parametrize("checks", [0, 1, 2, 5, 17, 40, 100])
def test_a_choice_can_be_cut_off_at_any_step(bot: TimedBot[Any, Any], checks: int) -> None:
    choice(boardgames.make("koryo", players=3), bot, Deadline(checks * 0.001, TickingClock()))


def test_the_time_for_a_choice_is_cut_off_for_a_step_as_long_as_the_longest() -> None:
    clock = TickingClock(0)
    deadline = Deadline(10, clock)
    assert deadline.seconds == 9
    for now in (1, 4, 5.9):
        clock.now = now
        deadline.check()
    clock.now = 6
    with pytest.raises(OutOfTimeError):
        deadline.check()


@pytest.mark.parametrize(
    ("limit", "used"), [(10, 9), (1, 0.9), (0.4, 0.3), (0.1, 0.05), (0.001, 0.0005)]
)
def test_some_of_the_time_is_kept_in_reserve(limit: float, used: float) -> None:
    assert Deadline(limit).seconds == pytest.approx(used)


def test_bots_keep_to_their_time_by_the_clock_of_the_machine() -> None:
    class Ticking(HeldMachine):
        def stopwatch(self) -> Callable[[], float]:
            return clock

    for bot, seconds in ((MctsBot(10**9), 1.0), (MctsBot(seconds=0.9), None)):
        clock = TickingClock()
        game = boardgames.make("koryo", players=2)
        with Match(game, [bot, bot], 1, seconds=seconds, machine=Ticking()) as match:
            match.step()
        assert match.plies == 1
        assert 0.8 < clock.now < 1


def test_without_a_limit_there_is_always_time() -> None:
    clock = TickingClock(10**9)
    deadline = Deadline(None, clock)
    for _ in range(3):
        deadline.check()


def test_a_search_by_seconds_uses_the_smaller_of_its_own_and_those_of_the_match() -> None:
    for own, allowed, end in ((0.5, 10, 0.5), (10, 0.5, 0.45)):
        clock = TickingClock(0.0005)
        choice(boardgames.make("koryo", players=2), MctsBot(seconds=own), Deadline(allowed, clock))
        assert end * 0.8 < clock.now < end * 1.2


@pytest.mark.parametrize("seconds", [0.003, 0.01, 0.04])
def test_a_search_by_seconds_never_takes_a_fifth_longer(seconds: float) -> None:
    """Not even where a first look at all legal actions takes longer."""
    clock, game = TickingClock(0.0001), frozen("for_the_king", 2)
    state = game.new_game(1)
    while len(game.legal_actions(state)) < 50:
        state = game.apply(state, game.legal_actions(state)[0])
    bot, seat = MctsBot(seconds=seconds), game.to_act(state)[0]
    deadline = Deadline(10, clock)
    bot.choose_by(
        game, seat, game.view(state, seat), game.legal_actions(state), generator(1, 0), deadline
    )
    assert clock.now - deadline.start < 1.2 * seconds


def test_a_search_by_seconds_does_not_count_the_walks_of_what_is_asked_about() -> None:
    game = boardgames.make("koryo", players=2)
    state = game.new_game(1)
    seat, actions = game.to_act(state)[0], game.legal_actions(state)
    found = [
        MctsBot(iterations, 0.2).consider(
            game,
            seat,
            game.view(state, seat),
            actions,
            generator(1, 0),
            besides=actions[0],
            clock=TickingClock(0.0001),
        )
        for iterations in (1, 1000)
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("bot", ENDLESS, ids=str)
def test_a_bot_whose_place_others_wait_for_answers_with_the_best_it_has(
    bot: TimedBot[Any, Any],
) -> None:
    clock, game = TickingClock(), boardgames.make("koryo", players=2)
    hurry = Hurry(at=0.3, clock=clock)
    with stopped_by(Event(), hurry):
        choice(game, bot, Deadline(clock=clock))
    assert 0.3 <= clock.now < 0.35


@pytest.mark.parametrize("bot", [GreedyBot(1000), MctsBot(1000)], ids=str)
def test_however_long_others_wait_a_bot_looks_at_all_its_actions_in_one_world(
    bot: TimedBot[Any, Any],
) -> None:
    """So that its choices are not random ones."""
    looked: list[object] = []

    class Watched(Koryo):
        def evaluate(self, state: State, player: int) -> float:
            looked.append(state)
            return super().evaluate(state, player)

    watched = Watched(players=2)
    state = watched.new_game(1)
    with stopped_by(Event(), Hurry(at=0.0, clock=TickingClock())):
        choice(watched, bot, Deadline())
    assert len(looked) == len(watched.legal_actions(state))


def test_a_bot_that_is_stopped_need_not_have_an_answer() -> None:
    stop = Event()
    stop.set()
    with stopped_by(stop, Hurry()), pytest.raises(OutOfTimeError):
        Deadline().check(has_answer=False)


def test_a_hurry_that_is_not_due_changes_nothing() -> None:
    game = boardgames.make("koryo", players=2)
    with stopped_by(Event(), Hurry(at=10.0**6, clock=TickingClock())):
        unhurried = choice(game, MctsBot(6, width=3), Deadline())
    assert unhurried == choice(game, MctsBot(6, width=3), Deadline())
