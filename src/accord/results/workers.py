"""Work in parallel through joblib; the backend (loky, dask, ray) is configuration, results are the same on any."""

from __future__ import annotations

import importlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
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
            _optional("ray.util.joblib", "ray", "pip install ray").register_ray()
        stack.enter_context(joblib.parallel_config(backend=backend or "loky", n_jobs=jobs))
        if backend in ("dask", "ray"):  # these return lists only: in portions, so that progress shows
            portion = max(8, 4 * abs(jobs))
            for first in range(0, len(tasks), portion):
                chosen = range(first, min(first + portion, len(tasks)))
                yield from joblib.Parallel()(joblib.delayed(_numbered)(n, tasks[n]) for n in chosen)
            return
        if backend in (None, "loky"):
            started(partial(_warm, jobs))
        parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1)
        yield from parallel(joblib.delayed(_numbered)(number, task) for number, task in enumerate(tasks))


def _trackers() -> list[Any]:
    """What cleans up after processes, of Python and of loky."""
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as of_loky

    return [resource_tracker, of_loky]


def _numbered(number: int, task: Callable[[], Done]) -> tuple[int, Done]:
    return number, task()


def _dask_client(stack: ExitStack, jobs: int) -> None:
    """The client that is there, or a local cluster for as long as the work lasts."""
    distributed = _optional("distributed", "dask", "pip install 'dask[distributed]'")
    try:
        distributed.get_client()
    except ValueError:
        workers = jobs if jobs > 0 else None
        settings = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
        stack.enter_context(started(lambda: distributed.Client(**settings)))


def _warm(jobs: int) -> ExitStack:
    """Start the processes of loky, which are kept for the work that follows."""
    import joblib

    joblib.Parallel(n_jobs=jobs, backend="loky")(joblib.delayed(abs)(0) for _ in range(2))
    return ExitStack()  # joblib itself ends them


def started(start: Callable[[], Any]) -> Any:
    """What `start` returns, with processes of its own that do not hear of Ctrl-C: it is ours to stop them.

    A process that is interrupted while it starts tells of it in a hundred lines.
    """
    made: list[Any] = []
    failed: list[BaseException] = []
    ended = threading.Event()

    def begin() -> None:
        if hasattr(signal, "pthread_sigmask"):
            for one in _trackers():
                one.ensure_running()  # which would take the next line back, when it is started later
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # of this thread, and of what it starts
        try:
            made.append(start())
        except BaseException as error:  # raised again where it is waited for
            failed.append(error)
        finally:
            ended.set()

    try:
        threading.Thread(target=begin, name="starting workers").start()
        while not ended.wait(0.1):  # with a limit, so that signals are heard
            pass
    except BaseException:
        ended.wait()  # and not join(), which takes a thread for ended once a signal has come in between
        for one in made:
            one.close()
        raise
    if failed:
        raise failed[0]
    return made[0]


def _optional(module: str, backend: str, hint: str) -> Any:
    """A package that only this backend needs."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UsageError(f"the backend {backend} needs the package {module.partition('.')[0]}", hint) from error
