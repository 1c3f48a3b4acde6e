"""A program that is run and does not outlive us, whatever we are told while it starts."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager


def completed(
    command: Sequence[str], *, environment: Mapping[str, str], timeout: float
) -> subprocess.CompletedProcess[bytes]:
    """As `subprocess.run`, which leaves the program behind when a signal comes between its start and knowing of it.

    It is given nothing to read, and what it writes beside its output is dropped.
    """
    with _started(command, environment) as process:
        output, _ = process.communicate(timeout=timeout)
    return subprocess.CompletedProcess(command, process.returncode, output)


@contextmanager
def _started(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Started in a thread: signals interrupt the main thread alone. It ends when this is left.

    Where no thread can be started (Python in a browser), that is an OSError, as where no process can be.
    """
    processes: list[subprocess.Popen[bytes]] = []
    failed: list[BaseException] = []
    begun, left = threading.Event(), threading.Event()

    def begin() -> None:
        try:
            processes.append(
                subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=environment,
                )
            )
        except BaseException as error:  # raised again where it is waited for
            failed.append(error)
        begun.set()
        if left.is_set():
            _end(processes)

    try:
        try:
            threading.Thread(target=begin, name="starting a program").start()
        except RuntimeError as error:
            raise OSError(str(error)) from error
        while not begun.wait(0.1):  # with a limit, so that signals are heard
            pass
        if failed:
            raise failed[0]
        yield processes[0]
    finally:
        left.set()
        _end(processes)


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        with process:  # closes its output, and waits for it
            process.kill()
