"""Seats in words and bots that ask, for language models and other text programs.

    from boardgames.adapters.text import TextBot
    from boardgames.play import Match, make_bot

    def ask(messages):  # [{"role": "system", "content": ...}, {"role": "user", "content": ...}]
        return model.complete(messages)

    match = Match(boardgames.make("koryo", players=2), [TextBot(ask), make_bot("greedy")])

An answer names one action by its number, notation or label, in a line `ACTION: ...` or alone.
Anything else is sent back with the reason, a limited number of times; nothing is guessed, and no
action is chosen for the model.
"""

from boardgames.play.bots.text import TextBot
from boardgames.play.prompt import Messages
from boardgames.play.reply import Patience, Reply, Tokens
from boardgames.play.text import AnswerError, Cost, TextSeat

__all__ = [
    "AnswerError",
    "Cost",
    "Messages",
    "Patience",
    "Reply",
    "TextBot",
    "TextSeat",
    "Tokens",
]
