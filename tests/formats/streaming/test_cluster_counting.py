"""What workers of a cluster count, put together, is what one process counts: in any order, however tables are cut."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import accord
from accord.formats.streaming import cluster_counting, larger_than_memory, one_pass, parquet_portions, streamed_labels
from accord.results.working import working

KNOWN: dict[str, Any] = {"item_column": "item", "annotator_column": "annotator", "label_column": "label"}


def sent(thing: Any) -> Any:
    """As it comes to another process."""
    cloudpickle = pytest.importorskip("cloudpickle")
    return pickle.loads(cloudpickle.dumps(thing))


class Elsewhere:
    """A cluster that does its tasks in an order of its own."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def run(self, tasks: Sequence[Callable[[], Any]], jobs: int) -> Iterator[tuple[int, Any]]:
        for number in self._rng.permutation(len(tasks)).tolist():
            yield number, sent(sent(tasks[number])())

    def exchange(
        self, tasks: Sequence[Callable[[], Any]], number: int, together: Callable[[list[Any]], Any], jobs: int
    ) -> Iterator[tuple[int, Any]]:
        pieces = [sent(sent(task)()) for task in tasks]
        for place in self._rng.permutation(number).tolist():
            yield place, sent(together([row[place] for row in pieces]))


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of any size go to the cluster, in parts of 10 rows; a process that looks at Parquet takes a second."""
    monkeypatch.setattr(larger_than_memory, "_is_small", lambda files, budget: False)
    monkeypatch.setattr(larger_than_memory, "needed_in_memory", lambda files: float("inf"))
    monkeypatch.setattr(streamed_labels, "FEWEST_ROWS", 5)
    monkeypatch.setattr(streamed_labels, "MOST_ROWS", 5)
    monkeypatch.setattr(cluster_counting, "AT_ONCE", 2)
    monkeypatch.setattr(one_pass, "SPILLED", 1 << 17)
    monkeypatch.setattr(parquet_portions, "assert_readable", lambda *given, **more: None)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    def begun(seed: int) -> None:
        made = Elsewhere(seed)
        monkeypatch.setattr(cluster_counting, "dask_run", made.run)
        monkeypatch.setattr(cluster_counting, "dask_exchange", made.exchange)

    return begun


def ratings(seed: int, items: int, people: str = "ABCD", *, repeated: bool = False) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    rows = [
        (f"s{item:03}", who, [None, "1", "2", "3", "n/a"][int(rng.integers(5))])
        for item in range(items)
        for who in rng.permutation(list(people))[: rng.integers(1, len(people) + 1)].tolist()
        for _ in range(1 + (repeated and bool(rng.random() < 0.3)))
    ]
    return pl.DataFrame(rows, schema=["item", "annotator", "label"], orient="row")


def everything(data: accord.Labels) -> str:
    results = accord.measure(data, replicates=20)
    facts = (data.n_items, data.n_labels, data.n_repeated, data.annotators, data.level, data.categories.texts)
    return repr([facts, [(one.value, one.low, one.high, str(one.signature)) for one in results]])


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), items=st.integers(3, 25), in_order=st.booleans(), repeated=st.booleans())
def test_workers_count_what_one_process_counts(
    tmp_path_factory: pytest.TempPathFactory,
    cluster: Callable[[int], None],
    seed: int,
    items: int,
    in_order: bool,
    repeated: bool,
) -> None:
    frame = ratings(seed, items, repeated=repeated)
    frame = frame if in_order else frame.sample(fraction=1, shuffle=True, seed=seed)
    path = tmp_path_factory.mktemp("ratings") / "ratings.parquet"
    frame.write_parquet(path, row_group_size=7)
    cluster(seed)
    with working(backend="dask"):
        away = accord.read(path, kind="labels", memory="1MB", **KNOWN)
    assert everything(away) == everything(accord.labels(frame, **KNOWN))


def test_a_table_that_is_in_order_only_at_its_beginning(tmp_path: Path, cluster: Callable[[int], None]) -> None:
    frame = pl.concat([ratings(1, 40), ratings(1, 40)[:5]])
    frame.write_parquet(tmp_path / "a.parquet", row_group_size=7)
    cluster(0)
    with working(backend="dask"):
        away = accord.read(tmp_path / "a.parquet", kind="labels", memory="1MB", **KNOWN)
    assert everything(away) == everything(accord.labels(frame, **KNOWN))


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_files_are_parts_too(tmp_path: Path, cluster: Callable[[int], None], ending: str) -> None:
    """Other annotators on the same items, in files of their own; the same annotators are not pooled unasked."""
    frame = ratings(2, 30)
    for name, people in (("one", "AB"), ("two", "CD")):
        part = frame.filter(pl.col("annotator").is_in(list(people)))
        getattr(part, f"write_{ending}")(tmp_path / f"{name}.{ending}")
    cluster(3)
    with working(backend="dask"):
        away = accord.read(str(tmp_path / f"*.{ending}"), kind="labels", memory="1MB", **KNOWN)
    assert everything(away) == everything(accord.labels(frame, **KNOWN))
    getattr(frame[:9], f"write_{ending}")(tmp_path / f"two.{ending}")
    with working(backend="dask"), pytest.raises(accord.DataError, match="rounds are not pooled") as error:
        accord.read(str(tmp_path / f"*.{ending}"), kind="labels", memory="1MB", **KNOWN)
    assert error.value.code == "ACC222"


def test_a_file_that_workers_do_not_see(
    tmp_path: Path, cluster: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ratings.parquet"
    ratings(4, 30).write_parquet(path)
    cluster(0)
    monkeypatch.setattr(Path, "exists", lambda self: False)
    monkeypatch.chdir(tmp_path)
    with working(backend="dask"), pytest.raises(accord.DataError, match="does not see") as error:
        accord.read("ratings.parquet", kind="labels", memory="1MB", **KNOWN)
    assert (error.value.code, error.value.place.file) == ("ACC464", "ratings.parquet")
