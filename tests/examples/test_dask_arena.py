"""The arena on a real Dask cluster."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "dask_arena.py"


def test_a_dask_cluster_gives_the_result_of_one_process_bit_for_bit() -> None:
    """The cluster is started and stopped by the example itself."""
    done = subprocess.run([sys.executable, str(EXAMPLE)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "The same as in one process: True"
