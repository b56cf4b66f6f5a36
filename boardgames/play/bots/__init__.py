"""The bots: each is a class, made from a spec such as `greedy:worlds=8`."""

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
