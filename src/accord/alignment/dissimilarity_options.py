"""A dissimilarity from numbers, names and files: what measure expressions and the command line can say."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from pathlib import Path

from accord.alignment.dissimilarities import (
    INCOMPATIBLE,
    Categorical,
    CategoryMatrix,
    Combined,
    Hamming,
    Nominal,
    Ordinal,
    Positional,
    Sporadic,
)
from accord.alignment.learning import AutoTolerance, Estimated
from accord.results import DataError, Place, UsageError

AUTO, ESTIMATED = "auto", "estimated"


def dissimilarity_from_options(
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    delta_empty: float = 1.0,
    positional: str = "sporadic",
    tolerance: float | str | None = None,
    matrix: str | None = None,
    order: str | Sequence[str] | None = None,
    incompatible: str = "pay",
) -> Combined:
    """`matrix` is a file of category distances, or "estimated" on the other documents; `order` has the categories from
    low to high, separated by commas; `tolerance` is a number, or "auto", learnt from the other documents.

    >>> print(dissimilarity_from_options(alpha=3, order="low,medium,high"))
    3·sporadic + 1·ordinal, Δ∅ = 1
    """
    if positional not in ("sporadic", "hamming"):
        raise UsageError(f"there is no positional dissimilarity '{positional}'", "use 'sporadic' or 'hamming'")
    if matrix is not None and order is not None:
        raise UsageError("categories have either a matrix of distances or an order", "give one of them")
    if incompatible not in INCOMPATIBLE:
        raise UsageError(f"incompatible={incompatible!r} is not known", "use 'pay' or 'forbid'")
    if positional == "hamming" and tolerance is not None:
        raise UsageError("a tolerance belongs to the sporadic dissimilarity", "leave one of them out")
    place: Positional = Hamming() if positional == "hamming" else _sporadic(tolerance)
    kind: Categorical = Nominal()
    if matrix == ESTIMATED:
        kind = Estimated()
    elif matrix is not None:
        kind = category_matrix_from(matrix)
    elif order is not None:
        names = order.split(",") if isinstance(order, str) else order
        if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
            raise UsageError(f"order={order!r} does not name categories", "write order='low,medium,high'")
        kind = Ordinal([name.strip() for name in names])
    return Combined(place, kind, alpha, beta, delta_empty, incompatible == "forbid")


def _sporadic(tolerance: float | str | None) -> Positional:
    if not isinstance(tolerance, str):
        return Sporadic(tolerance)
    if tolerance != AUTO:
        raise UsageError(f"tolerance={tolerance!r} is not known", f"give a number, or {AUTO!r}")
    return AutoTolerance()


def category_matrix_from(path: str) -> CategoryMatrix:
    """Distances of categories from a CSV or TSV file: their names in the first row and column, numbers from 0 to 1."""
    if not isinstance(path, str | os.PathLike):
        raise UsageError(f"matrix={path!r} is not the name of a file", "write matrix='distances.csv', or 'estimated'")
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DataError("ACC001", error.strerror or str(error), Place(path), "check the path") from error
    except UnicodeDecodeError as error:
        raise DataError("ACC004", "the matrix is not UTF-8 text", Place(path), "save it as UTF-8") from error
    separator = max("\t;,", key=text.partition("\n")[0].count)
    try:
        rows = [row for row in csv.reader(text.splitlines(), delimiter=separator) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise DataError("ACC003", f"the matrix cannot be read: {error}", Place(path)) from error
    if len(rows) < 2:
        raise DataError("ACC002", "there is no matrix", Place(path), "category names in the first row and column")
    names = [cell.strip() for cell in rows[0][1:]]
    for number, row in enumerate(rows[1:]):
        expected = names[number] if number < len(names) else None
        if row[0].strip() != expected or len(row) != len(names) + 1:
            raise DataError(
                "ACC024",
                f"row {number + 2} of the matrix is about '{row[0].strip()}' and has {len(row) - 1} numbers",
                Place(path),
                f"the rows are {', '.join(names[:8])}{', …' if len(names) > 8 else ''}, each with {len(names)} numbers",
            )
    decimal = separator != ","
    cells = [[cell.strip().replace(",", ".") if decimal else cell.strip() for cell in row[1:]] for row in rows[1:]]
    try:
        return CategoryMatrix(cells, names)
    except DataError as error:
        raise DataError(error.code, error.message, Place(path), error.hint) from error
