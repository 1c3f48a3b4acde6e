"""How work is done while a call lasts: by how many processes, for how long, and who sees how far it is.

Whoever asks for a value says so once (`with working(jobs=2):`); whoever has many tasks, far below, hands them to
`worked`. What comes out is the same, whatever is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from accord.results import UsageError
from accord.results.option_names import told
from accord.results.stopping import Stopping, StopWaiting

Done = TypeVar("Done")


class Advance(Protocol):
    """Says how much is done, and of how much where that was not known before."""

    def __call__(self, done: int, of: int | None = None) -> None: ...


class Watcher(Protocol):
    """Somebody who wants to see how far it is."""

    def watching(self, what: str, total: int | None = None) -> AbstractContextManager[Advance]:
        """For as long as it lasts: what is done, and how much of it there is, where that can be counted."""
        ...


@dataclass(frozen=True)
class Working:
    """How many processes, by what (None: loky where there are several), who watches, about how many seconds may go to
    what is improved as long as one waits (None: the usual work), and who may stop it (None: nobody)."""

    jobs: int = 1
    backend: str | None = None
    watcher: Watcher | None = None
    time_limit: float | None = None
    stopping: Stopping | None = None


_ALONE = Working()
_NOW: ContextVar[Working] = ContextVar("accord_works", default=_ALONE)


@contextmanager
def working(
    *,
    jobs: int | None = None,
    backend: str | None = None,
    watcher: Watcher | None = None,
    time_limit: float | None = None,
    stopping: Stopping | None = None,
) -> Iterator[None]:
    """For as long as it lasts; what is not said stays as it is."""
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0):
        raise UsageError(f"{told('jobs', jobs)} is not a number of workers", "give 1 or more, or -1 for all processors")
    told_now = {"jobs": jobs, "backend": backend, "watcher": watcher, "time_limit": time_limit, "stopping": stopping}
    changed: dict[str, Any] = {name: value for name, value in told_now.items() if value is not None}
    token = _NOW.set(replace(_NOW.get(), **changed))
    try:
        yield
    finally:
        _NOW.reset(token)


def backend_now() -> str | None:
    """What works now: None, or the name of a backend."""
    return _NOW.get().backend


def jobs_now() -> int:
    """How many processes work now."""
    return _NOW.get().jobs


def time_limit_now() -> float | None:
    """About how many seconds may go to what is improved as long as one waits; None: the usual work."""
    return _NOW.get().time_limit


def stop_asked() -> bool:
    """Whether somebody asked to stop."""
    stopping = _NOW.get().stopping
    return stopping is not None and stopping.asked


def left_unfinished(what: str) -> None:
    """Say what is not finished, as somebody asked to stop: "3 of 12 documents are aligned"."""
    stopping = _NOW.get().stopping
    if stopping is not None:
        stopping.left(what)


def unfinished_now() -> tuple[str, ...]:
    """What is not finished, as somebody asked to stop."""
    stopping = _NOW.get().stopping
    return () if stopping is None else stopping.unfinished


def watching(what: str, total: int | None = None) -> AbstractContextManager[Advance]:
    """Show whoever watches what is done now."""
    watcher = _NOW.get().watcher
    return nullcontext(_unseen) if watcher is None else watcher.watching(what, total)


def _unseen(done: int, of: int | None = None) -> None:
    """Nobody watches."""


def workers(jobs: int = 1, backend: str | None = None) -> tuple[int, str | None]:
    """How many workers, and by what: as told here, or else by whoever asked for the value."""
    now = _NOW.get()
    return (now.jobs, now.backend) if (jobs, backend) == (1, None) else (jobs, backend)


def worked(tasks: Sequence[Callable[[], Done]], what: str | None, sizes: Sequence[int] = ()) -> list[Done]:
    """What each task returns, in their order; `sizes` says how many of `what` each is, for whoever watches.

    >>> worked([lambda: 3, lambda: 4], "documents", [10, 20])
    [3, 4]
    """
    results = dict(_results(tasks, what, sizes))
    return [results[number] for number in range(len(tasks))]


def finished(
    tasks: Sequence[Callable[[], Done]], what: str | None, sizes: Sequence[int] = (), *, whole: bool = True
) -> dict[int, Done]:
    """What each task returns, by its number; where somebody asks to stop, only those that have ended by then.

    `whole` says that a task which is asked to stop returns nothing of use.
    """
    stopping = _NOW.get().stopping
    if stopping is None:
        return dict(_results(tasks, what, sizes))
    stopping.begun = True
    results: dict[int, Done] = {}
    if stopping.asked:
        return results
    try:
        stopping.waiting = workers() != (1, None) and len(tasks) > 1
        for number, result in _results(tasks, what, sizes):
            if stopping.asked and whole:
                break
            results[number] = result
            if stopping.asked:
                break
    except StopWaiting:
        pass
    finally:
        stopping.waiting = False
    return results


def _results(tasks: Sequence[Callable[[], Done]], what: str | None, sizes: Sequence[int]) -> Iterator[tuple[int, Done]]:
    """The number of each task and what it returned, in the order in which they end."""
    jobs, backend = workers()
    if what is None and len(tasks) == 1 and backend is None:
        yield 0, tasks[0]()
        return
    from accord.results.workers import run

    done = 0
    seen: AbstractContextManager[Advance] = nullcontext(_unseen) if what is None else watching(what, sum(sizes))
    with seen as advance:
        for number, result in run(tasks, jobs if len(tasks) > 1 else 1, backend):
            yield number, result
            done += sizes[number] if sizes else 1
            advance(done)
