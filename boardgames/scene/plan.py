"""Where things lie on a table that is drawn: places that are there from the first move to the last.

A game says which zones belong together and how much room they take beside each other; each frontend
knows its own screen. A plan has no sizes, and is the same throughout a game.
"""

from __future__ import annotations

from typing import Annotated, Literal

from boardgames.core.codec import Bounds
from boardgames.core.integers import Natural, Positive
from boardgames.core.values import value


@value
class Space:
    """A place on the table that is kept free, whether anything lies there or not."""

    zones: tuple[str, ...]
    """The keys of the zones that lie here; of several, one has pieces at a time."""
    name: str
    """What the reader calls it while it is empty."""
    places: tuple[Natural, ...] = ()
    """For each of the zones, how many piles of equal pieces usually lie there at most; where fewer
    do, empty places can be drawn."""
    weight: Positive = 1
    """How much room it takes, beside the other spaces of its area."""
    form: Literal["cards", "names", "count"] = "cards"
    """How its pieces are best drawn where there is little room: as cards with their number, by
    their names, or only by how many there are."""
    captions: tuple[str, ...] = ()
    """What is said of each of its places, such as what a card in a queue costs."""


@value
class TablePlan:
    """The places of a table; the counters of an area stand together, beside its spaces."""

    centre: tuple[Space, ...] = ()
    """The spaces of the centre."""
    seat: tuple[Space, ...] = ()
    """The spaces of each seat."""
    counters: tuple[str, ...] = ()
    """The keys of those counters of the centre that are not there all the time."""
    beside: bool = False
    """Whether the centre is best set beside the seats, where a screen is wide, and not above
    them."""
    share: Annotated[int, Bounds(0, 10)] = 1
    """How much room the centre takes, in tenths of the table."""
