"""From a table to `Spans`: one row per unit, with its annotator, category, start and end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations.columns import ANNOTATOR, fits
from accord.annotations.frames import Origin, assert_filled
from accord.annotations.lazy_polars import pl
from accord.annotations.numbered_columns import CodedColumn
from accord.annotations.roles import role_of_name
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.formats.options import ReadOptions
from accord.formats.tables import usual_columns as usual
from accord.formats.tables.label_tables import SourceTable
from accord.results import DataError, Place
from accord.results.option_names import option

if TYPE_CHECKING:
    from accord.annotations.fragments import Cell

ONE = "document"
"""What the document is called when the table has no column for it."""


@dataclass(frozen=True)
class SpanColumns(usual.TableColumns):
    """Which column of a table says what; the last five need not be there."""

    annotator: str
    start: str
    end: str
    category: str | None
    document: str | None
    text: str | None
    unit: str | None
    length: str | None
    fragments: str | None


def has_span_columns(header: Sequence[str]) -> bool:
    """Whether a header names an annotator, a start and an end, and no item of a table of labels.

    >>> has_span_columns(["Annotateur", "Catégorie", "Début", "Fin"]), has_span_columns(["item", "start", "end"])
    (True, False)
    """
    bounds = any(fits(name, usual.START) for name in header) and any(fits(name, usual.END) for name in header)
    labels = any(fits(name, usual.ITEMS_OF_LABELS) for name in header)
    return bounds and not labels and any(fits(name, ANNOTATOR) for name in header)


def span_columns(header: Sequence[str], options: ReadOptions, place: Place) -> SpanColumns:
    """The roles of the columns, told or recognised."""
    if options.document_column is None:
        options = replace(options, document_column=options.item_column)
    known = {
        "annotator": ANNOTATOR, "start": usual.START, "end": usual.END, "category": usual.CATEGORY,
        "document": usual.DOCUMENT, "text": usual.TEXT, "unit": usual.UNIT, "length": usual.LENGTH,
        "fragments": usual.FRAGMENTS,
    }  # fmt: skip
    needed = {role: option(f"{role}_column") for role in ("annotator", "start", "end")}
    return SpanColumns(**usual.columns_found(header, options, known, needed, place))


def _reference_first(name: str) -> tuple[bool, str]:
    """Annotators by name, but for a gold standard: its lane is what the others are looked at beside."""
    return role_of_name(name) != "gold", name


@dataclass(frozen=True, eq=False)
class SpanRows:
    """The rows of a table of spans, or of a portion of one."""

    document: CodedColumn[str]
    """(rows,), as is the next."""
    annotator: CodedColumn[str]
    units: NDArray[np.int64]
    """The rows that are units; the others say that somebody was asked and found nothing."""
    starts: NDArray[np.float64]
    """(units,), as are the next four."""
    ends: NDArray[np.float64]
    category: CodedColumn[object]
    names: list[str] | None
    fragments: list[Cell] | None
    lengths: dict[str, float] | None
    lines: Origin
    """Where the units came from."""
    columns: SpanColumns
    header: Sequence[str]


def span_rows(table: SourceTable, options: ReadOptions) -> SpanRows:
    """The rows of a table of spans; one without start and end says that its annotator was asked and found nothing."""
    frame, origin = table.frame, table.origin
    column_names = span_columns(frame.columns, options, Place(table.file, origin.header))
    assert_filled(frame, column_names.annotator, "annotator", origin)
    if column_names.document is not None:
        assert_filled(frame, column_names.document, "document", origin)
    people, where = usual.coded_texts(frame, column_names.annotator, table.file), usual.one_for_all(ONE, frame.height)
    if column_names.document is not None:
        where = usual.coded_texts(frame, column_names.document, table.file)
    starts, ends = numbers(frame[column_names.start], origin), numbers(frame[column_names.end], origin)
    units = _rows_of_units(starts, ends, column_names, origin)
    return SpanRows(
        document=where,
        annotator=people,
        units=units,
        starts=starts[units],
        ends=ends[units],
        category=_categories(frame, column_names.category, units),
        names=None if column_names.unit is None else usual.filled_texts(frame[units], column_names.unit, table.file),
        fragments=None if column_names.fragments is None else _fragments(frame[column_names.fragments], units, origin),
        lengths=None if column_names.length is None else _lengths(frame[column_names.length], where, origin),
        lines=replace(origin, lines=None if origin.lines is None else np.asarray(origin.lines)[units]),
        columns=column_names,
        header=frame.columns,
    )


def spans_of(table: SourceTable, options: ReadOptions) -> Spans:
    """The spans in a table."""
    built = spans_of_rows(span_rows(table, options), options)
    return replace(built, diagnostics=(*table.said, *built.diagnostics), source=table.file)


def joined_rows(portions: Sequence[SpanRows]) -> SpanRows:
    """The portions of one table as one, which stands for itself: they may be let go."""
    first = portions[0]
    if len(portions) == 1:
        return first
    before = np.cumsum([0, *(len(portion.document) for portion in portions)])
    return replace(
        first,
        **usual.stacked(portions, "document", "annotator", "category"),
        units=np.concatenate([portion.units + rows for portion, rows in zip(portions, before, strict=False)]),
        starts=np.concatenate([portion.starts for portion in portions]),
        ends=np.concatenate([portion.ends for portion in portions]),
        names=None if first.names is None else [name for portion in portions for name in portion.names or ()],
        fragments=None if first.fragments is None else [cell for part in portions for cell in part.fragments or ()],
        lengths=None if first.lengths is None else _same_lengths(portions),
        lines=lines_of([portion.lines for portion in portions]),
    )


def spans_of_rows(rows: SpanRows, options: ReadOptions) -> Spans:
    """The spans in the rows of a table."""
    column_names, where, people, units = rows.columns, rows.document, rows.annotator, rows.units
    all_units = len(units) == len(where)
    built = spans_from_columns(
        document=where if all_units else where.of(units),
        annotator=people if all_units else people.of(units),
        start=rows.starts,
        end=rows.ends,
        category=rows.category,
        documents=where.met(),
        annotators=list(dict.fromkeys([*(options.annotators or ()), *sorted(people.met(), key=_reference_first)])),
        assigned=None if column_names.document is None else usual.pairs_met(where, people),
        lengths=rows.lengths,
        names=rows.names,
        categories=options.categories,
        fragments=rows.fragments,
        origin=rows.lines,
    )
    roles = {"document": column_names.document, "annotator": column_names.annotator, "category": column_names.category}
    columns = usual.columns_reading(
        "spans",
        roles | {"start": column_names.start, "end": column_names.end},
        options,
        "" if column_names.document else "; one document",
    )
    read_as = (columns, *usual.unused_columns(rows.header, column_names.names))
    if not built.assigned.all() or not all_units:
        read_as = (*read_as, usual.asked_in_rows(len(where) - len(units), "a unit"))
    return replace(built, read_as=read_as)


def lines_of(portions: Sequence[Origin]) -> Origin:
    """Where the rows of all portions came from."""
    known = [portion.lines for portion in portions]
    lines = None if any(part is None for part in known) else np.concatenate([np.asarray(part) for part in known])
    return replace(portions[0], lines=lines)


def _same_lengths(portions: Sequence[SpanRows]) -> dict[str, float]:
    lengths: dict[str, float] = {}
    for portion in portions:
        for document, length in (portion.lengths or {}).items():
            _assert_same(lengths, document, length, Place(portion.lines.file, item=document))
    return lengths


def _categories(frame: pl.DataFrame, column: str | None, units: NDArray[np.int64]) -> CodedColumn[object]:
    return usual.one_for_all(None, len(units)) if column is None else usual.coded_cells(frame[column].gather(units))


def _fragments(column: pl.Series, units: NDArray[np.int64], origin: Origin) -> list[Cell]:
    """The fragments of discontinuous units, None for the others."""
    from accord.annotations.fragment_cells import read_fragments

    cells = column.to_list()
    return [read_fragments(cells[row], origin.place(row)) for row in units.tolist()]


def numbers(column: pl.Series, origin: Origin) -> NDArray[np.float64]:
    """Positions with a decimal point or comma; nan for an empty cell, and a DataError for anything else."""
    if column.dtype.is_nested() or column.dtype in (pl.Object, pl.Binary, pl.Boolean):
        raise DataError("ACC023", f"column '{column.name}' does not hold numbers", Place(origin.file))
    if column.dtype.is_numeric():
        return column.cast(pl.Float64).fill_null(float("nan")).to_numpy()
    text = column.cast(pl.String).str.strip_chars().str.replace(",", ".", literal=True)
    text = text.set(text == "", None)
    number = text.cast(pl.Float64, strict=False)
    odd = text.is_not_null() & ~number.is_finite().fill_null(False)
    if odd.any():
        row = int(odd.arg_true()[0])
        raise DataError(
            "ACC023",
            f"'{column[row]}' in column '{column.name}' is not a position",
            origin.place(row),
            f"positions are numbers; if this is not a table of spans, say {option('kind', 'labels')}",
        )
    return number.fill_null(float("nan")).to_numpy()


def _rows_of_units(
    starts: NDArray[np.float64], ends: NDArray[np.float64], column_names: SpanColumns, origin: Origin
) -> NDArray[np.int64]:
    """The rows that are units; one bound without the other is refused."""
    half = np.isnan(starts) != np.isnan(ends)
    if half.any():
        row = int(np.argmax(half))
        empty = column_names.start if np.isnan(starts[row]) else column_names.end
        hint = "give both bounds, or leave both empty for an annotator who found nothing"
        raise DataError("ACC023", f"a unit with one bound: column '{empty}' is empty", origin.place(row), hint)
    return np.flatnonzero(~np.isnan(starts)).astype(np.int64)


def _lengths(column: pl.Series, where: CodedColumn[str], origin: Origin) -> dict[str, float]:
    lengths: dict[str, float] = {}
    for row, (document, length) in enumerate(zip(where, numbers(column, origin).tolist(), strict=True)):
        if length == length:
            _assert_same(lengths, document, length, origin.place(row))
    return lengths


def _assert_same(lengths: dict[str, float], document: str, length: float, place: Place) -> None:
    if lengths.setdefault(document, length) != length:
        message = f"document '{document}' has the lengths {lengths[document]:g} and {length:g}"
        raise DataError("ACC023", message, place, "a document has one length")
