"""The words and the table of a declared game, derived from its declarations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from boardgames.contract.refusals import check_seat, check_viewer
from boardgames.contract.words import A, S, Words
from boardgames.core.values import evolve
from boardgames.kit.visibility import Fact, Spot, ZoneRule, places_in
from boardgames.scene.parts import (
    Area,
    Counter,
    Item,
    Piece,
    Zone,
    cell_key,
    column_name,
    row_name,
)
from boardgames.scene.scene import Scene


class HasSeat(Protocol):
    """A View."""

    @property
    def seat(self) -> int | None:
        """The seat that looks; None for a spectator."""


V = TypeVar("V", bound=HasSeat)

Items: TypeAlias = tuple[Item, ...]
"""What lies in a zone, with equal neighbours grouped."""
NumberedPieces: TypeAlias = Iterable[tuple[int, object]]
"""Pieces, each with the number of its place."""


class DeclaredWords(Words[S, A, V], Generic[S, A, V]):
    """The table as the State declares it: zones and counters are named after their fields."""

    game: Any
    """The `DeclaredGame` that this is about. A subclass may say which type it has."""

    def pieces(self) -> Mapping[str, Piece]:
        """Return a Piece for each piece of the pack, with its name in `names` or its key."""
        keys = map(_key, self.game.visibility.pieces)
        return {key: Piece(key, self.names.get(key, key), "") for key in keys}

    def heading(self, view: V) -> str:
        """Return one line to show above the table: how far the game has progressed."""
        del view
        return ""

    def prompt(self, view: V, to_act: tuple[int, ...]) -> str:
        """Return what the reader is asked to do, or whom they wait for, while somebody may act."""
        if view.seat in to_act:
            return self.phrases.your_turn
        names = [self.seat_name(seat, None) for seat in to_act]
        return self.phrases.waiting_for(names)

    def marks(self, view: V, place: Spot) -> tuple[str, ...]:
        """Return what is known of the piece at this place, or done with it, by the keys of marks.

        A key may be a word or two, where `names` has no other name for it. Places are counted from
        0 in each zone, whether their order matters or not.
        """
        del view, place
        return ()

    def scene(self, view: V) -> Scene:
        """Return the zones and counters that the State declares, named after their fields."""
        areas = [self._area(view, seat) for seat in range(self.game.players)]
        centre = self._centre(view)
        if centre.zones or centre.counters:
            areas.insert(0, centre)
        to_act = self.game.to_act(view)
        prompt = ""
        if to_act:
            prompt = self.prompt(view, to_act)
        return Scene(
            view.seat,
            self.title,
            self.heading(view),
            tuple(areas),
            to_act,
            prompt,
            teams=self.game.known_teams(view),
        )

    def _called(self, key: str) -> str:
        """Return what the reader calls this zone or counter: by default, the words of its key."""
        name = self.name(key)
        is_named = name != key or key in self.names
        return name if is_named else key.replace("_", " ").capitalize()

    def _area(self, view: V, seat: int) -> Area:
        """Return what lies before a seat."""
        name = self.seat_name(seat, view.seat)
        return Area(seat, name, self._zones_of(view, seat), self._counters_of(view, seat))

    def _centre(self, view: V) -> Area:
        """Return what belongs to nobody, and the board if there is one."""
        board = self._board(view)
        zones = [*self._zones_of(view, None)]
        zones += [Zone(key, key, items) for key, items in board.cells.items()]
        rows = board.rows()
        return Area(
            None,
            self._called("table"),
            tuple(zones),
            self._counters_of(view, None),
            board=rows,
            board_rows=tuple(map(row_name, range(len(rows)))),
            board_columns=tuple(map(column_name, range(board.columns))),
        )

    def _board(self, view: V) -> _Board:
        """Return the board that all fields with columns share.

        The pieces of an entry for a seat belong to it.
        """
        cells: dict[str, Items] = {}
        columns = 0
        for field, zone, owner, _, content in self.game.visibility.places(view):
            if not zone.columns:
                continue
            columns = zone.columns
            for number, piece in enumerate(content):
                key = cell_key(number, columns)
                items = self._items(view, Spot(field, owner, 0), places_in((piece,), number))
                standing = [evolve(item, seat=owner) for item in items]
                cells[key] = (*cells.get(key, ()), *standing)
        return _Board(cells, columns)

    def _zones_of(self, view: V, seat: int | None) -> tuple[Zone, ...]:
        """Return the zones of a seat (None: of the whole table), without the board."""
        zones: list[Zone] = []
        for field, zone, owner, pile, content in self.game.visibility.places(view):
            if owner != seat or zone.columns:
                continue
            key = _zone_key(field, zone, owner, pile)
            name = self._called(key)
            spot = Spot(field, owner, 0, pile)
            items = self._items(view, spot, places_in(content))
            zones.append(Zone(key, name, items, ordered=zone.numbered))
        return tuple(zones)

    def _counters_of(self, view: V, seat: int | None) -> tuple[Counter, ...]:
        """Return the counters of a seat (None: of the whole table)."""
        counters: list[Counter] = []
        for field, fact in self.game.visibility.facts.items():
            if fact is not Fact.COUNT:
                continue
            content = getattr(view, field)
            is_per_seat = isinstance(content, tuple)
            if is_per_seat != (seat is not None):
                continue
            number = content[seat] if is_per_seat else content
            counters.append(Counter(field, self._called(field), number))
        return tuple(counters)

    def _items(self, view: V, first: Spot, places: NumberedPieces) -> Items:
        """Return the pieces at these places in order, with equal neighbours grouped.

        The places are those of a zone, whose first is given.
        """
        items: list[Item] = []
        for index, piece in places:
            item = self._item(view, first._replace(number=index), piece)
            before = items[-1] if items else None
            if before is not None and evolve(before, count=1) == item:
                items[-1] = evolve(before, count=before.count + 1)
            else:
                items.append(item)
        return tuple(items)

    def _item(self, view: V, place: Spot, piece: object) -> Item:
        is_hidden = piece == self.game.visibility.unseen
        key = None if is_hidden else _key(piece)
        marks = [self.mark(mark) for mark in self.marks(view, place)]
        return Item(key, 1, tuple(marks), hidden=is_hidden)

    def tell(
        self, before: S, player: int, action: A, after: S, viewer: int | None
    ) -> tuple[str, ...]:
        """Return the events in words; without events, the action.

        Of a secret action, others are told only the name.
        """
        player = check_seat(self.game, player)
        viewer = check_viewer(self.game, viewer)
        is_secret = viewer != player and isinstance(action, self.game.secret)
        if self.game.event_types is not None or not is_secret:
            return super().tell(before, player, action, after, viewer)
        return (f"{self.seat_name(player, viewer)}: {type(action).__name__.lower()}",)


class _Board(NamedTuple):
    """The cells of a board, row by row; without any, there is no board."""

    cells: Mapping[str, Items]
    """What stands on each cell, by its key."""
    columns: int
    """The number of cells in a row."""

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the keys of the cells, row by row."""
        if not self.cells:
            return ()
        keys = [*self.cells]
        rows: list[tuple[str, ...]] = []
        for start in range(0, len(keys), self.columns):
            row = keys[start : start + self.columns]
            rows.append(tuple(row))
        return tuple(rows)


def _key(piece: object) -> str:
    return piece.name.lower() if isinstance(piece, Enum) else str(piece)


def _zone_key(field: str, zone: ZoneRule, owner: int | None, pile: int | None) -> str:
    """Return the key of a zone: in the field `hands`, each seat has a `hand`, and of several `rows`
    the first is `row_1`.
    """
    if owner is None and pile is None:
        return field
    singular = field.removesuffix("s")
    if pile is None:
        return singular
    key = zone.piles[pile] if zone.piles else pile + 1
    return f"{singular}_{key}"
