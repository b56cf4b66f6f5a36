"""Games as PettingZoo environments, held to PettingZoo's own tests."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from boardgames import ConfigurationError, Game, IllegalActionError, game_class, game_names, make
from boardgames.core.chance import generator
from examples.kuhn_poker import KuhnPoker
from examples.tic_tac_toe import TicTacToe
from tests.conftest import Shell
from tests.testing.small_games import Sealed, Together

if TYPE_CHECKING:
    from boardgames.adapters.pettingzoo import BoardGameEnv

PROGRAM = Path(__file__).parents[2] / "examples" / "pettingzoo_env.py"
TABLES = [(name, players) for name in game_names() for players in game_class(name).player_counts]

pytestmark = [
    # Its tests import one of its own environments in a way that it has given up.
    pytest.mark.filterwarnings(
        "ignore:The old environment creation API has been deprecated:DeprecationWarning"
    ),
    # What PettingZoo says of every environment with masks whose name is not on a list of its own.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings(
        "ignore:Observation space for each agent probably should be:UserWarning"
    ),
]


def played(env: BoardGameEnv, seed: int) -> list[dict[str, float]]:
    """Play a random game of this seed to its end; return the rewards after each step."""
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    rewards = []
    while not any(env.terminations.values()):
        observation, *_ = env.last()
        env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
        rewards.append(dict(env.rewards))
    return rewards


def hold_to_pettingzoo(pettingzoo_adapter: ModuleType, game: Game[Any, Any, Any]) -> None:
    from pettingzoo.test import api_test, seed_test  # only where it is installed

    env = pettingzoo_adapter.BoardGameEnv(game)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    api_test(env)
    seed_test(lambda: pettingzoo_adapter.BoardGameEnv(game))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_passes_the_tests_of_pettingzoo(
    pettingzoo_adapter: ModuleType, name: str, players: int
) -> None:
    hold_to_pettingzoo(pettingzoo_adapter, make(name, players=players))


def test_so_do_games_of_ones_own(
    pettingzoo_adapter: ModuleType, tic_tac_toe: TicTacToe, kuhn_poker: KuhnPoker, sealed: Sealed
) -> None:
    for game in (tic_tac_toe, kuhn_poker, sealed, Together(2)):
        hold_to_pettingzoo(pettingzoo_adapter, game)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_whole_game_ends_for_all_with_rewards_that_add_up_to_nothing(
    pettingzoo_adapter: ModuleType, name: str, players: int
) -> None:
    env = pettingzoo_adapter.BoardGameEnv(make(name, players=players))
    *before, last = played(env, 3)
    assert before
    assert all(set(rewards.values()) == {0} for rewards in before)
    assert sum(last.values()) == pytest.approx(0)
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    outcome = env.game.outcome(env._state)
    for _ in range(players):
        _, reward, terminated, _, info = env.last()
        assert (reward, terminated) == (last[env.agent_selection], True)
        assert not info.pop("action_mask").any()
        assert info == {
            "scores": {f"player_{seat}": score for seat, score in enumerate(outcome.scores)},
            "winners": tuple(f"player_{seat}" for seat in outcome.winners),
            "reason": outcome.reason,
        }
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_observation_tells_no_more_than_the_view(
    pettingzoo_adapter: ModuleType, name: str, players: int
) -> None:
    """In any world that the agent cannot tell from the true one it is asked the same, with the same
    numbers.
    """
    import numpy as np  # only where it is installed

    game, rng = make(name, players=players), generator(5, 1)
    env, other = pettingzoo_adapter.BoardGameEnv(game), pettingzoo_adapter.BoardGameEnv(game)
    env.reset(seed=5)
    env.action_space("player_0").seed(5)
    other.reset(seed=6)
    worlds = different = 0
    while not any(env.terminations.values()):
        agent = env.agent_selection
        observation = env.observe(agent)
        if not worlds or rng.random() < 0.1:
            world = game.determinize(env.view(agent), rng)
            different += world != env._state
            worlds += 1
            other._proceed(world)
            assert other.agent_selection == agent
            assert (other.view(agent), other.actions()) == (env.view(agent), env.actions())
            seen = other.observe(agent)
            assert np.array_equal(seen["observation"], observation["observation"])
            assert np.array_equal(seen["action_mask"], observation["action_mask"])
        env.step(env.action_space("player_0").sample(observation["action_mask"]))
    assert different > worlds / 2


def test_seats_that_act_at_the_same_time_are_asked_in_turn_and_see_nothing_of_each_other(
    pettingzoo_adapter: ModuleType, sealed: Sealed
) -> None:
    import numpy as np  # only where it is installed

    seen = []
    for number in range(3):
        env = pettingzoo_adapter.BoardGameEnv(sealed)
        env.reset(seed=1)
        assert sealed.to_act(sealed.new_game(1)) == (0, 1)
        assert env.agent_selection == "player_0"
        env.step(list(env.actions())[number])
        assert env.agent_selection == "player_1"
        seen.append(env.observe("player_1"))
    for each in seen[1:]:
        assert np.array_equal(each["observation"], seen[0]["observation"])
        assert np.array_equal(each["action_mask"], seen[0]["action_mask"])


def test_only_the_agent_to_act_has_legal_actions_in_its_mask(
    pettingzoo_adapter: ModuleType,
) -> None:
    import numpy as np  # only where it is installed

    env = pettingzoo_adapter.BoardGameEnv(make("koryo", players=3))
    env.reset(seed=2)
    state = env.game.new_game(2)
    for agent, seat in zip(env.agents, range(3), strict=True):
        acts = seat in env.game.to_act(state)
        allowed = set(map(int, np.flatnonzero(env.observe(agent)["action_mask"])))
        assert len(allowed) == len(env.game.legal_actions(state, seat))
        assert (env.agent_selection == agent) == acts == bool(allowed)
        assert env.infos[agent].keys() == {"action_mask"}
        assert np.array_equal(env.infos[agent]["action_mask"], env.observe(agent)["action_mask"])
        assert env.view(agent) == env.game.view(state, seat)
    assert tuple(sorted(env.actions().values())) == env.game.legal_actions(state)


def test_what_an_agent_does_to_its_observation_is_nothing_to_the_others(
    pettingzoo_adapter: ModuleType,
) -> None:
    env = pettingzoo_adapter.BoardGameEnv(make("koryo", players=3))
    env.reset(seed=1)
    agents = [agent for agent in env.agents if agent != env.agent_selection]
    before = [str(env.observe(agent)) for agent in agents]
    for given in (
        *[env.observe(agent) for agent in agents],
        *[env.infos[agent] for agent in agents],
    ):
        for array in given.values():
            array[:5] = 1
    assert [str(env.observe(agent)) for agent in agents] == before
    own = env.observe(env.agent_selection)["action_mask"].copy()
    env.infos[env.agent_selection]["action_mask"][:] = 1
    assert (env.observe(env.agent_selection)["action_mask"] == own).all()
    env.reset(seed=1)
    assert [str(env.observe(agent)) for agent in agents] == before
    assert not any(env.infos[agent]["action_mask"].any() for agent in agents)


def test_a_seed_gives_the_game_of_that_seed_and_those_after_it(
    pettingzoo_adapter: ModuleType,
) -> None:
    game = make("koryo", players=2)
    env, again = (pettingzoo_adapter.BoardGameEnv(game, render_mode="ansi") for _ in range(2))
    env.reset(seed=7)
    again.reset(seed=7)
    tables = [env.render()]
    assert tables == [again.render()] == [game.words.render(game.view(game.new_game(7), None))]
    for _ in range(3):
        env.reset()
        again.reset()
        view = env.view("player_0")
        assert view == again.view("player_0")
        tables.append(str(view))
    assert len(set(tables)) == 4


def test_what_is_not_legal_raises_and_changes_nothing(pettingzoo_adapter: ModuleType) -> None:
    env = pettingzoo_adapter.BoardGameEnv(make("koryo", players=2))
    env.reset(seed=1)
    agent, actions, view = env.agent_selection, env.actions(), env.view("player_0")
    size = env.action_space(agent).n
    illegal = next(number for number in range(size) if number not in actions)
    for number in (illegal, -1, size):
        with pytest.raises(IllegalActionError, match=f" {number};"):
            env.step(number)
    with pytest.raises(ConfigurationError, match="has to act"):
        env.step(None)
    assert (env.agent_selection, env.actions(), env.view("player_0")) == (agent, actions, view)


def test_options_of_reset_are_refused_and_change_nothing(pettingzoo_adapter: ModuleType) -> None:
    env = pettingzoo_adapter.BoardGameEnv(make("koryo", players=2))
    env.reset(seed=5, options={})
    view = env.view("player_0")
    with pytest.raises(ConfigurationError, match=r"^reset takes no options, not \['state'\]$"):
        env.reset(seed=6, options={"state": env._state})
    assert env.view("player_0") == view


def test_before_the_first_reset_there_is_no_game(pettingzoo_adapter: ModuleType) -> None:
    env = pettingzoo_adapter.BoardGameEnv(make("koryo", players=2), render_mode="ansi")
    for use in (
        env.render,
        env.last,
        env.actions,
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        lambda: env.view("player_0"),
    ):
        with pytest.raises(ConfigurationError, match=r"^there is no game yet: call reset first$"):
            use()


def test_the_table_is_returned_or_printed_or_neither(
    pettingzoo_adapter: ModuleType, tic_tac_toe: TicTacToe, capsys: pytest.CaptureFixture[str]
) -> None:
    table = ". . .\n. . .\n. . ."
    for mode, returned, printed in [
        (None, None, ""),
        ("ansi", table, ""),
        ("human", None, f"{table}\n"),
    ]:
        env = pettingzoo_adapter.BoardGameEnv(tic_tac_toe, render_mode=mode)
        env.reset()
        assert env.render() == returned
        assert capsys.readouterr().out == printed
        env.close()
    with pytest.raises(
        ConfigurationError, match="render_mode: expected ansi, human or None, not 'rgb_array'"
    ):
        pettingzoo_adapter.BoardGameEnv(tic_tac_toe, render_mode="rgb_array")


@pytest.mark.usefixtures("pettingzoo_adapter")
def test_the_program_plays_a_game(shell: Shell) -> None:
    done = shell.python(PROGRAM, "koryo", "3")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert sum(line.startswith("player_2: order") for line in lines) == 8
    assert lines[-1].startswith("{'player_0': ")


def test_every_game_is_registered_by_name_and_rules_version(pettingzoo_adapter: ModuleType) -> None:
    import pettingzoo  # only where it is installed

    names = [f"boardgames/{name}-v{game_class(name).rules_version}" for name in game_names()]
    assert [*pettingzoo_adapter.register()] == names
    for name in names:
        assert (
            len(pettingzoo.make("aec", name).possible_agents)
            == game_class(name[11:].rpartition("-")[0]).player_counts[0]
        )
    env = pettingzoo.make("aec", names[0], players=4, payoffs="score")
    assert isinstance(env, pettingzoo_adapter.BoardGameEnv)
    assert (len(env.possible_agents), env.payoffs) == (4, "score")


def test_payoffs_by_score_are_points_beyond_the_mean(pettingzoo_adapter: ModuleType) -> None:
    env = pettingzoo_adapter.BoardGameEnv(make("koryo", players=3), payoffs="score")
    played(env, 3)
    points = env.game.score(env._state)
    assert len(set(points)) > 1
    assert [env.rewards[agent] for agent in env.agents] == pytest.approx(
        [each - sum(points) / 3 for each in points]
    )
    with pytest.raises(ConfigurationError, match="'glory'"):
        pettingzoo_adapter.BoardGameEnv(make("koryo", players=3), payoffs="glory")
