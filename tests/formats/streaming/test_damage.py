"""What is damaged in the middle of a large file is named; what is full is told, and nothing is left."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import accord
from accord.formats.streaming import text_portions

ROWS = 30_000
LIMITED = """
import resource, sys, tempfile
import accord
tempfile.tempdir = sys.argv[2]
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    accord.read(sys.argv[1], memory="1MB")
except accord.DataError as error:
    print(error)
"""


def table(seed: int = 0) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    columns = {"item": rng.permutation(np.arange(ROWS) // 3), "annotator": rng.integers(5, size=ROWS)}
    return pl.DataFrame({**columns, "label": rng.choice(["yes", "no"], ROWS)})


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    table().write_csv(tmp_path / "ratings.csv")
    return tmp_path / "ratings.csv"


def changed(path: Path, line: int, text: str) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = text
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7,3", "2 fields"),
        (",3,yes", "a row without item"),
        ("7,,yes", "a row without annotator"),
        ('7,3,"yes', "double quote"),
    ],
)
def test_a_damaged_line_is_named(csv: Path, text: str, said: str) -> None:
    changed(csv, 20_001, text)
    with pytest.raises(accord.DataError, match=said) as error:
        accord.read(csv, memory="1MB")
    assert error.value.place.line == 20_001


def test_a_line_in_another_encoding_is_named(csv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the beginning, by which the encoding was recognised."""
    monkeypatch.setattr(text_portions, "FIRST_BYTES", 1000)
    lines = csv.read_bytes().split(b"\n")
    lines[20_000] = "7,3,oui à côté".encode("latin-1")
    csv.write_bytes(b"\n".join(lines))
    with pytest.raises(accord.DataError, match="encoding") as error:
        accord.read(csv, memory="1MB")
    assert (error.value.code, error.value.place.line) == ("ACC004", 20_001)


def test_a_damaged_line_of_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    table().write_ndjson(path)
    changed(path, 20_001, '{"item": 7, "annotator": 3')
    with pytest.raises(accord.DataError, match="not JSON") as error:
        accord.read(path, memory="1MB")
    assert error.value.place.line == 20_001


def test_damaged_rows_of_parquet_are_named(tmp_path: Path) -> None:
    path = tmp_path / "ratings.parquet"
    table().cast(pl.String).write_parquet(path, row_group_size=5_000, compression="uncompressed", statistics=False)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 4_000] = bytes(255 - one for one in content[middle : middle + 4_000])
    path.write_bytes(content)
    with pytest.raises(accord.DataError, match=r"rows 1\d,\d+ to 1\d,\d+ of 30,000 cannot be read") as error:
        accord.read(path, memory="1MB", item_column="item", annotator_column="annotator", label_column="label")
    assert error.value.code == "ACC016"


def test_a_label_that_was_not_declared_is_named(csv: Path) -> None:
    changed(csv, 20_001, "7,3,perhaps")
    with pytest.raises(accord.DataError, match="'perhaps' is not a declared category") as error:
        accord.read(csv, memory="1MB", categories=["yes", "no"])
    assert error.value.place.line == 20_001


def test_a_full_disk_is_told_and_nothing_is_left(csv: Path, tmp_path: Path) -> None:
    spilled = tmp_path / "spilled"
    spilled.mkdir()
    ran = subprocess.run([sys.executable, "-c", LIMITED, csv, spilled], capture_output=True, text=True, check=True)
    assert "no disk space is left" in ran.stdout
    assert "[ACC461]" in ran.stdout
    assert list(spilled.iterdir()) == []


def test_a_packed_table_is_read_as_what_is_in_it(csv: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    whole = accord.measure(accord.read(csv), "alpha")
    packed = csv.with_suffix(".csv.gz")
    packed.write_bytes(gzip.compress(csv.read_bytes()))
    other = csv.with_suffix(".csv.zst")
    with pyarrow.output_stream(str(other), compression="zstd") as out:
        out.write(csv.read_bytes())
    for path in (packed, other):
        for memory in (None, "1MB"):
            assert str(accord.measure(accord.read(path, memory=memory), "alpha")) == str(whole)
    packed.write_bytes(packed.read_bytes()[:-100])
    with pytest.raises(accord.DataError, match="damaged") as error:
        accord.read(packed)
    assert error.value.place.file == str(packed)


def test_a_table_that_cannot_be_cut_says_why(csv: Path) -> None:
    wide = csv.with_name("wide.csv")
    pl.DataFrame({"item": range(ROWS), "ann": ["yes"] * ROWS, "bob": ["no", "yes"] * (ROWS // 2)}).write_csv(wide)
    with pytest.raises(accord.DataError, match="one row per label") as error:
        accord.read(wide, memory="1MB")
    assert error.value.code == "ACC462"
    with pytest.raises(accord.UsageError, match="not an amount of memory"):
        accord.read(csv, memory="much")
