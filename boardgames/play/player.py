"""Who plays, by name: a bot's spec, a bot, or a function that asks a model.

Player("gpt", "models:gpt", settings={"model": "gpt-5", "temperature": 0})
Player("deep", "mcts:iterations=1000")
Player("mine", MyBot(depth=3))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, TypeAlias, get_args

from boardgames.core.codec import JSON
from boardgames.core.errors import ConfigurationError, check_option, quoted
from boardgames.core.plugins import found
from boardgames.core.text import one_line
from boardgames.core.values import value
from boardgames.play.bots.base import Bot
from boardgames.play.bots.catalogue import bot_names, is_program, make_bot, spec_of
from boardgames.play.limits import CORRECTIONS, OUTAGE_SECONDS, check_count, check_seconds
from boardgames.play.prompt import Ask, RulesText
from boardgames.play.record import HUMAN

LONGEST_NAME = 80
"""Maximum length of a player's name, in characters."""


@value
class Player:
    """A player with a name of its own. Raises `ConfigurationError` for what cannot be one."""

    name: str
    plays: str | Bot[Any, Any] | Ask = ""
    """The spec of a bot or a program; a bot; a function that takes messages and returns text, or
    where it is, as `package.module:function`. Empty: the name is the spec."""
    at_once: int = 4
    """How many answers of a model are waited for at once."""
    settings: Mapping[str, JSON] = field(default_factory=dict)
    """What else decides how it plays, such as model and temperature: goes into each result."""
    rules: RulesText = "short"
    """What a model is told of the rules."""
    corrections: int = CORRECTIONS
    """How many answers of a model are sent back in one turn, at most."""
    answer_seconds: float | None = None
    """How long one answer of a model is waited for; None: no limit."""
    outage_seconds: float = OUTAGE_SECONDS
    """How long a model that cannot be reached is asked again."""
    disguise: int | None = None
    """The seed of other words for the pieces, which a model is told; None: their own."""
    folder: str | None = field(default=None, compare=False)
    """Where a function is looked for before the current folder, such as the folder of the file that
    names it.
    """

    def __post_init__(self) -> None:
        name: object = self.name
        is_line = isinstance(name, str) and name == one_line(name, LONGEST_NAME)
        if not is_line or not self.name.strip():
            raise ConfigurationError(
                f"name: expected a line of 1 to {LONGEST_NAME} characters, not {quoted(name)}"
            )
        plays = self.plays
        if self.name == HUMAN and plays:
            raise ConfigurationError(f"name: {HUMAN!r} stands for people")
        if not (isinstance(plays, str | Bot) or callable(plays)):
            raise ConfigurationError(
                f"player {self.name!r}: expected a spec, a bot or a function, not {quoted(plays)}"
            )
        check_count(f"player {self.name!r}: at_once", self.at_once)
        if self.corrections:
            check_count(f"player {self.name!r}: corrections", self.corrections)
        check_option(f"player {self.name!r}: rules", self.rules, get_args(RulesText))
        check_seconds(f"player {self.name!r}: answer_seconds", self.answer_seconds)
        check_seconds(f"player {self.name!r}: outage_seconds", self.outage_seconds)

    @property
    def spec(self) -> str:
        """What plays, as text: the spec, the class of a bot, or where a function is."""
        if isinstance(self.plays, str):
            return self.plays or self.name
        if isinstance(self.plays, Bot):
            return spec_of(self.plays)
        return _where(self.plays)

    def bot(self) -> Bot[Any, Any]:
        """Return the bot that plays.

        Raises `ConfigurationError` if there is no such bot or function.
        """
        plays: object = self.plays
        if isinstance(plays, str):
            spec = self.spec
            plays = found(spec, self.folder) if _is_function(spec) else make_bot(spec)
        if isinstance(plays, Bot):
            return plays
        if not callable(plays):
            raise ConfigurationError(
                f"player {self.name!r}: {self.spec} is {quoted(plays)}, not a function"
            )
        from boardgames.play.bots.text import TextBot  # only models need them
        from boardgames.play.reply import Patience

        patience = Patience(self.answer_seconds, self.outage_seconds)
        return TextBot(
            plays,
            self.rules,
            corrections=self.corrections,
            patience=patience,
            disguise=self.disguise,
        )


Playing: TypeAlias = "str | Bot[Any, Any] | Player | Ask"
"""Who plays: a spec, a bot, a function that asks a model, or one of these with a name."""


def player_of(playing: Playing) -> Player:
    """Return the player; without a name of its own, it is called as its spec."""
    if isinstance(playing, Player):
        return playing
    if isinstance(playing, str):
        return Player(playing)
    if isinstance(playing, Bot):
        return Player(spec_of(playing), playing)
    if callable(playing):
        return Player(_where(playing), playing)
    raise ConfigurationError(f"expected a spec, a bot or a function, not {quoted(playing)}")


def named(playing: Iterable[Playing]) -> tuple[tuple[str, ...], dict[str, Player]]:
    """Return the names of these players, and by name those that are more than a spec.

    Raises `ConfigurationError` if two different ones have the same name.
    """
    names: list[str] = []
    players: dict[str, Player] = {}
    for each in playing:
        if isinstance(each, str):  # a spec, of any length
            names.append(each)
            continue
        player = player_of(each)
        names.append(player.name)
        if players.setdefault(player.name, player) != player:
            raise ConfigurationError(
                f"two players are called {player.name!r}: give them names, as in"
                f" Player({player.name + '-2'!r}, …)"
            )
    return tuple(names), players


def bots_named(
    names: Sequence[str],
    players: Mapping[str, Player],
    make: Callable[[str], Bot[Any, Any]] = make_bot,
) -> list[Bot[Any, Any]]:
    """Return the bots with these names; a name that no player has is a spec, to `make` one of."""
    return [players[name].bot() if name in players else make(name) for name in names]


def _is_function(spec: str) -> bool:
    """Return whether this says where a function is, and is not the spec of a bot."""
    module, colon, name = spec.partition(":")
    if not colon or is_program(spec) or module.strip() in bot_names():
        return False
    return all(part.isidentifier() for part in (*module.split("."), *name.split(".")))


def _where(function: Any) -> str:
    """Return where a function is, as `package.module:function`."""
    owner = function if hasattr(function, "__qualname__") else type(function)
    return f"{owner.__module__}:{owner.__qualname__}"
