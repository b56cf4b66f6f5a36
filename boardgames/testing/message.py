"""What an author reads of a fault: the promise, the place, what was expected and what came, the
usual cause, and a snippet that leads there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from boardgames.core.errors import ConformanceError
from boardgames.testing.law import Violation
from boardgames.testing.probe import Probe

NUMBERS = ("games", "positions", "longest", "seed")
"""Arguments of `check_game`, which a probe has as well."""
PLACE = "game.words.position(ply.before), ply.player, ply.action"
"""Shows at least where a fault is."""


def error_of(violation: Violation, check: str, promise: str, probe: Probe) -> ConformanceError:
    """Return the error for a fault that this check has found; without a law, it is held to the
    promise of the check.
    """
    place = "" if probe.place is None else str(probe.place)
    error = ConformanceError(check, str(violation), raised=violation.raised, place=place)
    for note in _notes(violation, check, promise, probe):
        error.add_note(note)
    return error


def _notes(violation: Violation, check: str, promise: str, probe: Probe) -> Iterator[str]:
    held_to = promise if violation.law is None else violation.law.promise
    yield f"{_named(type(probe.game))} should keep this promise: {held_to}"
    if violation.expected or violation.came:
        yield f"Expected: {violation.expected}"
        yield f"Came: {violation.came}"
    if violation.law is not None:
        yield f"Usual cause: {violation.cause or violation.law.cause}"
    lines = ["To reproduce:", *_snippet(violation, check, probe)]
    yield "\n    ".join(lines)


def _named(cls: type) -> str:
    """Return the class and its file: "Nines in nines.py"."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return f"{cls.__name__} in {Path(file).name}" if file else cls.__name__


def _snippet(violation: Violation, check: str, probe: Probe) -> Iterator[str]:
    """Yield lines of Python that lead to the place of the fault, and show it."""
    game = _made(probe.game)
    if probe.place is None:
        yield "from boardgames.testing import check_game"
        yield _import(type(probe.game))
        yield from _imports(probe)
        arguments = ", ".join([game, *_arguments(check, probe)])
        yield f"check_game({arguments})"
        return
    of_law = "" if violation.law is None else violation.law.ask
    ask = violation.ask or of_law or PLACE
    if "generator(" in ask:
        yield "from boardgames.core.chance import generator"
    yield "from boardgames.testing import ply_at"
    yield _import(type(probe.game))
    if violation.needs is not None and violation.needs.__module__ != "builtins":
        yield _import(violation.needs)
    if "worlds(" in ask:
        yield from _imports(probe)
        ask = ask.replace("worlds(", f"{_called(probe.redeal)}(")
    yield f"game = {game}"
    yield f"ply = ply_at(game, seed={probe.place.seed}, ply={probe.place.ply})"
    yield f"print({ask})"


def _made(game: Any) -> str:
    """Return how a game is made: "Nines(2, rounds=3)"; without options if it cannot name them."""
    options = list[str]()
    with suppress(Exception, SystemExit):  # of the author
        options = [f"{name}={value!r}" for name, value in game.options().items()]
    return f"{type(game).__name__}({', '.join([str(game.players), *options])})"


def _import(found: Any) -> str:
    """Return the line that imports a class or a function; a program is imported by its name."""
    module = found.__module__
    if module == "__main__":
        file = getattr(sys.modules[module], "__file__", None) or "__main__"
        module = Path(file).stem
    return f"from {module} import {found.__name__}"


def _given(probe: Probe) -> Iterator[tuple[str, Any]]:
    """Yield the functions of the caller, by the name of their argument."""
    for name, function in (("worlds", probe.redeal), ("possible", probe.possible)):
        is_of_the_game = getattr(function, "__self__", None) is probe.game
        if function is not None and not is_of_the_game:
            yield name, function


def _called(function: Any) -> str:
    """Return the name under which a snippet calls a function: the caller's own, or one of the
    game.
    """
    is_of_a_game = hasattr(function, "__self__")
    return f"{'game.' if is_of_a_game else ''}{getattr(function, '__name__', '...')}"


def _imports(probe: Probe) -> Iterator[str]:
    for _, function in _given(probe):
        if hasattr(function, "__name__"):
            yield _import(function)


def _arguments(check: str, probe: Probe) -> Iterator[str]:
    """Yield what `check_game` was given, as far as it is not the default, and the check."""
    yield f"only=[{check!r}]"
    for name in NUMBERS:
        number = getattr(probe, name)
        if name in ("games", "positions"):
            number //= probe.factor
        if number != getattr(Probe, name):
            yield f"{name}={number}"
    if probe.factor > 1:
        yield "thorough=True"
    for name, function in _given(probe):
        yield f"{name}={_called(function)}"
