"""When each label was given: numbers, dates and times in a column of a long table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations.columns import LongColumns
from accord.annotations.lazy_polars import pl
from accord.results import DataError

if TYPE_CHECKING:
    from accord.annotations.frames import Origin

DATES = "use a number, or a date such as 2024-05-31 or 2024-05-31T14:30:00"


def with_times(
    frame: pl.DataFrame, layout: LongColumns, origin: Origin
) -> tuple[LongColumns, NDArray[np.float64] | None]:
    """(rows,) when each label was given, nan where the cell is empty; None without a column of times.

    A column that only looks like one by its name, and is not, is left unused; one that was named is refused.
    """
    if layout.time is None:
        return layout, None
    column = frame[layout.time]
    seconds, odd = times_in(column)
    if not odd.any() and (layout.time_told or seconds.null_count() < len(seconds)):
        return layout, seconds.to_numpy().astype(np.float64)
    if layout.time_told and odd.any():
        first = int(odd.arg_true()[0])
        raise DataError(
            "ACC020",
            f"'{column[first]}' in column '{layout.time}' is not a time",
            origin.place(first),
            DATES,
        )
    return replace(layout, time=None, unused=(*layout.unused, layout.time)), None


def times_in(column: pl.Series) -> tuple[pl.Series, pl.Series]:
    """The times in seconds, null where a cell is empty or odd, and which cells are neither empty nor a time."""
    cells = column.set(column.str.strip_chars() == "", None) if column.dtype == pl.String else column
    seconds = seconds_of(cells)
    odd = cells.is_not_null() & (seconds.is_null() | ~seconds.is_finite().fill_null(False))
    return seconds, odd & column.is_not_nan() if column.dtype.is_float() else odd


def seconds_of(column: pl.Series) -> pl.Series:
    """Numbers as they are, dates as seconds since 1970; null where a cell is neither."""
    kind = column.dtype
    if kind.is_nested() or kind in (pl.Object, pl.Binary, pl.Boolean):
        return pl.Series(column.name, [None] * len(column), dtype=pl.Float64)
    if kind.is_numeric() or kind == pl.Null:
        return column.cast(pl.Float64)
    if kind == pl.Time:
        return column.cast(pl.Int64).cast(pl.Float64) / 1e9
    if kind == pl.Duration:
        return column.dt.total_microseconds().cast(pl.Float64) / 1e6
    if kind.is_temporal():
        return column.cast(pl.Datetime("us")).cast(pl.Int64).cast(pl.Float64) / 1e6
    text = column.cast(pl.String).str.strip_chars()
    number = text.str.replace(",", ".", literal=True).cast(pl.Float64, strict=False)
    if number.null_count() == text.null_count():
        return number
    plain = text.str.replace(r"(?:Z|[+-]00:?00)$", "").str.replace("T", " ", literal=True)
    for form in ("%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M", "%Y-%m-%d", "%d/%m/%Y %H:%M:%S", "%d/%m/%Y", "%d.%m.%Y"):
        parsed = plain.str.to_datetime(form, strict=False, time_unit="us")
        if parsed.null_count() == text.null_count():
            return parsed.cast(pl.Int64).cast(pl.Float64) / 1e6
    offset = text.str.to_datetime("%Y-%m-%dT%H:%M:%S%.f%z", strict=False, time_unit="us")
    return offset.cast(pl.Int64).cast(pl.Float64) / 1e6
