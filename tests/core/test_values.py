from __future__ import annotations

import copy
import pickle
import weakref
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from inspect import signature
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames import Action, evolve, value
from boardgames.core.values import ComputedDict, identity_cache, maker


@value
class Point:
    """Two numbers."""

    x: int
    y: int = 0


@value
class Marked(Point):
    """A point with a name."""

    mark: str = "o"


@value
class Nothing:
    """No fields at all."""


@value
class Step(Action):
    """An action with fields."""

    way: int


@value
class Counted:
    """A field and something of the class."""

    most: ClassVar[int] = 9
    count: int


@dataclass(frozen=True, slots=True)
class Model:
    """What `value` is to be like."""

    x: int
    y: int = 0


def test_fields_are_set_by_position_by_name_and_by_default() -> None:
    assert Point(3) == Point(3, 0) == Point(x=3) == Point(y=0, x=3)
    assert (Point(3, 4).x, Point(3, 4).y) == (3, 4)


def test_a_value_is_frozen() -> None:
    point = Point(3)
    with pytest.raises(FrozenInstanceError):
        point.x = 4  # type: ignore[misc]  # that is the point
    with pytest.raises(FrozenInstanceError):
        del point.x
    assert point == Point(3)


@pytest.mark.parametrize(
    "made", [Point(3), Marked(1), Nothing(), Step(2)], ids=lambda made: type(made).__name__
)
def test_a_value_takes_no_other_attribute(made: object) -> None:
    with pytest.raises(FrozenInstanceError, match=r"^cannot assign to field 'z'$"):
        made.z = 4  # type: ignore[attr-defined]  # that is the point
    with pytest.raises(FrozenInstanceError, match=r"^cannot delete field 'z'$"):
        del made.z  # type: ignore[attr-defined]  # the same


class Plain:
    """A class without slots, whose objects can be referred to weakly already."""


@value
class Derived(Plain):
    """A value that derives from it."""

    x: int


@pytest.mark.parametrize(
    "made",
    [Point(3), Marked(1), Nothing(), Step(2), Derived(1), maker(Point)(3), evolve(Point(3), x=4)],
    ids=repr,
)
def test_a_value_can_be_referred_to_weakly(made: object) -> None:
    reference = weakref.ref(made)
    assert reference() is made
    assert weakref.WeakKeyDictionary({made: "kept"})[made] == "kept"


def test_a_value_is_slotted() -> None:
    assert Point.__slots__ == ("x", "y", "__weakref__")  # type: ignore[attr-defined]  # made by the decorator
    assert not hasattr(Point(3), "__dict__")


def test_a_value_looks_and_hashes_as_a_frozen_dataclass_does() -> None:
    assert repr(Point(3)) == repr(Model(3)).replace("Model", "Point")
    assert hash(Point(3)) == hash(Model(3))
    assert [member.name for member in fields(Point)] == ["x", "y"]


@value
class Noted:
    """A number with a note that says nothing of what it is."""

    x: int
    note: str = field(default="", compare=False)


@value
class Rounded:
    """Equal by a rule of its own."""

    x: float

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rounded) and round(self.x) == round(other.x)

    def __hash__(self) -> int:
        return hash(round(self.x))


def test_values_are_compared_by_the_fields_that_count_or_by_a_rule_of_their_own() -> None:
    assert Noted(3, "a") == Noted(3, "b") != Noted(4, "a")
    assert len({Noted(3, "a"), Noted(3, "b"), Noted(4)}) == 2
    assert Rounded(3.1) == Rounded(2.9) != Rounded(3.6)
    assert len({Rounded(3.1), Rounded(2.9), Rounded(3.6)}) == 2
    assert Nothing() == Nothing()
    assert len({Nothing(), Nothing()}) == 1


def test_the_signature_of_a_value_is_known_before_one_is_made() -> None:
    @value
    class Fresh:
        x: int
        y: int = 3

    class Longer(Fresh):
        def __init__(self, z: int) -> None:
            super().__init__(z)

    assert str(signature(Fresh)) == "(x: 'int', y: 'int' = 3) -> None"
    assert signature(Fresh) == signature(Fresh)
    assert str(signature(Longer)) == "(z: 'int') -> 'None'"
    assert Longer(4) == Longer(4) != Longer(5)


def test_the_first_value_of_a_class_is_made_by_what_derives_from_it() -> None:
    @value
    class Fresh:
        x: int

    class Same(Fresh):
        pass

    made = Same(x=4)
    assert type(made) is Same
    assert (made.x, Fresh(5).x) == (4, 5)


def test_values_of_different_classes_are_not_equal() -> None:
    assert Point(3) != Marked(3)
    assert Point(3).__eq__(Model(3)) is NotImplemented


def test_a_value_extends_another_one() -> None:
    marked = Marked(1, 2, "x")
    assert (marked.x, marked.y, marked.mark) == (1, 2, "x")
    assert Marked(1) == Marked(1, 0, "o")
    with pytest.raises(FrozenInstanceError):
        marked.x = 4  # type: ignore[misc]  # that is the point


@pytest.mark.parametrize("slots", [{}, {"__slots__": ()}])
def test_a_class_that_derives_from_a_value_makes_objects_of_its_own(
    slots: dict[str, object],
) -> None:
    kind: type[Point] = type("Derived", (Point,), slots)
    for point in (kind(3, y=4), evolve(kind(3), y=4), pickle.loads(pickle.dumps(Point(3, 4)))):  # noqa: S301  # our own
        assert type(point) in (kind, Point)
        assert (point.x, point.y) == (3, 4)
        with pytest.raises(FrozenInstanceError):
            point.x = 4  # type: ignore[misc]  # that is the point
    assert type(evolve(kind(3), y=4)) is kind
    assert kind(3) == kind(3, 0) != Point(3)


def test_what_a_dataclass_adds_to_a_value_is_kept_when_it_is_changed() -> None:
    @dataclass(frozen=True)
    class Longer(Point):
        z: int = 7

    assert evolve(Longer(1, 2, 3), x=4) == Longer(4, 2, 3)
    assert evolve(Longer(1, 2, 3), z=5) == replace(Longer(1, 2), z=5) == Longer(1, 2, 5)
    with pytest.raises(TypeError):
        evolve(Longer(1), w=1)  # type: ignore[call-arg]  # that is the point


def test_an_action_is_a_value_and_stays_an_action() -> None:
    assert isinstance(Step(2), Action)
    assert str(Step(2)) == "step 2"
    assert not hasattr(Step(2), "__dict__")


def test_what_belongs_to_the_class_is_no_field() -> None:
    assert Counted(3) == Counted(count=3)
    assert Counted.most == Counted(3).most == 9


@pytest.mark.parametrize("arguments", [(), (1, 2, 3)])
def test_a_value_takes_as_many_arguments_as_it_has_fields(arguments: tuple[int, ...]) -> None:
    with pytest.raises(TypeError, match=r"Point\.__init__\(\)"):
        Point(*arguments)


@given(st.integers(), st.integers())
def test_pickles_and_copies_are_equal(x: int, y: int) -> None:
    point = Point(x, y)
    assert pickle.loads(pickle.dumps(point)) == point  # noqa: S301  # our own pickle
    assert copy.copy(point) == point
    assert copy.deepcopy(point) == point
    assert replace(point, y=7) == Point(x, 7)


@value
class Checked:
    """Notes its numbers, of which none is negative."""

    x: int
    seen: list[int] = field(default_factory=list, compare=False)

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError(f"x: {self.x}")
        self.seen.append(self.x)


class CheckedPlainly(Checked):
    """Has another layout than the value from which it derives."""


@pytest.mark.parametrize("make", [Checked, CheckedPlainly, maker(Checked)])
def test_a_factory_makes_a_default_for_each_value_which_is_checked(
    make: Callable[..., Checked],
) -> None:
    assert [make(3).seen, make(4).seen, make(5, [2]).seen] == [[3], [4], [2, 5]]
    with pytest.raises(ValueError, match=r"^x: -1$"):
        make(-1)
    assert str(signature(Checked)) == "(x: 'int', seen: 'list[int]' = <factory>) -> None"


@pytest.mark.parametrize("kind", [Checked, CheckedPlainly])
def test_what_is_changed_is_checked_again(kind: type[Checked]) -> None:
    assert evolve(kind(3), x=4).seen == [3, 4]
    with pytest.raises(ValueError, match=r"^x: -1$"):
        evolve(kind(3), x=-1)


def test_evolve_changes_what_is_named_and_keeps_the_rest() -> None:
    point = Point(5, 2)
    moved = evolve(point, y=4)
    assert (point, moved, evolve(point)) == (Point(5, 2), Point(5, 4), point)
    with pytest.raises(FrozenInstanceError):
        moved.y = 5  # type: ignore[misc]  # it is as frozen as any other
    with pytest.raises(TypeError, match="Point has no such fields: colour"):
        evolve(point, colour="white")  # type: ignore[call-arg]  # that is what is tested
    with pytest.raises(TypeError, match="int has no such fields: real"):
        evolve(5, real=4)  # type: ignore[type-var]  # that is what is tested


@dataclass(frozen=True)
class NotAValue:
    """A dataclass that is not a value."""

    x: int
    made: list[int] = field(default_factory=list)


def test_evolve_changes_any_dataclass() -> None:
    plain = NotAValue(5)
    assert evolve(plain, x=6) == NotAValue(6)
    with pytest.raises(TypeError, match=r"^NotAValue has no such fields: colour$"):
        evolve(plain, x=6, colour="white")  # type: ignore[call-arg]  # that is what is tested


@value
class Awkward:
    """A value whose fields could be taken for the helpers of its own methods."""

    kept: bool
    same: int
    copy: int
    new: int = 0
    frozen: int = 0
    twin: int = 0


def test_evolve_takes_any_name_of_a_field() -> None:
    changed = evolve(Awkward(kept=False, same=1, copy=2), twin=5)
    assert changed == Awkward(kept=False, same=1, copy=2, new=0, frozen=0, twin=5)
    assert evolve(changed, kept=True, copy=3) == Awkward(
        kept=True, same=1, copy=3, new=0, frozen=0, twin=5
    )


def test_a_maker_builds_the_same_values_as_the_class() -> None:
    make_point, make_marked = maker(Point), maker(Marked)
    assert make_point(3) == Point(3)
    assert make_point(y=4, x=3) == Point(3, 4)
    assert type(make_marked(1, 2, "x")) is Marked
    assert make_marked(1, 2, "x") == Marked(1, 2, "x")
    with pytest.raises(TypeError):
        make_point()  # type: ignore[call-arg]  # on purpose
    with pytest.raises(FrozenInstanceError):
        make_point(3).x = 4  # type: ignore[misc]  # on purpose
    for kind in (Nothing, Model, type("Derived", (Point,), {})):
        with pytest.raises(TypeError):
            maker(kind)


def test_a_cached_function_is_asked_once_for_the_same_objects() -> None:
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
    squares: ComputedDict[int, int] = ComputedDict(lambda number: number**2, most=2)
    assert (squares[3], squares[4], [*squares]) == (9, 16, [3, 4])
    assert (squares[5], [*squares]) == (25, [5])
