"""How work is done while a call lasts: by how many processes, and who hears how far it is.

Whoever asks for a value says so once (`with working(jobs=2):`); whoever has many tasks to do, far below, hands them to
`worked`. What comes out is the same, whatever is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TypeVar

from accord.results import UsageError
from accord.results.option_names import told
from accord.statistics.workers import run

Progress = Callable[[str, int, int], None]
"""Is called as `progress(what, done, all)`: "documents", 3, 12."""
Done = TypeVar("Done")


@dataclass(frozen=True)
class Working:
    """How many processes, by what (None: loky where there are several), and who hears of it."""

    jobs: int = 1
    backend: str | None = None
    progress: Progress | None = None


_ALONE = Working()
_NOW: ContextVar[Working] = ContextVar("accord_works", default=_ALONE)


@contextmanager
def working(
    *, jobs: int | None = None, backend: str | None = None, progress: Progress | None = None
) -> Iterator[Working]:
    """For as long as it lasts; what is not said stays as it is."""
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0):
        raise UsageError(f"{told('jobs', jobs)} is not a number of workers", "give 1 or more, or -1 for all processors")
    said = {"jobs": jobs, "backend": backend, "progress": progress}
    now = replace(_NOW.get(), **{name: value for name, value in said.items() if value is not None})  # type: ignore[arg-type]  # of its own fields
    token = _NOW.set(now)
    try:
        yield now
    finally:
        _NOW.reset(token)


def worked(tasks: Sequence[Callable[[], Done]], what: str, sizes: Sequence[int]) -> list[Done]:
    """What each task returns, in their order; `sizes` says how many of `what` each is, for those who watch.

    >>> worked([lambda: 3, lambda: 4], "documents", [10, 20])
    [3, 4]
    """
    now = _NOW.get()
    results: dict[int, Done] = {}
    done, every = 0, sum(sizes)
    jobs = now.jobs if len(tasks) > 1 else 1
    if now.progress is not None and tasks:
        now.progress(what, 0, every)
    for number, result in run(tasks, jobs, now.backend):
        results[number] = result
        done += sizes[number]
        if now.progress is not None:
            now.progress(what, done, every)
    return [results[number] for number in range(len(tasks))]
