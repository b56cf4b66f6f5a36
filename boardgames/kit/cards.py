"""Multisets of cards packed into one integer, behind named operations.

Rules and searches count cards millions of times, and a single integer is the cheapest multiset that
Python has: equal multisets are equal integers, and putting cards together is one addition. Only
this module knows how the counts are laid out in the integer.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import starmap
from typing import Any, Generic, NewType, TypeAlias, TypeVar, cast

K = TypeVar("K", bound=IntEnum)
T = TypeVar("T")

PackedCards = NewType("PackedCards", int)
"""A multiset of cards. Only the `CardPacking` of its game can make and read it."""
Hands: TypeAlias = "tuple[PackedCards, ...]"
"""What each of several players holds."""
Combine: TypeAlias = "Callable[[PackedCards, PackedCards], PackedCards]"
"""Makes one multiset of two."""
HandChange: TypeAlias = "Callable[[Hands, int, PackedCards], Hands]"
"""Returns the hands with another one at the index."""
NO_CARDS = PackedCards(0)
"""The empty multiset, the same in every packing, and the only one that is falsy."""

MOST_CACHED = 1 << 15
"""Maximum number of results in a cache, which is emptied then."""
_CHUNK_BITS = 16
"""Number of bits that a `CountsCache` looks up at a time."""


class CardPacking(Generic[K]):
    """Packs the number of cards of each kind into one integer.

    >>> Fruit = IntEnum("Fruit", "APPLE PEAR PLUM", start=0)
    >>> cards = CardPacking(Fruit, most=9)
    >>> basket = cards.pack((2, 0, 1))
    >>> cards.size(basket), cards.count(basket, Fruit.APPLE), cards.kinds(basket)
    (3, 2, (<Fruit.APPLE: 0>, <Fruit.PLUM: 2>))
    >>> cards.unpack(cards.remove(basket, cards.one[Fruit.PLUM]))
    (2, 0, 0)
    """

    __slots__ = (
        "_mask",
        "_shared",
        "_shifts",
        "_total",
        "add",
        "add_to",
        "bits",
        "common",
        "contains",
        "count",
        "counts",
        "every",
        "has_any",
        "join",
        "kind",
        "kinds",
        "kinds_in",
        "one",
        "one_each",
        "only",
        "remove",
        "remove_from",
        "singles",
        "size",
        "sizes",
        "unpack",
        "without",
    )

    kind: tuple[K, ...]
    """Every kind, in order."""
    bits: int
    """Number of bits of a count."""
    one: tuple[PackedCards, ...]
    """One card of each kind, by kind."""
    every: PackedCards
    """One card of every kind."""
    add: Combine
    """Return the cards of both multisets."""
    remove: Combine
    """Return the cards without the others, all of which must be among the cards."""
    join: Callable[[Iterable[PackedCards]], PackedCards]
    """Return the cards of all these multisets."""
    add_to: HandChange
    """Return the hands with these cards added to the one at the index."""
    remove_from: HandChange
    """Return the hands without these cards, which must be in the one at the index."""
    common: Combine
    """Return the cards that are in both: the smaller number of each kind."""
    without: Combine
    """Return the cards without those of the others that are among them."""
    only: Callable[[PackedCards, Iterable[int]], PackedCards]
    """Return the cards of these kinds."""
    size: Callable[[PackedCards], int]
    """Return the number of cards."""
    sizes: Callable[[Iterable[PackedCards]], tuple[int, ...]]
    """Return the number of cards in each of several multisets."""
    count: Callable[[PackedCards, int], int]
    """Return the number of cards of this kind."""
    counts: Callable[[Iterable[PackedCards], int], list[int]]
    """Return the number of cards of this kind in each of several multisets."""
    contains: Callable[[PackedCards, PackedCards], bool]
    """Return whether the cards include all the others."""
    has_any: Callable[[PackedCards, int], int]
    """Return 0 if there are no cards of the kinds given to `some_of`.

    For one kind, the result grows with their number."""
    kinds_in: Callable[[int], tuple[K, ...]]
    """Return the kinds in a presence, in order.

    A presence is the number that a `KindsCache` computes from cards."""
    kinds: Callable[[PackedCards], tuple[K, ...]]
    """Return the kinds that occur, in order."""
    one_each: Callable[[PackedCards], PackedCards]
    """Return the set of the kinds that occur: one card of each."""
    singles: Callable[[PackedCards], list[PackedCards]]
    """Return each card as a multiset of its own, in the order of the kinds."""
    unpack: Callable[[PackedCards], tuple[int, ...]]
    """Return the count of every kind, in order."""

    def __init__(self, kind: type[K], most: int) -> None:
        """`kind` is an Enum with the values 0, 1, 2 and so on; `most` is the maximum number of
        cards of a kind.
        """
        self.kind = tuple(kind)
        self.bits = most.bit_length()
        # The counts are side by side in the integer, and the number of all cards is above them: so
        # adding and removing keep it up to date.
        self._shifts = _shifts(self)
        self._mask = (1 << self.bits) - 1
        self._total = self.bits * len(self.kind)
        one_in_all = 1 << self._total
        self.one = tuple([PackedCards((1 << shift) + one_in_all) for shift in self._shifts])
        self.every = PackedCards(sum(self.one))
        # The built-in functions themselves: methods around them would be five times slower.
        self.add = operator.add
        self.remove = operator.sub
        self.join = cast("Any", sum)
        self.has_any = operator.and_
        self._cache_kinds()
        self._cache_counts()
        self._define_counts()
        self._define_changes()
        self._define_common()

    def _cache_kinds(self) -> None:
        """Cache what depends on the kinds that occur, whatever their counts."""
        tops = [*zip(self.kind, _top_bits(self), strict=True)]
        one = self.one

        @lru_cache(1 << 12)
        def kinds_in(presence: int) -> tuple[K, ...]:
            return tuple([kind for kind, top in tops if presence & top])

        def one_each(kinds: tuple[K, ...]) -> PackedCards:
            singles = [one[kind] for kind in kinds]
            return self.join(singles)

        self.kinds_in = kinds_in
        kinds_cache = KindsCache(self, tuple)
        self.kinds = kinds_cache.of
        self._shared = kinds_cache.shared
        self.one_each = KindsCache(self, one_each).of

    def _cache_counts(self) -> None:
        """Cache what depends on the count of every kind."""
        shifts = self._shifts
        mask = self._mask

        @lru_cache(1 << 12)
        def unpack(cards: PackedCards) -> tuple[int, ...]:
            return tuple([cards >> shift & mask for shift in shifts])

        def singles(kind: K, count: int) -> list[PackedCards]:
            return [self.one[kind]] * count

        self.unpack = unpack
        self.singles = CountsCache(self, singles).of

    # Attributes that hold functions are called faster than methods: Python 3.11 makes an object for
    # each call of a method of something that a module has imported by name.

    def _define_counts(self) -> None:
        """Define what tells the number of all cards, and of those of a kind."""
        total = self._total
        shifts = self._shifts
        mask = self._mask
        borrows = sum([1 << shift + self.bits for shift in shifts])

        def size(cards: PackedCards) -> int:
            return cards >> total

        def sizes(several: Iterable[PackedCards]) -> tuple[int, ...]:
            return tuple([cards >> total for cards in several])

        def count(cards: PackedCards, kind: int) -> int:
            return cards >> shifts[kind] & mask

        def counts(hands: Iterable[PackedCards], kind: int) -> list[int]:
            shift = shifts[kind]
            return [cards >> shift & mask for cards in hands]

        def contains(cards: PackedCards, others: PackedCards) -> bool:
            # Subtracting borrows from the next kind exactly where a kind has too few cards; xor
            # shows where it did.
            return not (cards ^ others ^ (cards - others)) & borrows

        self.size = size
        self.sizes = sizes
        self.count = count
        self.counts = counts
        self.contains = contains

    def _define_changes(self) -> None:
        """Define what changes one of several hands."""

        def add_to(hands: tuple[int, ...], index: int, cards: int) -> tuple[int, ...]:
            copy = [*hands]
            copy[index] += cards
            return tuple(copy)

        def remove_from(hands: tuple[int, ...], index: int, cards: int) -> tuple[int, ...]:
            copy = [*hands]
            copy[index] -= cards
            return tuple(copy)

        self.add_to = cast("Any", add_to)
        self.remove_from = cast("Any", remove_from)

    def _define_common(self) -> None:
        """Define what selects some of the cards."""
        shared = self._shared
        shifts = self._shifts
        mask = self._mask
        one = self.one

        def common(cards: PackedCards, others: PackedCards) -> int:
            both = 0
            for kind in shared(cards, others):
                shift = shifts[kind]
                count = cards >> shift & mask
                other_count = others >> shift & mask
                both += min(count, other_count) * one[kind]
            return both

        def without(cards: PackedCards, others: PackedCards) -> int:
            return cards - common(cards, others)

        def only(cards: PackedCards, kinds: Iterable[int]) -> int:
            of_kinds = 0
            for kind in kinds:
                count = cards >> shifts[kind] & mask
                of_kinds += count * one[kind]
            return of_kinds

        self.common = cast("Any", common)
        self.without = cast("Any", without)
        self.only = cast("Any", only)

    def pack(self, counts: Iterable[int]) -> PackedCards:
        """Return the multiset with these counts: one per kind, in order, each from 0 to `most`."""
        pairs = zip(counts, self.one, strict=True)
        return PackedCards(sum(starmap(operator.mul, pairs)))

    def each(self, cards: PackedCards) -> tuple[K, ...]:
        """Return the kind of each card, in order."""
        kinds: list[K] = []
        for kind, count in zip(self.kind, self.unpack(cards), strict=True):
            kinds += [kind] * count
        return tuple(kinds)

    def some_of(self, kinds: Iterable[int]) -> int:
        """Return a number that represents these kinds, for use with `has_any`."""
        return sum([self._mask << self._shifts[kind] for kind in kinds])


def _shifts(packing: CardPacking[Any]) -> tuple[int, ...]:
    """Return, by kind, the number of the lowest bit of its count."""
    return tuple([packing.bits * kind for kind in packing.kind])


def _top_bits(packing: CardPacking[Any]) -> list[int]:
    """Return, by kind, a number that has only the highest bit of its count set."""
    top = 1 << packing.bits - 1
    return [top << shift for shift in _shifts(packing)]


def _remember(cache: dict[int, T], key: int, result: T) -> T:
    """Put the result into the cache, which is emptied first if it is full, and return it."""
    if len(cache) >= MOST_CACHED:
        cache.clear()
    cache[key] = result
    return result


class KindsCache(Generic[K, T]):
    """Caches `make(kinds)` for the kinds among some cards, regardless of their counts."""

    __slots__ = ("of", "shared")

    of: Callable[[PackedCards], T]
    """Return the result for the kinds among the cards."""
    shared: Callable[[PackedCards, PackedCards], T]
    """Return the result for the kinds that occur in both."""

    def __init__(self, packing: CardPacking[K], make: Callable[[tuple[K, ...]], T]) -> None:
        """`make` is the function to cache; it is given the kinds in order."""
        every_bit = (1 << packing.bits * len(packing.kind)) - 1
        high = sum(_top_bits(packing))
        low = every_bit - high
        kinds_in = packing.kinds_in
        # A plain dict: Python reads one faster than an instance of a subclass.
        cached: dict[int, T] = {}

        def computed(presence: int) -> T:
            kinds = kinds_in(presence)
            return _remember(cached, presence, make(kinds))

        # Adding the low bits carries any count above 0 into the top bit of its kind, which may be
        # set already.

        def of(cards: PackedCards) -> T:
            presence = ((cards & low) + low | cards) & high
            try:
                return cached[presence]
            except KeyError:
                return computed(presence)

        def shared(cards: PackedCards, others: PackedCards) -> T:
            carried = (cards & low) + low | cards
            others_carried = (others & low) + low | others
            presence = carried & others_carried & high
            try:
                return cached[presence]
            except KeyError:
                return computed(presence)

        self.of = of
        self.shared = shared


class ItemsByKind(KindsCache[K, tuple[T, ...]]):
    """Finds the items for the kinds among some cards, in order; there is one item per kind."""

    __slots__ = ()

    def __init__(self, packing: CardPacking[K], things: Sequence[T]) -> None:
        """`things` has one item per kind; if there are fewer, the last kinds have none."""
        number = len(things)

        def items(kinds: Iterable[int]) -> tuple[T, ...]:
            return tuple([things[kind] for kind in kinds if kind < number])

        super().__init__(packing, items)


MakeItems: TypeAlias = Callable[[K, int], Iterable[T]]
"""Makes the items for a kind and the number of its cards."""
_Known: TypeAlias = dict[int, list[T]]
"""The items that have been made, by the counts of the kinds of a chunk."""
_Chunk: TypeAlias = tuple[int, int, _Known[T], Callable[[int], list[T]]]
"""A few kinds whose counts lie side by side: where these begin in the integer, a mask that covers
them once they are moved to the lowest bits, the items known by the counts, and what computes those
for other counts. Not a named tuple, which Python takes apart more slowly."""


def _chunk(kinds: tuple[K, ...], bits: int, make: MakeItems[K, T]) -> _Chunk[T]:
    """Return the chunk of these kinds, whose counts have so many bits each."""
    count_mask = (1 << bits) - 1
    # A plain dict, as in `KindsCache`.
    known: _Known[T] = {}

    def computed(counts: int) -> list[T]:
        items: list[T] = []
        left = counts
        for kind in kinds:
            count = left & count_mask
            items += make(kind, count)
            left >>= bits
        return _remember(known, counts, items)

    shift = bits * kinds[0]
    width = bits * len(kinds)
    mask = (1 << width) - 1
    return shift, mask, known, computed


class CountsCache(Generic[K, T]):
    """Caches the items that `make(kind, count)` returns for every kind in turn."""

    __slots__ = ("of",)

    of: Callable[[PackedCards], list[T]]
    """Return the items for these cards, in the order of the kinds."""

    def __init__(self, packing: CardPacking[K], make: MakeItems[K, T]) -> None:
        """`make` is the function to cache; the count that it is given may be 0."""
        per_chunk = max(1, _CHUNK_BITS // packing.bits)
        chunks: list[_Chunk[T]] = []
        for start in range(0, len(packing.kind), per_chunk):
            kinds = packing.kind[start : start + per_chunk]
            chunks.append(_chunk(kinds, packing.bits, make))

        def of(cards: PackedCards) -> list[T]:
            items: list[T] = []
            for shift, mask, known, compute in chunks:
                counts = cards >> shift & mask
                try:
                    items += known[counts]
                except KeyError:
                    items += compute(counts)
            return items

        self.of = of
