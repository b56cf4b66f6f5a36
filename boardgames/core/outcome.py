"""How a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardgames.core.values import value

if TYPE_CHECKING:
    from collections.abc import Sequence


@value
class Outcome:
    """The end of a game as a value."""

    winners: tuple[int, ...]
    """The seats that won; several share the victory."""
    ranking: tuple[tuple[int, ...], ...]
    """All seats, best first; tied seats form one group."""
    scores: tuple[int, ...]
    """Points per seat."""
    reason: str
    """Why the game ended."""
    tie_break: str | None = None
    """The tie-break that decided who won; None if none was needed or none helped."""

    def share(self, player: int) -> float:
        """Return this seat's share of the victory: 1 for the only winner, 0 for a loser, 1/2 for one of two winners."""
        return 1 / len(self.winners) if player in self.winners else 0.0


def ranked(keys: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    """Return the seats in descending order of their keys, seats with equal keys together.

    >>> ranked([12, 30, 12])
    ((1,), (0, 2))
    """
    return tuple(
        tuple(seat for seat, key in enumerate(keys) if key == level) for level in sorted(set(keys), reverse=True)
    )
