"""Koryŏ with other components than the published ones (K1)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from boardgames import ConfigurationError, make
from boardgames.games.koryo import EVENTS, Action, Kind, Koryo
from boardgames.games.koryo.components import COMPONENTS, KEYS
from boardgames.games.koryo.phases.event_cards import EVENT_CARDS, RESOLVED_BY

COPIES = dict(zip(KEYS, COMPONENTS.published.copies, strict=True))
SHORT: dict[str, Any] = {
    "tokens": 3,
    "copies": COPIES | {"merchant": 15},
    "seasons": [{"dealt": 4, "limit": 5}, {"dealt": 2, "limit": 1}],
}


def play_out(game: Koryo, seed: int) -> int:
    """Play a random game and return how many seasons it had."""
    rng, state = Random(seed), game.new_game(seed)  # noqa: S311  # random games, not secrets
    stock = game.inventory(state)
    while game.to_act(state):
        state = game.apply(state, rng.choice(game.legal_actions(state)))
        assert game.inventory(state) == stock
        assert game.state_from_json(game.to_json(state)) == state
        world = game.determinize(game.view(state, 0), rng)
        assert game.inventory(world) == stock
        assert all(
            len(line) <= 80 for line in game.words.render(game.view(state, None)).split("\n")
        )
    return state.round.season


def test_published_components_are_no_option() -> None:
    published = [{"dealt": 11 - season, "limit": 2 + season} for season in range(1, 9)]
    same = Koryo(3, components={"tokens": 8, "copies": COPIES, "seasons": published})
    assert same.options() == Koryo(3).options() == {}
    assert same.new_game(1) == Koryo(3).new_game(1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_other_cards_tokens_and_seasons(players: int) -> None:
    game = Koryo(players, components=SHORT)
    state = game.new_game(5)
    assert game.inventory(state)["merchant"] == 15
    assert game.view(state, None).bank == 3
    assert game.view(state, None).hand_sizes == (4,) * players
    assert play_out(game, 5) == 2


def test_options_make_the_same_game_again() -> None:
    game = Koryo(2, components=SHORT)
    again = make("koryo", players=2, **game.options())
    assert again.options() == game.options() != {}
    assert again.new_game(3) == game.new_game(3)


def test_components_of_a_file(tmp_path: Path) -> None:
    copies = "\n".join(f"{name} = {count}" for name, count in COPIES.items() if name != "barbarian")
    path = tmp_path / "box.toml"
    path.write_text(
        f"tokens = 0\n[copies]\n{copies}\n[[seasons]]\ndealt = 3\nlimit = 0\n", encoding="utf-8"
    )
    game = Koryo(2, components=path)
    state = game.new_game(0)
    assert game.inventory(state)[KEYS[Kind.BARBARIAN]] == 0
    assert game.inventory(state)["token"] == 0
    for seed in range(20):
        assert play_out(game, seed) == 1


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"tokens": -1}, "tokens: expected 0 or more"),
        ({"copies": COPIES | {"omniscient": 2}}, "copies.omniscient: expected at most 1"),
        ({"copies": COPIES | {"spy": 16}}, "copies.spy: .* 15"),
        ({"copies": COPIES | {"emperor": 1}}, "copies: .*omniscient"),
        ({"seasons": []}, "seasons: expected at least one"),
        (
            {"seasons": [{"dealt": 3, "limit": 3}, {"dealt": -1, "limit": 3}]},
            r"seasons\[1\].dealt: expected 0 or more",
        ),
        ({"seasons": [{"dealt": 3, "limit": -1}]}, r"seasons\[0\].limit: expected 0 or more"),
    ],
    ids=str,
)
def test_faulty_components(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(ConfigurationError, match=fault) as caught:
        Koryo(2, components=SHORT | changes)
    assert "\n" not in str(caught.value)


def test_every_event_says_what_it_does_by_an_action_of_its_own() -> None:
    assert tuple(card.kind for card in EVENT_CARDS) == EVENTS
    assert len(RESOLVED_BY) == len(EVENT_CARDS)
    assert {*RESOLVED_BY} <= {*get_args(Action)}
