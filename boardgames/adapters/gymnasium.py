"""One seat of any game against bots, as a Gymnasium environment; needs the extra `gymnasium`.

    import gymnasium
    import boardgames.adapters.gymnasium

    env = gymnasium.make("boardgames/koryo-v1", bots=["greedy"])

Importing this module registers every game of the catalogue, with its `rules_version`;
`SeatEnv(game)` works with any Game. An observation is a vector, an action a number, both as in
`boardgames.adapters.encoding`. The mask of the legal actions is in `info["action_mask"]`, and
`action_masks()` returns it to MaskablePPO of sb3-contrib. `AnyAction(env)` is for programs without
masks. The seat is asked only if it has a choice. The reward is the seat's payoff, at the end; then
`info` also has the `seat`, the `scores` of all seats, the `winners`, and the `reason` for the end:
a key, of which `game.words.ended` makes words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsInt, cast, get_args

from boardgames.adapters.encoding import BOUND, Payoffs, chosen, payoffs
from boardgames.adapters.extras import library
from boardgames.contract.game import Game
from boardgames.contract.refusals import check_viewer
from boardgames.core.action import Action
from boardgames.core.chance import check_seed, fresh_seed, generator
from boardgames.core.errors import ConfigurationError, check_option
from boardgames.games.catalogue import make, usable_games
from boardgames.play.bots import Bot, make_bot
from boardgames.play.match import Match

with library("numpy", extra="gymnasium"):
    import numpy as np

    from boardgames.adapters.arrays import RENDER_MODES, Arrays, check_reset_options, rendered
with library("gymnasium", extra="gymnasium"):
    import gymnasium
    from gymnasium.spaces import Box, Discrete


class SeatEnv(gymnasium.Env[np.ndarray, SupportsInt]):
    """One seat of a game; the others are bots.

    An illegal action raises an error and changes nothing.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES}  # noqa: RUF012  # as declared by Gymnasium

    def __init__(
        self,
        game: Game[Any, Any, Any],
        bots: Sequence[str | Bot[Any, Any]] | None = None,
        *,
        seat: int | None = None,
        payoffs: Payoffs = "victory",
        slots: int | None = None,
        features: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set up the game; `bots` are those of the other seats (None: all `greedy`).

        They sit in order of play after `seat`. `seat` is the agent's (None: a random one for each
        game). `render` returns the table as text ("ansi") or prints it ("human"). Payoffs are by
        `victory` or by `score`. Raises `ConfigurationError` for an invalid argument.
        """
        seat = check_viewer(game, seat)
        check_option("payoffs", payoffs, get_args(Payoffs))
        check_option("render_mode", render_mode, (*RENDER_MODES, None))
        self.game = game
        others = game.players - 1
        specs = ["greedy"] * others if bots is None else bots
        if len(specs) != others:
            raise ConfigurationError(
                f"bots: expected {others}, one for each other seat, not {len(specs)}"
            )
        self.bots: list[Bot[Any, Any]] = [
            make_bot(bot) if isinstance(bot, str) else bot for bot in specs
        ]
        self.seat = seat
        self.payoffs: Payoffs = payoffs
        self.render_mode = render_mode
        self.arrays: Arrays = Arrays(game, slots=slots, features=features)
        self.observation_space: Box = Box(
            -BOUND, BOUND, (self.arrays.encoding.features,), np.float32
        )
        self.action_space: Discrete = Discrete(self.arrays.encoding.slots)
        self._seeds = generator(check_seed(None), 0)
        self._match: Match[Any, Any, Any] | None = None
        self._seat = 0
        self._legal: dict[int, Action] = {}

    @property
    def match(self) -> Match[Any, Any, Any]:
        """The game in progress; raises `ConfigurationError` before the first `reset`."""
        if self._match is None:
            raise ConfigurationError("there is no game yet: call reset first")
        return self._match

    def view(self) -> Any:
        """Return everything that the seat knows, as the game's own View."""
        return self.match.view(self._seat)

    def actions(self) -> Mapping[int, Action]:
        """Return the legal actions of the seat by number; none after the end."""
        return self._legal

    def action_masks(self) -> np.ndarray:
        """Return a mask of the legal actions, as MaskablePPO expects it."""
        return self.arrays.mask(self._legal)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start the game with this seed, or with the one after the last seed given.

        A game that is over before the seat had a choice is replaced by another one. Raises
        `ConfigurationError` for any of the `options`: there are none.
        """
        check_reset_options(options)
        if seed is not None:
            seed = check_seed(seed)
            self._seeds = generator(seed, 0)
        super().reset(seed=seed)
        while True:
            first = fresh_seed(self._seeds) if seed is None else seed
            if self.seat is None:
                self._seat = int(self._seeds.random() * self.game.players)
            else:
                self._seat = self.seat
            behind = self.game.players - 1 - self._seat  # seats with higher numbers
            seats = [*self.bots[behind:], None, *self.bots[:behind]]
            self._match = Match(self.game, seats, first)
            self._proceed()
            if self._legal:
                return self._observed()
            seed = None

    def step(self, action: SupportsInt) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take the action with this number, and let the bots act until the seat has a choice again.

        Raises `IllegalActionError` for a number that the mask does not allow, and `BotError` if a
        bot fails.
        """
        match = self.match
        if not self._legal:
            raise ConfigurationError("the game is over: call reset first")
        match.play(chosen(self._legal, action), self._seat)
        self._proceed()
        observation, info = self._observed()
        outcome = self.game.outcome(match.state)
        if outcome is not None:
            info["seat"] = self._seat
            info["scores"] = outcome.scores
            info["winners"] = outcome.winners
            info["reason"] = outcome.reason
        # Before the end, all payoffs are 0.
        rewards = payoffs(self.game, outcome, self.payoffs)
        return observation, rewards[self._seat], not self._legal, False, info

    def render(self) -> str | None:
        """Return or print the table as the seat sees it."""
        return rendered(self.render_mode, self.game.words.render(self.view()))

    def close(self) -> None:
        if self._match is not None:
            self._match.close()

    def _proceed(self) -> None:
        """Let bots act, and take the seat's forced actions, until it has a choice or the end."""
        match, game = self.match, self.game
        self._legal = {}
        while True:
            for _ in match.run():
                pass
            if self._seat not in match.waiting():
                return
            legal = game.legal_actions(match.state, self._seat)
            if len(legal) > 1:
                self._legal = self.arrays.encoding.numbered(legal)
                return
            match.play(legal[0], self._seat)

    def _observed(self) -> tuple[np.ndarray, dict[str, Any]]:
        return self.arrays.vector(self.view()), {"action_mask": self.action_masks()}


class AnyAction(gymnasium.ActionWrapper[np.ndarray, SupportsInt]):
    """Maps any number to a legal action, for programs without masks, such as `check_env`.

    Legal numbers are kept; the others are spread over the legal actions.
    """

    def action(self, action: SupportsInt) -> int:
        """Return the number of a legal action, or the number itself after the end."""
        number = int(action)
        legal = sorted(cast("SeatEnv", self.unwrapped).actions())
        if not legal or number in legal:
            return number
        return legal[number % len(legal)]


def register() -> tuple[str, ...]:
    """Register every game of the catalogue with Gymnasium and return their names, such as
    `boardgames/koryo-v1`.

    Importing this module calls it; packages that are installed later need another call.
    """
    names = []
    for game, cls in usable_games().items():
        name = f"boardgames/{game}-v{cls.rules_version}"
        if name not in gymnasium.registry:
            # Checks of the environment would try illegal actions.
            kwargs = {"name": game, "players": cls.player_counts[0]}
            gymnasium.register(
                name, f"{__name__}:make_env", kwargs=kwargs, disable_env_checker=True
            )
        names.append(name)
    return tuple(names)


def make_env(name: str, players: int, **options: Any) -> SeatEnv:
    """Return the environment of a game in the catalogue; other arguments are for `SeatEnv`."""
    return SeatEnv(make(name, players=players), **options)


register()
