"""The size of a Parquet table by its footer is what polars says, and a damaged footer says nothing or is caught."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from accord.formats.parsing.parquet_footer import footer_shape


@pytest.mark.parametrize("rows", [0, 1, 1000])
@pytest.mark.parametrize("compression", ["zstd", "uncompressed"])
def test_rows_and_columns(tmp_path: Path, rows: int, compression: str) -> None:
    frame = pl.DataFrame(
        {
            "item": [f"s{row}" for row in range(rows)],
            "label": pl.Series([["a", "b"]] * rows, dtype=pl.List(pl.String)),
            "beside": pl.Series([{"x": 1, "y": 2.5}] * rows, dtype=pl.Struct({"x": pl.Int64, "y": pl.Float64})),
        }
        | {f"more {number}": pl.Series([number] * rows, dtype=pl.Int8) for number in range(20)}
    )
    path = tmp_path / "table.parquet"
    frame.write_parquet(path, row_group_size=100, compression=compression)  # type: ignore[arg-type]
    assert footer_shape(path) == (rows, 23)


def test_by_another_writer(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "table.parquet"
    frame = pl.DataFrame({"item": [1, 2, 3], "label": ["a", "b", "a"]})
    for version in ("1.0", "2.6"):
        parquet.write_table(frame.to_arrow(), path, version=version)
        assert footer_shape(path) == (3, 2)


def test_damage_never_raises(tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    pl.DataFrame({"item": ["s1", "s2"] * 50, "label": ["a", "b"] * 50}).write_parquet(path)
    sound, rng = path.read_bytes(), np.random.default_rng(0)
    for _ in range(500):
        hurt = bytearray(sound)
        for place in rng.integers(len(sound) // 2, len(sound), size=3).tolist():
            hurt[place] = int(rng.integers(256))
        path.write_bytes(bytes(hurt[: len(hurt) - int(rng.integers(0, 3))]))
        told = footer_shape(path)
        assert told is None or min(told) >= 0
