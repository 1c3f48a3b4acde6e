"""How disagreement with the reference is spread over the items (Bregeon et al. 2019, figure 7).

The same κ leaves the reference less stable when few items carry the disagreement than when all carry a little of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from accord.reproducibility.median_vote import median
from accord.results import UsageError

NEAR = 0.1
"""Nearly unanimous: at most this share of the annotators is off the reference."""


@dataclass(frozen=True)
class DisagreementHistogram:
    """The shares of items by the share f_j of their annotators who are off the reference."""

    edges: tuple[float, ...]
    """Bounds of the bins; a bin holds its lower bound, the last one both."""
    shares: tuple[float, ...]
    """The share of the items in each bin."""
    unanimous: float
    """The share of items with f_j = 0."""
    near_unanimous: float
    """The share of items with f_j ≤ .1."""
    mean: float
    """The mean of f_j."""
    items: int


def disagreement_histogram(
    counts: ArrayLike,
    bins: int = 10,
    reference: Literal["vote", "median"] = "vote",
    *,
    weights: ArrayLike | None = None,
) -> DisagreementHistogram:
    """f_j = 1 − (votes for the reference) / P_j of items with two labels or more, in `bins` bins from 0 to 1.

    The reference is the vote or the median; of two middle labels the mean counts. Of categories that tie
    either is the reference; f_j is the same. A line of `counts` may stand for several items, as `weights` says.
    Four items of ten annotators:

    >>> made = disagreement_histogram([[10, 0], [9, 1], [5, 5], [8, 2]], bins=5)
    >>> made.shares, made.unanimous, made.near_unanimous, made.mean
    ((0.5, 0.25, 0.25, 0.0, 0.0), 0.25, 0.5, 0.2)
    """
    if isinstance(bins, bool) or not isinstance(bins, int) or bins < 1:
        raise UsageError(f"bins={bins!r} is not a whole number of at least 1")
    table = np.asarray(counts, dtype=np.float64)
    if table.ndim != 2:
        raise UsageError("counts are a table, items by categories")
    times = np.ones(len(table), dtype=np.int64) if weights is None else np.asarray(weights, dtype=np.int64)
    paired = table.sum(axis=1) >= 2
    table, times = table[paired], times[paired]
    edges = tuple((np.arange(bins + 1) / bins).tolist())
    if len(table) == 0:
        return DisagreementHistogram(edges, (float("nan"),) * bins, float("nan"), float("nan"), float("nan"), 0)
    total = table.sum(axis=1)
    most = (median(table) * table).sum(axis=1) if reference == "median" else table.max(axis=1)
    off = (total - most) / total
    place = np.minimum((total - most) * bins // total, bins - 1).astype(np.int64)  # of whole numbers: 3/10 is in 3
    items = int(times.sum())
    shares = np.bincount(place, weights=times, minlength=bins) / items
    unanimous, near = times[off == 0].sum() / items, times[(total - most) <= NEAR * total].sum() / items
    mean = math.fsum(off * times) / items
    return DisagreementHistogram(edges, tuple(shares.tolist()), float(unanimous), float(near), mean, items)
