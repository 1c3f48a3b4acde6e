"""Clusters of items: drawing them anew, leaving one out, and telling which features vary only between them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from accord.resampling import generator, replicate_weights

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
MOST_LEFT_OUT = 200  # beyond so many clusters, blocks of them are left out together


def recoded(codes: Codes) -> Codes:
    """The same clusters, coded 0 … G − 1 without gaps."""
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def drawn_clusters(cluster: Codes, replicates: int, seed: int) -> Iterator[Floats]:
    """Blocks (replicates in the block, items) of how often each item stands there when clusters are drawn anew."""
    number = int(cluster.max(initial=-1)) + 1
    for drawn in replicate_weights(np.ones(number, dtype=np.int64), replicates, seed):
        yield drawn[:, cluster]


def left_out(cluster: Codes, seed: int = 0) -> Floats:
    """(blocks, items) weights with one cluster, or one block of many clusters, left out in each row."""
    number = int(cluster.max(initial=-1)) + 1
    block = np.arange(number)
    if number > MOST_LEFT_OUT:
        block = generator(seed, "left out").permutation(number) % MOST_LEFT_OUT
    of_item = block[cluster]
    return np.asarray(of_item[None, :] != np.arange(int(block.max(initial=-1)) + 1)[:, None], dtype=np.float64)


def constant_within(values: Floats, cluster: Codes) -> bool:
    """Whether a feature never varies inside a cluster although clusters have several items (pseudo-replication)."""
    number = int(cluster.max(initial=-1)) + 1
    if number == len(cluster):
        return False
    low, high = np.full(number, np.inf), np.full(number, -np.inf)
    np.minimum.at(low, cluster, values)
    np.maximum.at(high, cluster, values)
    return bool((low == high).all())


def effective_items(values: Floats, cluster: Codes) -> float:
    """How many independent items the clusters are worth for a feature that is constant in them: n / (1 + (m − 1) r).

    m = Σ n_g² / n is the size of the cluster an item is in, r the intraclass correlation of the outcome, of at least 0.
    """
    sizes = np.bincount(cluster).astype(np.float64)
    size = float((sizes**2).sum() / sizes.sum())
    return float(len(values) / (1 + (size - 1) * max(0.0, intraclass_correlation(values, cluster))))


def intraclass_correlation(values: Floats, cluster: Codes) -> float:
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
