"""A bot that asks a language model."""

from __future__ import annotations

from dataclasses import field
from random import Random
from typing import Any, ClassVar, get_args

from boardgames.contract.game import A, Game, V
from boardgames.core.errors import ConfigurationError, check_option, quoted
from boardgames.core.values import evolve, value
from boardgames.play.bots.base import Bot
from boardgames.play.limits import CORRECTIONS
from boardgames.play.prompt import Ask, RulesText
from boardgames.play.reply import USUAL, Patience
from boardgames.play.text import CHARACTERS, Cost, Journal, TextSeat


@value
class TextBot(Bot[Any, Any]):
    """A bot that asks a function, such as a language model, for the next message of a conversation.

    The function takes messages, and returns text or an object of a client library with text. It may
    be `async`. A bot remembers nothing, so every turn is a separate conversation: the opening as
    the system message, then the prompt. The prompt has no news: a bot is given only the View, which
    has all of the past that matters.

    A prompt has at most about `characters` characters. The opening has 2,000 to 6,000 more with
    short rules, and a few words with rules="none". It is the same at every turn of a seat and comes
    first, so a service that caches the beginning of a conversation charges little for it, and your
    own model needs to read it only once.

    An outage is nobody's fault: the model is asked again, with growing pauses, as `patience` says,
    and then the match raises `UnreachableError` and can go on later. A function that fails in any
    other way, or returns what has no text, raises `ConfigurationError` at once.
    """

    waits: ClassVar[bool] = True
    ask: Ask
    rules: RulesText = "short"
    characters: int = CHARACTERS
    corrections: int = CORRECTIONS
    cost: Cost = field(default_factory=Cost, compare=False)
    """The cost of all its turns."""
    patience: Patience = USUAL
    disguise: int | None = None
    """The seed of other words for the pieces; None: their own."""
    journal: Journal | None = field(default=None, compare=False, repr=False)
    """Is told of every answer, and may know answers of an earlier run."""

    def __post_init__(self) -> None:
        """Raise `ConfigurationError` for invalid options."""
        if not callable(self.ask):
            raise ConfigurationError(f"ask: expected a function, not {quoted(self.ask)}")
        check_option("rules", self.rules, get_args(RulesText))

    def seated(
        self, game: Game[Any, Any, Any], player: int, seconds: float | None
    ) -> Bot[Any, Any]:
        """Return the bot for one match, in which an outage counts as one before a choice takes too
        long.
        """
        del game, player
        if seconds is None or seconds > self.patience.outage_seconds:
            return self
        return evolve(self, patience=evolve(self.patience, outage_seconds=seconds))

    def seat(self, game: Game[Any, Any, Any], player: int) -> TextSeat:
        """Return this seat of a game in the words in which it is asked."""
        return TextSeat(
            game,
            player,
            rules=self.rules,
            characters=self.characters,
            disguise=self.disguise,
        )

    def choose(
        self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random
    ) -> A:
        """Return the action that an answer names; raise `AnswerError` if it names no legal one."""
        del rng
        return self.seat(game, player).choose(
            self.ask,
            view,
            actions,
            corrections=self.corrections,
            cost=self.cost,
            patience=self.patience,
            journal=self.journal,
        )
