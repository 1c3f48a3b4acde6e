"""Parquet: a table with typed columns; lists are label sets."""

from __future__ import annotations

from pathlib import Path

from accord.annotations.campaign import KINDS, Campaign
from accord.annotations.frames import Origin
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.parquet_files import is_parquet, read_parquet
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.shapes import Part, annotations_of
from accord.formats.tables.table_writing import write_tables

NAME = "parquet"
DESCRIPTION = "Parquet table"
ENDINGS, ENDING = (".parquet", ".pq"), ".parquet"
IS_TABLE = True
IN_PORTIONS = "slices"
CARRIES = KINDS
KEEPS_FRAGMENTS = True
KEEPS_TEXTS = False


def sniff(path: Path) -> float:
    start = head(path)
    return 0.5 if is_parquet(start) or (start and path.suffix.lower() in ENDINGS) else 0.0


def read(path: Path, options: ReadOptions) -> Part:
    return annotations_of(SourceTable(read_parquet(path), Origin(str(path))), options)


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    return write_tables(campaign, path, lambda frame, file: frame.write_parquet(file), lists=True)
