"""Writes and compiles the functions that make Views and States of what a State declares.

A search calls them at every walk: without a loop over fields or seats they take a quarter of the
time. For `hands: Own[tuple[int, ...]]`, `stock: Hidden[tuple[int, ...]]` and `leader: Seat`, the
function that makes the View of seat 1 of two is

    def look_1(table, seat=1):
     (of_hands_0, of_hands_1,) = table.hands
     of_stock = table.stock
     return View(
         hands=(one * len(of_hands_0), of_hands_1,),
         stock=one * len(of_stock),
         leader=table.leader,
         seat=seat,
     )

on fewer lines, where `one` is a tuple with one unseen piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from types import NoneType, UnionType
from typing import (
    Any,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from boardgames.core.values import maker, value
from boardgames.kit.pasts import Passed
from boardgames.kit.visibility import Fact, ZoneRule, mark_of, pieces_in

T = TypeVar("T")

Zones: TypeAlias = Mapping[str, ZoneRule]
"""The zones of a State, by field."""
Facts: TypeAlias = Mapping[str, Fact]
"""What its other declared fields hold, by field."""
Viewer: TypeAlias = "int | str | None"
"""A seat, None for a spectator, or "all" for who sees everything."""
Types: TypeAlias = tuple[type, type]
"""A State, and its View."""
Pieces: TypeAlias = list[object]
Look: TypeAlias = "Callable[..., Any]"
"""Makes a View of a State."""
Deal: TypeAlias = "Callable[[object, Sequence[Pieces], int], Any]"
"""Makes a State from a View, the pieces that it does not show, by pack, and a seed."""


class Compiled(NamedTuple):
    """What the declarations say, and the functions made from them."""

    zones: Zones
    piled: frozenset[str]
    """Those of the zones that are several piles."""
    facts: Facts
    looks: Mapping[Viewer, Look]
    dealt: Deal
    lying: Callable[[object], Sequence[Pieces]]
    """Returns, by pack, the pieces that lie in its zones."""
    heap: str | None
    """The zone that is filled last, with what is left, if it has no order or owner."""


@lru_cache(typed=True)  # an unseen piece 0 is not that of an Enum
def compiled(types: Types, players: int, unseen: object, *, own_packs: bool) -> Compiled:
    """Return what these types declare.

    `own_packs`: whether seats have pieces of their own.
    """
    state, view = types
    hints = get_type_hints(state, include_extras=True)
    zones = _declared(hints, ZoneRule)
    facts = _declared(hints, Fact)
    code = _Code(hints, zones, facts, players, own_packs)
    viewers: tuple[Viewer, ...] = (None, *range(players), "all")
    lines = code.lying() + code.dealt()
    for viewer in viewers:
        lines += code.look(viewer)
    # What the code calls and compares with, by name.
    scope: dict[str, Any] = {f"also_{field}": zone.also for field, zone in zones.items()}
    scope["State"] = maker(state)
    scope["View"] = maker(view)
    scope["unseen"] = unseen
    scope["one"] = (unseen,)
    scope["pieces_in"] = pieces_in
    scope["seen_of"] = partial(_seen_of, zones, unseen)
    # As in `core.values`, the only names in the code are those of fields.
    exec("\n".join(lines), scope)  # noqa: S102
    looks = {viewer: scope[f"look_{viewer}"] for viewer in viewers}
    return Compiled(zones, code.piled, facts, looks, scope["dealt"], scope["lying"], code.heap)


def _declared(hints: Mapping[str, object], kind: type[T]) -> dict[str, T]:
    """Return the declarations of this kind, by field."""
    marks = {field: mark_of(hint) for field, hint in hints.items()}
    return {field: mark for field, mark in marks.items() if isinstance(mark, kind)}


def _seen_of(
    zones: Zones, unseen: object, passed: Iterable[Passed], viewer: Viewer
) -> tuple[Passed, ...]:
    """Return a trail as this viewer sees it.

    Pieces are covered if they see neither where these came from nor where they went.
    """
    seen: list[Passed] = []
    for source, target, pieces in passed:
        hides_source = zones[source.zone].hides(viewer, source.seat)
        hides_target = zones[target.zone].hides(viewer, target.seat)
        if hides_source and hides_target:
            covers = (unseen,) * len(pieces)
            seen.append((source, target, covers))
        else:
            seen.append((source, target, pieces))
    return tuple(seen)


class _Variable(NamedTuple):
    """A local variable of the compiled functions: what lies in a zone, or before a seat in it."""

    owner: int | None
    name: str
    kind: object
    """The type of its value."""


@value
class _Code:
    """Writes the functions of `compiled`.

    They have the content of each zone in a variable, such as `of_hands_0`.
    """

    hints: Mapping[str, object]
    zones: Zones
    facts: Facts
    players: int
    own_packs: bool

    def _fields(self, wanted: Fact) -> list[str]:
        return [name for name, fact in self.facts.items() if fact is wanted]

    @property
    def heap(self) -> str | None:
        """The zone that is filled last, with what is left, if it has no order or owner."""
        hidden = self._hidden()
        if not hidden:
            return None
        last = hidden[-1]
        zone = self.zones[last]
        if zone.has_owners or zone.ordered:
            return None
        (variable,) = self._variables(last)
        shape = _shape(variable.kind)
        can_grow = shape.has_pieces and not shape.is_optional
        return last if can_grow else None

    @property
    def piled(self) -> frozenset[str]:
        """The zones that are several piles: a tuple of tuples, for each owner.

        Raises `TypeError` if one has keys for piles, but none.
        """
        piled: set[str] = set()
        for field, zone in self.zones.items():
            shape = _shape(self._variables(field)[0].kind)
            has_piles = shape.part is not None and not shape.has_pieces and not zone.columns
            if has_piles:
                piled.add(field)
            elif zone.piles:
                raise TypeError(f"{field}: `piles` are for a tuple of tuples, without `columns`")
        return frozenset(piled)

    def _hidden(self) -> list[str]:
        """Return the zones whose pieces somebody may not see."""
        return [field for field, zone in self.zones.items() if zone.seen_by != "all"]

    @property
    def _packs(self) -> range:
        """The numbers of the packs: one for all, and perhaps one for each seat."""
        return range(1 + self.players) if self.own_packs else range(1)

    def lying(self) -> list[str]:
        """Return a function with a list for each pack: what lies in its zones."""
        packs: list[list[str]] = [[] for _ in self._packs]
        for field in self.zones:
            for variable in self._variables(field):
                pack = packs[self._pack(variable.owner)]
                pieces = _spread(variable.kind, variable.name)
                pack.append(pieces)
        lists = [f"[{', '.join(pack)}]" for pack in packs]
        return [
            "def lying(table):",
            *self._unpacked(self.zones),
            f" return ({', '.join(lists)},)",
        ]

    def dealt(self) -> list[str]:
        """Return a function that fills the places of unseen pieces."""
        hidden = self._hidden()
        takes = [f" take_{pack} = left[{pack}].pop" for pack in self._packs]
        contents = dict.fromkeys(self._fields(Fact.SEED), "seed")
        for field in hidden:
            contents[field] = self._joined(field, self._filled(field))
        heap = self.heap
        if heap is not None:
            is_unseen = f"of_{heap}.count(unseen) == len(of_{heap})"
            filled = contents[heap]
            contents[heap] = f"tuple(sorted(left[0])) if {is_unseen} else {filled}"
        return [
            "def dealt(table, left, seed):",
            *takes,
            *self._unpacked(hidden),
            self._made("State", contents),
        ]

    def _filled(self, field: str) -> list[str]:
        """Return, by owner, an expression for what lies in a zone once its places are filled."""
        zone = self.zones[field]
        filled: list[str] = []
        for owner, name, kind in self._variables(field):
            filling = _Filling(zone, f"take_{self._pack(owner)}")
            filled.append(filling.of(kind, name))
        return filled

    def look(self, viewer: Viewer) -> list[str]:
        """Return a function that makes this viewer's View; for "all", one that shows everything."""
        hidden: dict[str, str] = {}
        for field in self.zones:
            shown = self._shown(field, viewer)
            if shown is not None:
                hidden[field] = self._joined(field, shown)
        contents = {**hidden, "seat": "seat"}
        for field in self._fields(Fact.SEED):
            contents[field] = "0"
        for field in self._fields(Fact.TRAIL):
            contents[field] = f"seen_of(table.{field}, {viewer!r})"
        return [
            f"def look_{viewer}(table, seat={viewer}):",
            *self._unpacked(hidden),
            self._made("View", contents),
        ]

    def _shown(self, field: str, viewer: Viewer) -> list[str] | None:
        """Return, by owner, an expression for what this viewer sees in a zone; None if all."""
        zone = self.zones[field]
        hides_any = False
        shown: list[str] = []
        for owner, name, kind in self._variables(field):
            if zone.hides(viewer, owner):
                hides_any = True
                covering = _Covering(zone, f"also_{field}(table, {viewer}, {owner}, ")
                shown.append(covering.of(kind, name))
            else:
                shown.append(name)
        return shown if hides_any else None

    def _variables(self, field: str) -> list[_Variable]:
        """Return the variables for a zone: one for each owner."""
        name = f"of_{field}"
        kind, *_ = get_args(self.hints[field])
        if not self.zones[field].has_owners:
            return [_Variable(None, name, kind)]
        part, *_ = get_args(kind)
        owners = range(self.players)
        return [_Variable(owner, f"{name}_{owner}", part) for owner in owners]

    def _pack(self, owner: int | None) -> int:
        return owner + 1 if self.own_packs and owner is not None else 0

    def _unpacked(self, fields: Iterable[str]) -> list[str]:
        """Return lines that set the variables, or raise `ValueError` if a seat has no entry."""
        lines: list[str] = []
        for field in fields:
            names = [variable.name for variable in self._variables(field)]
            lines.append(f" {self._joined(field, names)} = table.{field}")
        return lines

    def _joined(self, field: str, parts: Sequence[str]) -> str:
        """Return the expression for a whole zone, given those for its owners."""
        if not self.zones[field].has_owners:
            return parts[0]
        return f"({', '.join(parts)},)"

    def _made(self, kind: str, contents: Mapping[str, str]) -> str:
        """Return the line that makes a State or View; fields without content keep theirs."""
        all_contents = {field: f"table.{field}" for field in self.hints}
        all_contents.update(contents)
        arguments = [f"{field}={content}" for field, content in all_contents.items()]
        return f" return {kind}({', '.join(arguments)})"


@value
class _Covering:
    """Writes expressions for what lies in a zone, with its pieces hidden."""

    zone: ZoneRule
    rule: str
    """A call of the rule that shows some of them, up to its last argument, the piece."""

    def of(self, kind: object, content: str) -> str:
        """Return an expression for content of this type."""
        shape = _shape(kind)
        if shape.part is not None:
            covered = self._tuple(shape.part, content)
        elif self.zone.also is None:
            covered = "unseen"
        else:
            covered = f"({content} if {self.rule}{content}) else unseen)"
        return _unless_none(content, covered) if shape.is_optional else covered

    def _tuple(self, part: object, content: str) -> str:
        """Return an expression for a tuple, given the type of its parts."""
        name = f"{content}_"
        covered = self.of(part, name)
        parts = f"[{covered} for {name} in {content}]"
        is_sorted = not self.zone.ordered and _shape(part).part is None
        if self.zone.also is not None and is_sorted:
            return f"tuple(sorted({parts}))"
        if covered == "unseen":
            return f"one * len({content})"
        return f"tuple({parts})"


@value
class _Filling:
    """Writes expressions for what lies in a zone, with pieces in place of unseen ones."""

    zone: ZoneRule
    take: str
    """The function that takes the next piece from a pack."""

    def of(self, kind: object, content: str) -> str:
        """Return an expression for content of this type."""
        shape = _shape(kind)
        if shape.part is None:
            return f"({self.take}() if {content} == unseen else {content})"
        name = f"{content}_"
        filled_part = self.of(shape.part, name)
        parts = f"[{filled_part} for {name} in {content}]"
        is_sorted = not self.zone.ordered and shape.has_pieces
        filled = f"tuple(sorted({parts}))" if is_sorted else f"tuple({parts})"
        return _unless_none(content, filled) if shape.is_optional else filled


def _unless_none(content: str, expression: str) -> str:
    return f"(None if {content} is None else {expression})"


def _spread(kind: object, content: str) -> str:
    """Return the pieces in the content as part of a list display."""
    shape = _shape(kind)
    if shape.part is None:
        return content
    if shape.has_pieces and not shape.is_optional:
        return f"*{content}"
    return f"*pieces_in({content})"


class _Shape(NamedTuple):
    """What a type says of some content: a piece, or a tuple of parts."""

    part: object | None
    """The type of the parts; None for a piece."""
    is_optional: bool
    """Whether there may be None instead."""

    @property
    def has_pieces(self) -> bool:
        """Whether the parts are pieces, and no tuples of them."""
        return self.part is not None and _shape(self.part).part is None


def _shape(kind: object) -> _Shape:
    members: tuple[object, ...] = (kind,)
    if get_origin(kind) in {Union, UnionType}:
        members = get_args(kind)
    plain, *_ = [member for member in members if member is not NoneType]
    part = None
    if get_origin(plain) is tuple:
        part, *_ = get_args(plain)
    return _Shape(part, NoneType in members)
