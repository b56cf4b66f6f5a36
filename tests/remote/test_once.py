"""Requests that are sent twice, because an answer was lost or a button clicked twice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from boardgames.core.errors import RefusedError
from boardgames.remote.lobby import Lobby
from boardgames.remote.methods import METHODS
from boardgames.remote.once import Once
from boardgames.remote.tables import Tables
from boardgames.table.table import Table
from tests.conftest import wait_until
from tests.remote.client import Client
from tests.remote.servers import OVER_HTTP, Window, seated

KEY = "made-up-at-random-0123456789"


class People(ABC):
    """Two people at a table of Koryŏ: seat 0 is the host."""

    @abstractmethod
    def ask(self, seat: int, method: str, **params: object) -> Any:
        """Return the result of a method that this seat may call."""

    @abstractmethod
    def tables(self) -> Iterable[Table]:
        """Return all tables of the server."""

    def state(self) -> list[object]:
        """Return all that a request can change."""
        return [
            (each, each.version, each.closed, each.match.record(), each.seating, each.asked)
            for each in self.tables()
        ]

    @property
    def first(self) -> int:
        """The seat that may act, and after an action the seat that has acted."""
        (table, *_) = self.tables()
        acted = [event.player for event in table.match.history()]
        return acted[0] if acted else table.waiting[0]

    def act(self) -> None:
        """Let the first seat act."""
        self.ask(self.first, "apply", **an_action(self))

    def finish(self) -> None:
        """End the game."""
        self.ask(0, "resign")


class OverLines(People):
    """Both are seats of one client."""

    def __init__(self, folder: Path) -> None:
        self.client = Client(Tables(records=folder))
        opened = self.client.ask("new", game="koryo", seats=["human", "human"])
        self.table, self.key = opened["table"], opened["key"]

    def ask(self, seat: int, method: str, **params: object) -> Any:
        """Name the table and the seat."""
        place = {"table": self.table, "seat": seat} if METHODS[method].is_at_table else {}
        return self.client.ask(method, **place, **params)

    def tables(self) -> Iterable[Table]:
        """Return those of the client."""
        return self.client.tables._tables.values()


class OverHttp(People):
    """Each has a secret."""

    def __init__(self, server: Any, *seats: str) -> None:
        self.lobby: Lobby = server.lobby
        self.windows = seated(server, *seats, game="koryo", quick=False)

    def ask(self, seat: int, method: str, **params: object) -> Any:
        """Ask with the secret of the seat."""
        return self.windows[seat].get(method, **params)

    def tables(self) -> Iterable[Table]:
        """Return those of the lobby."""
        return self.lobby._tables


def an_action(people: People) -> dict[str, object]:
    """Return the parameters of an action of the first seat."""
    legal = people.ask(people.first, "legal_actions")
    return {"action": legal["legal_actions"][0]["notation"], "turn": legal["turn"]}


def a_choice(people: People) -> dict[str, object]:
    (table, *_) = people.tables()
    wait_until(lambda: bool(table.waiting))
    return {"seconds": 0.01, "seat": table.waiting[0]}


def an_undo(people: People) -> dict[str, object]:
    people.act()
    return {}


def a_granted_undo(people: People) -> dict[str, object]:
    people.act()
    people.ask(people.first, "undo")
    return {"seat": 1 - people.first}


def a_seat_to_give_back(people: People) -> dict[str, object]:
    people.ask(0, "let_bot_play", **a_seat_without_the_turn(people))
    return a_seat_without_the_turn(people)


def a_seat_without_the_turn(people: People) -> dict[str, object]:
    return {"for_seat": 1 - people.first}


def an_end(people: People) -> dict[str, object]:
    people.finish()
    return {}


def a_record(people: People) -> dict[str, object]:
    people.finish()
    return {"record": people.ask(0, "record")["record"]}


def an_invitation(people: People) -> dict[str, object]:
    return {"invitation": people.ask(0, "invite", for_seat=1)["invitation"]}


def a_closed_game(people: People) -> dict[str, object]:
    assert isinstance(people, OverLines)
    people.ask(0, "close")
    return {"key": people.key}


PREPARED: dict[str, Callable[[People], dict[str, object]]] = {
    "rules": lambda _: {"game": "koryo"},
    "new": lambda _: {"game": "koryo", "seats": ["human", "human"]},
    "learn": lambda _: {"game": "koryo"},
    "open_record": a_record,
    "load": a_closed_game,
    "invited": an_invitation,
    "join": an_invitation,
    "wait": lambda _: {"version": 0},
    "hint": a_choice,
    "apply": an_action,
    "undo": an_undo,
    "grant_undo": a_granted_undo,
    "rename": lambda _: {"name": "Ann"},
    "invite": lambda _: {"for_seat": 1},
    "withdraw": lambda _: {"for_seat": 1},
    "let_bot_play": a_seat_without_the_turn,
    "give_back": a_seat_to_give_back,
    "record": an_end,
    "replay": lambda people: an_end(people) | {"ply": 0},
    "judge": lambda people: an_end(people) | {"of_seat": 0},
    "rematch": an_end,
}
"""What happens before a method is called, and its parameters; all others need neither."""
BY_WHO_ACTS = {"legal_actions", "apply", "undo"}
"""Methods that the first seat calls, and not the host."""


def check_twice(people: People, name: str) -> None:
    """Assert that calling this method a second time changes nothing, and is answered alike."""
    params = PREPARED[name](people) if name in PREPARED else {}
    by: Any = params.pop("seat", people.first if name in BY_WHO_ACTS else 0)
    if METHODS[name].changes:
        params["once"] = KEY
    before = people.state()
    first = people.ask(by, name, **params)
    after = people.state()
    assert people.ask(by, name, **params) == first or METHODS[name].searches
    assert people.state() == after
    assert (after == before) != METHODS[name].changes


def over(carrier: str) -> list[str]:
    """Return the methods that this carrier has."""
    return [name for name, each in METHODS.items() if each.only in (None, carrier)]


@pytest.mark.usefixtures("frozen_lessons", "steady_hints")
@pytest.mark.parametrize("name", over("lines"))
def test_every_method_can_be_called_twice_over_lines(name: str, tmp_path: Path) -> None:
    check_twice(OverLines(tmp_path), name)


def test_a_bot_acts_once_for_a_wait_that_names_the_version() -> None:
    client = Client()
    opened = client.ask("new", game="koryo", seats=["random", "random"])
    waits = [client.ask("wait", table=opened["table"], version=opened["version"]) for _ in range(2)]
    assert [each["plies"] for each in waits] == [1, 1]


@OVER_HTTP
@pytest.mark.usefixtures("frozen_lessons", "steady_hints")
@pytest.mark.parametrize("name", over("http"))
def test_every_method_can_be_called_twice_over_http(name: str, server: Any) -> None:
    other = "random" if name == "hint" else "human"  # hints are for games against bots
    check_twice(OverHttp(server, "human", other), name)


def test_a_request_that_has_failed_takes_the_place_of_no_other() -> None:
    once = Once(most=1)

    def failing() -> int:
        raise RefusedError("nobody has this secret")

    once.do(("Ann", "new", KEY), {}, lambda: 1)
    with pytest.raises(RefusedError, match="nobody"):
        once.do(("", "new", KEY), {}, failing)
    assert once.do(("Ann", "new", KEY), {}, lambda: 2) == 1


def test_a_game_that_is_asked_for_twice_is_opened_once(server: Any) -> None:
    asked = {"game": "bazaar", "seats": ["human", "random"], "once": KEY}
    first, second = [Window(server).get("new", **asked) for _ in range(2)]
    assert first == second
    assert Window(server).get("new", **(asked | {"once": KEY * 2}))["secret"] != first["secret"]


def test_an_invitation_that_is_used_twice_by_the_same_person_gives_the_same_seat(
    server: Any,
) -> None:
    host = Window(server).start("human", "human")
    (absent,) = host.look()["absent"]
    asked = {"invitation": absent["invitation"], "name": "Ann", "once": KEY}
    first, second = [Window(server).get("join", **asked) for _ in range(2)]
    assert first == second
    assert Window(server).ask("join", asked | {"once": KEY * 2})[0] == -32003


def test_an_action_that_is_sent_twice_is_done_once_and_answered_twice(server: Any) -> None:
    windows = seated(server, "human", "human")
    action = windows[0].see(0)["choices"][0]["action"]
    first, second = [windows[0].get("apply", action=action, once=KEY) for _ in range(2)]
    assert first == second
    assert windows[1].see(1)["plies"] == 1


def test_a_key_is_of_one_secret_and_one_method(server: Any) -> None:
    windows = seated(server, "human", "human")
    for window in windows:
        window.get("apply", action=window.see(0)["choices"][0]["action"], once=KEY)
    assert windows[0].see(2)["plies"] == 2
    windows[0].get("rename", name="Ann", once=KEY)
    assert windows[1].see(2)["names"] == ["Ann", ""]


def test_a_key_is_not_used_for_two_things_and_cannot_be_guessed(server: Any) -> None:
    window = Window(server).start("human", "random")
    window.get("rename", name="Ann", once=KEY)
    assert window.ask("rename", {"name": "Bo", "once": KEY})[0] == -32602
    for short in ("", "1", "x" * 15, "x" * 101):
        assert window.ask("rename", {"name": "Bo", "once": short})[0] == -32602
    assert window.see(0)["names"][0] == "Ann"


def test_over_lines_a_table_is_opened_once_as_well() -> None:
    client = Client()
    opened = [client.ask("new", game="koryo", players=2, once=KEY)["table"] for _ in range(2)]
    assert opened == [1, 1]


def test_what_has_failed_can_be_sent_again() -> None:
    once, done = Once(), list[int]()

    def work() -> int:
        done.append(1)
        if len(done) == 1:
            raise RefusedError("the disk is full")
        return len(done)

    with pytest.raises(RefusedError, match="full"):
        once.do(("", "new", KEY), {}, work)
    assert [once.do(("", "new", KEY), {}, work) for _ in range(2)] == [2, 2]


def test_the_second_of_two_requests_at_once_waits_for_the_first() -> None:
    once, begun, may_end = Once(), Event(), Event()

    def work() -> int:
        begun.set()
        assert may_end.wait(60)
        return 7

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(once.do, ("", "new", KEY), {}, work)
        assert begun.wait(60)
        second = pool.submit(once.do, ("", "new", KEY), {}, lambda: 8)
        may_end.set()
        assert (first.result(60), second.result(60)) == (7, 7)


def test_only_the_latest_answers_are_remembered() -> None:
    once = Once(most=2)
    for number in range(3):
        once.do(("", "new", f"{KEY}{number}"), {}, lambda number=number: number)  # type: ignore[misc]
    assert once.do(("", "new", f"{KEY}2"), {}, lambda: 9) == 2
    assert once.do(("", "new", f"{KEY}0"), {}, lambda: 9) == 9
