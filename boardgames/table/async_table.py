"""A table for asyncio programs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Self

from boardgames.contract.transition import Transition
from boardgames.core.action import Action
from boardgames.core.errors import BotError
from boardgames.play.analysis import Hint
from boardgames.table.session import STAND_IN
from boardgames.table.sight import Told
from boardgames.table.table import Table


class AsyncTable:
    """A `Table` whose bots play in threads of their own, so as not to block the event loop.

    Methods of the table itself that only read, such as `table.scene(seat)` and
    `table.choices(seat)`, can be called at any time. Errors are those of `Table`. An `async with`
    block closes it.
    """

    def __init__(self, table: Table) -> None:
        """Take the table; raise `ConfigurationError` where no thread can be started, as in a
        browser.
        """
        table.machine.start_thread(int, "use the Table itself")  # a trial
        self.table = table
        self._searching = asyncio.Lock()
        """Here the hints of one table queue, rather than in threads that other tables need."""

    async def follow(self, seat: int | None) -> AsyncGenerator[Told, None]:
        """Yield what this seat is told, each piece of news once, until the game is over or the
        table is closed.

        Raises `BotError` if an error has stopped the bots, without its reason, which may say what
        this seat must not know: `table.failure` has it. Each piece of news goes to only one
        follower of a seat, and counts as read when that one takes it.
        """
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(changed.set)

        self.table.listeners.append(wake)
        try:
            if self.table.failure is None:
                self.table.start()
            while True:
                changed.clear()
                is_last = self.table.over or self.table.closed
                while news := self.table.news(seat, 1):
                    yield news[0]
                if self.table.failure is not None:
                    raise BotError("an error has stopped the bots")
                if is_last:
                    return
                await changed.wait()
        finally:
            self.table.listeners.remove(wake)

    async def act(
        self, seat: int, what: Action | int | str, turn: int | None = None
    ) -> Transition[Any, Any, Any]:
        """Take this action, as `Table.act` does, and let the bots continue."""
        event = self.table.act(seat, what, turn)
        self.table.start()
        return event

    async def undo(self, seat: int) -> int:
        """Take back the last choice of this person, or ask the others for it; a thinking bot is
        stopped.
        """
        undone = self.table.undo(seat)
        self.table.start()
        return undone

    async def hint(self, seat: int, besides: Action | None = None) -> tuple[Hint[Any], ...]:
        """Return the actions that a search thinks best for this seat."""
        async with self._searching:
            return await asyncio.to_thread(self.table.hint, seat, besides)

    async def let_bot_play(self, seat: int, spec: str = STAND_IN) -> None:
        """Let a bot play on for the person in this seat."""
        self.table.let_bot_play(seat, spec)
        self.table.start()

    async def close(self) -> None:
        """Close the table: nobody can act any more, and the bots are stopped."""
        # In a thread of its own: those of the loop may all be busy with hints.
        executor = ThreadPoolExecutor(1)
        try:
            await asyncio.get_running_loop().run_in_executor(executor, self.table.close)
        finally:
            executor.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
