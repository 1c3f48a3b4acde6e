"""Counts that cluster in documents: how much less they say than as many independent ones."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Ints
from accord.statistics.division import divided

FEWEST = 5  # degrees of freedom, below which nothing is known about clustering


def clustering(times: Ints, of: Ints) -> float:
    """By how much the spread over documents exceeds that of independent cases: Pearson's X² / df, at least 1.

    Both are (documents, columns); each column has its own rate. Counts divided by this number carry as much evidence
    as independent ones (quasi-likelihood, Wedderburn 1974).

    >>> clustering(np.array([[4], [0], [4], [0], [4], [0]]), np.full((6, 1), 4))
    4.8
    """
    total = of.sum(axis=0)
    rate = divided(times.sum(axis=0), total, 0.0)
    variance = of * rate * (1 - rate)
    cells = variance > 0
    freedom = int(np.maximum(cells.sum(axis=0) - 1, 0).sum())
    if freedom < FEWEST:
        return 1.0
    surplus = (times - of * rate) ** 2
    return max(1.0, float((surplus[cells] / variance[cells]).sum()) / freedom)


def deflated(counts: Ints, factor: float) -> Ints:
    """Counts divided by their clustering, as whole numbers."""
    return np.asarray(np.round(counts / factor).astype(np.int64))
