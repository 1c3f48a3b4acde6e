"""TSV: fields parted by tabs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from accord.annotations import Labels
from accord.formats.options import ReadOptions
from accord.formats.sources import head
from accord.formats.tables import labels_of
from accord.formats.text_tables import looks_like_a_table, text_table

NAME = "tsv"
DESCRIPTION = "table as text: tab"


def sniff(path: Path) -> float:
    tabs = path.suffix.lower() in (".tsv", ".tab")
    return 0.4 if tabs and looks_like_a_table(head(path)) else 0.0


def read(path: Path, options: ReadOptions) -> Labels:
    told = options if options.separator is not None else replace(options, separator="\t")
    return labels_of(text_table(path, told), options)
