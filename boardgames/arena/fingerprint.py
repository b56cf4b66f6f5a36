"""A digest of all that determines how games go: code, data, and bots of other packages.

Games of one arena can be played on many machines. Without this, different code on one of them would
go unnoticed.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.codec import digest
from boardgames.core.errors import ConfigurationError
from boardgames.play.bots.base import Bot

LIBRARY = Path(__file__).parents[1]
SOURCES = (".py", ".toml")


def fingerprint(game: Game[Any, Any, Any], bots: Iterable[Bot[Any, Any]]) -> str:
    """Return a digest that is equal on two machines only if these bots play alike on both."""
    modules = {type(player).__module__ for player in (game, *bots)}
    elsewhere = [name for name in sorted(modules) if name.partition(".")[0] != LIBRARY.name]
    digests = [library_fingerprint(), *map(_module, elsewhere)]
    return digest([*digests, game.options()])


def library_fingerprint() -> str:
    """Return a digest of this library: its code and the data of its games."""
    return _files(str(_holding(LIBRARY)))


def check_fingerprint(actual: str, wanted: str) -> None:
    """Raise a `ConfigurationError` that names this machine unless both are equal."""
    if actual != wanted:
        where = f"{socket.gethostname()} ({LIBRARY})"
        raise ConfigurationError(
            f"the worker on {where} has other code or other data than the arena was started with"
        )


def _module(name: str) -> str:
    """Return the digest of a module of another package.

    If it is part of a package, all files beside and below it count.
    """
    module = sys.modules[name]
    file = Path(module.__file__ or "")
    code = file.parent if module.__package__ else file
    return _files(str(_holding(code)))


def _holding(path: Path) -> Path:
    """Return the file or folder with the code at this path: itself, or else the zip archive that it
    is in, or the frozen program.
    """
    if getattr(sys, "frozen", False):
        return Path(sys.executable)
    for place in (path, *path.parents):
        if place.exists():
            return place
    return path


@cache
def _files(path: str) -> str:
    root = Path(path)
    sources = [root]
    if root.is_dir():
        sources = sorted([file for file in root.rglob("*") if file.suffix in SOURCES])
    total = sha256()
    for file in sources:
        total.update(f"{file.relative_to(root).as_posix()}\0".encode())
        total.update(sha256(file.read_bytes()).digest())
    return total.hexdigest()
