"""Work on a Dask cluster: one that is there already, or a local one for as long as the work lasts."""

from __future__ import annotations

import importlib
import logging
import operator
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Any, TypeVar

from accord.results import DataError, UsageError
from accord.results.option_names import option
from accord.results.starting import started

Done = TypeVar("Done")
Piece = TypeVar("Piece")
ADDRESS = "DASK_SCHEDULER_ADDRESS"
"""The variable that names a scheduler."""
ANSWER = 10  # seconds in which a scheduler must answer
ALONE = 30  # seconds that a scheduler may be without any worker
_LOOKED = 1  # seconds between two looks at the workers, where nothing is done meanwhile
IN_FLIGHT = 4  # tasks at once for each thread of a worker, so that none waits for the next
LEAST_IN_FLIGHT = 16
_START = "start them with 'dask scheduler' and 'dask worker ADDRESS'"


_LASTING: ContextVar[ExitStack | None] = ContextVar("accord_dask_connections", default=None)


@contextmanager
def connected(scheduler: str | None) -> Iterator[None]:
    """One connection for all work on Dask meanwhile: to this scheduler, or made when work first needs one."""
    with ExitStack() as stack:
        token = _LASTING.set(stack)
        try:
            if scheduler is not None:
                _connected(stack, scheduler)
            yield
        finally:
            _LASTING.reset(token)


def dask_run(tasks: Sequence[Callable[[], Done]], jobs: int) -> Iterator[tuple[int, Done]]:
    """Each task's number and what it returned, in the order in which they finish.

    A new task begins whenever one is done. A worker that dies is survived: the scheduler gives its tasks to others.
    """
    with ExitStack() as stack:
        client = _client(stack, jobs)
        yield from _finished(client, lambda number, task: client.submit(task, pure=False), tasks, _in_flight(client))


def dask_exchange(
    tasks: Sequence[Callable[[], Sequence[Piece]]], number: int, together: Callable[[list[Piece]], Done], jobs: int
) -> Iterator[tuple[int, Done]]:
    """What `together` makes of the first pieces of all tasks, of the second ones, …; each task returns `number`.

    Pieces go from worker to worker, and in the order of the tasks.
    """
    with ExitStack() as stack:
        client = _client(stack, jobs)
        pieces: list[list[Any]] = [[] for _ in range(number)]
        for task in tasks:
            made = client.submit(task, pure=False)
            for place, row in enumerate(pieces):
                row.append(client.submit(operator.getitem, made, place, pure=False))
        begun = [client.submit(together, row, pure=False) for row in pieces]
        made, pieces, row = None, [], []  # what only the workers need is let go as soon as they do not
        yield from _finished(client, lambda place, future: future, begun, number)


def _finished(
    client: Any, begin: Callable[[int, Any], Any], tasks: Sequence[Any], at_once: int
) -> Iterator[tuple[int, Any]]:
    """The number and the outcome of each task, as they finish; so many are begun at once."""
    distributed = _distributed()
    left = iter(enumerate(tasks))
    running: dict[Any, int] = {begin(place, task): place for place, task in islice(left, at_once)}
    alone = _Loneliness(client)
    try:
        while running:
            for future in alone.waited(distributed, list(running)):
                place = running.pop(future)
                yield place, _outcome(future)
                running |= {begin(number, task): number for number, task in islice(left, 1)}
    finally:
        if running and client.status == "running":
            client.cancel(list(running))


def _in_flight(client: Any) -> int:
    return max(LEAST_IN_FLIGHT, IN_FLIGHT * sum(_threads(client).values()))


def _threads(client: Any) -> dict[str, int]:
    """The threads of each worker by its address; none where the scheduler cannot be asked."""
    try:
        threads: dict[str, int] = client.nthreads()
    except (OSError, TimeoutError, AttributeError, RuntimeError):
        return {}
    return threads


class _Loneliness:
    """For how long a scheduler has had no worker, or has not answered."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._since: float | None = None

    def waited(self, distributed: Any, futures: list[Any]) -> list[Any]:
        """Those that are done by now; none where nothing was done for a moment. A DataError when nobody is left."""
        try:
            done = distributed.wait(futures, timeout=_LOOKED, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            self._look()
            return []
        except (OSError, RuntimeError) as error:
            raise _cluster_lost(self._client, "does not answer any more") from error
        self._since = None
        return list(done)

    def _look(self) -> None:
        if self._client.status not in ("running", "connecting"):
            raise _cluster_lost(self._client, "does not answer any more")
        if _threads(self._client):
            self._since = None
            return
        now = time.monotonic()
        self._since = self._since if self._since is not None else now
        if now - self._since >= ALONE:
            raise _cluster_lost(self._client, "has no worker")


def _outcome(future: Any) -> Any:
    """What a task returned; a DataError where workers died of it, or the scheduler forgot it."""
    if future.status in ("cancelled", "lost"):
        raise _cluster_lost(future.client, "does not answer any more")
    error = future.exception() if future.status == "error" else None
    if type(error).__name__ == "KilledWorker":
        message = "every worker that took one of the tasks died; it may need more memory than a worker has"
        raise DataError("ACC463", message, hint="give the workers more memory, or use fewer at once") from error
    return future.result()


def _cluster_lost(client: Any, what: str) -> DataError:
    address = getattr(client.scheduler, "address", None) or "its address"
    hint = f"{_START}, and begin again; a sweep with {option('cache')} goes on where it was"
    return DataError("ACC463", f"the Dask scheduler at {address} {what}: the work is not finished", hint=hint)


def _client(stack: ExitStack, jobs: int) -> Any:
    """The client that is there, one of the scheduler that was configured, or a local cluster."""
    try:
        return _distributed().default_client()
    except ValueError:
        return _new_client(_LASTING.get() or stack, jobs)


def _new_client(stack: ExitStack, jobs: int) -> Any:
    address = importlib.import_module("dask").config.get("scheduler-address", None)
    if address:
        return _connected(stack, address)
    workers = jobs if jobs > 0 else None
    settings = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    return stack.enter_context(started(lambda: _distributed().Client(**settings)))


def _connected(stack: ExitStack, address: str) -> Any:
    """A client of the scheduler at an address."""
    distributed = _distributed()
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what it would say is said in our words
    try:
        return stack.enter_context(started(lambda: distributed.Client(address, timeout=ANSWER)))
    except (OSError, TimeoutError, ValueError) as error:
        message = f"no Dask scheduler answers at {address}"
        raise DataError("ACC463", message, hint=f"check the address and {ADDRESS}; {_START}") from error


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise UsageError(
            "the backend dask needs the package distributed", "pip install 'accord-iaa[cluster]'"
        ) from error
