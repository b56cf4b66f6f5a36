"""Worker processes: replaced when they die, ended whatever they do."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from boardgames import BotError, ConfigurationError
from boardgames.play import Plan, workers
from boardgames.play.results import GameResult, LostGame
from boardgames.play.signals import Stopped
from boardgames.play.workers import TRIES, on_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

GAMES = 20


def plan_in(folder: Path) -> Plan:
    """Return a plan for games that are only pretended; they leave their marks in this folder."""
    return Plan("koryo", ("random", "random"), GAMES, 1, records=str(folder))


def pretended(number: int) -> GameResult:
    return GameResult(number, number, (0,), None, None, (1, 1), (1, 1), (0, 0), ())


def marked(plan: Plan, name: str) -> int:
    """Leave a mark, and return how many there were before."""
    for count in range(100):
        with suppress(FileExistsError):
            (Path(plan.records or "") / f"{name}-{count}").touch(exist_ok=False)
            return count
    raise AssertionError("marked too often")


# What the workers run instead of games.


def plain(_: Plan, numbers: Iterable[int]) -> Iterator[GameResult]:
    yield from map(pretended, numbers)


def interrupting(_: Plan, numbers: Iterable[int]) -> Iterator[GameResult]:
    yield pretended(*tuple(numbers)[:1])
    raise KeyboardInterrupt


def killed_once(plan: Plan, numbers: Iterable[int]) -> Iterator[GameResult]:
    """Games 3 and 11 take their worker with them when they are played first."""
    for number in numbers:
        if number in (3, 11) and not marked(plan, f"tried-{number}"):
            os.kill(os.getpid(), signal.SIGKILL)
        yield pretended(number)


def killed_always(plan: Plan, numbers: Iterable[int]) -> Iterator[GameResult]:
    """Games 3 and 4 take their worker with them always."""
    for number in numbers:
        if number in (3, 4):
            marked(plan, f"tried-{number}")
            os._exit(9)
        yield pretended(number)


def failing(_: Plan, numbers: Iterable[int]) -> Iterator[GameResult]:
    for number in numbers:
        if number == 7:
            raise BotError("ply 1, player 1, random: enough")
        yield pretended(number)


def crashing(_: Plan, numbers: Iterable[int]) -> Iterator[GameResult]:
    for number in numbers:
        raise ZeroDivisionError(f"in game {number}")
    yield from ()


def stubborn(plan: Plan, numbers: Iterable[int]) -> Iterator[GameResult]:
    """Hang, and take no notice of whatever is raised."""
    for number in numbers:
        marked(plan, f"process-{os.getpid()}")
        yield pretended(number)
        while True:
            with suppress(BaseException):
                threading.Event().wait()


class Unborn:
    """Cannot be read in the worker, which therefore never gets ready."""

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return int, ("nonsense",)

    def __call__(self, plan: Plan, numbers: Iterable[int]) -> Iterable[GameResult]:
        """Never be called."""
        raise AssertionError(plan, numbers)


def pieces(size: int = 4) -> Iterator[tuple[int, ...]]:
    """Return all games, cut into pieces."""
    return (tuple(range(first, min(first + size, GAMES))) for first in range(0, GAMES, size))


@pytest.mark.long
@pytest.mark.parametrize("size", [1, 3, 20])
def test_all_games_are_played_once(tmp_path: Path, size: int) -> None:
    played = list(on_workers(plain, plan_in(tmp_path), pieces(size), 2))
    assert sorted(played, key=lambda each: each.number) == [pretended(number) for number in range(GAMES)]


@pytest.mark.long
def test_the_games_of_a_worker_that_dies_are_played_again(tmp_path: Path) -> None:
    played = list(on_workers(killed_once, plan_in(tmp_path), pieces(), 2))
    assert sorted(each.number for each in played) == list(range(GAMES))
    assert not any(isinstance(each, LostGame) for each in played)
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.long
def test_a_game_that_kills_its_worker_every_time_is_reported_and_the_others_are_played(tmp_path: Path) -> None:
    played = list(on_workers(killed_always, plan_in(tmp_path), pieces(), 2))
    assert sorted(each.number for each in played) == list(range(GAMES))
    assert sorted(each for each in played if isinstance(each, LostGame)) == [LostGame(3), LostGame(4)]
    assert len(list(tmp_path.iterdir())) == 2 * TRIES


def test_an_error_ends_it_after_the_games_before(tmp_path: Path) -> None:
    played: list[int] = []
    with pytest.raises(BotError, match=r"^ply 1, player 1, random: enough$"):
        played.extend(each.number for each in on_workers(failing, plan_in(tmp_path), pieces(20), 1))
    assert played == list(range(7))


def test_a_fault_in_a_game_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"(?s)in crashing.*ZeroDivisionError: in game 0"):
        list(on_workers(crashing, plan_in(tmp_path), pieces(20), 1))


@pytest.mark.long
def test_workers_that_cannot_start_are_an_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ConfigurationError, match=r"^worker processes cannot start"):
        list(on_workers(Unborn(), plan_in(tmp_path), pieces(), 2))
    assert "nonsense" in capfd.readouterr().err


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_workers_that_listen_to_nothing_are_killed(tmp_path: Path) -> None:
    playing = on_workers(stubborn, plan_in(tmp_path), pieces(), 2)
    assert {type(next(playing)) for _ in range(2)} == {GameResult}
    processes = [int(each.name.split("-")[1]) for each in tmp_path.iterdir()]
    assert len(processes) == 2
    assert all(map(is_running, processes))
    start = time.monotonic()
    playing.close()
    assert not any(map(is_running, processes))
    assert time.monotonic() - start < 60


@pytest.mark.parametrize(("error", "said"), [(Stopped(15), ""), (ValueError("odd"), "ValueError: odd\n")])
def test_a_worker_that_is_stopped_in_a_callback_of_python_says_nothing(
    error: BaseException, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "unraisablehook", workers._report)

    def fail(_: object) -> None:
        raise error

    observed = Mock()
    reference = weakref.ref(observed, fail)
    del observed
    gc.collect()
    assert reference() is None
    told = capsys.readouterr().err
    assert told.endswith(said)
    assert bool(told) == bool(said)


def test_a_bot_that_pretends_to_be_ctrl_c_is_an_error_in_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BotError, match=r"^a bot .*KeyboardInterrupt: .* in interrupting \(test_workers\.py"):
        list(on_workers(interrupting, plan_in(tmp_path), iter([(1, 2)]), 1))
    assert capfd.readouterr().err == ""
