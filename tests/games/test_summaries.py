"""The rules in a few sentences, for people and language models that begin."""

from __future__ import annotations

import re

import pytest

from boardgames import game_class, game_names, make
from examples.kuhn_poker import KuhnPoker


@pytest.mark.parametrize("name", game_names())
def test_the_rules_in_short_say_how_a_game_goes_and_who_wins(name: str) -> None:
    summary = make(name, players=game_class(name).player_counts[0]).words.summary()
    assert summary.count("\n- ") >= 3
    assert "win" in summary
    assert 400 < len(summary) < 1500
    assert "#" not in summary


def test_a_game_without_such_a_section_has_the_beginning_of_its_rules() -> None:
    assert KuhnPoker(2).words.summary().startswith("Three cards, a coin each")


@pytest.mark.parametrize("name", game_names())
def test_a_first_game_is_told_the_goal_what_each_phase_is_about_and_who_leads(name: str) -> None:
    game = make(name, players=game_class(name).player_counts[0])
    assert "win" in game.words.goal
    assert len(game.words.goal) < 120
    state = game.new_game(5)
    while players := game.to_act(state):
        scene = game.words.scene(game.view(state, players[0]))
        assert scene.tip.endswith(".")
        assert not re.search(r"\byour?\b", scene.tip, re.IGNORECASE), (
            "spectators and those who wait read it, too"
        )
        for area in scene.seats:
            assert {*scene.race} <= {counter.key for counter in area.counters}
        assert scene.race
        state = game.apply(state, game.legal_actions(state)[-1])
