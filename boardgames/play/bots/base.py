"""The base classes of all bots, and the simplest of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Generic

from boardgames.contract.game import A, Game, V, is_uniform
from boardgames.core.outcome import Outcome
from boardgames.core.values import value


class Bot(ABC, Generic[A, V]):
    """A computer player. It is given the View of its seat, never the State.

    A bot for one game names its Actions and its View, as in `Bot[koryo.Action, koryo.View]`; one
    for all games is a `Bot[Any, Any]`.

    A frozen dataclass whose fields, all with defaults, are the options of its spec. It keeps
    nothing from one decision to the next: a View has perfect recall, so a bot can be asked again,
    or start in the middle of a game.

    A match cannot interrupt a bot in its own process, since a thread cannot be killed. A bot that
    takes too long is noticed only when it returns, and one that never returns blocks the match.
    Bots that think for long should therefore derive from `TimedBot`; a limit on other people's code
    can only be enforced if it runs as a program (`cmd:`).
    """

    waits: ClassVar[bool] = False
    """Whether its answers come from elsewhere, such as a program or a network. While it waits for
    one, it takes none of the few places for bots that compute.
    """

    @abstractmethod
    def choose(
        self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random
    ) -> A:
        """Return one of the legal actions of this seat; there is at least one. All randomness comes
        from `rng`.
        """

    def reads_view(self, game: Game[Any, Any, Any]) -> bool:
        """Return whether `choose` reads the View in this game; if not, it is given None for it.

        By default it does.
        """
        del game
        return True

    def seated(self, game: Game[Any, Any, Any], player: int, seconds: float | None) -> Bot[A, V]:
        """Return the bot for this seat of one match; `seconds` limits each choice (None: no limit).

        By default this is the bot itself. A bot that starts something for the match, or enforces
        the limit, returns an object that does so. Raises `BotError` if the bot cannot play.
        """
        del game, player, seconds
        return self

    def timed_by(self, clock: Callable[[], float]) -> Bot[A, V]:
        """Return this bot, going by a clock that tells the time in seconds.

        By default this is the bot itself, which reads no clock.
        """
        del clock
        return self

    def leave(self, outcome: Outcome | None) -> None:
        """Clean up what `seated` has started: the match is over with this outcome, or was abandoned
        (None).

        Errors are ignored.
        """
        del outcome


class HistoryBot(Bot[A, V]):
    """A bot that is also given the history of its seat: the Events of the game from the deal on.

    It still keeps nothing between decisions: each of them comes with the whole history.
    """

    # As `choose`, plus the history.
    @abstractmethod
    def choose_knowing(
        self,
        game: Game[Any, A, V],
        player: int,
        view: V,
        actions: tuple[A, ...],
        rng: Random,
        history: Sequence[Any],
    ) -> A:
        """Return one of the legal actions; `history` has the Events in order, as this seat sees
        them.
        """

    def choose(
        self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random
    ) -> A:
        """Return the bot's choice for an empty history."""
        return self.choose_knowing(game, player, view, actions, rng, ())


@value
class RandomBot(Bot[Any, Any]):
    """Plays the game's own random policy: uniform, unless the game weights its actions."""

    def choose(
        self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random
    ) -> A:
        """Return a random legal action."""
        if len(actions) == 1:
            return actions[0]
        return game.random_choice(view, actions, rng, player)

    def reads_view(self, game: Game[Any, Any, Any]) -> bool:
        """Return whether the policy of this game is more than a uniform choice."""
        return not is_uniform(type(game))
