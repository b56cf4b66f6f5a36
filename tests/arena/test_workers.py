"""Worker processes: replaced once when they die, ended whatever they do."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from boardgames import ConfigurationError
from boardgames.arena import Plan, run_arena
from boardgames.arena.workers import worker_pool
from tests.conftest import wait_until

CAUTIOUS = Path(__file__).parents[2] / "examples" / "bots" / "cautious.py"


def deadly(folder: Path, times: int) -> str:
    """Return the spec of a bot that kills the worker which starts it, this many times."""
    script = folder / "deadly.sh"
    script.write_text(
        f"#!/bin/sh\nif [ $(ls {folder} | grep -c killed) -lt {times} ]; then\n  touch"
        f" {folder}/killed.$$; kill -KILL $PPID; exit\nfi\nexec {sys.executable} {CAUTIOUS}\n"
    )
    script.chmod(0o755)
    return f"cmd:{script}"


@pytest.mark.long
def test_what_a_worker_that_dies_has_not_returned_is_played_again(tmp_path: Path) -> None:
    plan = Plan("koryo", (deadly(tmp_path, 1), "random"), 12, 5, records=str(tmp_path / "records"))
    assert run_arena(plan, jobs=2, resume=tmp_path / "results").games == 12
    assert len(list((tmp_path / "records").iterdir())) == 12
    assert run_arena(plan, resume=tmp_path / "results").games == 12


@pytest.mark.long
def test_workers_that_die_again_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigurationError, match=r"^worker processes died twice; see their own messages$"
    ):
        run_arena(Plan("koryo", (deadly(tmp_path, 1000), "random"), 12, 5), jobs=2)


def hang(folder: str) -> None:
    """Hang, and take no notice of whatever is raised."""
    (Path(folder) / str(os.getpid())).touch()
    while True:
        with suppress(BaseException):
            Event().wait()


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.long
@pytest.mark.parametrize("is_frozen", [False, True])
def test_workers_that_listen_to_nothing_are_ended(tmp_path: Path, *, is_frozen: bool) -> None:
    with suppress(KeyboardInterrupt), worker_pool(2) as pool:
        for _ in range(2):
            pool.submit(hang, str(tmp_path))
        wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
        processes = [int(each.name) for each in tmp_path.iterdir()]
        assert all(map(is_running, processes))
        if is_frozen:
            os.kill(processes[0], signal.SIGSTOP)
        raise KeyboardInterrupt
    assert not any(map(is_running, processes))
