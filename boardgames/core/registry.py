"""The classes of games that have been defined: notebooks look for the game of a View there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from weakref import ReferenceType, ref

_CLASSES: list[ReferenceType[type]] = []


def register(game_class: type) -> None:
    """Remember this class for as long as somebody uses it."""
    _CLASSES.append(ref(game_class))


def games_of(players: int | None = None) -> Iterator[object]:
    """Yield a game of each class with this number of players, or (None) with each that is possible.

    Left out are classes that are abstract, not for so many, or in need of options.
    """
    for each in [*_CLASSES]:
        game_class = each()
        counts = getattr(game_class, "player_counts", ()) if players is None else (players,)
        for count in counts:
            with suppress(Exception):
                yield game_class(count)  # type: ignore[misc]  # None has no player counts, or fails
