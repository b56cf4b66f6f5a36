"""Measure again what the pages on speed and strength tell, and write it into them.

    python -m examples.benchmarks.renew
    python -m examples.benchmarks.renew play start --quick

Each part of a page between `<!-- NAME -->` and `<!-- /NAME -->` is written anew, with the commit
and the machine. With `--quick`, everything is tried out with few rounds, and nothing is written.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

from boardgames.arena import Plan, run_arena
from examples.benchmarks import floor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

ROOT = Path(__file__).parents[2]
GAMES = {
    "koryo": ("Koryŏ", (2, 4)),
    "for_the_king": ("For the King", (2, 5)),
    "mundus_novus": ("Mundus Novus", (2, 6)),
}
STARTS = {
    "an empty program": ("-c", "pass"),
    "an empty package by `python -m`": ("-m", "examples.benchmarks.nothing"),
    "`boardgames --version`": ("-m", "boardgames", "--version"),
    "`boardgames list`": ("-m", "boardgames", "list"),
    "`import boardgames`": ("-c", "import boardgames"),
    "all names of `boardgames`": ("-c", "from boardgames import *"),
    '`make("koryo", players=2)`': (
        "-c",
        "import boardgames; boardgames.make('koryo', players=2)",
    ),
    "a game of `boardgames play`": (
        "-m",
        "boardgames",
        *("play", "koryo", "--seats", "greedy,random", "--seed", "1", "--quiet"),
    ),
    "`import chess`": ("-c", "import chess"),
}
BASE = "818127c"
"""The commit beside which each call is measured."""
PAIRS = (("greedy", "random"), ("mcts:iterations=25", "greedy"), ("easy", "fair"))


@dataclass(frozen=True)
class Effort:
    """How much is measured."""

    rounds: int
    """Of short slices."""
    games: int
    """Of each pair of bots."""


WHOLE = Effort(rounds=40, games=30)
QUICK = Effort(rounds=2, games=2)


def program(name: str, *arguments: object) -> Any:
    """Return the JSON that another of these programs writes."""
    command = [sys.executable, str(Path(__file__).with_name(name)), *map(str, arguments), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def table(head: str, *rows: tuple[object, ...]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"| {head} |"
    yield re.sub(r"[^|]+", "---", f"| {head} |").replace("|---|", "|---|")
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def play(effort: Effort) -> Iterator[str]:
    """Yield what random play takes."""
    rows = []
    for name, (title, counts) in GAMES.items():
        for players in counts:
            figures = program("playouts.py", name, "--players", players, "--games", effort.rounds)
            least = {key: each["least"] for key, each in figures["microseconds"].items()}
            times = [f"{least[key]:.1f}" for key in ("decision", "apply", "view", "determinize")]
            multiple = f"{least['decision'] / least['floor']:.1f}"
            rows.append((f"{title}, {players}", *times, multiple, f"{least['pickle bytes']:.0f}"))
    yield from table(
        "game, players | µs a decision | `apply` | `view` | first `determinize` |"
        " times tuple tic-tac-toe | pickle bytes",
        *rows,
    )


def calls(effort: Effort) -> Iterator[str]:
    """Yield the instructions of every call, as multiples of those at `BASE`."""
    names: list[str] = []
    columns: list[dict[str, float]] = []
    with TemporaryDirectory() as base:
        archive = subprocess.run(
            ["git", "archive", BASE, "boardgames"], cwd=ROOT, capture_output=True, check=True
        )
        subprocess.run(["tar", "-x", "-C", base], input=archive.stdout, check=True)
        for name, (title, counts) in GAMES.items():
            for players in counts[:1] if effort is QUICK else counts:
                names.append(f"{title}, {players}")
                options = ("--players", players, "--instructions")
                columns.append(program("compare.py", base, ROOT, name, *options))
    rows = [(f"`{call}`", *[f"{each[call]:.2f}" for each in columns]) for call in columns[0]]
    yield from table(" | ".join(["call", *names]), *rows)


def by_hand(effort: Effort) -> Iterator[str]:
    """Yield what Koryŏ takes beside loops written by hand."""
    rows = []
    for players in (2, 4):
        least = floor.measure(players, effort.rounds)
        for way in ("random_action", "legal_actions"):
            times = [least[name] for name in (way, "by hand", "lean")]
            multiples = [f"{times[0] / other:.2f}" for other in times[1:]]
            rows.append((f"Koryŏ, {players}", f"`{way}`", *map("{:.0f}".format, times), *multiples))
    yield from table(
        "game, players | by | µs a game | by hand | lean loop | times by hand | times lean", *rows
    )


def start(effort: Effort) -> Iterator[str]:
    """Yield what starting takes."""
    least: dict[str, float] = {}
    for _ in range(effort.rounds):
        for name, command in STARTS.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([sys.executable, *command], capture_output=True, check=False)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode == 0:  # chess may not be here
                taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                least[name] = min(taken * 1e3, least.get(name, float("inf")))
    bare = least["an empty program"]
    rows = [(name, f"{taken:.0f}", f"{taken / bare:.2f}") for name, taken in least.items()]
    yield from table("program | ms of CPU | times an empty program", *rows)


def growth(_: Effort) -> Iterator[str]:
    """Yield what plies in the middle and late in a game take beside early ones."""
    for name, players in (("mundus_novus", 6), ("for_the_king", 5)):
        found = program("growth.py", name, "--players", players)
        first, middle, last = found["figures"]
        rows = []
        for key, early in first.items():
            times = [f"{each:.0f}" for each in (early, middle[key], last[key])]
            rows.append((f"`{key}`", *times, f"{last[key] / early:.1f}"))
        plies = " | ".join(f"ply {ply}" for ply in found["plies"])
        head = f"{GAMES[name][0]}, {players} | {plies} | last : first"
        yield from (*table(head, *rows), "")


def peers(effort: Effort) -> Iterator[str]:
    """Yield what other libraries take, as multiples of our times."""
    found = program("peers.py", "--rounds", max(1, effort.rounds // 8))
    rows = []
    for row in found["figures"]:
        if row["library"] != "boardgames":
            ratio = row["times ours"]
            times = f"{ratio['median']:.2f} [{ratio['least']:.2f}, {ratio['most']:.2f}]"
            rows.append((row["game"], row["library"], times))
    yield from table("beside | library and game | times ours, median [least, most]", *rows)


def strength(effort: Effort) -> Iterator[str]:
    """Yield how often each of two bots wins."""
    rows = []
    for name, (title, _) in GAMES.items():
        for pair in PAIRS:
            result = run_arena(Plan(name, pair, games=effort.games, seed=1))
            first = result.standings[0]
            low, high = first.interval
            share = f"{first.share:.0%} [{low:.0%}, {high:.0%}]"
            rows.append((title, f"`{pair[0]}`", f"`{pair[1]}`", share, effort.games))
    yield from table("game, 2 players | bot | against | share of victories | games", *rows)


Part: TypeAlias = "tuple[str, Callable[[Effort], Iterable[str]]]"
"""The page, and what yields the lines of the part."""
PARTS: Mapping[str, Part] = {
    "play": ("benchmarks.md", play),
    "calls": ("benchmarks.md", calls),
    "floor": ("benchmarks.md", by_hand),
    "start": ("benchmarks.md", start),
    "growth": ("benchmarks.md", growth),
    "peers": ("benchmarks.md", peers),
    "strength": ("strength.md", strength),
}
"""The parts by name."""


def origin() -> str:
    """Return the commit and the machine."""
    shown = subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    processor = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    machine = processor[1] if processor else platform.machine()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"Commit {shown.stdout.strip()}, {python}, {machine}:"


def written(page: str, name: str, lines: list[str]) -> str:
    """Return the page with this part written anew."""
    part = "\n".join([f"<!-- {name} -->", "", *lines, "", f"<!-- /{name} -->"])
    begin, end = re.escape(f"<!-- {name} -->"), re.escape(f"<!-- /{name} -->")
    found, count = re.subn(f"{begin}.*{end}", lambda _: part, page, flags=re.DOTALL)
    if count != 1:
        raise SystemExit(f"renew.py: the page has no part {name}")
    return found


def main(
    arguments: Sequence[str] | None = None,
    *,
    parts: Mapping[str, Part] = PARTS,
    docs: Path = ROOT / "docs",
    origin: Callable[[], str] = origin,
) -> int:
    """Measure, and write or print."""
    parser = argparse.ArgumentParser(
        prog="renew.py", description="Measure again what docs/ tells of speed and strength."
    )
    parser.add_argument("part", nargs="*", help=f"{', '.join(parts)}; default: all")
    parser.add_argument("--quick", action="store_true", help="few rounds; print, do not write")
    chosen = parser.parse_args(arguments)
    for name in chosen.part:
        if name not in parts:
            parser.exit(2, f"renew.py: no part {name!r}; there are {', '.join(parts)}\n")
    for name in chosen.part or parts:
        page_name, measure = parts[name]
        lines = [origin(), "", *measure(QUICK if chosen.quick else WHOLE)]
        print("\n".join(lines), flush=True)
        if not chosen.quick:
            page = docs / page_name
            page.write_text(written(page.read_text("utf-8"), name, lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
