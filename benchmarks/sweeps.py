"""The sweep of Boiteau 2024 on a tree of 101 units, and how its time grows. `make bench` runs it.

Seven degradations, 21 magnitudes, three annotators, 20 repetitions, six measures: 17,640 values.
"""

from __future__ import annotations

import os
import time

from accord.degradations import argument_tree
from accord.sweeping import sweep
from comparison import table

DEGRADATIONS = (
    "retarget",
    "reorigin",
    "flip",
    "relabel",
    "false_negative",
    "false_positive",
    "retarget+flip+false_negative",
)
MEASURES = ("gbm", "mar_link", "mar_path", "mar_dset", "mar_dset(match='partial')", "link_kappa")
TARGET = 30.0  # seconds, on two cores
HEAD = ("units", "annotators", "repeats", "workers", "values", "seconds", "ms per value")


def row(units: int, annotators: int, repeats: int, jobs: int) -> tuple[str, ...]:
    begun = time.perf_counter()
    made = sweep(argument_tree(units), DEGRADATIONS, MEASURES, 21, repeats, annotators, 1, jobs=jobs)
    spent = time.perf_counter() - begun
    cells = (units, annotators, repeats, jobs, made.values.size)
    return (*(f"{one:,}" for one in cells), f"{spent:.1f}", f"{1000 * spent / made.values.size:.2f}")


def main() -> None:
    workers = min(2, os.cpu_count() or 1)
    rows = [row(101, 3, 20, workers), row(101, 3, 20, 1)]
    rows += [row(units, 3, 2, 1) for units in (51, 101, 201, 401)]
    rows += [row(101, annotators, 2, 1) for annotators in (2, 3, 5, 8)]
    print(table(HEAD, rows))
    print(f"The first row is to take less than {TARGET:g} s.")


if __name__ == "__main__":
    main()
