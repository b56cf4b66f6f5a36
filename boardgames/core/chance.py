"""Seeded randomness that is the same on every platform and Python version.

A State holds only a seed, and each chance event of a game has a number. `deal` and `chance` compute
the result of an event from a hash of both, in integers: this is exact on every platform, and
cheaper than seeding a generator. Where a generator is needed, it is a `random.Random` of which only
`random()` is used: the only sequence that Python promises never to change.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from math import fsum, prod
from random import Random, SystemRandom
from typing import Annotated, TypeAlias, TypeVar

from boardgames.core.codec import Bounds
from boardgames.core.errors import ConfigurationError, quoted
from boardgames.core.integers import as_integer

T = TypeVar("T")

SEED_BITS = 53
"""Size in bits of the seeds that the library draws; every JSON reader keeps such numbers exact."""
LARGEST_SEED = (1 << 256) - 1
"""Larger seeds would add no randomness, and Python writes no numbers of thousands of digits."""
SeedNumber: TypeAlias = Annotated[int, Bounds(0, LARGEST_SEED)]
"""The seed of a game."""


def check_seed(seed: object) -> int:
    """Return the seed, a whole number of any type, as an `int`.

    None draws one from the operating system. Raises `ConfigurationError` if it is not a whole
    number from 0 to `LARGEST_SEED`.
    """
    if seed is None:
        return SystemRandom().getrandbits(SEED_BITS)
    number = as_integer(seed)
    if number is None or not 0 <= number <= LARGEST_SEED:
        raise ConfigurationError(
            f"a seed is a whole number of 0 or more and at most 256 bits, not {quoted(seed)}"
        )
    return number


BLOCK = 64
"""Size of a hash, in bytes."""
MARGIN = 16
"""Extra bytes, so that the chances of all outcomes are equal to within one part in 2**128."""
GROUP = 4
"""Number of draws that share a division: few enough that the remainder is short for most decks."""


def event_number(seed: int, event: int, size: int) -> int:
    """Return a random whole number of at least `size` bytes, decided by this seed and event."""
    if size <= BLOCK:
        return int.from_bytes(blake2b(b"%x/%x" % (seed, event)).digest(), "little")
    count = -(-size // BLOCK)
    blocks = [blake2b(b"%x/%x/%x" % (seed, event, block)).digest() for block in range(count)]
    return int.from_bytes(b"".join(blocks), "little")


def deal(items: list[T], count: int, seed: int, event: int) -> list[T]:
    """Remove `count` items from the list and return them, as this seed and event decide.

    They decide which items, and in what order.
    """
    size = len(items)
    take = items.pop
    number = event_number(seed, event, MARGIN + count * size.bit_length() // 8)
    dealt = []
    for product, sizes in _sizes_before_draws(size, count):
        number, rest = divmod(number, product)
        for left in sizes:
            dealt.append(take(rest % left))
            rest //= left
    return dealt


@lru_cache(1 << 10)
def _sizes_before_draws(size: int, count: int) -> list[tuple[int, range]]:
    """Return the number of items left before each of `count` draws, in groups, each group after the
    product of its numbers.

    A long number is slow to divide, so all draws of a group share one such division.
    """
    end = size - count
    groups = [range(first, max(first - GROUP, end), -1) for first in range(size, end, -GROUP)]
    return [(prod(group), group) for group in groups]


def chance(outcomes: int, seed: int, event: int) -> int:
    """Return a random number from 0 to `outcomes` - 1, as this seed and event decide."""
    return event_number(seed, event, MARGIN) % outcomes


def generator(seed: int, event: int) -> Random:
    """Return a generator for anything but a game's own chance.

    There is one for each seed and event number below 2**32.
    """
    return Random(seed << 32 | event)  # noqa: S311  # for play, not for secrets


def one_way_generator(purpose: str, seed: int, player: int, ply: int) -> Random:
    """Return a generator for a bot or other program that must not learn the seed.

    Its state reveals only a hash. A seed small enough to be guessed can still be guessed, just as
    from any deal.
    """
    made_of = f"{purpose}/{seed:x}/{player:x}/{ply:x}".encode()
    hashed = blake2b(made_of, digest_size=32).digest()
    return Random(int.from_bytes(hashed, "little"))  # noqa: S311  # for play


def fresh_seed(rng: Random) -> int:
    """Draw a seed for the future chance events of a sampled State."""
    return int(rng.random() * (1 << SEED_BITS))


def pick(items: Sequence[T], rng: Random) -> T:
    """Return one of the items, all equally likely."""
    return items[int(rng.random() * len(items))]


def pick_weighted(weighted: Sequence[tuple[T, float]], rng: Random) -> T:
    """Return one of the items, with chances in proportion to their weights of 0 or more."""
    point = rng.random() * fsum([weight for _, weight in weighted])
    for item, weight in weighted:
        point -= weight
        if point < 0:
            return item
    return weighted[-1][0]


def draw(items: list[T], count: int, rng: Random) -> list[T]:
    """Remove `count` random items and return them in random order; the rest keep their order."""
    random = rng.random
    take = items.pop
    size = len(items)
    return [take(int(random() * left)) for left in range(size, size - count, -1)]


def shuffle(items: list[T], rng: Random) -> list[T]:
    """Empty the list and return its items in random order."""
    return draw(items, len(items), rng)
