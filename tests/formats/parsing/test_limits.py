"""Tables that are larger than they look, libraries that fail, and work that must not grow with the square."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from accord.annotations import frames
from accord.formats.parsing import isolation, parquet_files
from accord.results import DataError, memory
from untyped import accord


def equal_rows(path: Path, rows: int) -> Path:
    """A table of equal rows: a few kilobytes, however many there are."""
    cells = {name: pl.repeat(name, rows, eager=True) for name in ("item", "annotator", "label")}
    pl.DataFrame(cells).write_parquet(path)
    return path


def test_a_parquet_file_that_does_not_fit_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = equal_rows(tmp_path / "bomb.parquet", 300_000)
    assert path.stat().st_size < 100_000
    monkeypatch.setattr(parquet_files, "free_bytes", lambda: 50e6)
    with pytest.raises(DataError, match="300,000 rows of 3 columns, which take about 0 GB of memory") as caught:
        accord.read(path)
    assert caught.value.code == "ACC346"
    monkeypatch.setattr(parquet_files, "free_bytes", lambda: 500e6)
    assert accord.read(path).n_items == 1


def test_parquet_is_tried_within_the_memory_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = equal_rows(tmp_path / "small.parquet", 10)
    given: list[int] = []

    def seen(*arguments: str, memory: int) -> None:
        given.append(memory)

    monkeypatch.setattr(parquet_files, "assert_readable", seen)
    accord.read(path)
    assert given[0] > parquet_files.OVERHEAD


def test_what_is_too_large_is_refused_in_the_process_that_tries_it(tmp_path: Path) -> None:
    file = str(equal_rows(tmp_path / "t.parquet", 10))
    refused = "print('too large'); sys.exit(TOO_LARGE)"
    assert isolation.assert_readable("import polars", refused, file) == "too large"


def test_features_in_parquet_are_guarded_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = equal_rows(tmp_path / "features.parquet", 1000)
    monkeypatch.setattr(parquet_files, "free_bytes", lambda: 1e5)
    with pytest.raises(DataError, match="ACC346"):
        accord.difficulty(accord.labels([["a", "b"], ["a", "a"]]), path)


@pytest.mark.parametrize("name", ["ratings.csv", "ratings.parquet"])
def test_an_error_of_a_library_is_not_blamed_on_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / name
    frame = pl.DataFrame({"item": ["1", "1"], "annotator": ["A", "B"], "label": ["x", "y"]})
    if name.endswith("csv"):
        frame.write_csv(path)
    else:
        frame.write_parquet(path)

    def broken(*arguments: object) -> Any:
        raise pl.exceptions.InvalidOperationError("shapes don't match")

    monkeypatch.setattr(frames, "factorised", broken)
    with pytest.raises(DataError) as caught:
        accord.read(path)
    assert caught.value.code == "ACC345"
    assert f"polars {pl.__version__} fails on this table: InvalidOperationError: shapes don't match" in str(
        caught.value
    )
    assert "need not be the file's fault" in str(caught.value)
    assert "export" not in str(caught.value)


@pytest.mark.parametrize("said", ["polars.no_such_function()", "polars.read_csv(sys.argv[1], no_such_argument=1)"])
def test_a_library_of_another_version_is_not_taken_for_a_damaged_file(tmp_path: Path, said: str) -> None:
    isolation.assert_readable("import polars", said, str(equal_rows(tmp_path / "t.parquet", 2)))


@pytest.mark.parametrize("transpose", [False, True])
def test_wide_tables_are_not_searched_for_each_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transpose: bool
) -> None:
    columns = 400
    path = tmp_path / "wide.csv"
    header = ["annotator" if transpose else "item", *(f"c{number}" for number in range(columns))]
    path.write_text(",".join(header) + "\nr" + ",x" * columns + "\n")
    times = 0
    schema: Any = pl.DataFrame.__dict__["schema"]

    def counted(frame: pl.DataFrame) -> Any:
        nonlocal times
        times += 1
        return schema.fget(frame)

    monkeypatch.setattr(pl.DataFrame, "schema", property(counted))
    data = accord.read(path, transpose=transpose)
    assert data.n_labels == columns
    assert times < 20


def test_memory_that_is_left_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert memory.free_bytes() > 0
    (tmp_path / "max").write_text("5000\n")
    (tmp_path / "current").write_text("3000\n")
    (tmp_path / "memory.stat").write_text("anon 1\ninactive_file 500\n")
    monkeypatch.setattr(memory, "_CGROUPS", ((tmp_path / "max", tmp_path / "current"),))
    assert memory.free_bytes() == 2500
    (tmp_path / "max").write_text("max\n")
    assert memory.free_bytes() > 2500


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits of address space")
def test_a_limit_of_the_process_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (2**62, 2**62))
    assert memory.addresses_left() < 2**62
