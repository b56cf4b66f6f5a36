"""What a table looks like to one reader, as plain data: the same for terminals, pages, programs and
prompts.

The words of a game describe its pieces once (`Words.pieces`), what a seat sees of them
(`Words.scene`), what each legal action means to that seat (`Words.label`), and where the points
came from (`Words.score_sheet`). All of these but the score sheet are made from the View, so a scene
cannot show what its reader may not know. Frontends draw scenes and contain nothing about any
particular game.

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

from typing import Literal

from boardgames.core.integers import Natural, Points, SeatNumber
from boardgames.core.values import maker, value
from boardgames.scene.parts import Area, Unseen
from boardgames.scene.plan import TablePlan


@value
class Touch:
    """Something on the table that an action concerns."""

    seat: SeatNumber | None = None
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

    least: Natural
    """How many more must be chosen; if fewer than `most` are, an action that `declines` ends the
    choice.
    """
    most: Natural
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
    amount: Points | None = None
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
    points: tuple[Points, ...]
    """Per seat."""
    rule: str = ""
    """The rule that gives them, such as `K9.1`."""


@value
class Scene:
    """The table as one reader sees it."""

    viewer: SeatNumber | None
    """The seat that reads it; None for a spectator."""
    title: str
    """The game."""
    heading: str
    """The progress of the game: `season 5 of 8, orders`."""
    areas: tuple[Area, ...]
    """The centre first, if there is one; then the seats in order."""
    to_act: tuple[SeatNumber, ...] = ()
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
    teams: tuple[tuple[SeatNumber, ...], ...] = ()
    """The seats that win and lose together, as far as the reader knows."""
    progress: tuple[Natural, ...] = ()
    """The numbers of the heading, and others that say how far the game has come: 5 and 8 of `season
    5 of 8`. Events refer to them (`boardgames.scene.facts.progress`)."""
    plan: TablePlan | None = None
    """Which places the table has throughout the game; None if they are made as zones come and
    go."""
    stage: str = ""
    """The part of the game that the heading names, such as `season 5 of 8`: what happens in it
    stands together in a log. Empty if the heading names nothing else.
    """

    @property
    def centre(self) -> Area | None:
        """The area that belongs to no seat."""
        return next((area for area in self.areas if area.seat is None), None)

    @property
    def seats(self) -> tuple[Area, ...]:
        """The areas of the seats, in order."""
        return tuple([area for area in self.areas if area.seat is not None])

    def _repr_html_(self) -> str:
        """Return the table as HTML, with the keys of pieces; a Match has their names."""
        from boardgames.scene.as_html import framed, scene_html  # only notebooks need it

        return framed(scene_html(self, {}))


@value
class ScoreSheet:
    """Where the points came from; each column adds up to the score of the seat."""

    lines: tuple[ScoreLine, ...]
    """Every source that gave points to a seat or cost it points."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Points per seat."""
        return tuple(map(sum, zip(*[line.points for line in self.lines], strict=True)))

    def _repr_html_(self) -> str:
        from boardgames.scene.as_html import framed, score_sheet_html  # only notebooks need it

        return framed(score_sheet_html(self))


# For what is made for every legal action.
make_touch = maker(Touch)
make_label = maker(Label)
