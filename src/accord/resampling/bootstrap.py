"""The bootstrap over items is a multinomial over distinct patterns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from accord.resampling.seeds import generator

CHUNK = 4_000_000  # cells of a replicates × patterns block held at once


def replicate_weights(multiplicity: NDArray[np.int64], replicates: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """Blocks (replicates in the block, patterns) of how often each pattern is drawn when all items are drawn anew.

    With many items per pattern each row is one multinomial draw; with few it is cheaper to draw the items and count.
    """
    patterns, items = len(multiplicity), int(multiplicity.sum())
    rng = generator(seed, "items")
    if patterns == 0 or items == 0:
        return
    block = max(1, min(replicates, CHUNK // max(patterns, 1)))
    share = multiplicity / items
    pattern_of = np.repeat(np.arange(patterns), multiplicity) if items <= 3 * patterns else None
    for start in range(0, replicates, block):
        size = min(block, replicates - start)
        if pattern_of is None:
            yield rng.multinomial(items, share, size=size).astype(np.float64)
            continue
        drawn = np.empty((size, patterns))
        for row in range(size):
            drawn[row] = np.bincount(pattern_of[rng.integers(items, size=items)], minlength=patterns)
        yield drawn


def percentile_interval(values: NDArray[np.float64], confidence: float) -> tuple[float, float]:
    """The percentile interval of the replicates that are defined (Efron & Tibshirani 1993, section 13.3)."""
    defined = values[~np.isnan(values)]
    if len(defined) == 0:
        return float("nan"), float("nan")
    tail = (1 - confidence) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return float(low), float(high)
