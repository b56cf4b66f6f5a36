"""Positions in which one action is worse than another for certain: the same table but for a token,
a card or a value.

    python -m tests.play.dominated koryo 200 0.3

says how often a hint with so many seconds names such an action first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

from boardgames import Game
from boardgames.core.chance import generator
from boardgames.games import for_the_king, koryo, mundus_novus
from boardgames.games.koryo import Bank, Steal
from boardgames.play.analysis import hint
from tests.boxes import frozen


def dominated(actions: tuple[Any, ...]) -> set[Any]:
    """Return the legal actions that another one dominates.

    Koryŏ: to end the turn instead of taking a token first. Mundus Novus: to store no card where one
    may be stored. For the King: to pay with, or to discard, Gold of a higher value instead of as
    much Gold of lower values.
    """
    kinds = {type(action) for action in actions}
    if kinds & {Bank, Steal}:
        return {action for action in actions if type(action) is koryo.End}
    if mundus_novus.Store in kinds:
        return {action for action in actions if type(action) is mundus_novus.StoreNothing}
    if for_the_king.Pay in kinds:
        paid = {action: action.coins for action in actions}
    elif for_the_king.Discard in kinds:
        paid = {
            action: (int(str(action).split()[-1]),) for action in actions if "Gold" in str(action)
        }
    else:
        return set()
    return {
        more
        for more, cards in paid.items()
        for fewer in paid.values()
        if len(fewer) == len(cards) and fewer != cards and all(map(int.__le__, fewer, cards))
    }


def positions(name: str, seed: int) -> Iterator[tuple[Game[Any, Any, Any], Any, int]]:
    """Yield positions of random games with such an action: game, State and seat to act."""
    for number in count(seed):
        counts = list(frozen(name, 2).player_counts)
        game = frozen(name, counts[number % len(counts)])
        state, rng, passed = game.new_game(number), generator(number, 1), 0
        while seats := game.to_act(state):
            actions = game.legal_actions(state, seats[0])
            if dominated(actions):
                passed += 1
                if passed % 3 == 1:  # those of a game resemble each other
                    yield game, state, seats[0]
            state = game.apply(state, game.random_action(state, rng, seats[0]), seats[0])


def first_dominated(name: str, number: int, seconds: float, seed: int = 1) -> list[str]:
    """Return the hints, of this number of positions, that name a dominated action first."""
    found = []
    for game, state, seat in islice(positions(name, seed), number):
        actions = game.legal_actions(state, seat)
        hints = hint(game, seat, game.view(state, seat), actions, seconds=seconds)
        if hints and hints[0].action in dominated(actions):
            found.append(
                "; ".join(f"{each.action} {each.chance:.3f} {each.why[0].words}" for each in hints)
            )
    return found


if __name__ == "__main__":
    bad = first_dominated(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
    print(  # noqa: T201
        f"{sys.argv[1]}: a dominated action first in {len(bad)} of {sys.argv[2]} positions",
        *bad,
        sep="\n",
    )
