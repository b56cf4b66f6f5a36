"""Two source trees compared: what each part of a game takes in one, as a multiple of the other.

    git worktree add /tmp/before v0.1.0
    python examples/benchmarks/compare.py /tmp/before . koryo --players 2
    python examples/benchmarks/compare.py /tmp/before . koryo --players 2 --instructions

Both trees do the same work in turns, in a process each, and the least CPU time of many short slices
counts: so other programs on the machine hardly matter. The processes are started anew a few times,
because where things lie in memory matters too. With `--instructions`, valgrind counts the
instructions of one slice instead, which is the same on a busy machine.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, Any

import boardgames
from boardgames.play.bots.mcts import MctsBot  # older trees have them only here
from boardgames.play.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAMES = 4
"""Number of random games in a slice."""
SOME = 40
"""Number of positions in a slice of what takes long."""
SEARCHES = 2
"""Number of positions that are searched in a slice."""
WALKS = 40
REPEATS = 4
"""Number of times that a slice is done in one go: the first finds the processor's caches cold."""
SESSIONS = 4
"""Number of times that the processes are started."""
MARK = "os_getppid"
"""A function of the interpreter that nothing else calls: valgrind writes down what it has counted
whenever it begins."""


def random_play(game: boardgames.Game[Any, Any, Any]) -> Iterator[tuple[Any, Any, int]]:
    """Yield the State, action and seat of every decision in a slice's random games."""
    rng = Random(0)
    for seed in range(GAMES):
        state = game.new_game(seed)
        while seats := game.to_act(state):
            action = game.random_action(state, rng)
            yield state, action, seats[0]
            state = game.apply(state, action)


def slices(game: boardgames.Game[Any, Any, Any]) -> dict[str, Callable[[], object]]:
    """Return the work of one slice for each figure."""
    plies = list(random_play(game))
    some = plies[:: max(1, len(plies) // SOME)]
    choices = [ply for ply in plies if len(game.legal_actions(ply[0])) > 1]
    listed = [(state, seat, game.legal_actions(state, seat)) for state, _, seat in choices]
    views = [game.view(state, seat) for state, _, seat in some]
    labelled = [
        (game.view(state, seat), action)
        for state, seat, actions in listed[:: max(1, len(listed) // SOME)]
        for action in actions[:5]
    ]
    notations = [str(action) for _, action, _ in plies]
    record = _record(game)
    rng = Random(1)

    def search() -> None:
        bot = MctsBot(iterations=WALKS)
        for state, seat, actions in listed[:: len(listed) // SEARCHES][:SEARCHES]:
            bot.choose(game, seat, game.view(state, seat), actions, rng)

    def check() -> None:
        for state, _, _ in plies:
            game.check_state(state)

    words: Any = getattr(game, "words", game)  # in older trees, the game itself speaks
    # Lists rather than loops, so that what is measured is the call.
    return {
        "random play": lambda: sum(1 for _ in random_play(game)),
        "new_game": lambda: [game.new_game(seed) for seed in range(SOME)],
        "legal_actions": lambda: [game.legal_actions(state) for state, _, _ in plies],
        "apply": lambda: [game.apply(state, action) for state, action, _ in plies],
        "replay": lambda: record.replay(game),
        "check_state": check,
        "view": lambda: [game.view(state, seat) for state, _, seat in plies],
        "determinize": lambda: [game.determinize(view, rng) for view in views],
        "evaluate": lambda: [game.evaluate(state, seat) for state, _, seat in plies],
        "prior": lambda: [game.prior(*ply) for ply in listed],
        "search": search,
        "score": lambda: [game.score(state) for state, _, _ in plies],
        "scene": lambda: [words.scene(view) for view in views],
        "label": lambda: [words.label(view, action) for view, action in labelled],
        "str": lambda: [str(action) for _, action, _ in plies],
        "parse": lambda: [game.parse(text) for text in notations],
    }


def _record(game: boardgames.Game[Any, Any, Any]) -> Any:
    """Return the record of the first of the games."""
    match: Match[Any, Any, Any] = Match(game, [None] * game.players, seed=0)
    rng = Random(0)
    while seats := game.to_act(match.state):
        match.play(game.random_action(match.state, rng), seats[0])
    return match.record()


def serve(name: str, players: int) -> None:
    """Be the process of one tree: answer each line, the name of a figure, with the time of its
    slice.
    """
    game = boardgames.make(name, players=players)
    todo = slices(game)
    tree = Path(boardgames.__file__).parents[1]
    actions = [str(action) for _, action, _ in random_play(game)]
    gc.freeze()  # the collector need not look through what the slices share
    print(json.dumps({"tree": str(tree), "figures": [*todo], "actions": actions}), flush=True)
    for line in sys.stdin:
        print(min(seconds(todo[line.strip()]) for _ in range(REPEATS)), flush=True)


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time that the work takes."""
    start = process_time()
    work()
    return process_time() - start


def count(name: str, players: int) -> None:
    """Be the process of one tree under valgrind: do each slice twice, and mark the second."""
    todo = slices(boardgames.make(name, players=players))
    gc.disable()  # when it runs depends on what was done before
    for work in todo.values():
        work()
        os.getppid()
        work()
        os.getppid()


class Tree:
    """The process that does the slices of one source tree."""

    def __init__(self, folder: Path, name: str, players: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve", name, str(players)],
            env=environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        told = json.loads(self.answer())
        if Path(told["tree"]) != folder.resolve():
            raise SystemExit(f"compare.py: {folder}: has no boardgames; found {told['tree']}")
        self.figures: list[str] = told["figures"]
        self.actions: list[str] = told["actions"]

    def answer(self) -> str:
        """Return the next line of the process."""
        assert self.process.stdout is not None
        if not (line := self.process.stdout.readline()):
            raise SystemExit("compare.py: the process of a tree has ended")
        return line

    def time(self, figure: str) -> float:
        """Do one slice; return how many seconds it took."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{figure}\n")
        self.process.stdin.flush()
        return float(self.answer())

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process that imports the library from this folder."""
    return {**os.environ, "PYTHONPATH": str(folder.resolve()), "PYTHONHASHSEED": "0"}


def times(
    folders: list[Path], name: str, players: int, rounds: int
) -> Iterator[tuple[str, float, float]]:
    """Yield each figure with its microseconds in both trees."""
    least: dict[tuple[str, int], float] = {}
    figures: list[str] = []
    for session in range(SESSIONS):
        trees = [Tree(folder, name, players) for folder in folders]
        figures = trees[0].figures
        if trees[0].actions != trees[1].actions:
            raise SystemExit("compare.py: the trees do not play the same games")
        for number in range(session, session + rounds):
            for figure in figures:
                for which in (number % 2, (number + 1) % 2):
                    taken = trees[which].time(figure)
                    least[figure, which] = min(taken, least.get((figure, which), taken))
        for tree in trees:
            tree.close()
    for figure in figures:
        yield figure, least[figure, 0] * 1e6, least[figure, 1] * 1e6


def instructions(
    folders: list[Path], name: str, players: int
) -> Iterator[tuple[str, float, float]]:
    """Return each figure with its thousands of instructions in both trees."""
    before, after = [counted(folder, name, players) for folder in folders]
    figures = [*slices(boardgames.make(name, players=players))]
    return zip(figures, before, after, strict=True)


def counted(folder: Path, name: str, players: int) -> list[float]:
    """Return the thousands of instructions of each figure's slice."""
    with TemporaryDirectory() as place:
        out = Path(place, "out")
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        subprocess.run(
            [
                *valgrind,
                f"--dump-before={MARK}",
                sys.executable,
                __file__,
                "--count",
                name,
                str(players),
            ],
            env=environment(folder),
            check=True,
            capture_output=True,
        )
        totals: list[float] = []
        while (part := Path(f"{out}.{len(totals) + 1}")).exists():
            found = re.search(r"^totals: (\d+)", part.read_text(), re.MULTILINE)
            assert found
            totals.append(int(found[1]) / 1000)
    # The first part is what came before the first mark.
    return totals[1::2]


def main() -> int:
    """Measure and print."""
    if sys.argv[1:2] in (["--serve"], ["--count"]):
        role = serve if sys.argv[1] == "--serve" else count
        role(sys.argv[2], int(sys.argv[3]))
        return 0
    parser = argparse.ArgumentParser(
        usage="%(prog)s BEFORE AFTER GAME [--players N] [--rounds N] [--instructions] [--json]",
        description="What a game takes in one source tree, as a multiple of another.",
    )
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=10, help="in each of several sessions")
    parser.add_argument("--instructions", action="store_true", help="count them with valgrind")
    parser.add_argument("--json", action="store_true", help="print the ratios as JSON")
    chosen = parser.parse_args()
    if chosen.rounds < 1:
        parser.error("--rounds must be 1 or more")
    folders = [chosen.before, chosen.after]
    if chosen.instructions:
        unit, found = "1,000 instr.", instructions(folders, chosen.game, chosen.players)
    else:
        unit, found = "us", times(folders, chosen.game, chosen.players, chosen.rounds)
    if chosen.json:
        print(json.dumps({figure: after / before for figure, before, after in found}))
        return 0
    print(f"{chosen.game}, {chosen.players} players, Python {sys.version.split()[0]}; a slice")
    print(f"{unit:<16}{'before':>12}{'after':>12}{'ratio':>8}")
    for figure, before, after in found:
        print(f"{figure:<16}{before:>12.0f}{after:>12.0f}{after / before:>8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
