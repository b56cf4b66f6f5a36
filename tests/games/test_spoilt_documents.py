"""States and Views of real games are read; with one number changed, the refusal names its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from boardgames import DecodeError, Game, game_class, game_names, make
from boardgames.core.chance import generator
from tests.games.position import random_game

CHANGES = (1, -1, 3, -3)
NAMED = 0.6
"""The share of refusals that must start with the path of the changed number, or of its parent."""
ACCEPTED = {"koryo": 0.035, "for_the_king": 0.155, "mundus_novus": 0.045}
"""The share of changed documents that may be accepted: a seed or a Primary Duty has many values."""
SPREAD = 0.02
"""How much more that may be in the small sample of the fast suite."""

Path = tuple[str | int, ...]


@dataclass
class Tally:
    """What came of reading changed documents."""

    documents: int = 0
    named: int = 0
    """Refusals that start with the path of the changed number, or of its parent."""
    accepted: list[str] = field(default_factory=list)
    """The paths of the numbers whose change was not noticed."""
    elsewhere: list[str] = field(default_factory=list)
    """Each other refusal, after the path of the changed number."""


def numbers_in(data: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every whole number in a JSON document."""
    if isinstance(data, int) and not isinstance(data, bool):
        yield path
    if isinstance(data, dict):
        for key, item in data.items():
            yield from numbers_in(item, (*path, key))
    if isinstance(data, list):
        for index, item in enumerate(data):
            yield from numbers_in(item, (*path, index))


def written(path: Path) -> str:
    """Return the path as errors write it: `hidden.hands[2].spy`."""
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in path]
    return "".join(steps).removeprefix(".")


def is_named(fault: str, path: Path) -> bool:
    """Return whether the message starts with this path, or with that of its parent."""
    place, _, _ = fault.partition(": ")
    return place in (written(path), written(path[:-1]))


def picked(rng: Random, items: Any) -> Any:
    """Return one of the items; the same in every version of Python."""
    return items[int(rng.random() * len(items))]


def positions(
    name: str, games: int, each: int
) -> Iterator[tuple[Game[Any, Any, Any], Any, Random]]:
    """Yield positions of random games for all numbers of players: so many of each, and the last."""
    for players in game_class(name).player_counts:
        game = make(name, players=players)
        for seed in range(games):
            rng = generator(seed, players)
            states = [*random_game(game, seed)]
            for state in [*[picked(rng, states) for _ in range(each)], states[-1]]:
                yield game, state, rng


def documents(
    game: Game[Any, Any, Any], state: Any, rng: Random
) -> Iterator[tuple[Any, Callable[[Any], object]]]:
    """Yield the State and one of its Views as JSON, each with the function that reads it."""
    yield game.to_json(state), game.state_from_json
    viewer = picked(rng, (*range(game.players), None))
    yield game.to_json(game.view(state, viewer)), game.view_from_json


def change(data: Any, path: Path, amount: int) -> None:
    """Add this amount to the number at this path."""
    *parents, last = path
    for step in parents:
        data = data[step]
    data[last] += amount


def tally_of(name: str, *, games: int, each: int, changes: int) -> Tally:
    """Change numbers in documents of random games, one at a time, and read each document."""
    tally = Tally()
    for game, state, rng in positions(name, games, each):
        for data, read in documents(game, state, rng):
            paths = [*numbers_in(data)]
            for _ in range(changes):
                path, amount = picked(rng, paths), picked(rng, CHANGES)
                change(data, path, amount)
                record(tally, data, read, path)
                change(data, path, -amount)
    return tally


def record(tally: Tally, data: Any, read: Callable[[Any], object], path: Path) -> None:
    """Read a document with a change at this path, and note what comes of it."""
    tally.documents += 1
    try:
        read(data)
    except DecodeError as error:
        fault = str(error)
        top, _, _ = fault.partition(": ")[0].partition(".")
        assert top.partition("[")[0] in {*data, "top level"}, f"no place in the document: {fault}"
        if is_named(fault, path):
            tally.named += 1
        else:
            tally.elsewhere.append(f"{written(path)} changed: {fault}")
    else:
        tally.accepted.append(written(path))


def demand_quality(tally: Tally, accepted: float) -> None:
    """Demand that most refusals name the place, and that no more than this share is accepted."""
    refused = tally.documents - len(tally.accepted)
    assert tally.named >= NAMED * refused, tally.elsewhere
    assert len(tally.accepted) <= accepted * tally.documents, tally.accepted


@pytest.mark.parametrize("name", game_names())
def test_a_wrong_number_is_refused_with_its_place(name: str) -> None:
    demand_quality(tally_of(name, games=1, each=10, changes=5), ACCEPTED[name] + SPREAD)


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_a_wrong_number_is_refused_with_its_place_in_many_games(name: str) -> None:
    demand_quality(tally_of(name, games=10, each=14, changes=6), ACCEPTED[name])


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param(name, players, marks=[pytest.mark.long] if players > 2 else [])
        for name in game_names()
        for players in game_class(name).player_counts
    ],
)
def test_states_and_views_of_a_game_are_read(name: str, players: int) -> None:
    game = make(name, players=players)
    for state in [*random_game(game, players)][::3]:
        assert game.state_from_json(game.to_json(state)) == state
        for viewer in (*range(players), None):
            view = game.view(state, viewer)
            assert game.view_from_json(game.to_json(view)) == view
