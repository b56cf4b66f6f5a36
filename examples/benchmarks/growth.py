"""What costs more as a game grows: times late in a game, as multiples of those at its beginning.

    python examples/benchmarks/growth.py mundus_novus --players 6
    python examples/benchmarks/growth.py for_the_king --players 5 --early 20 --json

Each figure is the least CPU time of many calls. `apply` is `Game.apply`, on average over the next
plies; `ply` is an action at a table that is kept in a file, or taking it back. `keep` writes the
file. `look` is what a browser gets when it loads the page, on average over the seats, and `first
look` the same where nobody has looked yet, as after a restart; `whole log` is a look that asks for
all of the log. `events` is the answer of the protocol from the first event on, and `told` the last
action in words, for a seat that was told nothing before.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, Any

import boardgames
from boardgames.remote import Tables, look
from boardgames.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES = 60
TRIES_EACH = 12
"""The same for each seat that looks for the first time."""
SOME = 10
"""Number of plies whose mean time is that of `apply`; the late figures are so long before the
end.
"""


def least(work: Callable[[], object], tries: int = TRIES) -> float:
    """Return the least CPU time that the work took, in microseconds."""
    times = []
    for _ in range(tries):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times) * 1e6


def actions_of(game: boardgames.Game[Any, Any, Any], seed: int) -> list[tuple[int, Any]]:
    """Return the seats and actions of a random game."""
    state, rng = game.new_game(seed), Random(seed)
    actions = []
    while seats := game.to_act(state):
        action = game.random_action(state, rng, seats[0])
        actions.append((seats[0], action))
        state = game.apply(state, action, seats[0])
    return actions


class Grown:
    """The same game at two tables of people: one that is kept in a file, and one of a client."""

    def __init__(self, game: boardgames.Game[Any, Any, Any], seed: int, folder: Path) -> None:
        people = ["human"] * game.players
        self.actions = actions_of(game, seed)
        self.table = Table.open(game, people, seed, file=folder / "game.json")
        self.client = Tables()
        asked = {"game": game.name, "seats": people, "seed": seed}
        opened: Any = self.client.call("new", asked)
        self.number: int = opened["table"]

    def grow(self, plies: int) -> None:
        """Play the game up to this ply, at both tables."""
        for seat, action in self.actions[self.table.match.plies : plies]:
            self.table.act(seat, action)
            self.ask("apply", seat, action=str(action))

    def ask(self, method: str, seat: int, **more: object) -> Any:
        """Return the answer to a request of the client."""
        return self.client.call(method, {"table": self.number, "seat": seat, **more})

    def measure(self) -> dict[str, float]:
        """Return what each thing takes now, in microseconds."""
        match = self.table.match
        seat, action = self.actions[match.plies]
        players = match.game.players
        unseen = iter([self.resumed() for _ in range(TRIES + players * TRIES_EACH)])
        looks, first_looks = [], []
        for each in range(players):
            looks.append(least(lambda each=each: look(self.table, each)))  # type: ignore[misc]
            first_looks.append(least(lambda each=each: look(next(unseen), each), TRIES_EACH))  # type: ignore[misc]
        return {
            "apply": least(self.apply_some) / SOME,
            "ply": least(lambda: self.act_and_undo(seat, action)) / 2,
            "keep": least(self.keep),
            "look": mean(looks),
            "first look": mean(first_looks),
            "whole log": least(lambda: look(self.table, seat, 0)),
            "events": least(lambda: self.ask("events", seat)),
            "told": least(lambda: next(unseen).told(seat, match.plies - 1)),
        }

    def resumed(self) -> Table:
        """Return another table with this game, at which nobody has looked yet."""
        return Table.resume(self.table.record(), self.table.seating, game=self.table.match.game)

    def apply_some(self) -> None:
        """Apply the next actions of the game, one after the other."""
        match = self.table.match
        state = match.state
        for seat, action in self.actions[match.plies : match.plies + SOME]:
            state = match.game.apply(state, action, seat)

    def act_and_undo(self, seat: int, action: Any) -> None:
        """Take an action and take it back, each of which is kept."""
        with self.table.changing() as draft:
            draft.match.play(action, seat)
        with self.table.changing() as draft:
            draft.match.undo()

    def keep(self) -> None:
        """Write the file, although nothing has changed."""
        assert self.table.file is not None
        self.table.file.file.record = None
        self.table.keep()

    def close(self) -> None:
        """Close both tables."""
        self.table.close()
        self.client.close()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        usage="%(prog)s GAME [--players N] [--seed N] [--early N] [--json]",
        description="What a game costs more as it grows.",
    )
    parser.add_argument("game", choices=boardgames.game_names())
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--early", type=int, default=20, metavar="PLY", help="default 20")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = parser.parse_args()
    try:
        game = boardgames.make(chosen.game, players=chosen.players)
    except boardgames.BoardGamesError as error:
        parser.error(str(error))
    with TemporaryDirectory() as folder:
        grown = Grown(game, chosen.seed, Path(folder))
        late = len(grown.actions) - SOME
        if not 0 < chosen.early < late - 1:
            parser.error(f"--early must be 1 to {late - 2} in this game")
        plies = [chosen.early, (chosen.early + late) // 2, late]
        figures = []
        for ply in plies:
            grown.grow(ply)
            figures.append(grown.measure())
        grown.close()
    if chosen.json:
        print(json.dumps({"plies": plies, "figures": figures}, indent=1))
        return 0
    early, middle, last = figures
    print(f"{game.title}, {game.players} players, plies {', '.join(map(str, plies))}")
    print(f"{'microseconds':<14}{'early':>9}{'middle':>9}{'late':>9}{'ratio':>9}")
    for name, first in early.items():
        times = f"{first:>9.0f}{middle[name]:>9.0f}{last[name]:>9.0f}"
        print(f"{name:<14}{times}{last[name] / first:>9.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
