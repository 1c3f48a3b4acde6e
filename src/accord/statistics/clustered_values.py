"""Values that come in clusters: which vary only between them, and how alike those of one cluster are."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats, Ints


def without_gaps(codes: Ints) -> Ints:
    """The same clusters, coded 0 … G − 1 without gaps."""
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def constant_within(values: Floats, cluster: Ints) -> bool:
    """Whether a feature never varies inside a cluster although clusters have several items (pseudo-replication)."""
    number = int(cluster.max(initial=-1)) + 1
    if number == len(cluster):
        return False
    low, high = np.full(number, np.inf), np.full(number, -np.inf)
    np.minimum.at(low, cluster, values)
    np.maximum.at(high, cluster, values)
    return bool((low == high).all())


def intraclass_correlation(values: Floats, cluster: Ints) -> float:
    """ICC(1) by analysis of variance, (MSB − MSW) / (MSB + (n₀ − 1) MSW) (Donner 1986); nan without repetition."""
    sizes = np.bincount(cluster).astype(np.float64)
    items, number = float(sizes.sum()), len(sizes)
    if number < 2 or items <= number:
        return float("nan")
    means = np.bincount(cluster, weights=values) / sizes
    between = float((sizes * (means - values.mean()) ** 2).sum()) / (number - 1)
    within = float(((values - means[cluster]) ** 2).sum()) / (items - number)
    usual = (items - float((sizes**2).sum()) / items) / (number - 1)
    spread = between + (usual - 1) * within
    return (between - within) / spread if spread > 0 else float("nan")
