"""The bots: each a class of its own, made from one line such as `greedy:worlds=8`."""

from boardgames.play.bots.base import Bot
from boardgames.play.bots.catalogue import bots, make_bot
from boardgames.play.bots.evenly import RandomBot
from boardgames.play.bots.greedy import GreedyBot
from boardgames.play.bots.mcts import MctsBot
from boardgames.play.bots.program import ProgramBot

__all__ = ["Bot", "GreedyBot", "MctsBot", "ProgramBot", "RandomBot", "bots", "make_bot"]
