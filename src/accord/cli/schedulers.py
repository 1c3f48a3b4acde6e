"""The options of commands that work on a Dask cluster."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import partial

import click

from accord.results import UsageError

backend_option = partial(click.option, "--backend", type=click.Choice(["loky", "threading", "dask", "ray"]))
scheduler_option = partial(
    click.option,
    "--scheduler",
    metavar="ADDRESS",
    help="The Dask scheduler, such as tcp://host:8786, with --backend dask. Default: DASK_SCHEDULER_ADDRESS, else a "
    "cluster of this machine.",
)


def on_cluster(scheduler: str | None, backend: str | None) -> AbstractContextManager[None]:
    """One connection to a Dask cluster while it lasts, where work goes there."""
    if backend != "dask":
        if scheduler is not None:
            raise UsageError("--scheduler names a Dask cluster", "say --backend dask with it")
        return nullcontext()
    from accord.results.dask_workers import connected

    return connected(scheduler)
