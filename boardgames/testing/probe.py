"""The game under test, with positions from random games to look at."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from boardgames.core.chance import generator, pick
from boardgames.core.errors import ConformanceError
from boardgames.core.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random


@dataclass(frozen=True)
class Ply:
    """One action of a random game, with the States before and after it."""

    before: Any
    player: int
    action: Any
    after: Any


@dataclass(frozen=True)
class Probe:
    """The game, and how thoroughly to look at it."""

    game: Game[Any, Any, Any]
    games: int
    """Random games to play."""
    positions: int
    """Positions out of these to look at closely."""
    longest: int
    """Plies after which a random game counts as endless."""
    seed: int

    def generator(self, number: int = 0) -> Random:
        """Return a generator for a check's own choices."""
        return generator(self.seed, number)

    @cached_property
    def walks(self) -> tuple[tuple[Ply, ...], ...]:
        """The random games, ply by ply."""
        return tuple(tuple(walk(self.game, self.seed + number, longest=self.longest)) for number in range(self.games))

    @cached_property
    def plies(self) -> tuple[Ply, ...]:
        """Every ply of all the games."""
        return tuple(ply for walked in self.walks for ply in walked)

    @cached_property
    def chosen(self) -> tuple[Ply, ...]:
        """Plies spread evenly over the games, from their first to their last."""
        count = min(self.positions, len(self.plies))
        return tuple(self.plies[index * (len(self.plies) - 1) // max(1, count - 1)] for index in range(count))

    def viewers(self) -> tuple[int | None, ...]:
        """Return all seats and the spectator."""
        return (*range(self.game.players), None)


def walk(game: Game[Any, Any, Any], seed: int, *, longest: int) -> Iterator[Ply]:
    """Play a random game; where several seats may act, a random one does.

    Raises `ConformanceError` of the check "ends" if the game does not end in time.
    """
    rng = generator(seed, 1)
    state = game.new_game(seed)
    if not game.to_act(state):
        raise ConformanceError("ends", f"the game with seed {seed} is over before it begins")
    for _ in range(longest):
        seats = game.to_act(state)
        if not seats:
            return
        player = pick(seats, rng)
        action = game.random_action(state, rng, player)
        after = game.apply(state, action, player)
        yield Ply(state, player, action, after)
        state = after
    raise ConformanceError("ends", f"the random game with seed {seed} is not over after {longest} plies")


def some(items: tuple[Any, ...], most: int, rng: Random) -> list[Any]:
    """Return all items, or so many random ones of them."""
    return list(items) if len(items) <= most else rng.sample(items, most)


def burn_global_generator() -> None:
    """Leave Python's global generator in some other state."""
    for _ in range(1000):
        random.random()  # noqa: S311  # for the sake of the side effect
