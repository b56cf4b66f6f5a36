"""The load of a full server, for a moment."""

from __future__ import annotations

from pathlib import Path
from sys import platform
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Shell

PROGRAM = Path(__file__).parents[2] / "examples" / "benchmarks" / "load.py"


@pytest.mark.long
@pytest.mark.skipif(platform != "linux", reason="each person has an address of this machine")
def test_all_people_are_served(shell: Shell) -> None:
    bots = ("--bots", "random", "sleeper:seconds=0.1")
    done = shell.python(PROGRAM, "--tables", "4", "--seconds", "4", "--pause", "0.1", *bots)
    assert (done.returncode, done.stderr) == (0, "")
    clicks, turns, *kinds, served = done.stdout.splitlines()
    assert clicks.startswith("click answered")
    assert turns.startswith("own turn again")
    assert [line.split()[0] for line in kinds] == [*bots[1:]]
    assert served.startswith("4 of 4 served")
