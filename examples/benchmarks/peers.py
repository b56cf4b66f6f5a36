"""The same random games on this library and on its peers, in turns within one run.

Tic-tac-toe, Kuhn poker and card games of our size are played by the libraries themselves, and the
games of this library through PettingZoo beside some of PettingZoo's own: there a decision includes
the agent's observation and its mask.

    python examples/benchmarks/peers.py [--rounds 15] [--json]

It installs nothing: what can be imported takes part (requirements.txt has them all), and the rest
is named. A decision is to list the legal actions, to choose one at random and to do it, the start
of each game included. Times mean little from one machine to the next, so every round sets each peer
against this library in the same round: the ratios are what to read. RLCard has neither game; its
Leduc hold'em, the smallest it has, stands beside Kuhn poker. Card games of about the size of ours
stand beside Koryŏ.

Searches stand in groups of their own, with the time of a walk instead of a decision: `mcts` beside
OpenSpiel's search of information sets, which plays every walk to the end of the game, at the start
of Kuhn poker and, through the adapter, of Koryŏ. (OpenSpiel's own in C++ refuses games written in
Python.)
"""

from __future__ import annotations

import argparse
import copy
import importlib
import json
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import boardgames
from boardgames import Game
from boardgames.play import MctsBot
from examples.kuhn_poker import KuhnPoker
from examples.tic_tac_toe import TicTacToe

TICTACTOE, KUHN, ENVIRONMENT, OUR_SIZE = "tic-tac-toe", "Kuhn poker", "PettingZoo", "our size"
KUHN_SEARCH, KORYO_SEARCH = "Kuhn search", "Koryo search"
WALKS = 100
"""For each decision of a search."""
LEAST_SECONDS = 0.1
IMPORTS = 5


@dataclass(frozen=True)
class Contender:
    """A library playing one of the games."""

    library: str
    game: str
    module: str
    """What a program imports to play it."""
    play: Callable[[int, Random], int]
    """Play this many random games and return the number of decisions."""
    state: Callable[[], Any]
    """Return a position in mid-game."""
    copied: Callable[[Any], Any] = copy.deepcopy
    """What a search calls to keep a position."""


def ours(game: Game[Any, Any, Any], name: str, library: str = "boardgames") -> Contender:
    """Return this library's contender."""

    def play(games: int, rng: Random) -> int:
        decisions = 0
        for seed in range(games):
            state = game.new_game(seed)
            while game.to_act(state):
                actions = game.legal_actions(state)
                state = game.apply(state, actions[int(rng.random() * len(actions))])
                decisions += 1
        return decisions

    def state() -> Any:
        start = game.new_game(0)
        return game.apply(start, game.legal_actions(start)[0])

    return Contender(library, name, "boardgames", play, state, lambda kept: kept)


def open_spiel(module: str, name: str, library: str, game: str) -> Contender:
    """Return OpenSpiel's C++ or Python version."""
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module(module)
    loaded = pyspiel.load_game(name)

    def play(games: int, rng: Random) -> int:
        decisions = 0
        for _ in range(games):
            state = loaded.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng.random() * len(actions))])
                    decisions += 1
        return decisions

    def state() -> Any:
        start = loaded.new_initial_state()
        while start.is_chance_node():
            start.apply_action(start.legal_actions()[0])
        start.apply_action(start.legal_actions()[0])
        return start

    return Contender(library, game, module, play, state, lambda kept: kept.clone())


def petting_zoo(maker: str, library: str) -> Contender:
    """Return PettingZoo's tic-tac-toe: `raw_env` is the bare environment, `env` the one its
    documentation uses.
    """
    module = "pettingzoo.classic.tictactoe_v3"
    env = getattr(importlib.import_module(module), maker)()

    def play(games: int, rng: Random) -> int:
        decisions = 0
        for seed in range(games):
            env.reset(seed=seed)
            for agent in env.agent_iter():
                observation, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                mask = observation["action_mask"]
                legal = [action for action in range(9) if mask[action]]
                env.step(legal[int(rng.random() * len(legal))])
                decisions += bool(agent)
        return decisions

    def state() -> Any:
        env.reset(seed=0)
        env.step(0)
        return env

    return Contender(library, TICTACTOE, module, play, state)


def environment(library: str, module: str, make: Callable[[], Any]) -> Contender:
    """Return a game played through PettingZoo, observation and mask included, as its documentation
    shows it.
    """
    env = make()

    def play(games: int, rng: Random) -> int:
        decisions = 0
        for seed in range(games):
            env.reset(seed=seed)
            for _ in env.agent_iter():
                observation, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(rng.random() * len(legal))]))
                decisions += 1
        return decisions

    def state() -> Any:
        env.reset(seed=0)
        return env

    return Contender(library, ENVIRONMENT, module, play, state)


def adapted(name: str, players: int) -> Callable[[], Contender]:
    """Return what makes the contender for one of our games through PettingZoo."""

    def make() -> Contender:
        adapter = importlib.import_module("boardgames.adapters.pettingzoo")
        library = (
            "boardgames" if (name, players) == ("koryo", 2) else f"boardgames {name} {players}"
        )
        return environment(
            library,
            adapter.__name__,
            lambda: adapter.BoardGameEnv(boardgames.make(name, players=players)),
        )

    return make


def petting_zoo_own(module: str, library: str) -> Callable[[], Contender]:
    """Return what makes the contender for one of PettingZoo's own games."""
    path = f"pettingzoo.classic.{module}"
    return lambda: environment(library, path, lambda: importlib.import_module(path).env())


def rlcard(name: str, game: str) -> Contender:
    """Return one of RLCard's games."""
    env = importlib.import_module("rlcard").make(name, config={"seed": 0, "allow_step_back": False})

    def play(games: int, rng: Random) -> int:
        decisions = 0
        for _ in range(games):
            observation, _ = env.reset()
            while not env.is_over():
                legal = list(observation["legal_actions"])
                observation, _ = env.step(legal[int(rng.random() * len(legal))])
                decisions += 1
        return decisions

    def state() -> Any:
        env.reset()
        return env.game

    return Contender(f"RLCard {name}", game, "rlcard", play, state)


def our_search(game: Game[Any, Any, Any], name: str) -> Contender:
    """Return our search, at the first decision of a game."""
    bot = MctsBot(WALKS)

    def play(searches: int, rng: Random) -> int:
        walks = 0
        for seed in range(searches):
            state = game.new_game(seed)
            seat = game.to_act(state)[0]
            found = bot.consider(
                game, seat, game.view(state, seat), game.legal_actions(state, seat), rng
            )
            walks += sum([each.walks for each in found])
        return walks

    return Contender(
        "boardgames", name, "boardgames", play, lambda: game.new_game(0), lambda kept: kept
    )


def open_spiel_search(library: str, name: str, game: str, *, python: bool) -> Contender:
    """Return OpenSpiel's search, in Python or C++, at the first decision of a game."""
    pyspiel = importlib.import_module("pyspiel")
    if game == KORYO_SEARCH:
        importlib.import_module("boardgames.adapters.open_spiel")  # it registers our games
    loaded = pyspiel.load_game(name)
    if python:
        simulation = importlib.import_module(
            "open_spiel.python.algorithms.mcts"
        ).RandomRolloutEvaluator(1)
        search = importlib.import_module("open_spiel.python.algorithms.ismcts").ISMCTSBot(
            loaded, simulation, uct_c=1.0, max_simulations=WALKS
        )
    else:
        simulation = pyspiel.RandomRolloutEvaluator(1, 1)
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        search = pyspiel.ISMCTSBot(1, simulation, 1.0, WALKS, -1, final, False, False)

    def start() -> Any:
        state = loaded.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        return state

    def play(searches: int, rng: Random) -> int:
        del rng
        for _ in range(searches):
            search.step(start())
        return searches * WALKS

    return Contender(library, game, "pyspiel", play, start, lambda kept: kept.clone())


def contenders() -> tuple[list[Contender], list[str]]:
    """Return all that can be imported, ours first in each game, and what cannot."""
    tries: list[tuple[str, Callable[[], Contender]]] = [
        ("boardgames", lambda: ours(TicTacToe(2), TICTACTOE)),
        ("OpenSpiel C++", lambda: open_spiel("pyspiel", "tic_tac_toe", "OpenSpiel C++", TICTACTOE)),
        (
            "OpenSpiel Python",
            lambda: open_spiel(
                "open_spiel.python.games.tic_tac_toe",
                "python_tic_tac_toe",
                "OpenSpiel Python",
                TICTACTOE,
            ),
        ),
        ("PettingZoo", lambda: petting_zoo("raw_env", "PettingZoo bare")),
        ("PettingZoo", lambda: petting_zoo("env", "PettingZoo as documented")),
        ("boardgames", lambda: ours(KuhnPoker(2), KUHN)),
        ("OpenSpiel C++", lambda: open_spiel("pyspiel", "kuhn_poker", "OpenSpiel C++", KUHN)),
        (
            "OpenSpiel Python",
            lambda: open_spiel(
                "open_spiel.python.games.kuhn_poker", "python_kuhn_poker", "OpenSpiel Python", KUHN
            ),
        ),
        ("RLCard", lambda: rlcard("leduc-holdem", KUHN)),
        ("boardgames", lambda: ours(boardgames.make("koryo", players=2), OUR_SIZE, "boardgames")),
        (
            "boardgames",
            lambda: ours(
                boardgames.make("for_the_king", players=5), OUR_SIZE, "boardgames for_the_king 5"
            ),
        ),
        (
            "boardgames",
            lambda: ours(
                boardgames.make("mundus_novus", players=6), OUR_SIZE, "boardgames mundus_novus 6"
            ),
        ),
        (
            "OpenSpiel C++",
            lambda: open_spiel("pyspiel", "gin_rummy", "OpenSpiel C++ gin rummy", OUR_SIZE),
        ),
        ("RLCard", lambda: rlcard("gin-rummy", OUR_SIZE)),
        ("RLCard", lambda: rlcard("uno", OUR_SIZE)),
        ("PettingZoo", adapted("koryo", 2)),
        ("PettingZoo", adapted("mundus_novus", 6)),
        ("PettingZoo", adapted("for_the_king", 5)),
        ("PettingZoo", petting_zoo_own("connect_four_v3", "PettingZoo connect four")),
        ("PettingZoo", petting_zoo_own("hanabi_v5", "PettingZoo hanabi")),
        ("PettingZoo", petting_zoo_own("texas_holdem_v4", "PettingZoo texas hold'em")),
        ("boardgames", lambda: our_search(KuhnPoker(2), KUHN_SEARCH)),
        (
            "OpenSpiel C++",
            lambda: open_spiel_search("OpenSpiel C++", "kuhn_poker", KUHN_SEARCH, python=False),
        ),
        (
            "OpenSpiel Python",
            lambda: open_spiel_search("OpenSpiel Python", "kuhn_poker", KUHN_SEARCH, python=True),
        ),
        ("boardgames", lambda: our_search(boardgames.make("koryo", players=2), KORYO_SEARCH)),
        (
            "OpenSpiel Python",
            lambda: open_spiel_search(
                "OpenSpiel Python", "boardgames_koryo(players=2)", KORYO_SEARCH, python=True
            ),
        ),
    ]
    found, missing = [], []
    for name, make in tries:
        try:
            found.append(make())
        except ImportError as error:
            missing.append(f"{name} is not here: {error}")
    return found, list(dict.fromkeys(missing))


def games_for(contender: Contender) -> int:
    """Return how many games take long enough to be timed."""
    games = 1
    while True:
        start = perf_counter()
        contender.play(games, Random(0))
        if perf_counter() - start > LEAST_SECONDS:
            return games
        games *= 2


def microseconds(work: Callable[[], object], least: float = 0.02) -> float:
    """Return the mean time of a call over at least this many seconds."""
    calls, start = 0, perf_counter()
    while perf_counter() - start < least:
        work()
        calls += 1
    return (perf_counter() - start) / calls * 1e6


def import_milliseconds(module: str) -> float:
    """Return what importing it adds to the start of the interpreter: least of some tries."""

    def start(code: str) -> float:
        begun = perf_counter()
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code], check=True, capture_output=True
        )
        return (perf_counter() - begun) * 1e3

    return min(start(f"import {module}") for _ in range(IMPORTS)) - min(
        start("pass") for _ in range(IMPORTS)
    )


def measure(taking_part: list[Contender], rounds: int) -> list[dict[str, Any]]:
    """Return the figures of each."""
    games = [games_for(contender) for contender in taking_part]
    times: list[list[float]] = [[] for _ in taking_part]
    for number in range(rounds):
        for contender, count, taken in zip(taking_part, games, times, strict=True):
            start = perf_counter()
            decisions = contender.play(count, Random(number))
            taken.append((perf_counter() - start) * 1e6 / decisions)
    own = {
        each.game: taken
        for each, taken in zip(taking_part, times, strict=True)
        if each.library == "boardgames"
    }
    imports = {each.module: import_milliseconds(each.module) for each in taking_part}
    rows = []
    for contender, taken in zip(taking_part, times, strict=True):
        ratios = [one / base for one, base in zip(taken, own[contender.game], strict=True)]
        state = contender.state()
        rows.append(
            {
                "game": contender.game,
                "library": contender.library,
                "microseconds a decision": median(taken),
                "times ours": {"median": median(ratios), "least": min(ratios), "most": max(ratios)},
                "copy, microseconds": microseconds(lambda c=contender, s=state: c.copied(s)),  # type: ignore[misc]
                "pickle, bytes": pickled(state),
                "import, milliseconds": imports[contender.module],
            }
        )
    return rows


def pickled(state: object) -> int | None:
    """Return the size of the position as a pickle, or None if it cannot be one."""
    try:
        return len(pickle.dumps(state))
    except Exception:  # noqa: BLE001  # a library without support for pickling may raise anything
        return None


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="This library and its peers at the same games.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = parser.parse_args()
    if chosen.rounds < 1:
        parser.error("--rounds must be 1 or more")
    warnings.simplefilter("ignore")  # the peers' own
    taking_part, missing = contenders()
    rows = measure(taking_part, chosen.rounds)
    if chosen.json:
        print(
            json.dumps(
                {"python": sys.version.split()[0], "figures": rows, "missing": missing}, indent=1
            )
        )
        return 0
    print(
        f"Python {sys.version.split()[0]}, {chosen.rounds} rounds; us a decision; times ours as"
        " median [least, most]\n"
    )
    print(
        f"{'game':<14}{'library':<26}{'us':>8}{'times ours':>24}"
        f"{'copy us':>10}{'pickle':>8}{'import ms':>11}"
    )
    for row in rows:
        ratio, size = row["times ours"], row["pickle, bytes"]
        times = f"{ratio['median']:.2f} [{ratio['least']:.2f}, {ratio['most']:.2f}]"
        print(
            f"{row['game']:<14}{row['library']:<26}"
            f"{row['microseconds a decision']:>8.2f}{times:>24}"
            f"{row['copy, microseconds']:>10.2f}{size or '-':>8}"
            f"{row['import, milliseconds']:>11.0f}"
        )
    for line in missing:
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
