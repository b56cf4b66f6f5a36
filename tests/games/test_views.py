"""A View read from outside is refused, unless some State of the game has it."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from boardgames import DecodeError, game_names, make
from boardgames.core.chance import generator

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = {"koryo": 30, "for_the_king": 90, "mundus_novus": 70}
"""By game: how many actions into it the Views are from."""
WRONG = (-1, 3, 10**30)


def spoilt(data: Any) -> Iterator[Any]:
    """Yield copies of the JSON, each with another number in one place."""
    places = [*numbers(data)]
    for *parents, last in places:
        for wrong in WRONG:
            copy = deepcopy(data)
            place = copy
            for step in parents:
                place = place[step]
            place[last] = wrong
            yield copy


def numbers(data: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every number."""
    members = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, member in members:
        if type(member) is int:
            yield (key,)
        else:
            yield from ((key, *path) for path in numbers(member))


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_a_view_with_another_number_is_refused_or_has_a_world(name: str) -> None:
    game: Any = make(name, players=3)
    state, rng, refused = game.new_game(1), generator(1, 1), 0
    for _ in range(STEPS[name]):
        state = game.apply(state, game.random_action(state, rng))
    for viewer in (0, None):
        for data in spoilt(game.to_json(game.view(state, viewer))):
            try:
                view = game.view_from_json(data)
            except DecodeError:
                refused += 1
                continue
            world = game.determinize(view, rng)
            game.check_state(world)
            assert game.view(world, view.seat) == view
    assert refused > 50
