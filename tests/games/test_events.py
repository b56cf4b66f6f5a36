"""In every game with events, what a viewer sees happen explains how the table has changed for them."""

from __future__ import annotations

import pytest

import boardgames
from boardgames.core.chance import generator, pick
from boardgames.testing.event_checks import unexplained

TABLES = [
    (name, players)
    for name in boardgames.game_names()
    if boardgames.game_class(name).event_types is not None
    for players in boardgames.game_class(name).player_counts
]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_events_that_a_viewer_sees_explain_the_table(name: str, players: int) -> None:
    game = boardgames.make(name, players=players)
    rng = generator(1, players)
    for seed in range(3):
        state = game.new_game(seed)
        while seats := game.to_act(state):
            seat = pick(seats, rng)
            action = game.random_action(state, rng, seat)
            after = game.apply(state, action, seat)
            events = game.events(state, action, seat)
            for viewer in (*range(players), None):
                seen = [shown for event in events if (shown := event.seen_by(viewer)) is not None]
                scenes = [game.scene(game.view(each, viewer)) for each in (state, after)]
                assert unexplained(scenes[0], seen, scenes[1]) is None, (seed, str(action), viewer)
            state = after
