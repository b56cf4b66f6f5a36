"""The rules in a few sentences, for people and language models that begin."""

from __future__ import annotations

import pytest

from boardgames import game_class, game_names, make
from examples.kuhn_poker import KuhnPoker


@pytest.mark.parametrize("name", game_names())
def test_the_rules_in_short_say_how_a_game_goes_and_who_wins(name: str) -> None:
    summary = make(name, players=game_class(name).player_counts[0]).summary()
    assert summary.count("\n- ") >= 3
    assert "win" in summary
    assert 400 < len(summary) < 1500
    assert "#" not in summary


def test_a_game_without_such_a_section_has_the_beginning_of_its_rules() -> None:
    assert KuhnPoker(2).summary().startswith("Three cards, a coin each")
