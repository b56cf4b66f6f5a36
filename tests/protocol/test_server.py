"""The server: what it answers to what is no proper request, and what it keeps to itself."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import boardgames
from boardgames import ConfigurationError
from boardgames.jsonrpc import LONGEST
from boardgames.play import Record
from boardgames.protocol import Tables, answer, serve

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Shell


class Client:
    """Asks a server in this process."""

    def __init__(self, tables: Tables | None = None) -> None:
        """Take the server."""
        self.tables = tables or Tables()

    def reply(self, method: str, **params: object) -> Any:  # noqa: ANN401  # any JSON
        """Return the whole answer."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return answer(self.tables, json.dumps(request).encode())

    def ask(self, method: str, **params: object) -> Any:  # noqa: ANN401  # any JSON
        """Return the result."""
        return self.reply(method, **params)["result"]

    def error(self, method: str, **params: object) -> tuple[int, str]:
        """Return code and message of the error."""
        error = self.reply(method, **params)["error"]
        return error["code"], error["message"]

    def play_on(self, table: int, seat: int, *, plies: int = 10_000) -> None:
        """Play a table, doing the first thing on the client's seat."""
        for _ in range(plies):
            standing = self.ask("events", table=table, seat=seat)
            if standing["over"]:
                return
            if seat in standing["to_act"]:
                action = self.ask("legal_actions", table=table, seat=seat)["legal_actions"][0]["action"]
                self.ask("apply", table=table, seat=seat, action=action)
            else:
                self.ask("bot_move", table=table)


@pytest.fixture
def client() -> Client:
    return Client()


# JSON-RPC 2.0.


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"x", -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "games"', -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b'{"a": NaN}', -32700),
        (b"1" * 5000, -32700),
        (b"[]", -32600),
        (b"5", -32600),
        (b'"games"', -32600),
        (b"null", -32600),
        (b'{"id": 1, "method": "games"}', -32600),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "games"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 5}', -32600),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "games"}', -32600),
        (b'{"jsonrpc": "2.0", "id": true, "method": "games"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "games", "more": 1}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "steal"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "close_all"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "__init__"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "games", "params": [1]}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "games", "params": {"a": 1}}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "new", "params": {}}', -32602),
    ],
)
def test_what_is_no_proper_request_gets_the_error_of_the_standard(client: Client, line: bytes, code: int) -> None:
    reply: Any = answer(client.tables, line)
    assert reply["error"]["code"] == code
    assert "\n" not in reply["error"]["message"]
    assert reply.keys() == {"jsonrpc", "id", "error"}


def test_an_answer_carries_the_id_of_its_request(client: Client) -> None:
    for identity in (1, "a", 2.5, None):
        reply: Any = answer(client.tables, json.dumps({"jsonrpc": "2.0", "id": identity, "method": "hello"}).encode())
        assert reply["id"] == identity


def test_a_notification_gets_no_answer_even_if_it_fails(client: Client) -> None:
    for method in ("hello", "steal", "view"):
        assert answer(client.tables, json.dumps({"jsonrpc": "2.0", "method": method}).encode()) is None


def test_a_batch_is_answered_by_an_array_in_its_order(client: Client) -> None:
    batch = [
        {"jsonrpc": "2.0", "id": 1, "method": "hello"},
        {"jsonrpc": "2.0", "method": "hello"},
        7,
        {"jsonrpc": "2.0", "id": 2, "method": "steal"},
    ]
    replies: Any = answer(client.tables, json.dumps(batch).encode())
    assert [reply["id"] for reply in replies] == [1, None, 2]
    assert [reply.get("error", {}).get("code") for reply in replies] == [None, -32600, -32601]
    assert answer(client.tables, json.dumps(batch[1:2]).encode()) is None


def test_a_line_that_is_too_long_is_refused_and_the_next_one_answered() -> None:
    good = b'{"jsonrpc":"2.0","id":1,"method":"hello"}\n'
    requests = io.BytesIO(b"[" + b" " * (3 * LONGEST) + b"]\n" + good + b"\n   \n" + good)
    answers = io.BytesIO()
    serve(Tables(), requests, answers)
    replies = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [reply.get("error", {}).get("code") for reply in replies] == [-32600, None, None]


def test_a_fault_of_the_server_itself_is_an_error_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tables, "call", lambda *_: 1 / 0)
    assert client.error("hello")[0] == -32603


# The tables.


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"game": "chess", "players": 2}, "unknown game 'chess'"),
        ({"game": "koryo", "players": 9}, "2 to 4 players, not 9"),
        ({"game": "koryo", "players": "2"}, "params: players: expected a whole number"),
        ({"game": "koryo", "players": 2, "seed": -1}, "a seed is"),
        ({"game": "koryo", "players": 2, "seed": 1.5}, "params: seed"),
        ({"game": "koryo", "players": 2, "seats": ["human"]}, "not for 1 seats"),
        ({"game": "koryo", "players": 2, "seats": ["human", "nobody"]}, "unknown bot 'nobody'"),
        ({"game": "koryo", "players": 2, "seats": ["human", "cmd:true"]}, "not allowed here"),
        ({"game": "koryo", "players": 2, "seats": ["human", " cmd:true"]}, "not allowed here"),
        ({"game": "koryo", "players": 2, "options": {"components": "/etc/passwd"}}, "not its name"),
        ({"game": "koryo", "players": 2, "options": {"colour": 1}}, "does not take these options"),
        ({"game": "koryo", "players": 2, "color": 1}, "unknown field 'color'"),
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
    client = Client(Tables(most=3))
    for number in range(1, 4):
        assert client.ask("new", game="koryo", players=2)["table"] == number
    assert client.error("new", game="koryo", players=2) == (-32004, "3 tables are open; close one first")
    client.ask("close", table=2)
    assert client.ask("new", game="koryo", players=2)["table"] == 4
    assert client.error("view", table=2, seat=0)[0] == -32002


def test_many_tables_do_not_disturb_each_other(client: Client) -> None:
    tables = [client.ask("new", game="koryo", players=3, seed=5)["table"] for _ in range(3)]
    client.play_on(tables[1], 0)
    views = [client.ask("view", table=table, seat=0) for table in tables]
    assert views[0] == views[2] != views[1]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", boardgames.game_names())
def test_a_whole_game_of_each_can_be_played_by_protocol(client: Client, name: str, players: int) -> None:
    opened = client.ask("new", game=name, players=players, seed=3, seats=["human", *["random"] * (players - 1)])
    client.play_on(opened["table"], 0)
    ended = client.ask("outcome", table=opened["table"])
    assert len(ended["outcome"]["scores"]) == players
    assert ended["seed"] == 3
    assert client.error("bot_move", table=opened["table"])[0] == -32001
    record = Record.from_json(client.ask("save", table=opened["table"])["record"])
    assert record.replay().states[-1] is not None


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
        5,
        None,
        ["order none"],
    ):
        assert client.error("apply", table=table, seat=first, action=action)[0] in (-32001, -32602)
    assert client.error("apply", table=table, seat=1 - first, action="order none")[0] == -32001
    assert client.error("apply", table=table, seat=7, action="order none")[0] == -32602
    assert client.error("bot_move", table=table)[0] == -32001
    assert [client.ask("view", table=table, seat=seat) for seat in (0, 1, None)] == before


def test_another_seat_is_no_business_of_the_client(client: Client) -> None:
    table = client.ask("new", game="koryo", players=3, seed=7, seats=["greedy", "human", "random"])["table"]
    for seat in (0, 2):
        for method in ("view", "legal_actions", "events"):
            assert client.error(method, table=table, seat=seat) == (-32003, f"seat {seat} is not yours")
        assert client.error("apply", table=table, seat=seat, action="order none")[0] == -32003
    assert client.error("legal_actions", table=table, seat=None)[0] == -32003


def test_neither_seed_nor_record_nor_anothers_hand_leaves_the_server_before_the_end(tmp_path: Path) -> None:
    """Everything that is answered in a whole game depends on nothing but what seat 1 may know."""
    client = Client(Tables(records=str(tmp_path)))
    seed = 7_000_111_222
    table = client.ask("new", game="koryo", players=2, seed=seed, seats=["human", "random"])["table"]
    game = boardgames.make("koryo", players=2)
    while True:
        view = client.reply("view", table=table, seat=0)
        answers = [
            client.reply("events", table=table, seat=0),
            client.reply("outcome", table=table),
            client.reply("save", table=table),
            client.reply("legal_actions", table=table, seat=0),
        ]
        if view["result"]["over"]:
            break
        assert str(seed) not in json.dumps([view, answers])
        assert answers[2]["result"] == {"record": None, "file": "koryo-1.json"}
        state: Any = Record.load(tmp_path / "koryo-1.json").replay().states[-1]
        assert view["result"]["view"] == game.to_json(game.view(state, 0))
        client.play_on(table, 0, plies=1)
    assert client.ask("save", table=table)["record"]["seed"] == seed


def test_an_unfinished_game_is_saved_where_records_are_kept_only(client: Client, tmp_path: Path) -> None:
    table = client.ask("new", game="koryo", players=2)["table"]
    assert client.error("save", table=table)[0] == -32602
    assert client.error("load", file="koryo-1.json")[0] == -32602
    keeping = Client(Tables(records=str(tmp_path)))
    for name in ("../koryo-1.json", "/etc/passwd", ".hidden", "", "a/b", "no-such.json"):
        assert keeping.error("load", file=name)[0] == -32602
    assert keeping.error("load")[0] == -32602
    assert keeping.error("load", file="a", record={})[0] == -32602
    assert keeping.error("load", record={"format": 1})[0] == -32602
    with pytest.raises(ConfigurationError, match="no folder to keep records in"):
        Tables(records=str(tmp_path / "nowhere"))


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    client = Client(Tables(records=str(tmp_path)))
    table = client.ask("new", game="koryo", players=2, seed=7)["table"]
    client.play_on(table, 0, plies=9)
    view = client.ask("view", table=table, seat=0)
    name = client.ask("save", table=table)["file"]
    client.ask("close", table=table)
    again = client.ask("load", file=name)["table"]
    assert client.ask("view", table=again, seat=0) == view
    other = client.ask("load", file=name, seats=["random", "human"])
    assert other["yours"] == [1]


def test_a_program_that_cannot_start_opens_no_table(tmp_path: Path) -> None:
    client = Client(Tables(programs=True))
    code, message = client.error("new", game="koryo", players=2, seed=1, seats=["human", f"cmd:{tmp_path}/none"])
    assert (code, message[:9]) == (-32602, "player 2,")
    assert message.endswith(": cannot be started: No such file or directory")


def test_a_bot_that_fails_forfeits_its_game(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps([{"expect": {}}, {"reply": {"protocol": 1}}, {"expect": {}}, {"reply": None}]))
    bot = f"cmd:{sys.executable} -m boardgames.testing.scripted_peer {script}"
    client = Client(Tables(programs=True))
    table = client.ask("new", game="koryo", players=2, seed=1, seats=["human", bot])["table"]
    client.play_on(table, 0)
    assert client.ask("outcome", table=table)["outcome"]["reason"].startswith("player 2 forfeits: ended with exit")
    assert client.error("apply", table=table, seat=0, action="order none") == (-32001, "the game is over")


# The command.


def test_on_stdout_there_is_nothing_but_the_protocol(shell: Shell) -> None:
    lines = ['{"jsonrpc":"2.0","id":1,"method":"hello"}', "x", '{"jsonrpc":"2.0","id":2,"method":"games"}']
    done = shell.run("serve", typed="\n".join(lines))
    assert done.returncode == 0
    assert done.stderr == ""
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, None, 2]


def test_each_line_is_answered_before_the_next_one_comes(shell: Shell) -> None:
    with subprocess.Popen(
        shell.command("serve"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=shell.environment(), text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": "hello"}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(20) == 0


@pytest.mark.parametrize("arguments", [("--tables", "0"), ("--records", "nowhere"), ("--seconds", "x")])
def test_wrong_arguments_are_one_line_and_status_2(shell: Shell, arguments: tuple[str, str]) -> None:
    done = shell.run("serve", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_a_scripted_peer_plays_a_frontend(shell: Shell, tmp_path: Path) -> None:
    """The peer that tests bots tests the server as well."""
    script = tmp_path / "script.json"
    script.write_text(
        json.dumps(
            [
                {"send": {"jsonrpc": "2.0", "id": 1, "method": "hello"}},
                {"expect": {"id": 1, "result": {"protocol": 1}}},
                {"text": "nonsense"},
                {"expect": {"error": {"code": -32700}}},
                {"send": {"jsonrpc": "2.0", "id": 2, "method": "hello"}},
                {"expect": {"id": 3}},
            ]
        )
    )
    command = [sys.executable, "-m", "boardgames.testing.scripted_peer", str(script), *shell.command("serve")]
    done = subprocess.run(command, env=shell.environment(), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith("step 6: expected {'id': 3}, not {")
