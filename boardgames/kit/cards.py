"""Multisets of cards packed into one integer, behind named operations.

Rules and searches count cards millions of times, and a single integer is the cheapest multiset that
Python has: equal multisets are equal integers, and putting cards together is one addition. Only
this module knows how the counts are laid out in the integer.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import lru_cache, partial
from typing import Any, Generic, NewType, TypeVar, cast

from boardgames.core.values import ComputedDict

K = TypeVar("K", bound=IntEnum)
T = TypeVar("T")

PackedCards = NewType("PackedCards", int)
"""A multiset of cards. Only the `CardPacking` of its game can make and read it."""
NO_CARDS = PackedCards(0)
"""The empty multiset, the same in every packing, and the only one that is falsy."""

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
        "_borrows",
        "_mask",
        "_shared",
        "_shifts",
        "_total",
        "add",
        "bits",
        "every",
        "has_any",
        "join",
        "kind",
        "kinds",
        "kinds_in",
        "one",
        "one_each",
        "remove",
        "singles",
        "unpack",
    )

    def __init__(self, kind: type[K], most: int) -> None:
        """`kind` is an Enum with the values 0, 1, 2 and so on; `most` is the maximum number of
        cards of a kind.
        """
        self.kind: tuple[K, ...] = tuple(kind)
        """Every kind, in order."""
        self.bits: int = most.bit_length()
        self._mask = (1 << self.bits) - 1
        self._shifts = tuple([self.bits * each for each in self.kind])
        self._total = self.bits * len(self.kind)
        self._borrows = sum([1 << shift + self.bits for shift in self._shifts])
        # The total number of cards is stored above the counts, so adding and removing keep it up to
        # date.
        self.one: tuple[PackedCards, ...] = tuple(
            [PackedCards((1 << shift) + (1 << self._total)) for shift in self._shifts]
        )
        """One card of each kind, by kind."""
        self.every: PackedCards = PackedCards(sum(self.one))
        """One card of every kind."""
        # These are the built-in functions themselves: wrapped in methods, they would be five times
        # slower.
        self.add: Callable[[PackedCards, PackedCards], PackedCards] = operator.add
        """Return the cards of both multisets."""
        self.remove: Callable[[PackedCards, PackedCards], PackedCards] = operator.sub
        """Return the cards without the others, all of which must be among the cards."""
        self.join: Callable[[Iterable[PackedCards]], PackedCards] = cast("Any", sum)
        """Return the cards of all these multisets."""
        self.has_any: Callable[[PackedCards, int], int] = operator.and_
        """Return 0 if there are no cards of the kinds given to `some_of`; for one kind, it grows
        with their number.
        """
        tops = [
            (kind, 1 << shift + self.bits - 1)
            for kind, shift in zip(self.kind, self._shifts, strict=True)
        ]
        self.kinds_in: Callable[[int], tuple[K, ...]] = lru_cache(1 << 12)(
            lambda presence: tuple([kind for kind, top in tops if presence & top])
        )
        """Return the kinds in a presence (the number that a `KindsCache` computes from cards), in
        order.
        """
        kinds = KindsCache(self, tuple)
        self._shared = kinds.shared
        self.kinds: Callable[[PackedCards], tuple[K, ...]] = kinds.of
        """Return the kinds that occur, in order."""
        self.one_each: Callable[[PackedCards], PackedCards] = KindsCache(
            self, lambda kinds: self.join([self.one[kind] for kind in kinds])
        ).of
        """Return the set of the kinds that occur: one card of each."""
        self.singles: Callable[[PackedCards], list[PackedCards]] = CountsCache(
            self, lambda kind, count: [self.one[kind]] * count
        ).of
        """Return each card as a multiset of its own, in the order of the kinds."""
        self.unpack: Callable[[PackedCards], tuple[int, ...]] = lru_cache(1 << 12)(
            lambda cards: tuple([cards >> shift & self._mask for shift in self._shifts])
        )
        """Return the count of every kind, in order."""

    def pack(self, counts: Iterable[int]) -> PackedCards:
        """Return the multiset with these counts: one per kind, in order, each from 0 to `most`."""
        return PackedCards(
            sum([count * card for count, card in zip(counts, self.one, strict=True)])
        )

    def each(self, cards: PackedCards) -> tuple[K, ...]:
        """Return the kind of each card, in order."""
        return tuple(
            [
                kind
                for kind, count in zip(self.kind, self.unpack(cards), strict=True)
                for _ in range(count)
            ]
        )

    def size(self, cards: PackedCards) -> int:
        """Return the number of cards."""
        return cards >> self._total

    def sizes(self, several: Iterable[PackedCards]) -> tuple[int, ...]:
        """Return the number of cards in each of several multisets."""
        total = self._total
        return tuple([cards >> total for cards in several])

    def count(self, cards: PackedCards, kind: int) -> int:
        """Return the number of cards of this kind."""
        return cards >> self._shifts[kind] & self._mask

    def counts(self, hands: Iterable[PackedCards], kind: int) -> list[int]:
        """Return the number of cards of this kind in each of several multisets."""
        shift, mask = self._shifts[kind], self._mask
        return [cards >> shift & mask for cards in hands]

    def contains(self, cards: PackedCards, others: PackedCards) -> bool:
        """Return whether the cards include all the others."""
        # Subtracting borrows from the next kind exactly where a kind has too few cards; xor shows
        # where it did.
        return not (cards ^ others ^ (cards - others)) & self._borrows

    def add_to(
        self, hands: tuple[PackedCards, ...], index: int, cards: PackedCards
    ) -> tuple[PackedCards, ...]:
        """Return the hands with these cards added to the one at the index."""
        copy = [*hands]
        copy[index] = self.add(copy[index], cards)
        return tuple(copy)

    def remove_from(
        self, hands: tuple[PackedCards, ...], index: int, cards: PackedCards
    ) -> tuple[PackedCards, ...]:
        """Return the hands without these cards, which must be in the one at the index."""
        copy = [*hands]
        copy[index] = self.remove(copy[index], cards)
        return tuple(copy)

    def common(self, cards: PackedCards, others: PackedCards) -> PackedCards:
        """Return the cards that are in both: the smaller number of each kind."""
        mask, shifts, ones, both = self._mask, self._shifts, self.one, NO_CARDS
        for kind in self._shared(cards, others):
            shift = shifts[kind]
            both += min(cards >> shift & mask, others >> shift & mask) * ones[kind]  # type: ignore[assignment]  # packed as well
        return both

    def without(self, cards: PackedCards, others: PackedCards) -> PackedCards:
        """Return the cards without the others; those of the others that are not among the cards are
        ignored.
        """
        return self.remove(cards, self.common(cards, others))

    def only(self, cards: PackedCards, kinds: Iterable[int]) -> PackedCards:
        """Return the cards of these kinds."""
        return PackedCards(
            sum([(cards >> self._shifts[kind] & self._mask) * self.one[kind] for kind in kinds])
        )

    def some_of(self, kinds: Iterable[int]) -> int:
        """Return a number that represents these kinds, for use with `has_any`."""
        return sum([self._mask << self._shifts[kind] for kind in kinds])


class KindsCache(Generic[K, T]):
    """Caches `make(kinds)` for the kinds among some cards, regardless of their counts."""

    __slots__ = ("_found", "_high", "_low")

    def __init__(self, packing: CardPacking[K], make: Callable[[tuple[K, ...]], T]) -> None:
        """`make` is the function to cache; it is given the kinds in order."""
        shifts = [packing.bits * kind for kind in packing.kind]
        self._high = sum([1 << shift + packing.bits - 1 for shift in shifts])
        self._low = self._high - sum([1 << shift for shift in shifts])
        self._found: ComputedDict[int, T] = ComputedDict(
            lambda presence: make(packing.kinds_in(presence))
        )

    def of(self, cards: PackedCards) -> T:
        """Return the result for the kinds among the cards."""
        # Adding the low bits carries any count above 0 into the top bit of its kind, which may be
        # set already.
        low = self._low
        return self._found[((cards & low) + low | cards) & self._high]

    def shared(self, cards: PackedCards, others: PackedCards) -> T:
        """Return the result for the kinds that occur in both."""
        low = self._low
        return self._found[
            ((cards & low) + low | cards) & ((others & low) + low | others) & self._high
        ]


class ItemsByKind(KindsCache[K, tuple[T, ...]]):
    """Holds one item per kind, and quickly finds the items for the kinds among some cards, in
    order.
    """

    __slots__ = ()

    def __init__(self, packing: CardPacking[K], things: Sequence[T]) -> None:
        """`things` has one item per kind; if there are fewer, the last kinds have none."""
        super().__init__(
            packing, lambda kinds: tuple([things[kind] for kind in kinds if kind < len(things)])
        )


class CountsCache(Generic[K, T]):
    """Caches the items that `make(kind, count)` returns for every kind in turn."""

    __slots__ = ("_chunks",)

    def __init__(self, packing: CardPacking[K], make: Callable[[K, int], Iterable[T]]) -> None:
        """`make` is the function to cache: it returns the items for a kind and its count, which may
        be 0.
        """
        bits, per_chunk = packing.bits, _CHUNK_BITS // packing.bits

        def items(kinds: tuple[K, ...], counts: int) -> tuple[T, ...]:
            numbers = [counts >> bits * step & (1 << bits) - 1 for step in range(len(kinds))]
            return tuple(
                [
                    item
                    for kind, number in zip(kinds, numbers, strict=True)
                    for item in make(kind, number)
                ]
            )

        self._chunks: list[tuple[int, int, dict[int, tuple[T, ...]]]] = []
        """For a few kinds each: where their counts begin, the mask of these, and the items by
        counts.
        """
        for start in range(0, len(packing.kind), per_chunk):
            kinds = packing.kind[start : start + per_chunk]
            chunk = bits * start, (1 << bits * len(kinds)) - 1, ComputedDict(partial(items, kinds))
            self._chunks.append(chunk)

    def of(self, cards: PackedCards) -> list[T]:
        """Return the items for these cards, in the order of the kinds."""
        things: list[T] = []
        for shift, mask, chunk in self._chunks:
            things += chunk[cards >> shift & mask]
        return things
