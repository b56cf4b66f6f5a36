"""One game: bots, matches and records."""

from boardgames.core import lazy as _lazy

if _lazy.TYPE_CHECKING:
    from boardgames.contract.transition import Transition
    from boardgames.play.bots import (
        Bot,
        GreedyBot,
        HistoryBot,
        MctsBot,
        RandomBot,
        bot_names,
        make_bot,
    )
    from boardgames.play.bots.timed import Deadline, OutOfTimeError, TimedBot
    from boardgames.play.fault import Fault
    from boardgames.play.limits import Limits
    from boardgames.play.match import Match
    from boardgames.play.record import Record, RecordFile, Replay

__all__ = [
    "Bot",
    "Deadline",
    "Fault",
    "GreedyBot",
    "HistoryBot",
    "Limits",
    "Match",
    "MctsBot",
    "OutOfTimeError",
    "RandomBot",
    "Record",
    "RecordFile",
    "Replay",
    "TimedBot",
    "Transition",
    "bot_names",
    "make_bot",
]

_HOMES = {
    "Bot": "boardgames.play.bots",
    "Deadline": "boardgames.play.bots.timed",
    "Fault": "boardgames.play.fault",
    "GreedyBot": "boardgames.play.bots",
    "HistoryBot": "boardgames.play.bots",
    "Limits": "boardgames.play.limits",
    "Match": "boardgames.play.match",
    "MctsBot": "boardgames.play.bots",
    "OutOfTimeError": "boardgames.play.bots.timed",
    "RandomBot": "boardgames.play.bots",
    "Record": "boardgames.play.record",
    "RecordFile": "boardgames.play.record",
    "Replay": "boardgames.play.record",
    "TimedBot": "boardgames.play.bots.timed",
    "Transition": "boardgames.contract.transition",
    "bot_names": "boardgames.play.bots",
    "make_bot": "boardgames.play.bots",
}
"""The module of each name."""

if not _lazy.TYPE_CHECKING:  # type checkers would take any name for one of the package's
    __getattr__, __dir__ = _lazy.lazily(__name__, _HOMES)
