"""Any game as an OpenSpiel game: `pip install "open_spiel>=2.0"`, then for a game of its search against its random bot

    python examples/open_spiel_game.py

Importing this module registers the whole catalogue: `pyspiel.load_game("boardgames_koryo(players=3)")`. A game of one's
own is registered by `register(MyGame)`.

Chance is one node at the root, which draws the seed of the game from 0 to `seeds` - 1, a parameter of the game (4096 unless
said otherwise); all that is random later follows from the seed. So a search that looks at the true state, as OpenSpiel's
MCTS does, sees through every card. Its information set MCTS in Python does not: it asks for another world behind the
same information state, and gets a sampled one with other randomness ahead (the one in C++ cannot ask a game in Python).
Seats that act at the same time are asked one after the other, none of them seeing what the others chose.

Actions, tensors and returns are those of `encoding`. The information state of a seat is its View: as a string its JSON, as
a tensor its features. The View has perfect recall of what still matters, so that the observation is the same.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel

sys.path.insert(0, str(Path(__file__).parent.parent))

from boardgames import Action, Game, game_class, games
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
    pyspiel.register_game(kind, lambda parameters: SpielGame(kind, rules(parameters["players"]), parameters))
    return kind.short_name


@dataclass(frozen=True)
class Position:
    """A State and who may do what in it; every copy is the same object, for it never changes."""

    state: Any
    seat: int
    """The seat to act, or OpenSpiel's mark of the end."""
    actions: dict[int, Action] = field(compare=False)
    """The legal actions by number, in ascending order."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self


class SpielGame(pyspiel.Game):
    """The rules, in OpenSpiel's terms."""

    def __init__(self, kind: pyspiel.GameType, rules: Game[Any, Any, Any], parameters: Mapping[str, int]) -> None:
        """Take what was registered, the rules for a number of players, and the parameters it was loaded with."""
        players = rules.players
        info = pyspiel.GameInfo(
            num_distinct_actions=SLOTS,
            max_chance_outcomes=parameters["seeds"],
            num_players=players,
            min_utility=-1 / players,
            max_utility=1 - 1 / players,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, parameters)
        self.rules = rules
        self.seeds = parameters["seeds"]

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
        found: SpielGame = self.get_game()
        return found
