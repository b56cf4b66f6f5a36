"""Every fault that is kept to try the checks on: broken games, wrong answers, and faults planted in
the examples.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from boardgames import Game
from boardgames.testing.probe import Probe
from tests.examples import planted_faults
from tests.examples.mistakes import MISTAKES
from tests.testing import broken_examples, small_games
from tests.testing.broken_games import BROKEN, Broken
from tests.testing.wrong_answers import ENDINGS, LESSON, SHOWN, WRONG_ANSWERS, marked


class KeptFault(NamedTuple):
    """A fault, and how to try checks on it."""

    name: str
    check: str
    """The check that must find it; empty if any may."""
    probed: Callable[[], AbstractContextManager[Probe]]
    """Yields a probe of a game with the fault."""
    in_this_process_only: bool = False
    """Whether a method was replaced, so that other processes have the right game."""


def quick(game: Game[Any, Any, Any], *, longest: int = 200, **options: Any) -> Probe:
    """Return a probe of few games, which suffice for small ones."""
    return Probe(game, 2, 9, longest, **options)


@contextmanager
def broken(fault: Broken) -> Iterator[Probe]:
    """Yield a probe of a broken game."""
    yield quick(fault.game(2), redeal=fault.worlds, possible=fault.possible)


@contextmanager
def examined(game: Game[Any, Any, Any]) -> Iterator[Probe]:
    """Yield a probe, with all defaults, of a game with a fault of its own."""
    yield Probe(game)


@contextmanager
def wrong_answer(game: Any, method: str, wrong: Any) -> Iterator[Probe]:
    """Yield a probe of a game whose method returns something else."""
    owner = game if hasattr(game, method) else type(game(2).words)
    right = getattr(owner, method)
    with patch.object(owner, method, lambda *given: wrong(right(*given), *given[1:])):
        yield quick(game(2), longest=10_000)


@contextmanager
def ending(game: Any, changed: dict[str, Any]) -> Iterator[Probe]:
    """Yield a probe of a game whose outcome has something changed."""
    right = type(game).outcome

    def wrong(player: object, state: object) -> object:
        outcome = right(player, state)
        return outcome and replace(outcome, **{"utility": ()} | changed)

    with patch.object(type(game), "outcome", wrong):
        yield quick(game)


@contextmanager
def laid() -> Iterator[small_games.Laid]:
    """Yield a game with a lesson and a phase."""
    with (
        patch.object(small_games.State, "phase", "laying", create=True),
        patch.object(small_games.LaidWords, "lesson", lambda _: LESSON),
    ):
        yield small_games.Laid(2)


@contextmanager
def shown(name: str, change: Any) -> Iterator[Probe]:
    """Yield a probe of a game that shows something else."""
    with laid() as game:
        words = small_games.LaidWords
        right = getattr(words, name)
        is_text = isinstance(right, str)
        wrong = change(right) if is_text else lambda *given: change(right(*given))
        with patch.object(words, name, wrong):
            # A mark counts as certain only after many worlds.
            yield Probe(game, 8, 200) if change is marked else quick(game)


@contextmanager
def planted(example: str, fault: planted_faults.PlantedFault) -> Iterator[Probe]:
    """Yield a probe, with all defaults, of an example with a fault in its text."""
    with TemporaryDirectory() as folder, patch.object(sys, "path", [folder, *sys.path]):
        yield Probe(planted_faults.game_with(example, fault, Path(folder)))


def kept_faults() -> Iterator[KeptFault]:
    """Yield all of them, each with a name of its own."""
    named = Counter[str]()
    for fault in _kept():
        named[fault.name] += 1
        count = named[fault.name]
        yield fault if count == 1 else fault._replace(name=f"{fault.name} ({count})")


def _kept() -> Iterator[KeptFault]:
    for name, each in BROKEN.items():
        yield KeptFault(name, each.check, partial(broken, each))
    for name, (larger, check) in broken_examples.FAULTS.items():
        yield KeptFault(name, check, partial(examined, larger))
    for game, method, wrong, message in WRONG_ANSWERS:
        fault = f"{game.__name__}.{method} → {message}"
        check = message.partition(":")[0]
        yield KeptFault(fault, check, partial(wrong_answer, game, method, wrong), True)
    for player, changed, _ in ENDINGS:
        fault = f"{type(player).__name__}.outcome with {changed}"
        yield KeptFault(fault, "ends", partial(ending, player, changed), True)
    for name, change, message in SHOWN:
        check = message.partition(":")[0]
        yield KeptFault(f"Laid.{name} → {message}", check, partial(shown, name, change), True)
    for example, (_, _, faults) in planted_faults.FAULTS.items():
        for planting in faults:
            yield KeptFault(f"{example}: {planting.name}", "", partial(planted, example, planting))
    for mistake in MISTAKES:
        fault = f"{mistake.example}, a mistake: {mistake.fault.name}"
        made = partial(planted, mistake.example, mistake.fault)
        yield KeptFault(fault, mistake.check, made)
