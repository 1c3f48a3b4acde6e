"""Complete tables of the curves, which Bregeon et al. 2019 ask for: 2 to 20 categories, 1 to 25 annotators.

`tools/write_curve_tables.py` of the source computes them. `expected_variation` and `smallest_kappa` compute any other
cell.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

Row = tuple[str, str, int, int]


@cache
def variation_table() -> dict[Row, dict[float, float]]:
    """The shipped table: per cent of the reference that changes, by κ.

    >>> variation_table()["homogeneous", "reference", 5, 3][0.8]
    1.53
    """
    return _read("variation.csv")


@cache
def smallest_kappa_table() -> dict[Row, dict[float, float]]:
    """The shipped table: the least κ for each target.

    >>> smallest_kappa_table()["homogeneous", "reference", 5, 3][0.05]
    0.648
    """
    return _read("smallest_kappa.csv")


def _read(name: str) -> dict[Row, dict[float, float]]:
    text = (files("accord.reproducibility") / name).read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    columns = [float(cell) for cell in header[4:]]
    return {
        (row[0], row[1], int(row[2]), int(row[3])): {
            column: float(cell) for column, cell in zip(columns, row[4:], strict=True) if cell
        }
        for row in rows
    }
