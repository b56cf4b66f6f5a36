"""Find out which faults each law of the checks finds, and write `tests/testing/laws.md`.

    python -m tests.testing.laws RESULTS              try every kept fault, note in the file RESULTS
                                                      what was found, and write the table
    python -m tests.testing.laws RESULTS --minutes 8  stop after so long; the next call goes on

A law is a function of the checks that demands something. All checks run on each fault, so that it
is known which laws find what no other check finds. Read the table in review: a law that finds
nothing may go, and a rewritten one should find what it found before.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from pstats import Stats
from time import monotonic
from typing import Any

import boardgames
from boardgames.testing import compare
from boardgames.testing.conformance import CHECKS, checks_of
from boardgames.testing.law import LAWS, Violation
from boardgames.testing.probe import Probe
from boardgames.testing.watch import EndlessCallError, watched
from examples.hanabi import Hanabi
from examples.skull import Skull
from tests.testing.kept_faults import KeptFault, kept_faults

ROOM = Path(compare.__file__).parent
TABLE = Path(__file__).with_suffix(".md")
ELSEWHERE = ("determinism", "samples")
"""Checks that run the game in other processes."""
TOOLS = ("compare", "fault", "probe", "process", "watch")
"""Modules whose functions demand something for a law that calls them."""
RAISED = "the game raises"
"""Stands for a law where the game raised an exception of its own."""
ABOUT = (
    "Written by `python -m tests.testing.laws`; read it when it changes. All checks run on each"
    " kept fault: *finds* says how many a check or a law refuses, *first* how many no check before"
    " it does, *alone* how many no other does. *Time* is its part of all time, in Koryo, Hanabi and"
    " Skull. A law that finds nothing here may be held by a test of its own."
)
NAMED = 3
"""Number of faults of a law that are named in the table."""


@dataclass(frozen=True)
class Found:
    """What a check found in a game with a fault."""

    check: str
    law: str
    message: str


@dataclass(frozen=True)
class Tried:
    """A fault, and what all checks found, in their order."""

    fault: str
    found: list[Found]


def tried(fault: KeptFault) -> Tried:
    """Run all checks on a fault."""
    found = []
    with fault.probed() as probe:
        for check in checks_of(probe):
            if fault.in_this_process_only and check in ELSEWHERE and check != fault.check:
                continue  # the other process, with the right game, differs in any case
            raised = _raised(check, probe)
            if raised is not None:
                found.append(Found(check, _law(raised), str(raised)))
    return Tried(fault.name, found)


def _raised(check: str, probe: Probe) -> BaseException | None:
    try:
        with watched():
            CHECKS[check](probe)
    except (Exception, EndlessCallError) as error:  # noqa: BLE001  # the game may raise anything
        return error
    return None


def _law(raised: BaseException) -> str:
    """Return the innermost law that was at work: module and function."""
    if not isinstance(raised, Violation):
        return RAISED
    law = ""
    for frame, _ in traceback.walk_tb(raised.__traceback__):
        file = Path(frame.f_code.co_filename)
        if file.parent == ROOM and file.stem not in TOOLS:
            law = f"{file.stem}.{frame.f_code.co_qualname}"
    return law if raised.law is None else raised.law.name


def shares() -> Mapping[str, float]:
    """Return which part of all time each check and each law takes, in three games."""
    spent, total = Counter[str](), 0.0
    for game in (boardgames.make("koryo", players=2), Hanabi(2), Skull(3)):
        probe = Probe(game)
        _ = probe.worlds, probe.plies, probe.sampled  # which several checks use
        for name in checks_of(probe):
            profile = cProfile.Profile()
            profile.runcall(CHECKS[name], probe)
            stats: Mapping[Any, Any] = Stats(profile).stats  # type: ignore[attr-defined]  # in no stub
            for (file, _, function), (_, _, own, cumulated, _) in stats.items():
                spent[name] += own
                total += own
                if Path(file).parent == ROOM:
                    spent[f"{Path(file).stem}.{function}"] += cumulated
    return {name: seconds / total for name, seconds in spent.items()}


@dataclass
class Yield:
    """What a check or a law finds."""

    found: int = 0
    first: int = 0
    """How often no check found the fault before."""
    alone: list[str] = field(default_factory=list)
    """The faults that no other check finds."""


def yields(results: Sequence[Tried]) -> dict[str, Yield]:
    """Return what each check and each law finds, by name."""
    by_name = {name: Yield() for name in (*CHECKS, *LAWS)}
    for fault, found in ((each.fault, each.found) for each in results):
        for number, each in enumerate(found):
            for name in (each.check, each.law):
                counted = by_name.setdefault(name, Yield())
                counted.found += 1
                counted.first += number == 0
                if len(found) == 1:
                    counted.alone.append(fault)
    return by_name


def table(results: Sequence[Tried], spent: Mapping[str, float]) -> str:
    """Return the page, in Markdown."""
    by_name = yields(results)
    missed = [each.fault for each in results if not each.found]
    laws = sorted(by_name.keys() - {*CHECKS})
    lines = [
        "# What each law finds",
        "",
        ABOUT,
        "",
        f"Of {len(results)} faults, {len(results) - len(missed)} are found.",
        "",
        *_rows("check", [*CHECKS], by_name, spent),
        "",
        *_rows("law", laws, by_name, spent),
        "",
        "Not found:",
        "",
        *[f"- {fault}" for fault in missed],
    ]
    return "\n".join([*lines, ""])


def _rows(
    title: str, names: Sequence[str], by_name: Mapping[str, Yield], spent: Mapping[str, float]
) -> Iterator[str]:
    yield f"| {title} | finds | first | alone | time | faults that it finds alone |"
    yield "|---|---|---|---|---|---|"
    for name in names:
        found = by_name[name]
        faults = [each.replace("|", "\\|") for each in found.alone[:NAMED]]
        more = len(found.alone) - len(faults)
        if more:
            faults.append(f"and {more} more")
        module, _, function = name.rpartition(".")
        place = f"{module.partition('.')[0]}.{function}" if module else name
        time = f"{100 * spent.get(place, 0):.1f} %"
        numbers = f"{found.found} | {found.first} | {len(found.alone)} | {time}"
        yield f"| {name} | {numbers} | {'; '.join(faults)} |"


def read(results: Path) -> list[Tried]:
    """Return what was found before."""
    found = []
    if results.exists():
        for line in results.read_text(encoding="utf-8").splitlines():
            document = json.loads(line)
            found.append(Tried(document["fault"], [Found(**each) for each in document["found"]]))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the faults that are not in the results yet; write the table when all are there."""
    parser = argparse.ArgumentParser(prog="python -m tests.testing.laws")
    parser.add_argument("results", type=Path)
    parser.add_argument("--minutes", type=float, default=1_000)
    asked = parser.parse_args(arguments)
    done = {each.fault for each in read(asked.results)}
    until = monotonic() + 60 * asked.minutes
    with asked.results.open("a", encoding="utf-8") as file:
        for fault in kept_faults():
            if fault.name in done:
                continue
            if monotonic() > until:
                sys.stdout.write("Call again to go on.\n")
                return 1
            file.write(json.dumps(asdict(tried(fault))) + "\n")
            file.flush()
    TABLE.write_text(table(read(asked.results), shares()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
