"""A table in a program with asyncio."""

from __future__ import annotations

import asyncio
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from boardgames import BotError, RefusedError
from boardgames.play import Bot, Limits, Match, make_bot
from boardgames.table import Table
from boardgames.table.async_table import AsyncTable
from tests.boxes import frozen
from tests.conftest import wait_until
from tests.testing.small_games import Sealed

WAIT_SECONDS = 20
"""Seconds after which a test gives up waiting."""


def table(*seats: str, **options: Any) -> AsyncTable:
    """Return a table of Koryŏ."""
    return AsyncTable(Table.open(frozen("koryo", len(seats)), seats, 7, **options))


async def play(at: AsyncTable, seat: int) -> list[int]:
    """Follow the game to its end, always taking the first choice; return the plies that
    were told.
    """
    plies: list[int] = []

    async def act() -> None:
        if seat in at.table.waiting:
            await at.act(seat, 1)

    news = at.follow(seat)
    told = asyncio.ensure_future(anext(news))
    while True:
        await act()
        done, _ = await asyncio.wait([told], timeout=0.05)
        if done:
            try:
                plies.append(told.result().ply)
            except StopAsyncIteration:
                return plies
            told = asyncio.ensure_future(anext(news))


async def test_people_and_bots_play_to_the_end_and_each_is_told_everything_once() -> None:
    async with table("human", "random", "human") as at:
        plies = await asyncio.gather(play(at, 0), play(at, 2))
    assert plies[0] == plies[1] == [*range(1, at.table.match.plies + 1)]


async def test_the_loop_goes_on_while_a_bot_thinks_and_the_bot_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Table, "stopping_seconds", WAIT_SECONDS)
    async with table("human", "mcts:seconds=60") as at:
        while at.table.match.next_bot() != 1:
            await at.act(0, 1)
        await at.let_bot_play(0)
        wait_until(lambda: at.table.steps.thinking is not None)
        with pytest.raises(RefusedError):
            at.table.step()
    assert at.table.steps.thinking is None


async def test_a_reader_who_is_cancelled_loses_no_news() -> None:
    """What the reader has taken counts as read, and nothing else."""
    async with table("random", "random", "human") as at:
        at.table.let_bot_play(2, "random")
        at.table.play_on()
        plies: list[int] = []
        while len(plies) < 12:
            news = at.follow(2)
            plies += [(await anext(news)).ply, (await anext(news)).ply]
            await news.aclose()
            waiting = asyncio.ensure_future(anext(at.follow(2)))
            waiting.cancel()  # before it has begun
            await asyncio.wait([waiting])
        assert plies == [*range(1, 13)]


async def test_a_table_is_closed_while_all_threads_of_the_loop_are_busy() -> None:
    loop, busy = asyncio.get_running_loop(), threading.Event()
    loop.set_default_executor(ThreadPoolExecutor(1))
    hint = loop.run_in_executor(None, busy.wait, WAIT_SECONDS)
    try:
        async with asyncio.timeout(WAIT_SECONDS / 2):
            await table("human", "human").close()
    finally:
        busy.set()
    assert await hint


@pytest.mark.usefixtures("steady_hints")
async def test_many_hints_of_one_table_keep_no_thread_from_others() -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2))
    at = table("human", "random")
    at.table.play_on()
    with at.table.searching:  # the first hint does not end
        hints = [asyncio.ensure_future(at.hint(0)) for _ in range(5)]
        await asyncio.sleep(0)
        async with asyncio.timeout(WAIT_SECONDS):
            assert await asyncio.to_thread(len, "free") == 4
        for each in hints[1:]:
            each.cancel()
    assert await hints[0]


async def test_closing_leaves_no_timer_in_the_loop() -> None:
    loop: Any = asyncio.get_running_loop()
    before = {*loop._scheduled}  # what asyncio keeps
    at = table("human", "human", limits=Limits(person_seconds=1000))
    for _ in range(5):
        await at.act(at.table.waiting[0], 1)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.Event().wait(), 0.01)
    await at.close()
    assert [
        timer for timer in loop._scheduled if timer not in before and not timer.cancelled()
    ] == []


async def test_an_error_with_nobody_following_is_told_to_whoever_follows_later(
    sealed: Sealed,
) -> None:
    at = AsyncTable(Table(Match(sealed, [Broken(), None], 7)))
    at.table.start()
    while at.table.failure is None:
        at.table.wait(at.table.version, 0.01)
    for _ in range(2):
        with pytest.raises(BotError):
            async for _ in at.follow(1):
                pass
    assert "broken" in str(at.table.failure)
    at.table.match.reseat(0, make_bot("random"))
    await at.act(1, 1)
    assert {(await anext(at.follow(1))).ply, (await anext(at.follow(1))).ply} == {1, 2}


@pytest.mark.long
def test_a_program_that_is_cancelled_leaves_a_table_that_goes_on() -> None:
    async def game() -> Table:
        at = table("human", "mcts:seconds=60")
        while at.table.match.next_bot() != 1:
            await at.act(0, 1)
        await at.let_bot_play(0)
        wait_until(lambda: at.table.steps.thinking is not None)
        return at.table

    left = asyncio.run(game())  # cancels what still runs
    left.match.reseat(1, make_bot("random"))
    left.steps.stop()
    version = left.version
    while not left.over:
        version = left.wait(version, 1)


async def test_a_bot_plays_on_for_who_is_late() -> None:
    async with table("human", "human", limits=Limits(person_seconds=0.01)) as at:
        async for told in at.follow(None):
            if told.ply > 3:
                return


@dataclass(frozen=True)
class Broken(Bot[Any, Any]):
    """Fails."""

    def choose(self, *_: object) -> Any:
        raise ValueError("broken")


async def test_who_follows_hears_of_a_fault_that_stops_the_bots_but_not_why(sealed: Sealed) -> None:
    """A bot may name its hand in its error."""
    at = AsyncTable(Table(Match(sealed, [Broken(), None], 7)))
    with pytest.raises(BotError) as caught:
        async for _ in at.follow(1):
            pass
    assert "broken" not in "".join(traceback.format_exception(caught.value))
    assert "broken" in str(at.table.failure)
