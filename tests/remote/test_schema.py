"""The JSON Schemas in docs/schema: up to date, and true of what is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames import jsonrpc
from boardgames.adapters.encoding import Encoding
from boardgames.adapters.trajectories import trajectory
from boardgames.arena import Plan, run_arena
from boardgames.arena.results_file import plan_of
from boardgames.play import Match
from boardgames.play.bots import make_bot
from boardgames.play.bots.messages import BOT_METHODS
from boardgames.remote import Tables
from boardgames.remote.methods import METHODS
from boardgames.schema import schema as made
from tests.remote.client import Client, choice_of
from tests.remote.schema_files import FOLDER, TYPES, files, kept

OWN = ("for_the_king", "koryo", "mundus_novus")


def jsonschema() -> Any:
    """Return the package that validates; skip the test without it."""
    return pytest.importorskip("jsonschema")


def schema(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@cache
def validator(name: str, part: str | None) -> Any:
    whole = schema(name) if (FOLDER / f"{name}.json").exists() else made(name)
    one = whole if part is None else {"$defs": whole["$defs"], "$ref": f"#/$defs/{part}"}
    return jsonschema().Draft202012Validator(one)


def check(name: str, data: object, part: str | None = None) -> None:
    """Assert that the data are as the schema, or a part of it, says."""
    validator(name, part).validate(data)


def refuses(name: str, data: object, part: str | None = None) -> bool:
    try:
        check(name, data, part)
    except jsonschema().ValidationError:
        return True
    return False


def test_the_files_are_what_the_code_generates() -> None:
    there = {path: path.read_text(encoding="utf-8") for path in (*FOLDER.iterdir(), TYPES)}
    assert there == files(), "run python -m tests.renew"


def test_the_root_of_the_schema_tells_messages_from_others() -> None:
    request: dict[str, object] = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "new",
        "params": {"game": "koryo"},
    }
    answer: dict[str, object] = {"jsonrpc": "2.0", "id": 1, "result": {}}
    for message in (request, answer):
        check("server", message)
    for wrong in ({}, 5, request | answer, request | {"method": "dance"}):
        assert refuses("server", wrong), wrong


@pytest.mark.parametrize("name", ["server", "bot", "koryo"])
def test_definitions_have_names_that_any_language_can_take(name: str) -> None:
    assert all(each.isidentifier() for each in made(name)["$defs"])


def test_there_is_a_schema_of_every_message_and_game() -> None:
    names = {f"{method}_{part}" for method in METHODS for part in ("params", "result")}
    assert names <= schema("server")["$defs"].keys()
    assert {f"{method}_params" for method in BOT_METHODS} <= schema("bot")["$defs"].keys()
    files = {path.name for path in FOLDER.iterdir()}
    kinds = [f"{name}.{kind}" for name in OWN for kind in ("view", "action", "event")]
    of_all = [
        "server",
        "bot",
        "ending",
        "record",
        "arena",
        "arena.plan",
        "league.answer",
        "trajectory",
    ]
    assert files == {f"{name}.json" for name in of_all + kinds}


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_every_file_is_a_schema_of_draft_2020_12(path: Path) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["$schema"] == jsonschema().Draft202012Validator.META_SCHEMA["$id"]
    jsonschema().Draft202012Validator.check_schema(content)


def test_fields_are_described_for_people_who_see_json() -> None:
    view = schema("koryo.view")["$defs"]["View"]
    assert view["properties"]["seat"]["description"] == "Whose View this is; null for a spectator."
    scene = schema("server")["$defs"]["Scene"]
    assert scene["properties"]["areas"]["description"].startswith("The centre first")
    hint = schema("server")["$defs"]["Hint"]
    assert all(
        "description" in hint["properties"][name] for name in ("action", "notation", "chance")
    )
    packed = schema("mundus_novus.view")["$defs"]["View"]
    assert (
        packed["description"]
        == "What one seat, or a spectator, knows (M8). Tuples have one entry per seat."
    )
    assert all("description" in each for each in packed["properties"].values())
    names = ["action", "notation", "label", "chance", "why", "because", "is_about_equal"]
    assert hint["required"] == names


class CheckedClient(Client):
    """Holds every request and every answer against the schema of a game."""

    def ask(self, method: str, **params: object) -> Any:
        """Return the result."""
        request: dict[str, object] = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        reply = self.reply(method, **params)
        # The schema of a game is that for all games, with its own types.
        for name in (self.game,) if method in self.asked else ("server", self.game):
            check(name, request, "Request")
            check(name, reply, "Answer")
            check(name, reply["result"], f"{method}_result")
        self.asked.add(method)
        return reply["result"]

    def __init__(self, tables: Tables, game: str) -> None:
        super().__init__(tables)
        self.game = game
        self.asked: set[str] = set()


@pytest.mark.usefixtures("frozen_lessons", "steady_hints")
@pytest.mark.long
@pytest.mark.parametrize("name", OWN)
def test_all_answers_of_a_played_game_are_as_their_schemas_say(name: str, tmp_path: Path) -> None:
    client = CheckedClient(Tables(records=tmp_path), name)
    client.ask("hello")
    client.ask("games")
    client.ask("rules", game=name)
    opened = client.ask("new", game=name, players=2, seed=6, seats=["human", "random"])
    client.ask("close", table=opened["table"])
    table = client.ask("load", key=opened["key"])["table"]
    client.ask("pieces", table=table)
    client.ask("about", table=table)
    client.ask("rename", table=table, name="Ann")
    client.ask("let_bot_play", table=table, for_seat=0, bot="random")
    client.ask("give_back", table=table, for_seat=0)
    plies, over, hinted, turns = 0, False, False, 0
    while not over:
        told = client.ask("events", table=table, seat=None, since=plies)
        plies, over = told["plies"], told["over"]
        for event in told["events"]:
            for happened in event["happened"]:
                check(f"{name}.event", happened["event"])
        if 0 not in told["to_act"]:
            over = over or client.ask("wait", table=table)["over"]
            continue
        legal = Client.ask(client, "legal_actions", table=table, seat=0)["legal_actions"]
        turns += 1
        if turns % 10 == 1:  # validating all of it takes long
            client.ask("legal_actions", table=table, seat=0)
            client.ask("scene", table=table, seat=0)
            client.ask("scene", table=table, seat=None)
            client.ask("look", table=table, seat=0, since=plies)
            check(f"{name}.view", client.ask("view", table=table, seat=0)["view"])
            check(f"{name}.view", client.ask("view", table=table, seat=None)["view"])
        for each in legal[:5]:
            check(f"{name}.action", each["action"])
        if not hinted and len(legal) > 1:
            client.ask("hint", table=table, seat=0, seconds=0.02)
            client.ask("outcome", table=table)
            client.ask("score_sheet", table=table)
            client.ask("apply", table=table, seat=0, action=legal[0]["notation"])
            client.ask("undo", table=table)
            hinted = True
            ask_as_two_people(client, name)
        client.ask("apply", table=table, seat=0, action=legal[plies % len(legal)]["action"])
    ask_after_the_end(client, table)
    client.ask("learn", game=name)
    assert client.asked == {name for name, each in METHODS.items() if each.is_over("lines")}


def ask_as_two_people(client: CheckedClient, name: str) -> None:
    """Undo and resign at a table with two people."""
    table = client.ask("new", game=name, players=2, seats=["human", "human"])["table"]
    (first, *_) = client.ask("events", table=table, seat=None)["to_act"]
    (action, *_) = Client.ask(client, "legal_actions", table=table, seat=first)["legal_actions"]
    client.ask("apply", table=table, seat=first, action=action["action"])
    client.ask("undo", table=table, seat=first)
    client.ask("grant_undo", table=table, seat=1 - first)
    client.ask("agree_to_end", table=table, seat=first)
    client.ask("resign", table=table, seat=first)
    *_, last = client.ask("events", table=table, seat=None)["events"]
    check("ending", last["happened"][0]["event"])


def ask_after_the_end(client: CheckedClient, table: int) -> None:
    """Look back at a game that is over."""
    client.ask("scene", table=table, seat=0)
    client.ask("outcome", table=table)
    client.ask("score_sheet", table=table)
    record = client.ask("record", table=table)["record"]
    client.ask("open_record", record=record)
    client.ask("look", table=table, seat=0)
    client.ask("replay", table=table, ply=3)
    client.ask("judge", table=table, of_seat=0)
    client.ask("rematch", table=table)
    client.ask("close", table=table, forget=True)


UNBOUNDED = {"id", "observation", "price", "reward"}
"""Names of numbers of which nobody knows the bounds."""
WRITTEN = {"action"}
"""Names of texts in requests that are as long as a game needs."""
FREE = {"options", "params", "result", "settings", "Action", "View", "Event"}
"""Names of values of which no schema for all games can say more: options and the rest differ from
game to game, and what answers a request stands with its method.
"""


def parts(schema: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every schema in a schema, with the name under which it stands."""
    yield name, schema
    for key in ("properties", "$defs"):
        for member, each in schema.get(key, {}).items():
            yield from parts(each, member)
    for key in ("oneOf", "prefixItems"):
        for each in schema.get(key, ()):
            yield from parts(each, name)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from parts(schema[key], name)


@pytest.mark.parametrize("name", [*kept(), *OWN])
def test_every_value_has_a_type_and_every_whole_number_bounds(name: str) -> None:
    for place, each in parts(made(name)):
        if each.get("type") in ("integer", "number"):
            is_bounded = each.keys() & {"minimum", "exclusiveMinimum"} and "maximum" in each
            assert is_bounded or place in UNBOUNDED, place
        elif not each.keys() & {"type", "const", "enum", "oneOf", "$ref", "$defs"}:
            assert re.split(r"\.|_(?=params$|result$)", place)[-1] in FREE, place
            assert name in ("server", "bot") or not place.istitle(), place


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_what_programs_tell_apart_are_keys_and_not_words_for_people(path: Path) -> None:
    for name, part in parts(json.loads(path.read_text(encoding="utf-8"))):
        values = [value for value in part.get("enum", ()) if isinstance(value, str)]
        assert [value for value in values if not value.isidentifier()] == [], name


def test_every_text_that_a_client_sends_has_a_length() -> None:
    for name, params in made("server")["$defs"].items():
        for place, each in parts(params) if name.endswith("_params") else ():
            if each.get("type") == "string" and place not in WRITTEN:
                assert "maxLength" in each, f"{name}: {place}"


@pytest.mark.parametrize("name", OWN)
def test_the_seats_of_the_events_of_a_game_are_seats_of_the_game(name: str) -> None:
    most = boardgames.game_class(name).player_counts[-1]
    for place, each in parts(made(f"{name}.event")):
        if each.get("maximum") == 998:
            pytest.fail(f"{place} is no seat of a game for {most} at most")


def test_errors_are_as_the_schema_says() -> None:
    client = Client()
    for method, params in (
        ("dance", {}),
        ("apply", {}),
        ("apply", {"table": 1, "seat": 0, "action": "fly"}),
        ("load", {}),
    ):
        reply = client.reply(method, **params)
        check("server", reply, "Answer")
        check("server", reply["error"], "RequestError")


def test_every_code_of_errors_has_a_name_and_no_other_is_accepted() -> None:
    assert refuses("server", {"code": -1, "message": "no such code"}, "RequestError")
    listed = {error.name: error.code for error in jsonrpc.ERRORS}
    assert listed == {
        name: value for name, value in vars(jsonrpc).items() if type(value) is int and value < 0
    }
    for name, code in listed.items():
        check("server", {"code": code, "message": name}, "RequestError")


def test_every_line_of_an_arena_and_its_plan_are_as_their_schemas_say(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run_arena(Plan("koryo", ("random", "greedy"), 4, 2), resume=path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    for line in lines:
        check("arena", json.loads(line))
        assert refuses("arena", json.loads(line) | {"number": -1})
    plan = json.loads(plan_of(path).read_text(encoding="utf-8"))
    check("arena.plan", plan)
    check("arena.plan", plan | {"partners": "mixed"})
    assert refuses("arena.plan", plan | {"arena": 2})


@pytest.mark.long
@pytest.mark.parametrize("name", OWN)
def test_every_line_of_a_trajectory_and_every_record_is_as_its_schema_says(name: str) -> None:
    game = boardgames.make(name, players=2)
    with Match(game, [make_bot("random")] * 2, 4) as match:
        for _ in match.run():
            pass
        record = match.record()
    check("record", record.to_json())
    steps = [json.loads(json.dumps(step)) for step in trajectory(record, Encoding(game))]
    assert steps
    for step in steps:
        check("trajectory", step)
        assert refuses("trajectory", step | {"seat": -1})
        assert refuses("trajectory", step | {"legal": ["0"]})


@pytest.mark.long
@pytest.mark.parametrize("name", OWN)
def test_every_view_and_action_of_bots_at_a_full_table_is_as_its_schema_says(name: str) -> None:
    game = boardgames.make(name, players=boardgames.game_class(name).player_counts[-1])
    done = set()
    with Match(game, [make_bot("random")] * game.players, 11) as match:
        for number, event in enumerate(match.run()):
            done.add(event.action)
            if number % 30 == 0:
                check(f"{name}.view", game.to_json(game.view(event.before, event.player)))
    for action in done:
        check(f"{name}.action", game.to_json(action))


@pytest.mark.parametrize("name", OWN)
def test_a_schema_refuses_what_the_codec_refuses(name: str) -> None:
    game = boardgames.make(name, players=2)
    state = game.new_game(1)
    seat = game.to_act(state)[0]
    view: Any = game.to_json(game.view(state, seat))
    action: Any = game.to_json(game.legal_actions(state, seat)[0])
    check(f"{name}.view", view)
    check(f"{name}.action", action)
    for wrong in (
        view | {"seat": "0"},
        view | {"more": 1},
        {key: view[key] for key in view if key != "phase"},
        None,
    ):
        assert refuses(f"{name}.view", wrong)
    for wrong in ({**action, "type": "fly"}, {**action, "more": 1}, "order none", []):
        assert refuses(f"{name}.action", wrong)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("view", {"table": 1, "colour": "red"}),
        ("view", {"table": "1", "seat": 0}),
        ("new", {"players": 2}),
        ("new", {"game": "koryo", "colour": "red"}),
        ("hint", {"table": 1, "seat": "all"}),
        ("hint", {"table": 1, "seconds": 0}),
        ("hint", {"table": 1, "seconds": 2.1}),
        ("new", {"game": "koryo", "pace": 21}),
        ("new", {"game": "x" * 101}),
        ("rename", {"table": 1, "name": "x" * 101}),
        ("resign", {"table": 1, "once": "too short"}),
        ("hello", {"a": 1}),
    ],
)
def test_parameters_that_the_server_refuses_are_refused_by_the_schema(
    method: str, params: dict[str, object]
) -> None:
    assert Client().error(method, **params)[0] == -32602
    assert refuses("server", params, f"{method}_params")


def test_what_a_bot_is_sent_is_as_the_schema_says(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "got = open('got', 'a')\n"
        "for line in sys.stdin:\n"
        "    print(line, end='', file=got, flush=True)\n"
        "    request = json.loads(line)\n"
        "    result = {'protocol': 1, 'name': 'me', 'action': 'order none'}\n"
        "    answer = {'jsonrpc': '2.0', 'id': request.get('id'), 'result': result}\n"
        "    if 'id' in request: print(json.dumps(answer), flush=True)\n"
    )
    choice_of(bot)
    sent = [json.loads(line) for line in (tmp_path / "got").read_text().splitlines()]
    assert [each["method"] for each in sent] == list(BOT_METHODS)
    for each in sent:
        check("bot", each["params"], f"{each['method']}_params")
    check("bot", {"protocol": 1, "name": "me"}, "hello_result")
    check("bot", {"action": "order none", "why": "no idea"}, "choose_result")
    check("bot", {"action": {"type": "order", "cards": []}}, "choose_result")
    assert refuses("bot", {"action": 5}, "choose_result")
    assert refuses("bot", {"choice": "order none"}, "choose_result")


def test_bots_and_frontends_speak_one_dialect() -> None:
    """What both have is the same, so one reader serves a program that does both."""
    server, bot = (schema(name)["$defs"] for name in ("server", "bot"))
    shared = {name for name in server.keys() & bot.keys() if not name.startswith("hello")}
    assert shared >= {"Action", "LegalAction", "Outcome", "View"}
    for name in shared:
        assert server[name] == bot[name], name
    for name in ("server", "bot"):
        check(name, {"protocol": 2}, "hello_params")
        check(name, {"protocol": 2, "name": "me", "methods": []}, "hello_result")
    given = server["apply_params"]["properties"]["action"]
    assert given["oneOf"] == bot["ChoiceFromBot"]["properties"]["action"]["oneOf"]
