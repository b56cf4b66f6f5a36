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
from boardgames.kit.dealing import Limit, Past, retraced
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


class Visibility:
    """The zones and facts that a State declares, and what follows from them."""

    zones: Mapping[str, Zone]
    facts: Mapping[str, Fact]
    looks: Mapping[Viewer, Callable[..., Any]]
    """By viewer, the function that returns what the declarations show them of a State; `all` shows
    everything, to the seat that is the second argument."""
    dealt: Callable[[object, Sequence[Pieces], int], Any]
    """Called as `dealt(view, left, seed)`: the State with this seed and, in place of unseen pieces,
    those from the ends of the lists, one for each pack."""

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
        self.players: int = players
        self.unseen: object = unseen
        self._packs = (common, *own)
        self.pieces: tuple[object, ...] = tuple(chain.from_iterable(self._packs))
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
        trails = [name for name, fact in self.facts.items() if fact is Fact.TRAIL]
        if len(trails) > 1:
            raise TypeError(f"more than one Trail: {', '.join(trails)}")
        if trails and own:
            raise TypeError(f"{trails[0]}: a Trail needs a `pack` for all, without `own_pack`")
        self.trail: str | None = trails[0] if trails else None
        self.has_rules: bool = any(zone.also is not None for zone in self.zones.values())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arguments, since compiled functions cannot be pickled."""
        return type(self), self._made_of

    def places(self, table: object) -> Iterator[tuple[str, Zone, int | None, Any]]:
        """Yield field, declaration, owner (None: the whole table) and content of each zone.

        Raises `DecodeError` if a field does not have an entry for each seat.
        """
        for name, zone in self.zones.items():
            content = getattr(table, name)
            if not zone.has_owners:
                yield name, zone, None, content
                continue
            require(len(content) == self.players, self._not_for_each_seat(name))
            for owner in range(self.players):
                yield name, zone, owner, content[owner]

    def _not_for_each_seat(self, field: str) -> str:
        return f"{field}: expected an entry for each of {self.players} seats"

    def spots(self, table: object) -> Iterator[tuple[int, Spot, object]]:
        """Yield pack, place and piece where not everybody sees it, in the order of dealing."""
        for name, zone, owner, content in self.places(table):
            if zone.seen_by == "all":
                continue
            pack = self._pack(owner)
            for index, piece in places_in(content):
                number = index if zone.ordered else 0
                yield pack, Spot(name, owner, number), piece

    def limits(self, view: object, allowed: Callable[[Any, Spot], Limit]) -> list[list[Limit]]:
        """Return, by pack, what each place of an unseen piece allows, in the order of dealing."""
        found: list[list[Limit]] = [[] for _ in self._packs]
        for pack, spot, piece in self.spots(view):
            if piece == self.unseen:
                found[pack].append(allowed(view, spot))
        return found

    def hidden(self, view: object, state: object) -> list[Pieces]:
        """Return, by pack, the pieces that this View of a State hides, in the order of dealing."""
        found: list[Pieces] = [[] for _ in self._packs]
        pairs = zip(self.places(view), self.places(state), strict=True)
        for (_, zone, owner, shown), (*_, content) in pairs:
            covered = self._covered(zone, pieces_in(content), pieces_in(shown))
            found[self._pack(owner)] += covered
        return found

    def _covered(self, zone: Zone, pieces: Sequence[object], shown: Sequence[object]) -> Pieces:
        """Return those of the pieces in a zone that a View does not show."""
        if zone.ordered:
            pairs = zip(pieces, shown, strict=True)
            return [piece for piece, cover in pairs if cover == self.unseen]
        left = [*pieces]
        for piece in shown:
            if piece != self.unseen:
                left.remove(piece)
        return left

    def _pack(self, owner: int | None) -> int:
        return 0 if owner is None or len(self._packs) == 1 else owner + 1

    def situation(self, state: object) -> str:
        """Return the zones that hold pieces, those where a rule shows a spectator some, and whether
        there is a trail.
        """
        held = [name for name in self.zones if pieces_in(getattr(state, name))]
        if self.has_rules:
            seen = self.looks[None](state)
            for name, zone in self.zones.items():
                covers = pieces_in(getattr(seen, name))
                if zone.also is not None and any([piece != self.unseen for piece in covers]):
                    held.append(f"{name} seen")
        if self.trail is not None and getattr(state, self.trail):
            held.append(self.trail)
        return ", ".join(held)

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
            raise DecodeError(
                f"zones: {piece!r} lies at more places than there are such pieces"
            ) from None
        for pieces, lying in zip(left, lists, strict=True):
            places = lying.count(unseen)
            if len(pieces) != places:
                raise DecodeError(f"zones: {len(pieces)} unseen pieces for {places} places")
        return left

    def shuffle(self, view: object, left: Sequence[Pieces], rng: Random) -> None:
        """Put the pieces that are left in random order where it matters; deal them from the end."""
        kept = 0 if self._heap is None else getattr(view, self._heap).count(self.unseen)
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
        zones, shown = self._numbered(view, unseen)
        seen = getattr(view, self.trail)
        self._check_trail(seen, zones)
        hidden = [pile for pile in zones if self.zones[pile.field].hides(view.seat, pile.owner)]
        free = range(unseen) if exchanging else ()
        everything = [[*deal, *shown] for deal in deals]
        pasts = retraced(zones, everything, free, seen, hidden, self.unseen, rng)
        return [past._replace(pieces=past.pieces[:unseen]) for past in pasts]

    def _numbered(self, view: object, unseen: int) -> tuple[dict[Pile, list[int]], Pieces]:
        """Return the numbers of the places in each zone, and the pieces at those that are seen.

        First come the unseen places, in the order of dealing: there are this many.
        """
        zones: dict[Pile, list[int]] = {}
        shown: Pieces = []
        dealt = 0
        for name, _, owner, content in self.places(view):
            there = zones.setdefault(Pile(name, owner), [])
            for piece in pieces_in(content):
                if piece == self.unseen:
                    there.append(dealt)
                    dealt += 1
                else:
                    there.append(unseen + len(shown))
                    shown.append(piece)
        return zones, shown

    def after(self, view: object, past: Past, seed: int) -> Any:
        """Return the State with this View, these pieces and this trail."""
        assert self.trail is not None
        return evolve(self.dealt(view, [past.pieces[::-1]], seed), **{self.trail: past.trail})

    def _piles(self, table: object) -> dict[Pile, Pieces]:
        """Return the pieces that lie in each zone."""
        return {
            Pile(name, owner): [*pieces_in(content)]
            for name, _, owner, content in self.places(table)
        }

    def _check_trail(self, passed: Any, zones: Mapping[Pile, object]) -> None:
        for number, (source, target, pieces) in enumerate(passed):
            path = f"{self.trail}[{number}]"
            for pile in (source, target):
                require(pile in zones, f"{path}: there is no such zone: {pile}")
            require(in_order(pieces), f"{path}: expected the pieces in ascending order")

    def check(self, state: object) -> None:
        """Raise `DecodeError` unless each piece lies in one zone, in order, and facts are valid."""
        for name, fact in self.facts.items():
            self._check_fact(name, fact, getattr(state, name))
        for field, zone, _, content in self.places(state):
            covered = self.unseen in pieces_in(content)
            require(not covered, f"{field}: {self.unseen!r} means an unseen piece")
            ordered = zone.ordered or in_order(content)
            require(ordered, f"{field}: expected the pieces in ascending order")
        self.left(state)
        if self.trail is not None:
            self._check_past(state, getattr(state, self.trail))

    def _check_fact(self, field: str, fact: Fact, content: Any) -> None:
        if fact is Fact.SEAT:
            seats = f"a seat from 0 to {self.players - 1}"
            require(0 <= content < self.players, f"{field}: expected {seats}")
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
            for piece in pieces:
                fault = f"{self.trail}[{number}]: {piece!r} did not come to lie in {target.field}"
                require(piece in lying[target], fault)
                lying[target].remove(piece)
            lying[source] += pieces


class _Compiled(NamedTuple):
    """What the declarations say, and the functions made from them."""

    zones: Mapping[str, Zone]
    facts: Mapping[str, Fact]
    looks: Mapping[Viewer, Callable[..., Any]]
    dealt: Callable[[object, Sequence[Pieces], int], Any]
    lying: Callable[[object], Sequence[Pieces]]
    """Returns, by pack, the pieces that lie in its zones."""
    heap: str | None


@lru_cache(typed=True)  # an unseen piece 0 is not that of an Enum
def _compiled(
    types: tuple[type, type], players: int, unseen: object, *, own_packs: bool
) -> _Compiled:
    state, view = types
    hints = get_type_hints(state, include_extras=True)
    marks = {name: mark_of(hint) for name, hint in hints.items()}
    zones = {name: mark for name, mark in marks.items() if isinstance(mark, Zone)}
    facts = {name: mark for name, mark in marks.items() if isinstance(mark, Fact)}
    code = _Code(hints, zones, facts, players, own_packs)
    viewers = (None, *range(players), "all")
    lines = code.lying() + code.dealt()
    for viewer in viewers:
        lines += code.look(viewer)
    scope: dict[str, Any] = {f"also_{name}": zone.also for name, zone in zones.items()}
    scope |= {
        "unseen": unseen,
        "one": (unseen,),
        "pieces_in": pieces_in,
        "seen_of": partial(_seen_of, zones, unseen),
        "State": maker(state),
        "View": maker(view),
    }
    # As in `core.values`, the only names in the code are those of fields.
    exec("\n".join(lines), scope)  # noqa: S102
    looks = {viewer: scope[f"look_{viewer}"] for viewer in viewers}
    return _Compiled(zones, facts, looks, scope["dealt"], scope["lying"], code.heap)


def _seen_of(
    zones: Mapping[str, Zone],
    unseen: object,
    passed: Iterable[tuple[Pile, Pile, tuple[object, ...]]],
    viewer: Viewer,
) -> tuple[tuple[Pile, Pile, tuple[object, ...]], ...]:
    """Return a trail as this viewer sees it.

    Pieces are covered if they see neither where these came from nor where they went.
    """
    seen = []
    for source, target, pieces in passed:
        left_hidden = zones[source.field].hides(viewer, source.owner)
        came_hidden = zones[target.field].hides(viewer, target.owner)
        covered = (unseen,) * len(pieces)
        seen.append((source, target, covered if left_hidden and came_hidden else pieces))
    return tuple(seen)


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

    def lying(self) -> list[str]:
        """Return a function with a list for each pack: what lies in its zones."""
        packs: list[list[str]] = [[] for _ in self._packs]
        for name in self.zones:
            for owner, variable, kind in self._owned(name):
                packs[self._pack(owner)].append(_spread(kind, variable))
        made = ", ".join([f"[{', '.join(pack)}]" for pack in packs])
        return ["def lying(table):", *self._unpacked(self.zones), f" return ({made},)"]

    def dealt(self) -> list[str]:
        """Return a function that fills the places of unseen pieces."""
        hidden = {name: zone for name, zone in self.zones.items() if zone.seen_by != "all"}
        takes = [f" take_{pack} = left[{pack}].pop" for pack in self._packs]
        fields = dict.fromkeys(self._fields(Fact.SEED), "seed")
        for name, zone in hidden.items():
            filled = []
            for owner, variable, kind in self._owned(name):
                filled.append(_filled(kind, variable, f"take_{self._pack(owner)}", zone))
            fields[name] = self._joined(name, filled)
        heap = self.heap
        if heap is not None:
            is_unseen = f"of_{heap}.count(unseen) == len(of_{heap})"
            fields[heap] = f"tuple(sorted(left[0])) if {is_unseen} else {fields[heap]}"
        return [
            "def dealt(table, left, seed):",
            *takes,
            *self._unpacked(hidden),
            self._made("State", fields),
        ]

    def look(self, viewer: Viewer) -> list[str]:
        """Return a function that makes this viewer's View; for "all", one that shows everything."""
        hidden: dict[str, str] = {}
        for name in self.zones:
            shown = self._shown(name, viewer)
            if shown is not None:
                hidden[name] = self._joined(name, shown)
        fields = {**hidden, "seat": "seat"}
        for name in self._fields(Fact.SEED):
            fields[name] = "0"
        for name in self._fields(Fact.TRAIL):
            fields[name] = f"seen_of(table.{name}, {viewer!r})"
        made = self._made("View", fields)
        return [f"def look_{viewer}(table, seat={viewer}):", *self._unpacked(hidden), made]

    def _shown(self, name: str, viewer: Viewer) -> list[str] | None:
        """Return, by owner, an expression for what this viewer sees in a zone; None if all."""
        zone = self.zones[name]
        hides_any = False
        shown: list[str] = []
        for owner, variable, kind in self._owned(name):
            if zone.hides(viewer, owner):
                hides_any = True
                asked = f"also_{name}(table, {viewer}, {owner}, "
                shown.append(_covered(kind, variable, zone, asked))
            else:
                shown.append(variable)
        return shown if hides_any else None

    def _owned(self, name: str) -> list[tuple[int | None, str, object]]:
        """Return the owners of a zone, each with the variable and the type of what lies there."""
        kind = get_args(self.hints[name])[0]
        if not self.zones[name].has_owners:
            return [(None, f"of_{name}", kind)]
        return [(owner, f"of_{name}_{owner}", get_args(kind)[0]) for owner in range(self.players)]

    def _pack(self, owner: int | None) -> int:
        return owner + 1 if self.own_packs and owner is not None else 0

    def _unpacked(self, names: Iterable[str]) -> list[str]:
        """Return lines that set the variables, or raise `ValueError` if a seat has no entry."""
        variables = {name: [variable for _, variable, _ in self._owned(name)] for name in names}
        return [f" {self._joined(name, each)} = table.{name}" for name, each in variables.items()]

    def _joined(self, name: str, parts: Sequence[str]) -> str:
        return f"({', '.join(parts)},)" if self.zones[name].has_owners else parts[0]

    def _made(self, kind: str, fields: dict[str, str]) -> str:
        contents = {name: f"table.{name}" for name in self.hints} | fields
        arguments = ", ".join([f"{name}={content}" for name, content in contents.items()])
        return f" return {kind}({arguments})"


def _covered(kind: object, content: str, zone: Zone, asked: str) -> str:
    """Return an expression for the content with its pieces hidden, but for what rules show."""
    kind, optional = _plain(kind)
    if get_origin(kind) is tuple:
        each = f"{content}_"
        inner = _covered(get_args(kind)[0], each, zone, asked)
        parts = f"[{inner} for {each} in {content}]"
        if zone.also is not None and not zone.ordered:
            shown = f"tuple(sorted({parts}))"
        elif inner == "unseen":
            shown = f"one * len({content})"
        else:
            shown = f"tuple({parts})"
    elif zone.also is None:
        shown = "unseen"
    else:
        shown = f"({content} if {asked}{content}) else unseen)"
    return f"(None if {content} is None else {shown})" if optional else shown


def _filled(kind: object, content: str, take: str, zone: Zone) -> str:
    """Return an expression for the content with pieces in place of unseen ones."""
    kind, optional = _plain(kind)
    if get_origin(kind) is not tuple:
        return f"({take}() if {content} == unseen else {content})"
    each = f"{content}_"
    parts = f"[{_filled(get_args(kind)[0], each, take, zone)} for {each} in {content}]"
    filled = f"tuple({parts})" if zone.ordered else f"tuple(sorted({parts}))"
    return f"(None if {content} is None else {filled})" if optional else filled


def _spread(kind: object, content: str) -> str:
    """Return the pieces in the content as part of a list display."""
    plain, optional = _plain(kind)
    if get_origin(plain) is not tuple:
        return content
    item, _ = _plain(get_args(plain)[0])
    is_flat = not optional and get_origin(item) is not tuple
    return f"*{content}" if is_flat else f"*pieces_in({content})"


def _plain(kind: object) -> tuple[object, bool]:
    """Return a type without None, and whether it can be None."""
    if get_origin(kind) not in {Union, UnionType}:
        return kind, False
    kinds = [each for each in get_args(kind) if each is not NoneType]
    return kinds[0], len(kinds) < len(get_args(kind))
