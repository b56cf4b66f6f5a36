"""The built wheel in Pyodide, which is CPython for the browser: another machine word, and often a
newer Python.

Skipped unless BOARDGAMES_PYODIDE=1 says that npm may be asked for Pyodide. It needs Node.js and
npm.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.conftest import Shell

HERE = Path(__file__).parent
PYODIDE = "pyodide@314"
"""The release of Pyodide with CPython 3.14."""

pytestmark = pytest.mark.skipif(
    os.environ.get("BOARDGAMES_PYODIDE") != "1",
    reason="BOARDGAMES_PYODIDE=1 runs it, with npm and its registry",
)


def output(*command: str, shell: Shell) -> str:
    """Run it to its end and return what it prints; nothing may be amiss."""
    done = shell.do(command)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_games_and_searches_go_as_they_do_here(shell: Shell) -> None:
    """Same seeds, same games: to the last decision, and with the same choices of a search."""
    output("npm", "install", "--no-audit", "--no-fund", PYODIDE, shell=shell)
    output(
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "-o",
        ".",
        str(HERE.parents[1]),
        shell=shell,
    )
    (wheel,) = shell.directory.glob("*.whl")
    there = output(
        "node",
        str(HERE / "run.mjs"),
        "node_modules/pyodide",
        wheel.name,
        str(HERE / "games.py"),
        shell=shell,
    )
    assert there == output(sys.executable, str(HERE / "games.py"), shell=shell)
    assert there.count("the search chooses ") == there.count("over after ") > 0
