"""The parts of a scene: pieces, and the zones, counters and areas in which they lie."""

from __future__ import annotations

from typing import Literal, TypeAlias

from boardgames.core.integers import Natural, Points, Positive, SeatNumber
from boardgames.core.values import maker, value

Colour: TypeAlias = Literal[
    "red",
    "orange",
    "yellow",
    "green",
    "teal",
    "blue",
    "purple",
    "pink",
    "brown",
    "black",
    "grey",
    "white",
]
"""Names of colours; each frontend shows them in shades that can be read on its background."""


@value
class Piece:
    """A card, token or tile as printed."""

    key: str
    """ASCII, stable: the name used in the game's JSON and scenes, such as `ship_owner` or `Military
    C4`.
    """
    name: str
    """The printed name."""
    text: str
    """One sentence: what it does, and for whom."""
    group: str = ""
    """Its family, office or resource; pieces of a group have the same colour."""
    worth: Points | None = None
    """The number printed on it, if any: points, value or rank."""
    rule: str = ""
    """The rule about it, such as `K7.6`."""
    colour: Colour | None = None
    """Its colour, such as that of its suit; if None, the frontend chooses one for its group."""
    back: str = ""
    """What the other side is called, if something is printed there as well, as on a token that is
    turned over.
    """


@value
class Mark:
    """What is special about pieces, or about a seat, now."""

    key: str
    """Stable, such as `first_player`; numbers in it are part of it, as in `bid_5`."""
    name: str
    """What the reader calls it, in a word or two: `first player`, `bid 5`."""


@value
class Item:
    """Equal cards, tokens or tiles that lie together."""

    piece: str | None
    """The key of the piece; None if the reader does not know which it is."""
    count: Positive = 1
    """How many."""
    marks: tuple[Mark, ...] = ()
    """What is special about them: `majority`, `may be gone`."""
    hidden: bool = False
    """Whether it lies face down or in another seat's hand; if `piece` is known even so, the reader
    has deduced it.
    """
    seat: SeatNumber | None = None
    """The seat to which it belongs, if its place does not say so, as on a board."""


@value
class Zone:
    """A place where pieces lie."""

    key: str
    """Stable, such as `tableau` or `market`. Frontends treat `hand` specially: they show the
    reader's own hand apart from the table, and the other hands at the end."""
    name: str
    """What the reader calls it."""
    items: tuple[Item, ...]
    kinds: tuple[str, ...] = ()
    """The keys of all pieces that can lie here, if a table should show a row for each, to compare
    the seats.
    """
    ordered: bool = False
    """Whether the order matters, as in a queue; places are numbered from 1."""
    minor: bool = False
    """Whether the zone seldom matters for a decision; a narrow terminal may omit it."""
    brief: bool = False
    """Whether the number of its pieces is enough if there is little room, as for discards."""

    @property
    def size(self) -> int:
        """The number of pieces that lie here."""
        return sum(item.count for item in self.items)


def column_name(number: int) -> str:
    """Return the usual name of a column of a board, counted from 0: `a` for 0."""
    return "abcdefghijklmnopqrstuvwxyz"[number]


def row_name(number: int) -> str:
    """Return the usual name of a row of a board, counted from 0: `1` for 0."""
    return str(number + 1)


def cell_key(number: int, columns: int) -> str:
    """Return the key of a cell, counted from 0 row by row: with 6 columns, `b1` for 1 and `a2` for
    6.
    """
    row, column = divmod(number, columns)
    return column_name(column) + row_name(row)


@value
class Counter:
    """A number that belongs to a seat or to the table."""

    key: str
    """Stable, such as `tokens`; counters with the same key are compared, including one of the
    centre.
    """
    name: str
    """What the reader calls it."""
    value: Points
    of: Points | None = None
    """The limit, if it has one: 5 of 9."""
    note: str = ""
    """A word or two about it, such as `+2`."""
    piece: str | None = None
    """The key of the piece that it counts, if pieces are shown as a number rather than in a
    zone.
    """
    derived: bool = False
    """Whether it follows from the rest of the scene, as points do from pieces; events do not report
    its changes.
    """
    rank: Natural = 0
    """Its rank among those of the other seats where the game rewards it, 1 for the best; 0 if it
    earns nothing.
    """


@value
class Area:
    """The centre of the table, or what belongs to one seat."""

    seat: SeatNumber | None
    """None for the centre."""
    name: str
    """What the reader calls it: `You`, `Player 2`, `Table`."""
    zones: tuple[Zone, ...] = ()
    counters: tuple[Counter, ...] = ()
    marks: tuple[Mark, ...] = ()
    """What is special about the seat now: `first player`, `passed`, `bid 5`."""
    board: tuple[tuple[str, ...], ...] = ()
    """Those zones that are the cells of a board: their keys, row by row from the top. Rows are
    equally long; an empty key is a gap."""
    board_rows: tuple[str, ...] = ()
    """What the reader calls the rows of the board, from the top; empty if they have no names."""
    board_columns: tuple[str, ...] = ()
    """What the reader calls its columns, from the left; empty if they have no names."""


@value
class Unseen:
    """What the face-down pieces of some zones can be; all of them have the same back."""

    zones: tuple[str, ...]
    """The keys of the zones, for all seats."""
    items: tuple[Item, ...]
    """Each piece that can lie there, with the number of copies whose place the reader does not know
    for certain.
    """


# For what the scenes of a game are full of.
make_item = maker(Item)
make_zone = maker(Zone)
make_counter = maker(Counter)


def face_down(count: int) -> tuple[Item, ...]:
    """Return this many unknown cards as the items of a zone; none for 0."""
    return (make_item(None, count, hidden=True),) if count > 0 else ()
