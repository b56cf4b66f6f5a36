"""All checks by name, and `check_game`, which runs them on a game.

The first line of each check is its promise; docs/conformance.md says all that it demands, and what that proves.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from boardgames.core.errors import ConformanceError, describe_exception
from boardgames.core.game import Game
from boardgames.testing import (
    event_checks,
    lesson_checks,
    rule_checks,
    sample_checks,
    scene_checks,
    secrecy_checks,
    shuffle_checks,
    value_checks,
)
from boardgames.testing.compare import Fault, demand
from boardgames.testing.probe import Possible, Probe, Redeal
from boardgames.testing.report import Report, Result

CHECKS: dict[str, Callable[[Probe], None]] = {
    "purity": rule_checks.purity,
    "determinism": rule_checks.determinism,
    "legality": rule_checks.legality,
    "applying": rule_checks.applying,
    "refusing": rule_checks.refusing,
    "random play": rule_checks.random_play,
    "conservation": rule_checks.conservation,
    "estimates": rule_checks.estimates,
    "ends": rule_checks.ends,
    "commits": secrecy_checks.commits,
    "existence": sample_checks.existence,
    "views": secrecy_checks.views,
    "seeds": secrecy_checks.seeds,
    "choices": secrecy_checks.choices,
    "words": secrecy_checks.words,
    "told lines": secrecy_checks.told_lines,
    "round trips": value_checks.round_trips,
    "reading": value_checks.reading,
    "text": value_checks.text,
    "samples": sample_checks.samples,
    "possible": sample_checks.possible,
    "reach": sample_checks.reach,
    "frequencies": sample_checks.frequencies,
    "shuffling": shuffle_checks.shuffling,
    "scenes": scene_checks.scenes,
    "events": event_checks.events,
    "face down": scene_checks.face_down,
    "labels": scene_checks.labels,
    "score sheets": scene_checks.score_sheets,
    "lessons": lesson_checks.lessons,
}
"""Every check by name, in the order in which they run."""


def check_game(
    game: Game[Any, Any, Any],
    *,
    games: int = 4,
    positions: int = 12,
    longest: int = 10_000,
    seed: int = 0,
    thorough: bool = False,
    worlds: Redeal | None = None,
    possible: Possible | None = None,
) -> Report:
    """Test a game against the contract; raise a `ConformanceError` with the first check that fails, and the fault.

    The report, if printed, says which promises were held, and what could not be examined.

    Plays this many random `games` from `seed` on, each of at most `longest` plies, and examines this many `positions`,
    which include every phase and type of action that occurs in ten times as many games. `thorough` multiplies all of
    these by five.

    `worlds(state, seat, rng)` returns a State in which cards that the seat (None: a spectator) cannot see have been
    redealt at random, as likely as in the deal. Write it without `determinize`: it finds leaks that a sampler hides
    because it knows of them. `possible(state)` returns whether a State could have been dealt and played.

    The class must be importable by another process: not defined within a function.
    """
    probe = Probe(game, games, positions, longest, seed, worlds, possible, thorough)
    return Report.of(probe, [examined(name, probe, stop=True) for name in checks_of(probe)])


def checks_of(probe: Probe) -> tuple[str, ...]:
    """Return the names of the checks that apply to the game."""
    idle = {
        "possible": probe.possible is None,
        "events": probe.game.event_types is None,
        "lessons": not probe.game.lesson(),
    }
    return tuple(name for name in CHECKS if not idle.get(name))


def examined(name: str, probe: Probe, *, stop: bool = False) -> Result:
    """Run one check, and return its result, even if that is a fault; with `stop`, raise it."""
    started, fault = perf_counter(), ""
    try:
        run_check(name, probe)
    except ConformanceError as error:
        if stop:
            raise
        fault = "; ".join([str(error).removeprefix(f"{name}: "), *error.__notes__])
    return Result(name, promise(name), perf_counter() - started, fault)


def promise(name: str) -> str:
    """Return what a check demands: "nothing changes a State"."""
    return (CHECKS[name].__doc__ or "").partition("\n")[0].removeprefix("Demand that ").rstrip(".")


def run_check(name: str, probe: Probe) -> None:
    """Run one check; raise `ConformanceError` if the game fails it or raises an exception.

    A note on the error names the file of the game and the promise.
    """
    cls, untouched = type(probe.game), random.getstate()
    probe.place = ""
    cause: BaseException | None
    try:
        CHECKS[name](probe)
        demand(random.getstate() == untouched, "the game uses Python's global random generator", "determinism")
    except Fault as error:
        found = ConformanceError(error.check or name, str(error), raised=error.raised, place=probe.place)
        cause = error.__cause__
    except (Exception, SystemExit) as error:  # noqa: BLE001  # the game may raise anything
        found = ConformanceError(name, f"the game {describe_exception(error, cls)}", raised=True, place=probe.place)
        cause = error
    else:
        return
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    where = f"{cls.__name__} in {Path(file).name}" if file else cls.__name__
    found.add_note(f"{where} should keep this promise: {promise(name)}")
    raise found from cause
