"""Who sees what of a State, declared with each field.

State and View derive from one class with the same fields, so the type checker knows both. Each field says who sees it:

    @value
    class Table:
        hands: Own[tuple[int, ...]]       per seat: its owner sees the pieces, others their number
        stock: Hidden[tuple[int, ...]]    nobody sees the pieces, all see their number
        led: Open[int | None]             all see the pieces
        won: Shown[tuple[int, ...]]       per seat, and all see the pieces
        leader: Seat                      all know it; checked
        round: Count                      all know it; a counter in the Scene
        points: Counts                    the same, per seat
        seed: Seed                        never leaves the State
        passed: Each[bool]                all know it of each seat
        final: bool                       no declaration: all know it

    @value
    class State(Table): ...

    @value
    class View(Table):
        seat: int | None = None           who looks; None for a spectator

A piece is a whole number, a string or a member of an IntEnum; None is an empty place. In a View, a piece that the seat
does not see becomes the game's `unseen` piece, such as 0 or "?". `Annotated[..., Zone(...)]` declares other rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar, get_origin, get_type_hints

from boardgames.core.chance import fresh_seed, shuffle
from boardgames.core.errors import DecodeError, require

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

T = TypeVar("T")


@dataclass(frozen=True)
class Zone:
    """Marks a field as a place where pieces lie, and says who sees them; everyone sees their number."""

    seen_by: Literal["all", "owner", "nobody"]
    per_seat: bool = False
    """Whether the field is a tuple with an entry for each seat, as a zone with owners always is."""
    ordered: bool = True
    """Whether the order matters, as in a deck; if not, pieces are kept sorted, so that their position reveals
    nothing."""
    also: Callable[[Any, int | None, int | None, Any], bool] | None = None
    """A rule that shows more: `also(state, viewer, owner, piece)` is called for each piece that would be hidden."""

    @cached_property
    def has_owners(self) -> bool:
        """Whether the field has an entry for each seat."""
        return self.per_seat or self.seen_by == "owner"


class Fact(Enum):
    """Marks a field without pieces."""

    SEED = "computes what chance decides: it never leaves the State"
    SEAT = "a seat, counted from 0"
    EACH = "something about each seat"
    COUNT = "a number that a Scene shows, or one per seat"


Own: TypeAlias = Annotated[tuple[T, ...], Zone("owner", ordered=False)]
Hidden: TypeAlias = Annotated[T, Zone("nobody")]
Open: TypeAlias = Annotated[T, Zone("all")]
Shown: TypeAlias = Annotated[tuple[T, ...], Zone("all", per_seat=True)]
Seed: TypeAlias = Annotated[int, Fact.SEED]
Seat: TypeAlias = Annotated[int, Fact.SEAT]
Each: TypeAlias = Annotated[tuple[T, ...], Fact.EACH]
Count: TypeAlias = Annotated[int, Fact.COUNT]
Counts: TypeAlias = Annotated[tuple[int, ...], Fact.COUNT]


class Visibility:
    """Applies the declarations of a State's fields, for a number of players and all the pieces of a game."""

    def __init__(
        self, state: type[Any], players: int, common: tuple[Any, ...], own: tuple[tuple[Any, ...], ...], unseen: object
    ) -> None:
        """`own` has the pieces of each seat, `common` those that all seats share.

        If seats have pieces of their own (`own` is not empty), their zones contain nothing else.
        """
        self._made_of = state, players, common, own, unseen
        self.players: int = players
        self.unseen: Any = unseen
        self._common, self._own, self._own_packs = common, own, bool(own)
        self.pieces: tuple[Any, ...] = (*common, *[piece for pack in own for piece in pack])
        if unseen in self.pieces or None in self.pieces:
            raise TypeError(f"{unseen!r} and None cannot be pieces: they mean an unseen piece and an empty place")
        marks = {name: _mark(hint) for name, hint in get_type_hints(state, include_extras=True).items()}
        self.names: tuple[str, ...] = tuple(marks)
        self.zones: dict[str, Zone] = {name: mark for name, mark in marks.items() if isinstance(mark, Zone)}
        self.facts: dict[str, Fact] = {name: mark for name, mark in marks.items() if isinstance(mark, Fact)}
        self._seeds = [name for name, fact in self.facts.items() if fact is Fact.SEED]
        self.has_rules: bool = any(zone.also is not None for zone in self.zones.values())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments, since a rule may be a lambda."""
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

    def situation(self, state: object) -> tuple[str, ...]:
        """Return the zones that contain pieces, and the hidden zones in which a spectator sees pieces by a rule."""
        seen = self.seen(state, None) if self.has_rules else {}
        held = [name for name in self.zones if pieces_in(getattr(state, name))]
        shown = [
            f"{name} seen"
            for name, zone in self.zones.items()
            if zone.also is not None and any(piece != self.unseen for piece in pieces_in(seen[name]))
        ]
        return (*held, *shown)

    def seen(self, state: object, viewer: int | None) -> dict[str, Any]:
        """Return the fields of this viewer's View, except the seat."""
        fields = self._fields(state, 0)
        for name, zone in self.zones.items():
            if zone.has_owners and zone.seen_by != "all":
                own = viewer if zone.seen_by == "owner" else None
                fields[name] = tuple(
                    [
                        content if owner == own else self._covered(content, zone, (state, viewer, owner))
                        for owner, content in enumerate(fields[name])
                    ]
                )
            elif zone.seen_by == "nobody":
                fields[name] = self._covered(fields[name], zone, (state, viewer, None))
        return fields

    def _covered(self, content: Any, zone: Zone, asked: tuple[Any, int | None, int | None]) -> Any:
        """Return the content of a zone for viewers from whom it is hidden, except where its rule shows pieces."""
        if not isinstance(content, tuple):
            return self._covered((content,), zone, asked)[0]
        unseen, also = self.unseen, zone.also
        parts: list[Any] = [
            part if part is None
            else self._covered(part, zone, asked) if isinstance(part, tuple)
            else part if also is not None and also(*asked, part)
            else unseen
            for part in content
        ]  # fmt: skip
        return tuple(parts if zone.ordered or also is None else sorted(parts))

    def dealt(self, view: object, rng: Random) -> dict[str, Any]:
        """Return the fields of a State, with the unseen pieces dealt to the places where the View shows none.

        All deals are equally likely. Raises `DecodeError` if the numbers of pieces and places differ.
        """
        hidden = {pack: shuffle(pieces, rng) for pack, pieces in self._left(view).items()}
        fields = self._fields(view, fresh_seed(rng))
        for name, zone in self.zones.items():
            if zone.has_owners and zone.seen_by != "all":
                fields[name] = tuple(
                    [
                        self._filled(content, zone, hidden[owner if self._own_packs else None])
                        for owner, content in enumerate(fields[name])
                    ]
                )
            elif zone.seen_by == "nobody":
                fields[name] = self._filled(fields[name], zone, hidden[None])
        return fields

    def _filled(self, content: Any, zone: Zone, supply: list[Any]) -> Any:
        """Return the content of a zone, with pieces from the supply in place of unseen ones."""
        if not isinstance(content, tuple):
            return self._filled((content,), zone, supply)[0]
        unseen = self.unseen
        parts: list[Any] = [
            supply.pop() if part == unseen else self._filled(part, zone, supply) if isinstance(part, tuple) else part
            for part in content
        ]
        return tuple(parts if zone.ordered else sorted(parts))

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
            require(zone.ordered or _in_order(content), f"{field}: expected the pieces in ascending order")
        self._left(state)

    def _left(self, table: object) -> dict[int | None, list[Any]]:
        """Return, by pack, the pieces that are not seen on the table; there are as many as places for them."""
        left: dict[int | None, list[Any]] = {None: [*self._common], **{seat: [*p] for seat, p in enumerate(self._own)}}
        places, unseen = dict.fromkeys(left, 0), self.unseen
        for field, _, owner, content in self.places(table):
            pack = owner if self._own_packs else None
            pieces, lying = left[pack], pieces_in(content)
            seen = [piece for piece in lying if piece != unseen]
            places[pack] += len(lying) - len(seen)
            for piece in seen:
                if piece not in pieces:
                    raise DecodeError(f"{field}: there is no {piece!r} left to lie there")
                pieces.remove(piece)
        for pack, pieces in left.items():
            if len(pieces) != places[pack]:
                raise DecodeError(f"zones: {len(pieces)} unseen pieces for {places[pack]} places")
        return left

    def _fields(self, table: object, seed: int) -> dict[str, Any]:
        """Return all fields of the table, with this seed."""
        fields = {name: getattr(table, name) for name in self.names}
        for name in self._seeds:
            fields[name] = seed
        return fields


def _mark(hint: Any) -> Zone | Fact | None:
    return next((note for note in notes_of(hint) if isinstance(note, (Zone, Fact))), None)


def notes_of(hint: Any) -> tuple[Any, ...]:
    """Return the metadata of an `Annotated` type."""
    return hint.__metadata__ if get_origin(hint) is Annotated else ()


def pieces_in(content: object) -> Sequence[Any]:
    """Return the pieces that lie in a zone."""
    if not isinstance(content, tuple):
        return () if content is None else (content,)
    if not any([isinstance(part, tuple) or part is None for part in content]):
        return content
    return [piece for part in content for piece in pieces_in(part)]


def _in_order(content: object) -> bool:
    return not isinstance(content, tuple) or (list(content) == sorted(content) and all(map(_in_order, content)))
