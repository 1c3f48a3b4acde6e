"""A column of a table as text."""

from __future__ import annotations

from accord.annotations.categories import canonical_text
from accord.annotations.lazy_polars import pl
from accord.results import DataError, Place


def as_text(column: pl.Series, file: str | None) -> pl.Series:
    """A column of names or labels as canonical text; empty text is null."""
    kind = column.dtype
    if kind.is_nested() or kind in (pl.Object, pl.Binary):
        what = "lists" if kind.is_nested() else f"values of type {kind}"
        raise DataError("ACC017", f"column '{column.name}' holds {what} where single values are expected", Place(file))
    if kind.is_float():
        if column.is_infinite().any():
            hint = "labels are finite numbers; NaN is missing"
            raise DataError("ACC010", f"column '{column.name}' holds an infinite number", Place(file), hint)
        unique = column.unique().drop_nulls().drop_nans()
        texts = [canonical_text(value) for value in unique.to_list()]
        return column.replace_strict(unique, pl.Series(texts, dtype=pl.String), default=None, return_dtype=pl.String)
    if kind == pl.Boolean:
        return column.replace_strict([True, False], ["True", "False"], default=None, return_dtype=pl.String)
    text = column.cast(pl.String)
    return text.set(text == "", None)
