"""Work on a cluster of one scheduler and two workers, over TCP on this machine."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import dask
import distributed
import numpy as np
import polars as pl
import pytest

import accord
from accord.formats.streaming import larger_than_memory, one_pass, streamed_labels
from accord.renderings.sweep_tables import tidy_csv
from accord.results import DataError, dask_workers
from accord.results.workers import run
from accord.results.working import working

TOGETHER = 6  # tasks that wait for one another


def waited(found: Callable[[], object]) -> None:
    """Until something is there; the suite's own limit ends what never comes."""
    while not found():
        time.sleep(0.01)


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.scheduler = self._begun("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        waited(lambda: self.file.exists() and self.file.read_text())
        self.address: str = json.loads(self.file.read_text())["address"]
        self.workers = [self._begun("dask_worker", "--nthreads", "1", "--no-nanny") for _ in range(2)]

    def _begun(self, module: str, *given: str) -> subprocess.Popen[bytes]:
        asked = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(self.file), *given]
        path = os.pathsep.join(one for one in sys.path if one)
        quiet = subprocess.DEVNULL
        return subprocess.Popen(asked, env={**os.environ, "PYTHONPATH": path}, stdout=quiet, stderr=quiet)

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    made.end()


def read_here_and_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, scattered: bool
) -> tuple[accord.Labels, accord.Labels]:
    """The labels of a table, read as a whole, and by the workers, in parts of thirty rows."""
    rng = np.random.default_rng(0)
    columns = {"item": np.arange(300) // 3, "annotator": np.arange(300) % 3, "label": rng.choice(["a", "b"], 300)}
    frame = pl.DataFrame(columns).sample(fraction=1, shuffle=scattered, seed=0)
    frame.write_parquet(folder / "ratings.parquet")
    monkeypatch.setattr(larger_than_memory, "_is_small", lambda files, budget: False)
    monkeypatch.setattr(larger_than_memory, "needed_in_memory", lambda files: float("inf"))
    monkeypatch.setattr(streamed_labels, "FEWEST_ROWS", 5)
    monkeypatch.setattr(streamed_labels, "MOST_ROWS", 5)
    monkeypatch.setattr(one_pass, "SPILLED", 1 << 12)
    with working(backend="dask"):
        there = accord.read(folder / "ratings.parquet", kind="labels", memory="1MB")
    return accord.read(folder / "ratings.parquet", kind="labels"), there


class Meeting:
    """A task that says who does it, and ends when it may."""

    def __init__(self, number: int, folder: Path) -> None:
        self.number, self.folder = number, folder

    def __call__(self) -> int:
        (self.folder / f"{self.number}.{os.getpid()}").touch()
        waited((self.folder / "may end").exists)
        return self.number**2


def begun(folder: Path) -> dict[int, set[int]]:
    """The tasks that each process began."""
    found: dict[int, set[int]] = {}
    for path in folder.glob("*.*"):
        found.setdefault(int(path.suffix[1:]), set()).add(int(path.stem))
    return found


def test_a_killed_worker_changes_nothing_and_the_last_is_missed(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "tasks"
    folder.mkdir()
    with dask.config.set({"scheduler-address": cluster.address}):  # as DASK_SCHEDULER_ADDRESS does
        assert dict(run([partial(pow, 2, number) for number in range(3)], -1, "dask")) == {0: 1, 1: 2, 2: 4}
    with dask_workers.connected(cluster.address):
        distributed.default_client().wait_for_workers(2)  # type: ignore[no-untyped-call]
        data = accord.labels([["a", "a"], ["b", "a"], ["b", "b"], ["a", "b"]] * 5)
        one = accord.sweep(data, ["redraw"], ["alpha"], magnitudes=3, repeats=2)
        many = accord.sweep(data, ["redraw"], ["alpha"], magnitudes=3, repeats=2, backend="dask", jobs=-1)
        assert tidy_csv(many) == tidy_csv(one)
        for scattered in (False, True):
            here, there = read_here_and_there(tmp_path, monkeypatch, scattered=scattered)
            assert str(accord.measure(here, "alpha").signature) == str(accord.measure(there, "alpha").signature)

        results = run([Meeting(number, folder) for number in range(TOGETHER)], -1, "dask")
        first = _in_background(lambda: dict(results))
        waited(lambda: len(begun(folder)) == 2)
        dead = cluster.workers[0].pid
        os.kill(dead, signal.SIGKILL)
        (folder / "may end").touch()
        assert first() == {number: number**2 for number in range(TOGETHER)}
        alive = cluster.workers[1].pid
        assert begun(folder)[dead] <= begun(folder)[alive]  # what it had begun, the other did

        os.kill(alive, signal.SIGKILL)
        monkeypatch.setattr(dask_workers, "ALONE", 0.2)
        with pytest.raises(DataError, match="has no worker") as error:
            dict(run([Meeting(TOGETHER, folder)], -1, "dask"))
        assert error.value.code == "ACC463"


def _in_background(task: Callable[[], dict[int, int]]) -> Callable[[], dict[int, int]]:
    return ThreadPoolExecutor(1).submit(task).result


def test_no_scheduler_is_said_in_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_workers, "ANSWER", 0.2)
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(DataError, match=f"no Dask scheduler answers at {address}"), dask_workers.connected(address):
            pass
