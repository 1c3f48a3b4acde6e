"""What the beginning of a table tells about all of it: whether it can be read in one pass, and its columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from accord.annotations.columns import LongColumns, find_columns
from accord.annotations.frames import Origin
from accord.annotations.label_times import with_times
from accord.annotations.role_columns import role_column
from accord.annotations.table_header import TableOptions
from accord.formats.declared import declared
from accord.formats.options import ReadOptions
from accord.formats.readers.json_lines import records_in_lines, table_of_records
from accord.formats.registry import all_readers
from accord.formats.streaming.parquet_portions import parquet_portions, parquet_shape, parquet_start
from accord.formats.streaming.portion import Portion
from accord.formats.streaming.text_portions import (
    FIRST_BYTES,
    GUESSED,
    DelimitedColumns,
    cut_at_lines,
    decoded,
    delimited_portions,
    first_bytes,
    json_portions,
)
from accord.formats.tables.joined_items import with_items
from accord.formats.tables.keyed_records import unrolled
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.one_hot_columns import with_answers
from accord.formats.tables.own_files import own_file, own_records
from accord.formats.tables.shapes import shape_of
from accord.formats.tables.text_tables import table_of_text

FIRST_ROWS = 100_000


class Portions(Protocol):
    """From the columns that are wanted and how much to read at a time to the portions of a table."""

    def __call__(self, columns: Sequence[str], rows: int) -> Iterator[Portion]: ...


@dataclass(frozen=True)
class ParquetRows:
    """Rows of a Parquet file, from the first to before the last."""

    path: Path
    first: int
    last: int

    def __call__(self, columns: Sequence[str], rows: int) -> Iterator[Portion]:
        return parquet_portions(self.path, columns, rows, self.first, self.last)


class NotInOnePassError(Exception):
    """Why a table cannot be read in one pass."""


@dataclass(frozen=True)
class RecognisedTable:
    """A table of labels with one row per label, as its beginning shows it."""

    start: SourceTable
    """Its first rows."""
    found: LongColumns
    portions: Portions

    def parts(self, rows: int) -> list[RecognisedTable]:
        """Parts of about so many rows that can be read apart: of Parquet; text is read from its beginning."""
        whole = self.portions
        alone = replace(self, start=replace(self.start, frame=self.start.frame.clear()))
        if not isinstance(whole, ParquetRows):
            return [alone]
        ends = [(first, min(first + rows, whole.last)) for first in range(whole.first, whole.last, rows)]
        return [replace(alone, portions=replace(whole, first=first, last=last)) for first, last in ends]

    @property
    def columns(self) -> list[str]:
        long_columns = self.found
        return list(
            dict.fromkeys(
                [
                    long_columns.item,
                    long_columns.annotator,
                    long_columns.label,
                    *([long_columns.time] if long_columns.time else []),
                ]
            )
        )


@dataclass(frozen=True)
class OpenedTable:
    """A table of which the first rows are read."""

    start: SourceTable
    portions: Portions
    shape: str
    """What it holds, by the names of its columns."""


def opened_table(path: Path, reader: str, options: ReadOptions) -> OpenedTable:
    """How to read a table in portions; NotInOnePassError says why that cannot be."""
    if options.table or options.counts or options.transpose or options.annotators is not None:
        raise NotInOnePassError("only tables with one row per label can be")
    if options.cluster_column is not None:
        raise NotInOnePassError("clusters of items are known only when all are read")
    read_in: dict[str, Callable[[Path, ReadOptions], tuple[SourceTable, Portions]]] = {
        "slices": _parquet,
        "lines": _json_lines,
        "fields": partial(_delimited, reader),
    }
    start, portions = read_in[declared(all_readers()[reader]).in_portions](path, options)
    names = start.frame.columns
    if own_file(names) is not None:
        raise NotInOnePassError("it is a table that accord wrote for people")
    if role_column(names) is not None:
        raise NotInOnePassError(f"its column '{role_column(names)}' gives roles")
    return OpenedTable(start, portions, shape_of(names, options))


def recognised_labels(opened: OpenedTable, options: ReadOptions) -> RecognisedTable:
    """The columns of a table of labels; NotInOnePassError says why they cannot be read in one pass."""
    start = opened.start
    if opened.shape != "labels":
        raise NotInOnePassError(f"only tables of labels, spans, relations or answers can be, and it has {opened.shape}")
    if with_answers(start.frame, options, start.file)[2] or with_items(start.frame, options)[1] != options:
        raise NotInOnePassError("items or labels are in several columns")
    long_columns = find_columns(start.frame, TableOptions.of(options), file=start.file, line=start.origin.header)
    if not isinstance(long_columns, LongColumns):
        raise NotInOnePassError("only tables with one row per label can be")
    long_columns, _ = with_times(start.frame, long_columns, start.origin)
    return RecognisedTable(start, long_columns, opened.portions)


def _parquet(path: Path, options: ReadOptions) -> tuple[SourceTable, Portions]:
    rows = parquet_shape(path)[0]
    start = SourceTable(parquet_start(path, min(rows, FIRST_ROWS)), Origin(str(path)))
    return start, ParquetRows(path, 0, rows)


def _delimited(reader: str, path: Path, options: ReadOptions) -> tuple[SourceTable, Portions]:
    _assert_lines(path, options)
    told = options
    if reader == "tsv" and options.separator is None:
        told = replace(options, separator="\t")
    start, layout = table_of_text(first_bytes(path, quoted=True), str(path), told)
    if start.frame.width != layout.width:
        raise NotInOnePassError("some of its columns have no name")
    encoding = GUESSED if any(diagnostic.code == "ACC106" for diagnostic in start.said) else options.encoding
    known = DelimitedColumns(layout, start.frame.columns, start.origin.header is not None, encoding)
    length = max(16, min(path.stat().st_size, FIRST_BYTES) // start.frame.height)
    return start, lambda columns, rows: delimited_portions(path, known, columns, rows * length)


def _json_lines(path: Path, options: ReadOptions) -> tuple[SourceTable, Portions]:
    _assert_lines(path, options)
    file, data = str(path), first_bytes(path, quoted=False)
    line = data.lstrip().partition(b"\n")[0].strip()
    if not (line.startswith(b"{") and line.endswith(b"}")):
        raise NotInOnePassError("only JSON with one object per line can be")
    records, lines = records_in_lines(decoded(data, options.encoding, file, 0), file)
    if own_records(records) is not None or len(records) < 2 or unrolled(records, options)[0] is not records:
        raise NotInOnePassError("its objects are not rows of a table")
    frame = table_of_records(records, options, Origin(file, lines))
    length = max(16, len(data) // len(records))
    start = SourceTable(frame, Origin(file, lines))
    return start, lambda columns, rows: json_portions(path, columns, rows * length, options.encoding)


def _assert_lines(path: Path, options: ReadOptions) -> None:
    if not cut_at_lines(path) or (options.encoding or "").lower().replace("_", "-").startswith(("utf-16", "utf-32")):
        raise NotInOnePassError("its text cannot be cut at the ends of lines")
