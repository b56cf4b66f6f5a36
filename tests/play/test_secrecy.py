"""Nothing that a match hands to a bot contains the seed, or anything from which it can be
computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

import boardgames
from boardgames import Game
from boardgames.core.chance import generator, pick
from boardgames.play import Bot, Match

SEED = 0x17ABCDEF98765
"""Unlikely to turn up as any other value."""


@dataclass(frozen=True)
class Listener(Bot[Any, Any]):
    """Plays at random, and keeps all that it receives and the state of the generator as it came."""

    received: list[tuple[Any, ...]] = field(default_factory=list)
    generators: list[Any] = field(default_factory=list)

    def choose(
        self,
        game: Game[Any, Any, Any],
        player: int,
        view: Any,
        actions: tuple[Any, ...],
        rng: Random,
    ) -> Any:
        self.generators.append(rng.getstate())
        world = game.determinize(view, rng)
        self.received.append((game, player, view, actions, rng, world))
        return pick(actions, rng)


def played(name: str, players: int, seed: int) -> Listener:
    """Return the bot that sat on all seats of a whole game."""
    bot = Listener()
    game = boardgames.make(name, players=players)
    list(Match(game, [bot] * players, seed).run())
    assert len(bot.generators) > 5
    return bot


def reachable(value: object, seen: set[int]) -> Iterator[object]:
    """Yield the value and everything that its attributes, items and closures lead to."""
    if id(value) in seen or isinstance(value, (type, type(re))):
        return
    seen.add(id(value))
    yield value
    if isinstance(value, (str, bytes, int, float)):
        return
    parts: list[Any] = []
    if isinstance(value, dict):
        parts += [*value, *value.values()]
    elif isinstance(value, (tuple, list, set, frozenset)):
        parts += value
    parts += vars(value).values() if hasattr(value, "__dict__") else []
    for cls in type(value).__mro__:
        slots = getattr(cls, "__slots__", ())
        parts += [
            getattr(value, slot, None) for slot in ([slots] if isinstance(slots, str) else slots)
        ]
    parts += [cell.cell_contents for cell in getattr(value, "__closure__", None) or ()]
    for part in parts:
        yield from reachable(part, seen)


def derived_simply(seed: int) -> set[int]:
    """Return the numbers that a seed shows itself in: shifted, joined with a seat or a ply,
    complemented.
    """
    return {
        number
        for shift in (0, 1, 4, 8, 16, 32, 40, 64)
        for low in range(-8, 257)
        for number in (
            seed << shift | abs(low),
            (seed << shift) + low,
            seed << shift ^ abs(low),
            ~seed + low,
        )
    }


@pytest.mark.parametrize("name", boardgames.game_names())
def test_nothing_that_a_bot_can_reach_contains_the_seed(name: str) -> None:
    bot = played(name, boardgames.game_class(name).player_counts[-1], SEED)
    wanted, spelled = derived_simply(SEED), (str(SEED), f"{SEED:x}")
    seen: set[int] = set()
    for received in bot.received:
        for value in reachable(received, seen):
            assert not isinstance(value, Match)
            assert not isinstance(value, int) or value not in wanted, value
            assert not isinstance(value, str) or not any(each in value for each in spelled), value


def test_the_search_for_a_seed_finds_one_that_is_there(sealed: Any) -> None:
    """The State has it, and so has a generator that is seeded with it in the plain way."""
    numbers = {
        value
        for value in reachable([sealed.new_game(SEED), {"in": (SEED << 8 | 3,)}], set())
        if type(value) is int
    }
    assert numbers & derived_simply(SEED) >= {SEED, SEED << 8 | 3}


@pytest.mark.long
def test_no_seed_can_be_matched_to_a_generator_by_plain_arithmetic() -> None:
    """Seeds small enough to try them all: none of the plain ways to seed a generator gives the one
    that a bot has.
    """
    bot = played("koryo", 2, 7)
    starts = {state[1][:8]: number for number, state in enumerate(bot.generators)}
    for seed in range(50):
        for player in range(3):
            for ply in range(40):
                for number in (
                    seed,
                    seed << 8 | player,
                    seed << 32 | ply,
                    (seed << 8 | player) << 32 | ply,
                    seed + ply,
                ):
                    assert Random(number).getstate()[1][:8] not in starts  # noqa: S311  # on purpose
    assert generator(7 << 8 | 1, 0).getstate()[1] == Random((7 << 8 | 1) << 32).getstate()[1]  # noqa: S311  # the same


def test_every_decision_has_a_generator_of_its_own_and_the_same_one_again() -> None:
    one, again, other = (played("koryo", 2, seed).generators for seed in (7, 7, 8))
    assert len(set(one)) == len(one)
    assert one == again
    assert not set(one) & set(other)
