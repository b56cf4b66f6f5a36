"""Applies what a State declares, for a number of players and all the pieces of a game.

The functions that make Views and States are compiled: see `boardgames.kit.compiled_zones`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any, TypeAlias

from boardgames.core.chance import draw
from boardgames.core.errors import DecodeError, require
from boardgames.core.values import evolve
from boardgames.kit.compiled_zones import (
    Deal,
    Facts,
    Look,
    Pieces,
    Types,
    Viewer,
    Zones,
    compiled,
)
from boardgames.kit.dealing import Demand, Limit
from boardgames.kit.pasts import Known, Past, retraced
from boardgames.kit.visibility import Fact, Holds, Spot, ZoneRule, in_order, pieces_in, places_in
from boardgames.scene.events import Place

Allowed: TypeAlias = "Callable[[Any, Spot], Limit]"
"""Says what a place of a table can hold."""
ZoneContent: TypeAlias = "tuple[str, ZoneRule, int | None, int | None, Any]"
"""A field, its declaration, an owner (None: the whole table), the number of a pile if the field is
several, and what lies there.

A plain tuple, since a named one takes several times as long to make, and samples make many.
"""
Pack: TypeAlias = "tuple[object, ...]"
"""Pieces that always lie in the same zones."""


class Visibility:
    """The zones and facts that a State declares, and what follows from them."""

    zones: Zones
    facts: Facts
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
        types: Types,
        players: int,
        common: Pack,
        own: tuple[Pack, ...],
        unseen: object,
    ) -> None:
        """Compile the declarations.

        `common` are the pieces that all share, `own` those of each seat, if they have some.
        """
        self._made_of = types, players, common, own, unseen
        self.players = players
        self.unseen = unseen
        self._packs = (common, *own)
        self.pieces = tuple(chain.from_iterable(self._packs))
        if unseen in self.pieces:
            raise TypeError(f"{unseen!r} cannot be a piece: it means an unseen piece")
        if None in self.pieces:
            raise TypeError("None cannot be a piece: it means an empty place")
        declared = compiled(types, players, unseen, own_packs=bool(own))
        self.zones = declared.zones
        self._piled = declared.piled
        self.facts = declared.facts
        self.looks = declared.looks
        self.dealt = declared.dealt
        self._lying = declared.lying
        self._heap = declared.heap
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
        for field in sorted(self._piled):
            if self.zones[field].seen_by != "all":
                fault = (
                    "a Trail does not tell piles of one field apart; if hidden, each needs its own"
                )
                raise TypeError(f"{field}: {fault}")
        return trails[0]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arguments, since compiled functions cannot be pickled."""
        return type(self), self._made_of

    def places(self, table: object) -> Iterator[ZoneContent]:
        """Yield what lies in each zone: before each seat, and in each pile.

        Raises `DecodeError` if a field does not have an entry for each seat, or key of a pile.
        """
        for field, zone in self.zones.items():
            content = getattr(table, field)
            if not zone.has_owners:
                yield from self._piles_in(field, zone, None, content)
                continue
            if len(content) != self.players:
                raise DecodeError(self._not_for_each_seat(field))
            for owner in range(self.players):
                yield from self._piles_in(field, zone, owner, content[owner])

    def _piles_in(
        self, field: str, zone: ZoneRule, owner: int | None, content: Any
    ) -> Iterator[ZoneContent]:
        """Yield what lies in each pile of this owner; if the field is no piles, all of it."""
        if field not in self._piled:
            yield field, zone, owner, None, content
            return
        piles = content or ()
        if zone.piles and len(piles) != len(zone.piles):
            raise DecodeError(f"{field}: expected a pile for each of {', '.join(zone.piles)}")
        for number, pile in enumerate(piles):
            yield field, zone, owner, number, pile

    def _not_for_each_seat(self, field: str) -> str:
        return f"{field}: expected an entry for each of {self.players} seats"

    def spots(self, table: object) -> Iterator[tuple[int, Spot, object]]:
        """Yield pack, place and piece where not everybody sees it, in the order of dealing."""
        for field, zone, owner, pile, content in self.places(table):
            if zone.seen_by == "all":
                continue
            pack = self._pack(owner)
            for index, piece in places_in(content):
                number = index if zone.ordered else 0
                yield pack, Spot(field, owner, number, pile), piece

    def limits(self, view: object, allowed: Allowed) -> list[list[Limit]]:
        """Return, by pack, what each place of an unseen piece allows, in the order of dealing."""
        limits: list[list[Limit]] = [[] for _ in self._packs]
        for pack, spot, piece in self.spots(view):
            if piece == self.unseen:
                limits[pack].append(allowed(view, spot))
        return limits

    def demands(self, view: object, known: Iterable[Holds]) -> list[list[Demand]]:
        """Return, by pack, what is known of zones whose pieces do not show it to this viewer, with
        places numbered in the order of dealing.
        """
        demands: list[list[Demand]] = [[] for _ in self._packs]
        for field, owner, pieces, pile in known:
            places: list[int] = []
            seen: Pieces = []
            dealt = [0] * len(self._packs)
            pack_of_zone = self._pack(owner)
            for pack, spot, piece in self.spots(view):
                is_there = (spot.field, spot.owner, spot.pile) == (field, owner, pile)
                if piece == self.unseen:
                    if is_there:
                        places.append(dealt[pack])
                    dealt[pack] += 1
                elif is_there:
                    seen.append(piece)
            if not any([piece in pieces for piece in seen]):
                demands[pack_of_zone].append(Demand(places, pieces))
        return demands

    def hidden(self, view: object, state: object) -> list[Pieces]:
        """Return, by pack, the pieces that this View of a State hides, in the order of dealing."""
        hidden: list[Pieces] = [[] for _ in self._packs]
        pairs = zip(self.places(state), self.places(view), strict=True)
        for (_, zone, owner, _, content), (*_, seen) in pairs:
            pieces = pieces_in(content)
            covers = pieces_in(seen)
            hidden[self._pack(owner)] += self._covered(zone, pieces, covers)
        return hidden

    def _covered(
        self, zone: ZoneRule, pieces: Sequence[object], covers: Sequence[object]
    ) -> Pieces:
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
        there is a trail: `check_game` tests each case.
        """
        situation = [field for field in self.zones if pieces_in(getattr(state, field))]
        if self.has_rules:
            view = self.looks[None](state)
            for field, zone in self.zones.items():
                covers = () if zone.also is None else pieces_in(getattr(view, field))
                if any([cover != self.unseen for cover in covers]):
                    situation.append(f"{field} seen")
        if self.trail is not None and getattr(state, self.trail):
            situation.append(self.trail)
        return ", ".join(situation)

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
                if places:
                    raise DecodeError(f"zones: {len(pieces)} unseen pieces for {places} places")
                raise DecodeError(f"zones: these pieces lie nowhere: {pieces!r:.60}")
        return left

    def shuffle(self, view: object, left: Sequence[Pieces], rng: Random) -> None:
        """Put the pieces that are left in random order where it matters; deal them from the end."""
        kept = 0
        if self._heap is not None:
            heap = getattr(view, self._heap)
            kept = heap.count(self.unseen)
        for pieces in left:
            moved = len(pieces) - kept
            pieces.extend(draw(pieces, moved, rng))
            kept = 0

    def retraced(
        self, view: Any, deals: Sequence[Sequence[object]], rng: Random, *, exchanging: bool
    ) -> list[Past]:
        """Return random pasts of these deals, as `pasts.retraced` does.

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
        known = Known(zones, passed, hidden, self.unseen)
        exchangeable = range(unseen) if exchanging else ()
        everything = [[*deal, *shown] for deal in deals]
        pasts = retraced(known, everything, exchangeable, rng)
        return [past._replace(pieces=past.pieces[:unseen]) for past in pasts]

    def _hides(self, pile: Place, viewer: int | None) -> bool:
        return self.zones[pile.zone].hides(viewer, pile.seat)

    def _numbered(self, view: object, unseen: int) -> tuple[dict[Place, list[int]], Pieces]:
        """Return the numbers of the places in each zone, and the pieces at those that are seen.

        First come the unseen places, in the order of dealing: there are this many.
        """
        zones: dict[Place, list[int]] = {}
        shown: Pieces = []
        dealt = 0
        for field, _, owner, _, content in self.places(view):
            numbers = zones.setdefault(Place(owner, field), [])
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

    def _piles(self, table: object) -> dict[Place, Pieces]:
        """Return the pieces that lie in each zone, those of several piles together."""
        piles: dict[Place, Pieces] = {}
        for field, _, owner, _, content in self.places(table):
            lying = piles.setdefault(Place(owner, field), [])
            lying += pieces_in(content)
        return piles

    def _check_trail(self, passed: Any, zones: Mapping[Place, object]) -> None:
        for number, (source, target, pieces) in enumerate(passed):
            path = f"{self.trail}[{number}]"
            for pile in (source, target):
                is_zone = pile in zones
                require(is_zone, f"{path}: there is no such zone: {pile}")
            is_sorted = in_order(pieces)
            require(is_sorted, f"{path}: expected the pieces in ascending order")

    def check(self, state: object) -> None:
        """Raise `DecodeError` unless each piece lies in one zone, in order, and facts are valid."""
        for field, fact in self.facts.items():
            self._check_fact(field, fact, getattr(state, field))
        for field, zone, _, _, content in self.places(state):
            if self.unseen in pieces_in(content):
                raise DecodeError(f"{field}: {self.unseen!r} means an unseen piece")
            if not zone.ordered and not in_order(content):
                raise DecodeError(f"{field}: expected the pieces in ascending order")
        self.left(state)
        if self.trail is not None:
            self._check_past(state, getattr(state, self.trail))

    def _check_fact(self, field: str, fact: Fact, content: Any) -> None:
        match fact:
            case Fact.SEAT:
                is_seat = 0 <= content < self.players
                require(is_seat, f"{field}: expected a seat from 0 to {self.players - 1}")
            case Fact.SEED:
                require(content >= 0, f"{field}: expected a number of 0 or more")
            case Fact.EACH | Fact.COUNT if isinstance(content, tuple):
                has_all = len(content) == self.players
                require(has_all, self._not_for_each_seat(field))

    def _check_past(self, state: object, passed: Any) -> None:
        """Raise `DecodeError` unless the pieces can have passed like this."""
        lying = self._piles(state)
        self._check_trail(passed, lying)
        for number in reversed(range(len(passed))):
            source, target, pieces = passed[number]
            path = f"{self.trail}[{number}]"
            there = lying[target]
            for piece in pieces:
                is_there = piece in there
                require(is_there, f"{path}: {piece!r} did not come to lie in {target.zone}")
                there.remove(piece)
            lying[source] += pieces
