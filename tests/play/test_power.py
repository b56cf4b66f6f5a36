"""What is kept outlasts a loss of power."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

NOTED = """
import os, stat, sys
from pathlib import Path
done = []
sync, replace = os.fsync, os.replace

def noted_sync(descriptor):
    mode = os.fstat(descriptor).st_mode
    done.append("folder" if stat.S_ISDIR(mode) else "content")
    sync(descriptor)

def noted_replace(source, target):
    done.append("name")
    replace(source, target)

os.fsync, os.replace = noted_sync, noted_replace
import boardgames
from boardgames.table.table import Table
at = Table.open(boardgames.make("koryo", players=2), ["human", "human"], 1, file=sys.argv[1])
done.clear()
at.act(at.waiting[0], 1)
print(*done)
"""
"""Prints what was done to the disk before an action was acknowledged."""


def test_a_decision_is_on_the_disk_before_it_is_acknowledged(tmp_path: Path) -> None:
    command = [sys.executable, "-c", NOTED, str(tmp_path / "game.json")]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    done = run.stdout.split()
    assert done
    assert done == ["content", "name", "folder"] * (len(done) // 3)
