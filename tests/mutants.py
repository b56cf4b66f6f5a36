"""Faults planted in the rules and the samplers of a game, and which test of its room finds each.

    python -m tests.mutants                      all of them, in all games: some hours
    python -m tests.mutants koryo                those of one game
    python -m tests.mutants --sample 8 --seed x  so many of each game, drawn by this text, of those
                                                 that are not in `mutants.toml`
    python -m tests.mutants koryo --only majority  those whose name has this in it
    python -m tests.mutants koryo --again FILE     those that survive in this output of it

A fault is a small change inside one function of `phases/`, `scoring.py` or `secrets/`: another
comparison, `or` for `and`, one more or less, a statement left out. Golden files do not count, as
they notice that something changed and not what is right. Quick tests are asked first, and those
that are named after a rule before others, unless they take much longer. It exits with 1 if a fault
survives that is not in `mutants.toml`.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper, cached_property
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parents[1]
KNOWN = Path(__file__).with_suffix(".toml")
GAMES = ("for_the_king", "koryo", "mundus_novus")
PLACES = ("phases/*.py", "scoring.py", "secrets/*.py")
TIMES, SECONDS = 10, 20
"""With a fault, a test has this many times its CPU time, and these seconds: it may be a loop that
never ends."""
WAITED = 2_400
"""Real time for all tests of one fault, on a machine however busy: one may wait for ever."""
PATIENCE = 10
"""How many times as long as another a test may take that is named after a rule, to come first."""
RULE = re.compile(r"\btest_[kfm]\d")
SURVIVES = re.compile(r"^ *survives:? (?P<name>.*`(?: \(\d+\))?)$", re.MULTILINE)
"""What the program writes of a fault that survives, without a reason."""
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
OTHERS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, eq=False)
class Mutant:
    """A function with one fault: `by` stands in the place of `node`, in the tree of its module."""

    path: str
    tree: ast.Module
    function: str
    line: int
    node: ast.AST
    by: ast.AST
    times: int
    """The how manieth such change of the function this is, from 1."""

    @property
    def name(self) -> str:
        """What the fault is, as it is written in `mutants.toml`."""
        again = f" ({self.times})" if self.times > 1 else ""
        return f"{self.path} {self.function}: `{_text(self.node)}` -> `{_text(self.by)}`{again}"

    @cached_property
    def code(self) -> CodeType:
        """The code of the function, with the fault."""
        file = str(ROOT / self.path)
        changed = ast.fix_missing_locations(_Change(self.node, self.by).visit(self.tree))
        module = compile(changed, file, "exec", dont_inherit=True)
        _Change(self.by, self.node).visit(self.tree)
        (code,) = _codes_of(module, self.function, self.line)
        return code


# ---- making faults


def _changed(node: ast.AST) -> ast.AST | None:  # noqa: PLR0911 - one case for each kind of node
    """Return what could stand wrongly in the place of this node, if anything."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=others):
            return ast.Compare(left, [COMPARISONS[type(operator)]()], others)
        case ast.BoolOp(op=operator, values=values):
            return ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in ARITHMETIC:
            return ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Constant(value=bool(value)):
            return ast.Constant(not value)
        case ast.Constant(value=int(value)):
            return ast.Constant(value + 1)
        case ast.Call(func=ast.Name(id=name), args=given, keywords=named) if name in OTHERS:
            return ast.Call(ast.Name(OTHERS[name], ast.Load()), given, named)
        case _:
            return _changed_statement(node)


def _changed_statement(node: ast.AST) -> ast.AST | None:
    """Do the same for a statement, a condition and the beginning of a slice."""
    match node:
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            return ast.Pass()
        case ast.If(test=ast.Name() | ast.Call() as test, body=body, orelse=orelse):
            return ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.IfExp(test=ast.Name() | ast.Call() as test, body=value, orelse=otherwise):
            return ast.IfExp(ast.UnaryOp(ast.Not(), test), value, otherwise)
        case ast.Slice(lower=ast.expr() as lower, upper=upper, step=step):
            return ast.Slice(ast.BinOp(lower, ast.Add(), ast.Constant(1)), upper, step)
        case _:
            return None


class _Change(ast.NodeTransformer):
    """Puts one node in the place of another, which it knows by identity."""

    def __init__(self, node: ast.AST, by: ast.AST) -> None:
        self.node, self.by = node, by

    def visit(self, node: ast.AST) -> Any:
        """Change this node, or what is in it."""
        return ast.copy_location(self.by, node) if node is self.node else self.generic_visit(node)


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function where a fault would change what it does.

    What a `raise` says and what a type is are left out.
    """
    for name, child in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "defaults", "kw_defaults"):
            continue
        for each in child if isinstance(child, list) else [child]:
            if isinstance(each, ast.Raise | ast.Assert | ast.JoinedStr | ast.FunctionDef):
                continue
            if isinstance(each, ast.keyword) and each.arg == "strict":
                continue  # `zip(…, strict=True)` checks what cannot be otherwise
            if isinstance(each, ast.AST):
                yield each
                yield from _inside(each)


def _functions(tree: ast.AST, names: Sequence[str] = ()) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions and methods with their qualified names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield ".".join((*names, node.name)), node
            yield from _functions(node, (*names, node.name, "<locals>"))
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, (*names, node.name))


def _codes_of(module: CodeType, function: str, line: int) -> list[CodeType]:
    """Return the code of a function, within that of its module."""
    inside = [constant for constant in module.co_consts if isinstance(constant, CodeType)]
    own = [code for code in inside if (code.co_qualname, code.co_firstlineno) == (function, line)]
    return own + [code for each in inside for code in _codes_of(each, function, line)]


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every fault that can be planted in the functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"), path)
    shown = path.relative_to(ROOT).as_posix()
    seen: Counter[str] = Counter()
    for function, body in _functions(tree):
        line = min([body.lineno, *[each.lineno for each in body.decorator_list]])
        for node in _inside(body):
            by = _changed(node)
            if by is not None:
                change = f"{function} {_text(node)} {_text(by)}"
                seen[change] += 1
                yield Mutant(shown, tree, function, line, node, by, seen[change])


def _text(node: ast.AST) -> str:
    """Return the source of a node, its first line."""
    lines = ast.unparse(node).splitlines()
    return lines[0] + (" …" if len(lines) > 1 else "")


# ---- trying them, inside a run of pytest


def _key(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _plant(mutant: Mutant) -> bool:
    """Give the living functions the code with the fault, and forget what they have cached; return
    whether there are any.
    """
    key = _key(mutant.code)
    planted = False
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and _key(each.__code__) == key:
            each.__code__ = mutant.code
            planted = True
        elif isinstance(each, _lru_cache_wrapper) and each.__module__.startswith("boardgames."):
            each.cache_clear()
    return planted


class Trial:
    """Runs the tests of a room as they are, and then those that reach a fault, for each fault."""

    def __init__(self, chosen: Sequence[Mutant], results: Path) -> None:
        """Take the faults, and the file for what came of each."""
        self.chosen, self.results = chosen, results
        self.reached: dict[tuple[str, str, int], list[pytest.Item]] = defaultdict(list)
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all tests once, and the faults after them."""
        if session.testsfailed:
            raise session.Failed(f"{session.testsfailed} tests cannot be collected")
        gc.unfreeze()  # or the living functions are not found
        wanted = {_key(mutant.code) for mutant in self.chosen}
        for number, item in enumerate(session.items):
            following = session.items[number + 1] if number + 1 < len(session.items) else None
            self._run_as_it_is(item, following, wanted)
        failing = self._try(None, session.items)
        if failing or session.testsfailed:
            raise session.Failed(f"tests fail without any fault, such as {failing}")
        for mutant in self.chosen:
            tests = sorted(
                self.reached[_key(mutant.code)],
                key=lambda item: (
                    self.seconds[item.nodeid] * (1 if RULE.search(item.nodeid) else PATIENCE)
                ),
            )
            self._write(mutant, self._try(mutant, tests))
        return True

    def _run_as_it_is(
        self, item: pytest.Item, following: pytest.Item | None, wanted: set[tuple[str, str, int]]
    ) -> None:
        """Run a test, and note which of the functions with faults it calls."""
        called = set()

        def note(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                called.add(frame.f_code)

        start = time.process_time()
        sys.setprofile(note)
        try:
            reports = runtestprotocol(item, nextitem=following, log=True)
        finally:
            sys.setprofile(None)
        self.seconds[item.nodeid] = time.process_time() - start
        if all(report.passed for report in reports):
            for key in {_key(code) for code in called} & wanted:
                self.reached[key].append(item)

    def _try(self, mutant: Mutant | None, tests: Sequence[pytest.Item]) -> str | None:
        """Return the first of these tests that fails with this fault, or without any; None if
        none does.

        The fault is planted in a copy of this process.
        """
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            found = self._first_failure(mutant, tests, writing)
            os.write(writing, f"{found}\n".encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as pipe:
            lines = pipe.read().splitlines()
        os.waitpid(child, 0)
        if lines and lines[-1] == "survives":
            return None
        return lines[-1] if lines else "no test"

    def _first_failure(
        self, mutant: Mutant | None, tests: Sequence[pytest.Item], writing: int
    ) -> str:
        """Return the first test that fails, or "survives"; write each test before it runs.

        A test that never ends, or ends the process, is the last that was written.
        """
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(WAITED if mutant is not None else 0)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        if mutant is not None and not _plant(mutant):
            return "survives"
        for test in tests:
            os.write(writing, f"{test.nodeid}\n".encode())
            if mutant is not None:
                seconds = TIMES * self.seconds[test.nodeid] + SECONDS
                signal.setitimer(signal.ITIMER_PROF, seconds)
            test._initrequest()  # type: ignore[attr-defined]
            if any(report.failed for report in runtestprotocol(test, log=False, nextitem=None)):
                return test.nodeid
        return "survives"

    def _write(self, mutant: Mutant, killer: str | None) -> None:
        """Keep what came of a fault, and show it."""
        with self.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps([mutant.name, killer]) + "\n")
        sys.stderr.write(f"{'survives' if killer is None else 'found   '} {mutant.name}\n")


# ---- the program


def faults(game: str) -> list[Mutant]:
    """Return every fault of a game, in the order of its files."""
    room = ROOT / "boardgames" / "games" / game
    paths = sorted(path for place in PLACES for path in room.glob(place))
    return [mutant for path in paths for mutant in mutants(path)]


def known() -> dict[str, str]:
    """Return the faults that no test has to find, each with the reason."""
    reasons = tomllib.loads(KNOWN.read_text(encoding="utf-8"))
    return {name: reason for reason, names in reasons.items() for name in names}


def tried(game: str, chosen: Sequence[Mutant]) -> dict[str, str | None]:
    """Return, for each fault, the test of the game's room that finds it, or None.

    Raises:
        RuntimeError: if the tests do not pass without any fault.
    """
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder, "results")
        results.touch()
        child = os.fork()
        if not child:
            status = pytest.main(
                [f"tests/games/{game}", "-q", "-n", "0", "-p", "no:randomly", "--no-header"],
                plugins=[Trial(chosen, results)],
            )
            sys.stdout.flush()
            os._exit(status)
        _, status = os.waitpid(child, 0)
        if status:
            raise RuntimeError(f"the tests of {game} cannot be used, status {status}")
        return dict(map(json.loads, results.read_text(encoding="utf-8").splitlines()))


def _survivors(output: Path) -> set[str]:
    """Return the names of the faults that survive, and have no reason to, in this output."""
    found = SURVIVES.finditer(output.read_text(encoding="utf-8"))
    return {match["name"] for match in found}


def _drawn(some: Sequence[Mutant], size: int | None, seed: str) -> Sequence[Mutant]:
    """Return so many of these faults, drawn by this text; all if no number is given."""
    if size is None:
        return some
    return Random(seed).sample(some, min(size, len(some)))  # noqa: S311 - for play, not for secrets


def _commit() -> str:
    """Return what names the content of the commit that is checked out."""
    git = shutil.which("git") or "git"
    tree = [git, "rev-parse", "HEAD^{tree}"]
    return subprocess.run(tree, capture_output=True, text=True, check=True).stdout


def main(arguments: Sequence[str]) -> int:
    """Try the faults; print which survive, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("games", nargs="*", choices=(*GAMES, []), metavar="GAME")
    parser.add_argument("--sample", type=int, metavar="N", help="so many faults of each game")
    parser.add_argument("--seed", default="", help="what draws them; by default the commit")
    parser.add_argument("--only", default="", metavar="TEXT", help="those with this in their name")
    again = "those that survive in FILE, the output of an earlier run"
    parser.add_argument("--again", type=Path, metavar="FILE", help=again)
    args = parser.parse_args(arguments)
    os.chdir(ROOT)
    seed = args.seed or _commit()
    left, status = known(), 0
    for game in args.games or GAMES:
        some = [mutant for mutant in faults(game) if args.only in mutant.name]
        if args.again is not None:
            left_before = _survivors(args.again)
            some = [mutant for mutant in some if mutant.name in left_before]
        if args.sample is not None:
            some = [mutant for mutant in some if mutant.name not in left]
        chosen = _drawn(some, args.sample, seed)
        found = tried(game, chosen)
        by_rule = sum(bool(killer and RULE.search(killer)) for killer in found.values())
        survivors = [name for name, killer in found.items() if killer is None]
        sys.stdout.write(
            f"{game}: {len(found)} faults, {len(found) - len(survivors)} found,"
            f" {by_rule} by a test that names a rule\n"
        )
        for name in survivors:
            reason = left.get(name)
            sys.stdout.write(f"  survives: {name}{f' ({reason})' if reason else ''}\n")
            status |= reason is None
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
