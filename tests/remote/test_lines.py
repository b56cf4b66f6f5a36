"""Lines: what is answered to what is no proper request, and what the server keeps to itself."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames import ConfigurationError
from boardgames.cli import main
from boardgames.core.files import RecordFileError
from boardgames.jsonrpc import MAX_BYTES
from boardgames.play import Record
from boardgames.play.record import RecordFile
from boardgames.play.signals import ENDING
from boardgames.remote import Tables, serve
from boardgames.remote.method import Methods
from boardgames.remote.methods import METHODS
from boardgames.remote.rooms import Rooms
from tests import packages
from tests.conftest import KORYO_AND_OTHERS, Shell, program
from tests.remote.client import Client


@pytest.fixture
def client() -> Client:
    return Client()


# JSON-RPC 2.0.


def test_an_answer_carries_the_id_of_its_request(client: Client) -> None:
    for identity in (1, "a", 2.5, None):
        reply = client.send({"jsonrpc": "2.0", "id": identity, "method": "hello"})
        assert reply["id"] == identity


def test_whoever_speaks_another_version_is_told_so_at_the_start(client: Client) -> None:
    known = client.ask("hello")["protocol"]
    assert client.ask("hello", protocol=known)["name"] == "boardgames"
    code, message = client.error("hello", protocol=known - 1)
    assert (code, message) == (-32602, f"this server speaks version {known}, not {known - 1}")


def test_a_notification_gets_no_answer_even_if_it_fails(client: Client) -> None:
    for method in ("hello", "steal", "view", "x" * 10_000):
        reply: Any = client.send({"jsonrpc": "2.0", "method": method})
        assert reply is None


def test_a_batch_is_answered_by_an_array_in_its_order(client: Client) -> None:
    batch = [
        {"jsonrpc": "2.0", "id": 1, "method": "hello"},
        {"jsonrpc": "2.0", "method": "hello"},
        7,
        {"jsonrpc": "2.0", "id": 2, "method": "steal"},
    ]
    replies = client.send(batch)
    assert [reply["id"] for reply in replies] == [1, None, 2]
    assert [reply.get("error", {}).get("code") for reply in replies] == [None, -32600, -32601]
    assert client.send(batch[1:2]) is None


def test_a_batch_of_too_many_requests_is_refused_as_a_whole(client: Client) -> None:
    new = {"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"game": "koryo", "players": 2}}
    reply = client.send([new] * 101)
    assert reply["error"] == {"code": -32600, "message": "a batch has 1 to 100 requests, not 101"}
    assert client.ask("new", game="koryo", players=2)["table"] == 1
    assert len(client.send([new] * 99)) == 99


def test_an_answer_is_never_longer_than_a_line(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What does not fit is said to be done or not done."""
    asked: list[object] = []

    def talkative(_: Rooms, *, length: int) -> str:
        asked.append(length)
        return "x" * length

    methods = Methods()
    methods.by("anybody")(talkative)
    monkeypatch.setitem(METHODS, "m", methods["talkative"])

    def codes(*lengths: int) -> list[tuple[int, str] | None]:
        batch = [
            {"jsonrpc": "2.0", "id": "\u0001" * 100, "method": "m", "params": {"length": each}}
            for each in lengths
        ]
        replies = client.send(batch)
        assert len(json.dumps(replies)) <= MAX_BYTES
        errors = [reply.get("error") for reply in replies]
        return [
            error and (error["code"], error["message"].partition(",")[0].partition(":")[0])
            for error in errors
        ]

    assert codes(10, 10) == [None, None]
    assert codes(10, 2 * MAX_BYTES, 10) == [None, (-32005, "done"), (-32005, "not done")]
    asked.clear()
    assert codes(*[200_000] * 10)[3:] == [None, (-32005, "done"), *[(-32005, "not done")] * 5]
    assert len(asked) == 5
    single = client.send({"jsonrpc": "2.0", "id": 1, "method": "m", "params": {"length": 2000000}})
    assert single["error"]["code"] == -32005


@pytest.mark.parametrize("none", [None, [], {}])
def test_no_parameters_can_be_written_in_three_ways(client: Client, none: object) -> None:
    answer = client.send({"jsonrpc": "2.0", "id": 1, "method": "games", "params": none})
    assert answer["result"]["games"]
    missing = client.send({"jsonrpc": "2.0", "id": 1, "method": "rules", "params": none})
    assert missing["error"]["message"] == "params: top level: field 'game' is missing"


def test_parameters_by_position_are_told_their_names(client: Client) -> None:
    number = client.send({"jsonrpc": "2.0", "id": 1, "method": "events", "params": 5})
    assert number["error"]["message"] == "params: expected an object, not 5"
    reply = client.send({"jsonrpc": "2.0", "id": 1, "method": "events", "params": [1, 0]})
    assert reply["error"]["message"].startswith(
        'params: name the parameters, as in {"since": ..., "table": ..., "seat": ...}'
    )


def test_seats_say_how_many_players_there_are(client: Client) -> None:
    assert client.ask("new", game="koryo", seats=["human", "random", "random"])["players"] == 3
    assert client.error("new", game="koryo", players=2, seats=["human"] * 3)[0] == -32602
    assert client.error("new", game="koryo") == (
        -32602,
        "params: field 'players' is missing: give it, or 'seats'",
    )


def test_a_line_that_is_too_long_is_refused_and_the_next_one_answered() -> None:
    good = b'{"jsonrpc":"2.0","id":1,"method":"hello"}\n'
    requests = io.BytesIO(b"[" + b" " * (3 * MAX_BYTES) + b"]\n" + good + b"\n   \n" + good)
    answers = io.BytesIO()
    serve(Tables(), requests, answers)
    replies = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [reply.get("error", {}).get("code") for reply in replies] == [-32600, None, None]


def test_a_fault_of_the_server_itself_is_an_error_too(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(METHODS, "hello", replace(METHODS["hello"], work=lambda *_, **__: 1 / 0))
    assert client.error("hello")[0] == -32603


def test_what_a_game_says_when_it_fails_is_not_told(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise ValueError("the hand of the other is a Spy")

    seats = ["human", "mcts:iterations=1"]
    table = client.ask("new", game="koryo", seats=seats, seed=7)["table"]
    monkeypatch.setattr(boardgames.game_class("koryo"), "determinize", failing)
    error = client.error("wait", table=table)
    assert error == (-32603, "an error has stopped the bots")


# The tables.


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"game": "chess", "players": 2}, "'chess'"),
        ({"game": "koryo", "players": 9}, "not 9"),
        ({"game": "koryo", "players": "2"}, "params: players: "),
        ({"game": "koryo", "players": 2, "seed": -1}, "seed"),
        ({"game": "koryo", "players": 2, "seats": ["human"]}, "not for 1 seats"),
        ({"game": "koryo", "players": 2, "seats": ["human", "nobody"]}, "'nobody'"),
        ({"game": "koryo", "players": 2, "seats": ["human", "cmd:true"]}, "not allowed here"),
        ({"game": "koryo", "players": 2, "seats": ["human", " cmd:true"]}, "not allowed here"),
        ({"game": "koryo", "players": 2, "options": {"components": "/etc/passwd"}}, "not its name"),
        ({"game": "koryo", "players": 2, "options": {"colour": 1}}, "'colour'"),
        ({"game": "koryo", "players": 2, "options": {"players": 2}}, "options: 'players'"),
        ({"game": "koryo", "players": 10**400}, "not 1000"),
        ({"game": "koryo", "players": 2, "seed": 2**256}, "256 bits"),
        ({"game": "koryo", "seats": []}, "not 0"),
        ({"game": "koryo", "players": 2, "color": 1}, "'color'"),
    ],
)
def test_a_game_that_cannot_be_is_refused_and_none_is_opened(
    client: Client, params: dict[str, object], message: str
) -> None:
    code, told = client.error("new", **params)
    assert code == -32602
    assert message in told
    assert client.ask("new", game="koryo", players=2)["table"] == 1


def test_there_is_a_bound_on_tables_and_a_closed_one_makes_room() -> None:
    client = Client(Tables(max_tables=3))
    for number in range(1, 4):
        assert client.ask("new", game="koryo", players=2)["table"] == number
    assert client.error("new", game="koryo", players=2) == (
        -32004,
        "3 tables are open; close one first",
    )
    client.ask("close", table=2)
    assert client.ask("new", game="koryo", players=2)["table"] == 4
    assert client.error("view", table=2, seat=0)[0] == -32002


def test_a_finished_table_makes_room_for_a_new_one() -> None:
    client = Client(Tables(max_tables=2))
    for seats in (["human", "random"], ["random", "random"]):
        client.ask("new", game="koryo", seed=3, seats=seats)
    while not client.ask("wait", table=2)["over"]:
        pass
    assert client.ask("outcome", table=2)["seed"] == "3"
    assert client.ask("new", game="koryo", players=2)["table"] == 3
    assert client.error("outcome", table=2)[0] == -32002
    assert client.error("new", game="koryo", players=2)[0] == -32004
    assert client.ask("view", table=1, seat=0)["over"] is False


@pytest.mark.parametrize(
    "wrong", [{"seed": -1}, {"seats": ["human", "no such bot"]}, {"options": {"colour": 1}}]
)
def test_a_request_that_fails_leaves_the_finished_table_open(wrong: dict[str, Any]) -> None:
    client = Client(Tables(max_tables=1))
    client.ask("new", game="koryo", seed=3, seats=["random", "random"])
    while not client.ask("wait", table=1)["over"]:
        pass
    assert client.error("new", game="koryo", **({"players": 2} | wrong))[0] == -32602
    assert client.ask("outcome", table=1)["seed"] == "3"


def test_a_request_to_act_that_is_sent_twice_acts_once(client: Client) -> None:
    table = client.ask("new", game="koryo", players=2, seed=7, seats=["human", "human"])["table"]
    (first,) = client.ask("events", table=table, seat=None)["to_act"]
    shown = client.ask("scene", table=table, seat=first)
    assert (shown["turn"], client.ask("scene", table=table, seat=None)["turn"]) == (0, None)
    assert client.ask("legal_actions", table=table, seat=first)["turn"] == 0
    request = {"table": table, "seat": first, "action": "order none", "turn": shown["turn"]}
    assert client.ask("apply", **request)["plies"] == 1
    assert client.error("apply", **request) == (-32001, "the table has moved on; look again")
    assert client.ask("scene", table=table, seat=first)["turn"] == 1


def test_an_action_is_told_unless_nobody_wants_to_hear_it(client: Client) -> None:
    table = client.ask("new", game="koryo", players=2, seed=7, seats=["human", "human"])["table"]
    for told in (True, False):
        (seat, *_) = client.ask("events", table=table, seat=None)["to_act"]
        done = client.ask("apply", table=table, seat=seat, action="order none", told=told)
        assert bool(done["events"]) is told
    assert done["plies"] == 2


def with_floats(data: Any) -> Any:
    """Return the JSON with all numbers as programs write them whose numbers all have a fraction."""
    if isinstance(data, dict):
        return {name: with_floats(value) for name, value in data.items()}
    if isinstance(data, list):
        return [with_floats(value) for value in data]
    return float(data) if type(data) is int else data


class FloatingClient(Client):
    """A client in a language that writes 1 as 1.0, and reads it so."""

    def reply(self, method: str, **params: object) -> Any:
        return with_floats(super().reply(method, **with_floats(params)))


@pytest.mark.parametrize(
    "name",
    KORYO_AND_OTHERS,
)
def test_a_client_that_writes_1_as_1_0_plays_a_whole_game(name: str) -> None:
    client = FloatingClient()
    table = client.ask("new", game=name, players=2, seed=7, seats=["human", "random"])["table"]
    client.play_on(table, 0)
    assert client.ask("outcome", table=table)["seed"] == "7"
    record = client.ask("record", table=table)["record"]
    assert client.ask("open_record", record=record)["over"]


def test_an_option_may_be_written_as_1_0(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages.add(tmp_path, "games", "examples", "nines = examples.nines:Nines")
    monkeypatch.syspath_prepend(str(tmp_path))
    opened = FloatingClient().ask("new", game="nines", players=2, options={"rounds": 2})
    assert opened["game"] == "nines"


def test_whatever_is_illegal_changes_no_table(client: Client) -> None:
    table = client.ask("new", game="koryo", players=2, seed=7, seats=["human", "human"])["table"]
    before = [client.ask("view", table=table, seat=seat) for seat in (0, 1, None)]
    first = before[0]["to_act"][0]
    for action in (
        "end",
        "order 9 Merchant",
        "fly",
        "",
        {"type": "bank"},
        {"type": "nothing"},
    ):
        assert client.error("apply", table=table, seat=first, action=action)[0] == -32001, action
    for odd in (5, None, ["order none"]):
        assert client.error("apply", table=table, seat=first, action=odd)[0] == -32602, odd
    assert client.error("apply", table=table, seat=1 - first, action="order none")[0] == -32001
    assert client.error("apply", table=table, seat=7, action="order none")[0] == -32003
    assert client.ask("wait", table=table)["plies"] == 0
    assert [client.ask("view", table=table, seat=seat) for seat in (0, 1, None)] == before


def test_another_seat_is_no_business_of_the_client(client: Client) -> None:
    table = client.ask("new", game="koryo", players=3, seed=7, seats=["greedy", "human", "random"])[
        "table"
    ]
    for seat in (0, 2):
        for method in ("view", "scene", "hint", "legal_actions", "events", "resign"):
            assert client.error(method, table=table, seat=seat) == (
                -32003,
                f"seat {seat} is not yours",
            )
        assert client.error("apply", table=table, seat=seat, action="order none")[0] == -32003
    assert client.error("legal_actions", table=table, seat=None)[0] == -32003


def test_neither_seed_nor_record_nor_anothers_hand_leaves_the_server_before_the_end(
    tmp_path: Path,
) -> None:
    """Everything that is answered in a whole game depends on nothing but what seat 1 may know."""
    client = Client(Tables(records=str(tmp_path)))
    seed = 7_000_111_222
    opened = client.ask("new", game="koryo", players=2, seed=seed, seats=["human", "random"])
    assert str(seed) not in json.dumps(opened)
    table = opened["table"]
    game = boardgames.make("koryo", players=2)
    while True:
        view = client.reply("view", table=table, seat=0)
        answers = [
            client.reply("events", table=table, seat=0),
            client.reply("outcome", table=table),
            client.reply("record", table=table),
            client.reply("legal_actions", table=table, seat=0),
        ]
        if view["result"]["over"]:
            break
        assert str(seed) not in json.dumps([view, answers])
        assert answers[2]["error"]["code"] == -32003
        state: Any = Record.load(next(tmp_path.glob("game-*.json"))).replay().states[-1]
        assert view["result"]["view"] == game.to_json(game.view(state, 0))
        client.play_on(table, 0, plies=1)
    record = Record.from_bytes(client.ask("record", table=table)["record"].encode())
    assert record.seed == seed
    record.replay()
    assert client.ask("wait", table=table)["plies"] == len(record.actions)


# Games that are kept.


@pytest.fixture
def keeping(tmp_path: Path) -> Iterator[Client]:
    """Return a client of a server that keeps its games in the empty directory."""
    tables = Tables(records=tmp_path)
    yield Client(tables)
    tables.close()


@pytest.fixture
def another(tmp_path: Path) -> Iterator[Client]:
    """Return a client of another server that shares this directory."""
    tables = Tables(records=tmp_path)
    yield Client(tables)
    tables.close()


def test_an_unfinished_game_is_kept_only_where_games_are_kept(
    client: Client, tmp_path: Path
) -> None:
    opened = client.ask("new", game="koryo", players=2)
    assert opened["key"] is None
    assert client.error("record", table=opened["table"])[0] == -32003
    assert client.error("load", key="x" * 43) == (-32602, "no games are kept here")
    with pytest.raises(ConfigurationError, match="no folder to keep records in"):
        Tables(records=str(tmp_path / "nowhere"))


def test_a_game_is_continued_by_whoever_has_its_key(keeping: Client, another: Client) -> None:
    opened = keeping.ask("new", game="koryo", players=2, seed=7)
    keeping.play_on(opened["table"], 0, plies=9)
    view = keeping.ask("view", table=opened["table"], seat=0)
    keeping.tables.close()  # each action was kept as it was done
    again = another.ask("load", key=opened["key"])
    assert {
        name: again[name] for name in ("key", "game", "players", "seats", "yours", "plies")
    } == {
        "key": opened["key"],
        "game": "koryo",
        "players": 2,
        "seats": ["human", "greedy"],
        "yours": [0],
        "plies": view["plies"],
    }
    seen = another.ask("view", table=again["table"], seat=0)
    assert seen["version"] > view["version"]
    assert seen | {"version": 0} == view | {"version": 0}
    another.play_on(again["table"], 0)
    assert another.ask("outcome", table=again["table"])["seed"] == "7"


def test_a_kept_game_can_be_forgotten(keeping: Client, another: Client, tmp_path: Path) -> None:
    key = keeping.ask("new", game="koryo", players=2)["key"]
    keeping.ask("close", table=1, forget=True)
    assert another.error("load", key=key) == (-32602, "no game is kept under this key")
    assert list(tmp_path.iterdir()) == []


def test_nobody_opens_a_second_copy_to_look_into_or_play_out(
    keeping: Client, another: Client
) -> None:
    opened = keeping.ask("new", game="koryo", seats=["human", "human"], seed=7)
    for client in (keeping, another):
        code, told = client.error("load", key=opened["key"])
        assert (code, "is open at another table" in told) == (-32602, True)
    keeping.ask("close", table=opened["table"])
    again = another.ask("load", key=opened["key"])
    assert keeping.error("load", key=opened["key"])[0] == -32602
    another.ask("close", table=again["table"])
    assert keeping.ask("load", key=opened["key"])["yours"] == [0, 1]


def test_a_kept_game_keeps_its_seats(keeping: Client, another: Client) -> None:
    opened = keeping.ask("new", game="koryo", seats=["random", "human", "greedy"], seed=7)
    keeping.ask("close", table=opened["table"])
    for seats in (["human"] * 3, ["random", "human", "greedy"]):
        assert "'seats'" in another.error("load", key=opened["key"], seats=seats)[1]
    again = another.ask("load", key=opened["key"])
    assert (again["seats"], again["yours"]) == (["random", "human", "greedy"], [1])


def test_keys_cannot_be_guessed_and_lead_nowhere_else(keeping: Client, tmp_path: Path) -> None:
    (tmp_path / "koryo-1.json").write_text("{}")
    opened = [keeping.ask("new", game="koryo", players=2, seed=7) for _ in range(3)]
    keys = [each["key"] for each in opened]
    assert len(set(keys)) == 3
    assert not [file for file in tmp_path.iterdir() if any(key in file.name for key in keys)], (
        "others may list it"
    )
    assert all(re.fullmatch(r"[\w-]{43}", key) for key in keys)
    for table in (1, 2, 3):
        keeping.ask("close", table=table)
    wrong = [
        "",
        "koryo-1",
        "koryo-1.json",
        "../koryo-1.json",
        "/etc/passwd",
        "*",
        f"../{'x' * 40}",
        "\0" * 43,
    ]
    for key in [*wrong, keys[0].swapcase(), keys[0][:-1], f"{keys[0]}.json", f"game-{keys[0]}"]:
        assert keeping.error("load", key=key) == (-32602, "no game is kept under this key")


def test_a_record_is_opened_only_when_its_game_is_over(
    keeping: Client, client: Client, tmp_path: Path
) -> None:
    keeping.ask("new", game="koryo", players=2, seed=7)
    unfinished = next(tmp_path.glob("game-*.json")).read_text()
    code, told = client.error("open_record", record=unfinished)
    assert (code, told.startswith("this game is not over")) == (-32602, True)
    keeping.play_on(1, 0)
    text = keeping.ask("record", table=1)["record"]
    opened = client.ask("open_record", record=text)
    assert (opened["over"], opened["key"], opened["seats"]) == (True, None, ["human", "greedy"])
    assert client.ask("outcome", table=opened["table"])["seed"] == "7"
    record = json.loads(text)
    named = record | {"seats": ["cmd:touch here", "Ann"]}
    assert client.ask("open_record", record=json.dumps(named))["over"] is True
    for wrong in ({"format": 1}, record | {"outcome": None}, record | {"digest": "0" * 64}):
        assert client.error("open_record", record=json.dumps(wrong))[0] == -32602


def test_a_forfeited_game_whose_seed_is_told_is_never_continued(tmp_path: Path) -> None:
    client = Client(Tables(programs=True, records=tmp_path))
    opened = client.ask(
        "new", game="koryo", seed=1, seats=["human", program(tmp_path, "sys.exit(3)")]
    )
    client.play_on(opened["table"], 0)
    assert client.ask("outcome", table=opened["table"])["seed"] == "1"
    client.ask("close", table=opened["table"])
    assert client.error("load", key=opened["key"])[0] == -32602


def test_a_program_that_a_kept_game_names_needs_leave_as_ever(tmp_path: Path) -> None:
    bold = Client(Tables(programs=True, records=tmp_path))
    opened = bold.ask("new", game="koryo", seed=1, seats=["human", program(tmp_path, "pass")])
    bold.ask("close", table=opened["table"])
    careful = Client(Tables(records=tmp_path))
    assert careful.error("load", key=opened["key"])[1].endswith("are not allowed here")
    again = bold.ask("load", key=opened["key"])  # refused before, and not lost
    bold.ask("close", table=again["table"])


def test_an_error_says_nothing_of_the_folder(keeping: Client, tmp_path: Path) -> None:
    keeping.ask("new", game="koryo", seats=["human", "human"], seed=7)
    seat = keeping.ask("view", table=1, seat=0)["to_act"][0]
    shutil.rmtree(tmp_path)
    code, told = keeping.error("apply", table=1, seat=seat, action="order none")
    assert (code, told) == (-32603, "cannot keep this table: No such file or directory")


def test_an_action_that_cannot_be_kept_is_not_done(
    keeping: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping.ask("new", game="koryo", seats=["human", "human"], seed=7)
    before = keeping.ask("view", table=1, seat=0)
    seat = before["to_act"][0]
    action = keeping.ask("legal_actions", table=1, seat=seat)["legal_actions"][0]["notation"]

    def full(*_: object) -> None:
        raise RecordFileError(tmp_path, "write", "the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(RecordFile, "write", full)
        assert keeping.error("apply", table=1, seat=seat, action=action)[0] == -32603
        assert keeping.error("new", game="koryo", players=2)[0] == -32603
    assert keeping.ask("view", table=1, seat=0) == before
    assert keeping.ask("apply", table=1, seat=seat, action=action)["plies"] == 1


def test_a_server_that_is_killed_leaves_games_that_can_be_continued(shell: Shell) -> None:
    kept = shell.directory / "kept"
    kept.mkdir()
    with shell.start("serve", "--records", "kept") as process:
        process.type(
            '{"jsonrpc":"2.0","id":1,"method":"new","params":{"game":"koryo","players":2}}\n'
        )
        key = json.loads(process.line())["result"]["key"]
        client = Client(Tables(records=kept))
        assert "is open at another table" in client.error("load", key=key)[1]
        process.kill()
        process.communicate(timeout=60)
    assert client.ask("load", key=key)["plies"] == 0


def test_a_program_that_cannot_start_opens_no_table(tmp_path: Path) -> None:
    client = Client(Tables(programs=True, records=tmp_path))
    code, told = client.error("new", game="koryo", seats=["human", f"cmd:{tmp_path}/none"])
    assert code == -32602
    assert f"{tmp_path}/none" in told
    assert list(tmp_path.iterdir()) == []
    assert client.ask("new", game="koryo", players=2)["table"] == 1
    client.tables.close()


def test_no_program_is_started_for_a_table_that_has_no_place(tmp_path: Path) -> None:
    client = Client(Tables(programs=True, max_tables=1))
    client.ask("new", game="koryo", players=2)
    assert (
        client.error("new", game="koryo", seats=["human", f"cmd:touch {tmp_path}/started"])[0]
        == -32004
    )
    assert list(tmp_path.iterdir()) == []


# The command.


def test_on_stdout_there_is_nothing_but_the_protocol(shell: Shell) -> None:
    lines = [
        '{"jsonrpc":"2.0","id":1,"method":"hello"}',
        "x",
        '{"jsonrpc":"2.0","id":2,"method":"games"}',
    ]
    done = shell.run("serve", typed="\n".join(lines))
    assert done.returncode == 0
    assert done.stderr == ""
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, None, 2]


@pytest.mark.long
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", [signal.SIGINT, *ENDING])
def test_a_signal_ends_the_server_and_its_programs(shell: Shell, number: signal.Signals) -> None:
    """Even while it waits for a program that never answers."""
    seats = [
        "human",
        program(shell.directory, "print(os.getpid(), file=sys.stderr)", "time.sleep(600)"),
    ]
    requests = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "new",
            "params": {"game": "koryo", "seats": seats, "seed": 7},
        },
        {"jsonrpc": "2.0", "id": 2, "method": "wait", "params": {"table": 1}},
    ]
    with shell.start("serve", "--programs") as process:
        assert process.stderr is not None
        process.type("".join(json.dumps(request) + "\n" for request in requests))
        pid = int(process.stderr.readline())
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (128 + number, "\n")
    assert len(out.splitlines()) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    "arguments", [("--tables", "0"), ("--records", "nowhere"), ("--seconds", "x")]
)
def test_wrong_arguments_are_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, str]
) -> None:
    try:
        status: object = main(["serve", *arguments])
    except SystemExit as end:  # as argparse refuses
        status = end.code
    assert status == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
