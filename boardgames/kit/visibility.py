"""Who sees what of a State, declared with each field.

State and View derive from one class with the same fields, so the type checker knows both. Each
field says who sees it:

    @value
    class Table:
        hands: Own[tuple[int, ...]]       per seat: its owner sees the pieces, others their number
        stock: Hidden[tuple[int, ...]]    nobody sees the pieces, all see their number
        led: Open[int | None]             all see the pieces
        won: Shown[tuple[int, ...]]       per seat, and all see the pieces
        backs: Others[tuple[int, ...]]    per seat: the other seats see the pieces; neither their
                                          owner nor spectators do
        rows: Open[tuple[tuple[int, ...], ...]]
                                          several piles, each a zone: row_1, row_2, …
        leader: Seat                      all know it; checked
        round: Count                      all know it; a counter in the Scene
        points: Counts                    the same, per seat
        trail: Trail[int]                 who has seen which pieces pass between zones knows it
        seed: Seed                        never leaves the State
        passed: Each[bool]                all know it of each seat
        final: bool                       no declaration: all know it

    @value
    class State(Table): ...

    @value
    class View(Table):
        seat: int | None = None           who looks; None for a spectator

A piece is a whole number, a string or a member of an IntEnum; None is an empty place. In a View, a
piece that the seat does not see becomes the game's `unseen` piece, such as 0 or "?".
`Annotated[..., ZoneRule(...)]` declares other rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args, get_origin

from boardgames.scene.events import Place

T = TypeVar("T")

ShowingRule: TypeAlias = "Callable[[Any, int | None, int | None, Any], bool]"
"""Says of a hidden piece whether a viewer sees it nevertheless; see `ZoneRule.also`."""


@dataclass(frozen=True)
class ZoneRule:
    """Marks a field as a place where pieces lie, and says who sees them; all see their number."""

    seen_by: Literal["all", "owner", "others", "nobody"]
    """`others` are the other seats, without spectators: these see no more than every seat does."""
    per_seat: bool = False
    """Whether the field is a tuple with an entry for each seat, as a zone with owners always is."""
    ordered: bool = True
    """Whether the order matters, as in a deck; if not, pieces are kept sorted, so that their
    position reveals nothing."""
    numbered: bool = False
    """Whether a Scene numbers the places, since actions name them or something is known of each."""
    columns: int = 0
    """If the places are the cells of a board, how many a row has: the field is a tuple of pieces
    and None, row by row. All such fields share one board in the centre; the pieces of an entry for
    a seat belong to it."""
    also: ShowingRule | None = None
    """A rule that shows more: `also(state, viewer, owner, piece)`, asked for each hidden piece."""
    piles: tuple[str, ...] = ()
    """The keys of the piles, if they have some, such as suits: where pieces lie in a tuple of
    tuples, without `columns`, each of these is a pile. In `rows`, those are the zones `row_red` and
    `row_blue`; without keys, as many as there are, `row_1` and so on."""

    @cached_property
    def has_owners(self) -> bool:
        """Whether the field has an entry for each seat."""
        return self.per_seat or self.seen_by in {"owner", "others"}

    def hides(self, viewer: int | str | None, owner: int | None) -> bool:
        """Return whether the viewer does not see this owner's pieces, unless a rule shows them."""
        if viewer == "all":
            return False
        if self.seen_by == "others":
            return viewer is None or viewer == owner
        if self.seen_by == "owner":
            return viewer != owner
        return self.seen_by == "nobody"


class Spot(NamedTuple):
    """A place in a zone."""

    field: str
    owner: int | None
    """None in a zone of the whole table."""
    number: int
    """From 0; always 0 if the order of the zone does not matter."""
    pile: int | None = None
    """The number of the pile, from 0; None in a field that is not several piles."""


class Holds(NamedTuple):
    """A zone that holds at least one of these pieces, as everybody knows."""

    field: str
    owner: int | None
    """None for a zone of the whole table."""
    pieces: Collection[object]
    pile: int | None = None
    """The number of the pile, from 0; None in a field that is not several piles."""


class Fact(Enum):
    """Marks a field without pieces."""

    SEED = "computes what chance decides: it never leaves the State"
    SEAT = "a seat, counted from 0"
    EACH = "something about each seat"
    COUNT = "a number that a Scene shows, or one per seat"
    TRAIL = "how pieces have passed between zones, known to whoever saw them"


Own: TypeAlias = Annotated[tuple[T, ...], ZoneRule("owner", ordered=False)]
Others: TypeAlias = Annotated[tuple[T, ...], ZoneRule("others")]
Hidden: TypeAlias = Annotated[T, ZoneRule("nobody")]
Open: TypeAlias = Annotated[T, ZoneRule("all")]
Shown: TypeAlias = Annotated[tuple[T, ...], ZoneRule("all", per_seat=True)]
Seed: TypeAlias = Annotated[int, Fact.SEED]
Seat: TypeAlias = Annotated[int, Fact.SEAT]
Each: TypeAlias = Annotated[tuple[T, ...], Fact.EACH]
Count: TypeAlias = Annotated[int, Fact.COUNT]
Counts: TypeAlias = Annotated[tuple[int, ...], Fact.COUNT]
Passage: TypeAlias = tuple[Place, Place, tuple[T, ...]]
"""Where pieces came from, where they went, and which they were, in ascending order."""
Trail: TypeAlias = Annotated[tuple[Passage[T], ...], Fact.TRAIL]
"""How pieces have passed, the latest last. A seat sees those that pass from or to a zone whose
pieces it sees. The order of pieces within a zone is not remembered: those that enter a deck are
shuffled into it."""


def mark_of(hint: object) -> ZoneRule | Fact | None:
    """Return the declaration in the type of a field."""
    for note in notes_of(hint):
        if isinstance(note, (ZoneRule, Fact)):
            return note
    return None


def notes_of(hint: object) -> tuple[object, ...]:
    """Return the metadata of an `Annotated` type."""
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def pieces_in(content: object) -> Sequence[object]:
    """Return the pieces that lie in a zone."""
    if not isinstance(content, tuple):
        return () if content is None else (content,)
    if not any([isinstance(part, tuple) or part is None for part in content]):
        return content
    pieces: list[object] = []
    for part in content:
        pieces += pieces_in(part)
    return pieces


def places_in(content: object, first: int = 0) -> Iterator[tuple[int, object]]:
    """Yield the pieces in a zone, each with the number of its place, from `first` on."""
    parts = content if isinstance(content, tuple) else (content,)
    for index, part in enumerate(parts, first):
        for piece in pieces_in(part):
            yield index, piece


def in_order(content: object) -> bool:
    """Return whether the pieces in a zone are in ascending order."""
    if not isinstance(content, tuple):
        return True
    is_ascending = list(content) == sorted(content)
    return is_ascending and all(map(in_order, content))
