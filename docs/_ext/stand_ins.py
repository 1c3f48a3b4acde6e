"""Stand-ins for the corpora of Bregeon et al. 2019, drawn from a population and about as large as those of the paper.

    python docs/_ext/stand_ins.py FOLDER

writes them as tables: opinion.csv, emotion.csv and similarity.csv, a row per item and a column per annotator.
"""

from __future__ import annotations

import csv
import sys
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int64]
Stand = tuple[int, float, float, int]
"""Items, κ, the share of items that are easy for all, and the seed."""
OPINION: Stand = (183, 0.3, 0.42, 2)
EMOTION: Stand = (230, 0.22, 0.0, 1)
SIMILARITY: Stand = (120, 0.25, 0.05, 3)
ANNOTATORS = 25
VALENCE = np.array([0, 0, 1, 2, 2])
"""Five categories of opinion, −2 … 2, to three."""
NAMES = ("-2", "-1", "0", "1", "2")


@cache
def corpus(items: int, kappa: float, easy: float, seed: int) -> tuple[tuple[int, ...], ...]:
    """Five ordered categories, 25 annotators: a Dirichlet population, and a share of items that are easy for all."""
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.full(5, (1 - kappa) / kappa / 5), items)
    plain = rng.random(items) < easy
    p[plain] = 0.97 * np.eye(5)[rng.integers(0, 5, int(plain.sum()))] + 0.03 / 5
    labels = (rng.random((items, ANNOTATORS, 1)) > np.cumsum(p, axis=1)[:, None, :4]).sum(axis=2)
    return tuple(map(tuple, labels.tolist()))


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for name, stand in (("opinion", OPINION), ("emotion", EMOTION), ("similarity", SIMILARITY)):
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
            table = csv.writer(stream, lineterminator="\n")
            table.writerow(["item", *(f"a{number:02}" for number in range(1, ANNOTATORS + 1))])
            for item, codes in enumerate(corpus(*stand), start=1):
                table.writerow([f"s{item}", *(NAMES[code] for code in codes)])
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
