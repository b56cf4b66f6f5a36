"""The zones and facts that a State declares, for a number of players and all the pieces of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardgames.core.chance import draw
from boardgames.core.errors import DecodeError, require
from boardgames.core.visibility import Fact, Spot, Zone, in_order, pieces_in, places_in
from boardgames.core.zone_code import compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from random import Random

    from boardgames.core.dealing import Limit


class Visibility:
    """Applies the declarations of a State's fields, for a number of players and all the pieces of a game."""

    def __init__(
        self,
        types: tuple[type[Any], type[Any]],
        players: int,
        common: tuple[Any, ...],
        own: tuple[tuple[Any, ...], ...],
        unseen: object,
    ) -> None:
        """`types` are State and View; `own` has the pieces of each seat, `common` those that all seats share.

        If seats have pieces of their own (`own` is not empty), their zones contain nothing else.
        """
        self._made_of = types, players, common, own, unseen
        self.players: int = players
        self.unseen: Any = unseen
        self._packs = (common, *own)
        self.pieces: tuple[Any, ...] = (*common, *[piece for pack in own for piece in pack])
        if unseen in self.pieces or None in self.pieces:
            raise TypeError(f"{unseen!r} and None cannot be pieces: they mean an unseen piece and an empty place")
        code = compiled(types, players, unseen, own_packs=bool(own))
        self.zones: Mapping[str, Zone] = code.zones
        self.facts: Mapping[str, Fact] = code.facts
        self.looks: Mapping[int | str | None, Callable[..., Any]] = code.looks
        """By viewer, the function that returns what the declarations show them of a State; `all` shows everything, to
        the seat that is the second argument."""
        self.dealt: Callable[[Any, Sequence[list[Any]], int], Any] = code.dealt
        """Called as `dealt(view, left, seed)`: the State with this seed and, in place of unseen pieces, those from the
        ends of the lists, one for each pack."""
        self._lying = code.lying
        self._heap = code.heap
        self.has_rules: bool = any(zone.also is not None for zone in self.zones.values())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments, since compiled functions cannot be pickled."""
        return type(self), self._made_of

    def places(self, table: object) -> Iterator[tuple[str, Zone, int | None, Any]]:
        """Yield field, declaration, owner and content of each zone; the owner is None for a zone of the whole table.

        Raises `DecodeError` if a field does not have an entry for each seat.
        """
        for name, zone in self.zones.items():
            content = getattr(table, name)
            if zone.has_owners:
                require(len(content) == self.players, f"{name}: expected an entry for each of {self.players} seats")
                for owner in range(self.players):
                    yield name, zone, owner, content[owner]
            else:
                yield name, zone, None, content

    def spots(self, table: object) -> Iterator[tuple[int, Spot, Any]]:
        """Yield the pieces in zones that not all see, in the order of dealing: pack, place and piece."""
        for name, zone, owner, content in self.places(table):
            if zone.seen_by != "all":
                for index, piece in places_in(content):
                    yield self._pack(owner), Spot(name, owner, index if zone.ordered else 0), piece

    def limits(self, view: object, allowed: Callable[[Any, Spot], Limit]) -> list[list[Limit]]:
        """Return, by pack, what is allowed at each place whose piece is not seen, in the order of dealing."""
        found: list[list[Limit]] = [[] for _ in self._packs]
        for pack, spot, piece in self.spots(view):
            if piece == self.unseen:
                found[pack].append(allowed(view, spot))
        return found

    def hidden(self, view: object, state: object) -> list[list[Any]]:
        """Return, by pack, the pieces of the State that its View does not show, in the order of dealing."""
        found: list[list[Any]] = [[] for _ in self._packs]
        for (_, zone, owner, shown), (*_, content) in zip(self.places(view), self.places(state), strict=True):
            pieces, seen = [*pieces_in(content)], pieces_in(shown)
            if zone.ordered:
                pieces = [piece for piece, cover in zip(pieces, seen, strict=True) if cover == self.unseen]
            else:
                for piece in seen:
                    if piece != self.unseen:
                        pieces.remove(piece)
            found[self._pack(owner)] += pieces
        return found

    def _pack(self, owner: int | None) -> int:
        return 0 if owner is None or len(self._packs) == 1 else owner + 1

    def situation(self, state: object) -> str:
        """Return the zones that contain pieces, and the hidden zones in which a spectator sees pieces by a rule."""
        held = [name for name in self.zones if pieces_in(getattr(state, name))]
        seen = self.looks[None](state) if self.has_rules else None
        for name, zone in self.zones.items():
            if zone.also is not None and any(piece != self.unseen for piece in pieces_in(getattr(seen, name))):
                held.append(f"{name} seen")
        return ", ".join(held)

    def left(self, table: object) -> list[list[Any]]:
        """Return, by pack, the pieces that are not seen on the table; there are as many as places for them.

        Raises `DecodeError` otherwise, or if a piece lies where it cannot.
        """
        unseen, left, piece = self.unseen, [[*pack] for pack in self._packs], None
        try:
            lists = self._lying(table)
            for pieces, lying in zip(left, lists, strict=True):
                for piece in lying:
                    if piece != unseen and piece is not None:
                        pieces.remove(piece)
        except (TypeError, ValueError):
            fault = f"zones: there is no {piece!r} left to lie there, or a zone does not have the type of its field"
            raise DecodeError(fault) from None
        for pieces, lying in zip(left, lists, strict=True):
            if len(pieces) != (places := lying.count(unseen)):
                raise DecodeError(f"zones: {len(pieces)} unseen pieces for {places} places")
        return left

    def shuffle(self, view: object, left: Sequence[list[Any]], rng: Random) -> None:
        """Put the pieces that are left in random order, as far as it matters, to be dealt from the end."""
        kept = 0 if self._heap is None else getattr(view, self._heap).count(self.unseen)
        for pieces in left:
            pieces.extend(draw(pieces, len(pieces) - kept, rng))
            kept = 0

    def check(self, state: object) -> None:
        """Raise `DecodeError` unless every piece lies in one zone, in order, and seats and seeds are valid."""
        for name, fact in self.facts.items():
            content = getattr(state, name)
            if fact is Fact.SEAT:
                require(0 <= content < self.players, f"{name}: expected a seat from 0 to {self.players - 1}")
            elif fact is Fact.SEED:
                require(content >= 0, f"{name}: expected a number of 0 or more")
            elif isinstance(content, tuple):
                require(len(content) == self.players, f"{name}: expected an entry for each of {self.players} seats")
        for field, zone, _, content in self.places(state):
            require(self.unseen not in pieces_in(content), f"{field}: {self.unseen!r} means an unseen piece")
            require(zone.ordered or in_order(content), f"{field}: expected the pieces in ascending order")
        self.left(state)
