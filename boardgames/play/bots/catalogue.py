"""Makes bots from their specs."""

from __future__ import annotations

from dataclasses import fields
from math import inf, nan
from typing import TYPE_CHECKING, Any

from boardgames.core.errors import ConfigurationError
from boardgames.play.bots.greedy import GreedyBot
from boardgames.play.bots.mcts import MctsBot
from boardgames.play.bots.program import ProgramBot
from boardgames.play.bots.random_bot import RandomBot

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardgames.play.bots.base import Bot

PROGRAM = "cmd"
"""Begins the spec of a bot that is a program."""

_CLASSES: dict[str, type[Bot]] = {"greedy": GreedyBot, "mcts": MctsBot, "random": RandomBot}


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots, sorted."""
    return tuple(sorted(_CLASSES))


def make_bot(spec: str) -> Bot:
    """Return the bot of a spec: its name, and after a colon its options, as in `greedy:worlds=8`.

    A program of one's own is `cmd:` and its command, as in `cmd:python3 mybot.py`. Raises `ConfigurationError` for an
    unknown bot or option, or a value that it cannot have.
    """
    name, _, rest = spec.strip().partition(":")
    if name == PROGRAM:
        return ProgramBot(rest)
    if name not in _CLASSES:
        raise ConfigurationError(f"unknown bot {name!r}; there are: {', '.join(bot_names())}, {PROGRAM}:COMMAND")
    cls: Any = _CLASSES[name]
    types: dict[str, Any] = {member.name: type(member.default) for member in fields(cls)}
    options: dict[str, float] = {}
    for item in filter(None, rest.split(",")):
        key, _, text = (part.strip() for part in item.partition("="))
        if key not in types:
            known = ", ".join(types) or "none"
            raise ConfigurationError(f"unknown option {key!r} of bot {name!r}; there are: {known}")
        options[key] = _number(types[key], text, f"option {key!r} of bot {name!r}")
    made: Bot = cls(**options)
    return made


def _number(kind: Callable[[str], float], text: str, what: str) -> float:
    try:
        number = kind(text)
    except ValueError:
        number = nan
    if not 0 <= number < inf:
        sort = "whole number" if kind is int else "number"
        raise ConfigurationError(f"{what} must be a {sort} of 0 or more, not {text!r}")
    return number
