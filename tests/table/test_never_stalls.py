"""Everything that can be asked of a table, at every await and every call to its files, in one
thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from boardgames import IllegalActionError, RefusedError
from boardgames.play.bots.base import RandomBot
from boardgames.play.record import RecordFile
from boardgames.table import Table
from boardgames.table.async_table import AsyncTable
from boardgames.table.seating import Seating
from boardgames.table.table_file import TableFile
from tests.clock import ThreadsByHandAtOnce
from tests.testing.small_games import Sealed


class Played:
    """A kept game of two people, one of them replaced by a bot at first, and a bot; something is
    done at one point.
    """

    def __init__(self, game: Sealed, file: Path, what: str, point: int) -> None:
        self.machine = ThreadsByHandAtOnce()
        self.game = game
        self.file = file
        self.what = what
        self.left = point
        self.points = 0
        self.owed = False
        self.kept: Seating | None = None
        self.read: dict[int, tuple[str, ...]] = {}
        self.followers: list[asyncio.Task[None]] = []
        self.sit(
            Table.open(
                game,
                replace(Seating.of(["human", "human", "random"]), host=0),
                7,
                file=file,
                machine=self.machine,
            )
        )
        self.at.table.let_bot_play(1, "random")

    def sit(self, table: Table) -> None:
        self.at = AsyncTable(table)

    def reach(self) -> None:
        """Pass a point: what was asked for is done here, or as soon as the lock is free."""
        self.owed |= self.points == self.left
        self.points += 1
        table = self.at.table
        if self.owed and not table.lock._is_owned():  # type: ignore[attr-defined]  # of RLock, as Condition uses it
            self.owed = False
            with suppress(RefusedError, IllegalActionError):
                getattr(self, self.what)(table)

    def work(self) -> bool:
        """Do the next piece of work of the table's thread; return whether there was any."""
        return self.at.table.steps.playing_on and self.at.table.steps.go_on()

    @property
    def was_closed(self) -> bool:
        """Whether the table was closed before the end of the game, and not opened again."""
        return self.what == "close"

    def goes_on(self) -> bool:
        return not (self.at.table.over or self.at.table.closed)

    def nothing(self, _: Table) -> None: ...

    def act(self, table: Table) -> None:
        table.act(0, 1)
        table.start()

    def undo(self, table: Table) -> None:
        if not table.undo(0):
            table.grant_undo(1)
        table.start()

    def resign(self, table: Table) -> None:
        table.resign(0)

    def give_back(self, table: Table) -> None:
        table.give_back(1)
        table.start()

    def close(self, table: Table) -> None:
        table.close(wait=False)
        self.kept = table.seating  # what is read later is not kept any more

    def invite(self, table: Table) -> None:
        assert table.join(table.invite(1))[0] == 1

    def restore(self, table: Table) -> None:
        table.close(wait=False)
        again = Table.restore(self.file, game=self.game, machine=self.machine)
        assert (again.match.plies, again.seating) == (table.match.plies, table.seating)
        self.sit(again)
        self.follow(again)
        again.start()

    def follow(self, _: Table) -> None:
        self.followers.append(asyncio.ensure_future(self._follow()))

    def cancel(self, table: Table) -> None:
        self.followers[-1].cancel()
        self.follow(table)

    async def _follow(self) -> None:
        async for told in self.at.follow(0):
            if told.lines != ("Taken back.",):
                self.read[told.ply] = told.lines

    async def play(self) -> None:
        """Play to the end of the game, with the first choice of every person, or until the table is
        closed.
        """
        self.follow(self.at.table)
        while self.goes_on():
            for _ in range(3):
                await asyncio.sleep(0)
                self.reach()
            if not self.work() and self.goes_on():
                (seat, *_) = self.at.table.waiting  # otherwise the table has stalled
                await self.at.act(seat, 1)
        while self.work():
            self.reach()
        await asyncio.gather(*self.followers, return_exceptions=True)


OPERATIONS = (
    "nothing",
    "act",
    "undo",
    "resign",
    "give_back",
    "close",
    "invite",
    "restore",
    "follow",
    "cancel",
)


@contextmanager
def points_of(game: Played) -> Iterator[None]:
    """Let the game pass a point before and after each choice of a bot and each write to a file."""

    def watched(work: Callable[..., Any]) -> Callable[..., Any]:
        def done(*given: Any, **how: Any) -> Any:
            game.reach()
            result = work(*given, **how)
            game.reach()
            return result

        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RandomBot, "choose", watched(RandomBot.choose))
        patch.setattr(RecordFile, "write", watched(RecordFile.write))
        patch.setattr(TableFile, "write", watched(TableFile.write))
        yield


def check_went_on(game: Played) -> None:
    """Check that the table has not stalled."""
    table = game.at.table
    assert table.steps.thinking is None
    assert table.over or game.was_closed


def check_told(game: Played) -> None:
    """Check that whoever followed the game was told everything that happened."""
    told = {each.ply: each.lines for each in game.at.table.told(0)}
    read = {ply: lines for ply, lines in game.read.items() if ply in told}
    assert game.was_closed or read == told


def check_kept(game: Played) -> None:
    """Check that the table is restored as it was."""
    table = game.at.table
    table.close()
    again = Table.restore(game.file, game=game.game)
    assert again.match.plies == table.match.plies
    assert again.match.outcome == table.match.outcome
    assert again.seating == (game.kept or table.seating)
    again.close()


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("what", OPERATIONS)
def test_a_table_goes_on_whatever_is_done_at_whatever_moment(
    sealed: Sealed, tmp_path: Path, caplog: pytest.LogCaptureFixture, what: str, every: int
) -> None:
    """`every`: how many points lie between those that are tried."""
    three = type(sealed)(players=3)
    for point in count(step=every):
        game = Played(three, tmp_path / f"{point}.json", what, point)
        with points_of(game):
            asyncio.run(game.play())
        check_went_on(game)
        check_told(game)
        check_kept(game)
        if point >= game.points or what == "nothing":  # which is the same at every point
            break
    assert game.points > 50
    assert caplog.records == []
