"""The time that people have for a decision, as `new` and the server set it."""

from __future__ import annotations

from math import nan
from typing import Any

import pytest

from boardgames.jsonrpc import INVALID_PARAMS, WireError
from boardgames.remote.lobby import Lobby
from boardgames.remote.tables import Tables
from tests.clock import HeldMachine
from tests.conftest import wait_until
from tests.remote.servers import Window, seated

LONG = 600


def test_a_bot_plays_on_for_who_takes_longer_until_they_take_their_seat_back(server: Any) -> None:
    host = Window(server).start("human", "human", person_seconds=0.05)
    wait_until(lambda: host.get("look")["to_act"] == [1])
    seen = host.get("look")
    assert seen["stand_ins"] == ["fair", None], "nobody has come to the other seat"
    assert seen["left"] == [None, None]
    host.get("give_back", for_seat=0)
    assert host.get("look")["stand_ins"] == [None, None]


def test_all_see_how_long_there_is_and_how_much_is_left(server: Any) -> None:
    host, guest = seated(server, "human", "human", game="koryo", person_seconds=LONG)
    watching = [host, guest]
    for each in watching:
        assert each.get("about")["person_seconds"] == LONG
        seen = each.get("look")
        assert [0 < left <= LONG if left else left for left in seen["left"]] == [
            seat in seen["to_act"] or None for seat in (0, 1)
        ]
        assert seen["scene"]["notes"] == [
            "Each decision may take 600 s; then a bot plays on until the seat is taken back."
        ]
        assert each.get("scene")["scene"]["notes"] == seen["scene"]["notes"]


def test_the_server_sets_the_time_where_several_people_play_and_nothing_else_is_asked(
    serving: Any,
) -> None:
    server = serving(Lobby(person_seconds=LONG))
    several = Window(server).start("human", "human")
    alone = Window(server).start("human", "random")
    own = Window(server).start("human", "human", person_seconds=LONG / 2)
    asked = Window(server).start("human", "random", person_seconds=LONG / 2)
    learning = Window(server, Window(server).get("learn", game="koryo")["secret"])
    tables = [several, alone, own, asked, learning]
    times = [each.get("about")["person_seconds"] for each in tables]
    assert times == [LONG, None, LONG / 2, LONG / 2, None]
    assert own.get("games")["person_seconds"] == LONG


def test_the_next_game_has_the_same_time(server: Any) -> None:
    host, guest = seated(server, "human", "human", person_seconds=LONG)
    host.get("resign")
    guest.ask("rematch")
    following = Window(server, host.get("rematch")["secret"])
    assert following.get("about")["person_seconds"] == LONG


@pytest.mark.parametrize("wrong", [0, -1, 1e7, "60", True], ids=repr)
def test_a_time_that_is_none_is_refused_and_opens_no_table(server: Any, wrong: Any) -> None:
    code, refusal = Window(server).ask(
        "new", {"game": "bazaar", "seats": ["human", "human"], "person_seconds": wrong}
    )
    assert code == INVALID_PARAMS
    assert refusal.startswith("params: person_seconds: expected ")
    assert "\n" not in refusal
    assert not len(server.lobby._tables)


def test_over_lines_a_bot_plays_on_once_news_is_asked_for() -> None:
    machine = HeldMachine()
    tables = Tables(machine=machine)
    asked = {"game": "koryo", "seats": ["human", "human"], "person_seconds": LONG}
    opened: Any = tables.call("new", asked)
    (late,) = opened["to_act"]
    at = {"table": opened["table"], "seat": late}
    machine.now += LONG + 1
    tables.call("wait", {"table": opened["table"], "seat": late})
    seen: Any = tables.call("look", at)
    assert seen["stand_ins"][late] == "fair"
    with pytest.raises(WireError, match="person_seconds"):
        tables.call("new", asked | {"person_seconds": nan})
