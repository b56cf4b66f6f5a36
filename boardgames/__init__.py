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
    from boardgames.play.bots import Bot, bot_names, make_bot
    from boardgames.play.match import Match
    from boardgames.play.record import Record
    from boardgames.table.table import Table
    from boardgames.testing.conformance import check_game

__version__ = "1.0.0"

__all__ = [
    "Action",
    "BoardGamesError",
    "Bot",
    "BotError",
    "ConfigurationError",
    "ConformanceError",
    "DecodeError",
    "Game",
    "IllegalActionError",
    "Match",
    "Notation",
    "NotationError",
    "Outcome",
    "Record",
    "RecordError",
    "RefusedError",
    "Table",
    "UnreachableError",
    "Words",
    "bot_names",
    "check_game",
    "check_seed",
    "evolve",
    "game_class",
    "game_names",
    "illegal_action",
    "make",
    "make_bot",
    "ranked",
    "value",
]

_HOMES = {
    "Action": "boardgames.core.action",
    "BoardGamesError": "boardgames.core.errors",
    "Bot": "boardgames.play.bots",
    "BotError": "boardgames.core.errors",
    "ConfigurationError": "boardgames.core.errors",
    "ConformanceError": "boardgames.core.errors",
    "DecodeError": "boardgames.core.errors",
    "Game": "boardgames.contract.game",
    "IllegalActionError": "boardgames.core.errors",
    "Match": "boardgames.play.match",
    "Notation": "boardgames.core.action",
    "NotationError": "boardgames.core.errors",
    "Outcome": "boardgames.core.outcome",
    "Record": "boardgames.play.record",
    "RecordError": "boardgames.core.errors",
    "RefusedError": "boardgames.core.errors",
    "Table": "boardgames.table.table",
    "UnreachableError": "boardgames.core.errors",
    "Words": "boardgames.contract.words",
    "bot_names": "boardgames.play.bots",
    "check_game": "boardgames.testing.conformance",
    "check_seed": "boardgames.core.chance",
    "evolve": "boardgames.core.values",
    "game_class": "boardgames.games.catalogue",
    "game_names": "boardgames.games.catalogue",
    "illegal_action": "boardgames.contract.refusals",
    "make": "boardgames.games.catalogue",
    "make_bot": "boardgames.play.bots",
    "ranked": "boardgames.core.outcome",
    "value": "boardgames.core.values",
}
"""The module of each name."""

if not _lazy.TYPE_CHECKING:  # type checkers would take any name for one of the package's
    __getattr__, __dir__ = _lazy.lazily(__name__, _HOMES)
