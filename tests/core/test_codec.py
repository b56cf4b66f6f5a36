from __future__ import annotations

import json
import math
from enum import Enum, IntEnum
from functools import cache
from typing import Annotated, Any, Literal, Optional, Union

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames import DecodeError, value
from boardgames.core.codec import (
    Bounds,
    CountsOf,
    FormOf,
    WrittenAs,
    digest,
    from_json,
    read_json,
    to_json,
)


class Colour(Enum):
    """What is counted by name only."""

    RED = "r"
    DARK_BLUE = "b"


class Fruit(IntEnum):
    """What is counted in tuples."""

    APPLE = 0
    PEAR = 1
    PLUM = 2


Basket = Annotated[tuple[int, ...], CountsOf(Fruit, (3, 2, 9))]
Heap = Annotated[tuple[int, ...], CountsOf(Fruit)]
Hexadecimal = Annotated[int, WrittenAs(str, hex, lambda text: int(text, 16))]
Size = Annotated[int, "in cards"]


@value
class Place:
    """A dataclass within others."""

    row: int
    column: int = 0


@value
class Sow:
    """One of a union."""

    fruit: Fruit


@value
class Wait:
    """Another one of a union, without fields."""


@value
class Board:
    """A field of every sort."""

    name: str
    size: Size
    weight: float
    over: bool
    colour: Colour
    kind: Literal["small", "large", 3]
    nothing: None
    places: tuple[Place, ...]
    corner: tuple[int, str]
    owner: int | None
    last: Sow | Wait | None
    centre: Place | None
    basket: Basket
    code: Hexadecimal
    labels: dict[str, tuple[int, ...]]
    anything: Any


BOARD = Board(
    "field",
    3,
    0.5,
    True,
    Colour.DARK_BLUE,
    3,
    None,
    (Place(1), Place(2, 5)),
    (4, "x"),
    None,
    Sow(Fruit.PLUM),
    Place(0),
    (0, 2, 1),
    255,
    {"a": (1, 2)},
    {"free": [None]},
)
WRITTEN: dict[str, Any] = {
    "name": "field",
    "size": 3,
    "weight": 0.5,
    "over": True,
    "colour": "dark_blue",
    "kind": 3,
    "nothing": None,
    "places": [{"row": 1, "column": 0}, {"row": 2, "column": 5}],
    "corner": [4, "x"],
    "owner": None,
    "last": {"type": "sow", "fruit": "plum"},
    "centre": {"row": 0, "column": 0},
    "basket": {"pear": 2, "plum": 1},
    "code": "0xff",
    "labels": {"a": [1, 2]},
    "anything": {"free": [None]},
}

boards = st.builds(
    Board,
    name=st.text(),
    size=st.integers(),
    weight=st.floats(allow_nan=False, allow_infinity=False),
    over=st.booleans(),
    colour=st.sampled_from(Colour),
    kind=st.sampled_from(["small", "large", 3]),
    nothing=st.none(),
    places=st.lists(st.builds(Place, st.integers(), st.integers())).map(tuple),
    corner=st.tuples(st.integers(), st.text()),
    owner=st.none() | st.integers(),
    last=st.none() | st.builds(Wait) | st.builds(Sow, st.sampled_from(Fruit)),
    centre=st.none() | st.builds(Place, st.integers(), st.integers()),
    basket=st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 9)),
    code=st.integers(min_value=0),
    labels=st.dictionaries(st.text(), st.lists(st.integers()).map(tuple)),
    anything=st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists),
)


def test_every_sort_of_value_is_written_as_plain_json() -> None:
    assert to_json(BOARD) == WRITTEN


def test_every_sort_of_value_is_read_back() -> None:
    assert from_json(Board, json.loads(json.dumps(WRITTEN))) == BOARD


@pytest.mark.long
@given(boards)
def test_what_is_written_is_read_back(board: Board) -> None:
    assert from_json(Board, json.loads(json.dumps(to_json(board)))) == board


@given(st.integers(), st.none() | st.integers())
def test_plain_values_are_written_by_their_hint(number: int, perhaps: int | None) -> None:
    assert to_json(number) == number
    assert to_json(perhaps, Optional[int]) == perhaps  # noqa: UP045  # the older spelling is read as well
    assert from_json(Union[int, None], perhaps) == perhaps  # type: ignore[arg-type]  # noqa: UP007  # the same


def test_a_whole_number_is_read_as_a_float_where_one_is_wanted() -> None:
    read = from_json(float, 3)
    assert type(read) is float
    assert read == 3.0


def test_counts_have_no_entry_for_what_is_not_there() -> None:
    hint: Any = Heap
    assert to_json((0, 0, 0), hint) == {}
    assert to_json((0, 70, 1), hint) == {"pear": 70, "plum": 1}
    assert from_json(hint, {"pear": 70}) == (0, 70, 0)


RIGHT: list[tuple[str, object, object]] = [
    ("size", 3.0, 3),
    ("size", -0.0, 0),
    ("size", 2.0**53, 2**53),
    ("kind", 3.0, 3),
    ("basket", {"pear": 1.0}, {"pear": 1}),
    ("labels", {"a": [1.0]}, {"a": [1]}),
]
"""Fields with whole numbers that are written with a fraction, and what is read."""


WRONG: list[tuple[str, object, str]] = [
    ("name", None, "name"),
    ("size", 3.5, "size"),
    ("size", 1e300, "size"),
    ("size", math.inf, "size"),
    ("size", True, "size"),
    ("weight", False, "weight"),
    ("colour", ["red"], "colour"),
    ("kind", 3.5, "kind"),
    ("places", [{"row": 1, "column": 0}, {"row": "1", "column": 0}], "places[1].row"),
    ("corner", [4, "x", "y"], "corner"),
    ("corner", [4, 4], "corner[1]"),
    ("owner", "me", "owner"),
    ("last", {"type": "dig"}, "last"),
    ("last", {"type": ["sow"]}, "last"),
    ("last", "sow", "last"),
    ("last", {"type": "wait", "fruit": 1}, "last"),
    ("centre", 5, "centre"),
    ("basket", {"nut": 1}, "basket"),
    ("basket", {"pear": True}, "basket.pear"),
    ("basket", {"pear": 1.5}, "basket.pear"),
    ("basket", {"pear": 0.0}, "basket.pear"),
    ("code", 255, "code"),
    ("labels", [], "labels"),
    ("labels", {"a": [1, "2"]}, "labels.a[1]"),
    ("basket", {"pear": 10**4500}, "basket.pear"),
    ("basket", {"pear": 10**4000}, "basket.pear"),
    ("labels", {"\ud800": [1]}, "labels"),
    ("anything", [math.inf], "anything"),
    ("weight", math.nan, "weight"),
    ("code", "0xzz", "code"),
    ("anything", {1, 2}, "anything"),
]
"""Fields with data that they cannot hold, and the place that is named then."""

FAULTS: list[tuple[str, object, str]] = [
    ("name", 3, "name: expected a string, not 3"),
    ("size", "3", "size: expected a whole number, not '3'"),
    ("weight", "heavy", "weight: expected a number, not 'heavy'"),
    ("over", 1, "over: expected true or false, not 1"),
    ("nothing", 0, "nothing: expected null, not 0"),
    ("colour", "blue", "colour: expected one of red, dark_blue, not 'blue'"),
    ("kind", "3", "kind: expected one of 'small', 'large', 3, not '3'"),
    ("places", {}, "places: expected an array, not {}"),
    ("places", [7], "places[0]: expected an object, not 7"),
    ("places", [{"row": 1}], "places[0]: field 'column' is missing"),
    ("places", [{"row": 1, "column": 0, "depth": 2}], "places[0]: unknown field 'depth'"),
    ("corner", [4], "corner: expected 2 items, not 1"),
    (
        "last",
        {"fruit": "pear"},
        "last: expected an object whose \"type\" is one of sow, wait, not {'fruit': 'pear'}",
    ),
    ("last", {"type": "sow", "fruit": 1}, "last.fruit: expected one of apple, pear, plum, not 1"),
    ("basket", [0, 1, 2], "basket: expected an object of counts, not [0, 1, 2]"),
    ("basket", {"pear": 0}, "basket.pear: expected a whole number of 1 or more, not 0"),
    ("basket", {"pear": 3}, "basket.pear: there are only 2 in the game, not 3"),
    ("size", 10**4500, "size: a whole number has at most 14000 bits, not 14949"),
    ("name", "\ud800", "name: not a valid string: '\\ud800'"),
    ("weight", 10**400, f"weight: expected a number, not {'1' + '0' * 56}..."),
    ("name", ["x" * 90], f"name: expected a string, not ['{'x' * 55}..."),
    (
        "size",
        [10**4500],
        "size: expected a whole number, not a value of type list, too long to show",
    ),
]
"""One of each sort, with what is said of it."""


def fault(field: str, data: object) -> str:
    with pytest.raises(DecodeError) as caught:
        from_json(Board, WRITTEN | {field: data})
    return str(caught.value)


@pytest.mark.parametrize(("field", "data", "place"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_value_is_refused_with_its_place(field: str, data: object, place: str) -> None:
    assert fault(field, data).startswith(f"{place}: ")


@pytest.mark.parametrize(("field", "data", "expected"), RIGHT, ids=range(len(RIGHT)))
def test_a_whole_number_may_be_written_with_a_fraction_of_nothing(
    field: str, data: object, expected: object
) -> None:
    read = from_json(Board, WRITTEN | {field: data})
    assert repr(read) == repr(from_json(Board, WRITTEN | {field: expected}))


def test_a_fault_says_what_is_expected_and_what_is_there() -> None:
    assert [fault(field, data) for field, data, _ in FAULTS] == [said for *_, said in FAULTS]


@cache
def nested(depth: int) -> Any:
    data: Any = None
    for _ in range(depth):
        data = [data]
    return data


@pytest.mark.long
@pytest.mark.parametrize("field", list(WRITTEN))
def test_no_depth_of_brackets_is_too_much_to_refuse(field: str) -> None:
    with pytest.raises(DecodeError) as caught:
        from_json(Board, WRITTEN | {field: nested(100_000)})
    assert str(caught.value).startswith(field)


def test_any_json_may_be_nested() -> None:
    assert from_json(Board, WRITTEN | {"anything": nested(99)}).anything == nested(99)


@pytest.mark.parametrize("field", list(WRITTEN))
def test_a_missing_field_is_refused(field: str) -> None:
    with pytest.raises(DecodeError, match=f"^top level: .*'{field}'"):
        from_json(Board, {name: data for name, data in WRITTEN.items() if name != field})


def test_fields_with_defaults_may_be_missing_where_they_are_filled() -> None:
    @value
    class Request:
        game: str
        sizes: tuple[int, ...] = ()
        seed: int | None = None

    assert from_json(Request, {"game": "koryo"}, allow_missing=True) == Request("koryo")
    assert from_json(
        Request, {"seed": 5, "game": "koryo", "sizes": [1]}, allow_missing=True
    ) == Request("koryo", (1,), 5)
    with pytest.raises(DecodeError, match=r"^top level: .*'sizes'"):
        from_json(Request, {"game": "koryo"})
    with pytest.raises(DecodeError, match=r"^top level: .*'game'"):
        from_json(Request, {}, allow_missing=True)
    with pytest.raises(DecodeError, match=r"^sizes: "):
        from_json(Request, {"game": "koryo", "sizes": None}, allow_missing=True)


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(DecodeError, match=r"^top level: .*'colours'"):
        from_json(Board, WRITTEN | {"colours": []})


def test_a_fault_in_a_path_with_odd_names_stays_on_one_line() -> None:
    hint: Any = dict[str, int]
    with pytest.raises(DecodeError) as caught:
        from_json(hint, {"a\nb": "x"})
    assert "\n" not in str(caught.value)


@pytest.mark.long
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_any_other_json_is_refused_in_one_line(data: Any) -> None:
    with pytest.raises(DecodeError) as caught:
        from_json(Board, data)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "hint", [set[int], bytes, int | str, Place | int, str | Fruit, object, list[int]]
)
def test_a_type_without_a_json_form_is_an_error_of_the_game(hint: Any) -> None:
    with pytest.raises(TypeError, match=r"^no JSON for "):
        from_json(hint, None)


Die = Annotated[int, Bounds(1, 6)]
Chance = Annotated[float, Bounds(0, 1)]
Amount = Annotated[int, Bounds(0)]
Wide = Annotated[int, Bounds(0, 2**100 - 1)]


@pytest.mark.parametrize(
    ("hint", "least", "most"),
    [(Die, 1, 6), (Chance, 0, 1), (Amount, 0, 2**53), (Wide, 0, 2**100 - 1)],
)
def test_a_number_outside_its_bounds_is_refused(hint: Any, least: int, most: int) -> None:
    for number in (least, most):
        assert from_json(hint, number) == number
        assert to_json(number, hint) == number
    for number in (least - 1, most + 1):
        with pytest.raises(
            DecodeError, match=rf"^top level: expected {least} .*, not {number}(\.0)?$"
        ):
            from_json(hint, number)


def test_a_refusal_tells_the_bounds() -> None:
    told = [str(bounds) for bounds in (Bounds(1, 6), Bounds(0), Bounds(0, 2**100 - 1))]
    assert told == ["1 to 6", "0 or more", "0 or more and at most 100 bits"]


Given = str | Annotated[Any, FormOf(dict[str, Any])]


def test_a_union_of_text_and_an_object_is_told_apart_by_the_kind_of_json() -> None:
    hint: Any = Given
    either: Any = Place | str
    for data in ("fly", {"type": "fly"}):
        assert from_json(hint, data) == data
        assert to_json(data, hint) == data
    assert from_json(either, {"row": 1, "column": 2}) == Place(1, 2)
    assert to_json(Place(1, 2), either) == {"row": 1, "column": 2}
    assert from_json(either | None, None) is None
    for wrong in (5, None, True, ["fly"]):
        with pytest.raises(DecodeError, match=r"^top level: expected a string or an object, not "):
            from_json(hint, wrong)
    with pytest.raises(DecodeError, match=r"^top level: not a valid string"):
        from_json(hint, "\ud800")


def test_a_form_is_checked_as_its_mark_says() -> None:
    strict: Any = Annotated[Any, FormOf(Place)]
    with_defaults: Any = Annotated[Any, FormOf(Place, allow_missing=True)]
    unchecked: Any = Annotated[Any, FormOf(Place, is_checked=False)]
    for hint, data, is_right in (
        (strict, {"row": 1, "column": 2}, True),
        (strict, {"row": 1}, False),
        (with_defaults, {"row": 1}, True),
        (with_defaults, {"column": 1}, False),
        (unchecked, {"column": 1}, True),
    ):
        if is_right:
            assert from_json(hint, data) == data
        else:
            with pytest.raises(DecodeError):
                from_json(hint, data)


def test_the_number_of_counts_must_fit_the_kinds() -> None:
    with pytest.raises(ValueError, match="zip"):
        CountsOf(Fruit, (1, 2))
    with pytest.raises(ValueError, match="zip"):
        to_json((1, 2), Heap)


def test_a_digest_depends_on_what_is_said_and_not_on_the_order() -> None:
    assert digest({"b": [1], "a": None}) == digest({"a": None, "b": [1]})
    assert digest({"a": 1}) != digest({"a": 2})
    assert digest(None) == "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[",
        b"NaN",
        b"[-Infinity]",
        b'{"a": Infinity}',
        b"\xff",
        b"9" * 5_000,
        b'[{"a": 1, "a": 1}]',
    ],
)
def test_a_text_that_is_not_json_is_refused(text: bytes) -> None:
    assert read_json(b'{"a": [1.5, null, "\xc5\x8f"]}') == {"a": [1.5, None, "ŏ"]}
    with pytest.raises(DecodeError, match=r"^.+"):
        read_json(text)


LONG = {"a": ['x\\y\u1234"z', -1.5e-10, 1e30, True, False, None, {"b": {}}], "c": "é"}


@pytest.mark.parametrize("indent", [None, 1])
def test_json_that_is_cut_off_anywhere_is_told_so_with_the_line(indent: int | None) -> None:
    whole = json.dumps(LONG, indent=indent)
    assert read_json(whole.encode()) == LONG
    for end in range(1, len(whole)):
        line = whole[:end].rstrip().count("\n") + 1
        where = f" in line {line}" if line > 1 else ""
        with pytest.raises(DecodeError, match=f"^it is cut off{where}$"):
            read_json(whole[:end].encode())


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"\n ", "it is empty"),
        (b'["a\xff"]', "not UTF-8: byte 0xff at position 3"),
        (b'\xef\xbb\xbf["a\xff"]', "not UTF-8: byte 0xff at position 6"),
        (b"[\n 1 2]", "line 2, column 4: expecting ',' delimiter"),
        (b"[1] 2", "column 5: extra data"),
        (b"no record", "column 1: expecting value"),
        (b"[" * 200_000, "nested too deeply"),
        (b"9" * 5_000, "a number has too many digits"),
        (b"[NaN]", "NaN is not a number"),
    ],
)
def test_what_is_not_json_is_told_in_plain_words(content: bytes, fault: str) -> None:
    with pytest.raises(DecodeError) as caught:
        read_json(content)
    assert str(caught.value) == fault
