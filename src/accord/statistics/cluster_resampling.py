"""Clusters of items drawn anew, or left out one at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from accord.results.arrays import Floats, Ints
from accord.statistics.bootstrap import replicate_weights
from accord.statistics.seeds import generator

MOST_LEFT_OUT = 200  # beyond so many clusters, blocks of them are left out together


def drawn_clusters(cluster: Ints, replicates: int, seed: int) -> Iterator[Floats]:
    """Blocks (replicates in the block, items) of how often each item stands there when clusters are drawn anew."""
    number = int(cluster.max(initial=-1)) + 1
    for drawn in replicate_weights(np.ones(number, dtype=np.int64), replicates, seed):
        yield drawn[:, cluster]


def left_out_clusters(cluster: Ints, seed: int = 0) -> Floats:
    """(blocks, items) weights with one cluster, or one block of many clusters, left out in each row."""
    number = int(cluster.max(initial=-1)) + 1
    block = np.arange(number)
    if number > MOST_LEFT_OUT:
        block = generator(seed, "left out").permutation(number) % MOST_LEFT_OUT
    of_item = block[cluster]
    return np.asarray(of_item[None, :] != np.arange(int(block.max(initial=-1)) + 1)[:, None], dtype=np.float64)
