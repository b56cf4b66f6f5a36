"""Play an arena on two Dask workers, kill one of them on the way, and print what came of it."""

from __future__ import annotations

import os
import signal

from distributed import Client, LocalCluster

from boardgames.arena import Plan, iter_arena, run_arena

PLAN = Plan("koryo", ("greedy", "random"), games=240, seed=3)
BEFORE = 20
"""Games that are over when the worker is killed; more than a hundred others have been given out by
then.
"""


def main() -> None:
    """Print how many games were over when a worker died, whether it is gone, and whether the result
    is the same.
    """
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        victim = next(iter(client.run(os.getpid).values()))
        assert isinstance(victim, int)
        for result in iter_arena(PLAN, executor=client.get_executor()):
            if result.games == BEFORE:
                os.kill(victim, signal.SIGKILL)
        gone = victim not in client.run(os.getpid).values()
    print(BEFORE, gone, result == run_arena(PLAN))  # noqa: T201  # it is a program


if __name__ == "__main__":
    main()
