"""Where no thread can be started, as in a browser, what needs one says so."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest

from boardgames import ConfigurationError
from boardgames.arena import Plan, run_arena
from boardgames.play import Match, make_bot
from boardgames.table import Table
from boardgames.table.async_table import AsyncTable
from tests.testing.small_games import Sealed


@pytest.fixture
def at(sealed: Sealed, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table of a person and a bot, in a Python without threads."""

    def start(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", start)
    seats: list[Any] = [None, make_bot("random")]
    return Table(Match(sealed, seats, 7))


def test_a_table_whose_bots_cannot_have_a_thread_plays_without_one(at: Table) -> None:
    at.act(0, 1)
    for _ in range(2):
        with pytest.raises(ConfigurationError, match=r"^no thread .*: let the bots .* play_on$"):
            at.start()
    at.play_on()
    assert at.match.plies >= 2


def test_an_async_table_is_refused(at: Table) -> None:
    with pytest.raises(ConfigurationError, match=r"^no thread .*: use the Table itself$"):
        AsyncTable(at)


@pytest.mark.usefixtures("at")
def test_an_arena_on_several_processes_is_refused() -> None:
    plan = Plan("koryo", ("random", "random"), games=2, seed=1)
    with pytest.raises(ConfigurationError, match=r"^no thread .*: leave out jobs$"):
        run_arena(plan, jobs=2)
    assert run_arena(plan).games == 2
