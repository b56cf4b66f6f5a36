"""What counts as no coincidence when facts of two kinds of worlds are compared."""

from __future__ import annotations

from math import comb

import pytest

from boardgames.testing.compare import CHANCE, Pair, demand_even
from boardgames.testing.law import Violation

PAIRS = 450
HAS: Pair = (None, {("card", "ace")}, set())
LACKS: Pair = (None, set(), {("card", "ace")})


def refused(more: int, less: int, factor: int) -> bool:
    pairs = [HAS] * more + [LACKS] * less
    try:
        demand_even([pairs], "uneven", "dealt worlds", "sampled worlds", factor)
    except Violation:
        return True
    return False


@pytest.mark.parametrize("factor", [1, *[pytest.param(n, marks=pytest.mark.long) for n in (4, 20)]])
def test_chance_hardly_ever_refuses_what_a_right_game_may_do(factor: int) -> None:
    likelihood = factor / (factor + 1)  # of the more frequent case, at most, in a right game
    alarm = 0.0
    for more in range(PAIRS + 1):
        less = PAIRS - more
        if refused(more, less, factor):
            alarm += comb(PAIRS, more) * likelihood**more * (1 - likelihood) ** less
    assert 0 < alarm < CHANCE


def test_a_sampler_that_is_off_by_less_than_it_may_be_is_not_refused_for_a_few_cases() -> None:
    assert not refused(50, 4, factor=10), "which is likely if it is off by 9"
    assert refused(500, 4, factor=10)


@pytest.mark.parametrize(("factor", "fewest"), [(1, 31), (10, 222)])
def test_numbers_are_judged_from_where_chance_could_make_them_look_uneven(
    factor: int, fewest: int
) -> None:
    few = [HAS] * (fewest - 1)
    assert demand_even([few], "uneven", "here", "there", factor) == 0
    even = [HAS, LACKS] * fewest
    assert demand_even([even], "uneven", "here", "there", factor) == 2, "in its group, and in all"
    assert refused(fewest, 0, factor)
