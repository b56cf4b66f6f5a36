"""Frozen dataclasses that are cheap to build, caches of what depends on them, changed tuples."""

from __future__ import annotations

from bisect import insort_left
from collections.abc import Callable, Sequence
from dataclasses import (
    MISSING,
    Field,
    FrozenInstanceError,
    dataclass,
    field,
    fields,
    is_dataclass,
    replace,
)
from functools import wraps
from math import fsum
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast, dataclass_transform

C = TypeVar("C", int, str)
F = TypeVar("F")
K = TypeVar("K")
P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

__all__ = [
    "ComputedDict",
    "ahead",
    "deleted",
    "evolve",
    "identity_cache",
    "increased",
    "inserted",
    "maker",
    "replaced",
    "value",
]

if TYPE_CHECKING:
    from dataclasses import replace as evolve  # so that type checkers know the fields
else:

    def evolve(changed: T, /, **changes: object) -> T:
        """Return a copy of a value, or of any other dataclass, with these fields changed.

        Raises `TypeError` if there is no such field.

        >>> @value
        ... class Point:
        ...     x: int
        ...     y: int
        >>> evolve(Point(3, 4), y=0)
        Point(x=3, y=0)
        """
        try:
            return changed.__evolve__(changes)
        except AttributeError:
            known = getattr(changed, "__dataclass_fields__", None)
            unknown = [name for name in changes if name not in (known or ())]
            if known is None or unknown:
                missing = ", ".join(unknown)
                fault = f"{type(changed).__name__} has no such fields: {missing}"
                raise TypeError(fault) from None
        return replace(changed, **changes)


class _ByFactory:
    """Stands for a field that its default factory makes, as `inspect` shows it."""

    def __repr__(self) -> str:
        return "<factory>"


_BY_FACTORY = _ByFactory()


def maker(kind: Callable[P, T]) -> Callable[P, T]:
    """Return a function that builds values of this class in half the time of calling the class.

    It is for what a game builds at nearly every decision. Raises `TypeError` for a class that is
    not decorated with `value`, or that has no fields.
    """
    # Not the inherited one, which builds values of the base.
    scope = vars(kind).get("__scope__")
    if scope is None:
        raise TypeError(f"{kind!r} is not a value with fields")
    return cast("Callable[P, T]", _compiled(scope, "__make__"))


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Make a class a frozen, hashable dataclass with slots; for States, Actions and Views.

    The result is as frozen as that of `dataclass(frozen=True, slots=True)`, but built two to four
    times as fast: `__init__` turns the new object into an unfrozen twin class of the same layout,
    sets its fields plainly, and turns it back. Values can be referred to weakly.

    >>> @value
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(3).x = 4
    Traceback (most recent call last):
    ...
    dataclasses.FrozenInstanceError: cannot assign to field 'x'
    """
    # Of a class without a docstring `dataclass` would compose one, which takes milliseconds.
    cls.__doc__ = cls.__doc__ or cls.__name__
    can_add = not any(base.__weakrefoffset__ for base in cls.__bases__)
    # Of a new class, `dataclass` would compile each method by itself, which took most of the time
    # of loading a game. What it would add is added here; what derives from a frozen one must say
    # that it is frozen.
    is_derived = any(map(is_dataclass, cls.__mro__[1:]))
    decorate = dataclass(
        frozen=is_derived, eq=False, slots=True, weakref_slot=can_add, init=False, repr=False
    )
    frozen: Any = decorate(cls)
    params = frozen.__dataclass_params__
    params.frozen = params.eq = True
    # Those of `dataclass` fail with a TypeError for other attributes, because they refer to the
    # class without slots.
    frozen.__setattr__ = frozen.__delattr__ = _refuse
    for name, method in (
        ("__repr__", _repr),
        ("__getstate__", _getstate),
        ("__setstate__", _setstate),
    ):
        if name not in vars(cls):
            setattr(frozen, name, method)
    _add_methods(frozen, fields(frozen))
    return cast("type[T]", frozen)


def _add_methods(frozen: type[Any], members: Sequence[Field[object]]) -> None:
    """Give the class `__init__`, `__eq__`, `__hash__`, and what `maker` and `evolve` use.

    Each is compiled when it is first used, because most classes need few of them.
    """
    names = [member.name for member in members]
    # Two underscores, so that the names cannot collide with fields.
    scope: dict[str, Any] = {
        "__frozen": frozen,
        "__names": names,
        "__compared": [member.name for member in members if member.compare],
        "__hashed": [
            member.name
            for member in members
            if (member.compare if member.hash is None else member.hash)
        ],
        "__by_factory": _BY_FACTORY,
        "__plain_init": _plain_init,
        "__type": type,
        "__set_class": object.__dict__["__class__"].__set__,
        "__set": setattr,
        "__replace": replace,
    }
    for member in members:
        if member.default_factory is not MISSING:
            scope[f"__default_{member.name}"] = _BY_FACTORY
            scope[f"__factory_{member.name}"] = member.default_factory
        elif member.default is not MISSING:
            scope[f"__default_{member.name}"] = member.default

    def compiled_at_first(method: str) -> Callable[..., Any]:
        def first(self: object, *others: object, **named: object) -> object:
            setattr(frozen, method, _compiled(scope, method))
            return getattr(frozen, method)(self, *others, **named)

        return first

    for name in ("__eq__", "__hash__"):
        if vars(frozen).get(name) is None:
            setattr(frozen, name, compiled_at_first(name))
    if not names:
        return
    types = {member.name: member.type for member in members}
    scope["__types"] = {**types, "return": None}
    frozen.__scope__ = scope
    frozen.__init__ = compiled_at_first("__init__")
    frozen.__signature__ = _Signature(frozen)
    frozen.__evolve__ = compiled_at_first("__evolve__")


class _Signature:
    """Compiles `__init__` when `inspect` asks for the signature, which is that of `__init__`."""

    def __init__(self, frozen: type[Any]) -> None:
        self.frozen = frozen

    def __get__(self, made: object, kind: type[Any]) -> None:
        scope = self.frozen.__scope__
        if "__init__" not in scope:
            self.frozen.__init__ = _compiled(scope, "__init__")


def _compiled(scope: dict[str, Any], method: str) -> Callable[..., Any]:
    """Return one of the methods of a value, as `_source` writes it."""
    if "__twin" not in scope:
        scope["__twin"] = _unfrozen(scope["__frozen"])
    # `dataclasses` builds its methods in the same way; the names come from the class.
    exec("\n".join(_source(scope, method)), scope)  # noqa: S102
    made: Callable[..., Any] = scope[method]
    made.__qualname__ = f"{scope['__frozen'].__qualname__}.{method}"
    if method == "__init__":
        made.__annotations__ = scope["__types"]
    return made


def _unfrozen(frozen: type[Any]) -> type[Any]:
    """Return a twin of the class whose fields can be set.

    It derives from the class and adds nothing, so that changing the class of an object is cheap.
    """
    unfrozen = {name: getattr(object, name) for name in ("__init__", "__setattr__", "__delattr__")}
    return type(frozen.__name__, (frozen,), {"__slots__": (), **unfrozen})


def _source(scope: dict[str, Any], method: str) -> list[str]:
    """Return the lines of a method: `__init__`, `__eq__`, `__hash__`, `__make__` or
    `__evolve__`.
    """
    names = scope["__names"]
    given = ", ".join(
        [f"{name}=__default_{name}" if f"__default_{name}" in scope else name for name in names]
    )
    made_by_factory = [
        f"    if {name} is __by_factory: {name} = __factory_{name}()"
        for name in names
        if f"__factory_{name}" in scope
    ]
    is_checked = hasattr(scope["__frozen"], "__post_init__")
    # A subclass that is not a value itself has another layout: its objects are built plainly.
    if method == "__init__":
        return [
            f"def __init__(self, {given}):",
            *made_by_factory,
            "    if __type(self) is not __frozen:",
            f"        __plain_init(self, __names, ({', '.join(names)},))",
            *(["        self.__post_init__()"] if is_checked else []),
            "        return",
            "    __set_class(self, __twin)",
            *(f"    self.{name} = {name}" for name in names),
            "    self.__class__ = __frozen",
            *(["    self.__post_init__()"] if is_checked else []),
        ]
    if method == "__make__":
        return [
            f"def __make__({given}):",
            *made_by_factory,
            "    made = __twin()",
            *(f"    made.{name} = {name}" for name in names),
            "    made.__class__ = __frozen",
            *(["    made.__post_init__()"] if is_checked else []),
            "    return made",
        ]
    if method == "__eq__":
        own, others = (_tuple_of(owner, scope["__compared"]) for owner in ("self", "other"))
        return [
            "def __eq__(self, other):",
            "    if other.__class__ is self.__class__:",
            f"        return {own} == {others}",
            "    return NotImplemented",
        ]
    if method == "__hash__":
        return ["def __hash__(self):", f"    return hash({_tuple_of('self', scope['__hashed'])})"]
    return [
        "def __evolve__(self, changes):",
        "    if __type(self) is not __frozen:",
        "        return __replace(self, **changes)",
        "    copy = __twin()",
        *(f"    copy.{name} = self.{name}" for name in names),
        "    for name, new in changes.items():",
        "        __set(copy, name, new)",
        "    copy.__class__ = __frozen",
        *(["    copy.__post_init__()"] if is_checked else []),
        "    return copy",
    ]


def _tuple_of(owner: str, names: Sequence[str]) -> str:
    """Return the expression of a tuple of these attributes."""
    return "(" + "".join([f"{owner}.{name}," for name in names]) + ")"


def _plain_init(made: object, names: Sequence[str], given: Sequence[object]) -> None:
    for name, each in zip(names, given, strict=True):
        object.__setattr__(made, name, each)


def _repr(self: Any) -> str:
    shown = [f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _getstate(self: Any) -> list[object]:
    return [getattr(self, each.name) for each in fields(self)]


def _setstate(self: Any, state: Sequence[object]) -> None:
    _plain_init(self, [each.name for each in fields(self)], state)


def _refuse(_self: object, name: str, *_new: object) -> None:
    raise FrozenInstanceError(f"cannot {'assign to' if _new else 'delete'} field {name!r}")


def identity_cache(function: Callable[[F, S], T]) -> Callable[[F, S], T]:
    """Cache the last result of a function of two frozen values, compared by identity; a decorator.

    Hashing a State or a View, as `lru_cache` does, would cost more than this saves.
    """
    last: tuple[F, S, T] | None = None

    @wraps(function)
    def remembering(first: F, second: S) -> T:
        nonlocal last
        known = last  # a single read, for thread safety
        if known is not None and known[0] is first and known[1] is second:
            return known[2]
        result = function(first, second)
        last = first, second, result
        return result

    return remembering


class ComputedDict(dict[K, T], Generic[K, T]):
    """Computes an entry when it is first requested; emptied when it has too many."""

    def __init__(self, make: Callable[[K], T], most: int = 1 << 15) -> None:
        """`make` is the function of the key; `most` is the maximum number of entries."""
        super().__init__()
        self.make = make
        self.most = most

    def __missing__(self, key: K) -> T:
        if len(self) >= self.most:
            self.clear()
        self[key] = made = self.make(key)
        return made


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with the one at the index replaced.

    >>> replaced((4, 5, 6), 1, 0)
    (4, 0, 6)
    """
    copy = [*items]  # via a list, since adding three slices takes twice as long
    copy[index] = item
    return tuple(copy)


def increased(numbers: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    """Return the numbers with this amount, which may be negative, added at the index.

    >>> increased((4, 5, 6), 1, -2)
    (4, 3, 6)
    """
    copy = [*numbers]
    copy[index] += amount
    return tuple(copy)


def inserted(ascending: tuple[C, ...], item: C) -> tuple[C, ...]:
    """Return ascending items with one inserted, still ascending.

    >>> inserted((1, 4, 6), 5)
    (1, 4, 5, 6)
    """
    copy: list[C] = list(ascending)
    insort_left(copy, item)
    return tuple(copy)


def deleted(ascending: tuple[C, ...], item: C) -> tuple[C, ...]:
    """Return ascending items without one that must be among them.

    >>> deleted((1, 4, 4, 6), 4)
    (1, 4, 6)
    """
    copy: list[C] = list(ascending)
    copy.remove(item)
    return tuple(copy)


def ahead(numbers: Sequence[float], index: int) -> float:
    """Return by how much the number at the index exceeds the mean of the others.

    >>> ahead((4, 5, 6), 2)
    1.5
    """
    return numbers[index] - fsum([*numbers[:index], *numbers[index + 1 :]]) / (len(numbers) - 1)
