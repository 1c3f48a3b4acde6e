"""The option of commands that work on a Dask cluster."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import click

from accord.results import UsageError

scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="The Dask scheduler, such as tcp://host:8786, with --backend dask. Default: DASK_SCHEDULER_ADDRESS, else a "
    "cluster of this machine.",
)


def on_cluster(scheduler: str | None, backend: str | None) -> AbstractContextManager[None]:
    """Connected to a scheduler while it lasts, where one was named."""
    if scheduler is None:
        return nullcontext()
    if backend != "dask":
        raise UsageError("--scheduler names a Dask cluster", "say --backend dask with it")
    from accord.results.dask_workers import connected

    return connected(scheduler)
