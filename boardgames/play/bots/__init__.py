"""The bots: each is a class, made from a spec such as `greedy:worlds=8`."""

from boardgames.core import lazy as _lazy

if _lazy.TYPE_CHECKING:
    from boardgames.play.bots.base import Bot, HistoryBot, RandomBot
    from boardgames.play.bots.catalogue import bot_names, make_bot
    from boardgames.play.bots.greedy import GreedyBot
    from boardgames.play.bots.levels import EasyBot, FairBot, StrongBot
    from boardgames.play.bots.mcts import MctsBot
    from boardgames.play.bots.program import ProgramBot
    from boardgames.play.bots.timed import Deadline, OutOfTimeError, TimedBot

__all__ = [
    "Bot",
    "Deadline",
    "EasyBot",
    "FairBot",
    "GreedyBot",
    "HistoryBot",
    "MctsBot",
    "OutOfTimeError",
    "ProgramBot",
    "RandomBot",
    "StrongBot",
    "TimedBot",
    "bot_names",
    "make_bot",
]

_HOMES = {
    "Bot": "boardgames.play.bots.base",
    "Deadline": "boardgames.play.bots.timed",
    "EasyBot": "boardgames.play.bots.levels",
    "FairBot": "boardgames.play.bots.levels",
    "GreedyBot": "boardgames.play.bots.greedy",
    "HistoryBot": "boardgames.play.bots.base",
    "MctsBot": "boardgames.play.bots.mcts",
    "OutOfTimeError": "boardgames.play.bots.timed",
    "ProgramBot": "boardgames.play.bots.program",
    "RandomBot": "boardgames.play.bots.base",
    "StrongBot": "boardgames.play.bots.levels",
    "TimedBot": "boardgames.play.bots.timed",
    "bot_names": "boardgames.play.bots.catalogue",
    "make_bot": "boardgames.play.bots.catalogue",
}
"""The module of each name."""

if not _lazy.TYPE_CHECKING:  # type checkers would take any name for one of the package's
    __getattr__, __dir__ = _lazy.lazily(__name__, _HOMES)
