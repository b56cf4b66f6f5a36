"""The arena on a Dask cluster, through Dask's own Executor. It needs `pip install distributed`.

    python examples/dask_arena.py                            two workers on this machine
    python examples/dask_arena.py tcp://scheduler:8786       an existing cluster

The command line reaches the cluster that DASK_SCHEDULER_ADDRESS names: `boardgames arena …
--executor dask_arena:executor`, with this folder on PYTHONPATH. Whatever the cluster, the figures
are those of a single process, bit for bit. The workers and the scheduler must have this very
boardgames, which is checked before any game starts; docs/clusters.md says how to bring it there.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import Executor
from contextlib import ExitStack

from distributed import Client, LocalCluster

from boardgames import ConfigurationError
from boardgames.arena import Plan, Result, run_arena
from boardgames.arena.fingerprint import library_fingerprint

PLAN = Plan("koryo", ("greedy", "random"), games=60, seed=1)
NEEDED = f"""
from boardgames.arena.fingerprint import check_fingerprint, library_fingerprint
check_fingerprint(library_fingerprint(), {library_fingerprint()!r})
"""
REMEDY = (
    "make a wheel of ours with pip wheel, pip install --force-reinstall it there, and restart; see"
    " docs/clusters.md"
)


def check(client: Client) -> None:
    """Raise `ConfigurationError` with the remedy unless workers and scheduler have the boardgames
    that we have.
    """
    # exec is a builtin: any Python can run it, even where nothing of ours can be imported.
    answers = client.run(exec, NEEDED, on_error="return")
    if not answers:
        raise ConfigurationError("the cluster has no workers")
    try:
        client.run_on_scheduler(exec, NEEDED)
    except (ImportError, ConfigurationError) as error:
        answers = {"the scheduler": error, **answers}
    faults = [
        f"{name} cannot import boardgames"
        if isinstance(error, ImportError)
        else f"{name} has another boardgames than we"
        for name, error in answers.items()
        if error is not None
    ]
    if faults:
        raise ConfigurationError(f"{', '.join(faults)}: {REMEDY}")


def on_dask(plan: Plan, address: str | None = None, workers: int = 2) -> Result:
    """Play the plan on the cluster at this address, or else on one of our own, which is started and
    stopped.
    """
    with ExitStack() as stack:
        if address is None:
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
            address = stack.enter_context(cluster).scheduler_address
        client = stack.enter_context(Client(address))
        check(client)
        return run_arena(plan, executor=client.get_executor())


def executor() -> Executor:
    """Return the Executor of the cluster that DASK_SCHEDULER_ADDRESS names, for `--executor`."""
    address = os.environ.get("DASK_SCHEDULER_ADDRESS")
    if address is None:
        raise ConfigurationError(
            "set DASK_SCHEDULER_ADDRESS to the address of the cluster: tcp://scheduler:8786"
        )
    client = Client(address)
    check(client)
    made: Executor = client.get_executor()
    return made


if __name__ == "__main__":
    try:
        result = on_dask(PLAN, sys.argv[1] if sys.argv[1:] else None)
    except ConfigurationError as error:
        sys.exit(str(error))
    for bot, standing in zip(PLAN.bots, result.standings, strict=True):
        low, high = standing.interval
        print(
            f"{bot}: {standing.share:.1%} of {standing.games} games, 95 % between {low:.1%} and"
            f" {high:.1%}"
        )
    print("The same as in one process:", result == run_arena(PLAN))
