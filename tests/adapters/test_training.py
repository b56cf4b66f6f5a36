"""The training programs, and other people's trainers on our environments, on a sample."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from tests.conftest import Shell

EXAMPLES = Path(__file__).parents[2] / "examples"

TIANSHOU = """
from boardgames import make
from boardgames.adapters.pettingzoo import BoardGameEnv
from tianshou.algorithm import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.algorithm import MultiAgentOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv

def made():
    return PettingZooEnv(BoardGameEnv(make("koryo", players=2)))

env = made()
players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in range(2)]
algorithm = MultiAgentOffPolicyAlgorithm(algorithms=players, env=env)
collector = Collector(algorithm, DummyVectorEnv([made, made]), VectorReplayBuffer(2000, 2))
played = collector.collect(n_episode=4, reset_before_collect=True)
print(played.n_collected_episodes, *sorted(map(sum, played.returns)))
"""
TORCHRL = """
from boardgames import make
from boardgames.adapters.pettingzoo import BoardGameEnv
from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

env = BoardGameEnv(make("koryo", players=2))
env = PettingZooWrapper(env, use_mask=True, categorical_actions=True)
check_env_specs(env)
rollout = env.rollout(500)
print(int(rollout["next", "done"].sum()), len(rollout) > 20)
"""


def run(shell: Shell, *arguments: str | Path) -> list[str]:
    """Run Python with these arguments outside of the repository, and return the lines that it
    prints.
    """
    done = shell.python(*arguments, OMP_NUM_THREADS="1")
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def need(*libraries: str) -> None:
    """Skip the test unless all of them are installed."""
    for library in libraries:
        if importlib.util.find_spec(library) is None:
            pytest.skip(f"{library} is not installed")


def copied(shell: Shell, name: str) -> Path:
    """Return a copy of the example, alone in a folder of its own."""
    return Path(shutil.copy(EXAMPLES / name, shell.directory))


@pytest.mark.usefixtures("gymnasium_adapter")
def test_a_policy_gradient_in_numpy_learns(shell: Shell) -> None:
    """Random players would win half of the games; it wins more of its first 500 while it learns."""
    heading, line = run(
        shell, copied(shell, "train_policy_gradient.py"), "--games", "500", "--seed", "2"
    )
    assert heading.split() == ["games", "random", "seconds"]
    games, share, _ = line.split()
    assert games == "500"
    assert float(share.rstrip("%")) > 57


@pytest.mark.usefixtures("gymnasium_adapter")
def test_maskable_ppo_trains_and_measures_in_turns(shell: Shell) -> None:
    need("sb3_contrib")
    heading, *lines = run(
        shell, copied(shell, "train_maskable_ppo.py"), "--decisions", "512", "--games", "4"
    )
    assert heading.split() == ["decisions", "random", "greedy", "seconds"]
    assert [line.split()[0] for line in lines] == ["0", "512"]
    assert all(
        0 <= float(share.rstrip("%")) <= 100 for line in lines for share in line.split()[1:3]
    )


@pytest.mark.usefixtures("pettingzoo_adapter")
def test_tianshou_collects_games_with_its_random_players(shell: Shell) -> None:
    need("tianshou")
    assert run(shell, "-W", "ignore", "-c", TIANSHOU)[-1].split() == [
        "4",
        "0.0",
        "0.0",
        "0.0",
        "0.0",
    ]


@pytest.mark.usefixtures("pettingzoo_adapter")
def test_torchrl_finds_the_specifications_kept(shell: Shell) -> None:
    need("torchrl")
    assert run(shell, "-W", "ignore", "-c", TORCHRL)[-1] == "1 True"
