"""Fits the weights of a game's estimates to games that bots play, and prints them as TOML for its
`weights.toml`.

    python examples/tune.py koryo evaluation --players 2 3 4 --games 300 --bot prior
    python examples/tune.py koryo prior --players 2 3 --games 40 --bot mcts:iterations=200

Both models are linear and end in a softmax over the seats (who will win?) or over the actions of
one seat (which will it choose?). Each has a few features; its chance is proportional to the
exponential of their weighted sum. So both are fitted by the same method, Newton's, which finds the
most likely weights in a few steps. A penalty for large weights keeps small those of which the games
say little.

The game's package names the features, and counts them:

- `evaluation.FEATURES` and `evaluation.features(game, state)`: one row for each seat;
- `prior.FEATURES` and `prior.features(game, state, seat, actions)`: one row for each action.

`FEATURES` has the names of the features by situation (a phase, say), since each situation has
weights of its own; `features` returns the situation and the rows.

A prior that is not a weighted sum can list the names of its numbers in `prior.CONSTANTS` instead.
They are fitted by the same method, several times over; the feature of a number is what a small
change of it does to an action.

Weights are judged by games that they were not fitted to: by their log loss, the mean of minus the
logarithm of the chance given to what came, beside that of the estimates as they are.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from math import fsum, log
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

sys.path.insert(0, str(Path(__file__).parent.parent))

import boardgames
from boardgames.kit import generator, softmax
from boardgames.play import make_bot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from boardgames import Game

Row: TypeAlias = "Sequence[float]"
"""The features of a seat or an action."""

PRIOR = "prior"
"""Instead of a bot: each action is drawn with the chance that the game's prior gives it. It is
fast.
"""
STEPS = 30
"""Steps of Newton's method, at most."""
LONGEST = 5.0
"""By how much a step changes a weight at most: longer ones overshoot."""
PRECISE = 1e-6
"""Steps end when no weight changes by more."""
SMALLEST = 1e-9
"""The least chance whose logarithm is taken."""
ROUNDS = 6
"""How often numbers that are no weights are fitted, each time from where they are."""
NUDGE = 0.05
"""By how much such a number is changed to see what it does."""
EVERY = 5
"""One in this many games is kept to judge the weights."""


@dataclass(frozen=True)
class Example:
    """Several seats or actions, and which of them it was."""

    situation: str
    rows: Sequence[Row]
    shares: Sequence[float]
    """How much of the result belongs to each row; the sum is 1."""
    before: Sequence[float]
    """The chance of each row by the estimates as they are."""
    held_out: bool
    """Whether it is kept to judge the weights."""


def chances(weights: Row, rows: Sequence[Row], before: Sequence[float] = ()) -> list[float]:
    """Return the chance of each row by these weights, if it was the one in `before` without
    them.
    """
    sums = [sum(map(float.__mul__, map(float, weights), map(float, row))) for row in rows]
    return softmax(
        [each + log(max(was, SMALLEST)) for each, was in zip(sums, before, strict=True)]
        if before
        else sums
    )


def log_loss(chance: Sequence[float], shares: Sequence[float]) -> float:
    """Return minus the logarithm of the chance given to what happened."""
    return -fsum(
        [
            share * log(max(each, SMALLEST))
            for each, share in zip(chance, shares, strict=True)
            if share
        ]
    )


def fit(
    examples: Sequence[Example], size: int, ridge: float, *, added: bool = False
) -> list[float]:
    """Return the most likely weights of this many features, by Newton's method.

    `ridge`: the penalty for a weight is this times half its square, as if there were this many
    examples against it. `added`: the weighted sums are added to what the estimates say as they are.
    """
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-ridge * weight for weight in weights]
        curve = [[ridge if row == column else 0.0 for column in range(size)] for row in range(size)]
        for example in examples:
            chance = chances(weights, example.rows, example.before if added else ())
            mean = [0.0] * size
            for each, share, row in zip(chance, example.shares, example.rows, strict=True):
                nonzero = [(index, entry) for index, entry in enumerate(row) if entry]
                for index, entry in nonzero:
                    mean[index] += each * entry
                    slope[index] += (share - each) * entry
                    line, factor = curve[index], each * entry
                    for other, another in nonzero:
                        line[other] += factor * another
            for index, entry in enumerate(mean):
                if entry:
                    line = curve[index]
                    for other, another in enumerate(mean):
                        line[other] -= entry * another
        step = solved(curve, slope)
        longest = max(map(abs, step), default=0.0)
        factor = LONGEST / max(LONGEST, longest)
        weights = [weight + factor * each for weight, each in zip(weights, step, strict=True)]
        if longest < PRECISE:
            break
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return x such that matrix times x is the right side; the matrix is symmetric and positive
    definite.
    """
    lines = [[*line, end] for line, end in zip(matrix, right, strict=True)]
    for index, line in enumerate(lines):
        for lower in lines[index + 1 :]:
            factor = lower[index] / line[index]
            if factor:
                for column in range(index, len(line)):
                    lower[column] -= factor * line[column]
    result = [0.0] * len(right)
    for index in reversed(range(len(right))):
        line = lines[index]
        known = fsum([line[column] * result[column] for column in range(index + 1, len(right))])
        result[index] = (line[-1] - known) / line[index]
    return result


def decisions(
    game: Game[Any, Any, Any], bot: str, noise: float, seed: int
) -> Iterator[tuple[Any, int, Any, Any]]:
    """Play a game and yield every choice: State, seat, legal actions, and what the bot does.

    With this chance of noise the action that is played is a random one.
    """
    state, rng = game.new_game(seed), generator(seed, 1)
    player = None if bot == PRIOR else make_bot(bot)
    while seats := game.to_act(state):
        seat = seats[0]
        actions = game.legal_actions(state, seat)
        action = actions[0]
        if len(actions) > 1:
            random = rng.random() < noise
            if random:
                action = game.random_action(state, rng, seat)
            elif player is None:
                action = drawn(actions, softmax(game.prior(state, seat, actions)), rng)
            else:
                action = player.choose(game, seat, game.view(state, seat), actions, rng)
            yield state, seat, actions, None if random else action
        state = game.apply(state, action, seat)
    yield state, -1, (), None


def drawn(actions: Sequence[Any], chance: Sequence[float], rng: Random) -> Any:
    """Return one of the actions, each with its chance."""
    point = rng.random()
    for action, each in zip(actions, chance, strict=True):
        point -= each
        if point < 0:
            return action
    return actions[-1]


def winning_examples(
    game: Game[Any, Any, Any], module: Any, arguments: argparse.Namespace
) -> Iterator[Example]:
    """Yield a share of the positions of these games, and who won."""
    for seed in seeds(arguments):
        positions = [state for state, *_ in decisions(game, arguments.bot, arguments.noise, seed)]
        outcome, rng = game.outcome(positions.pop()), generator(seed, 2)
        assert outcome is not None
        shares = outcome.utility
        for state in positions:
            if rng.random() < arguments.share:
                situation, rows = module.features(game, state)
                before = [game.evaluate(state, seat) + SMALLEST for seat in range(game.players)]
                before = [each / fsum(before) for each in before]
                yield Example(situation, rows, shares, before, held_out(seed))


def choice_examples(
    game: Game[Any, Any, Any], module: Any, arguments: argparse.Namespace
) -> Iterator[Example]:
    """Yield the choices of these games."""
    for _, state, seat, actions, action, held in recorded_choices(game, arguments):
        situation, rows = module.features(game, state, seat, actions)
        shares = [float(each == action) for each in actions]
        yield Example(situation, rows, shares, softmax(game.prior(state, seat, actions)), held)


def recorded_choices(
    game: Game[Any, Any, Any], arguments: argparse.Namespace
) -> Iterator[tuple[Any, ...]]:
    """Yield the choices of these games: game, State, seat, legal actions, what was chosen, whether
    it is held out.
    """
    for seed in seeds(arguments):
        for state, seat, actions, action in decisions(game, arguments.bot, arguments.noise, seed):
            if action is not None:
                yield game, state, seat, actions, action, held_out(seed)


def seeds(arguments: argparse.Namespace) -> Iterable[int]:
    """Return the seeds of the games."""
    return range(arguments.seed, arguments.seed + arguments.games)


def held_out(seed: int) -> bool:
    """Tell whether the game of this seed is kept to judge the weights."""
    return seed % EVERY == 0


def tune(
    examples: Sequence[Example], features: Mapping[str, tuple[str, ...]], ridge: float, module: str
) -> Iterator[str]:
    """Fit the weights of every situation, and yield the lines of a TOML file."""
    for situation, names in features.items():
        here = [example for example in examples if example.situation == situation]
        fitted = [example for example in here if not example.held_out]
        judged = [example for example in here if example.held_out]
        weights = fit(fitted, len(names), ridge)
        yield f"[{module}.{situation}] # {len(fitted)} examples; {losses(judged, weights)}"
        for name, weight in zip(names, weights, strict=True):
            yield f"{name} = {weight:.4g}"
        yield ""


class Constants:
    """The numbers that `CONSTANTS` of a module names, one after the other."""

    def __init__(self, module: Any) -> None:
        """Find them."""
        self.module = module
        self.places: list[tuple[str, Any]] = []
        """The name, and the index or key in it; None for a number by itself."""
        for name in module.CONSTANTS:
            found = getattr(module, name)
            keys = (
                found
                if isinstance(found, dict)
                else range(len(found))
                if isinstance(found, tuple)
                else [None]
            )
            self.places += [(name, key) for key in keys]

    def add(self, place: int, amount: float) -> None:
        """Change one of them; what the module has computed with it is forgotten."""
        name, key = self.places[place]
        found = getattr(self.module, name)
        if isinstance(found, tuple):
            found = (*found[:key], found[key] + amount, *found[key + 1 :])
        else:
            found = found + amount if key is None else {**found, key: found[key] + amount}
        setattr(self.module, name, found)
        for each in vars(self.module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()

    def lines(self) -> Iterator[str]:
        """Yield the lines of Python that set them."""
        for name in self.module.CONSTANTS:
            found = getattr(self.module, name)
            if isinstance(found, dict):
                yield (
                    f"{name} ="
                    f" {{{', '.join(f'{_named(key)}: {each:.3g}' for key, each in found.items())}}}"
                )
            else:
                numbers = (
                    ", ".join(f"{each:.3g}" for each in found)
                    if isinstance(found, tuple)
                    else f"{found:.3g}"
                )
                yield f"{name} = ({numbers})" if isinstance(found, tuple) else f"{name} = {numbers}"


def _named(key: object) -> str:
    return f"{type(key).__name__}.{key.name}" if isinstance(key, Enum) else repr(key)


def tune_constants(choices: Sequence[tuple[Any, ...]], ridge: float, module: Any) -> Iterator[str]:
    """Fit the numbers of a prior to these choices, and yield the lines of Python that set them."""

    def priors() -> list[Sequence[float]]:
        return [game.prior(state, seat, actions) for game, state, seat, actions, _, _ in choices]

    constants = Constants(module)
    first: list[Example] = []
    for _ in range(ROUNDS):
        now, columns = priors(), []
        for place in range(len(constants.places)):
            constants.add(place, NUDGE)
            columns.append(priors())
            constants.add(place, -NUDGE)
        examples = []
        for number, (_, _, _, actions, action, held) in enumerate(choices):
            rows = [
                [(column[number][index] - now[number][index]) / NUDGE for column in columns]
                for index in range(len(actions))
            ]
            shares = [float(each == action) for each in actions]
            examples.append(Example("here", rows, shares, softmax(now[number]), held))
        first = first or examples
        fitted = [example for example in examples if not example.held_out]
        for place, change in enumerate(fit(fitted, len(columns), ridge, added=True)):
            constants.add(place, change)
    judged = [index for index, example in enumerate(first) if example.held_out]
    after = priors()
    pairs = [(first[index].before, softmax(after[index])) for index in judged]
    found = [
        fsum(
            [
                log_loss(pair[which], first[index].shares)
                for index, pair in zip(judged, pairs, strict=True)
            ]
        )
        / max(1, len(judged))
        for which in (0, 1)
    ]
    yield (
        f"# {len(choices)} choices; log loss of {len(judged)} held out {found[0]:.4f} before,"
        f" {found[1]:.4f} after"
    )
    yield from constants.lines()


def losses(judged: Sequence[Example], weights: Row) -> str:
    """Return the log loss of the examples held out, before and after."""
    if not judged:
        return "no game held out"
    before = fsum([log_loss(each.before, each.shares) for each in judged]) / len(judged)
    after = fsum([log_loss(chances(weights, each.rows), each.shares) for each in judged]) / len(
        judged
    )
    return f"log loss of {len(judged)} others {before:.4f} before, {after:.4f} after"


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=boardgames.game_names())
    parser.add_argument("module", choices=("evaluation", "prior"), help="what to tune")
    parser.add_argument(
        "--players", type=int, nargs="+", default=[2], help="numbers of players to play with"
    )
    parser.add_argument("--games", type=int, default=100, help="games for each number of players")
    parser.add_argument("--bot", default="greedy", help=f"who plays all seats: a bot, or {PRIOR}")
    parser.add_argument("--noise", type=float, default=0.1, help="chance of a random action")
    parser.add_argument(
        "--share",
        type=float,
        default=0.3,
        help="share of the positions that are used for an evaluation",
    )
    parser.add_argument("--ridge", type=float, default=1.0, help="penalty for large weights")
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the others follow")
    arguments = parser.parse_args()
    make = {"evaluation": winning_examples, "prior": choice_examples}[arguments.module]
    games = [boardgames.make(arguments.game, players=players) for players in arguments.players]
    package = type(games[0]).__module__.rpartition(".")[0]
    module = import_module(f"{package}.skill.{arguments.module}")
    command = " ".join(sys.argv[1:])
    print(f"# Made by `python examples/tune.py {command}`.\n")
    if hasattr(module, "CONSTANTS"):
        choices = [choice for game in games for choice in recorded_choices(game, arguments)]
        print("\n".join(tune_constants(choices, arguments.ridge, module)))
        return
    if not hasattr(module, "FEATURES"):
        parser.error(f"{arguments.game} names no features in its {arguments.module}.py")
    features: Mapping[str, tuple[str, ...]] = module.FEATURES
    examples: list[Example] = [
        example for game in games for example in make(game, module, arguments)
    ]
    for line in tune(examples, features, arguments.ridge, arguments.module):
        print(line)
    judged = [example for example in examples if example.held_out]
    print(f"# In all: {len(examples)} examples, {len(judged)} of them held out.")


if __name__ == "__main__":
    main()
