"""Names as numbers, in the order in which they first occur in all portions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from accord.annotations.lazy_polars import pl

Texts = Callable[[pl.Series], pl.Series]
"""From the distinct values of a column to their texts; null where there is none."""


MOST_REMEMBERED = 1000  # values: in a crowd, each portion brings others


class Codes:
    """The numbers of names so far."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._remembered: tuple[pl.Enum, NDArray[np.int32]] | None = None
        """The values of the last portion that brought new ones, and their numbers; −1 at the end."""

    def of(self, column: pl.Series, texts: Texts) -> NDArray[np.int32]:
        """(rows,) the number of each name; −1 where there is none."""
        column = column.fill_nan(None) if column.dtype.is_float() else column
        if column.dtype.is_nested():  # lists are told apart by their texts only
            column, texts = texts(column), _as_they_are
        if self._remembered is not None and column.dtype == pl.String:
            kind, numbered = self._remembered
            places = column.cast(kind, strict=False)
            if places.null_count() == column.null_count():
                return numbered.take(places.to_physical().cast(pl.Int32).fill_null(-1).to_numpy())
        values = column.unique(maintain_order=True).drop_nulls()
        if len(values) == 0:
            return np.full(len(column), -1, dtype=np.int32)
        known = self.numbers
        codes = [-1 if text is None else known.setdefault(text, len(known)) for text in texts(values).to_list()]
        if column.dtype == pl.String and len(values) <= MOST_REMEMBERED:
            self._remembered = pl.Enum(values), np.array([*codes, -1], dtype=np.int32)
        numbers = pl.Series(codes, dtype=pl.Int32)
        return column.replace_strict(values, numbers, default=-1, return_dtype=pl.Int32).to_numpy()


def _as_they_are(texts: pl.Series) -> pl.Series:
    return texts
