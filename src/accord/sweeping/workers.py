"""Work in parallel through joblib; the backend (loky, dask, ray) is configuration, results are the same on any."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, TypeVar

from accord.results import UsageError

Done = TypeVar("Done")
BACKENDS = ("loky", "threading", "sequential", "dask", "ray")


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
    import joblib

    with ExitStack() as stack:
        if backend == "dask":
            _dask_client(stack, jobs)
        elif backend == "ray":
            _register_ray()
        stack.enter_context(joblib.parallel_config(backend=backend or "loky", n_jobs=jobs))
        if backend in ("dask", "ray"):  # these return lists only: in portions, so that progress shows
            portion = max(8, 4 * abs(jobs))
            for first in range(0, len(tasks), portion):
                chosen = range(first, min(first + portion, len(tasks)))
                yield from joblib.Parallel()(joblib.delayed(_numbered)(n, tasks[n]) for n in chosen)
            return
        parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1)
        yield from parallel(joblib.delayed(_numbered)(number, task) for number, task in enumerate(tasks))


def _numbered(number: int, task: Callable[[], Done]) -> tuple[int, Done]:
    return number, task()


def _dask_client(stack: ExitStack, jobs: int) -> None:
    """The client that is there, or a local cluster for as long as the work lasts."""
    distributed = _optional("distributed", "dask", "pip install 'dask[distributed]'")
    try:
        distributed.get_client()
    except ValueError:
        workers = jobs if jobs > 0 else None
        stack.enter_context(distributed.Client(n_workers=workers, threads_per_worker=1, dashboard_address=None))


def _register_ray() -> None:
    _optional("ray.util.joblib", "ray", "pip install ray").register_ray()


def _optional(module: str, backend: str, hint: str) -> Any:
    """A package that only this backend needs."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UsageError(f"the backend {backend} needs the package {module.partition('.')[0]}", hint) from error
