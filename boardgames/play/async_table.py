"""A table for asyncio programs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from contextlib import suppress
from time import monotonic
from typing import Any, Self

from boardgames.core.action import Action
from boardgames.play.analysis import Hint
from boardgames.play.match import Transition
from boardgames.play.sight import Told
from boardgames.play.table import Table

SLICE = 0.1
"""How often, in seconds, a bot that pauses checks whether it has been stopped."""


class AsyncTable:
    """A `Table` whose bots think in threads so as not to block the event loop; everything else happens in the loop.

    Methods of the table itself that only read, such as `table.scene(seat)` and `table.choices(seat)`, can be called at
    any time. Errors are those of `Table`. An `async with` block closes it.
    """

    def __init__(self, table: Table, executor: Executor | None = None) -> None:
        """`executor` has the threads in which bots think; None: the default executor of the loop."""
        self.table = table
        self._executor = executor
        self._playing: asyncio.Task[None] | None = None
        self._again = False
        """Set when the bots must check again whether it is their turn."""
        self._error: BaseException | None = None

    async def follow(self, seat: int | None) -> AsyncIterator[Told]:
        """Yield what this seat is told, each piece of news once, until the game is over or the table is closed.

        Raises `BotError` for the fault of a bot if `on_fault` is "raise". Each piece of news goes to only one follower
        of a seat.
        """
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(changed.set)

        self.table.listeners.append(wake)
        try:
            self._start()
            while True:
                changed.clear()
                for told in self.table.news(seat):
                    yield told
                if self._error is not None:
                    raise self._error
                if self.table.over or self.table.closed:
                    return
                await changed.wait()
        finally:
            self.table.listeners.remove(wake)

    async def act(self, seat: int, what: Action | int | str, turn: int | None = None) -> Transition[Any, Any, Any]:
        """Take this action, as `Table.act` does, and let the bots continue."""
        event = self.table.act(seat, what, turn)
        self._start()
        return event

    async def undo(self, seat: int) -> int:
        """Take back the last choice of the only person; a thinking bot is stopped."""
        undone = self.table.undo(seat)
        self._start()
        return undone

    async def hint(self, seat: int, besides: Action | None = None) -> tuple[Hint[Any], ...]:
        """Return the actions that a search thinks best for this seat."""
        found: tuple[Hint[Any], ...] = await self._in_thread(self.table.hint, seat, besides)
        return found

    async def let_bot_play(self, seat: int, spec: str = "fair") -> None:
        """Let a bot play on for the person in this seat."""
        self.table.let_bot_play(seat, spec)
        self._start()

    async def close(self) -> None:
        """Close the table: nobody can act any more, and the bots are stopped."""
        await self._in_thread(self.table.close)
        if self._playing is not None:
            await asyncio.wait([self._playing])

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _in_thread(self, work: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._executor, work, *arguments)

    def _start(self) -> None:
        self._again = True
        if self._playing is None or self._playing.done():
            self._playing = asyncio.get_running_loop().create_task(self._play())

    async def _step(self) -> bool:
        """Do what `Table.step` does; a bot occupies a thread while it thinks, but not while it pauses."""
        turn = self.table.begin_step()
        if isinstance(turn, bool):
            return turn
        try:
            thought = await self._in_thread(self.table.think, turn)
            end = monotonic() + thought.pause
            while not turn.stopped.is_set() and (left := end - monotonic()) > 0:  # noqa: ASYNC110  # any thread may set it
                await asyncio.sleep(min(left, SLICE))
        except BaseException:
            turn.stopped.set()
            self.table.end_step(turn, None)
            raise
        return self.table.end_step(turn, thought)

    async def _play(self) -> None:
        """Let the bots act until a person must, and check again when that person's time is over."""
        try:
            while self._again:
                self._again = False
                while await self._step():
                    pass
        except Exception as error:  # noqa: BLE001  # reported to the followers
            self._error = error
            self.table.changed()
        left = [self.table.left(seat) for seat in self.table.waiting]
        times = [each for each in left if each is not None]
        if times:
            asyncio.get_running_loop().call_later(min(times), self._start)
