from __future__ import annotations

import random
import re
from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames import ConfigurationError, check_seed
from boardgames.core.chance import (
    LARGEST_SEED,
    SEED_BITS,
    chance,
    deal,
    draw,
    fresh_seed,
    generator,
    one_way_generator,
    pick,
    shuffle,
)

# The numbers below are what a seed has always given. Where one of them changes, every record ever
# written is void.
GOLDEN = [
    (
        0,
        0,
        [84, 75, 42, 25, 51, 40, 78, 30],
        [10, 8, 4, 2, 6, 3, 9, 1, 5, 7, 11, 0],
        7605875871743422,
    ),
    (
        7,
        0,
        [80, 21, 31, 62, 60, 78, 51, 86],
        [9, 2, 4, 7, 6, 10, 5, 11, 3, 8, 1, 0],
        7279322483795984,
    ),
    (
        7,
        1,
        [78, 38, 39, 55, 69, 71, 49, 50],
        [9, 4, 3, 6, 8, 7, 2, 5, 0, 11, 1, 10],
        7038779689671233,
    ),
    (
        2**53 - 1,
        3,
        [32, 78, 93, 34, 84, 34, 66, 27],
        [3, 9, 11, 4, 8, 2, 7, 1, 6, 5, 10, 0],
        2944173760599231,
    ),
]


@pytest.mark.parametrize(("seed", "event", "picked", "shuffled", "fresh"), GOLDEN)
def test_a_seed_gives_what_it_has_always_given(
    seed: int, event: int, picked: list[int], shuffled: list[int], fresh: int
) -> None:
    rng = generator(seed, event)
    assert [pick(range(100), rng) for _ in picked] == picked
    assert shuffle(list(range(12)), generator(seed, event)) == shuffled
    assert draw(list(range(12)), 5, generator(seed, event)) == shuffled[:5]
    assert fresh_seed(generator(seed, event)) == fresh


def test_a_one_way_generator_gives_what_it_has_always_given() -> None:
    rng = one_way_generator("choice", 7, 1, 30)
    assert [pick(range(100), rng) for _ in range(8)] == [33, 11, 67, 76, 97, 64, 5, 83]


def test_one_way_generators_differ_by_purpose_seed_seat_and_ply() -> None:
    made_of = [
        ("choice", 7, 1, 30),
        ("substitute", 7, 1, 30),
        ("choice", 8, 1, 30),
        ("choice", 7, 2, 30),
    ]
    made_of += [("choice", 7, 1, 31), ("choice", 0x71, 0x30, 0), ("choice", 7, 0x13, 0)]
    assert len({one_way_generator(*each).random() for each in made_of}) == len(made_of)


DEALT = [
    (0, 0, [0, 11, 7, 9, 10, 2, 5, 3, 1, 4, 8, 6], [72, 12, 18, 67, 84, 20]),
    (7, 0, [3, 0, 8, 7, 5, 1, 6, 10, 9, 2, 11, 4], [35, 74, 42, 87, 88, 18]),
    (7, 1, [2, 4, 10, 3, 8, 6, 1, 9, 5, 7, 0, 11], [74, 42, 87, 88, 18, 3]),
    (2**53 - 1, 3, [11, 4, 1, 9, 3, 10, 5, 0, 2, 7, 6, 8], [91, 12, 70, 79, 57, 50]),
]


@pytest.mark.parametrize(("seed", "event", "dealt", "numbers"), DEALT)
def test_an_event_of_a_game_decides_what_it_has_always_decided(
    seed: int, event: int, dealt: list[int], numbers: list[int]
) -> None:
    assert deal(list(range(12)), 12, seed, event) == dealt
    assert [chance(100, seed, event + step) for step in range(len(numbers))] == numbers


def test_a_large_deal_needs_more_than_one_hash_and_is_the_same_as_ever() -> None:
    dealt = deal(list(range(400)), 400, 7, 2)
    assert sorted(dealt) == list(range(400))
    assert (
        sha256(str(dealt).encode()).hexdigest()
        == "6c5b48365856c488336c2b26d97dbf8d8599ef6e7e8538c71c7568c833ea2ef0"
    )


@pytest.mark.long
@given(
    st.lists(st.integers(), min_size=1),
    st.data(),
    st.integers(min_value=0),
    st.integers(min_value=0),
)
def test_a_deal_takes_items_out_and_leaves_the_others_in_order(
    items: list[int], data: st.DataObject, seed: int, event: int
) -> None:
    count = data.draw(st.integers(0, len(items)))
    left = list(enumerate(items))
    dealt = deal(left, count, seed, event)
    assert len(dealt) == count
    assert sorted(dealt + left) == list(enumerate(items))
    assert left == sorted(left)


def test_every_deal_and_every_outcome_comes_about_equally_often() -> None:
    found = Counter(tuple(deal([1, 2, 3], 3, seed, 1)) for seed in range(6000))
    assert set(found) == set(permutations([1, 2, 3]))
    assert all(850 < count < 1150 for count in found.values())
    numbers = Counter(chance(4, seed, 2) for seed in range(4000))
    assert set(numbers) == set(range(4))
    assert all(850 < count < 1150 for count in numbers.values())


def test_no_two_events_share_their_chance() -> None:
    assert len({chance(2**64, seed, event) for seed in range(30) for event in range(30)}) == 900


def test_drawing_takes_items_out_and_leaves_the_others_in_order() -> None:
    items = list("abcdefgh")
    assert draw(items, 3, generator(7, 0)) == ["g", "b", "c"]
    assert items == ["a", "d", "e", "f", "h"]


@given(
    st.lists(st.integers()), st.integers(min_value=0), st.integers(min_value=0, max_value=2**32 - 1)
)
def test_a_shuffle_takes_every_item_out(items: list[int], seed: int, event: int) -> None:
    left = [*items]
    assert Counter(shuffle(left, generator(seed, event))) == Counter(items)
    assert left == []


def test_every_order_comes_out_about_equally_often() -> None:
    rng = generator(1, 1)
    found = Counter(tuple(shuffle([1, 2, 3], rng)) for _ in range(6000))
    assert set(found) == set(permutations([1, 2, 3]))
    assert all(850 < count < 1150 for count in found.values())


def test_every_item_is_picked_about_equally_often() -> None:
    rng = generator(2, 1)
    found = Counter(pick("abcd", rng) for _ in range(4000))
    assert set(found) == set("abcd")
    assert all(850 < count < 1150 for count in found.values())


def test_events_and_seeds_do_not_share_a_sequence() -> None:
    starts = {generator(seed, event).random() for seed in range(1, 21) for event in range(20)}
    assert len(starts) == 400


def test_picking_from_nothing_or_drawing_too_many_is_an_error() -> None:
    with pytest.raises(IndexError):
        pick([], generator(0, 0))
    with pytest.raises(IndexError):
        draw([1, 2], 3, generator(0, 0))
    with pytest.raises((IndexError, ZeroDivisionError)):
        deal([1, 2], 3, 0, 0)


def test_the_global_generator_is_left_alone() -> None:
    before = random.getstate()
    rng = generator(3, 0)
    pick([1, 2], rng)
    shuffle([1, 2, 3], rng)
    fresh_seed(rng)
    deal([1, 2, 3], 2, 3, 0)
    chance(6, 3, 0)
    check_seed(None)
    assert random.getstate() == before


def test_a_seed_is_any_whole_number_from_0_on_of_at_most_256_bits() -> None:
    assert check_seed(LARGEST_SEED) == 2**256 - 1
    for seed in (2**256, 10**5000, -(10**5000)):
        with pytest.raises(ConfigurationError, match="at most 256 bits"):
            check_seed(seed)
    assert [check_seed(seed) for seed in (0, 7, 2**53, 10**40)] == [0, 7, 2**53, 10**40]


@pytest.mark.parametrize("seed", [-1, 1.5, True, False, "7", 7.0, b"7", [7], float("nan")])
def test_anything_else_is_no_seed(seed: object) -> None:
    with pytest.raises(ConfigurationError, match=f"{re.escape(repr(seed))}$"):
        check_seed(seed)


def test_without_a_seed_a_fresh_one_is_drawn_that_json_keeps_exact() -> None:
    seeds = {check_seed(None) for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 2**SEED_BITS for seed in seeds)
