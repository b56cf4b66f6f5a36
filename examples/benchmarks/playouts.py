"""How fast a game is: random playouts, and what each part of them costs.

    python examples/benchmarks/playouts.py koryo --players 3
    python examples/benchmarks/playouts.py examples/tic_tac_toe.py:TicTacToe --players 2 --json

Times mean little from one machine to the next, and not much from one minute to the next on a shared
one. So the same run plays a bare tic-tac-toe made of tuples, in turns with the game, and gives
every figure as a multiple of it as well.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import boardgames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROUNDS = 12
SAMPLED_VIEWS = 200
IMPORTS = 15
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES_THROUGH = tuple(tuple(line for line in LINES if square in line) for square in range(9))


def play_floor(games: int, rng: Random) -> int:
    """Play bare tic-tac-toe on tuples, nothing checked and nothing named; return the number of
    decisions.
    """
    decisions = 0
    for _ in range(games):
        squares: tuple[int, ...] = (0,) * 9
        player, over = 1, False
        while not over:
            free = [square for square in range(9) if not squares[square]]
            if not free:
                break
            square = free[int(rng.random() * len(free))]
            squares = squares[:square] + (player,) + squares[square + 1 :]
            decisions += 1
            for one, two, three in LINES_THROUGH[square]:
                if squares[one] == squares[two] == squares[three]:
                    over = True
                    break
            player = 3 - player
    return decisions


def play(game: boardgames.Game[Any, Any, Any], seeds: Iterable[int]) -> int:
    """Play random games; return the number of decisions."""
    decisions = 0
    rng = Random(0)
    for seed in seeds:
        state = game.new_game(seed)
        while game.to_act(state):
            state = game.apply(state, game.random_action(state, rng))
            decisions += 1
    return decisions


def positions(game: boardgames.Game[Any, Any, Any], seeds: Iterable[int]) -> list[tuple[Any, Any]]:
    """Return every State of such games with the action that was done in it."""
    found = []
    rng = Random(0)
    for seed in seeds:
        state = game.new_game(seed)
        while game.to_act(state):
            action = game.random_action(state, rng)
            found.append((state, action))
            state = game.apply(state, action)
    return found


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time that the work takes: it hardly depends on what else runs."""
    start = process_time()
    work()
    return process_time() - start


def each(function: Callable[..., object], arguments: list[tuple[Any, ...]]) -> float:
    """Return the mean time of a call, in microseconds."""

    def work() -> None:
        for given in arguments:
            function(*given)

    return seconds(work) / len(arguments) * 1e6


def measure(
    game: boardgames.Game[Any, Any, Any], games: int, first_seed: int
) -> dict[str, list[float]]:
    """Return, for each figure, its value in every round; times are in microseconds."""
    figures: dict[str, list[float]] = {}
    share = -(-games // ROUNDS)
    for number in range(ROUNDS):
        seeds = range(first_seed + number * share, first_seed + (number + 1) * share)
        played = positions(game, seeds)
        states = [(state,) for state, _ in played]
        rng = Random(1)
        start = process_time()
        floor_decisions = play_floor(max(40, len(states) // 8), rng)
        took = {"floor": (process_time() - start) * 1e6 / floor_decisions}
        whole = seconds(lambda seeds=seeds: play(game, seeds)) * 1e6  # type: ignore[misc]  # bound at once
        took["decision"] = whole / len(played)
        took["game"] = whole / len(seeds)
        took["legal actions"] = each(game.legal_actions, states)
        took["apply"] = each(game.apply, played)
        drawn = each(game.random_action, [(state, rng) for state, _ in played])
        took["choice"] = max(0.0, drawn - took["legal actions"])
        some = played[:: max(1, len(played) // SAMPLED_VIEWS)]
        seated = [(state, game.to_act(state)[0]) for state, _ in some]
        took["view"] = each(game.view, seated)
        took["determinize"] = each(game.determinize, [(game.view(*pair), rng) for pair in seated])
        took["JSON round trip"] = each(
            lambda state: game.state_from_json(json.loads(json.dumps(game.to_json(state)))),
            [(s,) for s, _ in some],
        )
        took["pickle round trip"] = each(
            lambda state: pickle.loads(pickle.dumps(state)), [(s,) for s, _ in some]
        )
        took["pickle bytes"] = sum(len(pickle.dumps(state)) for state, _ in some) / len(some)
        for name, value in took.items():
            figures.setdefault(name, []).append(value)
    return figures


def import_cost() -> float:
    """Return what `import boardgames` adds to starting the interpreter, in microseconds: the least
    of some tries.
    """

    def start(code: str) -> float:
        begun = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return (perf_counter() - begun) * 1e6

    pairs = [(start("pass"), start("import boardgames")) for _ in range(IMPORTS)]
    return min(loaded for _, loaded in pairs) - min(bare for bare, _ in pairs)


def load(name: str, players: int) -> boardgames.Game[Any, Any, Any]:
    """Return a game of the catalogue, or the one of a class in a file: `FILE.py:Class`."""
    path, _, attribute = name.rpartition(":")
    if not path:
        return boardgames.make(name, players=players)
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None:
        raise boardgames.ConfigurationError(f"no Python file: {path!r}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[Path(path).stem] = module
    try:
        spec.loader.exec_module(module)
        cls = getattr(module, attribute)
    except (OSError, AttributeError) as error:
        raise boardgames.ConfigurationError(f"no game {name!r}: {error}") from None
    game: boardgames.Game[Any, Any, Any] = cls(players)
    return game


def report(
    game: boardgames.Game[Any, Any, Any], figures: dict[str, list[float]], cost: float
) -> dict[str, Any]:
    """Return the medians and minima of the figures, and their ratios to the floor of the same
    round.
    """
    floors = figures["floor"]
    return {
        "game": game.name,
        "players": game.players,
        "python": sys.version.split()[0],
        "games per second": 1e6 / median(figures["game"]),
        "decisions per second": 1e6 / median(figures["decision"]),
        "microseconds": {
            name: {"median": median(values), "least": min(values)}
            for name, values in figures.items()
        },
        "times the floor": {
            name: median(value / floor for value, floor in zip(values, floors, strict=True))
            for name, values in figures.items()
            if name not in ("game", "pickle bytes")
        },
        "import boardgames": cost,
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        usage="%(prog)s GAME [--players N] [--games N] [--seed N] [--json]",
        description="Random playouts of a game, measured.",
    )
    parser.add_argument("game", help=f"{', '.join(boardgames.game_names())}, or FILE.py:Class")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = parser.parse_args()
    try:
        game = load(chosen.game, chosen.players)
    except boardgames.BoardGamesError as error:
        parser.error(str(error))
    if chosen.games < 1 or chosen.seed < 0:
        parser.error("--games must be 1 or more, --seed 0 or more")
    measure(game, ROUNDS, chosen.seed)
    result = report(game, measure(game, chosen.games, chosen.seed), import_cost())
    if chosen.json:
        print(json.dumps(result, indent=1))
        return 0
    print(f"{game.title}, {game.players} players, Python {result['python']}, {ROUNDS} rounds")
    print(
        f"{result['games per second']:.0f} games/s, {result['decisions per second']:.0f}"
        " decisions/s"
    )
    print(f"\n{'microseconds':<20}{'median':>9}{'least':>9}{'x floor':>9}")
    for name, value in result["microseconds"].items():
        ratio = result["times the floor"].get(name)
        print(
            f"{name:<20}{value['median']:>9.2f}{value['least']:>9.2f}"
            + (f"{ratio:>9.2f}" if ratio else "")
        )
    print(f"{'import boardgames':<20}{result['import boardgames']:>9.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
