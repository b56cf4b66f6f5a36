"""A schema accepts what the reader of the same JSON accepts, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boardgames
from boardgames import DecodeError
from boardgames.arena import Plan, run_arena
from boardgames.arena.results import GameResult
from boardgames.contract.game import declared_types
from boardgames.core.codec import from_json, to_json
from boardgames.play import Match
from boardgames.play.bots import make_bot
from boardgames.play.ending import Ending
from boardgames.play.record import Record
from boardgames.remote.methods import METHODS
from boardgames.schema import schema
from tests.games.position import random_game
from tests.play.players import every_ending
from tests.remote.client import Client
from tests.schema.mutations import mutated

OWN = ("for_the_king", "koryo", "mundus_novus")


def jsonschema() -> Any:
    """Return the package that validates; skip the test without it."""
    return pytest.importorskip("jsonschema")


@cache
def validator(name: str, part: str = "") -> Any:
    document = schema(name)
    if part:
        document = {"$defs": document["$defs"], "$ref": f"#/$defs/{part}"}
    return jsonschema().Draft202012Validator(document)


@dataclass
class Kind:
    """One kind of JSON: its schema, its reader, and some documents."""

    name: str
    read: Callable[[Any], object]
    documents: list[Any]
    part: str = ""

    def is_read(self, data: Any) -> bool:
        try:
            self.read(data)
        except DecodeError:
            return False
        return True

    def differences(self, rng: Random, number: int) -> Iterator[str]:
        """Yield the changed documents about which schema and reader differ."""
        accepted = validator(self.name, self.part)
        for _ in range(number):
            data = mutated(rng.choice(self.documents), rng)
            if accepted.is_valid(data) != self.is_read(data):
                errors = [
                    f"{error.json_path}: {error.message}" for error in accepted.iter_errors(data)
                ]
                yield f"{self.name} {self.part}: {errors[:1]} {json.dumps(data)[:2000]}"


def reader(hint: Any, *, allow_missing: bool = False) -> Callable[[Any], object]:
    return lambda data: from_json(hint, data, allow_missing=allow_missing)


def of_game(name: str, every: int) -> Iterator[Kind]:
    """Yield the kinds of JSON that a game has of its own, from a random game.

    `every`: how many actions lie between its States that are looked at.
    """
    cls = boardgames.game_class(name)
    game = boardgames.make(name, players=cls.player_counts[-1])
    _, action, view = declared_types(cls) or (None, None, None)
    states = [*random_game(game, 5)]
    states = [*states[::every], states[-1]]
    actions: dict[str, Any] = {}
    views: list[Any] = []
    events: dict[str, Any] = {}
    for state in states:
        seats = game.to_act(state)
        views += [game.to_json(game.view(state, seat)) for seat in (*seats[:1], None)]
        for seat in seats[:1]:
            for each in game.legal_actions(state, seat)[:20]:
                written: Any = game.to_json(each)
                actions.setdefault(written["type"], written)
                for event in game.events(state, each, seat):
                    told: Any = game.to_json(event)
                    events.setdefault(told["type"], told)
    yield Kind(f"{name}.action", reader(action), [*actions.values()])
    yield Kind(f"{name}.view", reader(view), views)
    yield Kind(f"{name}.event", reader(cls.event_types), [*events.values()])


def of_records(folder: Path) -> Iterator[Kind]:
    """Yield the kinds of JSON in files."""
    matches = []
    for name in OWN:
        game = boardgames.make(name, players=2)
        with Match(game, [make_bot("random")] * 2, 3) as match:
            for _ in match.run():
                pass
            written: Any = match.record().to_json()
            matches.append(written)
    endings = [to_json(each, Ending) for each in every_ending(1)]
    unfinished = {**matches[0], "outcome": None, "ending": endings[1]}
    yield Kind("record", reader(Record, allow_missing=True), [*matches, unfinished])
    yield Kind("ending", reader(Ending), endings)
    run_arena(Plan("koryo", ("random", "random"), 4, 1), resume=folder / "results.jsonl")
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    yield Kind("arena", reader(GameResult, allow_missing=True), [*map(json.loads, lines)])


REQUESTED: dict[str, dict[str, Any]] = {
    "new": {"game": "koryo", "players": 2, "seed": 7, "seats": ["human", "human"], "options": {}},
    "load": {"key": "a key"},
    "apply": {"table": 1, "seat": 0, "action": {"type": "order", "cards": []}, "turn": 0},
    "hint": {"table": 1, "seat": 1, "seconds": 0.5, "action": "order none"},
    "events": {"table": 1, "seat": None, "since": 3},
    "grant_undo": {"table": 1, "seat": 0, "grant": False},
    "close": {"table": 1, "forget": True},
    "rules": {"game": "koryo"},
    "hello": {},
}
"""Parameters of some methods."""


def read_object(method: str, params: object) -> object:
    """Read parameters, but not an empty list, which JSON-RPC allows in place of none."""
    return METHODS[method].read({"": params} if params in ([], None) else params)


def of_messages() -> Iterator[Kind]:
    """Yield the kinds of JSON that a client sends and gets."""
    for method, params in REQUESTED.items():
        yield Kind("server", partial(read_object, method), [params], f"{method}_params")
    client = Client()
    table = client.ask("new", game="koryo", players=2, seed=7, seats=["human", "random"])["table"]
    client.play_on(table, 0, plies=9)
    at: dict[str, Any] = {"table": table}
    for method, asked in {
        "hello": {},
        "games": {},
        "pieces": at,
        "scene": at | {"seat": 0},
        "view": at | {"seat": 0},
        "legal_actions": at | {"seat": 0},
        "events": at | {"seat": 0},
        "outcome": at,
        "undo": at,
    }.items():
        answer = client.ask(method, **asked)
        yield Kind("server", reader(METHODS[method].result), [answer], f"{method}_result")


def differences(kinds: Iterator[Kind], number: int) -> list[str]:
    found: list[str] = []
    for kind in kinds:
        for document in kind.documents:
            validator(kind.name, kind.part).validate(document)
            kind.read(document)
        found += kind.differences(Random(f"{kind.name} {kind.part}"), number)  # noqa: S311  # no secret
    return found


@pytest.mark.parametrize("name", ["koryo", "for_the_king"])  # the long tests have all
def test_a_game_reads_what_its_schemas_accept_and_nothing_else(name: str) -> None:
    assert differences(of_game(name, every=45), 30) == []


def test_files_are_read_if_their_schemas_accept_them_and_only_then(tmp_path: Path) -> None:
    assert differences(of_records(tmp_path), 50) == []  # the long tests have 600


def test_messages_are_read_if_their_schemas_accept_them_and_only_then() -> None:
    assert differences(of_messages(), 8) == []  # the long tests have 150


@pytest.mark.long
@pytest.mark.parametrize("name", OWN)
def test_a_game_and_its_schemas_agree_about_many_documents(name: str) -> None:
    assert differences(of_game(name, every=15), 400) == []


@pytest.mark.long
def test_messages_files_and_their_schemas_agree_about_many_documents(tmp_path: Path) -> None:
    assert differences(of_messages(), 150) == []
    assert differences(of_records(tmp_path), 600) == []
