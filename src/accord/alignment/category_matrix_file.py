"""Distances of categories from a table in a file."""

from __future__ import annotations

import csv
import os
from pathlib import Path

from accord.alignment.dissimilarities import CategoryMatrix
from accord.results import DataError, Place, UsageError


def category_matrix_from(path: str) -> CategoryMatrix:
    """Distances of categories from a CSV or TSV file: their names in the first row and column, numbers from 0 to 1."""
    if not isinstance(path, str | os.PathLike):
        raise UsageError(f"matrix={path!r} is not the name of a file", "write matrix='distances.csv'")
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DataError("ACC001", error.strerror or str(error), Place(path), "check the path") from error
    except UnicodeDecodeError as error:
        raise DataError("ACC004", "the matrix is not UTF-8 text", Place(path), "save it as UTF-8") from error
    first = text.partition("\n")[0]
    separator = max("\t;,", key=first.count)
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
