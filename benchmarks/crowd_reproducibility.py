"""What docs/reproducibility.md says about real data: run it again with

    python benchmarks/crowd_reproducibility.py [FOLDER]

FOLDER holds CF_amt.csv and SP_amt.csv (worker, item, label, gold, time), by default the folder
shared/data/labels/crowd beside the project; they may not be redistributed. It prints the numbers of the page.
"""

from __future__ import annotations

import csv
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import accord
from accord.annotations import Labels
from accord.reproducibility.curves import expected_variation
from accord.reproducibility.disagreement_histogram import disagreement_histogram
from accord.reproducibility.kept_votes import kept_votes
from accord.reproducibility.simulated_groups import Point, group_kappas, simulated_points

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "labels" / "crowd"
LABELS = 20
WINDOW, K = 9, 3
Codes = NDArray[np.int64]


def columns(file: Path) -> Codes:
    """(items, 20) the first twenty labels of each item in the order of the file; a column is not a person."""
    by_item: dict[str, list[int]] = {}
    with file.open(encoding="utf-8", newline="") as stream:
        for row in csv.reader(stream):
            by_item.setdefault(row[1], []).append(int(row[2]))
    return np.array([labels[:LABELS] for labels in by_item.values() if len(labels) >= LABELS])


def data_sets(folder: Path) -> dict[str, Codes]:
    weather = columns(folder / "CF_amt.csv")
    valence = np.array([0, 1, 2, 1, 1])  # negative, neutral / not weather / cannot say, positive
    return {
        "weather, 5 categories": weather,
        "weather, 3": valence[weather],
        "films, 2": columns(folder / "SP_amt.csv"),
    }


def counts_of(codes: Codes) -> Codes:
    return np.asarray((codes[:, :, None] == np.arange(codes.max() + 1)).sum(axis=1))


def figure_2(codes: Codes) -> list[tuple[int, float, float]]:
    """(first column, κ_G, τ_G) for windows of nine columns: all 84 groups of three, against the vote of nine."""
    made = []
    size = int(codes.max()) + 1
    for start in range(LABELS - WINDOW + 1):
        window = codes[:, start : start + WINDOW]
        kappas = []
        for group in combinations(range(WINDOW), K):
            held = window[:, group]
            counts = counts_of(held).astype(np.float64)
            full = np.zeros((len(held), size))
            full[:, : counts.shape[1]] = counts
            shares = (held.T[:, :, None] == np.arange(size)).mean(axis=1)
            kappas.append(float(group_kappas(full[None], shares[None])[0]))
        tally = (window[:, :, None] == np.arange(size)).sum(axis=1)
        changed = 1 - kept_votes(tally, K).mean()
        made.append((start + 1, float(np.mean(kappas)), float(changed)))
    return made


def at(points: list[Point], kappa: float) -> float:
    """The variation at a κ, between the two points around it; nan where none is.

    With very many errors annotators agree again, on what is not the reference: only what comes before counts.
    """
    least = int(np.argmin([point.kappa for point in points]))
    falling = points[: least + 1][::-1]
    held = [point.kappa for point in falling]
    if not held[0] <= kappa <= held[-1]:
        return float("nan")
    return float(np.interp(kappa, held, [point.variation for point in falling]))


def simulated(codes: Codes) -> dict[int, list[Point]]:
    """Groups of 2 to 8 simulated annotators, from few errors to most of those that can be made (figures 3 to 6)."""
    data: Labels = accord.labels(codes.tolist())
    tally = counts_of(codes)
    reachable = int((tally.max(axis=1) < LABELS).sum())
    means = np.unique(np.rint(np.linspace(0.02, 0.8, 27) * reachable)).tolist()
    return {k: simulated_points(data, k, means, groups=120) for k in range(2, 9)}


def main(folder: Path) -> int:
    if not folder.is_dir():
        print(f"{folder} is not there: the data sets are needed", file=sys.stderr)
        return 1
    for name, codes in data_sets(folder).items():
        tally = counts_of(codes)
        print(f"\n## {name}: {len(codes)} items, {LABELS} labels each, fleiss = ", end="")
        print(f"{accord.measure(accord.counts(tally.tolist()), 'fleiss', confidence=None).value:.3f}")
        histogram = disagreement_histogram(tally)
        print(f"figure 7: unanimous {histogram.unanimous:.1%}, nearly {histogram.near_unanimous:.1%},", end=" ")
        print("tenths", " ".join(f"{share:.1%}" for share in histogram.shares))
        windows = figure_2(codes)
        print("figure 2:", "; ".join(f"{start}: κ {kappa:.3f} τ {changed:.3f}" for start, kappa, changed in windows))
        kappas, changes = zip(*[row[1:] for row in windows], strict=True)
        print(f"  correlation of κ and τ over windows: {np.corrcoef(kappas, changes)[0, 1]:.2f}")
        points = simulated(codes)
        for kappa in (0.67, 0.8):
            row = ", ".join(f"k={k}: {100 * at(points[k], kappa):.1f} %" for k in points)
            print(f"figures 3–6, simulated from the data, κ = {kappa}: {row}")
            models = {
                "homogeneous": expected_variation(kappa, tally.shape[1], K),
                "empirical": expected_variation(kappa, None, K, "empirical", counts=tally),
                "dirichlet": expected_variation(kappa, tally.shape[1], K, "dirichlet"),
            }
            pair = expected_variation(kappa, None, K, "empirical", "group", counts=tally)
            print(
                f"  exact, k=3: between groups, empirical {100 * pair:.1f} %;",
                ", ".join(f"{model} {100 * value:.1f} %" for model, value in models.items()),
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
