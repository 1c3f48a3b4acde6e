"""Hypothesis profiles, and fixtures for the data that is kept outside the project."""

import gc
import linecache
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import settings

from between_workers import shared_folder
from browser.not_run import pytest_sessionfinish, pytest_unconfigure
from coarse_grids import coarse_grids
from shared_files import ABSENT, DATA, GOLD
from shared_promises import shared_promises
from trying_process import trying_process

__all__ = ["pytest_sessionfinish", "pytest_unconfigure"]  # hooks: say so when there was no browser

# Properties that name no number of examples are tried on 100; `make test-deep` tries them on twice as many.
settings.register_profile("dev", deadline=None, max_examples=100)
settings.register_profile("ci", deadline=None, max_examples=100, derandomize=True, print_blob=True)
settings.register_profile("deep", deadline=None, max_examples=200)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

# A script starts its background jobs with Ctrl-C ignored, nohup with SIGHUP, and so would be the programs that tests
# start and stop.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_configure() -> None:
    """What is collected lives to the end: the garbage collector need not look for what can go."""
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, so that no worker is left alone with it."""
    items.sort(key=lambda item: item.get_closest_marker("first") is None)


def pytest_collection_finish() -> None:
    """Nor look through it again and again while tests run."""
    gc.freeze()
    gc.set_threshold(1_000_000, 50, 100)
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each doctest begins by asking for every source that was ever shown whether it has changed."""
    if isinstance(item, pytest.DoctestItem):
        linecache.clearcache()


@pytest.fixture(scope="session", autouse=True)
def _collected_once() -> Iterator[None]:
    """In the end pytest looks five times through all there is for errors in what goes: enough is until nothing goes."""
    yield
    for _ in range(5):
        if not gc.collect():
            break
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _cache_of_grids(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Reading grids are kept apart from the user's, and computed once for all workers."""
    with mock.patch.dict(os.environ, {"ACCORD_CACHE": str(shared_folder(tmp_path_factory) / "grids")}):
        yield


@pytest.fixture(scope="session", autouse=True)
def _coarse_grids() -> Iterator[None]:
    """Of the built-in example of spans."""
    with coarse_grids():
        yield


@pytest.fixture(scope="session", autouse=True)
def _shared_promises(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Of the same labels in several reports."""
    with shared_promises(shared_folder(tmp_path_factory) / "promises"):
        yield


@pytest.fixture(scope="session", autouse=True)
def _trying_process() -> Iterator[None]:
    """Parquet is tried in one process, which is not started anew for each file."""
    with trying_process():
        yield


def _folder_or_skip(folder: Path) -> Path:
    if not folder.is_dir():
        pytest.skip(ABSENT)
    return folder


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data sets."""
    return _folder_or_skip(DATA)


@pytest.fixture(scope="session")
def shared_gold() -> Path:
    """The folder of numbers to reproduce."""
    return _folder_or_skip(GOLD)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests did not run for want of the shared folder, so that nobody takes them for passed."""
    skipped = sum(ABSENT in str(report.longrepr) for report in terminalreporter.stats.get("skipped", []))
    if skipped:
        terminalreporter.write_line(f"tests SKIPPED ({skipped}): {ABSENT}", yellow=True, bold=True)
