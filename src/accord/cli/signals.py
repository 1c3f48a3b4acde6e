"""A program that is told to end removes what it has unpacked and ends what it has started, then ends."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from accord.results.temporary_folders import remove_all

PATIENCE = 10.0  # seconds that a library may go on computing


class Stopped(BaseException):
    """The program was told to end, by a signal of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _stop(number: int, frame: FrameType | None) -> None:
    for one in _ending():
        signal.signal(one, signal.SIG_IGN)  # once is enough: what ends must not be stopped again
    raise Stopped(number)


def _ending() -> list[signal.Signals]:
    return [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into `Stopped`, so that every `with` and `finally` on the way is passed.

    A library that computes for long lets nothing else happen; then a thread removes what is left, and ends all.
    """
    if threading.current_thread() is not threading.main_thread():  # signals are for the main thread
        yield
        return
    before = {one: signal.getsignal(one) for one in _ending()}
    ours = [one for one, handler in before.items() if handler is signal.SIG_DFL]  # what nohup ignores stays ignored
    for one in ours:
        signal.signal(one, _stop)
    try:
        with _watched(ours):
            yield
    finally:
        for one in ours:
            signal.signal(one, before[one])


@contextmanager
def _watched(signals: list[signal.Signals]) -> Iterator[None]:
    """A thread that hears of signals at once, and waits for the program to end by itself."""
    hears, tells = socket.socketpair()
    tells.setblocking(False)
    ended = threading.Event()

    def watch() -> None:
        while told := hears.recv(1):  # nothing, once the other end is closed
            if told[0] in signals and not ended.wait(PATIENCE):
                remove_all()
                with suppress(OSError):
                    os.write(2, b"accord: stopped\n")
                os._exit(128 + told[0])

    thread = threading.Thread(target=watch, daemon=True, name="signals")
    thread.start()
    previous = signal.set_wakeup_fd(tells.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        ended.set()
        signal.set_wakeup_fd(previous)
        tells.close()
        thread.join()
        hears.close()
