"""Tidy columns as a data frame of polars or pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.annotations.lazy_polars import pl
from accord.annotations.tidy_columns import Columns
from accord.results import DataError

if TYPE_CHECKING:
    import pandas

_NUMBERS = ("start", "end", "length", "count", "items", "time")


def polars_frame(columns: Columns) -> pl.DataFrame:
    """Columns of texts are texts also where no cell is filled."""
    try:
        return pl.DataFrame({name: pl.Series(name, cells, dtype=_type(name, cells)) for name, cells in columns.items()})
    except UnicodeEncodeError:
        raise _half_a_character() from None


def pandas_frame(columns: Columns) -> pandas.DataFrame:
    """The same in pandas."""
    import pandas

    try:
        return pandas.DataFrame(columns)
    except UnicodeEncodeError:
        raise _half_a_character() from None


def _half_a_character() -> DataError:
    message = "a name or text holds half a character (a lone surrogate)"
    return DataError("ACC051", message, hint="rename it; rows() can hold it")


def _type(name: str, cells: list[Any]) -> Any:
    filled = next((cell for cell in cells if cell is not None), None)
    if isinstance(filled, list):
        return pl.List(pl.String)
    if name in _NUMBERS or isinstance(filled, int | float):
        return pl.Int64 if filled is None or isinstance(filled, int) else pl.Float64
    return pl.String
