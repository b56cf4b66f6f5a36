"""The methods that explain a game and help to play it: rules, pieces, scene, hint, undo, score
sheet, polling.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames.games.koryo.words.english import English
from boardgames.jsonrpc import MAX_BYTES, encode
from boardgames.remote import Tables
from tests.conftest import program
from tests.remote.client import Client

GAMES = boardgames.game_names()


@pytest.fixture
def client() -> Client:
    return Client()


def choose(client: Client, table: int, seat: int = 0) -> dict[str, Any]:
    """Play on until the seat has a choice, and return what its scene says."""
    while True:
        shown = client.ask("scene", table=table, seat=seat)
        if len(shown["legal_actions"]) > 1:
            return dict(shown)
        if shown["legal_actions"]:
            client.ask(
                "apply", table=table, seat=seat, action=shown["legal_actions"][0]["notation"]
            )
        else:
            client.ask("wait", table=table)


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_can_be_read_without_a_table(client: Client, name: str) -> None:
    told = client.ask("rules", game=name)
    players = boardgames.game_class(name).player_counts[0]
    assert told == {"game": name, "rules": boardgames.make(name, players=players).words.rules()}
    assert client.error("rules", game="chess")[0] == -32602


@pytest.mark.parametrize("name", GAMES)
def test_a_scene_labels_exactly_the_legal_actions_of_its_seat(client: Client, name: str) -> None:
    table = client.ask("new", game=name, players=3, seed=2)["table"]
    for _ in range(10):
        shown = choose(client, table)
        legal = client.ask("legal_actions", table=table, seat=0)["legal_actions"]
        assert [
            {key: each[key] for key in ("action", "notation")} for each in shown["legal_actions"]
        ] == legal
        assert shown["scene"]["viewer"] == 0
        assert len({each["label"]["text"] for each in shown["legal_actions"]}) == len(legal)
        assert len(encode(shown)) < MAX_BYTES / 2
        client.ask("apply", table=table, seat=0, action=legal[-1]["notation"])


@pytest.mark.parametrize("name", GAMES)
def test_a_spectator_has_the_scene_of_nobody_and_no_actions(client: Client, name: str) -> None:
    table = client.ask("new", game=name, players=2, seed=7)["table"]
    choose(client, table)
    shown = client.ask("scene", table=table, seat=None)
    assert (shown["scene"]["viewer"], shown["legal_actions"]) == (None, [])
    assert client.error("hint", table=table, seat=None)[0] == -32003


def test_a_seat_that_may_not_act_has_a_scene_without_actions_and_no_hint(client: Client) -> None:
    table = client.ask("new", game="koryo", seats=["human", "human"], seed=7)["table"]
    waiting = 1 - client.ask("events", table=table, seat=0)["to_act"][0]
    assert client.ask("scene", table=table, seat=waiting)["legal_actions"] == []
    assert client.error("hint", table=table, seat=waiting)[0] == -32001


def test_after_a_forfeit_the_scene_waits_for_nobody(tmp_path: Path) -> None:
    client = Client(Tables(programs=True))
    table = client.ask(
        "new", game="koryo", seed=1, seats=["human", program(tmp_path, "sys.exit(3)")]
    )["table"]
    client.play_on(table, 0)
    shown = client.ask("scene", table=table, seat=0)
    assert (shown["over"], shown["scene"]["to_act"], shown["scene"]["prompt"]) == (True, [], "")
    assert shown["scene"]["notes"][0] == "Player 2 forfeited the game."
    assert shown["legal_actions"] == []
    reason = client.ask("outcome", table=table)["outcome"]["reason"]
    assert reason.startswith("Player 2 forfeited the game: ")
    assert client.error("apply", table=table, seat=0, action="order none")[0] == -32001
    assert client.error("hint", table=table, seat=0)[0] == -32001
    assert client.error("undo", table=table)[0] == -32001


@pytest.mark.usefixtures("frozen_lessons")
def test_a_lesson_refuses_a_wrong_answer_in_words_and_is_not_kept(tmp_path: Path) -> None:
    client = Client(Tables(records=tmp_path))
    opened = client.ask("learn", game="koryo")
    assert (opened["key"], opened["yours"], list(tmp_path.iterdir())) == (None, [0], [])
    shown = client.ask("scene", table=1, seat=0)
    assert shown["scene"]["tip"]
    told = [
        client.reply("apply", table=1, seat=0, action=each["notation"])
        for each in shown["legal_actions"][:2]
    ]
    assert any(answer.get("error", {}).get("code") == -32001 for answer in told)


# Hints.


@pytest.mark.usefixtures("steady_hints")
@pytest.mark.parametrize("name", GAMES)
def test_a_hint_names_up_to_three_legal_actions_with_their_chances(
    client: Client, name: str
) -> None:
    table = client.ask("new", game=name, players=2, seed=3)["table"]
    shown = choose(client, table)
    hints = client.ask("hint", table=table, seat=0, seconds=0.05)["hints"]
    assert 1 <= len(hints) <= 3
    for each in hints:
        assert 0 <= each.pop("chance") <= 1
        assert all(-1 <= reason["chance"] <= 1 for reason in each.pop("why"))
        assert each.pop("is_about_equal") in (False, True)
        assert isinstance(each.pop("because"), str)
        assert each in shown["legal_actions"]
    assert client.ask("scene", table=table, seat=0) == shown


@pytest.mark.usefixtures("steady_hints")
def test_a_hint_rates_the_action_that_is_asked_about(client: Client) -> None:
    """In notation or as JSON; one that is not legal is refused."""
    table = client.ask("new", game="koryo", players=2, seed=3)["table"]
    asked = choose(client, table)["legal_actions"][0]
    for action in (asked["notation"], asked["action"]):
        hints = client.ask("hint", table=table, seat=0, seconds=0.05, action=action)["hints"]
        assert [each["notation"] for each in hints].count(asked["notation"]) == 1
        assert 1 <= len(hints) <= 4
    for wrong in ("end", "fly"):
        code, told = client.error("hint", table=table, seat=0, action=wrong)
        assert (code, wrong in told) == (-32001, True)
    unknown: list[Any] = [{}, {"type": "end"}, ""]
    for each in unknown:
        assert client.error("hint", table=table, seat=0, action=each)[0] == -32001
    odd: list[Any] = [7, True, [], 1.5]
    for each in odd:
        code, told = client.error("hint", table=table, seat=0, action=each)
        assert (code, told.startswith("params: action: ")) == (-32602, True)


@pytest.mark.parametrize("seconds", [0, -1, 2.5, 1e9])
def test_the_time_of_a_hint_is_bounded(client: Client, seconds: float) -> None:
    table = client.ask("new", game="koryo", players=2, seed=3)["table"]
    choose(client, table)
    code, told = client.error("hint", table=table, seat=0, seconds=seconds)
    assert (code, told.partition(", not")[0]) == (
        -32602,
        "params: seconds: expected more than 0, and at most 2",
    )


# Taking back.


@pytest.mark.parametrize("name", GAMES)
def test_undo_takes_back_the_last_decision_and_all_that_followed(client: Client, name: str) -> None:
    table = client.ask("new", game=name, players=2, seed=4, seats=["human", "random"])["table"]
    choose(client, table)
    earlier = []
    for _ in range(3):
        before = choose(client, table)
        earlier.append(before)
        client.ask("apply", table=table, seat=0, action=before["legal_actions"][0]["notation"])
    choose(client, table)
    for before in reversed(earlier):
        plies = client.ask("events", table=table, seat=0)["plies"]
        undone = client.ask("undo", table=table)
        assert undone["undone"] == plies - before["plies"] == plies - undone["plies"]
        again = client.ask("scene", table=table, seat=0)
        assert again.pop("version") == undone["version"]
        assert again == {key: before[key] for key in again}
    client.play_on(table, 0, plies=10)
    assert client.ask("events", table=table, seat=0)["plies"] == earlier[0]["plies"] + 10


def test_the_other_seats_of_people_grant_an_undo_or_refuse_it(client: Client) -> None:
    table = client.ask("new", game="koryo", seed=4, seats=["human", "human", "random"])["table"]
    while (
        1 not in (shown := client.ask("events", table=table, seat=None))["to_act"]
        or shown["plies"] < 2
    ):
        if shown["to_act"][0] == 2:
            client.ask("wait", table=table)
        else:
            client.ask("apply", table=table, seat=shown["to_act"][0], action="order none")
    plies = shown["plies"]
    whose = "seats 0 and 1 are yours: say which of them it is"
    assert client.error("undo", table=table) == (-32003, whose)
    assert client.error("grant_undo", table=table, seat=1)[0] == -32001
    asked = client.ask("undo", table=table, seat=0)
    request = {"what": "undo", "seat": 0, "agreed": []}
    assert (asked["undone"], asked["asked"]) == (0, [request])
    assert client.error("grant_undo", table=table, seat=2)[0] == -32003
    assert client.ask("grant_undo", table=table, seat=1, grant=False)["asked"] == []
    client.ask("undo", table=table, seat=0)
    done = client.ask("grant_undo", table=table, seat=1)
    assert done["asked"] == []
    assert plies - done["plies"] == done["undone"] > 0


# The end.


@pytest.mark.parametrize("name", GAMES)
def test_the_score_sheet_is_secret_until_the_end_and_adds_up(client: Client, name: str) -> None:
    table = client.ask("new", game=name, seed=4, seats=["random", "random"])["table"]
    while not client.ask("wait", table=table)["over"]:
        assert client.ask("score_sheet", table=table) == {"score_sheet": None}
    lines = client.ask("score_sheet", table=table)["score_sheet"]["lines"]
    totals = [sum(points) for points in zip(*[line["points"] for line in lines], strict=True)]
    assert totals == client.ask("outcome", table=table)["outcome"]["scores"]


# Polling.


def test_a_spectator_is_told_everything_once_and_a_poll_tells_only_what_is_new(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = client.ask("new", game="koryo", seed=4, seats=["random", "random"])["table"]
    asked: list[int | None] = []
    tell = English.tell

    def counted(self: English, *given: Any) -> tuple[str, ...]:
        asked.append(given[-1])
        return tell(self, *given)

    monkeypatch.setattr(English, "tell", counted)
    heard: list[Any] = []
    plies, over = 0, False
    while not over:
        client.ask("wait", table=table)
        for _ in range(3):
            told = client.ask("events", table=table, seat=None, since=plies)
            heard += told["events"]
            plies, over = told["plies"], told["over"]
    assert asked == [None] * plies
    assert [each["ply"] for each in heard] == list(range(plies + 1)), "the beginning is ply 0"
    assert client.ask("events", table=table, seat=None)["events"] == heard
    assert client.ask("events", table=table, seat=None, since=10**6)["events"] == []
