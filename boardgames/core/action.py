"""The base class of actions, with their order and notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from itertools import count
from typing import ClassVar, Generic, TypeVar

from boardgames.core.errors import NotationError, quoted

A = TypeVar("A", bound="Action")

_ranks = count()


class Action:
    """Base of a game's actions, each a `value` class of its own.

    Actions sort by the order in which their classes are defined, then field by field. Their `str`
    is their notation: the name of the class and its fields, unless the class defines its own.
    """

    __slots__ = ()
    _rank: ClassVar[int]

    def __init_subclass__(cls) -> None:
        """Rank the class after all classes defined before it."""
        super().__init_subclass__()
        cls._rank = next(_ranks)

    def _content(self) -> tuple[object, ...]:
        names = _field_names(type(self))  # type: ignore[arg-type]  # every class is hashable
        return tuple([getattr(self, name) for name in names])

    def __lt__(self, other: Action) -> bool:
        if type(self) is type(other):
            return self._content() < other._content()
        return self._rank < other._rank

    def __str__(self) -> str:
        """Return the notation: one line of ASCII."""
        return " ".join([type(self).__name__.lower(), *map(str, self._content())])


@lru_cache(1 << 10)
def _field_names(kind: type[Action]) -> tuple[str, ...]:
    if not is_dataclass(kind):
        raise TypeError(f"the action {kind.__name__} is not a value: write @value above its class")
    return tuple([member.name for member in fields(kind)])


def listed_as(action: Action, actions: Sequence[A]) -> A | None:
    """Return the one of these actions that equals this one; None if there is none."""
    for each in actions:
        if each is action:  # the usual case, and several times as fast as comparing them
            return each
    for each in actions:
        if each == action:
            return each
    return None


class SharedActions(Generic[A]):
    """Every action that a game can have, made once: legal actions are these very instances."""

    def __init__(self, actions: Iterable[A]) -> None:
        self._by_value: dict[object, A] = {action: action for action in actions}
        self.by_id: dict[int, A] = {id(action): action for action in self._by_value.values()}
        """The instances by their `id`: a shortcut for listed actions where `find` is too slow."""

    def __iter__(self) -> Iterator[A]:
        return iter(self._by_value.values())

    def find(self, action: object) -> A | None:
        """Return the shared instance that equals this action; None if the game has none."""
        # Listed actions are shared ones: no need to hash them.
        known = self.by_id.get(id(action))
        if known is not None:
            return known
        try:
            return self._by_value.get(action)
        except TypeError:  # not hashable, so not one of these
            return None


def squeeze(text: str) -> str:
    """Return the text in lower case and without spaces, for comparison.

    Raises `NotationError` if it is not a string.
    """
    if not isinstance(text, str):
        raise NotationError(f"expected an action as text, not {quoted(text)}")
    return "".join(text.casefold().split())


class Notation(Generic[A]):
    """Reads the notation of a game whose actions can all be listed in advance."""

    def __init__(self, actions: Iterable[A], also: Mapping[str, A] | None = None) -> None:
        """Read these actions: all that the game can have.

        `also` maps alternative spellings to actions. Raises `NotationError` if two actions have the
        same notation.
        """
        self._actions = {squeeze(text): action for text, action in (also or {}).items()}
        own: dict[str, A] = {}
        for action in actions:
            text = squeeze(str(action))
            if own.setdefault(text, action) != action:
                raise NotationError(
                    f"{own[text]!r} and {action!r} are both written {str(action)!r}"
                )
        self._actions |= own

    def parse(self, text: str) -> A:
        """Return the action with this notation; raise `NotationError` if there is none."""
        if (action := self._actions.get(squeeze(text))) is None:
            raise NotationError(f"not an action of this game: {quoted(text.strip())}")
        return action
