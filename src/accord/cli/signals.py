"""A program that is told to end removes what it has unpacked and ends what it has started, then ends.

Ctrl-C (SIGINT) first asks for what is finished, where there is something to give; a second one ends the program.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from accord.results.stopping import Stopping, StopWaiting
from accord.results.temporary_folders import remove_all

PATIENCE = 10.0  # seconds that a library may go on computing
SHORT_PATIENCE = 1.0  # the same after a second Ctrl-C


class Stopped(BaseException):
    """The program was told to end, by a signal of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _stop(number: int, frame: FrameType | None) -> None:
    for signum in _ending():
        signal.signal(signum, signal.SIG_IGN)  # once is enough: what ends must not be stopped again
    raise Stopped(number)


def _ending() -> list[signal.Signals]:
    return [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def _asking(stopping: Stopping) -> Callable[[int, FrameType | None], None]:
    def handler(number: int, frame: FrameType | None) -> None:
        if not stopping.ask():
            raise KeyboardInterrupt
        with suppress(OSError):
            os.write(2, b"accord: stopping with what is finished; Ctrl-C again ends at once\n")
        if stopping.waiting:
            raise StopWaiting

    return handler


@contextmanager
def stopped_by_signals(stopping: Stopping) -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into `Stopped`, so that every `with` and `finally` on the way is passed; SIGINT asks to
    stop, where that leaves something to give.

    A library that computes for long lets nothing else happen; then a thread removes what is left, and ends all.
    """
    if threading.current_thread() is not threading.main_thread():  # signals are for the main thread
        yield
        return
    before = {sig: signal.getsignal(sig) for sig in _ending()}
    ours = [sig for sig, handler in before.items() if handler is signal.SIG_DFL]  # what nohup ignores stays ignored
    for sig in ours:
        signal.signal(sig, _stop)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        before[signal.SIGINT] = signal.signal(signal.SIGINT, _asking(stopping))
        ours.append(signal.SIGINT)
    try:
        with _watched(ours):
            yield
    finally:
        for sig in ours:
            signal.signal(sig, before[sig])


@contextmanager
def _watched(signals: list[signal.Signals]) -> Iterator[None]:
    """A thread that hears of signals at once, and waits for the program to end by itself."""
    hears, tells = socket.socketpair()
    tells.setblocking(False)
    ended = threading.Event()

    def watch() -> None:
        interrupts = 0
        while told := hears.recv(1):  # nothing, once the other end is closed
            interrupts += told[0] == signal.SIGINT
            if told[0] not in signals or (told[0] == signal.SIGINT and interrupts < 2):
                continue
            if not ended.wait(SHORT_PATIENCE if told[0] == signal.SIGINT else PATIENCE):
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
