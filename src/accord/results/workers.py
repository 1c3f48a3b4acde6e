"""Work in parallel through joblib; the backend (loky, dask, ray) is configuration, results are the same on any."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from accord.results import UsageError
from accord.results.starting import started as started

Done = TypeVar("Done")
BACKENDS = ("loky", "threading", "sequential", "dask", "ray")
_RAY_IN_FLIGHT = 4  # tasks at once for each processor, so that none waits for the next


def run(tasks: Sequence[Callable[[], Done]], jobs: int, backend: str | None) -> Iterator[tuple[int, Done]]:
    """Each task's number and what it returned, in the order in which they finish."""
    if backend is not None and backend not in BACKENDS:
        raise UsageError(f"there is no backend '{backend}'", f"use one of {', '.join(BACKENDS)}")
    if not tasks:
        return
    if backend in (None, "sequential") and jobs == 1:
        for number, task in enumerate(tasks):
            yield number, task()
        return
    if backend == "dask":
        from accord.results.dask_workers import dask_run

        yield from dask_run(tasks, jobs)
        return
    if backend == "ray":
        yield from _ray_run(tasks)
        return
    import joblib

    with joblib.parallel_config(backend=backend or "loky", n_jobs=jobs):
        if backend in (None, "loky"):
            started(partial(_warm, jobs))
        parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1)
        yield from parallel(joblib.delayed(_with_number)(number, task) for number, task in enumerate(tasks))


def _ray_run(tasks: Sequence[Callable[[], Done]]) -> Iterator[tuple[int, Done]]:
    """The same on Ray: the cluster that is there, or one of this machine."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError as error:
        raise UsageError("the backend ray needs the package ray", "pip install ray") from error
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    begun = ray.remote(_with_number)
    left = iter(enumerate(tasks))
    processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
    running = [begun.remote(*numbered_task) for numbered_task in islice(left, _RAY_IN_FLIGHT * processors)]
    while running:
        done, running = ray.wait(running)
        yield from ray.get(done)
        running += [begun.remote(*numbered_task) for numbered_task in islice(left, len(done))]


def _with_number(number: int, task: Callable[[], Done]) -> tuple[int, Done]:
    return number, task()


def _warm(jobs: int) -> ExitStack:
    """Start the processes of loky, which are kept for the work that follows."""
    import joblib

    joblib.Parallel(n_jobs=jobs, backend="loky")(joblib.delayed(abs)(0) for _ in range(2))
    return ExitStack()  # joblib itself ends them
