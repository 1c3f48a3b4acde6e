"""Programs that are run end with us, also when a signal comes while they start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

from accord.results.child_processes import completed

SLEEPS = (sys.executable, "-c", "import time; print('there', flush=True); time.sleep(600)")
REAL = subprocess.Popen

with_signals = pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="this system has no signals to send")


class InterruptedHereError(BaseException):
    """As accord's own, no Exception."""


@pytest.fixture
def heard() -> Iterator[threading.Event]:
    """Set once the signal has come, which is raised as an error."""
    event = threading.Event()

    def handler(number: int, frame: FrameType | None) -> None:
        event.set()
        raise InterruptedHereError

    before = signal.signal(signal.SIGUSR1, handler)
    yield event
    signal.signal(signal.SIGUSR1, before)


def run(*command: str, timeout: float = 60) -> subprocess.CompletedProcess[bytes]:
    return completed(command, environment=dict(os.environ), timeout=timeout)


def all_ended(processes: list[subprocess.Popen[bytes]]) -> bool:
    for thread in threading.enumerate():
        if thread.name == "starting a program":
            thread.join(60)
    return bool(processes) and all(process.poll() is not None for process in processes)


def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that will be."""
    processes: list[subprocess.Popen[bytes]] = []

    def noted(*given: Any, **options: Any) -> subprocess.Popen[bytes]:
        processes.append(REAL(*given, **options))
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", noted)
    return processes


def test_output_and_status() -> None:
    done = run(sys.executable, "-c", "import sys; print('a'); print('b', file=sys.stderr); sys.exit(7)")
    assert (done.returncode, done.stdout.split()) == (7, [b"a"])


def test_what_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = started(monkeypatch)
    with pytest.raises(subprocess.TimeoutExpired):
        run(*SLEEPS, timeout=0.2)
    assert all_ended(processes)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        run("/nowhere/at-all")


def test_where_no_thread_can_be_started_no_program_can(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    with pytest.raises(OSError, match="can't start new thread"):
        run(*SLEEPS)


@with_signals
def test_a_signal_while_it_starts(monkeypatch: pytest.MonkeyPatch, heard: threading.Event) -> None:
    processes: list[subprocess.Popen[bytes]] = []

    def interrupted(*given: Any, **options: Any) -> subprocess.Popen[bytes]:
        processes.append(REAL(*given, **options))
        os.kill(os.getpid(), signal.SIGUSR1)
        assert heard.wait(60)
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", interrupted)
    with pytest.raises(InterruptedHereError):
        run(*SLEEPS)
    assert all_ended(processes)


@with_signals
def test_a_signal_while_it_runs(monkeypatch: pytest.MonkeyPatch, heard: threading.Event) -> None:
    processes = started(monkeypatch)

    def tell() -> None:
        while not processes or processes[0].stdout is None:
            heard.wait(0.01)
        os.kill(os.getpid(), signal.SIGUSR1)

    teller = threading.Thread(target=tell)
    teller.start()
    with pytest.raises(InterruptedHereError):
        run(*SLEEPS)
    teller.join()
    assert all_ended(processes)
