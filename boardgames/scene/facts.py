"""Where on the table the fields of an Event can be found, declared with each field.

Whatever an Event changes shows by itself that it is true. Of a field that changes nothing, its
author says where it can be found:

    @value
    class SeasonBegins(Event):
        season: Annotated[int, progress(0)]
        first: Annotated[int, NEXT]

`check_game` compares the fields with the table, and refuses a field of which neither holds. `ACTOR`
is the seat that acts, and `NEXT` one that may act after the action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from boardgames.core.values import value
from boardgames.scene.events import Place

if TYPE_CHECKING:
    from boardgames.scene.log import Snapshot
    from boardgames.scene.scene import Scene


class Moment(NamedTuple):
    """An Event as a viewer sees it, and what lies on the table around it."""

    event: Any
    seat: int | None
    """The seat that acts; None at the beginning."""
    action: Any
    """What it does; None at the beginning."""
    before: Scene
    after: Scene
    """The viewer's Scenes before and after the action; at the beginning, both are the first one."""
    now: Snapshot
    """What the viewer's Scene shows between the two, right after the Event."""

    def held(self, seat: int | None, zone: str) -> dict[str | None, int]:
        """Return the number of each piece in a zone, right after the Event."""
        return dict(self.now.zones.get(Place(seat, zone), {}))


@value
class OnTable:
    """Says where a field can be found: `find` returns its value there, or a set of the values that
    it can have.
    """

    find: Callable[[Moment], object]


NEXT = OnTable(lambda at: {*at.after.to_act})
"""A seat that may act after the action."""
ACTOR = OnTable(lambda at: at.seat)
"""The seat that acts."""


def such_that(name: str, holds: Callable[[Moment], bool]) -> OnTable:
    """Return where a field is found of which the table only shows whether it can be true."""
    return OnTable(lambda at: {getattr(at.event, name)} if holds(at) else set())


def by(action: str) -> OnTable:
    """Return where the seat is found that has taken an action of the class with this name."""
    return OnTable(lambda at: at.seat if type(at.action).__name__ == action else None)


def of_action(name: str) -> OnTable:
    """Return where a field is found that repeats this field of the action."""
    return OnTable(lambda at: getattr(at.action, name, None))


def progress(place: int) -> OnTable:
    """Return where a number is found that the Scene has in its `progress` after the action, at this
    place.
    """

    def find(at: Moment) -> int:
        numbers = at.after.progress
        return numbers[place] if place < len(numbers) else -1

    return OnTable(find)
