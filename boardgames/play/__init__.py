"""Playing the games: bots, matches and records."""

from boardgames.play.bots import Bot, bots, make_bot
from boardgames.play.match import Event, Match
from boardgames.play.record import Record, Replay

__all__ = ["Bot", "Event", "Match", "Record", "Replay", "bots", "make_bot"]
