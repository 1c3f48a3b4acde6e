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


def spans_of(table: SourceTable, options: ReadOptions) -> Spans:
    """The spans in a table; a row without start and end says that its annotator was asked and found nothing."""
    frame, origin = table.frame, table.origin
    found = span_columns(frame.columns, options, Place(table.file, origin.header))
    assert_filled(frame, found.annotator, "annotator", origin)
    if found.document is not None:
        assert_filled(frame, found.document, "document", origin)
    people = usual.filled_texts(frame, found.annotator, table.file)
    where = [ONE] * frame.height if found.document is None else usual.filled_texts(frame, found.document, table.file)
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
        annotators=list(dict.fromkeys([*(options.annotators or ()), *sorted(set(people), key=_reference_first)])),
        assigned=assigned,
        lengths=None if found.length is None else _lengths(frame[found.length], where, origin),
        names=None if found.unit is None else [usual.filled_texts(frame, found.unit, table.file)[row] for row in units],
        categories=options.categories,
        fragments=None if found.fragments is None else _fragments(frame[found.fragments], units, origin),
        origin=replace(origin, lines=None if origin.lines is None else np.asarray(origin.lines)[units]),
    )
    roles = {"document": found.document, "annotator": found.annotator, "category": found.category}
    columns = usual.columns_reading(
        "spans", roles | {"start": found.start, "end": found.end}, options, "" if found.document else "; one document"
    )
    read_as = (columns, *usual.unused_columns(frame.columns, found.names))
    if not built.assigned.all() or len(units) < frame.height:
        read_as = (*read_as, usual.asked_in_rows(frame.height - len(units), "a unit"))
    return replace(built, read_as=read_as, diagnostics=(*table.said, *built.diagnostics), source=table.file)


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
