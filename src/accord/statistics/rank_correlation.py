"""Spearman's ρ: one value, many weighted replicates at once, and its p-value when all items are independent."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats
from accord.statistics.p_values import two_sided_p

BLOCK = 4_000_000  # cells of a replicates × items array held at once


def midranks(values: Floats) -> Floats:
    """(items,) ranks from 1; equal values share the mean of their ranks.

    >>> midranks(np.array([3.0, 1.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[inverse], dtype=np.float64)


def spearman(x: Floats, y: Floats) -> float:
    """ρ, the correlation of ranks (Spearman 1904); nan when either side is constant.

    >>> spearman(np.array([1.0, 2.0, 3.0, 4.0]), np.array([10.0, 30.0, 20.0, 40.0]))
    0.8
    """
    return float(weighted_spearman(x, y, np.ones((1, len(x))))[0])


def weighted_spearman(x: Floats, y: Floats, weights: Floats) -> Floats:
    """(replicates,) ρ where item i stands weights[replicate, i] times; the ranks are those of the replicate.

    The mean rank of W items is (W + 1) / 2 whatever the ties, so that ρ = Σ w a b / √(Σ w a² · Σ w b²) with a and b
    the ranks less that mean.
    """
    correlations = np.empty(len(weights))
    block = max(1, BLOCK // max(len(x), 1))
    for start in range(0, len(weights), block):
        drawn = weights[start : start + block]
        a, b = _centred_ranks(x, drawn), _centred_ranks(y, drawn)
        with np.errstate(invalid="ignore", divide="ignore"):
            spread = np.sqrt((drawn * a * a).sum(axis=1) * (drawn * b * b).sum(axis=1))
            rho = (drawn * a * b).sum(axis=1) / spread
        correlations[start : start + block] = np.where(spread > 0, np.clip(rho, -1.0, 1.0), np.nan)
    return correlations


def _centred_ranks(values: Floats, weights: Floats) -> Floats:
    """(replicates, items): midranks among the weighted items, less their mean."""
    _, inverse = np.unique(values, return_inverse=True)
    order = np.argsort(inverse, kind="stable")
    starts = np.searchsorted(inverse[order], np.arange(int(inverse.max(initial=-1)) + 1))
    tied = np.add.reduceat(weights[:, order], starts, axis=1)
    ranks = np.cumsum(tied, axis=1) - (tied - 1) / 2
    return np.asarray((ranks - (weights.sum(axis=1, keepdims=True) + 1) / 2)[:, inverse])


def spearman_p(rho: float, items: int) -> float:
    """The two-sided p-value of ρ among independent items: t = ρ √((n − 2) / (1 − ρ²)) with n − 2 degrees of freedom."""
    if not abs(rho) < 1 or items < 3:
        return 0.0 if abs(rho) == 1 and items > 2 else float("nan")
    return two_sided_p(rho * float(np.sqrt((items - 2) / (1 - rho * rho))), items - 2)


def fisher_z(rho: Floats) -> Floats:
    """atanh ρ (Fisher 1921); nan for a perfect correlation, which has no finite z."""
    with np.errstate(divide="ignore"):
        z = np.arctanh(rho)
    return np.where(np.isfinite(z), z, np.nan)
