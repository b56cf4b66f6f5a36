"""Makes bots from their specs.

Any installed package can provide a bot through an entry point of the group `boardgames.bots`
(docs/guides/bot.md). Its class is a frozen dataclass derived from `Bot`, whose fields are the
options of its spec. Other packages cannot replace a bot of this library. They are searched only for
other names, or to list all names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from math import inf, nan
from typing import TYPE_CHECKING, Any, cast

from boardgames.core.errors import LONGEST_MESSAGE, ConfigurationError, quoted, unknown
from boardgames.core.lazy import imported
from boardgames.core.plugins import load, registered
from boardgames.core.text import one_line
from boardgames.play.bots.base import Bot

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint  # slow to import, and rarely needed

PROGRAM = "cmd"
"""The prefix of the spec of a program."""
PROGRAM_CLASS = "boardgames.play.bots.program:ProgramBot"
CLASSES = {
    "easy": "boardgames.play.bots.levels:EasyBot",
    "fair": "boardgames.play.bots.levels:FairBot",
    "greedy": "boardgames.play.bots.greedy:GreedyBot",
    "mcts": "boardgames.play.bots.mcts:MctsBot",
    "random": "boardgames.play.bots.base:RandomBot",
    "strong": "boardgames.play.bots.levels:StrongBot",
}
"""The module and class of each bot of this library by name, sorted."""
OUR_BOTS = tuple(CLASSES)
"""The names of the bots in this library."""
GROUP = "boardgames.bots"
"""The group of entry points by which other packages provide bots."""


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots, sorted; packages that provide bots are not loaded."""
    return tuple(sorted({*OUR_BOTS, *_registered()}))


def _registered() -> dict[str, dict[str, EntryPoint]]:
    return {
        name: entries
        for name, entries in registered(GROUP).items()
        if name not in (*OUR_BOTS, PROGRAM)
    }


def _fault(found: object) -> str | None:
    if not isinstance(found, type) or not issubclass(found, Bot) or not is_dataclass(found):
        return "it is not a dataclass derived from Bot"
    if found.__abstractmethods__:
        return f"it has no {', '.join(sorted(found.__abstractmethods__))}"
    odd = [
        member.name
        for member in fields(found)
        if member.init and type(member.default) not in (int, float)
    ]
    return f"not an option with a number as its default: {', '.join(odd)}" if odd else None


def make_bot(spec: str) -> Bot[Any, Any]:
    """Return the bot with this spec: its name, and after a colon its options, as in
    `greedy:worlds=8`.

    The spec of a program is `cmd:` and its command, as in `cmd:python3 mybot.py`. Raises
    `ConfigurationError` for an unknown bot or option, or an invalid value.
    """
    if not isinstance(spec, str):
        raise ConfigurationError(f"a bot's spec is a string such as 'greedy', not {quoted(spec)}")
    name, _, rest = spec.strip().partition(":")
    cls: Any = bot_class(name)
    if name == PROGRAM:
        return cast("Bot[Any, Any]", cls(rest))
    options = _options(name, cls, rest)
    try:
        return cast("Bot[Any, Any]", cls(**options))
    except ConfigurationError:
        raise
    except ValueError as error:  # how a dataclass refuses a value
        raise ConfigurationError(
            f"bot {name!r}: {one_line(str(error), LONGEST_MESSAGE)}"
        ) from error


def bot_class(name: str) -> type[Bot[Any, Any]]:
    """Return the class of the bot with this name, or that of programs.

    Raises `ConfigurationError` for an unknown bot, or if the package that provides it is broken.
    """
    place = PROGRAM_CLASS if name == PROGRAM else CLASSES.get(name)
    if place is not None:
        return cast("type[Bot[Any, Any]]", imported(place))
    others = _registered()
    if name not in others:
        raise unknown("bot", name, [*bot_names(), f"{PROGRAM}:COMMAND"])
    return cast("type[Bot[Any, Any]]", load(f"bot {name!r}", others[name], _fault))


def _options(name: str, cls: Any, text: str) -> dict[str, float]:
    """Return the options in this text, such as `worlds=8,seconds=1`."""
    types: dict[str, Any] = {
        member.name: type(member.default) for member in fields(cls) if member.init
    }
    options: dict[str, float] = {}
    for item in filter(None, text.split(",")):
        key, _, value = (part.strip() for part in item.partition("="))
        what = f"option {key!r} of bot {name!r}"
        if key not in types:
            known = ", ".join(types) or "none"
            raise ConfigurationError(f"unknown {what}; known: {known}")
        if key in options:
            raise ConfigurationError(f"{what} is given twice")
        options[key] = _number(types[key], value, what, ours=name in CLASSES)
    return options


def is_program(spec: str) -> bool:
    """Return whether this is the spec of a program."""
    return spec.strip().partition(":")[0] == PROGRAM


def spec_of(bot: Bot[Any, Any]) -> str:
    """Return the spec from which `make_bot` makes an equal bot; for a bot that is not in the
    catalogue, its class.

    >>> spec_of(make_bot("greedy:worlds=2")), spec_of(make_bot("cmd:python3 mybot.py"))
    ('greedy:worlds=2', 'cmd:python3 mybot.py')
    """
    own = f"{type(bot).__module__}:{type(bot).__qualname__}"
    if own == PROGRAM_CLASS:
        return f"{PROGRAM}:{cast('Any', bot).command}"
    name = next((name for name, place in CLASSES.items() if place == own), None)
    if name is None:
        return type(bot).__name__
    options = ",".join(
        [
            f"{member.name}={getattr(bot, member.name)}"
            for member in fields(cast("Any", bot))
            if member.init and getattr(bot, member.name) != member.default
        ]
    )
    return f"{name}:{options}" if options else name


def _number(kind: Callable[[str], float], text: str, what: str, *, ours: bool) -> float:
    try:
        number = kind(text) if text.isascii() and "_" not in text else nan
    except ValueError:
        number = nan
    if not -inf < number < inf or (ours and number < 0):
        sort = "whole number" if kind is int else "number"
        raise ConfigurationError(
            f"{what} must be a {sort}{' of 0 or more' if ours else ''}, not {text!r}"
        )
    return number
