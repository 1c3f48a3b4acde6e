"""Complete tables of the curves, which Bregeon et al. 2019 ask for: 2 to 20 categories, 1 to 25 annotators.

`python -m accord.reproducibility.tables` computes them anew (some twenty seconds) and writes the two files beside this
module: `variation.csv`, per cent of the reference that changes by κ, and `smallest_kappa.csv`, the least κ that keeps
the change below a target. `expected_variation` and `smallest_kappa` compute any other cell.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from accord.reproducibility.curves import curve
from accord.reproducibility.inverse import smallest_kappa

CATEGORIES = range(2, 21)
ANNOTATORS = range(1, 26)
KAPPAS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.67, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
TARGETS = (0.01, 0.02, 0.05, 0.1)
AGAINST = ("reference", "group")
MODELS: dict[str, tuple[str, dict[str, object], range]] = {
    "homogeneous": ("homogeneous", {}, ANNOTATORS),
    "unanimous 20 %": ("unanimous", {"u": 0.2}, ANNOTATORS),
    # Every cell goes through all outcomes of k votes: for 25 annotators the command would take minutes.
    "dirichlet": ("dirichlet", {}, range(1, 10)),
}
Row = tuple[str, str, int, int]


def variation_rows() -> Iterator[list[str]]:
    """One row for each model, comparison, number of categories and of annotators: per cent of the reference by κ."""
    for name, (model, parameters, annotators) in MODELS.items():
        kappas = [kappa for kappa in KAPPAS if kappa >= float(str(parameters.get("u", 0)))]
        for against in AGAINST:
            for categories in CATEGORIES:
                for k in annotators:
                    made = 100 * curve(kappas, categories, k, model, against, "kappa", **parameters)
                    empty = [""] * (len(KAPPAS) - len(kappas))
                    yield [name, against, str(categories), str(k), *empty, *(_short(cell, 2) for cell in made.tolist())]


def smallest_rows() -> Iterator[list[str]]:
    """One row for each model, comparison, number of categories and of annotators: the least κ for each target."""
    for name, (model, parameters, annotators) in MODELS.items():
        for against in AGAINST:
            for categories in CATEGORIES:
                for k in annotators:
                    made = (
                        smallest_kappa(one, categories, k, model, against, "kappa", **parameters) for one in TARGETS
                    )
                    yield [name, against, str(categories), str(k), *(_short(value, 3) for value in made)]


def _short(value: float, digits: int) -> str:
    """A number without the noughts at its end.

    >>> _short(8.4501, 2), _short(0.0001, 2), _short(0.5, 3)
    ('8.45', '0', '0.5')
    """
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return text or "0"


def write_tables(folder: Path) -> list[Path]:
    """Compute both tables and write them into a folder."""
    head = ["model", "against", "categories", "annotators"]
    contents = {
        "variation.csv": ([*head, *(f"{kappa:g}" for kappa in KAPPAS)], variation_rows()),
        "smallest_kappa.csv": ([*head, *(f"{target:g}" for target in TARGETS)], smallest_rows()),
    }
    written = []
    for name, (header, rows) in contents.items():
        with (folder / name).open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(header)
            writer.writerows(rows)
        written.append(folder / name)
    return written


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


def main(arguments: Sequence[str]) -> int:
    """Write the tables beside this module, or into the folder that is given."""
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    for file in write_tables(folder):
        print(f"{file.name}: {file.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
