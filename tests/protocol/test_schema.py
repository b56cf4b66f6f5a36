"""The JSON Schemas in docs/schema: up to date, and true of what is sent."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames.play import Match
from boardgames.play.bots import make_bot
from boardgames.play.bots.messages import BOT_METHODS
from boardgames.protocol import Tables
from boardgames.protocol.tables import REQUESTS
from tests.protocol.client import Client, choice_of
from tests.protocol.schema_files import FOLDER, files

OWN = ("for_the_king", "koryo", "mundus_novus")


def jsonschema() -> Any:
    """Return the package that validates; skip the test without it."""
    return pytest.importorskip("jsonschema")


def schema(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@cache
def validator(name: str, part: str | None) -> Any:
    whole = schema(name)
    return jsonschema().Draft202012Validator(
        whole if part is None else whole | {"$ref": f"#/$defs/{part}"}
    )


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
    kept = {path: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert kept == files(), "run python -m tests.renew"


def test_there_is_a_schema_of_every_message_and_game() -> None:
    names = {f"{method}.{part}" for method in REQUESTS for part in ("params", "result")}
    assert names <= schema("server")["$defs"].keys()
    assert {f"{method}.params" for method in BOT_METHODS} <= schema("bot")["$defs"].keys()
    files = {path.name for path in FOLDER.iterdir()}
    kinds = [f"{name}.{kind}" for name in OWN for kind in ("view", "action", "event")]
    of_all = ["server", "bot", "ending", "record", "arena", "arena.plan", "trajectory"]
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
    assert hint["required"] == ["action", "notation", "label", "chance", "why", "is_about_equal"]


class CheckedClient(Client):
    """Holds every request and every result against the schema."""

    def ask(self, method: str, **params: object) -> Any:
        """Return the result."""
        check("server", params, f"{method}.params")
        result = super().ask(method, **params)
        check("server", result, f"{method}.result")
        self.asked.add(method)
        return result

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.asked: set[str] = set()


@pytest.mark.usefixtures("steady_hints")
@pytest.mark.long
@pytest.mark.parametrize("name", OWN)
def test_all_answers_of_a_played_game_are_as_their_schemas_say(name: str, tmp_path: Path) -> None:
    client = CheckedClient(Tables(records=tmp_path))
    client.ask("hello")
    client.ask("games")
    client.ask("rules", game=name)
    opened = client.ask("new", game=name, players=2, seed=6, seats=["human", "random"])
    client.ask("close", table=opened["table"])
    table = client.ask("load", key=opened["key"])["table"]
    client.ask("pieces", table=table)
    plies, over, hinted, turns = 0, False, False, 0
    while not over:
        told = client.ask("events", table=table, seat=None, since=plies)
        plies, over = told["plies"], told["over"]
        for event in told["events"]:
            for happened in event["happened"]:
                check(f"{name}.event", happened["event"])
        if 0 not in told["to_act"]:
            over = over or client.ask("bot_move", table=table)["over"]
            continue
        legal = Client.ask(client, "legal_actions", table=table, seat=0)["legal_actions"]
        turns += 1
        if turns % 10 == 1:  # validating all of it takes long
            client.ask("legal_actions", table=table, seat=0)
            client.ask("scene", table=table, seat=0)
            client.ask("scene", table=table, seat=None)
            check(f"{name}.view", client.ask("view", table=table, seat=0)["view"])
            check(f"{name}.view", client.ask("view", table=table, seat=None)["view"])
        for each in legal[:5]:
            check(f"{name}.action", each["action"])
        if not hinted and len(legal) > 1:
            client.ask("hint", table=table, seat=0, seconds=0.02)
            client.ask("outcome", table=table)
            client.ask("score_sheet", table=table)
            client.ask("save", table=table)
            client.ask("apply", table=table, seat=0, action=legal[0]["notation"])
            client.ask("undo", table=table)
            hinted = True
            people = client.ask("new", game=name, players=2, seats=["human", "human"])["table"]
            (first, *_) = client.ask("events", table=people, seat=None)["to_act"]
            (action, *_) = Client.ask(client, "legal_actions", table=people, seat=first)[
                "legal_actions"
            ]
            client.ask("apply", table=people, seat=first, action=action["action"])
            client.ask("undo", table=people, seat=first)
            client.ask("grant_undo", table=people, seat=1 - first)
            client.ask("resign", table=people, seat=first)
            *_, last = client.ask("events", table=people, seat=None)["events"]
            check("ending", last["happened"][0]["event"])
        client.ask("apply", table=table, seat=0, action=legal[plies % len(legal)]["action"])
    client.ask("scene", table=table, seat=0)
    client.ask("outcome", table=table)
    client.ask("score_sheet", table=table)
    client.ask("save", table=table)
    client.ask("close", table=table, forget=True)
    client.ask("learn", game=name)
    assert client.asked == REQUESTS.keys()


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
        ("view", {"table": 1}),
        ("view", {"table": "1", "seat": 0}),
        ("new", {"players": 2}),
        ("new", {"game": "koryo", "colour": "red"}),
        ("hint", {"table": 1, "seat": None}),
        ("hello", {"a": 1}),
    ],
)
def test_parameters_that_the_server_refuses_are_refused_by_the_schema(
    method: str, params: dict[str, object]
) -> None:
    assert Client().error(method, **params)[0] == -32602
    assert refuses("server", params, f"{method}.params")


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
        check("bot", each["params"], f"{each['method']}.params")
    check("bot", {"protocol": 1, "name": "me"}, "hello.result")
    check("bot", {"action": "order none", "why": "no idea"}, "choose.result")
    check("bot", {"action": {"type": "order", "cards": []}}, "choose.result")
    assert refuses("bot", {"action": 5}, "choose.result")
    assert refuses("bot", {"choice": "order none"}, "choose.result")
