"""What the estimates of the games go by, told in words."""

from __future__ import annotations

import re
from dataclasses import replace
from math import isfinite, log
from typing import Any

import pytest

from boardgames import game_class, game_names, make
from boardgames.remote import shown
from boardgames.scene.phrases import ENGLISH
from boardgames.table import Table
from tests.boxes import frozen
from tests.conftest import KORYO_AND_OTHERS
from tests.games.korean import Korean
from tests.games.korean_phrases import KOREAN
from tests.games.position import random_game
from tests.play import searches

TABLES = [(name, players) for name in game_names() for players in game_class(name).player_counts]


def positions(game: Any, games: int = 2) -> list[Any]:
    """Return States of games played at random."""
    return [
        state for seed in range(games) for state in random_game(game, seed) if game.to_act(state)
    ][::7]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_seat_has_the_same_reasons_with_finite_weights(name: str, players: int) -> None:
    game: Any = make(name, players=players)
    for state in positions(game):
        rows = [game.reasons(state, seat) for seat in range(players)]
        assert rows[0]
        assert all(row.keys() == rows[0].keys() for row in rows)
        assert all(isfinite(weight) for row in rows for weight in row.values())
        for words in rows[0]:
            assert sum(row[words] for row in rows) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("name", game_names())
def test_with_two_seats_the_reasons_add_up_to_the_estimate(name: str) -> None:
    """To the logarithm of the odds."""
    game: Any = make(name, players=2)
    for state in positions(game):
        chance = game.evaluate(state, 0)
        if 0.001 < chance < 0.999:
            assert sum(game.reasons(state, 0).values()) == pytest.approx(
                log(chance / (1 - chance)), abs=1e-6
            ), state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_chances_of_all_seats_add_up_to_one(name: str, players: int) -> None:
    game: Any = make(name, players=players)
    for state in positions(game, 1):
        assert sum(game.evaluate(state, seat) for seat in range(players)) == pytest.approx(1), state


def keys_of(game: Any) -> set[str]:
    """Return the keys of all reasons of this game, also of those that random play never meets."""
    states = positions(game)
    if game.name == "mundus_novus":
        states.append(replace(states[0], round=replace(states[0].round, perfect=(0,))))
    return {key for state in states for key in game.reasons(state, 0)}


@pytest.mark.parametrize("name", game_names())
def test_every_reason_has_words(name: str) -> None:
    """A key that is a plain word may be its own."""
    game: Any = make(name, players=2)
    keys = keys_of(game)
    assert len(keys) >= 4
    words = {key: game.words.name(key) for key in keys}
    assert not {key for key, said in words.items() if "_" in said or "#" in said}
    assert {key for key, said in words.items() if key == said} <= {"tokens", "hand", "doubloons"}
    assert len({*words.values()}) == len(keys)


@pytest.mark.parametrize(
    "name",
    KORYO_AND_OTHERS,
)
def test_a_hint_at_a_table_gives_the_reasons_in_words(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches.walk(monkeypatch, 80)
    game: Any = make(name, players=2)
    at = Table.open(game, ["human", "human"], 7)
    keys, read = keys_of(game), set()
    while at.waiting and at.match.plies < 40:
        seat = at.waiting[0]
        is_asked = at.match.plies % 3 == 0 and len(at.choices(seat)) > 1
        for each in at.hint(seat, seconds=30) if is_asked else ():
            read |= {reason.words for reason in each.why if reason.chance}
        at.act(seat, at.choices(seat)[-1].action)
    assert len(read - {ENGLISH.all_else}) >= 3
    assert read <= {*map(game.words.name, keys), ENGLISH.all_else}


def test_reasons_are_given_in_the_language_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hint, and of a judgement after the game, whoever it is about."""
    searches.walk(monkeypatch, 80)
    at = Table.open(frozen("koryo", 2), ["human", "human"], 7)
    korean = Korean(at.match.game)
    at.sight.languages[1] = korean
    known = {*map(korean.name, keys_of(at.match.game)), KOREAN.all_else}
    read: set[str] = set()
    while at.waiting:
        seat = at.waiting[0]
        if seat == 1 and at.match.plies < 30 and len(at.choices(seat)) > 1:
            hints = at.hint(seat, seconds=30)
            read |= {reason.words for each in hints for reason in each.why if reason.chance}
        at.act(seat, at.choices(seat)[0].action)
    assert len(read - {KOREAN.all_else}) >= 3
    assert read <= known
    searches.walk(monkeypatch, 40)
    judged = shown.judgement(at, 0, 0, 1).judgement
    while judged is not None and not judged.why:
        judged = shown.judgement(at, 0, judged.ply, 1).judgement
    assert judged is not None
    assert {reason.words for reason in judged.why if reason.chance} <= known
    for text in (judged.when, judged.done_text, judged.best_text):
        assert not re.search("[A-Za-z]", text), text
