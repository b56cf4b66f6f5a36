"""How a game ended, and what that is worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardgames.core.errors import require
from boardgames.core.integers import Points, Positive, SeatNumber, Share
from boardgames.core.values import value


@value
class Outcome:
    """The end of a game as a value.

    Raises `DecodeError` if the maximum is not above 0 or a utility is not from 0 to 1.

    >>> Outcome((0, 2), ((0, 2), (1,)), (9, 4, 9), "the deck is empty").utility
    (0.5, 0.0, 0.5)
    >>> Outcome((), ((0, 1),), (18, 18), "the deck is empty", teams=((0, 1),), maximum=25).utility
    (0.72, 0.72)
    """

    winners: tuple[SeatNumber, ...]
    """The seats that won, in ascending order: the first group of the ranking, or nobody."""
    ranking: tuple[tuple[SeatNumber, ...], ...]
    """All seats, best first; tied seats form one group, and so do those of a team."""
    scores: tuple[Points, ...]
    """Points per seat."""
    reason: str
    """Why the game ended: a key for `Words.name`, or a few words where that has no name for it."""
    tie_break: str | None = None
    """The tie-break that decided who won, in the same way; None if none was needed or none
    helped."""
    teams: tuple[tuple[SeatNumber, ...], ...] = ()
    """The seats that won or lost together, as in `Game.teams`; empty if each played for itself."""
    maximum: Positive | None = None
    """What the points are measured by, if not by those of other seats: "18 of 25"."""
    utility: tuple[Share, ...] = ()
    """What the end is worth to each seat, from 0 to 1.

    By default its points divided by `maximum` or, without one, its share of the victory: 1 for the
    only winner, or everybody in the only team that won; 1/2 if two share the victory; 0 for losers.
    """

    def __post_init__(self) -> None:
        if self.maximum is not None:
            require(self.maximum > 0, f"maximum: expected more than 0, not {self.maximum}")
        if not self.utility:
            object.__setattr__(self, "utility", self._usual_utility())
        for seat, worth in enumerate(self.utility):
            require(0 <= worth <= 1, f"utility[{seat}]: expected 0 to 1, not {worth}")

    def _usual_utility(self) -> tuple[float, ...]:
        if self.maximum is not None:
            return tuple([points / self.maximum for points in self.scores])
        share = 1 / self.winning_sides if self.winners else 0.0
        return tuple([share if seat in self.winners else 0.0 for seat in range(len(self.scores))])

    @property
    def winning_sides(self) -> int:
        """The number of teams, or single seats, that won."""
        return len({self._side_of(seat) for seat in self.winners})

    def _side_of(self, seat: int) -> tuple[int, ...]:
        """Return the team of the seat; in a game without teams, the seat alone."""
        for team in self.teams:
            if seat in team:
                return team
        return (seat,)


def ranked(keys: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    """Return the seats in descending order of their keys, seats with equal keys together.

    >>> ranked([12, 30, 12])
    ((1,), (0, 2))
    """
    groups: dict[Any, list[int]] = {}
    for seat, key in enumerate(keys):
        groups.setdefault(key, []).append(seat)
    return tuple([tuple(groups[key]) for key in sorted(groups, reverse=True)])
