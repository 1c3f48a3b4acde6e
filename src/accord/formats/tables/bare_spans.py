"""Spans in a table without a header, as pygamma-agreement writes them: annotator, category, start, end."""

from __future__ import annotations

from accord.annotations.columns import ANNOTATOR, fits
from accord.annotations.lazy_polars import pl
from accord.formats.tables.usual_columns import CATEGORY, DOCUMENT, END, ITEMS_OF_LABELS, START, UNIT

BY_POSITION = ("annotator", "category", "start", "end")


def bare_spans(cells: pl.DataFrame) -> bool:
    """Whether rows without a header are annotator, category, start, end, as pygamma-agreement writes them.

    The third and fourth column hold numbers in growing pairs, the first line included, the first column names of
    annotators that come again, or the second words.
    """
    if cells.width != 4 or cells.height == 0 or any(kind != pl.String for kind in cells.dtypes):
        return False
    first = ["" if cell is None else cell for cell in cells.row(0)]
    if any(fits(cell, (*ANNOTATOR, *ITEMS_OF_LABELS, *CATEGORY, *DOCUMENT, *UNIT, *START, *END)) for cell in first[:2]):
        return False
    who, category, starts, ends = (_number(cells.to_series(place)) for place in range(4))
    if starts.is_null().any() or ends.is_null().any() or not bool((ends >= starts).all()):
        return False
    words = bool(category.is_null().all()) and bool((cells.to_series(1).fill_null("") != "").all())
    return bool(who.is_null().all()) and (words or cells.to_series(0).n_unique() < cells.height)


def _number(column: pl.Series) -> pl.Series:
    text = column.str.strip_chars().str.replace(",", ".", literal=True)
    number = text.cast(pl.Float64, strict=False)
    return number.set(~number.is_finite().fill_null(False), None)
