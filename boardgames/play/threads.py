"""Threads, which not every Python has: one in a browser has none."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from boardgames.core.errors import ConfigurationError


def start_thread(work: Callable[[], object], remedy: str) -> None:
    """Run this in a thread that does not keep the program from ending.

    Raises `ConfigurationError`, with the remedy, where no thread can be started.
    """
    try:
        Thread(target=work, daemon=True, name="boardgames").start()
    except RuntimeError as error:
        raise ConfigurationError(
            f"no thread can be started here, as in a browser: {remedy}"
        ) from error
