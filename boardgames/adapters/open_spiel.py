"""Any game as an OpenSpiel game; needs the extra `open-spiel`.

    import pyspiel
    import boardgames.adapters.open_spiel

    game = pyspiel.load_game("boardgames_koryo(players=3)")

Importing this module registers the whole catalogue; `register(MyGame)` adds your own game.
A game takes these parameters:

    players    number of players (default: the minimum of the game)
    seeds      number of deals (0, the default: 2**48)
    payoffs    victory (the default) or score, as in `boardgames.adapters.encoding`; adds up to 0

Chance nodes come first and draw the seed of the game, from which all later randomness follows. With
2**48 deals, the seed is drawn in eight steps of 64 outcomes, and no information state reveals the
deal. With a few thousand seeds it does: an algorithm that knows the list of deals can infer all
cards from its own hand. For a game small enough to solve, `register(MyGame, deals=...)` takes every
deal with its probability, and chance is exact.

An information state is the history of what the seat has seen and done, and its View, as JSON. An
observation is the View. Their tensors are the features of the View, which has perfect recall of all
that still matters. Seats that act simultaneously are asked one after the other, and none sees what
the others chose.

A search on the true state, such as OpenSpiel's MCTS, sees every hidden card.
`open_spiel.python.algorithms.ismcts` does not: it gets sampled worlds of an information state. Its
C++ version, `pyspiel.ISMCTSBot`, fails with every game written in Python (`SpielError:
ResampleFromInfostate() not implemented`). Algorithms that list all information states first, such
as CFR, are for small games only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from itertools import chain
from typing import Any, TypeAlias, cast, get_args

from boardgames.adapters.encoding import Payoffs, chosen, payoffs
from boardgames.adapters.extras import library
from boardgames.contract.game import Game
from boardgames.core.action import Action
from boardgames.core.chance import SEED_BITS, generator
from boardgames.core.codec import JSON
from boardgames.core.errors import ConfigurationError, check_option
from boardgames.core.values import value
from boardgames.games.catalogue import usable_games

with library("numpy", extra="open-spiel"):
    import numpy as np

    from boardgames.adapters.arrays import Arrays
with library("pyspiel", extra="open-spiel"):
    import pyspiel


SEED_STEPS = 8
"""Number of steps in which the seed is drawn."""
STEP_OUTCOMES = 64
"""Number of outcomes of each step."""
MAX_GAME_LENGTH = 10_000
"""Maximum number of decisions in a game, required by OpenSpiel; no game comes near it."""
MOST_POINTS = 1e6
"""Payoffs by score are between this and its negative; required by OpenSpiel."""
MOST_FOR_TEAMS = 1 / 4
"""The largest payoff by victory in a game with teams, for each player: one plays against all the
others, as one of two teams.
"""

Deals: TypeAlias = "Callable[[Any], Iterable[tuple[object, float]]]"
"""Returns, for a game, every initial State with its probability."""


def register(rules: type[Game[Any, Any, Any]], deals: Deals | None = None) -> str:
    """Register a game with OpenSpiel and return its name there, `boardgames_` and its own.

    With `deals`, chance is exact; that is for games in which nothing is random after the deal.
    """
    # OpenSpiel is given utilities less their mean.
    is_constant = rules.utility_type == "constant_sum"
    utility = "ZERO_SUM" if is_constant else rules.utility_type.upper()
    kind = pyspiel.GameType(
        short_name=f"boardgames_{rules.name}",
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=getattr(pyspiel.GameType.Utility, utility),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=rules.player_counts[0],
        max_num_players=rules.player_counts[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": rules.player_counts[0],
            "seeds": 0,
            "payoffs": "victory",
        },
    )

    # A class, as in OpenSpiel's own games: OpenSpiel drops what was registered after Python has
    # ended, and a function would then be freed without an interpreter, which aborts the process.
    class Registered(SpielGame):
        def __init__(self, parameters: Mapping[str, Any]) -> None:
            super().__init__(kind, rules(parameters["players"]), parameters, deals)

    pyspiel.register_game(kind, Registered)
    return kind.short_name


def load(name: str) -> pyspiel.Game:
    """Return the game with this name and parameters, such as `boardgames_koryo(players=3)`."""
    return pyspiel.load_game(name)


@value
class PastAction:
    """One action, and what each seat was told about it, filled on request."""

    before: object
    seat: int
    action: Action | None
    """None: everything before a sampled world, of which `told` has what is remembered."""
    after: object
    told: dict[int, tuple[str, ...]] = field(default_factory=dict, compare=False)

    def seen_by(self, rules: Game[Any, Any, Any], viewer: int) -> tuple[str, ...]:
        """Return what this seat did, if it acted, and what it was told."""
        if viewer not in self.told:
            own = (str(self.action),) if viewer == self.seat else ()
            self.told[viewer] = own + rules.words.tell(
                self.before, self.seat, self.action, self.after, viewer
            )
        return self.told[viewer]


@value
class Position:
    """A State, its history, and the legal actions; immutable."""

    state: object
    seat: int
    """The seat to act, or OpenSpiel's value for the end."""
    actions: dict[int, Action]
    """The legal actions by number, in ascending order."""
    past: tuple[PastAction, ...] = ()

    def __deepcopy__(self, _memo: object) -> Position:
        return self  # OpenSpiel copies states often


class SpielGame(pyspiel.Game):
    """The rules, in OpenSpiel's terms."""

    def __init__(
        self,
        kind: pyspiel.GameType,
        rules: Game[Any, Any, Any],
        parameters: Mapping[str, Any],
        deals: Deals | None,
    ) -> None:
        """Set up a game loaded with these parameters.

        `kind` is the registered type, `deals` every deal, if known. Raises `ConfigurationError` for
        invalid parameters.
        """
        self.rules = rules
        self.seeds: int = parameters["seeds"]
        self.by: Payoffs = parameters["payoffs"]
        check_option("payoffs", self.by, get_args(Payoffs))
        self.deals: list[tuple[object, float]] | None = None if deals is None else [*deals(rules)]
        if self.seeds < 0 or (self.seeds and self.deals is not None):
            allowed = "0 or more" if self.deals is None else "not given where every deal is known"
            raise ConfigurationError(f"seeds must be {allowed}, not {self.seeds}")
        self.arrays: Arrays = Arrays(rules)
        is_zero_sum = rules.utility_type == "constant_sum"
        lowest, highest = self._bounds()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.arrays.encoding.slots,
            max_chance_outcomes=STEP_OUTCOMES if self._in_steps else len(self.root_outcomes()),
            num_players=rules.players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(kind, info, parameters)

    def _bounds(self) -> tuple[float, float]:
        """Return a payoff that no seat falls below, and one that none exceeds."""
        rules = self.rules
        if self.by == "score":
            return -MOST_POINTS, MOST_POINTS
        if rules.utility_type != "constant_sum":
            return 0.0, 1.0
        if type(rules).teams is not Game.teams:
            most = max(1.0, MOST_FOR_TEAMS * rules.players)
            return -most, most
        return -1 / rules.players, 1 - 1 / rules.players

    @property
    def _in_steps(self) -> bool:
        return not self.seeds and self.deals is None

    def root_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of each chance node with their probabilities."""
        if self.deals is not None:
            return [(number, chance) for number, (_, chance) in enumerate(self.deals)]
        outcomes = self.seeds or STEP_OUTCOMES
        return [(number, 1 / outcomes) for number in range(outcomes)]

    def started(self, drawn: tuple[int, ...]) -> Position | None:
        """Return the position after these chance outcomes; None if more have to be drawn."""
        if self.deals is not None:
            return self.position(self.deals[drawn[0]][0])
        if self._in_steps and len(drawn) < SEED_STEPS:
            return None
        seed = 0
        for digit in drawn:
            seed = seed * STEP_OUTCOMES + digit
        return self.position(self.rules.new_game(seed))

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        """Pickle as a call of `load`: this module, once imported, registers the catalogue."""
        return load, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of steps that draw the deal; there are no later chance nodes."""
        return SEED_STEPS if self._in_steps else 1

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(
        self,
        kind: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, object] | None = None,
    ) -> Observer:
        """Return an observer of the View of a seat or of a spectator.

        With perfect recall, a seat's is its information state. A View always includes what is
        public. Raises `ValueError` for parameters and the joint knowledge of all seats.
        """
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        if kind is None:
            return Observer(self)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observation is what one seat knows, or what everybody knows")
        return Observer(
            self,
            private=kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER,
            history=kind.perfect_recall,
        )

    def position(self, state: object, past: tuple[PastAction, ...] = ()) -> Position:
        """Return the State with the data that OpenSpiel requests repeatedly."""
        seats = self.rules.to_act(state)
        if not seats:
            return Position(state, pyspiel.PlayerId.TERMINAL, {}, past)
        seat, *_ = seats
        legal = self.rules.legal_actions(state, seat)
        numbered = self.arrays.encoding.numbered(legal)
        return Position(state, seat, dict(sorted(numbered.items())), past)


class SpielState(pyspiel.State):
    """A state, in OpenSpiel's terms; before the deal it has no position."""

    # The only attributes: OpenSpiel copies and pickles them.
    _drawn: tuple[int, ...] = ()
    _position: Position | None = None

    @property
    def game(self) -> SpielGame:
        """The game of this state."""
        return cast("SpielGame", self.get_game())

    def view(self, seat: int | None) -> Any:
        """Return the View of this seat, or of a spectator; None before the deal."""
        return None if self._position is None else self.game.rules.view(self._position.state, seat)

    def seen(self, seat: int) -> tuple[str, ...]:
        """Return everything that this seat has done and was told, as lines."""
        if self._position is None:
            return ()
        rules = self.game.rules
        return tuple(
            chain.from_iterable([event.seen_by(rules, seat) for event in self._position.past])
        )

    def current_player(self) -> int:
        return pyspiel.PlayerId.CHANCE if self._position is None else self._position.seat

    def is_terminal(self) -> bool:
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.game.root_outcomes()

    def returns(self) -> list[float]:
        game, position = self.game, self._position
        outcome = None if position is None else game.rules.outcome(position.state)
        return [*payoffs(game.rules, outcome, game.by)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a random state that this seat cannot tell from the true one, with new randomness.

        In it, the other seats remember nothing of what happened before.
        """
        assert self._position is not None, "before the deal nobody knows anything"
        game = self.game
        rng = generator(int(sampler() * (1 << SEED_BITS)), 0)
        world = game.rules.determinize(self.view(player), rng)
        other = game.new_initial_state()
        told = dict.fromkeys(range(game.rules.players), ()) | {player: self.seen(player)}
        other._position = game.position(world, (PastAction(world, player, None, world, told),))  # noqa: SLF001  # of the same class
        return other

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # called only for the seat to act
        return [] if self._position is None else list(self._position.actions)

    def _apply_action(self, action: int) -> None:
        game, before = self.game, self._position
        if before is None:
            self._drawn += (action,)
            self._position = game.started(self._drawn)
            return
        done = chosen(before.actions, action)
        after = game.rules.apply(before.state, done, before.seat)
        past = before.past + (PastAction(before.state, before.seat, done, after),)
        self._position = game.position(after, past)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self._position is None:
            return f"deal {action}"
        return str(chosen(self._position.actions, action))

    def __str__(self) -> str:
        """Return the whole State as JSON, secrets included."""
        position = self._position
        return (
            "before the deal"
            if position is None
            else _text(self.game.rules.to_json(position.state))
        )


class Observer:
    """Turns a state into what a seat knows, as a string and as a tensor.

    Without `private`, it is what a spectator knows.
    """

    def __init__(self, game: SpielGame, *, private: bool = True, history: bool = False) -> None:
        self.private = private
        self.history: bool = history and private
        self.tensor: np.ndarray = np.zeros(game.arrays.encoding.features, np.float32)
        self.dict: dict[str, np.ndarray] = {"view": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the knowledge into the tensor."""
        view = state.view(player if self.private else None)
        self.tensor[:] = 0 if view is None else state.game.arrays.vector(view)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the knowledge as canonical JSON."""
        view = state.view(player if self.private else None)
        known = None if view is None else state.game.rules.to_json(view)
        return _text({"seen": [*state.seen(player)], "view": known} if self.history else known)


def _text(data: JSON) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


for _rules in usable_games().values():
    register(_rules)
