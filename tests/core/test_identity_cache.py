"""The last result is remembered for the very same objects, and for no others."""

from __future__ import annotations

from boardgames.core.identity_cache import ComputedDict, identity_cache


def test_the_function_is_asked_once_for_the_same_objects() -> None:
    asked: list[tuple[object, object]] = []

    @identity_cache
    def pair(first: object, second: object) -> tuple[object, object]:
        """Return both."""
        asked.append((first, second))
        return first, second

    one, other, equal = [1, 2], [3], [1, 2]
    assert pair(one, other) is pair(one, other)
    assert pair(equal, other)[0] is equal
    assert len(asked) == 2
    pair(one, other)
    assert len(asked) == 3, "only the last result is kept"
    assert pair.__doc__ == "Return both."


def test_a_dict_computes_its_entries_and_is_emptied_when_full() -> None:
    squares: ComputedDict[int, int] = ComputedDict(lambda number: number * number, most=2)
    assert (squares[3], squares[4], [*squares]) == (9, 16, [3, 4])
    assert (squares[5], [*squares]) == (25, [5])
