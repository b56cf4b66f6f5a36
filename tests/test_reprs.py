"""What a dataclass shows of itself, as in a log or a traceback: neither secrets nor seeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import boardgames
from boardgames.remote.asgi import _Done
from boardgames.remote.methods import METHODS
from boardgames.remote.once import _Answer
from boardgames.remote.rooms import CallerSeat
from boardgames.remote.rpc import Client
from boardgames.table.seating import Seating

TELLING = {"secret", "seed", "invitation", "watch", "headers", "once", "token", "password"}
"""Names of fields that hold a secret, or what contains one; a `key` opens something in `remote`."""
OPENING = {"remote": {"key"}}
HARMLESS = {
    "End.seed": "revealed after the game",
    "OutcomeResult.seed": "the same",
    "Recorded.seed": "the same",
    "Plan.seed": "of an arena, where nobody has secrets",
    "League.seed": "the same",
    "Origin.seed": "the same",
    "LeagueFile.seed": "the same",
    "Probe.seed": "of a test",
    "Lesson.seed": "published with the game",
    "Hidden.seed": "of a State, which shows all hands as well",
    "Response.headers": "the same for everybody",
    "Start.watch": "whether anybody may",
}
"""Why these fields are shown."""


def dataclasses() -> Iterator[type[Any]]:
    """Yield every dataclass of the library."""
    seen = set()
    for module in walk_packages(boardgames.__path__, "boardgames."):
        if module.name.endswith("__main__"):
            continue
        try:
            content = vars(import_module(module.name)).values()
        except (ImportError, boardgames.BoardGamesError):  # an adapter whose library is missing
            continue
        for each in content:
            if isinstance(each, type) and is_dataclass(each) and each not in seen:
                seen.add(each)
                yield each


def test_no_repr_shows_a_secret_or_a_seed() -> None:
    shown = {
        f"{cls.__name__}.{field.name}"
        for cls in dataclasses()
        if cls.__module__.startswith("boardgames.") and "__repr__" in vars(cls)
        for field in fields(cls)
        if field.repr and field.name in TELLING | OPENING.get(cls.__module__.split(".")[1], set())
    }
    assert shown == {*HARMLESS}


def test_what_was_asked_shows_no_secret_either() -> None:
    for name, method in METHODS.items():
        names = {each.name for each in fields(method.params)}
        made = method.params(**dict.fromkeys(names, "a secret"))
        assert "a secret" not in repr(made), name


def test_whoever_holds_a_secret_shows_none_of_it() -> None:
    seating, _, secret = Seating.of(["human"]).inviting(0).seated(0)
    lobby: Any = "a lobby"
    table: Any = "a table"
    answer = _Answer({"invitation": secret}, answer={"secret": secret})
    places = Client(lobby, secret), CallerSeat(lobby, 1, table, 0, secret)
    shown = repr([seating, answer, *places, _Done(secret)])
    assert secret not in shown
