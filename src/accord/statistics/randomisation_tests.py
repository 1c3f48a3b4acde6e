"""Tests against what could as well have happened: signs drawn anew."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats
from accord.statistics.bootstrap import CHUNK
from accord.statistics.seeds import generator

RANDOMISATIONS = 9999


def randomisation_test(gaps: Floats, seed: int, times: int = RANDOMISATIONS) -> Floats:
    """(pairs,) two-sided p: how often the sum of the items' gaps (pairs, items) is as large when signs are drawn.

    If two systems were the same, each item's gap could as well have the other sign (Fisher 1935; Noreen 1989). The
    observed signs are counted among the draws.
    """
    rng = generator(seed, "randomisation test")
    observed = np.abs(gaps.sum(axis=1))
    near = observed - 1e-12 * np.maximum(np.abs(gaps).sum(axis=1), 1e-300)  # sums equal but for rounding count
    beyond = np.zeros(len(gaps), dtype=np.int64)
    block = max(1, min(times, CHUNK // max(gaps.shape[1], 1)))
    for start in range(0, times, block):
        signs = rng.integers(0, 2, size=(min(block, times - start), gaps.shape[1]), dtype=np.int8) * 2.0 - 1.0
        beyond += (np.abs(signs @ gaps.T) >= near).sum(axis=0)
    return np.asarray((beyond + 1) / (times + 1), dtype=np.float64)
