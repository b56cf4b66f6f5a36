"""Write docs of what each law of the checks finds: `tests/testing/laws.md`.

    python -m tests.testing.laws RESULTS             try all kept faults, note in the file RESULTS
                                                     what was found, and write the table
    python -m tests.testing.laws RESULTS --minutes 8 stop after so long; the next call goes on

A law is a function of the checks that demands something. All checks run on each fault, so that it
is known which laws find something that no other finds.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from boardgames.testing import compare
from boardgames.testing.conformance import CHECKS, checks_of
from boardgames.testing.fault import Fault
from boardgames.testing.probe import Probe
from boardgames.testing.watch import EndlessCallError, watched
from tests.testing.kept_faults import KeptFault, kept_faults

ROOM = Path(compare.__file__).parent
TABLE = Path(__file__).with_suffix(".md")
ELSEWHERE = ("determinism", "samples")
"""Checks that run the game in other processes."""
TOOLS = ("compare", "fault", "probe", "watch")
"""Modules whose functions demand something for a law that calls them."""


class Demand(NamedTuple):
    """Where something is demanded."""

    module: str
    law: str
    """The function."""
    line: int


class Found(NamedTuple):
    """What a check found in a game with a fault."""

    fault: str
    check: str
    law: str
    """Module and function; "the game" if it raised an exception of its own."""
    line: int
    message: str


def found_in(fault: KeptFault) -> Iterator[Found]:
    """Run all checks on a fault, and yield what they find."""
    with fault.probed() as probe:
        for check in checks_of(probe):
            if fault.in_this_process_only and check in ELSEWHERE and check != fault.check:
                continue  # the other process finds a difference in any case
            raised = _raised(check, probe)
            if raised is not None:
                place = _place(raised)
                law = f"{place.module}.{place.law}" if isinstance(raised, Fault) else "the game"
                yield Found(fault.name, check, law, place.line, str(raised))


def _raised(check: str, probe: Probe) -> BaseException | None:
    try:
        with watched():
            CHECKS[check](probe)
    except (Exception, EndlessCallError) as error:  # noqa: BLE001  # the game may raise anything
        return error
    return None


def _place(error: BaseException) -> Demand:
    """Return the innermost law that was at work when this was raised."""
    place = Demand("", "", 0)
    for frame, line in traceback.walk_tb(error.__traceback__):
        file = Path(frame.f_code.co_filename)
        if file.parent == ROOM and file.stem not in TOOLS:
            place = Demand(file.stem, frame.f_code.co_qualname, line)
    return place


def demands() -> dict[Demand, str]:
    """Return all that the checks demand, with what they say."""
    found = {}
    for file in sorted(ROOM.glob("*.py")):
        if file.stem not in TOOLS:
            text = file.read_text(encoding="utf-8")
            for law, node in _statements(ast.parse(text)):
                found[Demand(file.stem, law, node.lineno)] = (
                    ast.get_source_segment(text, node) or ""
                )
    return found


def _statements(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Yield each `demand(…)` and `raise Fault(…)` with the function that it is in."""
    for node in ast.iter_child_nodes(tree):
        name = inside
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            name = f"{inside}.{node.name}" if inside else node.name
        match node:
            case ast.Expr(ast.Call(ast.Name("demand" | "demand_even"))):
                yield name, node
            case ast.Raise(ast.Call(ast.Name("Fault"))):
                yield name, node
        yield from _statements(node, name)


def tried(results: Path, seconds: float) -> bool:
    """Try the faults that are not in the results yet, and add what is found; return whether all
    are there.
    """
    done = {each["fault"] for each in _read(results)}
    started = monotonic()
    with results.open("a", encoding="utf-8") as file:
        for fault in kept_faults():
            if fault.name in done:
                continue
            if monotonic() - started > seconds:
                return False
            begun = monotonic()
            found = [each._asdict() for each in found_in(fault)]
            took = round(monotonic() - begun, 1)
            file.write(json.dumps({"fault": fault.name, "took": took, "found": found}) + "\n")
            file.flush()
    return True


def _read(results: Path) -> list[dict[str, object]]:
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    print(tried(Path(sys.argv[1]), float(sys.argv[2]) * 60))
