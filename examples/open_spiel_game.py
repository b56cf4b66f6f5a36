"""Any game as an OpenSpiel game.

    pip install "open_spiel>=2.0"
    python examples/open_spiel_game.py                OpenSpiel's search plays Koryo against its random bot

Importing this module registers the whole catalogue: `pyspiel.load_game("boardgames_koryo(players=3)")`. A game of
one's own is registered by `register(MyGame)`.

Chance is one node at the root. It draws the seed of the game, from 0 to `seeds` - 1 (a parameter, 4096 unless said
otherwise), and everything random later follows from the seed. So a search on the true state, as OpenSpiel's MCTS is,
sees through every card. Its information set MCTS in Python does not: it asks for other worlds behind an information
state, and gets sampled ones with other randomness ahead. (The one in C++ cannot ask that of a game in Python.) Seats
that act at the same time are asked one after the other, none of them seeing what the others chose.

Actions, tensors and returns are those of `encoding`. The information state of a seat is its View: its JSON as a string,
its features as a tensor. A View has perfect recall of all that still matters, so the observation is the same.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pyspiel

sys.path.insert(0, str(Path(__file__).parent.parent))

from boardgames import Action, ConfigurationError, Game, game_class, game_names
from boardgames.core.chance import SEED_BITS
from boardgames.core.codec import JSON
from examples.encoding import FEATURES, SLOTS, chosen, features, numbered, rewards

SEEDS = 4096
LONGEST = 10_000  # decisions; OpenSpiel wants to know, and no game comes near it


def register(rules: type[Game[Any, Any, Any]]) -> str:
    """Make a game known to OpenSpiel and return the name to load it by, `boardgames_` and its own name."""
    kind = pyspiel.GameType(
        short_name=f"boardgames_{rules.name}",
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=rules.player_counts[0],
        max_num_players=rules.player_counts[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": rules.player_counts[0], "seeds": SEEDS},
    )

    # A class, as OpenSpiel's own games are: it drops what was registered after Python has ended, and a function would
    # then be freed without an interpreter, which aborts the process.
    class Registered(SpielGame):
        def __init__(self, parameters: Mapping[str, int]) -> None:
            super().__init__(kind, rules(parameters["players"]), parameters)

    pyspiel.register_game(kind, Registered)
    return kind.short_name


def load(name: str) -> pyspiel.Game:
    """Return the game of this name and parameters, such as `boardgames_koryo(players=3)`."""
    return pyspiel.load_game(name)


@dataclass(frozen=True)
class Position:
    """A State and who may do what in it; it never changes."""

    state: Any
    seat: int
    """The seat to act, or OpenSpiel's mark of the end."""
    actions: dict[int, Action]
    """The legal actions by number, in ascending order."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        """Return itself: OpenSpiel copies states all the time."""
        return self


class SpielGame(pyspiel.Game):
    """The rules, in OpenSpiel's terms."""

    def __init__(self, kind: pyspiel.GameType, rules: Game[Any, Any, Any], parameters: Mapping[str, int]) -> None:
        """Take what was registered, the rules for a number of players, and the parameters it was loaded with.

        Raises `ConfigurationError` if there are no seeds to draw from.
        """
        players, seeds = rules.players, parameters["seeds"]
        if seeds < 1:
            raise ConfigurationError(f"seeds must be 1 or more, not {seeds}")
        info = pyspiel.GameInfo(
            num_distinct_actions=SLOTS,
            max_chance_outcomes=seeds,
            num_players=players,
            min_utility=-1 / players,
            max_utility=1 - 1 / players,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, parameters)
        self.rules = rules
        self.seeds = seeds

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        """Pickle as the name to load it by; reading it imports this module, which registers the catalogue."""
        return load, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Return 1: the seed is drawn, and nothing after it."""
        return 1

    def new_initial_state(self) -> SpielState:
        """Return the state before the seed is drawn."""
        return SpielState(self)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """Return what turns a state into strings and tensors: a seat's whole View, or a spectator's.

        Raises `ValueError` for other kinds of observation.
        """
        if params:
            raise ValueError(f"observations have no parameters, such as {params}")
        if kind is None:
            return Observer(spectator=False)
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observation is what one seat knows, or else what everybody knows")
        return Observer(spectator=kind.private_info == pyspiel.PrivateInfoType.NONE)

    def position(self, state: Any) -> Position:  # noqa: ANN401  # any game's State
        """Return the State with what OpenSpiel asks of it again and again."""
        seats = self.rules.to_act(state)
        if not seats:
            return Position(state, pyspiel.PlayerId.TERMINAL, {})
        return Position(state, seats[0], numbered(self.rules.legal_actions(state, seats[0])))


class SpielState(pyspiel.State):
    """A state, in OpenSpiel's terms; before the seed is drawn it has no position."""

    def __init__(self, game: SpielGame) -> None:
        """Start before the seed is drawn."""
        super().__init__(game)
        self._position: Position | None = None  # the one attribute: OpenSpiel copies and pickles them

    @property
    def game(self) -> SpielGame:
        """The game that this is a state of."""
        return cast("SpielGame", self.get_game())

    def view(self, seat: int | None) -> JSON:
        """Return as JSON what this seat, or a spectator, knows: nothing before the seed is drawn."""
        rules = self.game.rules
        return None if self._position is None else rules.to_json(rules.view(self._position.state, seat))

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's mark of chance or of the end."""
        return pyspiel.PlayerId.CHANCE if self._position is None else self._position.seat

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seeds, all equally likely."""
        seeds = self.game.seeds
        return [(seed, 1 / seeds) for seed in range(seeds)]

    def returns(self) -> list[float]:
        """Return what each seat got: 0 before the end."""
        rules = self.game.rules
        return [0.0] * rules.players if self._position is None else list(rewards(rules, self._position.state))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a random state that this seat cannot tell from the true one, with fresh randomness ahead of it."""
        assert self._position is not None, "before the seed is drawn nobody knows anything"
        game = self.game
        rng = Random(int(sampler() * (1 << SEED_BITS)))
        view = game.rules.view(self._position.state, player)
        other = game.new_initial_state()
        other._position = game.position(game.rules.determinize(view, rng))  # noqa: SLF001  # of the same class
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self._position is None else list(self._position.actions)

    def _apply_action(self, action: int) -> None:
        game = self.game
        if self._position is None:
            state = game.rules.new_game(action)
        else:
            before = self._position
            state = game.rules.apply(before.state, chosen(before.actions, action), before.seat)
        self._position = game.position(state)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self._position is None:
            return f"seed {action}"
        return str(chosen(self._position.actions, action))

    def __str__(self) -> str:
        """Return the whole State as JSON, secrets included."""
        return "before the deal" if self._position is None else _text(self.game.rules.to_json(self._position.state))


class Observer:
    """Turns a state into what a seat or a spectator knows of it, as a string and as a tensor."""

    def __init__(self, *, spectator: bool) -> None:
        """Take whether to observe as a spectator, whichever seat is asked for."""
        self.spectator = spectator
        self.tensor = np.zeros(FEATURES, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what the seat knows into the tensor."""
        self.tensor.fill(0)
        for entry, number in features(state.view(None if self.spectator else player)).items():
            self.tensor[entry] = number

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what the seat knows as canonical JSON."""
        return _text(state.view(None if self.spectator else player))


def _text(data: JSON) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


for _name in game_names():
    register(game_class(_name))


if __name__ == "__main__":
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    game = pyspiel.load_game("boardgames_koryo(players=2)")
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    search = ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=50, random_state=np.random.RandomState(2))
    won = pyspiel.evaluate_bots(game.new_initial_state(), [search, pyspiel.make_uniform_random_bot(1, 3)], 4)
    print(f"The search got {won[0]}, the random bot {won[1]}.")
