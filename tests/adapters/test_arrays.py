"""Views as NumPy arrays."""

from __future__ import annotations

from types import ModuleType

import pytest

from boardgames import make, value
from boardgames.adapters.encoding import BOUND


@value
class Numbers:
    """A View of a few numbers."""

    whole: int
    other: float
    row: tuple[int, ...]


@pytest.mark.parametrize(
    "view",
    [
        Numbers(0, 0, ()),
        Numbers(1, 2, (3, 255)),
        Numbers(1, 2, (3, 256)),
        Numbers(1, 0.5, (3, 255)),
        Numbers(-1, 2, (3, 255)),
        Numbers(-1, 2.5, (300, 0)),
        Numbers(10**30, 2, (-(10**30), 255)),
    ],
)
@pytest.mark.parametrize("features", [1, 1 << 12])
def test_an_array_holds_what_the_vector_of_the_encoding_holds(
    arrays_adapter: ModuleType, view: Numbers, features: int
) -> None:
    """Whether the numbers are small and whole or not, share an entry or not, and within the
    bound.
    """
    arrays = arrays_adapter.Arrays(make("koryo", players=2), features=features)
    array = arrays.vector(view)
    assert (array.shape, array.dtype.name) == ((features,), "float32")
    assert {
        entry: number for entry, number in enumerate(array.tolist()) if number
    } == arrays.encoding.vector(view)


def test_numbers_that_share_an_entry_stay_within_the_bound(arrays_adapter: ModuleType) -> None:
    arrays = arrays_adapter.Arrays(make("koryo", players=2), features=1)
    assert arrays.vector(Numbers(255, 255, (255, 255))).tolist() == [BOUND]
    assert arrays.vector(Numbers(-900, 0, (-900, 0))).tolist() == [-BOUND]
