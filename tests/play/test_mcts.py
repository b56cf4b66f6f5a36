"""The bot that searches."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import sleep
from typing import Any

import pytest

from boardgames import ConfigurationError, Game, make
from boardgames.arena import Plan, run_arena
from boardgames.core.chance import deal, generator
from boardgames.games.koryo import Koryo
from boardgames.play import Match, make_bot
from boardgames.play.analysis import hint, judge
from boardgames.play.bots import Deadline, MctsBot
from examples import kuhn_poker as kuhn
from examples.kuhn_poker import KuhnPoker
from examples.tic_tac_toe import EMPTY, LINES_THROUGH, Mark, State, TicTacToe
from tests.clock import TickingClock


def choice(game: Game[Any, Any, Any], state: Any, bot: MctsBot, seed: int = 0) -> Any:
    """Return what the bot does for the first seat to act."""
    seat = game.to_act(state)[0]
    return bot.choose(
        game, seat, game.view(state, seat), game.legal_actions(state, seat), generator(seed, 0)
    )


@pytest.mark.long
def test_the_same_seed_and_iterations_give_the_same_choice() -> None:
    game = make("koryo", players=3)
    for seed in range(4):
        state = game.new_game(seed)
        assert choice(game, state, MctsBot(60), seed) == choice(game, state, MctsBot(60), seed)


@pytest.mark.long
def test_a_match_of_searching_bots_repeats_itself() -> None:
    records = []
    for _ in range(2):
        match = Match(make("koryo", players=2), [make_bot("mcts:iterations=8")] * 2, 3)
        list(match.run())
        records.append(match.record())
    assert records[0] == records[1]


def after(game: Game[Any, Any, Any], *notations: str) -> Any:
    """Return the position after these actions."""
    state = game.new_game(0)
    for notation in notations:
        state = game.apply(state, game.parse(notation))
    return state


class Prudent(TicTacToe):
    """Tic-tac-toe, and which marks look promising: those that complete a line, prevent one, or
    leave many open.
    """

    WORTH = {(2, 1): 9.0, (0, 1): 6.0, (1, 2): 0.5, (0, 2): 0.5, (0, 3): 0.5}  # noqa: RUF012  # a table
    """By own marks and empty squares in a line."""

    def prior(self, state: State, player: int, actions: Sequence[Mark]) -> list[float]:
        """Return the worth of each mark, as `Game.prior` does."""
        promising = []
        for mark in actions:
            lines = [[state.squares[each] for each in line] for line in LINES_THROUGH[mark.square]]
            promising.append(
                sum(self.WORTH.get((line.count(player), line.count(EMPTY)), 0.0) for line in lines)
            )
        return promising


@pytest.mark.long
@pytest.mark.parametrize("seat", [0, 1])
def test_with_a_prior_and_200_iterations_it_never_loses_at_tic_tac_toe(seat: int) -> None:
    """Whatever the other seat does: all of its replies are played."""
    game, bot, ends = Prudent(2), MctsBot(200), 0
    positions = [game.new_game(0)]
    while positions:
        state = positions.pop()
        if not game.to_act(state):
            ends += 1
            assert state.winner != 1 - seat
        elif state.player == seat:
            positions.append(game.apply(state, choice(game, state, bot)))
        else:
            positions += [game.apply(state, action) for action in game.legal_actions(state)]
    assert ends > 50


def test_it_takes_the_win_that_lies_open(tic_tac_toe: TicTacToe) -> None:
    state = after(tic_tac_toe, "mark 0", "mark 3", "mark 1", "mark 4")
    for seed in range(5):
        assert str(choice(tic_tac_toe, state, MctsBot(100), seed)) == "mark 2"


def test_it_prevents_the_loss_that_a_look_one_action_ahead_does_not_see(
    tic_tac_toe: TicTacToe,
) -> None:
    state = after(tic_tac_toe, "mark 4", "mark 8", "mark 0", "mark 2", "mark 5")
    for seed in range(5):
        assert str(choice(tic_tac_toe, state, MctsBot(300), seed)) == "mark 3"


def test_walks_that_end_at_once_do_not_see_that_loss_either(tic_tac_toe: TicTacToe) -> None:
    state = after(tic_tac_toe, "mark 4", "mark 8", "mark 0", "mark 2", "mark 5")
    chosen = {str(choice(tic_tac_toe, state, MctsBot(300, depth=0), seed)) for seed in range(20)}
    assert chosen == {"mark 1", "mark 3", "mark 6", "mark 7"}


def test_with_a_width_of_1_it_takes_what_looks_best_at_first(tic_tac_toe: TicTacToe) -> None:
    state = after(tic_tac_toe, "mark 0", "mark 3", "mark 1", "mark 4")
    for seed in range(5):
        assert str(choice(tic_tac_toe, state, MctsBot(1, width=1), seed)) == "mark 2"


def test_in_kuhn_poker_it_never_gives_up_a_card_that_may_win(kuhn_poker: KuhnPoker) -> None:
    """A victory is all that counts here, not the coins; so only the jack may as well be
    given up.
    """
    for seed in range(12):
        state = kuhn_poker.apply(kuhn_poker.new_game(seed), kuhn_poker.parse("bet"))
        if state.cards[1] > 1:
            assert str(choice(kuhn_poker, state, MctsBot(400), seed)) == "bet"


class Meek(KuhnPoker):
    """Kuhn poker with a thousand cards, in which whoever meets a bet looks as if they would give
    up.
    """

    def prior(
        self, state: kuhn.State, player: int, actions: Sequence[kuhn.Pass | kuhn.Bet]
    ) -> list[float]:
        """Return more for passing on a bet, as `Game.prior` does."""
        del player, actions
        return [2.0, 0.0] if state.said == "b" else [0.0, 0.0]

    def determinize(self, view: kuhn.View, rng: Random) -> kuhn.State:
        """Return a State with card 1, and any two of the others."""
        other, left = deal(list(range(2, 1000)), 2, rng.getrandbits(32), 0)
        return kuhn.State((1, other), left, view.said)


def test_rivals_learn_from_all_worlds_though_their_cards_are_others_in_each() -> None:
    """A bluff with the lowest card fails as soon as the rival finds out that calling pays."""
    game = Meek(2)
    view = game.view(kuhn.State((1, 2), 3), 0)
    considered = MctsBot(400).consider(game, 0, view, kuhn.BOTH, generator(0, 0))
    assert {str(each.action): each.chance < 0.3 for each in considered} == {
        "pass": True,
        "bet": True,
    }


def test_a_budget_of_seconds_is_kept() -> None:
    game = make("koryo", players=2)
    state = game.new_game(1)
    (seat, *_) = game.to_act(state)
    view, actions = game.view(state, seat), game.legal_actions(state)
    clock = TickingClock(0.0001)
    MctsBot(seconds=0.05).choose_by(
        game, seat, view, actions, generator(0, 0), Deadline(clock=clock)
    )
    assert 0.04 < clock.now < 0.06


def test_no_budget_at_all_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="iterations"):
        make_bot("mcts:iterations=0")
    with pytest.raises(ConfigurationError, match="width"):
        make_bot("mcts:width=0")
    assert make_bot("mcts:iterations=0,seconds=0.5") == MctsBot(iterations=0, seconds=0.5)


def test_every_comparison_has_a_world_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 120 walks, 60 compare three actions 20 times, and 60 compare the two that are left 30
    times.
    """
    game = make("koryo", players=2)
    state, sampled = game.new_game(1), []

    def counted(view: Any, rng: Random) -> Any:
        sampled.append(Koryo.determinize(game, view, rng))
        return sampled[-1]

    monkeypatch.setattr(game, "determinize", counted)
    actions = game.legal_actions(state)[:3]
    MctsBot(iterations=120).choose(
        game, state.player, game.view(state, state.player), actions, generator(0, 0)
    )
    assert len(sampled) == 20 + 30
    assert len(set(sampled)) == len(sampled)


@pytest.mark.slow
def test_it_beats_the_greedy_bot() -> None:
    """In most of a few games; how often it does in many is for the arena to say."""
    bots = ("mcts:iterations=200", "greedy")
    assert run_arena(Plan("koryo", bots, games=10, seed=1)).standings[0].utility > 6


class Sluggish(TicTacToe):
    """Tic-tac-toe whose estimate takes its time, and counts how often it was asked for."""

    def __init__(self) -> None:
        super().__init__(2)
        self.asked = 0

    def evaluate(self, state: State, player: int) -> float:
        self.asked += 1
        sleep(0.001)
        return super().evaluate(state, player)


def test_hints_and_judgements_keep_to_their_time() -> None:
    game = Sluggish()
    state = game.new_game(0)
    hint(game, 0, game.view(state, 0), game.legal_actions(state), seconds=0.02)
    assert game.asked < 60, "without a limit, 72 times before the first walk"
    last = game.legal_actions(state)[-1]
    judged = judge(game, state, 0, last, 1, MctsBot(seconds=0.001))
    assert judged is not None, "where there is no time, a few looks will do"
    assert judged.done.action == last
