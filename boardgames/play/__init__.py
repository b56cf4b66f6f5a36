"""One game: bots, matches and records."""

from boardgames.contract.transition import Transition
from boardgames.play.bots import Bot, bot_names, make_bot
from boardgames.play.ending import Forfeit, Resigned
from boardgames.play.fault import Fault
from boardgames.play.limits import Limits
from boardgames.play.match import Match
from boardgames.play.record import Record, Replay
from boardgames.play.record_file import RecordFile

__all__ = [
    "Bot",
    "Fault",
    "Forfeit",
    "Limits",
    "Match",
    "Record",
    "RecordFile",
    "Replay",
    "Resigned",
    "Transition",
    "bot_names",
    "make_bot",
]
