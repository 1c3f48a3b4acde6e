"""From a table to `Spans`: one row per unit, with its annotator, category, start and end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations.column_names import first_fitting
from accord.annotations.column_texts import as_text
from accord.annotations.columns import ANNOTATOR, fits
from accord.annotations.frames import Origin, assert_filled
from accord.annotations.lazy_polars import pl
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.formats.options import ReadOptions
from accord.formats.tables.columns_read import asked_in_rows, columns_reading, unused_columns
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.usual_columns import (
    CATEGORY,
    DOCUMENT,
    END,
    ITEMS_OF_LABELS,
    LENGTH,
    START,
    TEXT,
    UNIT,
    named_column,
)
from accord.results import DataError, Place
from accord.results.option_names import option

ONE = "document"
"""What the document is called when the table has no column for it."""


@dataclass(frozen=True)
class SpanColumns:
    """Which column of a table says what; the last four need not be there."""

    annotator: str
    start: str
    end: str
    category: str | None
    document: str | None
    text: str | None
    unit: str | None
    length: str | None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(
            one
            for one in (
                self.document, self.annotator, self.category, self.start, self.end, self.text, self.unit, self.length,
            )
            if one is not None
        )  # fmt: skip


def has_span_columns(header: Sequence[str]) -> bool:
    """Whether a header names an annotator, a start and an end, and no item of a table of labels.

    >>> has_span_columns(["Annotateur", "Catégorie", "Début", "Fin"]), has_span_columns(["item", "start", "end"])
    (True, False)
    """
    bounds = any(fits(name, START) for name in header) and any(fits(name, END) for name in header)
    labels = any(fits(name, ITEMS_OF_LABELS) for name in header)
    return bounds and not labels and any(fits(name, ANNOTATOR) for name in header)


def span_columns(header: Sequence[str], options: ReadOptions, place: Place) -> SpanColumns:
    """The roles of the columns, told or recognised."""
    told_document = options.document_column if options.document_column is not None else options.item_column
    told = {
        "annotator": named_column(header, options.annotator_column, option("annotator_column"), place),
        "start": named_column(header, options.start_column, option("start_column"), place),
        "end": named_column(header, options.end_column, option("end_column"), place),
        "category": named_column(header, options.label_column, option("label_column"), place),
        "document": named_column(header, told_document, option("document_column"), place),
    }
    known = {
        "annotator": ANNOTATOR, "start": START, "end": END, "category": CATEGORY, "document": DOCUMENT, "text": TEXT,
        "unit": UNIT, "length": LENGTH,
    }  # fmt: skip
    found: dict[str, str | None] = {}
    for role, names in known.items():
        taken = {*found.values(), *told.values()}
        free = [name for name in header if name not in taken]
        found[role] = told.get(role) if told.get(role) is not None else first_fitting(free, names)
    for role in ("annotator", "start", "end"):
        if found[role] is None:
            shown = ", ".join(f"'{name}'" for name in header[:12])
            raise DataError(
                "ACC007", f"cannot tell the {role} column among {shown}", place, f"name it with --{role}-column"
            )
    return SpanColumns(**found)  # type: ignore[arg-type]  # the three that must be there are


def spans_of(table: SourceTable, options: ReadOptions) -> Spans:
    """The spans in a table; a row without start and end says that its annotator was asked and found nothing."""
    frame, origin = table.frame, table.origin
    found = span_columns(frame.columns, options, Place(table.file, origin.header))
    assert_filled(frame, found.annotator, "annotator", origin)
    if found.document is not None:
        assert_filled(frame, found.document, "document", origin)
    people = _texts(frame, found.annotator, origin)
    where = [ONE] * frame.height if found.document is None else _texts(frame, found.document, origin)
    starts, ends = numbers(frame[found.start], origin), numbers(frame[found.end], origin)
    units = _rows_of_units(starts, ends, found, origin)
    assigned = None if found.document is None else list(dict.fromkeys(zip(where, people, strict=True)))
    built = spans_from_columns(
        document=[where[row] for row in units],
        annotator=[people[row] for row in units],
        start=starts[units],
        end=ends[units],
        category=[None] * len(units) if found.category is None else frame[found.category].gather(units).to_list(),
        documents=list(dict.fromkeys(where)),
        annotators=list(dict.fromkeys([*(options.annotators or ()), *sorted(people)])),
        assigned=assigned,
        lengths=None if found.length is None else _lengths(frame[found.length], where, origin),
        names=None if found.unit is None else [_texts(frame, found.unit, origin)[row] for row in units],
        categories=options.categories,
        origin=replace(origin, lines=None if origin.lines is None else np.asarray(origin.lines)[units]),
    )
    roles = {"document": found.document, "annotator": found.annotator, "category": found.category}
    columns = columns_reading(
        "spans", roles | {"start": found.start, "end": found.end}, options, "" if found.document else "; one document"
    )
    read_as = (columns, *unused_columns(frame.columns, found.names))
    if not built.assigned.all() or len(units) < frame.height:
        read_as = (*read_as, asked_in_rows(frame.height - len(units), "a unit"))
    return replace(built, read_as=read_as, diagnostics=table.said, source=table.file)


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
            f"positions are numbers; if this is no table of spans, say {option('kind', 'labels')}",
        )
    return number.fill_null(float("nan")).to_numpy()


def _texts(frame: pl.DataFrame, column: str, origin: Origin) -> list[str]:
    return ["" if one is None else one for one in as_text(frame[column], origin.file).to_list()]


def _rows_of_units(
    starts: NDArray[np.float64], ends: NDArray[np.float64], found: SpanColumns, origin: Origin
) -> NDArray[np.int64]:
    """The rows that are units; one bound without the other is refused."""
    half = np.isnan(starts) != np.isnan(ends)
    if half.any():
        row = int(np.argmax(half))
        empty = found.start if np.isnan(starts[row]) else found.end
        hint = "give both bounds, or leave both empty for an annotator who found nothing"
        raise DataError("ACC023", f"a unit with one bound: column '{empty}' is empty", origin.place(row), hint)
    return np.flatnonzero(~np.isnan(starts)).astype(np.int64)


def _lengths(column: pl.Series, where: Sequence[str], origin: Origin) -> dict[str, float]:
    lengths: dict[str, float] = {}
    for row, (document, length) in enumerate(zip(where, numbers(column, origin).tolist(), strict=True)):
        if length == length and lengths.setdefault(document, length) != length:
            message = f"document '{document}' has the lengths {lengths[document]:g} and {length:g}"
            raise DataError("ACC023", message, origin.place(row), "a document has one length")
    return lengths
