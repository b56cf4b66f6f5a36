"""Sampled worlds, and what lies in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.chance import generator
from boardgames.games.for_the_king import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardgames.games.for_the_king import State
    from tests.games.for_the_king.positions import KingPosition

SAMPLES = 400


def worlds(position: KingPosition, viewer: int | None, samples: int = SAMPLES) -> Iterator[State]:
    """Yield sampled worlds, each checked to be possible and to look the same to the viewer."""
    view, rng = position.view(viewer), generator(5, 0)
    for _ in range(samples):
        world = position.game.determinize(view, rng)
        position.game.check_state(world)
        assert position.game.view(world, viewer) == view
        assert position.game.to_act(world) == position.game.to_act(position.state)
        yield world


def names(cards: tuple[int, ...]) -> list[str]:
    """Return the cards by name."""
    return [NAMES[card] for card in cards]


def gold(cards: tuple[int, ...]) -> int:
    """Return the value of the Gold among the cards."""
    return sum(int(name[-1]) for name in names(cards) if name.startswith("Gold"))


# NoteKind is public, what is private.
