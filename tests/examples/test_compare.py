from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess

    from tests.conftest import Shell

ROOT = Path(__file__).parents[2]
FIGURES = [
    "random play",
    "new_game",
    "legal_actions",
    "apply",
    "replay",
    "check_state",
    "view",
    "determinize",
    "evaluate",
    "prior",
    "search",
    "score",
    "scene",
    "label",
    "str",
    "parse",
]


def compare(shell: Shell, *arguments: object) -> subprocess.CompletedProcess[str]:
    program = ROOT / "examples" / "benchmarks" / "compare.py"
    return shell.python(program, *map(str, arguments))


@pytest.mark.long
def test_a_tree_is_compared_with_itself(shell: Shell) -> None:
    done = compare(shell, ROOT, ROOT, "koryo", "--rounds", "1")
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.rsplit(maxsplit=3) for line in done.stdout.splitlines()[2:]]
    assert [figure for figure, *_ in rows] == FIGURES
    assert all(float(before) > 0 and float(after) > 0 for _, before, after, _ in rows)


@pytest.mark.long
def test_a_folder_without_the_library_is_refused(shell: Shell, tmp_path: Path) -> None:
    done = compare(shell, tmp_path, ROOT, "koryo", "--rounds", "1")
    assert done.returncode == 1
    assert f"{tmp_path}: has no boardgames" in done.stderr
    assert "Traceback" not in done.stderr
