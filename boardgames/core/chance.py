"""Seeded randomness that is the same on every platform and Python version.

Everything is built on `random.Random(int).random()`, the one sequence that Python promises to keep. A State holds only
a seed; each chance event of a game makes its own generator from that seed and the event's number.
"""

from __future__ import annotations

from random import Random, SystemRandom
from typing import TYPE_CHECKING, TypeVar

from boardgames.core.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

SEED_BITS = 53
"""Seeds that the library draws itself have this many bits, so that every JSON reader keeps them exact."""


def checked_seed(seed: object) -> int:
    """Return the seed itself, or a fresh one from the operating system for None.

    Raises `ConfigurationError` if it is not a whole number of 0 or more.
    """
    if seed is None:
        return SystemRandom().getrandbits(SEED_BITS)
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise ConfigurationError(f"a seed is a whole number of 0 or more, not {seed!r}")
    return seed


def generator(seed: int, event: int) -> Random:
    """Return the generator of one chance event (a number below 2**32) of the game with this seed."""
    return Random(seed << 32 | event)  # noqa: S311  # for play, not for secrets


def fresh_seed(rng: Random) -> int:
    """Draw a new seed, for the randomness ahead of a sampled world."""
    return int(rng.random() * (1 << SEED_BITS))


def pick(items: Sequence[T], rng: Random) -> T:
    """Return one of the items, each with the same chance."""
    return items[int(rng.random() * len(items))]


def draw(items: list[T], count: int, rng: Random) -> list[T]:
    """Take `count` random items out of the list, in random order; the others keep theirs."""
    random, take, size = rng.random, items.pop, len(items)
    return [take(int(random() * left)) for left in range(size, size - count, -1)]


def shuffle(items: list[T], rng: Random) -> list[T]:
    """Return the items in random order; the list is emptied."""
    return draw(items, len(items), rng)
