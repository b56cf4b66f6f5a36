"""Bots, matches, tables, records and the arena."""

from boardgames.core.log import Transition
from boardgames.play.arena import iter_arena, run_arena
from boardgames.play.bots import Bot, bot_names, make_bot
from boardgames.play.ending import Forfeit, Resigned
from boardgames.play.fault import Fault
from boardgames.play.limits import Limits
from boardgames.play.match import Match
from boardgames.play.record import Record, Replay
from boardgames.play.record_file import RecordFile
from boardgames.play.results import Plan, Result, Standing
from boardgames.play.table import Table

__all__ = [
    "Bot",
    "Fault",
    "Forfeit",
    "Limits",
    "Match",
    "Plan",
    "Record",
    "RecordFile",
    "Replay",
    "Resigned",
    "Result",
    "Standing",
    "Table",
    "Transition",
    "bot_names",
    "iter_arena",
    "make_bot",
    "run_arena",
]
