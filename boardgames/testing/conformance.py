"""Runs every check on a game."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from boardgames.core.errors import ConformanceError
from boardgames.testing import hidden_checks, open_checks
from boardgames.testing.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardgames.core.game import Game

CHECKS: dict[str, Callable[[Probe], None]] = {
    "purity": open_checks.purity,
    "determinism": open_checks.determinism,
    "legality": open_checks.legality,
    "round trips": open_checks.round_trips,
    "conservation": open_checks.conservation,
    "text": open_checks.text,
    "ends": open_checks.ends,
    "commits": hidden_checks.commits,
    "views": hidden_checks.views,
    "sampling": hidden_checks.sampling,
    "reach": hidden_checks.reach,
}
"""Every check by its name, in the order in which they run; the docstring of each says what it demands."""


def check_game(
    game: Game[Any, Any, Any], *, games: int = 4, positions: int = 12, longest: int = 10_000, seed: int = 0
) -> None:
    """Hold a game to the contract; raise `ConformanceError` that names the first check it fails, and how.

    Plays `games` random games from `seed` on, each of at most `longest` plies, and looks closely at so many
    `positions`. The class must be importable by another process: not defined within a function.
    """
    probe = Probe(game, games, positions, longest, seed)
    untouched = random.getstate()
    for name, check in CHECKS.items():
        try:
            check(probe)
        except ConformanceError:
            raise
        except Exception as error:
            raise ConformanceError(name, f"the game raised {type(error).__name__}: {error}") from error
        if random.getstate() != untouched:
            raise ConformanceError("determinism", "the game uses Python's global random generator")
