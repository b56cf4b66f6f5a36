"""Whether what is drawn comes out as often as it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")


def assert_as_often(found: Counter[T], weights: Mapping[T, float]) -> None:
    """See that nothing else was found, and all about as often as its weight says.

    The chi-square statistic lies four of its standard deviations from its mean at most.
    """
    share = found.total() / sum(weights.values())
    expected = {each: share * weight for each, weight in weights.items() if weight}
    assert set(found) <= set(expected)
    square = sum((found[each] - number) ** 2 / number for each, number in expected.items())
    degrees = len(expected) - 1
    assert abs(square - degrees) < 4 * (2 * degrees) ** 0.5
