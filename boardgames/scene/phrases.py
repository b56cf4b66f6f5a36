"""What drawings and tables say by themselves, besides the words of a scene: in English, and what
another language has to replace.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardgames.core.outcome import Outcome
from boardgames.core.text import listed, seat_name, seat_object

if TYPE_CHECKING:
    from boardgames.scene.parts import Counter


class Phrases:
    """The phrases of English; those of another language are a subclass."""

    unknown: str = "unknown"
    """Of pieces whose kind the reader does not know: `3 unknown`."""
    total: str = "total"
    """The last row of a score sheet."""

    def seat_name(self, seat: int, viewer: int | None) -> str:
        """Return what a viewer calls a seat: `You` or `Player 2`."""
        return seat_name(seat, viewer)

    def own(self, zone: str) -> str:
        """Return what the reader calls a zone of their own: `Your hand`."""
        return f"Your {zone}"

    def of_seat(self, owner: str, zone: str) -> str:
        """Return what the reader calls a zone of another seat: `Player 2, hand`."""
        return f"{owner}, {zone}"

    def number_of(self, counter: Counter) -> str:
        """Return the number of a counter, with its limit if it has one."""
        if counter.of is None:
            return str(counter.value)
        return self.of_limit(counter.value, counter.of)

    def of_limit(self, number: int, limit: int) -> str:
        """Return a number with its limit: `6 of 9`."""
        return f"{number} of {limit}"

    def listed(self, names: Sequence[str]) -> str:
        """Return the names as a list in a sentence: `You and Player 3`."""
        return listed(names)

    def teams(self, teams: Sequence[Sequence[int]], viewer: int | None) -> str:
        """Return who plays with whom: `Teams: You and Player 3; Player 2 and Player 4`.

        Empty without teams.
        """
        if not teams:
            return ""
        sides: list[str] = []
        for team in teams:
            names = [self.seat_name(seat, viewer) for seat in team]
            sides.append(self.listed(names))
        return f"Teams: {'; '.join(sides)}"

    def verdict(self, outcome: Outcome, viewer: int | None) -> str:
        """Return who has won, or what was achieved, in words for this viewer (None: a spectator).

        >>> team = (0, 1)
        >>> reason = "the deck is empty"
        >>> ended = Outcome((), (team,), (18, 18), reason, teams=(team,), maximum=25)
        >>> ENGLISH.verdict(ended, 0)
        '18 of 25 points'
        """
        who_won = self._who_won(outcome, viewer)
        points = {*outcome.scores}
        if outcome.maximum is None or len(points) > 1:
            return who_won
        result = f"{self.of_limit(points.pop(), outcome.maximum)} points"
        if any(outcome.utility) and not outcome.winners:
            return result
        return f"{who_won} with {result}"

    def _who_won(self, outcome: Outcome, viewer: int | None) -> str:
        if not outcome.winners:
            return "Everybody loses" if len(outcome.teams) == 1 else "Nobody wins"
        first, *others = outcome.winners
        if not others:
            return f"{seat_name(first, viewer)} {'win' if first == viewer else 'wins'}"
        names = [seat_name(first, viewer), *[seat_object(seat, viewer) for seat in others]]
        if outcome.winning_sides == 1:
            return f"{self.listed(names)} win together"
        return f"{self.listed(names)} share the victory"


ENGLISH = Phrases()
