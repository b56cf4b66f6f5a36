"""What a table looks like to one reader, as plain data: the same for terminals, pages, programs and
prompts.

A game describes its pieces once (`Game.pieces`), what a seat sees of them (`Game.scene`), what each
legal action means to that seat (`Game.label`), and where the points came from (`Game.score_sheet`).
All of these but the score sheet are made from the View, so a scene cannot show what its reader may
not know. Frontends draw scenes and contain nothing about any particular game.

    Scene                    the table: a heading, areas, and what is asked of the reader
      Area                   the centre, or what belongs to one seat
        Zone                 a hand, a tableau, a market, a queue, a deck
          Item               one or more cards of one piece, or face down
        Counter              tokens, doubloons, a limit
      Unseen                 what the face-down pieces of some zones can be
    Label                    an action in the reader's words, and its Touches: pieces and seats
      Several                the choice of several pieces that it is a part of
    ScoreSheet               points by source and seat
"""

from __future__ import annotations

from string import ascii_lowercase
from typing import Literal, TypeAlias

from boardgames.core.text import listed, seat_name
from boardgames.core.values import value

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
    worth: int | None = None
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
class Item:
    """Equal cards, tokens or tiles that lie together."""

    piece: str | None
    """The key of the piece; None if the reader does not know which it is."""
    count: int = 1
    """How many; 1 or more."""
    marks: tuple[str, ...] = ()
    """What is special about them, in a word or two: `majority`, `may be gone`."""
    hidden: bool = False
    """Whether it lies face down or in another seat's hand; if `piece` is known even so, the reader
    has deduced it.
    """
    seat: int | None = None
    """The seat to which it belongs, if its place does not say so, as on a board."""


def face_down(count: int) -> tuple[Item, ...]:
    """Return this many unknown cards as the items of a zone; none for 0."""
    return (Item(None, count, hidden=True),) if count > 0 else ()


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


def cell_key(number: int, columns: int) -> str:
    """Return the key of a cell, counted from 0 row by row: with 6 columns, `b1` for 1 and `a2` for
    6.
    """
    return f"{ascii_lowercase[number % columns]}{number // columns + 1}"


@value
class Counter:
    """A number that belongs to a seat or to the table."""

    key: str
    """Stable, such as `tokens`; counters with the same key are compared, including one of the
    centre.
    """
    name: str
    """What the reader calls it."""
    value: int
    of: int | None = None
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


@value
class Area:
    """The centre of the table, or what belongs to one seat."""

    seat: int | None
    """None for the centre."""
    name: str
    """What the reader calls it: `You`, `Player 2`, `Table`."""
    zones: tuple[Zone, ...] = ()
    counters: tuple[Counter, ...] = ()
    marks: tuple[str, ...] = ()
    """What is special about the seat now, in a word or two: `first player`, `passed`, `bid 5`."""
    board: tuple[tuple[str, ...], ...] = ()
    """Those zones that are the cells of a board: their keys, row by row from the top. Rows are
    equally long; an empty key is a gap."""


@value
class Unseen:
    """What the face-down pieces of some zones can be; all of them have the same back."""

    zones: tuple[str, ...]
    """The keys of the zones, for all seats."""
    items: tuple[Item, ...]
    """Each piece that can lie there, with the number of copies whose place the reader does not know
    for certain.
    """


@value
class Scene:
    """The table as one reader sees it."""

    viewer: int | None
    """The seat that reads it; None for a spectator."""
    title: str
    """The game."""
    heading: str
    """The progress of the game: `season 5 of 8, orders`."""
    areas: tuple[Area, ...]
    """The centre first, if there is one; then the seats in order."""
    to_act: tuple[int, ...] = ()
    """The seats that may act now; none after the end."""
    prompt: str = ""
    """One sentence: what the reader is asked to do, or whom they are waiting for."""
    notes: tuple[str, ...] = ()
    """Further remarks, one line each."""
    unseen: tuple[Unseen, ...] = ()
    """What face-down pieces can be; each piece and zone occurs in at most one of these."""
    layout: Literal["columns", "rows"] = "rows"
    """Whether seats are best set side by side, as columns to compare, or one below the other."""
    tip: str = ""
    """One sentence for a newcomer: what this phase is about; the same throughout the phase."""
    race: tuple[str, ...] = ()
    """The keys of the seats' counters that show who is ahead now: the seat with the most leads."""
    look: tuple[Touch, ...] = ()
    """What a lesson tells the reader to look at."""
    text: str = ""
    """The table as text, if the game does not define a scene; there are no areas then."""
    teams: tuple[tuple[int, ...], ...] = ()
    """The seats that win and lose together, as far as the reader knows."""

    @property
    def centre(self) -> Area | None:
        """The area that belongs to no seat."""
        return next((area for area in self.areas if area.seat is None), None)

    @property
    def seats(self) -> tuple[Area, ...]:
        """The areas of the seats, in order."""
        return tuple([area for area in self.areas if area.seat is not None])

    @property
    def teams_line(self) -> str:
        """Who plays with whom, in words: `Teams: You and Player 3; Player 2 and Player 4`; empty
        without teams.
        """

        def named(team: tuple[int, ...]) -> str:
            return listed([seat_name(seat, self.viewer) for seat in team])

        return f"Teams: {'; '.join(map(named, self.teams))}" if self.teams else ""

    def _repr_html_(self) -> str | None:
        from boardgames.core.scene_html import picture  # only notebooks need it

        return picture(self)


@value
class Touch:
    """Something on the table that an action concerns."""

    seat: int | None = None
    """The seat whose area it is in; None for the centre."""
    zone: str = ""
    """The key of the zone or counter; empty if the action concerns the seat itself."""
    piece: str | None = None
    """The key of the piece; None if the action concerns the zone, or a piece that the reader does
    not know.
    """


@value
class Several:
    """A choice of several pieces, "choose 3 of these", of which each action takes one."""

    least: int
    """How many more must be chosen; if fewer than `most` are, an action that `declines` ends the
    choice.
    """
    most: int
    """How many more can be chosen."""
    pieces: tuple[Touch, ...]
    """All that can be chosen, each as often as it is there, in the order in which the actions have
    to come.
    """


@value
class Label:
    """What a legal action means to the reader."""

    text: str
    """In the reader's words: `swap your Broadcaster for Player 2's Ship Owner`."""
    touches: tuple[Touch, ...] = ()
    """The pieces and seats it concerns; the first one is where a person would begin: the card they
    play.
    """
    group: str = ""
    """Actions with the same group belong together in a menu: `order`, `bid`. In the reader's words,
    too.
    """
    amount: int | None = None
    """If the actions of a group differ in a single number only, that number."""
    note: str = ""
    """A consequence the reader should know of: `more than you can pay: a bluff`."""
    declines: bool = False
    """Whether it takes nothing of what is offered, as passing does. Menus list it last, to prevent
    mistakes.
    """
    several: Several | None = None
    """The choice of several pieces that it is a part of: its first touch is the piece that it
    takes.
    """


@value
class ScoreLine:
    """The points from one source."""

    source: str
    """What they are for: `Merchant`, `Events`, `tokens`."""
    points: tuple[int, ...]
    """Per seat."""
    rule: str = ""
    """The rule that gives them, such as `K9.1`."""


@value
class ScoreSheet:
    """Where the points came from; each column adds up to the score of the seat."""

    lines: tuple[ScoreLine, ...]
    """Every source that gave points to a seat or cost it points."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Points per seat."""
        return tuple(map(sum, zip(*[line.points for line in self.lines], strict=True)))

    def _repr_html_(self) -> str | None:
        from boardgames.core.scene_html import picture  # only notebooks need it

        return picture(self)
