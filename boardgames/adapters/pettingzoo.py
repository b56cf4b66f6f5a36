"""Any game as a PettingZoo environment; needs the extra `pettingzoo`.

    import pettingzoo
    import boardgames.adapters.pettingzoo

    env = pettingzoo.make("aec", "boardgames/koryo-v1", players=3)

Importing this module registers every game of the catalogue, with its `rules_version`, if this
release of PettingZoo has a registry; `BoardGameEnv(game)` works with every release, and with any
Game.

The agents are `player_0` and so on, by seat. An action is a number, an observation a vector with a
mask of the legal actions; the masks are in `infos`, too, since some libraries look for them there.
`view` and `actions` return what the numbers mean. All of it is made from an agent's own View and
legal actions, never from the State. Seats that act simultaneously are asked one after the other,
and none sees what the others chose. Payoffs come at the end; then each `info` also has the `scores`
by agent, the `winners`, and the `reason` for the end: a key, of which `game.words.ended` makes
words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, SupportsInt, TypeAlias, get_args

from boardgames.adapters.encoding import BOUND, Payoffs, chosen, payoffs
from boardgames.adapters.extras import library
from boardgames.contract.game import Game
from boardgames.core.action import Action
from boardgames.core.chance import check_seed, fresh_seed, generator
from boardgames.core.errors import ConfigurationError, check_option
from boardgames.games.catalogue import make, usable_games

with library("numpy", extra="pettingzoo"):
    import numpy as np

    from boardgames.adapters.arrays import RENDER_MODES, Arrays, check_reset_options, rendered
with library("gymnasium", extra="pettingzoo"):
    from gymnasium.spaces import Box, Dict, Discrete
with library("pettingzoo", extra="pettingzoo"):
    import pettingzoo

Observation: TypeAlias = "dict[str, np.ndarray]"

OF_THE_TEST = {"options": 1}
"""The options that PettingZoo's own test of environments passes to `reset`, to see them ignored."""


class BoardGameEnv(pettingzoo.AECEnv[str, Observation, SupportsInt]):
    """A game that asks one agent after the other.

    An illegal action raises an error and changes nothing. Before the first `reset` there is no
    game: methods that need one raise `ConfigurationError`.
    """

    payoffs: Payoffs
    arrays: Arrays
    _state: object

    def __init__(
        self,
        game: Game[Any, Any, Any],
        render_mode: str | None = None,
        *,
        payoffs: Payoffs = "victory",
        slots: int | None = None,
        features: int | None = None,
    ) -> None:
        """Set up the game; `render` returns the table as text ("ansi") or prints it ("human").

        Payoffs are by `victory` or by `score`. Raises `ConfigurationError` for an invalid argument.
        """
        super().__init__()
        check_option("payoffs", payoffs, get_args(Payoffs))
        check_option("render_mode", render_mode, (*RENDER_MODES, None))
        self.game = game
        self.render_mode = render_mode
        self.payoffs = payoffs
        self.arrays = Arrays(game, slots=slots, features=features)
        self.metadata: dict[str, Any] = {
            "name": f"{game.name}_v{game.rules_version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self.agent_selection: str = self.possible_agents[0]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        encoding = self.arrays.encoding
        vector = Box(-BOUND, BOUND, (encoding.features,), np.float32)
        mask = Box(0, 1, (encoding.slots,), np.int8)
        self._observation_space = Dict({"observation": vector, "action_mask": mask})
        self._action_spaces = {agent: Discrete(encoding.slots) for agent in self.possible_agents}
        self._nothing = self.arrays.mask(())
        self._rng = generator(check_seed(None), 0)
        self._state = None

    def observation_space(self, agent: str) -> Dict:  # noqa: ARG002  # all agents have the same
        return self._observation_space

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def view(self, agent: str) -> Any:
        """Return everything that the agent knows, as the game's own View."""
        self._check_reset()
        return self.game.view(self._state, self._seats[agent])

    def actions(self) -> Mapping[int, Action]:
        """Return the legal actions of the agent to act, by number; none after the end."""
        self._check_reset()
        return self._legal

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the game with this seed, or with the one after the last seed given.

        Raises `ConfigurationError` for any of the `options`: there are none.
        """
        if options != OF_THE_TEST:
            check_reset_options(options)
        if seed is None:
            seed = fresh_seed(self._rng)
        else:
            self._rng = generator(check_seed(seed), 0)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self._proceed(self.game.new_game(seed))

    def step(self, action: SupportsInt | None) -> None:
        """Take the action with this number for the agent to act.

        After the end, every agent steps once with None. Raises `IllegalActionError` for a number
        that the mask does not allow.
        """
        self._check_reset()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ConfigurationError(f"{agent} has to act; None is for after the end")
        after = self.game.apply(self._state, chosen(self._legal, action), self._seats[agent])
        self._proceed(after)
        if not self._legal:
            outcome = self.game.outcome(after)
            assert outcome is not None
            rewards = payoffs(self.game, outcome, self.payoffs)
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self._accumulate_rewards()
            for info in self.infos.values():
                info["scores"] = dict(zip(self.agents, outcome.scores, strict=True))
                info["winners"] = tuple([self.possible_agents[seat] for seat in outcome.winners])
                info["reason"] = outcome.reason

    def observe(self, agent: str) -> Observation:
        """Return what the agent knows, in numbers; the mask is all 0 if another is to act."""
        self._check_reset()
        if agent not in self._vectors:
            self._vectors[agent] = self.arrays.vector(self.view(agent))
        mask = self._mask if agent == self.agent_selection else self._nothing
        # Copies, so that an agent cannot change the observations of others.
        return {"observation": self._vectors[agent].copy(), "action_mask": mask.copy()}

    def render(self) -> str | None:
        """Return or print the table as a spectator sees it, without secrets."""
        self._check_reset()
        return rendered(self.render_mode, self.game.words.render(self.game.view(self._state, None)))

    def close(self) -> None:
        """Do nothing, though PettingZoo requires the method: there is no window and no process."""

    def _check_reset(self) -> None:
        if self._state is None:
            raise ConfigurationError("there is no game yet: call reset first")

    def _proceed(self, state: object) -> None:
        """Set the new State, and select the first seat that may act if the game is not over."""
        self._state = state
        self._vectors: dict[str, np.ndarray] = {}
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._nothing.copy()} for agent in self.agents
        }
        self._legal: dict[int, Action] = {}
        self._mask = self._nothing
        seats = self.game.to_act(state)
        if not seats:
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = self.possible_agents[seats[0]]
        legal = self.game.legal_actions(state, seats[0])
        self._legal = self.arrays.encoding.numbered(legal)
        self._mask = self.arrays.mask(self._legal)
        self.infos[self.agent_selection]["action_mask"] = self._mask.copy()


def register() -> tuple[str, ...]:
    """Register every game of the catalogue with PettingZoo and return their names, such as
    `boardgames/koryo-v1`.

    Importing this module calls it; in a release without a registry it does nothing. Packages that
    are installed later need another call.
    """
    if not hasattr(pettingzoo, "register"):
        return ()
    names = []
    for game, cls in usable_games().items():
        name = f"boardgames/{game}-v{cls.rules_version}"
        if name not in pettingzoo.aec_registry:
            pettingzoo.register(
                "aec", name, partial(make_env, game), kwargs={"players": cls.player_counts[0]}
            )
        names.append(name)
    return tuple(names)


def make_env(name: str, players: int, **options: Any) -> BoardGameEnv:
    """Return the environment of a game in the catalogue; other arguments are for `BoardGameEnv`."""
    return BoardGameEnv(make(name, players=players), **options)


register()
