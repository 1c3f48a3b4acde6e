"""Write the tables of the curves that come with the package, or write them into a folder that is named.

`python tools/write_curve_tables.py` computes them anew (some fifteen seconds): `variation.csv`, per cent of the
reference that changes by κ, and `smallest_kappa.csv`, the least κ that keeps the change below a target, which Bregeon
et al. 2019 ask for: 2 to 20 categories, 1 to 25 annotators.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from dirichlet_grid import DirichletCurves

from accord.reproducibility import curve_tables
from accord.reproducibility.curves import Against, Model, curve
from accord.reproducibility.inverse import smallest_kappa
from accord.results.arrays import Floats
from accord.results.output_files import write_text

CATEGORIES = range(2, 21)
ANNOTATORS = range(1, 26)
KAPPAS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.67, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
TARGETS = (0.01, 0.02, 0.05, 0.1)
AGAINST: tuple[Against, ...] = ("reference", "group")
MODELS: dict[str, tuple[Model, dict[str, object]]] = {
    "homogeneous": ("homogeneous", {}),
    "unanimous 20 %": ("unanimous", {"unanimous": 0.2}),
    "dirichlet": ("dirichlet", {}),
}


def table_rows() -> Iterator[tuple[list[str], list[str]]]:
    """For each model, comparison, number of categories and of annotators a row of both tables: per cent of the
    reference by κ, and the least κ for each target."""
    for name, (model, parameters) in MODELS.items():
        kappas = [kappa for kappa in KAPPAS if kappa >= float(str(parameters.get("unanimous", 0)))]
        empty = [""] * (len(KAPPAS) - len(kappas))
        for against in AGAINST:
            variation, smallest = _curves(model, against, parameters)
            for categories, k in product(CATEGORIES, ANNOTATORS):
                row = [name, against, str(categories), str(k)]
                made = 100 * variation(kappas, categories, k)
                least = [smallest(target, categories, k) for target in TARGETS]
                yield (
                    [*row, *empty, *(_short(cell, 2) for cell in made.tolist())],
                    [*row, *(_short(value, 3) for value in least)],
                )


def _curves(
    model: Model, against: Against, parameters: Mapping[str, Any]
) -> tuple[Callable[[list[float], int, int], Floats], Callable[[float, int, int], float]]:
    """How the variation and the smallest κ are found: cell by cell, or for a Dirichlet population all at once."""
    if model == "dirichlet":
        curves = DirichletCurves.of(against, max(CATEGORIES), max(ANNOTATORS))
        return curves.variation, curves.smallest_kappa
    return (
        lambda kappas, categories, k: curve(kappas, categories, k, model, against, "kappa", **parameters),
        lambda target, categories, k: smallest_kappa(target, categories, k, model, against, "kappa", **parameters),
    )


def _short(value: float, digits: int) -> str:
    """A number without the noughts at its end.

    >>> _short(8.4501, 2), _short(0.0001, 2), _short(0.5, 3)
    ('8.45', '0', '0.5')
    """
    # what lies between two numbers, as 39.375 does, is rounded alike whatever the last digits of its computation
    return f"{round(value, 8):.{digits}f}".rstrip("0").rstrip(".") or "0"


def write_tables(folder: Path) -> list[Path]:
    """Compute both tables and write them into a folder."""
    head = ["model", "against", "categories", "annotators"]
    variation = [[*head, *(f"{kappa:g}" for kappa in KAPPAS)]]
    smallest = [[*head, *(f"{target:g}" for target in TARGETS)]]
    for changed, least in table_rows():
        variation.append(changed)
        smallest.append(least)
    written = []
    for name, rows in (("variation.csv", variation), ("smallest_kappa.csv", smallest)):
        stream = io.StringIO()
        csv.writer(stream, lineterminator="\n").writerows(rows)
        write_text(folder / name, stream.getvalue())
        written.append(folder / name)
    return written


def main(arguments: Sequence[str]) -> int:
    """Write the tables where the package has them, or into the folder that is given."""
    folder = Path(arguments[0]) if arguments else Path(curve_tables.__file__).parent
    for file in write_tables(folder):
        print(f"{file.name}: {file.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
