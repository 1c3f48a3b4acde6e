"""TSV: fields parted by tabs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from accord.annotations.campaign import KINDS, Campaign
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.tables.guarded_cells import guarded_cells
from accord.formats.tables.shapes import Part, annotations_of
from accord.formats.tables.table_writing import write_tables
from accord.formats.tables.text_tables import looks_like_a_table, text_table

NAME = "tsv"
DESCRIPTION = "table as text: tab"
ENDINGS, ENDING = (".tsv", ".tab"), ".tsv"
IS_TABLE = True
IN_PORTIONS = "fields"
SEPARATOR = "\t"
CARRIES = KINDS
KEEPS_FRAGMENTS = True
KEEPS_TEXTS = False


def sniff(path: Path) -> float:
    tabs = path.suffix.lower() in ENDINGS
    return 0.4 if tabs and looks_like_a_table(head(path)) else 0.0


def read(path: Path, options: ReadOptions) -> Part:
    told = options if options.separator is not None else replace(options, separator=SEPARATOR)
    return annotations_of(text_table(path, told), options)


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    return write_tables(
        campaign, path, lambda frame, file: guarded_cells(frame).write_csv(file, separator=SEPARATOR), lists=False
    )
