"""Applies what a State declares, for a number of players and all the pieces of a game.

The Views and the dealing that follow from the declarations are compiled, since a search calls them
at every walk: without a loop over fields or seats they take a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from random import Random
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from boardgames.core.chance import draw
from boardgames.core.errors import DecodeError, require
from boardgames.core.values import evolve, maker
from boardgames.kit.dealing import Limit, Passed, Past, retraced
from boardgames.kit.visibility import (
    Fact,
    Pile,
    Spot,
    Zone,
    in_order,
    mark_of,
    pieces_in,
    places_in,
)

Viewer: TypeAlias = "int | str | None"
"""A seat, None for a spectator, or "all" for who sees everything."""
Pieces: TypeAlias = list[object]
Allowed: TypeAlias = "Callable[[Any, Spot], Limit]"
"""Says what a place of a table can hold."""
Look: TypeAlias = "Callable[..., Any]"
"""Makes a View of a State."""
Deal: TypeAlias = "Callable[[object, Sequence[Pieces], int], Any]"
"""Makes a State from a View, the pieces that it does not show, by pack, and a seed."""
Place: TypeAlias = "tuple[str, Zone, int | None, Any]"
"""A field, its declaration, an owner (None: the whole table), and what lies there. Plain tuples,
since named ones take several times as long to make, and every sample makes all of them."""


class Visibility:
    """The zones and facts that a State declares, and what follows from them."""

    zones: Mapping[str, Zone]
    facts: Mapping[str, Fact]
    looks: Mapping[Viewer, Look]
    """By viewer, the function that returns what the declarations show them of a State; `all` shows
    everything, to the seat that is the second argument."""
    dealt: Deal
    """Called as `dealt(view, left, seed)`: the State with this seed and, in place of unseen pieces,
    those from the ends of the lists, one for each pack."""
    players: int
    unseen: object
    """Stands for a piece that a viewer does not see."""
    pieces: tuple[object, ...]
    """Those of all packs."""
    trail: str | None
    """The field that remembers how pieces have passed, if there is one."""
    has_rules: bool
    """Whether a rule shows pieces that are hidden otherwise."""

    def __init__(
        self,
        types: tuple[type, type],
        players: int,
        common: tuple[object, ...],
        own: tuple[tuple[object, ...], ...],
        unseen: object,
    ) -> None:
        """`types` are State and View; `common` are the pieces that all share, `own` those of each
        seat, if they have some.
        """
        self._made_of = types, players, common, own, unseen
        self.players = players
        self.unseen = unseen
        self._packs = (common, *own)
        self.pieces = tuple(chain.from_iterable(self._packs))
        if unseen in self.pieces or None in self.pieces:
            raise TypeError(
                f"{unseen!r} and None cannot be pieces: they mean an unseen piece and an empty"
                " place"
            )
        compiled = _compiled(types, players, unseen, own_packs=bool(own))
        self.zones = compiled.zones
        self.facts = compiled.facts
        self.looks = compiled.looks
        self.dealt = compiled.dealt
        self._lying = compiled.lying
        self._heap = compiled.heap
        self.trail = self._only_trail()
        self.has_rules = any([zone.also is not None for zone in self.zones.values()])

    def _only_trail(self) -> str | None:
        """Return the field of the trail, if one is declared.

        Raises `TypeError` if there are several, or packs that a trail cannot follow.
        """
        trails = [name for name, fact in self.facts.items() if fact is Fact.TRAIL]
        if not trails:
            return None
        if len(trails) > 1:
            raise TypeError(f"more than one Trail: {', '.join(trails)}")
        if len(self._packs) > 1:
            raise TypeError(f"{trails[0]}: a Trail needs a `pack` for all, without `own_pack`")
        return trails[0]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arguments, since compiled functions cannot be pickled."""
        return type(self), self._made_of

    def places(self, table: object) -> Iterator[Place]:
        """Yield what lies in each zone, or before each seat in it.

        Raises `DecodeError` if a field does not have an entry for each seat.
        """
        for field, zone in self.zones.items():
            content = getattr(table, field)
            if not zone.has_owners:
                yield field, zone, None, content
                continue
            if len(content) != self.players:
                raise DecodeError(self._not_for_each_seat(field))
            for owner in range(self.players):
                yield field, zone, owner, content[owner]

    def _not_for_each_seat(self, field: str) -> str:
        return f"{field}: expected an entry for each of {self.players} seats"

    def spots(self, table: object) -> Iterator[tuple[int, Spot, object]]:
        """Yield pack, place and piece where not everybody sees it, in the order of dealing."""
        for field, zone, owner, content in self.places(table):
            if zone.seen_by == "all":
                continue
            pack = self._pack(owner)
            for index, piece in places_in(content):
                number = index if zone.ordered else 0
                yield pack, Spot(field, owner, number), piece

    def limits(self, view: object, allowed: Allowed) -> list[list[Limit]]:
        """Return, by pack, what each place of an unseen piece allows, in the order of dealing."""
        limits: list[list[Limit]] = [[] for _ in self._packs]
        for pack, spot, piece in self.spots(view):
            if piece == self.unseen:
                limits[pack].append(allowed(view, spot))
        return limits

    def hidden(self, view: object, state: object) -> list[Pieces]:
        """Return, by pack, the pieces that this View of a State hides, in the order of dealing."""
        hidden: list[Pieces] = [[] for _ in self._packs]
        pairs = zip(self.places(state), self.places(view), strict=True)
        for (_, zone, owner, content), (*_, seen) in pairs:
            pieces = pieces_in(content)
            covers = pieces_in(seen)
            hidden[self._pack(owner)] += self._covered(zone, pieces, covers)
        return hidden

    def _covered(self, zone: Zone, pieces: Sequence[object], covers: Sequence[object]) -> Pieces:
        """Return those of the pieces in a zone that a View does not show."""
        if zone.ordered:
            pairs = zip(pieces, covers, strict=True)
            return [piece for piece, cover in pairs if cover == self.unseen]
        covered = [*pieces]
        for piece in covers:
            if piece != self.unseen:
                covered.remove(piece)
        return covered

    def _pack(self, owner: int | None) -> int:
        return 0 if owner is None or len(self._packs) == 1 else owner + 1

    def situation(self, state: object) -> str:
        """Return the zones that hold pieces, those where a rule shows a spectator some, and whether
        there is a trail.
        """
        situation = [field for field in self.zones if pieces_in(getattr(state, field))]
        if self.has_rules:
            situation += [f"{field} seen" for field in self._shown_by_rules(state)]
        if self.trail is not None and getattr(state, self.trail):
            situation.append(self.trail)
        return ", ".join(situation)

    def _shown_by_rules(self, state: object) -> list[str]:
        """Return the zones in which a rule shows a spectator pieces."""
        view = self.looks[None](state)
        fields: list[str] = []
        for field, zone in self.zones.items():
            covers = pieces_in(getattr(view, field))
            if zone.also is not None and any([cover != self.unseen for cover in covers]):
                fields.append(field)
        return fields

    def left(self, table: object) -> list[Pieces]:
        """Return, by pack, the pieces that are not seen on the table: as many as places for them.

        Raises `DecodeError` otherwise, or if a piece lies where it cannot.
        """
        unseen = self.unseen
        left = [[*pack] for pack in self._packs]
        piece = None
        try:
            lists = self._lying(table)
            for pieces, lying in zip(left, lists, strict=True):
                for piece in lying:
                    if piece != unseen and piece is not None:
                        pieces.remove(piece)
        except ValueError:
            fault = f"zones: {piece!r} lies at more places than there are such pieces"
            raise DecodeError(fault) from None
        for pieces, lying in zip(left, lists, strict=True):
            places = lying.count(unseen)
            if len(pieces) != places:
                raise DecodeError(f"zones: {len(pieces)} unseen pieces for {places} places")
        return left

    def shuffle(self, view: object, left: Sequence[Pieces], rng: Random) -> None:
        """Put the pieces that are left in random order where it matters; deal them from the end."""
        kept = 0
        if self._heap is not None:
            heap = getattr(view, self._heap)
            kept = heap.count(self.unseen)
        for pieces in left:
            pieces.extend(draw(pieces, len(pieces) - kept, rng))
            kept = 0

    def retraced(
        self, view: Any, deals: Sequence[Sequence[object]], rng: Random, *, exchanging: bool
    ) -> list[Past]:
        """Return random pasts of these deals, as `dealing.retraced` does.

        A deal has a piece for each unseen place of the View, in the order of dealing. If
        `exchanging`, these may be exchanged. Raises `DecodeError` if pieces pass between places
        that are no zones.
        """
        assert self.trail is not None
        unseen = len(deals[0])
        passed = getattr(view, self.trail)
        zones, shown = self._numbered(view, unseen)
        self._check_trail(passed, zones)
        hidden = [pile for pile in zones if self._hides(pile, view.seat)]
        exchangeable = range(unseen) if exchanging else ()
        everything = [[*deal, *shown] for deal in deals]
        pasts = retraced(zones, everything, exchangeable, passed, hidden, self.unseen, rng)
        return [past._replace(pieces=past.pieces[:unseen]) for past in pasts]

    def _hides(self, pile: Pile, viewer: int | None) -> bool:
        return self.zones[pile.field].hides(viewer, pile.owner)

    def _numbered(self, view: object, unseen: int) -> tuple[dict[Pile, list[int]], Pieces]:
        """Return the numbers of the places in each zone, and the pieces at those that are seen.

        First come the unseen places, in the order of dealing: there are this many.
        """
        zones: dict[Pile, list[int]] = {}
        shown: Pieces = []
        dealt = 0
        for field, _, owner, content in self.places(view):
            numbers = zones.setdefault(Pile(field, owner), [])
            for piece in pieces_in(content):
                if piece == self.unseen:
                    numbers.append(dealt)
                    dealt += 1
                else:
                    numbers.append(unseen + len(shown))
                    shown.append(piece)
        return zones, shown

    def after(self, view: object, past: Past, seed: int) -> Any:
        """Return the State with this View, these pieces and this trail."""
        assert self.trail is not None
        state = self.dealt(view, [past.pieces[::-1]], seed)
        return evolve(state, **{self.trail: past.trail})

    def _piles(self, table: object) -> dict[Pile, Pieces]:
        """Return the pieces that lie in each zone."""
        piles: dict[Pile, Pieces] = {}
        for field, _, owner, content in self.places(table):
            piles[Pile(field, owner)] = [*pieces_in(content)]
        return piles

    def _check_trail(self, passed: Any, zones: Mapping[Pile, object]) -> None:
        for number, (source, target, pieces) in enumerate(passed):
            path = f"{self.trail}[{number}]"
            for pile in (source, target):
                is_zone = pile in zones
                require(is_zone, f"{path}: there is no such zone: {pile}")
            require(in_order(pieces), f"{path}: expected the pieces in ascending order")

    def check(self, state: object) -> None:
        """Raise `DecodeError` unless each piece lies in one zone, in order, and facts are valid."""
        for field, fact in self.facts.items():
            self._check_fact(field, fact, getattr(state, field))
        for field, zone, _, content in self.places(state):
            self._check_zone(field, zone, content)
        self.left(state)
        if self.trail is not None:
            self._check_past(state, getattr(state, self.trail))

    def _check_zone(self, field: str, zone: Zone, content: Any) -> None:
        if self.unseen in pieces_in(content):
            raise DecodeError(f"{field}: {self.unseen!r} means an unseen piece")
        if not zone.ordered and not in_order(content):
            raise DecodeError(f"{field}: expected the pieces in ascending order")

    def _check_fact(self, field: str, fact: Fact, content: Any) -> None:
        if fact is Fact.SEAT:
            is_seat = 0 <= content < self.players
            require(is_seat, f"{field}: expected a seat from 0 to {self.players - 1}")
        elif fact is Fact.SEED:
            require(content >= 0, f"{field}: expected a number of 0 or more")
        elif fact is not Fact.TRAIL and isinstance(content, tuple):
            require(len(content) == self.players, self._not_for_each_seat(field))

    def _check_past(self, state: object, passed: Any) -> None:
        """Raise `DecodeError` unless the pieces can have passed like this."""
        lying = self._piles(state)
        self._check_trail(passed, lying)
        for number in reversed(range(len(passed))):
            source, target, pieces = passed[number]
            path = f"{self.trail}[{number}]"
            for piece in pieces:
                is_there = piece in lying[target]
                require(is_there, f"{path}: {piece!r} did not come to lie in {target.field}")
                lying[target].remove(piece)
            lying[source] += pieces


class _Compiled(NamedTuple):
    """What the declarations say, and the functions made from them."""

    zones: Mapping[str, Zone]
    facts: Mapping[str, Fact]
    looks: Mapping[Viewer, Look]
    dealt: Deal
    lying: Callable[[object], Sequence[Pieces]]
    """Returns, by pack, the pieces that lie in its zones."""
    heap: str | None


@lru_cache(typed=True)  # an unseen piece 0 is not that of an Enum
def _compiled(
    types: tuple[type, type], players: int, unseen: object, *, own_packs: bool
) -> _Compiled:
    state, view = types
    hints = get_type_hints(state, include_extras=True)
    zones: dict[str, Zone] = {}
    facts: dict[str, Fact] = {}
    for field, hint in hints.items():
        mark = mark_of(hint)
        if isinstance(mark, Zone):
            zones[field] = mark
        elif isinstance(mark, Fact):
            facts[field] = mark
    code = _Code(hints, zones, facts, players, own_packs)
    viewers: tuple[Viewer, ...] = (None, *range(players), "all")
    scope = _names_in_code(zones, unseen)
    scope["State"] = maker(state)
    scope["View"] = maker(view)
    # As in `core.values`, the only names in the code are those of fields.
    exec(code.of_all(viewers), scope)  # noqa: S102
    looks = {viewer: scope[f"look_{viewer}"] for viewer in viewers}
    return _Compiled(zones, facts, looks, scope["dealt"], scope["lying"], code.heap)


def _names_in_code(zones: Mapping[str, Zone], unseen: object) -> dict[str, Any]:
    """Return what the functions of `_Code` call and compare with, by name."""
    names: dict[str, Any] = {f"also_{field}": zone.also for field, zone in zones.items()}
    names["unseen"] = unseen
    names["one"] = (unseen,)
    names["pieces_in"] = pieces_in
    names["seen_of"] = partial(_seen_of, zones, unseen)
    return names


def _seen_of(
    zones: Mapping[str, Zone], unseen: object, passed: Iterable[Passed], viewer: Viewer
) -> tuple[Passed, ...]:
    """Return a trail as this viewer sees it.

    Pieces are covered if they see neither where these came from nor where they went.
    """
    seen: list[Passed] = []
    for source, target, pieces in passed:
        hides_source = zones[source.field].hides(viewer, source.owner)
        hides_target = zones[target.field].hides(viewer, target.owner)
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


@dataclass(frozen=True)
class _Code:
    """Writes the functions of `_compiled`.

    They have the content of each zone in a variable, such as `of_hands_0`.
    """

    hints: Mapping[str, object]
    zones: Mapping[str, Zone]
    facts: Mapping[str, Fact]
    players: int
    own_packs: bool

    def _fields(self, wanted: Fact) -> list[str]:
        return [name for name, fact in self.facts.items() if fact is wanted]

    @property
    def heap(self) -> str | None:
        """Return the zone that is filled last, with what is left, if it has no order or owner."""
        hidden = [name for name, zone in self.zones.items() if zone.seen_by != "all"]
        if not hidden:
            return None
        last = hidden[-1]
        zone = self.zones[last]
        if zone.has_owners or zone.ordered:
            return None
        content = get_args(self.hints[last])[0]
        return last if get_origin(content) is tuple else None

    @property
    def _packs(self) -> range:
        """Return the numbers of the packs: one for all, and perhaps one for each seat."""
        return range(1 + self.players) if self.own_packs else range(1)

    def of_all(self, viewers: Iterable[Viewer]) -> str:
        """Return the code of all functions, among them one for each viewer."""
        lines = self.lying() + self.dealt()
        for viewer in viewers:
            lines += self.look(viewer)
        return "\n".join(lines)

    def lying(self) -> list[str]:
        """Return a function with a list for each pack: what lies in its zones."""
        packs: list[list[str]] = [[] for _ in self._packs]
        for field in self.zones:
            for variable in self._variables(field):
                pieces = _spread(variable.kind, variable.name)
                packs[self._pack(variable.owner)].append(pieces)
        lists = [f"[{', '.join(pack)}]" for pack in packs]
        return [
            "def lying(table):",
            *self._unpacked(self.zones),
            f" return ({', '.join(lists)},)",
        ]

    def dealt(self) -> list[str]:
        """Return a function that fills the places of unseen pieces."""
        hidden = [field for field, zone in self.zones.items() if zone.seen_by != "all"]
        takes = [f" take_{pack} = left[{pack}].pop" for pack in self._packs]
        contents = dict.fromkeys(self._fields(Fact.SEED), "seed")
        for field in hidden:
            contents[field] = self._joined(field, self._filled(field))
        heap = self.heap
        if heap is not None:
            is_unseen = f"of_{heap}.count(unseen) == len(of_{heap})"
            contents[heap] = f"tuple(sorted(left[0])) if {is_unseen} else {contents[heap]}"
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
            filled.append(_filled(kind, name, f"take_{self._pack(owner)}", zone))
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
                asked = f"also_{field}(table, {viewer}, {owner}, "
                shown.append(_covered(kind, name, zone, asked))
            else:
                shown.append(name)
        return shown if hides_any else None

    def _variables(self, field: str) -> list[_Variable]:
        """Return the variables for a zone: one for each owner."""
        (kind, *_) = get_args(self.hints[field])
        if not self.zones[field].has_owners:
            return [_Variable(None, f"of_{field}", kind)]
        (kind_of_each, *_) = get_args(kind)
        return [
            _Variable(owner, f"of_{field}_{owner}", kind_of_each) for owner in range(self.players)
        ]

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
        return f"({', '.join(parts)},)" if self.zones[field].has_owners else parts[0]

    def _made(self, kind: str, contents: Mapping[str, str]) -> str:
        """Return the line that makes a State or View; fields without content keep theirs."""
        all_contents = {field: f"table.{field}" for field in self.hints}
        all_contents.update(contents)
        arguments = [f"{field}={content}" for field, content in all_contents.items()]
        return f" return {kind}({', '.join(arguments)})"


def _covered(kind: object, content: str, zone: Zone, asked: str) -> str:
    """Return an expression for the content with its pieces hidden, but for what rules show."""
    kind, optional = _plain(kind)
    if get_origin(kind) is tuple:
        covered = _covered_tuple(kind, content, zone, asked)
    elif zone.also is None:
        covered = "unseen"
    else:
        covered = f"({content} if {asked}{content}) else unseen)"
    return _unless_none(content, covered) if optional else covered


def _covered_tuple(kind: object, content: str, zone: Zone, asked: str) -> str:
    part = f"{content}_"
    covered = _covered(get_args(kind)[0], part, zone, asked)
    parts = f"[{covered} for {part} in {content}]"
    if zone.also is not None and not zone.ordered:
        return f"tuple(sorted({parts}))"
    if covered == "unseen":
        return f"one * len({content})"
    return f"tuple({parts})"


def _filled(kind: object, content: str, take: str, zone: Zone) -> str:
    """Return an expression for the content with pieces in place of unseen ones."""
    kind, optional = _plain(kind)
    if get_origin(kind) is not tuple:
        return f"({take}() if {content} == unseen else {content})"
    part = f"{content}_"
    filled_part = _filled(get_args(kind)[0], part, take, zone)
    parts = f"[{filled_part} for {part} in {content}]"
    filled = f"tuple({parts})" if zone.ordered else f"tuple(sorted({parts}))"
    return _unless_none(content, filled) if optional else filled


def _unless_none(content: str, expression: str) -> str:
    return f"(None if {content} is None else {expression})"


def _spread(kind: object, content: str) -> str:
    """Return the pieces in the content as part of a list display."""
    plain, optional = _plain(kind)
    if get_origin(plain) is not tuple:
        return content
    part, _ = _plain(get_args(plain)[0])
    is_flat = not optional and get_origin(part) is not tuple
    return f"*{content}" if is_flat else f"*pieces_in({content})"


def _plain(kind: object) -> tuple[object, bool]:
    """Return a type without None, and whether it can be None."""
    if get_origin(kind) not in {Union, UnionType}:
        return kind, False
    members = get_args(kind)
    plain = [member for member in members if member is not NoneType]
    return plain[0], NoneType in members
