"""Searches for tests: as long on every machine, or with findings that a test chooses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardgames.play.bots.mcts import Considered, MctsBot

_consider = MctsBot.consider


def walk(patch: pytest.MonkeyPatch, iterations: int) -> None:
    """Let each search that is asked for its findings take so many walks, whatever time it has."""
    patch.setattr(
        MctsBot,
        "consider",
        lambda _, *given, **how: _consider(MctsBot(iterations), *given, **how),
    )


def find(
    patch: pytest.MonkeyPatch, findings: Callable[[tuple[Any, ...]], tuple[Considered[Any], ...]]
) -> None:
    """Let each search find what this function of the legal actions returns."""

    def consider(
        _bot: object,
        _game: object,
        _seat: int,
        _view: object,
        actions: tuple[Any, ...],
        *_: object,
        **__: object,
    ) -> tuple[Considered[Any], ...]:
        return findings(actions)

    patch.setattr(MctsBot, "consider", consider)
