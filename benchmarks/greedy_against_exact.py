"""The greedy algorithm of Mathet & Widlöcher (2011) against the exact least entropy, over the sizes of their table 2.

The paper announced the comparison. For each size, `DOCUMENTS` made documents, Δ∅ = 4 and 0/1 categories as there. Times
are those of the processor, the best of seven, so that what else runs on the machine hardly matters.
"""

from __future__ import annotations

from math import prod
from time import process_time

import numpy as np
from continua import noisy
from numpy.typing import NDArray

import accord
from accord.alignment.candidate_sets import undominated_sets
from accord.alignment.dissimilarities import Combined
from accord.alignment.neighbours import neighbours
from accord.alignment.solving import solve
from accord.annotations import Continuum
from comparison import table

SIZES = ((3, 25), (3, 100), (4, 100), (4, 200), (5, 25))
DOCUMENTS = 10
HEAD = (
    "annotators × units",
    "all candidates",
    "the paper's bound",
    "exact pruning",
    "greedy entropy",
    "exact entropy",
    "mean gap",
    "largest gap",
    "greedy is best",
    "greedy ms",
    "exact ms",
)


def main() -> None:
    print(table(HEAD, [row(annotators, units) for annotators, units in SIZES]))


def row(annotators: int, units: int) -> list[str]:
    counts, values, times = [], [], []
    for seed in range(DOCUMENTS):
        continuum = accord.spans(noisy(annotators, units, seed)).continuum(0)
        dissimilarity = Combined(delta_empty=4)
        counts.append(candidates(continuum, dissimilarity))
        found = [timed(continuum, dissimilarity, method) for method in ("greedy", "exact")]
        values.append([value for value, _ in found])
        times.append([taken for _, taken in found])
    everything, bounded, pruned = np.mean(counts, axis=0)
    greedy, exact = np.array(values).T
    gap = (greedy - exact) / exact
    spent = np.mean(times, axis=0) * 1_000
    return [
        f"{annotators} × {units}",
        f"{everything:,.0f}",
        f"{bounded:,.0f}",
        f"{pruned:,.0f}",
        f"{greedy.mean():.4f}",
        f"{exact.mean():.4f}",
        f"{gap.mean():.1%}",
        f"{gap.max():.1%}",
        f"{int((gap < 1e-9).sum())} of {DOCUMENTS}",
        f"{spent[0]:.1f}",
        f"{spent[1]:.1f}",
    ]


def timed(continuum: Continuum, dissimilarity: Combined, method: str) -> tuple[float, float]:
    taken = []
    for _ in range(7):
        started = process_time()
        found = solve(continuum, dissimilarity, "entropy", method, prove=False)
        taken.append(process_time() - started)
    if method == "exact" and not found.optimal:
        raise ValueError("not proven")
    return found.value, min(taken)


def candidates(continuum: Continuum, dissimilarity: Combined) -> tuple[int, int, int]:
    """How many unitary alignments there are, how many the paper's bound leaves, and how many exact pruning leaves."""
    everything = prod((continuum.cards + 1).tolist()) - 1
    sets = undominated_sets(neighbours(continuum, dissimilarity), 1.0)[0]
    return everything, bounded(continuum, dissimilarity), len(continuum) + len(sets)


def bounded(continuum: Continuum, dissimilarity: Combined) -> int:
    """How many have a disorder of at most n · Δ∅ (eq. 8): Σ d / Δ∅ ≤ (n − 1) · C + k (k − 1) / 2 for k units."""
    n = continuum.n_annotators
    pairs = n * (n - 1) // 2
    near = neighbours(continuum, dissimilarity, limit=n * pairs + 1e-9)
    rows = np.full((1, n), -1)
    total = np.zeros(1)
    for annotator in range(n):
        units = np.flatnonzero(continuum.who == annotator)
        pieces, sums = [rows], [total]
        for part in np.array_split(np.arange(len(rows)), max(1, len(rows) * len(units) // 2_000_000)):
            more, apart = extended(near.gains_of, rows[part], total[part], units, annotator, pairs)
            kept = apart <= n * pairs + 1e-9
            pieces.append(more[kept])
            sums.append(apart[kept])
        rows, total = np.concatenate(pieces), np.concatenate(sums)
    sizes = (rows >= 0).sum(axis=1)
    return int(((sizes > 0) & (total <= (n - 1) * pairs + sizes * (sizes - 1) / 2 + 1e-9)).sum())


def extended(
    gains_of: object,
    rows: NDArray[np.int64],
    total: NDArray[np.float64],
    units: NDArray[np.int64],
    place: int,
    pairs: int,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """All rows with each unit, and the sums of their dissimilarities over Δ∅."""
    more = np.repeat(rows, len(units), axis=0)
    added = np.tile(units, len(rows))
    apart = np.repeat(total, len(units))
    for earlier in range(place):
        member = more[:, earlier]
        gain = gains_of(member, added)  # type: ignore[operator]  # a method of the neighbours
        apart = apart + np.where(member < 0, 0.0, 1 - pairs * gain)
    more[:, place] = added
    return more, apart


if __name__ == "__main__":
    main()
