"""Guards that no test holds: every `raise`, `require` and `demand` of the package, turned off one
at a time.

    python -m tests.guards                 every test and guard: an hour or two; needs the libraries
    of the adapters
    python -m tests.guards tests/remote  the fast ones of these tests, and the guards of the
    modules that they mirror

Each test runs as it is, and again for each guard that has just stopped something and is not known
to be held, with that guard off: a test that fails then holds it. It exits with 1 if a guard is held
by none and is not in `guards.toml`.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parents[1]
KEPT = Path(__file__).with_suffix(".toml")
CALLS = ("require", "demand")
SECONDS = 60  # for one test with a guard off: what the guard prevents may never end

stopped: set[str] = set()
held: set[str] = set()
off: str | None = None


def is_on(guard: str) -> bool:
    """Note that this guard stops something; return whether it is to do so."""
    stopped.add(guard)
    return guard != off


def _write(kind: str, guard: str) -> None:
    """Add a guard to what this process has found, or found held."""
    with Path(os.environ["GUARDS"], f"{kind}-{os.getpid()}").open("a", encoding="utf-8") as file:
        file.write(json.dumps(guard) + "\n")


class Switches(ast.NodeTransformer):
    """Gives each guard of a module a switch, and a name: where it stands and what it says."""

    def __init__(self, path: Path) -> None:
        """Take the file of the module."""
        self.names = [str(path.relative_to(ROOT))]

    def _guarded(self, node: ast.stmt, stops: ast.expr, says: str) -> ast.stmt:
        name = f"{' '.join(self.names)}: {says}"
        _write("found", name)
        call = ast.Call(ast.Name("__guard__", ast.Load()), [ast.Constant(name)], [])
        test = ast.BoolOp(ast.And(), [stops, call])
        return ast.fix_missing_locations(ast.copy_location(ast.If(test, [node], []), node))

    def _inside(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> ast.AST:
        self.names.append(node.name)
        self.generic_visit(node)
        self.names.pop()
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _inside  # noqa: N815 - so `ast` names them

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        """Switch a `raise`, but not one that only passes on what has been raised."""
        return (
            self._guarded(node, ast.Constant(value=True), ast.unparse(node)) if node.exc else node
        )

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """Switch `require(holds, …)`, which stops something where it does not hold."""
        match node.value:
            case ast.Call(ast.Name(name), [holds, *_] as given) if name in CALLS:
                says = ast.unparse(node)
                given[0] = ast.Constant(value=False)
                return self._guarded(node, ast.UnaryOp(ast.Not(), holds), says)
        return node


class Loader(SourceFileLoader):
    """Loads a module of the package with a switch at each guard."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - as in its base
        """Return the code of the module, never from a cache."""
        tree = ast.parse(self.get_data(self.path), self.path)
        return compile(Switches(Path(self.path)).visit(tree), self.path, "exec", dont_inherit=True)

    def exec_module(self, module: Any) -> None:
        """Give the module the function that its switches call."""
        module.__guard__ = is_on
        super().exec_module(module)


class Finder(PathFinder):
    """Finds the modules of the package, to be loaded with switches."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        """Return where a module of the package is; None for any other."""
        spec = (
            super().find_spec(fullname, path, target)
            if fullname.partition(".")[0] == "boardgames"
            else None
        )
        if spec is not None and spec.origin is not None and Path(spec.origin).is_relative_to(ROOT):
            spec.loader = Loader(fullname, spec.origin)
        return spec


def _fails(item: pytest.Item, nextitem: pytest.Item | None, guard: str) -> bool:
    """Return whether the test fails, or does not end, with this guard off: in a copy of this
    process.
    """
    global off  # noqa: PLW0603 - the switches in the modules read it
    copy = os.fork()
    if not copy:
        off = guard
        item._initrequest()  # type: ignore[attr-defined]
        os._exit(
            any(report.failed for report in runtestprotocol(item, log=False, nextitem=nextitem))
        )
    for _ in range(10 * SECONDS):
        ended, status = os.waitpid(copy, os.WNOHANG)
        if ended:
            return status != 0
        time.sleep(0.1)
    os.kill(copy, signal.SIGKILL)
    os.waitpid(copy, 0)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test, and again with each of the guards off that it makes stop something."""
    if not isinstance(item, pytest.Function):
        return None
    stopped.clear()
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem)
    if all(report.passed for report in reports):
        for guard in sorted(stopped - held):
            if _fails(item, nextitem, guard):
                held.add(guard)
                _write("held", guard)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def main(*paths: str) -> int:
    """Run the tests; print the guards that none of them holds, and return the status of the
    program.
    """
    mirrored = tuple(path.replace("tests", "boardgames", 1) for path in paths or ("tests",))
    with tempfile.TemporaryDirectory() as results:
        environment = os.environ | {"GUARDS": results}
        marks = "not slow and not long" if paths else ""
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "-p",
            "tests.guards",
            "-m",
            marks,
        ]
        failed = subprocess.run(
            [*command, *(paths or ("tests",))], env=environment, cwd=ROOT, check=False
        ).returncode
        every, tested = (
            {
                json.loads(line)
                for path in Path(results).glob(f"{kind}-*")
                for line in path.read_text().splitlines()
            }
            for kind in ("found", "held")
        )
    every = {guard for guard in every if guard.startswith(mirrored)}
    kept = {guard for guards in tomllib.loads(KEPT.read_text()).values() for guard in guards}
    lines = [
        f"{len(every)} guards, {len(every & tested)} held by a test",
        *(f"no test holds it: {guard}" for guard in sorted(every - tested - kept)),
        *(f"in {KEPT.name}, but held: {guard}" for guard in sorted(kept & tested)),
    ]
    sys.stdout.write("\n".join([*lines, ""]))
    return int(bool(failed or every - tested - kept or kept & tested))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
elif "GUARDS" in os.environ:
    sys.meta_path.insert(0, Finder)
