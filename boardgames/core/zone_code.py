"""Writes and compiles the functions that follow from the declarations of a State: its Views, and its dealing.

A search calls them at every walk. Without a loop over fields or seats they take a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from boardgames.core.values import maker
from boardgames.core.visibility import Fact, Zone, mark_of, pieces_in

if TYPE_CHECKING:
    from collections.abc import Iterable


class Compiled(NamedTuple):
    """The declarations of a State, and the functions that follow from them; see `Visibility`."""

    zones: Mapping[str, Zone]
    facts: Mapping[str, Fact]
    looks: Mapping[int | str | None, Callable[..., Any]]
    dealt: Callable[[Any, Sequence[list[Any]], int], Any]
    lying: Callable[[Any], Sequence[list[Any]]]
    heap: str | None
    """The zone that is filled last, if the order of its pieces does not matter: it gets what is left."""


@lru_cache(typed=True)  # an unseen piece 0 is not that of an Enum
def compiled(types: tuple[type[Any], type[Any]], players: int, unseen: object, *, own_packs: bool) -> Compiled:
    """Return the functions for this State and View."""
    state, view = types
    hints = get_type_hints(state, include_extras=True)
    marks = {name: mark_of(hint) for name, hint in hints.items()}
    zones = {name: mark for name, mark in marks.items() if isinstance(mark, Zone)}
    facts = {name: mark for name, mark in marks.items() if isinstance(mark, Fact)}
    viewers = (None, *range(players), "all")
    code = _Code(hints, zones, [name for name, fact in facts.items() if fact is Fact.SEED], players, own_packs)
    lines = [*code.lying(), *code.dealt(), *[line for viewer in viewers for line in code.look(viewer)]]
    scope: dict[str, Any] = {f"also_{name}": zone.also for name, zone in zones.items()}
    scope |= {"unseen": unseen, "one": (unseen,), "pieces_in": pieces_in, "State": maker(state), "View": maker(view)}
    exec("\n".join(lines), scope)  # noqa: S102  # as in `core.values`: the only names in it are those of fields
    looks = {viewer: scope[f"look_{viewer}"] for viewer in viewers}
    return Compiled(zones, facts, looks, scope["dealt"], scope["lying"], code.heap)


@dataclass(frozen=True)
class _Code:
    """Writes the functions of `compiled`. They have the content of each zone in a variable: `of_hands_0`."""

    hints: Mapping[str, Any]
    zones: Mapping[str, Zone]
    seeds: Sequence[str]
    players: int
    own_packs: bool

    @property
    def heap(self) -> str | None:
        """See `Compiled`."""
        for name in [name for name, zone in self.zones.items() if zone.seen_by != "all"][-1:]:
            zone = self.zones[name]
            if not zone.has_owners and not zone.ordered and get_origin(self.hints[name].__origin__) is tuple:
                return name
        return None

    def lying(self) -> list[str]:
        """Return a function with a list for each pack: what lies in its zones."""
        packs: list[list[str]] = [[] for _ in range(1 + self.players * self.own_packs)]
        for name in self.zones:
            for owner, variable, kind in self._owned(name):
                packs[self._pack(owner)].append(_spread(kind, variable))
        made = ", ".join([f"[{', '.join(pack)}]" for pack in packs])
        return ["def lying(table):", *self._unpacked(self.zones), f" return ({made},)"]

    def dealt(self) -> list[str]:
        """Return a function that fills the places of unseen pieces."""
        hidden = {name: zone for name, zone in self.zones.items() if zone.seen_by != "all"}
        takes = [f" take_{pack} = left[{pack}].pop" for pack in range(1 + self.players * self.own_packs)]
        fields = {
            name: self._joined(
                name, [_filled(kind, x, f"take_{self._pack(owner)}", zone) for owner, x, kind in self._owned(name)]
            )
            for name, zone in hidden.items()
        }
        fields |= dict.fromkeys(self.seeds, "seed")
        if (heap := self.heap) is not None:
            is_unseen = f"of_{heap}.count(unseen) == len(of_{heap})"
            fields[heap] = f"tuple(sorted(left[0])) if {is_unseen} else {fields[heap]}"
        return ["def dealt(table, left, seed):", *takes, *self._unpacked(hidden), self._made("State", fields)]

    def look(self, viewer: int | str | None) -> list[str]:
        """Return a function that makes the View of this viewer, or one that shows all to a given seat."""
        hidden = {
            name: zone
            for name, zone in self.zones.items()
            if any(zone.hides(viewer, owner) for owner, *_ in self._owned(name))
        }
        fields = {
            name: self._joined(
                name,
                [
                    _covered(kind, x, zone, f"also_{name}(table, {viewer}, {owner}, ")
                    if zone.hides(viewer, owner) else x
                    for owner, x, kind in self._owned(name)
                ],
            )
            for name, zone in hidden.items()
        }  # fmt: skip
        fields |= dict.fromkeys(self.seeds, "0") | {"seat": "seat"}
        made = self._made("View", fields)
        return [f"def look_{viewer}(table, seat={viewer}):", *self._unpacked(hidden), made]

    def _owned(self, name: str) -> list[tuple[int | None, str, Any]]:
        """Return the owners of a zone, each with the variable and the type of what lies there."""
        kind = self.hints[name].__origin__
        if not self.zones[name].has_owners:
            return [(None, f"of_{name}", kind)]
        return [(owner, f"of_{name}_{owner}", get_args(kind)[0]) for owner in range(self.players)]

    def _pack(self, owner: int | None) -> int:
        return owner + 1 if self.own_packs and owner is not None else 0

    def _unpacked(self, names: Iterable[str]) -> list[str]:
        """Return lines that set the variables; they raise `ValueError` if there is not an entry for each seat."""
        variables = {name: [variable for _, variable, _ in self._owned(name)] for name in names}
        return [f" {self._joined(name, each)} = table.{name}" for name, each in variables.items()]

    def _joined(self, name: str, parts: Sequence[str]) -> str:
        return f"({', '.join(parts)},)" if self.zones[name].has_owners else parts[0]

    def _made(self, kind: str, fields: dict[str, str]) -> str:
        given = {name: f"table.{name}" for name in self.hints} | fields
        return f" return {kind}({', '.join([f'{name}={content}' for name, content in given.items()])})"


def _covered(kind: Any, content: str, zone: Zone, asked: str) -> str:
    """Return an expression for the content with its pieces hidden, except where the rule shows them."""
    kind, optional = _plain(kind)
    if get_origin(kind) is tuple:
        each, item = f"{content}_", get_args(kind)[0]
        inner = _covered(item, each, zone, asked)
        parts = f"[{inner} for {each} in {content}]"
        shown = f"one * len({content})" if inner == "unseen" else f"tuple({parts})"
        if zone.also is not None and not zone.ordered:
            shown = f"tuple(sorted({parts}))"
    else:
        shown = "unseen" if zone.also is None else f"({content} if {asked}{content}) else unseen)"
    return f"(None if {content} is None else {shown})" if optional else shown


def _filled(kind: Any, content: str, take: str, zone: Zone) -> str:
    """Return an expression for the content with pieces in place of unseen ones."""
    kind, optional = _plain(kind)
    if get_origin(kind) is not tuple:
        return f"({take}() if {content} == unseen else {content})"
    each = f"{content}_"
    parts = f"[{_filled(get_args(kind)[0], each, take, zone)} for {each} in {content}]"
    filled = f"tuple({parts})" if zone.ordered else f"tuple(sorted({parts}))"
    return f"(None if {content} is None else {filled})" if optional else filled


def _spread(kind: Any, content: str) -> str:
    """Return the pieces in the content as part of a list display."""
    plain, optional = _plain(kind)
    if get_origin(plain) is not tuple:
        return content
    is_flat = not optional and get_origin(_plain(get_args(plain)[0])[0]) is not tuple
    return f"*{content}" if is_flat else f"*pieces_in({content})"


def _plain(kind: Any) -> tuple[Any, bool]:
    """Return a type without None, and whether it can be None."""
    if get_origin(kind) not in {Union, UnionType}:
        return kind, False
    kinds = [each for each in get_args(kind) if each is not NoneType]
    return kinds[0], len(kinds) < len(get_args(kind))
