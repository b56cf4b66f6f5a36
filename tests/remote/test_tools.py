"""The tools for models, called without a client: over lines, and at both servers over HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from typing import Any, Self

import pytest

import boardgames
from boardgames.play import bot_names
from boardgames.remote import Lobby, Tables
from boardgames.remote.calls import drive
from boardgames.remote.mcp import VERSIONS, McpServer
from boardgames.remote.rpc import Client, answering
from boardgames.remote.tools import TOOLS, Tools, params_of
from boardgames.scene.as_text import draw, plain
from tests.clock import HeldMachine
from tests.conftest import Shell, wait_until
from tests.remote.servers import Start, Window


class Model:
    """A model that uses tools; it holds what it was answered last as data."""

    def __init__(self, send: Callable[[bytes], bytes]) -> None:
        self._send = send
        self.data: Any = None
        self.own: dict[str, Any] = {}
        """What it says of its seat, unless its client does."""

    @classmethod
    def over_lines(cls, tables: Tables | None = None, seed: int = 1) -> Self:
        """Return the owner of all tables."""
        own = Tables() if tables is None else tables
        client = Client(own, call=McpServer(own, seed).call)
        return cls(lambda line: drive(answering(client, line), own.wait))

    @classmethod
    def at(cls, server: Any, token: str = "") -> Self:
        """Return one of many models at a server over HTTP, whose client sends this secret."""
        window = Window(server, token)
        headers = {"Authorization": f"Bearer {token}" if token else None}
        return cls(lambda line: window.send("POST", "/mcp", line, headers)[2])

    def ask(self, method: str, **params: object) -> Any:
        """Call a method of the protocol; return the answer."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return json.loads(self._send(json.dumps(request).encode()))

    def use(self, tool: str, **arguments: object) -> str:
        """Use a tool, which has to work; return what it says."""
        fine, text = self.attempt(tool, **arguments)
        assert fine, text
        return text

    def refused(self, tool: str, **arguments: object) -> str:
        """Use a tool, which must not work; return why, in one line that is not too long."""
        fine, text = self.attempt(tool, **arguments)
        assert not fine, text
        assert "\n" not in text
        assert len(text) < 600
        return text

    def attempt(self, tool: str, **arguments: object) -> tuple[bool, str]:
        """Use a tool; return whether it worked, and what it says."""
        result = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        (content,) = result["content"]
        assert content["type"] == "text"
        self.data = result.get("structuredContent")
        return not result["isError"], content["text"]

    @property
    def legal(self) -> list[str]:
        """The legal actions in what it was answered last."""
        seen = self.data.get("seen", self.data)
        return [each["action"] for each in seen["legal_actions"]]


def legal_in(text: str) -> list[str]:
    """Return the legal actions that an answer lists in words."""
    return text.partition("Your legal actions:\n")[2].splitlines()[:-1]


# What is offered.


@pytest.mark.parametrize("carrier", ["lines", "http"])
def test_every_tool_and_every_parameter_says_what_it_means(carrier: Any) -> None:
    rooms = Tables() if carrier == "lines" else Lobby()
    client = Client(rooms)
    listed = drive(McpServer(rooms).call(client, "tools/list", {}), print)
    described: list[Any] = listed["tools"]  # type: ignore[index, call-overload, assignment]
    names = [each["name"] for each in described]
    assert names == [each.name for each in TOOLS if each.only in (None, carrier)]
    for tool in described:
        assert tool["title"]
        assert tool["description"].endswith(".")
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            assert schema["type"] == "object"
            assert schema["additionalProperties"] is False
        for name, parameter in tool["inputSchema"]["properties"].items():
            assert parameter.get("description"), (tool["name"], name)
        hints = tool["annotations"]
        changes = tool["name"] in ("new_game", "join", "play", "close")
        assert hints["readOnlyHint"] is not changes
        assert hints["idempotentHint"] is (not changes or tool["name"] == "close")
        assert hints["destructiveHint"] is (tool["name"] == "close")
        assert hints["openWorldHint"] is False


def test_what_tools_answer_is_as_their_schemas_say() -> None:
    jsonschema: Any = pytest.importorskip("jsonschema")
    model = Model.over_lines()
    tools = model.ask("tools/list")["result"]["tools"]
    schemas = {tool["name"]: tool["outputSchema"] for tool in tools}
    used: list[tuple[str, dict[str, Any]]] = [
        ("games", {}),
        ("rules", {"game": "koryo"}),
        ("new_game", {"game": "koryo", "players": 2}),
        ("look", {"table": 1}),
        ("play", {"table": 1, "action": 1}),
        ("close", {"table": 1}),
    ]
    for tool, arguments in used:
        model.use(tool, **arguments)
        jsonschema.Draft202012Validator(schemas.pop(tool)).validate(model.data)
    assert not schemas


def test_the_server_says_who_it_is_and_keeps_to_a_version_that_it_speaks() -> None:
    model = Model.over_lines()
    for version in VERSIONS:
        said = model.ask("initialize", protocolVersion=version, capabilities={})["result"]
        assert said["protocolVersion"] == version
        assert said["serverInfo"]["version"] == boardgames.__version__
        assert said["capabilities"] == {"tools": {"listChanged": False}}
    assert (
        model.ask("initialize", protocolVersion="1999-01-01")["result"]["protocolVersion"]
        == (VERSIONS[0])
    )
    assert model.ask("ping")["result"] == {}
    assert model.ask("server/discover")["error"]["code"] == -32601
    unknown = model.ask("tools/call", name="peek", arguments={})["error"]
    assert unknown["code"] == -32602
    assert unknown["message"].startswith("no tool 'peek'; tools: games, rules, ")


def test_the_page_has_every_tool_and_how_clients_are_set_up() -> None:
    page = (Path(boardgames.__file__).parents[1] / "docs" / "protocol.md").read_text("utf-8")
    section = page.partition("\n## For models: MCP\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\| (.*?) ?\| ", section, re.MULTILINE)
    assert [name for name, _, _ in rows] == [tool.name for tool in TOOLS]
    for tool, (_, marks, params) in zip(TOOLS, rows, strict=True):
        assert ("read-only" in marks) == tool.is_read_only
        assert [each for each in ("HTTP", "lines") if each in marks] == (
            [] if tool.only is None else [tool.only.replace("http", "HTTP")]
        )
        own = {each.name for each in fields(params_of(tool, tool.only or "http"))}
        assert {*re.findall(r"`(\w+)`", params)} == own - {"secret", "table"}
    settings = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", section, re.DOTALL)]
    assert [[*each["mcpServers"]["boardgames"]] for each in settings] == [
        ["command", "args"],
        ["type", "url"],
        ["type", "url", "headers"],
    ]
    assert f"versions {VERSIONS[-1]} to {VERSIONS[0]}." in section.replace("\n", " ")


# Over lines: one model against bots.


def test_a_model_learns_the_games_and_their_rules() -> None:
    model = Model.over_lines()
    text = model.use("games")
    assert "koryo: Koryŏ, 2, 3 or 4 players\n" in text
    assert text.splitlines()[-1].startswith(f"Bots: {', '.join(bot_names())}")
    assert "K6" in model.use("rules", game="koryo")
    assert "'chess'" in model.refused("rules", game="chess")


def test_a_model_plays_a_whole_game_and_leaves() -> None:
    model = Model.over_lines()
    text = model.use("new_game", game="koryo", players=3, seat=2, others=["random", "greedy"])
    assert text.startswith("Table 1: Koryŏ with 3 players; you are player 2.\nPlayer 1 ")
    while actions := model.legal:
        assert legal_in(text) == actions
        assert text.endswith(model.use("look", table=1))
        text = model.use("play", table=1, action=actions[-1])
    points = r"Points: Player 1 -?\d+, you -?\d+, Player 3 -?\d+\."
    assert re.search(rf"\nThe game is over: .*\. (You|Player \d).*\. {points}$", text)
    assert "\nKoryŏ: " in text
    assert model.data["over"]
    result = model.data["result"]
    winners = [number for number in result["winners"] if number != 2]
    assert all(f"Player {number}" in text for number in winners)
    assert re.search(", you ({}),".format(result["points"][1]), text)
    assert model.use("close", table=1) == "Table 1 is closed."
    assert "there is no table 1" in model.refused("look", table=1)


def test_every_game_has_a_seed_of_its_own_which_the_model_does_not_choose() -> None:
    """With the same seed it could look at the deal from another seat first."""
    opened: list[list[str]] = []
    for _ in range(2):
        model = Model.over_lines(seed=7)
        hands = [
            model.use("new_game", game="koryo", players=2).partition("\n")[2] for _ in range(2)
        ]
        assert hands[0] != hands[1]
        opened.append(hands)
    assert opened[0] == opened[1], "the operator chooses the seed"
    refusal = model.refused("new_game", game="koryo", players=2, seed=7)
    assert refusal.startswith("top level: unknown field 'seed'")


def test_what_is_not_allowed_is_an_error_that_says_why() -> None:
    model = Model.over_lines()
    faults: list[tuple[dict[str, Any], str]] = [
        ({"game": "koryo", "players": 9}, "koryo is for 2 to 4 players, not 9"),
        ({"game": "koryo", "players": 10**9}, "koryo is for 2 to 4 players, not 1000000000"),
        ({"game": "koryo", "players": 0}, "players: expected 1 or more, not 0"),
        ({"game": "chess", "players": 2}, "'chess'"),
        ({"game": "koryo", "players": "two"}, "players: expected a whole number, not 'two'"),
        ({"game": "koryo"}, "field 'players' is missing"),
        ({"game": "koryo", "players": 2, "seat": 3}, "seat: expected 1 to 2, not 3"),
        (
            {"game": "koryo", "players": 2, "others": []},
            "others: expected 1, one for each other seat, not []",
        ),
        ({"game": "koryo", "players": 2, "others": ["x" * 1000]}, "unknown bot 'xxx"),
        (
            {"game": "koryo", "players": 2, "others": ["x" * 100_000]},
            "expected 1 to 1000 characters, not 100000",
        ),
        ({"game": "koryo", "players": 2, "others": ["cmd:true"]}, "are not allowed here"),
        ({"game": "koryo", "players": 2, "others": ["human"]}, "nobody can be invited here"),
    ]
    for arguments, fault in faults:
        assert fault in model.refused("new_game", **arguments)
    before = model.use("new_game", game="koryo", players=2)
    legal = model.legal
    assert "'steal 2'" in model.refused("play", table=1, action="steal 2")
    text = model.refused("play", table=1, action="rob the bank")
    assert text.endswith("; legal: " + ", ".join(legal[:3]))
    model.refused("play", table=1, action="order " * 100_000)
    model.refused("play", table=1, action={"type": "order"})
    model.refused("play", table=1)
    assert before.endswith(model.use("look", table=1))


@pytest.mark.parametrize("kind", [int, str, float])
def test_an_action_is_taken_by_its_place_in_the_list(kind: type) -> None:
    results: list[str] = []
    for _ in range(2):
        model = Model.over_lines()
        model.use("new_game", game="koryo", players=2)
        actions = model.legal
        for none in (0, len(actions) + 1):
            refusal = model.refused("play", table=1, action=kind(none))
            assert f"; legal: {actions[0]}, " in refusal
        last = str(len(actions)) if kind is str else kind(len(actions))
        results.append(model.use("play", table=1, action=actions[-1] if results else last))
    assert results[0] == results[1]


@pytest.mark.parametrize(
    "bot", ["mcts:iterations=1000000000", "greedy:worlds=1000000000", "mcts:seconds=1000000"]
)
def test_no_bot_blocks_the_server(bot: str) -> None:
    """It keeps to the seconds that the tables give it; on a busy machine it may come a bit late."""
    model = Model.over_lines(Tables(seconds=0.2, machine=HeldMachine()))
    model.use("new_game", game="koryo", players=2, seat=2, others=[bot])
    assert model.legal


def test_the_command_serves_over_a_pipe(shell: Shell) -> None:
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "new_game", "arguments": {"game": "for_the_king", "players": 2}},
        },
    ]
    typed = "".join(json.dumps(each) + "\n" for each in requests)
    done = shell.run("mcp", "--seed", "1", typed=typed)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["id"] for each in answers] == [1, 2]
    assert legal_in(answers[1]["result"]["content"][0]["text"])


def test_help_says_what_the_command_is_for(shell: Shell) -> None:
    text = " ".join(shell.run("mcp", "--help").stdout.split())
    assert "Serve the Model Context Protocol on stdin and stdout." in text
    assert "--seconds S seconds that a bot may take for each choice; default 10" in text


# Over HTTP: several models at one table.


def two_models(server: Any) -> list[Model]:
    """Seat two models at a table: the first names its secret, the client of the second sends it."""
    first = Model.at(server)
    first.use("new_game", game="koryo", players=2, others=["human"])
    first.own = {"secret": first.data["secret"]}
    (invited,) = first.data["invitations"]
    assert invited["player"] == 2
    link = f"http://127.0.0.1:{server.server_port}/#join={invited['invitation']}"
    guest = Model.at(server)
    guest.use("join", invitation=link, name="Ada")
    return [first, Model.at(server, guest.data["secret"])]


def test_two_models_meet_and_each_sees_what_its_seat_may_know(server: Any) -> None:
    models = two_models(server)
    (table,) = server.lobby._tables
    game = table.match.game
    server.application.turn_patience = 0.0
    while not table.over:
        for seat, model in enumerate(models):
            model.use("look", **model.own)
            view, words = table.match.view(seat), table.words(seat)
            drawn = plain(draw(words.scene(view), dict(words.pieces())))
            assert model.data["shown"] == drawn
            assert model.data["you"] == seat + 1
            legal: tuple[Any, ...] = ()
            if seat in table.match.to_act:
                legal = game.legal_actions(table.match.state, seat)
            assert model.legal == [*map(str, legal)]
            meanings = [choice["meaning"] for choice in model.data["legal_actions"]]
            assert meanings == [words.label(view, action).text for action in legal]
        model = models[table.match.to_act[0]]
        model.use("play", action=1, **model.own)
    ends = [model.use("wait", **model.own) for model in models]
    assert models[0].data["result"] == models[1].data["result"]
    assert ends[0] != ends[1]
    assert re.search(r"Points: you -?\d+, Ada -?\d+\.$", ends[0])


def test_a_model_is_woken_by_its_turn_and_by_nothing_else(serving: Start) -> None:
    server = serving()
    models = two_models(server)
    (table,) = server.lobby._tables
    (seat,) = table.match.to_act
    model, other = models[seat], models[1 - seat]
    waiting = Thread(target=other.use, args=("wait",), kwargs=other.own)
    waiting.start()
    wait_until(lambda: server.application.has_waiting)
    table.rename(seat, "Bea")  # news, but not for it
    waiting.join(0.2)
    assert waiting.is_alive()
    server.application.turn_patience = 0.0
    assert "It is not your turn" in model.use("play", action=1, **model.own)
    waiting.join(5)
    assert not waiting.is_alive()
    assert other.data["your_turn"]
    assert any("Bea" in line for line in other.data["happened"])


def test_whoever_has_no_seat_is_refused_in_one_line(server: Any) -> None:
    host, guest = Window(server).start("human", "human", watch=True), Model.at(server)
    seen = host.look()
    invitation, to_watch = seen["absent"][0]["invitation"], seen["watch"]
    watcher = Window(server).join(to_watch).token
    guest.use("join", invitation=invitation)
    taken = guest.data["secret"]
    used = "this invitation has been used"
    for tool, more in [("look", {}), ("wait", {}), ("play", {"action": 1})]:
        for wrong, fault in [
            ("", "Call join or new_game"),
            ("x" * 43, "this seat no longer exists"),
            (watcher, "a spectator cannot do this"),
            (invitation, used),
        ]:
            assert fault in guest.refused(tool, secret=wrong, **more)
            assert fault in Model.at(server, wrong).refused(tool, **more)
    assert guest.refused("join", invitation=invitation) == used
    assert "not valid" in guest.refused("join", invitation="nothing")
    assert "for spectators" in guest.refused("join", invitation=to_watch)
    host.get("withdraw", for_seat=1)
    assert "the host has withdrawn this invitation" in guest.refused("look", secret=taken)


def test_a_seat_that_is_withdrawn_while_it_waits_sees_no_more(server: Any) -> None:
    models = two_models(server)
    (table,) = server.lobby._tables
    server.application.turn_patience = 0.0
    if table.match.to_act == (1,):
        models[1].use("play", action=1)
    assert table.match.to_act == (0,)
    server.application.turn_patience = 20.0
    refusals: list[str] = []
    waiting = Thread(target=lambda: refusals.append(models[1].refused("wait")))
    waiting.start()
    wait_until(lambda: server.application.has_waiting)
    server.application.turn_patience = 0.0
    Window(server, models[0].own["secret"]).get("withdraw", for_seat=1)
    while table.match.to_act == (0,):  # its turn would wake it
        models[0].use("play", action=1, **models[0].own)
    waiting.join(20)
    assert refusals == ["the host has withdrawn this invitation"]


# Calls that are sent twice.

KEY = "made-up-at-random-0123456789"


def test_a_call_that_is_sent_twice_over_lines_is_done_once() -> None:
    tables = Tables()
    model = Model.over_lines(tables)
    for number in (1, 2):  # at another table, the same key is that of another call
        new = {"game": "koryo", "players": 2, "once": f"{KEY}{number}"}
        answers = [model.use("new_game", **new) for _ in range(2)]
        assert answers[0] == answers[1]
        assert len(tables._tables) == number
        table, action = tables._tables[number], model.legal[-1]
        answers = [model.use("play", table=number, action=action, once=KEY) for _ in range(2)]
        assert answers[0] == answers[1]
        assert table.match.moves(0) == 1


def test_a_call_that_is_sent_twice_over_http_is_done_once(server: Any) -> None:
    server.application.turn_patience = 0.0
    model, other = Model.at(server), Model.at(server)
    new = {"game": "koryo", "players": 2, "others": ["human"]}
    secrets = set[str]()
    for key in (KEY, KEY, KEY * 2):
        model.use("new_game", **new, once=key)
        secrets.add(model.data["secret"])
    assert len(server.lobby._tables) == len(secrets) == 2

    invitation = model.data["invitations"][0]["invitation"]
    answers = [other.use("join", invitation=invitation, name="Ada", once=KEY) for _ in range(2)]
    assert answers[0] == answers[1]
    seats = [(model, model.data["secret"]), (other, other.data["secret"])]
    assert "has been used" in other.refused("join", invitation=invitation, once=KEY * 2)

    table = [*server.lobby._tables][-1]
    for plies in (1, 2):  # the key of one person is none of another's
        mine, secret = seats[table.match.to_act[0]]
        mine.use("look", secret=secret)
        call = {"secret": secret, "action": mine.legal[0], "once": KEY}
        answers = [mine.use("play", **call) for _ in range(2)]
        assert answers[0] == answers[1]
        assert "used for another request" in mine.refused("play", **call | {"action": "nothing"})
        assert table.match.plies == plies


def test_an_action_whose_answer_is_lost_while_it_waits_is_not_taken_again(server: Any) -> None:
    models = two_models(server)
    (table,) = server.lobby._tables
    seat = table.match.to_act[0]
    model, call = models[seat], {"action": 1, "once": KEY, **models[seat].own}
    waiting = Thread(target=model.use, args=("play",), kwargs=call)
    waiting.start()
    wait_until(lambda: server.application.has_waiting)
    plies = table.match.plies
    server.application.turn_patience = 0.0
    model.use("play", **call)
    assert table.match.plies == plies == 1
    while table.match.to_act != (seat,):
        models[1 - seat].use("play", action=1, **models[1 - seat].own)
    waiting.join(10)
    assert not waiting.is_alive()


def test_only_who_knows_the_key_opens_tables(serving: Start) -> None:
    server = serving(Lobby(key="open sesame"))
    given = {"game": "koryo", "players": 2}
    assert "only the host opens tables here" in Model.at(server).refused("new_game", **given)
    Model.at(server, "open sesame").use("new_game", **given)


def test_requests_are_answered_as_the_protocol_has_it(server: Any) -> None:
    window = Window(server)
    notification = b'{"jsonrpc": "2.0", "method": "notifications/initialized"}'
    status, _, body = window.send("POST", "/mcp", notification)
    assert (status, body) == (HTTPStatus.ACCEPTED, b"")
    assert window.send("GET", "/mcp")[0] == HTTPStatus.METHOD_NOT_ALLOWED  # it has no stream
    assert window.send("DELETE", "/mcp")[0] == HTTPStatus.METHOD_NOT_ALLOWED  # and no session
    ping = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'
    for version in ("2026-07-28", "x"):
        status, _, body = window.send("POST", "/mcp", ping, {"MCP-Protocol-Version": version})
        assert status == HTTPStatus.BAD_REQUEST
        assert f"expected MCP {VERSIONS[0]}" in json.loads(body)["error"]["message"]
    for spoken in (None, *VERSIONS):
        status, _, body = window.send("POST", "/mcp", ping, {"MCP-Protocol-Version": spoken})
        assert (status, json.loads(body)["result"]) == (HTTPStatus.OK, {})
    elsewhere: dict[str, str | None] = {"Origin": "https://evil.example"}
    assert window.send("POST", "/mcp", ping, elsewhere)[0] == HTTPStatus.FORBIDDEN


def test_who_holds_a_secret_does_not_show_it() -> None:
    tools = Tools(Lobby(), None)
    seated = tools.new_game("", game="koryo", players=2, others=("human",))
    with pytest.raises(StopIteration) as done:
        next(seated)
    shown = repr(done.value.value)
    assert done.value.value.secret not in shown
    assert done.value.value.invitations[0].invitation not in shown
