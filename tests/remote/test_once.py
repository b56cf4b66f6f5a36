"""Requests that are sent twice, because an answer was lost or a button clicked twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from boardgames.core.errors import RefusedError
from boardgames.remote.once import Once
from tests.remote.client import Client
from tests.remote.servers import Window, seated

KEY = "made-up-at-random-0123456789"


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


def test_only_the_latest_answers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.remote.once.MOST_REMEMBERED", 2)
    once = Once()
    for number in range(3):
        once.do(("", "new", f"{KEY}{number}"), {}, lambda number=number: number)  # type: ignore[misc]
    assert once.do(("", "new", f"{KEY}2"), {}, lambda: 9) == 2
    assert once.do(("", "new", f"{KEY}0"), {}, lambda: 9) == 9
