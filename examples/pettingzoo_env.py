"""Any game as a PettingZoo environment.

    pip install "pettingzoo>=1.27"
    python examples/pettingzoo_env.py koryo 3         a random game

The agents are `player_0` and so on, by seat. An action is a number and an observation a vector, both as `encoding` has
them, the vector with a mask of the legal actions. In `infos` the agent to act finds its View and its legal Actions by
number, to read them or to encode them in a better way. All this is made of an agent's own View and legal actions, never
of the State. Seats that act at the same time are asked one after the other, none of them seeing what the others chose.
Rewards come at the end and add up to 0, as `encoding` has them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Any, SupportsInt, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

sys.path.insert(0, str(Path(__file__).parent.parent))

from boardgames import Action, ConfigurationError, Game, game_names, make
from boardgames.core.chance import fresh_seed
from examples.encoding import BOUND, FEATURES, SLOTS, chosen, features, numbered, rewards

RENDER_MODES = ["ansi", "human"]

Observation: TypeAlias = "dict[str, np.ndarray]"


class BoardGameEnv(AECEnv[str, Observation, SupportsInt]):
    """A game, asking one agent after the other; an action that is not legal raises and changes nothing."""

    def __init__(self, game: Game[Any, Any, Any], render_mode: str | None = None) -> None:
        """Take the game, and whether `render` returns the table as text ("ansi") or prints it ("human")."""
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ConfigurationError(f"render_mode is one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v{game.rules_version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents = []
        self._spaces = {agent: _observation_space() for agent in self.possible_agents}
        self._numbers = {agent: Discrete(SLOTS) for agent in self.possible_agents}
        self._rng = Random()

    def observation_space(self, agent: str) -> Dict:
        """Return the space of the agent's observations; all agents have the same, each one of its own."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of the agent's actions; all agents have the same, each one of its own."""
        return self._numbers[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the game that `new_game(seed)` starts; without a seed the next one after the seed given last.

        There are no `options`; PettingZoo wants them taken all the same.
        """
        if seed is None:
            seed = fresh_seed(self._rng)
        else:
            self._rng = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on(self.game.new_game(seed))

    def step(self, action: SupportsInt | None) -> None:
        """Do the action of this number for the agent to act; after the end every agent steps out with None.

        Raises `IllegalActionError` for a number that the mask does not allow.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ConfigurationError(f"{agent} has to act; None is for after the end")
        seat = self._seat(agent)
        after = self.game.apply(self._state, chosen(self._legal, int(action)), seat)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards(self.game, after), strict=True))
        self._accumulate_rewards()
        self._go_on(after)

    def observe(self, agent: str) -> Observation:
        """Return what the agent knows, in numbers; its mask is empty unless it is the one to act."""
        observation, mask = np.zeros(FEATURES, np.float32), np.zeros(SLOTS, np.int8)
        for entry, number in features(self.game.to_json(self._view(agent))).items():
            observation[entry] = number
        if agent == self.agent_selection:
            mask[list(self._legal)] = 1
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | None:
        """Return or print the table as a spectator sees it, who knows no secrets."""
        if self.render_mode is None:
            return None
        table = self.game.render(self.game.view(self._state, None))
        if self.render_mode == "ansi":
            return table
        print(table)
        return None

    def close(self) -> None:
        """Do nothing: there is no window and no process."""

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _view(self, agent: str) -> Any:  # noqa: ANN401  # any game's View
        return self.game.view(self._state, self._seat(agent))

    def _go_on(self, state: Any) -> None:  # noqa: ANN401  # any game's State
        """Take the new State and ask the first seat that may act, if the game is not over."""
        self._state = state
        self._legal: dict[int, Action] = {}
        self.infos = {agent: {} for agent in self.agents}
        seats = self.game.to_act(state)
        if not seats:
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = self.possible_agents[seats[0]]
        self._legal = numbered(self.game.legal_actions(state, seats[0]))
        self.infos[self.agent_selection] = {"view": self._view(self.agent_selection), "actions": self._legal}


def _observation_space() -> Dict:
    vector = Box(-BOUND, BOUND, (FEATURES,), np.float32)
    return Dict({"observation": vector, "action_mask": Box(0, 1, (SLOTS,), np.int8)})


def play(env: BoardGameEnv) -> dict[str, float]:
    """Play a random game to its end, show it, and return what each agent got out of it."""
    env.reset()
    earned = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        earned[agent] += reward
        if terminated:
            env.step(None)
            continue
        number = env.action_space(agent).sample(observation["action_mask"])
        print(f"{agent}: {info['actions'][int(number)]}")
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
