"""Card and board games with hidden information, as engines for bots, searches and frontends.

>>> import boardgames
>>> boardgames.game_names()
('for_the_king', 'koryo', 'mundus_novus')
>>> game = boardgames.make("koryo", players=2)
>>> state = game.new_game(seed=7)
>>> len(game.to_act(state))
1
"""

from boardgames.core import lazy as _lazy

if _lazy.TYPE_CHECKING:
    from boardgames.contract.game import Game
    from boardgames.contract.refusals import illegal_action
    from boardgames.contract.words import Words
    from boardgames.core.action import Action, Notation
    from boardgames.core.chance import check_seed
    from boardgames.core.errors import (
        BoardGamesError,
        BotError,
        ConfigurationError,
        ConformanceError,
        DecodeError,
        IllegalActionError,
        NotationError,
        RecordError,
        RefusedError,
        UnreachableError,
    )
    from boardgames.core.outcome import Outcome, ranked
    from boardgames.core.values import evolve, value
    from boardgames.games.catalogue import game_class, game_names, make

__version__ = "0.1.0"

__all__ = [
    "Action",
    "BoardGamesError",
    "BotError",
    "ConfigurationError",
    "ConformanceError",
    "DecodeError",
    "Game",
    "IllegalActionError",
    "Notation",
    "NotationError",
    "Outcome",
    "RecordError",
    "RefusedError",
    "UnreachableError",
    "Words",
    "check_seed",
    "evolve",
    "game_class",
    "game_names",
    "illegal_action",
    "make",
    "ranked",
    "value",
]

_HOMES = {
    "Action": "boardgames.core.action",
    "BoardGamesError": "boardgames.core.errors",
    "BotError": "boardgames.core.errors",
    "ConfigurationError": "boardgames.core.errors",
    "ConformanceError": "boardgames.core.errors",
    "DecodeError": "boardgames.core.errors",
    "Game": "boardgames.contract.game",
    "IllegalActionError": "boardgames.core.errors",
    "Notation": "boardgames.core.action",
    "NotationError": "boardgames.core.errors",
    "Outcome": "boardgames.core.outcome",
    "RecordError": "boardgames.core.errors",
    "RefusedError": "boardgames.core.errors",
    "UnreachableError": "boardgames.core.errors",
    "Words": "boardgames.contract.words",
    "check_seed": "boardgames.core.chance",
    "evolve": "boardgames.core.values",
    "game_class": "boardgames.games.catalogue",
    "game_names": "boardgames.games.catalogue",
    "illegal_action": "boardgames.contract.refusals",
    "make": "boardgames.games.catalogue",
    "ranked": "boardgames.core.outcome",
    "value": "boardgames.core.values",
}
"""The module of each name."""

if not _lazy.TYPE_CHECKING:  # type checkers would take any name for one of the package's
    __getattr__, __dir__ = _lazy.lazily(__name__, _HOMES)
