"""Parquet: a table with typed columns; lists are label sets."""

from __future__ import annotations

from pathlib import Path

from accord.annotations.campaign import Campaign
from accord.annotations.frames import Origin
from accord.formats.isolation import assert_readable
from accord.formats.options import ReadOptions
from accord.formats.shapes import Part, annotations_of
from accord.formats.sources import head
from accord.formats.table_writing import write_tables
from accord.formats.tables import Table
from accord.results import DataError, Place

NAME = "parquet"
DESCRIPTION = "Parquet table"
_MAGIC = b"PAR1"


def sniff(path: Path) -> float:
    start = head(path)
    return 0.5 if start.startswith(_MAGIC) or (start and path.suffix.lower() in (".parquet", ".pq")) else 0.0


def read(path: Path, options: ReadOptions) -> Part:
    file = str(path)
    with path.open("rb") as opened:
        start = opened.read(4)
        opened.seek(max(0, path.stat().st_size - 4))
        end = opened.read(4)
    if start != _MAGIC or end != _MAGIC:
        which = "begin" if start != _MAGIC else "end"
        message = f"the file is damaged: it does not {which} like a Parquet file"
        raise DataError("ACC016", message, Place(file), "export or download it again")
    assert_readable("import polars", "polars.read_parquet(sys.argv[1], glob=False, hive_partitioning=False)", file)
    import polars as pl

    frame = pl.read_parquet(path, glob=False, hive_partitioning=False)
    return annotations_of(Table(frame, Origin(file)), options)


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    return write_tables(campaign, path, lambda frame, file: frame.write_parquet(file), lists=True)
