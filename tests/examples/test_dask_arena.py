"""The arena on real Dask clusters."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Shell

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "dask_arena.py"
SECONDS = 60
"""Seconds for a process to come up."""


@pytest.mark.long
def test_a_dask_cluster_gives_the_result_of_one_process_bit_for_bit() -> None:
    """The cluster is started and stopped by the example itself."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "The same as in one process: True"


@pytest.mark.slow
def test_a_killed_worker_costs_nothing_but_time(shell: Shell) -> None:
    """One of two is killed with games in its hands; Dask starts another one and has them played
    again.
    """
    program = Path(__file__).with_name("lost_worker.py")
    done = shell.python(program)
    assert (done.returncode, done.stdout) == (0, "20 True True\n"), done.stderr


@contextmanager
def running(shell: Shell, program: str, *arguments: str, package: str) -> Iterator[None]:
    """Run `dask-scheduler` or `dask-worker` in a process of its own, which finds our package,
    another one or none.
    """
    environment = shell.environment()
    if package != "ours":
        environment["PYTHONPATH"] = str(shell.directory / package)
    command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments]
    log = (shell.directory / f"{program}.log").open("wb")
    with (
        log,
        subprocess.Popen(
            command, stdout=log, stderr=log, env=environment, cwd=shell.directory
        ) as process,
    ):
        try:
            yield
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scheduler", "worker", "named", "fault"),
    [
        ("ours", "ours", "", ""),
        ("none", "ours", "the scheduler", "cannot import boardgames: "),
        ("ours", "none", "tcp://", "cannot import boardgames: "),
        ("other", "ours", "the scheduler", "has another boardgames than we: "),
        ("ours", "other", "tcp://", "has another boardgames than we: "),
    ],
)
def test_machines_without_our_very_package_are_named_before_the_first_game(
    shell: Shell, scheduler: str, worker: str, named: str, fault: str
) -> None:
    (shell.directory / "none").mkdir()
    hide = "import sys; sys.modules['boardgames'] = None\n"
    (shell.directory / "none" / "sitecustomize.py").write_text(hide, encoding="utf-8")
    other = shell.directory / "other" / "boardgames"
    shutil.copytree(
        EXAMPLE.parents[1] / "boardgames",
        other,
        ignore=shutil.ignore_patterns("__pycache__", "static"),
    )
    (other / "changed.py").touch()
    where = shell.directory / "scheduler.json"
    options = ("--scheduler-file", str(where), "--no-dashboard")
    with ExitStack() as stack:
        local = ("--host", "127.0.0.1", "--port", "0")
        stack.enter_context(running(shell, "dask_scheduler", *options, *local, package=scheduler))
        stack.enter_context(
            running(shell, "dask_worker", *options, "--no-nanny", "--nthreads", "1", package=worker)
        )
        wait = (
            "from distributed import Client;"
            f" Client(scheduler_file={str(where)!r}).wait_for_workers(1, {SECONDS})"
        )
        subprocess.run(
            [sys.executable, "-c", wait], check=True, capture_output=True, timeout=2 * SECONDS
        )
        address = json.loads(where.read_text(encoding="utf-8"))["address"]
        command = [sys.executable, str(EXAMPLE), address]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            env=shell.environment(),
        )
    if not named:
        assert (done.returncode, done.stdout.splitlines()[-1]) == (
            0,
            "The same as in one process: True",
        ), done.stderr
    else:
        assert done.returncode == 1
        assert done.stdout == ""
        (line,) = done.stderr.splitlines()
        assert line.startswith(named)
        assert fault in line
