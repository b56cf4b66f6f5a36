"""The random policy of Mundus Novus: uniform, but that a turn rarely ends early."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.games.mundus_novus.shared_actions import DONE

if TYPE_CHECKING:
    from random import Random

    from boardgames.games.mundus_novus.actions import Action
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.state import State

EARLY_END = 0.1
"""Chance that a random player ends their turn though they could do something else."""


def random_action(game: MundusNovus, state: State, rng: Random, player: int | None) -> Action:
    """Return a random legal action; a turn ends early only now and then, while there is something to do in it."""
    actions = game.legal_actions(state, player)
    count = len(actions)
    if not count:
        raise game.not_to_act(state, player, "no legal action")
    if count > 1 and actions[-1] is DONE and rng.random() >= EARLY_END:
        count -= 1
    return actions[int(rng.random() * count)]
