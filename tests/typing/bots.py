"""The typing contract of bots: nothing here runs, type checkers read it."""

from __future__ import annotations

from random import Random
from typing import Any, assert_type

from boardgames import Game
from boardgames.games import koryo, mundus_novus
from boardgames.games.koryo import Koryo
from boardgames.games.mundus_novus import MundusNovus
from boardgames.play import Bot, Match
from boardgames.play.bots import Deadline, RandomBot, TimedBot


class Miser(Bot[koryo.Action, koryo.View]):
    """Is for one game: it reads the fields of its View, and knows its Actions."""

    def choose(
        self,
        game: Game[Any, koryo.Action, koryo.View],
        player: int,
        view: koryo.View,
        actions: tuple[koryo.Action, ...],
        rng: Random,
    ) -> koryo.Action:
        assert_type(view.tokens, tuple[int, ...])
        assert_type(game.determinize(view, rng), Any)
        assert view.gold  # type: ignore[attr-defined]  # no field of Koryŏ's
        behind = view.tokens[player] < max(view.tokens)
        return next(
            (action for action in actions if behind and isinstance(action, koryo.Bank)), actions[0]
        )


class Patient(TimedBot[koryo.Action, koryo.View]):
    """Is for one game, too, and watches the clock."""

    def choose_by(
        self,
        game: Game[Any, koryo.Action, koryo.View],
        player: int,
        view: koryo.View,
        actions: tuple[koryo.Action, ...],
        rng: Random,
        deadline: Deadline,
    ) -> koryo.Action:
        del game, player, view, rng
        deadline.check()
        return actions[0]


class Forgetful(Bot[koryo.Action, koryo.View]):
    """Forgets that it plays Koryŏ."""

    def choose(  # type: ignore[override]  # the View and the Actions are Koryŏ's
        self,
        game: Game[Any, mundus_novus.Action, mundus_novus.View],
        player: int,
        view: mundus_novus.View,
        actions: tuple[mundus_novus.Action, ...],
        rng: Random,
    ) -> mundus_novus.Action:
        del game, player, view, rng
        return actions[0]


class Wordy(Bot[koryo.Action, koryo.View]):
    """Answers in words."""

    def choose(  # type: ignore[override]  # an Action is asked for
        self,
        game: Game[Any, koryo.Action, koryo.View],
        player: int,
        view: koryo.View,
        actions: tuple[koryo.Action, ...],
        rng: Random,
    ) -> str:
        del game, player, view, rng
        return str(actions[0])


class Numbered(Bot[int, koryo.View]):  # type: ignore[type-var]  # a number is no Action
    """Is for a game whose Actions are numbers."""


def a_bot_for_one_game_plays_it(rng: Random) -> None:
    game = Koryo(2)
    state = game.new_game()
    actions = game.legal_actions(state)
    assert_type(Miser().choose(game, 0, game.view(state, 0), actions, rng), koryo.Action)
    assert_type(Match(game, [Miser(), Patient()]), Match[koryo.State, koryo.Action, koryo.View])
    Miser().choose(game, 0, state, actions, rng)  # type: ignore[arg-type]  # a bot sees a View


def and_no_other(rng: Random) -> None:
    game = MundusNovus(2)
    state = game.new_game()
    view, actions = game.view(state, 0), game.legal_actions(state)
    Miser().choose(game, 0, view, actions, rng)  # type: ignore[arg-type]  # Koryŏ's


def a_bot_for_all_games_answers_in_the_actions_of_each(rng: Random) -> None:
    game = MundusNovus(2)
    state = game.new_game()
    view, actions = game.view(state, 0), game.legal_actions(state)
    assert_type(RandomBot().choose(game, 0, view, actions, rng), mundus_novus.Action)
    RandomBot().choose(game, 0, state, actions, rng)  # type: ignore[misc]  # a bot sees a View
