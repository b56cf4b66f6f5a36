"""For the King (and Me) (Steve Finn, 2021): influence shared out, then auctioned."""

from boardgames.games.for_the_king.rules import ForTheKing

__all__ = ["ForTheKing"]
