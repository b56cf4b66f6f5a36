"""Frozen dataclasses that are cheap to build."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Self, TypeVar, dataclass_transform

T = TypeVar("T")

_KEPT: Any = object()
"""Stands for a field that `evolve` leaves as it is."""


class Value:
    """Base of the classes made by `value`, so that type checkers know `evolve`."""

    __slots__ = ()

    def evolve(self, **changes: Any) -> Self:  # noqa: ANN401  # as different as the fields are
        """Return a copy in which these fields are different; `TypeError` if there is no such field.

        >>> @value
        ... class Point(Value):
        ...     x: int
        ...     y: int
        >>> Point(3, 4).evolve(y=0)
        Point(x=3, y=0)
        """
        raise NotImplementedError(f"{type(self).__name__} is not made by `value`: cannot change {', '.join(changes)}")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Make a class a frozen, slotted, hashable dataclass: the decorator of States, Actions and Views.

    The result is what `dataclass(frozen=True, slots=True)` makes, and as frozen as that; but building one is two to
    four times as fast. A frozen dataclass sets each field through `object.__setattr__`; here `__init__` turns the new
    object into an unfrozen twin class of the same layout, sets its fields plainly, and turns it back at the end.
    `evolve(field=…)` returns a copy with some fields changed; derive the class from `Value` to have that type-checked.

    >>> @value
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(3) == Point(3, 0)
    True
    >>> Point(3).x = 4
    Traceback (most recent call last):
    ...
    dataclasses.FrozenInstanceError: cannot assign to field 'x'

    Fields have no factories, since a value has no use for a mutable default, and there is no `__post_init__`.
    """
    frozen = dataclass(frozen=True, slots=True)(cls)
    own_slots = frozen.__dict__["__slots__"]
    twin = type(cls.__name__, frozen.__bases__, {"__slots__": own_slots, "__setattr__": object.__setattr__})
    members = fields(frozen)  # type: ignore[arg-type]  # a dataclass since two lines ago
    if not members:
        return frozen
    if any(member.default_factory is not MISSING for member in members) or hasattr(frozen, "__post_init__"):
        raise TypeError(f"{cls.__name__}: a value has no default_factory and no __post_init__")

    scope: dict[str, Any] = {
        "frozen": frozen,
        "twin": twin,
        "plain_init": frozen.__init__,
        "set_attribute": object.__setattr__,
        "new": object.__new__,
        "kept": _KEPT,
    }
    names = [member.name for member in members]
    parameters = ["self"]
    for member in members:
        if member.default is MISSING:
            parameters.append(member.name)
        else:
            scope[f"default_{member.name}"] = member.default
            parameters.append(f"{member.name}=default_{member.name}")
    # A class derived from this one, and not a value itself, has another layout: its objects are built plainly.
    lines = [
        f"def __init__({', '.join(parameters)}):",
        "    if self.__class__ is not frozen:",
        f"        return plain_init(self, {', '.join(names)})",
        "    set_attribute(self, '__class__', twin)",
        *(f"    self.{name} = {name}" for name in names),
        "    self.__class__ = frozen",
        f"def evolve(self, *, {', '.join(f'{name}=kept' for name in names)}):",
        *(f"    if {name} is kept: {name} = self.{name}" for name in names),
        "    if self.__class__ is not frozen:",
        f"        return self.__class__({', '.join(names)})",
        "    copy = new(twin)",
        *(f"    copy.{name} = {name}" for name in names),
        "    copy.__class__ = frozen",
        "    return copy",
    ]
    exec("\n".join(lines), scope)  # noqa: S102  # the way dataclasses itself makes __init__; names come from the class
    for method in ("__init__", "evolve"):
        scope[method].__qualname__ = f"{cls.__qualname__}.{method}"
        setattr(frozen, method, scope[method])
    scope["__init__"].__annotations__ = scope["plain_init"].__annotations__
    scope["evolve"].__doc__ = Value.evolve.__doc__
    return frozen
