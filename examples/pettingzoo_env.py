"""A random game through PettingZoo, where Koryo is one environment among others.

pip install '.[pettingzoo]'
python examples/pettingzoo_env.py koryo 3
"""

from __future__ import annotations

import argparse

from boardgames import game_names, make
from boardgames.adapters.pettingzoo import BoardGameEnv


def play(env: BoardGameEnv) -> dict[str, float]:
    """Play a random game to its end, show it, and return what each agent got out of it."""
    env.reset()
    earned = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        earned[agent] += reward
        if terminated:
            env.step(None)
            continue
        number = env.action_space(agent).sample(observation["action_mask"])
        print(f"{agent}: {env.actions()[int(number)]}")
        env.step(number)
    return earned


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play a random game through PettingZoo.")
    parser.add_argument("game", choices=game_names())
    parser.add_argument("players", type=int)
    arguments = parser.parse_args()
    environment = BoardGameEnv(make(arguments.game, players=arguments.players), render_mode="ansi")
    earned = play(environment)
    print(environment.render())
    print(earned)
