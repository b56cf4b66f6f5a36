"""The arena on a Dask cluster, through Dask's own Executor. It needs `pip install distributed`.

    python examples/dask_arena.py                            two workers on this machine
    python examples/dask_arena.py tcp://scheduler:8786       a cluster that is there already

The command line reaches the same cluster: `boardgames arena … --executor dask_arena:executor`, with this folder on
PYTHONPATH. Whatever the cluster, the figures are those of a single process, bit for bit.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import Executor
from contextlib import ExitStack

from distributed import Client, LocalCluster

from boardgames.play import Plan, Result, run_arena

PLAN = Plan("koryo", ("greedy", "random"), games=60, seed=1)


def on_dask(plan: Plan, address: str | None = None, workers: int = 2) -> Result:
    """Play the plan on the cluster at this address, or else on one of our own, which is started and stopped."""
    with ExitStack() as stack:
        if address is None:
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
            address = stack.enter_context(cluster).scheduler_address
        client = stack.enter_context(Client(address))
        return run_arena(plan, executor=client.get_executor())


def executor() -> Executor:
    """Return the Executor of the cluster that DASK_SCHEDULER_ADDRESS names, for `--executor`."""
    made: Executor = Client(os.environ["DASK_SCHEDULER_ADDRESS"]).get_executor()
    return made


if __name__ == "__main__":
    result = on_dask(PLAN, sys.argv[1] if sys.argv[1:] else None)
    for bot, standing in zip(PLAN.bots, result.standings, strict=True):
        low, high = standing.interval
        print(f"{bot}: {standing.share:.1%} of {standing.games} games, 95 % between {low:.1%} and {high:.1%}")
    print("The same as in one process:", result == run_arena(PLAN))
