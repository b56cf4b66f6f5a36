"""One seat against bots as a Gymnasium environment, held to Gymnasium's own checks."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from boardgames import ConfigurationError, IllegalActionError, game_class, game_names, make
from boardgames.core.chance import generator, pick
from boardgames.play import make_bot
from tests.testing.small_games import Sealed

if TYPE_CHECKING:
    from boardgames.adapters.gymnasium import SeatEnv

TABLES = [(name, players) for name in game_names() for players in game_class(name).player_counts]


def played(env: SeatEnv, seed: int) -> list[tuple[Any, float]]:
    """Play a random game of this seed to its end; return the View and reward after each step."""
    env.reset(seed=seed)
    rng, steps, over = generator(seed, 1), [], False
    while not over:
        _, reward, over, truncated, info = env.step(pick(sorted(env.actions()), rng))
        assert not truncated
        assert bool(info["action_mask"].any()) != over
        steps.append((env.view(), reward))
    return steps


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_whole_game_ends_with_the_payoff_of_the_seat(
    gymnasium_adapter: ModuleType, name: str, players: int
) -> None:
    env = gymnasium_adapter.SeatEnv(
        make(name, players=players), ["random"] * (players - 1), seat=players - 1
    )
    *before, (_, last) = played(env, 3)
    assert before
    assert {reward for _, reward in before} == {0}
    outcome = env.match.outcome
    assert outcome is not None
    assert last == pytest.approx(outcome.utility[players - 1] - 1 / players)
    with pytest.raises(ConfigurationError, match=r"^the game is over: call reset first$"):
        env.step(0)


def test_seat_and_seed_may_be_numbers_of_numpy(gymnasium_adapter: ModuleType) -> None:
    import numpy as np

    number: Any = np.int64
    game = make("koryo", players=2)
    plain = gymnasium_adapter.SeatEnv(game, ["random"], seat=1)
    other = gymnasium_adapter.SeatEnv(game, ["random"], seat=number(1))
    assert (other.reset(seed=number(7))[0] == plain.reset(seed=7)[0]).all()
    assert repr(other.match.record()) == repr(plain.match.record())


def test_it_passes_the_checks_of_gymnasium(gymnasium_adapter: ModuleType) -> None:
    """Which try actions without asking whether they are legal."""
    from gymnasium.utils.env_checker import check_env

    with pytest.warns(UserWarning, match="different from the unwrapped version"):
        check_env(
            gymnasium_adapter.AnyAction(gymnasium_adapter.make_env("koryo", 3)),
            skip_render_check=True,
        )


def test_any_number_is_taken_for_a_legal_action(gymnasium_adapter: ModuleType) -> None:
    env = gymnasium_adapter.AnyAction(gymnasium_adapter.make_env("koryo", 2))
    env.reset(seed=1)
    legal = set(env.unwrapped.actions())
    assert [env.action(number) for number in sorted(legal)] == sorted(legal)
    assert {env.action(number) for number in range(env.action_space.n)} == legal


def test_every_game_is_registered_by_name_and_rules_version(gymnasium_adapter: ModuleType) -> None:
    import gymnasium  # only where it is installed

    names = [f"boardgames/{name}-v{game_class(name).rules_version}" for name in game_names()]
    assert [*gymnasium_adapter.register()] == names
    for name in names:
        observation, info = gymnasium.make(name).reset(seed=1)
        assert observation.any()
        assert info["action_mask"].any()
    env: Any = gymnasium.make(names[0], players=4, bots=["random", "greedy", "random"])
    assert env.unwrapped.game.players == 4


def test_bots_sit_in_order_of_play_after_the_seat(gymnasium_adapter: ModuleType) -> None:
    bots = [make_bot(spec) for spec in ("random", "greedy", "greedy:worlds=2")]
    env = gymnasium_adapter.SeatEnv(make("koryo", players=4), bots, seat=2)
    env.reset(seed=1)
    assert env.match.seats == (bots[1], bots[2], None, bots[0])
    anywhere = gymnasium_adapter.SeatEnv(make("koryo", players=4), bots)
    seen = set()
    for seed in range(30):
        anywhere.reset(seed=seed)
        seats = anywhere.match.seats
        free = seats.index(None)
        assert seats[free + 1 :] + seats[:free] == tuple(bots)
        seen.add(free)
    assert seen == {0, 1, 2, 3}


def test_a_seed_gives_the_same_game_and_the_same_games_after_it(
    gymnasium_adapter: ModuleType,
) -> None:
    env, again = (gymnasium_adapter.SeatEnv(make("koryo", players=3)) for _ in range(2))
    assert played(env, 5) == played(again, 5)
    views = []
    for _ in range(3):
        env.reset()
        again.reset()
        assert env.view() == again.view()
        views.append(env.view())
    assert len(set(views)) == 3


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_last_info_says_how_the_game_ended(
    gymnasium_adapter: ModuleType, name: str, players: int
) -> None:
    env = gymnasium_adapter.SeatEnv(make(name, players=players), ["random"] * (players - 1))
    _, info = env.reset(seed=4)
    over = False
    while not over:
        assert info.keys() == {"action_mask"}
        _, _, over, _, info = env.step(min(env.actions()))
    outcome = env.match.outcome
    assert outcome is not None
    assert (info["scores"], info["winners"]) == (outcome.scores, outcome.winners)
    assert info["reason"] == outcome.reason
    assert env.view().seat == info["seat"]


def test_options_of_reset_are_refused_and_change_nothing(gymnasium_adapter: ModuleType) -> None:
    env = gymnasium_adapter.SeatEnv(make("koryo", players=2))
    env.reset(seed=5, options={})
    view = env.view()
    with pytest.raises(ConfigurationError, match=r"^reset takes no options, not \['state'\]$"):
        env.reset(seed=6, options={"state": env.match.state})
    assert env.view() == view


def test_a_seed_that_is_refused_changes_nothing(gymnasium_adapter: ModuleType) -> None:
    env, again = (gymnasium_adapter.SeatEnv(make("koryo", players=3)) for _ in range(2))
    env.reset(seed=5)
    again.reset(seed=5)
    for wrong in (True, -1, 2**300):
        with pytest.raises(ConfigurationError, match="seed"):
            env.reset(seed=wrong)
    env.reset()
    again.reset()
    assert env.view() == again.view()


def test_the_seat_is_asked_only_where_it_has_a_choice_and_sees_no_commitment(
    gymnasium_adapter: ModuleType, sealed: Sealed
) -> None:
    env = gymnasium_adapter.SeatEnv(make("koryo", players=2), ["random"])
    for seed in range(5):
        env.reset(seed=seed)
        over = False
        while not over:
            assert len(env.actions()) > 1
            _, _, over, _, info = env.step(min(env.actions()))
            assert int(sum(info["action_mask"])) == len(env.actions())
    other = gymnasium_adapter.SeatEnv(sealed, ["random"], seat=0)
    other.reset(seed=1)
    assert 1 not in sealed.to_act(other.match.state)
    assert other.view() == sealed.view(sealed.new_game(1), 0) or other.actions()


def test_what_is_not_legal_raises_and_changes_nothing(gymnasium_adapter: ModuleType) -> None:
    env = gymnasium_adapter.SeatEnv(make("koryo", players=2))
    with pytest.raises(ConfigurationError, match=r"^there is no game yet: call reset first$"):
        env.step(0)
    env.reset(seed=1)
    view, actions = env.view(), env.actions()
    illegal = next(number for number in range(env.action_space.n) if number not in actions)
    with pytest.raises(IllegalActionError, match=f" {illegal};"):
        env.step(illegal)
    assert (env.view(), env.actions()) == (view, actions)
    assert [number for number, allowed in enumerate(env.action_masks()) if allowed] == sorted(
        actions
    )


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"bots": ["greedy"]}, "bots: expected 2, one for each other seat, not 1"),
        ({"bots": ["greedy", "clever"]}, "unknown bot 'clever'"),
        ({"seat": 3}, "no seat 3"),
        ({"payoffs": "glory"}, ".*'glory'$"),
        (
            {"render_mode": "rgb_array"},
            "render_mode: expected ansi, human or None, not 'rgb_array'",
        ),
    ],
)
def test_what_does_not_exist_is_refused(
    gymnasium_adapter: ModuleType, arguments: dict[str, Any], fault: str
) -> None:
    with pytest.raises(ConfigurationError, match=f"^{fault}"):
        gymnasium_adapter.SeatEnv(make("koryo", players=3), **arguments)
