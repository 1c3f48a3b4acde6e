"""CSV: fields parted by commas, semicolons, bars or tabs, whichever the file uses."""

from __future__ import annotations

from pathlib import Path

from accord.annotations import Labels
from accord.formats.options import ReadOptions
from accord.formats.sources import head
from accord.formats.tables import labels_of
from accord.formats.text_tables import looks_like_a_table, text_table

NAME = "csv"
DESCRIPTION = "table as text: , ; | or tab"


def sniff(path: Path) -> float:
    return 0.3 if looks_like_a_table(head(path)) else 0.0


def read(path: Path, options: ReadOptions) -> Labels:
    return labels_of(text_table(path, options), options)
