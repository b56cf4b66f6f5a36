"""A table in a program with asyncio."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

import boardgames
from boardgames import BotError, RefusedError
from boardgames.play import Bot, Limits, Match, Table, make_bot
from boardgames.play.async_table import AsyncTable

if TYPE_CHECKING:
    from tests.testing.small_games import Sealed


def table(*seats: str, **options: Any) -> AsyncTable:
    """Return a table of Koryŏ."""
    return AsyncTable(Table.open(boardgames.make("koryo", players=len(seats)), seats, 7, **options))


async def play(at: AsyncTable, seat: int) -> list[int]:
    """Follow the game to its end, always taking the first choice; return the plies that were told."""
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


def test_people_and_bots_play_to_the_end_and_each_is_told_everything_once() -> None:
    async def game() -> tuple[int, list[list[int]]]:
        async with table("human", "random", "human") as at:
            plies = await asyncio.gather(play(at, 0), play(at, 2))
            return at.table.match.plies, [*plies]

    length, plies = asyncio.run(game())
    assert plies == [[*range(1, length + 1)]] * 2


def test_the_loop_goes_on_while_a_bot_thinks_and_the_bot_is_stopped() -> None:
    async def game() -> None:
        async with table("human", "mcts:seconds=60") as at:
            while at.table.match.next_bot() != 1:
                await at.act(0, 1)
            await at.let_bot_play(0)
            await asyncio.sleep(0.1)
            with pytest.raises(RefusedError):
                at.table.step()
        assert at.table._thinking is None

    asyncio.run(game())


def test_a_program_that_is_cancelled_leaves_a_table_that_goes_on() -> None:
    async def game() -> Table:
        at = table("human", "mcts:seconds=60")
        while at.table.match.next_bot() != 1:
            await at.act(0, 1)
        await at.let_bot_play(0)
        await asyncio.sleep(0.1)
        return at.table

    left = asyncio.run(game())  # cancels what still runs
    left.match.reseat(1, make_bot("random"))
    assert left.step()
    left.close()


def test_a_bot_plays_on_for_who_is_late() -> None:
    async def game() -> None:
        async with table("human", "human", limits=Limits(person_seconds=0.01)) as at:
            async for told in at.follow(None):
                if told.ply > 3:
                    return

    asyncio.run(asyncio.wait_for(game(), 20))


@dataclass(frozen=True)
class Broken(Bot[Any, Any]):
    """Fails."""

    def choose(self, *_: object) -> Any:
        raise ValueError("broken")


def test_who_follows_hears_of_a_fault_that_ends_the_game(sealed: Sealed) -> None:
    async def game() -> None:
        at = AsyncTable(Table(Match(sealed, [Broken(), None], 7)))
        with pytest.raises(BotError, match="broken"):
            async for _ in at.follow(1):
                pass

    asyncio.run(asyncio.wait_for(game(), 20))
