"""From tables of counts and contingency tables to `Labels`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from accord.annotations.categories import Categories
from accord.annotations.finished_labels import finished
from accord.annotations.given_lists import listed
from accord.annotations.labels import Labels, Level
from accord.results import DataError, UsageError
from accord.results.wording import many

LARGEST_COUNT = 1 << 40  # in one cell
MOST_COUNTED = 1 << 30  # labels of a table of counts, which are held one by one


def counts(
    x: object, categories: Iterable[object] | None = None, level: Level | None = None, *, nothing: object = None
) -> Labels:
    """Labels from an items × categories table of counts; who said what is unknown.

    Parameters
    ----------
    x
        An array or list of rows: how many annotators chose each category, a row for each item.
    categories
        The names of the categories, in the order of the columns; else 1, 2, …
    level
        The level of measurement: "nominal", "ordinal", "interval", "ratio" or "circular".
    nothing
        The category that means 'nothing to annotate here'.

    Returns
    -------
    Labels
        For the measures that need not know who said what, such as `accord.fleiss(data)`.

    Raises
    ------
    DataError
        When rows differ in length, or hold what is not a count.

    Examples
    --------
    >>> counts([[0, 14], [7, 7]], categories=["yes", "no"])
    Labels(2 items, annotators unknown, 2 categories, level nominal, 0 missing)
    """
    table = _whole_numbers(x, "a table of counts")
    names = (
        Categories.declare(categories) if categories is not None else Categories.declare(range(1, table.shape[1] + 1))
    )
    if len(names) != table.shape[1]:
        raise _declared_otherwise(len(names), many(table.shape[1], "column"))
    sizes = table.sum(axis=1)
    if sizes.sum() > MOST_COUNTED:
        message = f"a table of counts holds {sizes.sum():,} labels, and {MOST_COUNTED:,} are the most"
        raise DataError("ACC012", message, hint="counts say how many annotators of one item chose a category")
    codes = np.repeat(np.tile(np.arange(table.shape[1], dtype=np.int32), len(table)), table.ravel())
    starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    return finished(names, level, None, starts, None, codes, np.ones(len(table), dtype=np.int64), None, nothing)


def contingency(
    x: object,
    categories: Iterable[object] | None = None,
    level: Level | None = None,
    *,
    annotators: Sequence[str] = ("A1", "A2"),
    nothing: object = None,
) -> Labels:
    """Labels from the square contingency table of two annotators.

    Parameters
    ----------
    x
        A square array or list of rows: rows are the first annotator's categories, columns the second's.
    categories
        The names of the categories, in the order of rows and columns; else 1, 2, …
    level
        The level of measurement: "nominal", "ordinal", "interval", "ratio" or "circular".
    annotators
        The names of the two annotators.
    nothing
        The category that means 'nothing to annotate here'.

    Returns
    -------
    Labels
        As many items as the table counts.

    Raises
    ------
    DataError
        When the table is not square, or holds what is not a count.

    Examples
    --------
    Artstein & Poesio 2008, p. 558:

    >>> contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])
    Labels(100 items, 2 annotators, 2 categories, level nominal, 0 missing)
    """
    table = _whole_numbers(x, "a contingency table")
    if table.shape[0] != table.shape[1]:
        raise DataError(
            "ACC012",
            f"a contingency table of {many(table.shape[0], 'row')} and {many(table.shape[1], 'column')} is not square",
            hint="rows and columns are the same categories, in the same order; leave totals out",
        )
    size = len(table)
    names = Categories.declare(categories) if categories is not None else Categories.declare(range(1, size + 1))
    if len(names) != size:
        raise _declared_otherwise(len(names), many(size, "row"))
    annotators = listed(annotators, "annotators=")
    if len(annotators) != 2 or annotators[0] == annotators[1]:
        raise UsageError("a contingency table is about two annotators", "give two different names")
    row, column = np.nonzero(table)
    codes = np.stack([row, column], axis=1).astype(np.int32).ravel()
    who = np.tile(np.array([0, 1], dtype=np.int32), len(row))
    starts = np.arange(0, 2 * len(row) + 1, 2, dtype=np.int64)
    return finished(names, level, tuple(map(str, annotators)), starts, who, codes, table[row, column], None, nothing)


def _declared_otherwise(declared: int, has: str) -> DataError:
    categories = many(declared, "category is", "categories are")
    return DataError("ACC012", f"{categories} declared and the table has {has}")


def _whole_numbers(x: object, what: str) -> NDArray[np.int64]:
    if hasattr(x, "to_numpy"):
        x = x.to_numpy()
    try:
        array = np.asarray(x, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("ACC012", f"{what} holds something that is not a number", hint="whole numbers only") from None
    if array.ndim != 2 or 0 in array.shape:
        raise DataError("ACC012", f"{what} has two dimensions and at least one row and one column")
    bad = ~(np.isfinite(array) & (array >= 0) & (array == np.floor(array)) & (array <= LARGEST_COUNT))
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise DataError(
            "ACC012",
            f"{what} holds {array[row, column]:g} in row {row + 1}, column {column + 1}",
            hint=f"counts are whole numbers of at least 0 and at most {LARGEST_COUNT:,}",
        )
    return array.astype(np.int64)
