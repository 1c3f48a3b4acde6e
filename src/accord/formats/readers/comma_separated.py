"""CSV: fields parted by commas, semicolons, bars or tabs, whichever the file uses."""

from __future__ import annotations

from pathlib import Path

from accord.annotations.campaign import KINDS, Campaign
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.tables.guarded_cells import guarded_cells
from accord.formats.tables.shapes import Part, annotations_of
from accord.formats.tables.table_writing import write_tables
from accord.formats.tables.text_tables import looks_like_a_table, text_table

NAME = "csv"
DESCRIPTION = "table as text: , ; | or tab"
ENDINGS, ENDING = (".csv",), ".csv"
IS_TABLE = True
IN_PORTIONS = "fields"
SEPARATOR = ","
CARRIES = KINDS
KEEPS_FRAGMENTS = True
KEEPS_TEXTS = False


def sniff(path: Path) -> float:
    return 0.3 if looks_like_a_table(head(path)) else 0.0


def read(path: Path, options: ReadOptions) -> Part:
    return annotations_of(text_table(path, options), options)


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    return write_tables(campaign, path, lambda frame, file: guarded_cells(frame).write_csv(file), lists=False)
