"""Starting processes that do the work of others, and that do not hear of Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from multiprocessing import resource_tracker
from typing import Any

from accord.results.threads import THREADS, one_thread_each


def started(start: Callable[[], Any]) -> Any:
    """What `start` returns, with processes of its own that do not hear of Ctrl-C: it is ours to stop them.

    A process that is interrupted while it starts tells of it in a hundred lines.
    """
    made: list[Any] = []
    failed: list[BaseException] = []
    ended = threading.Event()

    def begin() -> None:
        if hasattr(signal, "pthread_sigmask"):
            for tracker in _trackers():
                tracker.ensure_running()  # which would take the next line back, when it is started later
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # of this thread, and of what it starts
        try:
            with one_thread_each(THREADS):  # as many workers as processors: threads would stand in each other's way
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
        for pool in made:
            pool.close()
        raise
    if failed:
        raise failed[0]
    return made[0]


def _trackers() -> list[Any]:
    """What cleans up after processes, of Python and of loky."""
    from joblib.externals.loky.backend import resource_tracker as of_loky

    return [resource_tracker, of_loky]
