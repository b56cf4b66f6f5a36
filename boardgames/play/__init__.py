"""One game: bots, matches and records."""

from boardgames.core import lazy as _lazy

if _lazy.TYPE_CHECKING:
    from boardgames.contract.transition import Transition
    from boardgames.play.bots import Bot, bot_names, make_bot
    from boardgames.play.fault import Fault
    from boardgames.play.limits import Limits
    from boardgames.play.match import Match
    from boardgames.play.record import Record, Replay
    from boardgames.play.record_file import RecordFile

__all__ = [
    "Bot",
    "Fault",
    "Limits",
    "Match",
    "Record",
    "RecordFile",
    "Replay",
    "Transition",
    "bot_names",
    "make_bot",
]

_HOMES = {
    "Bot": "boardgames.play.bots",
    "Fault": "boardgames.play.fault",
    "Limits": "boardgames.play.limits",
    "Match": "boardgames.play.match",
    "Record": "boardgames.play.record",
    "RecordFile": "boardgames.play.record_file",
    "Replay": "boardgames.play.record",
    "Transition": "boardgames.contract.transition",
    "bot_names": "boardgames.play.bots",
    "make_bot": "boardgames.play.bots",
}
"""The module of each name."""

if not _lazy.TYPE_CHECKING:  # type checkers would take any name for one of the package's
    __getattr__, __dir__ = _lazy.lazily(__name__, _HOMES)
