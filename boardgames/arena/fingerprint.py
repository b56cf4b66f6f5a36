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
    digests = [library_fingerprint()]
    for name in sorted({type(player).__module__ for player in (game, *bots)}):
        if name.partition(".")[0] != LIBRARY.name:
            module = sys.modules[name]
            file = Path(module.__file__ or "")
            # Of a module in a package, all files beside and below it count.
            digests.append(_digest_of(file.parent if module.__package__ else file))
    return digest([*digests, game.options()])


def library_fingerprint() -> str:
    """Return a digest of this library: its code and the data of its games."""
    return _digest_of(LIBRARY)


def check_fingerprint(actual: str, wanted: str) -> None:
    """Raise a `ConfigurationError` that names this machine unless both are equal."""
    if actual != wanted:
        where = f"{socket.gethostname()} ({LIBRARY})"
        raise ConfigurationError(
            f"the worker on {where} has other code or other data than the arena was started with"
        )


@cache
def _digest_of(code: Path) -> str:
    """Return the digest of this file or folder, or else of the zip archive that it is in, or of the
    frozen program.
    """
    if getattr(sys, "frozen", False):
        root = Path(sys.executable)
    else:
        root = next(place for place in (code, *code.parents) if place.exists())
    sources = [root]
    if root.is_dir():
        sources = sorted([file for file in root.rglob("*") if file.suffix in SOURCES])
    total = sha256()
    for file in sources:
        total.update(f"{file.relative_to(root).as_posix()}\0".encode())
        total.update(sha256(file.read_bytes()).digest())
    return total.hexdigest()
