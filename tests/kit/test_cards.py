"""Packed multisets against plain Counters: every operation, on multisets of every shape."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum

from hypothesis import given
from hypothesis import strategies as st

from boardgames.kit.cards import NO_CARDS, CardPacking, CountsCache, ItemsByKind, KindsCache

Fruit = IntEnum("Fruit", "APPLE PEAR PLUM CHERRY QUINCE", start=0)
PACKING = CardPacking(Fruit, most=15)

counts = st.tuples(*[st.integers(0, 15)] * len(Fruit))
halves = st.tuples(*[st.integers(0, 7)] * len(Fruit))


@given(counts)
def test_packing_and_unpacking_are_inverse(cards: tuple[int, ...]) -> None:
    packed = PACKING.pack(cards)
    assert PACKING.unpack(packed) == cards
    assert PACKING.size(packed) == sum(cards)
    assert PACKING.sizes([packed, NO_CARDS]) == (sum(cards), 0)
    assert [PACKING.count(packed, kind) for kind in Fruit] == list(cards)
    assert PACKING.kinds(packed) == tuple(kind for kind in Fruit if cards[kind])
    assert PACKING.each(packed) == tuple(kind for kind in Fruit for _ in range(cards[kind]))
    assert bool(packed) == any(cards)


@given(halves, halves)
def test_adding_and_removing_count_as_counters_do(
    one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    mine, yours = PACKING.pack(one), PACKING.pack(other)
    both = PACKING.add(mine, yours)
    assert PACKING.unpack(both) == tuple(map(sum, zip(one, other, strict=True)))
    assert PACKING.join([mine, yours]) == both
    assert PACKING.remove(both, yours) == mine
    left = Counter(dict(enumerate(one))) - Counter(dict(enumerate(other)))
    assert PACKING.unpack(PACKING.without(mine, yours)) == tuple(left[kind] for kind in Fruit)
    assert PACKING.unpack(PACKING.common(mine, yours)) == tuple(map(min, one, other))


@given(halves, halves)
def test_one_of_several_hands_is_changed_alone(
    one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    mine, yours = PACKING.pack(one), PACKING.pack(other)
    after = PACKING.add_to((mine, yours, mine), 1, mine)
    assert after == (mine, PACKING.add(yours, mine), mine)
    assert PACKING.remove_from(after, 1, mine) == (mine, yours, mine)
    assert PACKING.remove_from(after, 2, mine) == (*after[:2], NO_CARDS)


@given(counts, counts)
def test_cards_contain_others_if_no_kind_has_too_few(
    one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    """Random hands seldom contain each other, but both contain what they have in common."""
    mine, yours = PACKING.pack(one), PACKING.pack(other)
    shared = PACKING.pack(tuple(map(min, one, other)))
    assert PACKING.contains(mine, yours) == all(
        has >= wanted for has, wanted in zip(one, other, strict=True)
    )
    assert PACKING.contains(mine, shared)
    assert PACKING.contains(yours, shared)
    assert PACKING.contains(mine, NO_CARDS)


@given(counts, st.sets(st.sampled_from(list(Fruit))))
def test_some_kinds_are_told_from_the_others(cards: tuple[int, ...], kinds: set[Fruit]) -> None:
    packed = PACKING.pack(cards)
    kept = PACKING.only(packed, kinds)
    assert PACKING.unpack(kept) == tuple(
        count if kind in kinds else 0 for kind, count in zip(Fruit, cards, strict=True)
    )
    assert bool(PACKING.has_any(packed, PACKING.some_of(kinds))) == bool(kept)


@given(counts)
def test_single_cards_are_all_cards_one_by_one(cards: tuple[int, ...]) -> None:
    packed = PACKING.pack(cards)
    singles = PACKING.singles(packed)
    assert len(singles) == sum(cards)
    assert PACKING.join(singles) == packed
    assert PACKING.unpack(PACKING.one_each(packed)) == tuple(min(1, count) for count in cards)


@given(counts)
def test_things_are_found_by_kind_and_by_count(cards: tuple[int, ...]) -> None:
    packed = PACKING.pack(cards)
    names = ItemsByKind(PACKING, ["apple", "pear", "plum"])
    assert names.of(packed) == tuple(
        name for name, count in zip(["apple", "pear", "plum"], cards, strict=False) if count
    )
    baskets = CountsCache(
        PACKING, lambda kind, count: [(kind, number) for number in range(1, count + 1)]
    )
    wanted = [
        (kind, number)
        for kind, count in zip(Fruit, cards, strict=True)
        for number in range(1, count + 1)
    ]
    assert baskets.of(packed) == wanted


@given(counts, counts)
def test_things_are_made_of_the_kinds_whatever_their_numbers(
    one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    mine, yours = PACKING.pack(one), PACKING.pack(other)
    names = KindsCache(PACKING, lambda kinds: "+".join(kind.name for kind in kinds))
    assert names.of(mine) == "+".join(kind.name for kind in PACKING.kinds(mine))
    assert names.shared(mine, yours) == "+".join(
        kind.name for kind in Fruit if one[kind] and other[kind]
    )


def test_counts_tells_how_many_of_a_kind_each_hand_has() -> None:
    hands = [PACKING.pack(each) for each in ((1, 0, 2, 0, 0), (0, 3, 0, 0, 15))]
    assert PACKING.sizes(hands) == (3, 18)
    assert PACKING.counts(hands, Fruit.PLUM) == [2, 0]
    assert PACKING.counts(hands, Fruit.QUINCE) == [0, 15]
