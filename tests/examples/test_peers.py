"""The benchmark against other libraries; which of them are here does not matter."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent.parent.parent / "examples" / "benchmarks" / "peers.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PROGRAM), *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.long
def test_it_measures_this_library_at_all_games_and_says_who_is_missing() -> None:
    done = run("--rounds", "1", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    ours = [
        row
        for row in report["figures"]
        if row["library"] == "boardgames" and row["game"] != "PettingZoo"
    ]
    assert [row["game"] for row in ours] == [
        "tic-tac-toe",
        "Kuhn poker",
        "our size",
        "Kuhn search",
        "Koryo search",
    ]
    for row in ours:
        assert row["times ours"] == {"median": 1, "least": 1, "most": 1}
        assert 0 < row["pickle, bytes"] < 1000
    there = {row["library"] for row in report["figures"]} | {
        line.split(" is not here")[0] for line in report["missing"]
    }
    assert any("OpenSpiel" in name for name in there)
    assert any("PettingZoo" in name for name in there)
    assert any("RLCard" in name for name in there)
