"""The zones and facts that a State declares, for a number of players and all the pieces of a game.

The Views and the dealing that follow from them are compiled, since a search calls them at every
walk: without a loop over fields or seats they take a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

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


class Visibility:
    """Applies the declarations of a State's fields, for a number of players and all the pieces of a
    game.
    """

    zones: Mapping[str, Zone]
    facts: Mapping[str, Fact]
    looks: Mapping[int | str | None, Callable[..., Any]]
    """By viewer, the function that returns what the declarations show them of a State; `all` shows
    everything, to the seat that is the second argument."""
    dealt: Callable[[object, Sequence[list[object]], int], Any]
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
        """`types` are State and View; `own` has the pieces of each seat, if any, `common` those
        that all share.
        """
        self._made_of = types, players, common, own, unseen
        self.players: int = players
        self.unseen: object = unseen
        self._packs = (common, *own)
        self.pieces: tuple[object, ...] = (*common, *[piece for pack in own for piece in pack])
        if unseen in self.pieces or None in self.pieces:
            raise TypeError(
                f"{unseen!r} and None cannot be pieces: they mean an unseen piece and an empty"
                " place"
            )
        compiled = _compiled(types, players, unseen, own_packs=bool(own))
        self.zones, self.facts, self.looks, self.dealt, self._lying, self._heap = compiled
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
            if zone.has_owners:
                require(
                    len(content) == self.players,
                    f"{name}: expected an entry for each of {self.players} seats",
                )
                for owner in range(self.players):
                    yield name, zone, owner, content[owner]
            else:
                yield name, zone, None, content

    def spots(self, table: object) -> Iterator[tuple[int, Spot, object]]:
        """Yield the pieces in zones that not all see, in the order of dealing: pack, place and
        piece.
        """
        for name, zone, owner, content in self.places(table):
            if zone.seen_by != "all":
                for index, piece in places_in(content):
                    yield self._pack(owner), Spot(name, owner, index if zone.ordered else 0), piece

    def limits(self, view: object, allowed: Callable[[Any, Spot], Limit]) -> list[list[Limit]]:
        """Return, by pack, what is allowed at each place whose piece is not seen, in the order of
        dealing.
        """
        found: list[list[Limit]] = [[] for _ in self._packs]
        for pack, spot, piece in self.spots(view):
            if piece == self.unseen:
                found[pack].append(allowed(view, spot))
        return found

    def hidden(self, view: object, state: object) -> list[list[object]]:
        """Return, by pack, the pieces of the State that its View does not show, in the order of
        dealing.
        """
        found: list[list[object]] = [[] for _ in self._packs]
        for (_, zone, owner, shown), (*_, content) in zip(
            self.places(view), self.places(state), strict=True
        ):
            pieces, seen = [*pieces_in(content)], pieces_in(shown)
            if zone.ordered:
                pieces = [
                    piece for piece, cover in zip(pieces, seen, strict=True) if cover == self.unseen
                ]
            else:
                for piece in seen:
                    if piece != self.unseen:
                        pieces.remove(piece)
            found[self._pack(owner)] += pieces
        return found

    def _pack(self, owner: int | None) -> int:
        return 0 if owner is None or len(self._packs) == 1 else owner + 1

    def situation(self, state: object) -> str:
        """Return the zones that contain pieces, the hidden zones in which a spectator sees pieces
        by a rule, and whether pieces have left a trail.
        """
        held = [name for name in self.zones if pieces_in(getattr(state, name))]
        seen = self.looks[None](state) if self.has_rules else None
        for name, zone in self.zones.items():
            if zone.also is not None and any(
                piece != self.unseen for piece in pieces_in(getattr(seen, name))
            ):
                held.append(f"{name} seen")
        if self.trail is not None and getattr(state, self.trail):
            held.append(self.trail)
        return ", ".join(held)

    def left(self, table: object) -> list[list[object]]:
        """Return, by pack, the pieces that are not seen on the table; there are as many as places
        for them.

        Raises `DecodeError` otherwise, or if a piece lies where it cannot.
        """
        unseen, left, piece = self.unseen, [[*pack] for pack in self._packs], None
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
            if len(pieces) != (places := lying.count(unseen)):
                raise DecodeError(f"zones: {len(pieces)} unseen pieces for {places} places")
        return left

    def shuffle(self, view: object, left: Sequence[list[object]], rng: Random) -> None:
        """Put the pieces that are left in random order, as far as it matters, to be dealt from the
        end.
        """
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
        unseen, shown = len(deals[0]), list[object]()
        zones: dict[Pile, list[int]] = {}
        number = 0
        for name, _, owner, content in self.places(view):
            there = zones.setdefault(Pile(name, owner), [])
            for piece in pieces_in(content):
                if piece == self.unseen:
                    there.append(number)
                    number += 1
                else:
                    there.append(unseen + len(shown))
                    shown.append(piece)
        seen = getattr(view, self.trail)
        self._check_trail(seen, zones)
        hidden = [pile for pile in zones if self.zones[pile.field].hides(view.seat, pile.owner)]
        free = range(unseen) if exchanging else ()
        everything = [[*deal, *shown] for deal in deals]
        pasts = retraced(zones, everything, free, seen, hidden, self.unseen, rng)
        return [past._replace(pieces=past.pieces[:unseen]) for past in pasts]

    def after(self, view: object, past: Past, seed: int) -> Any:
        """Return the State with this View, these pieces and this trail."""
        assert self.trail is not None
        return evolve(self.dealt(view, [past.pieces[::-1]], seed), **{self.trail: past.trail})

    def _piles(self, table: object) -> dict[Pile, list[object]]:
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
        """Raise `DecodeError` unless every piece lies in one zone, in order, and seats and seeds
        are valid.
        """
        for name, fact in self.facts.items():
            content = getattr(state, name)
            if fact is Fact.SEAT:
                require(
                    0 <= content < self.players,
                    f"{name}: expected a seat from 0 to {self.players - 1}",
                )
            elif fact is Fact.SEED:
                require(content >= 0, f"{name}: expected a number of 0 or more")
            elif fact is not Fact.TRAIL and isinstance(content, tuple):
                require(
                    len(content) == self.players,
                    f"{name}: expected an entry for each of {self.players} seats",
                )
        for field, zone, _, content in self.places(state):
            require(
                self.unseen not in pieces_in(content),
                f"{field}: {self.unseen!r} means an unseen piece",
            )
            require(
                zone.ordered or in_order(content),
                f"{field}: expected the pieces in ascending order",
            )
        self.left(state)
        if self.trail is not None:
            self._check_past(state, getattr(state, self.trail))

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


@lru_cache(typed=True)  # an unseen piece 0 is not that of an Enum
def _compiled(
    types: tuple[type, type], players: int, unseen: object, *, own_packs: bool
) -> tuple[Any, ...]:
    """Return zones, facts, looks, `dealt`, what lists the pieces that lie in the zones of each
    pack, and the heap.
    """
    state, view = types
    hints = get_type_hints(state, include_extras=True)
    marks = {name: mark_of(hint) for name, hint in hints.items()}
    zones = {name: mark for name, mark in marks.items() if isinstance(mark, Zone)}
    facts = {name: mark for name, mark in marks.items() if isinstance(mark, Fact)}
    viewers = (None, *range(players), "all")
    code = _Code(
        hints,
        zones,
        [name for name, fact in facts.items() if fact is Fact.SEED],
        [name for name, fact in facts.items() if fact is Fact.TRAIL],
        players,
        own_packs,
    )
    lines = [
        *code.lying(),
        *code.dealt(),
        *[line for viewer in viewers for line in code.look(viewer)],
    ]
    scope: dict[str, Any] = {f"also_{name}": zone.also for name, zone in zones.items()}
    scope |= {
        "unseen": unseen,
        "one": (unseen,),
        "pieces_in": pieces_in,
        "seen_of": partial(_seen_of, zones, unseen),
        "State": maker(state),
        "View": maker(view),
    }
    exec("\n".join(lines), scope)  # noqa: S102  # as in `core.values`: the only names in it are those of fields
    return (
        zones,
        facts,
        {each: scope[f"look_{each}"] for each in viewers},
        scope["dealt"],
        scope["lying"],
        code.heap,
    )


def _seen_of(
    zones: Mapping[str, Zone],
    unseen: object,
    passed: Iterable[tuple[Pile, Pile, tuple[object, ...]]],
    viewer: int | str | None,
) -> tuple[tuple[Pile, Pile, tuple[object, ...]], ...]:
    """Return a trail with the pieces covered that this viewer sees neither where they came from nor
    where they went.
    """
    return tuple(
        [
            (source, target, (unseen,) * len(pieces))
            if zones[source.field].hides(viewer, source.owner)
            and zones[target.field].hides(viewer, target.owner)
            else (source, target, pieces)
            for source, target, pieces in passed
        ]
    )


@dataclass(frozen=True)
class _Code:
    """Writes the functions of `_compiled`. They have the content of each zone in a variable:
    `of_hands_0`.
    """

    hints: Mapping[str, object]
    zones: Mapping[str, Zone]
    seeds: Sequence[str]
    trails: Sequence[str]
    players: int
    own_packs: bool

    @property
    def heap(self) -> str | None:
        """Return the zone that is filled last, if the order of its pieces does not matter: it gets
        what is left.
        """
        for name in [name for name, zone in self.zones.items() if zone.seen_by != "all"][-1:]:
            zone = self.zones[name]
            if (
                not zone.has_owners
                and not zone.ordered
                and get_origin(get_args(self.hints[name])[0]) is tuple
            ):
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
        takes = [
            f" take_{pack} = left[{pack}].pop" for pack in range(1 + self.players * self.own_packs)
        ]
        fields = dict.fromkeys(self.seeds, "seed")
        for name, zone in hidden.items():
            filled = [
                _filled(kind, x, f"take_{self._pack(owner)}", zone)
                for owner, x, kind in self._owned(name)
            ]
            fields[name] = self._joined(name, filled)
        if (heap := self.heap) is not None:
            is_unseen = f"of_{heap}.count(unseen) == len(of_{heap})"
            fields[heap] = f"tuple(sorted(left[0])) if {is_unseen} else {fields[heap]}"
        return [
            "def dealt(table, left, seed):",
            *takes,
            *self._unpacked(hidden),
            self._made("State", fields),
        ]

    def look(self, viewer: int | str | None) -> list[str]:
        """Return a function that makes the View of this viewer, or one that shows all to a given
        seat.
        """
        hidden: dict[str, str] = {}
        for name, zone in self.zones.items():
            owned, asked = self._owned(name), f"also_{name}(table, {viewer}, "
            if any(zone.hides(viewer, owner) for owner, *_ in owned):
                shown = [
                    _covered(kind, x, zone, f"{asked}{owner}, ") if zone.hides(viewer, owner) else x
                    for owner, x, kind in owned
                ]
                hidden[name] = self._joined(name, shown)
        trails = {name: f"seen_of(table.{name}, {viewer!r})" for name in self.trails}
        seeds = dict.fromkeys(self.seeds, "0")
        made = self._made("View", hidden | trails | seeds | {"seat": "seat"})
        return [f"def look_{viewer}(table, seat={viewer}):", *self._unpacked(hidden), made]

    def _owned(self, name: str) -> list[tuple[int | None, str, object]]:
        """Return the owners of a zone, each with the variable and the type of what lies there."""
        kind = get_args(self.hints[name])[0]
        if not self.zones[name].has_owners:
            return [(None, f"of_{name}", kind)]
        return [(owner, f"of_{name}_{owner}", get_args(kind)[0]) for owner in range(self.players)]

    def _pack(self, owner: int | None) -> int:
        return owner + 1 if self.own_packs and owner is not None else 0

    def _unpacked(self, names: Iterable[str]) -> list[str]:
        """Return lines that set the variables; they raise `ValueError` if there is not an entry for
        each seat.
        """
        variables = {name: [variable for _, variable, _ in self._owned(name)] for name in names}
        return [f" {self._joined(name, each)} = table.{name}" for name, each in variables.items()]

    def _joined(self, name: str, parts: Sequence[str]) -> str:
        return f"({', '.join(parts)},)" if self.zones[name].has_owners else parts[0]

    def _made(self, kind: str, fields: dict[str, str]) -> str:
        given = {name: f"table.{name}" for name in self.hints} | fields
        return (
            f" return {kind}({', '.join([f'{name}={content}' for name, content in given.items()])})"
        )


def _covered(kind: object, content: str, zone: Zone, asked: str) -> str:
    """Return an expression for the content with its pieces hidden, except where the rule shows
    them.
    """
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
    is_flat = not optional and get_origin(_plain(get_args(plain)[0])[0]) is not tuple
    return f"*{content}" if is_flat else f"*pieces_in({content})"


def _plain(kind: object) -> tuple[object, bool]:
    """Return a type without None, and whether it can be None."""
    if get_origin(kind) not in {Union, UnionType}:
        return kind, False
    kinds = [each for each in get_args(kind) if each is not NoneType]
    return kinds[0], len(kinds) < len(get_args(kind))
