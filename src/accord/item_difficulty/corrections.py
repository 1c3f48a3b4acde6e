"""Several tests at once: Holm keeps the chance of any false finding, Benjamini–Hochberg the share of false findings."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def holm(p: Floats) -> Floats:
    """Adjusted p-values: max over j ≤ i of (m − j + 1) p(j), at most 1 (Holm 1979). Undefined ones are not counted.

    >>> holm(np.array([0.01, 0.04, 0.03])).round(3).tolist()
    [0.03, 0.06, 0.06]
    """

    def stepped(ordered: Floats, m: int) -> Floats:
        return np.asarray(np.maximum.accumulate((m - np.arange(m)) * ordered))

    return _adjusted(p, stepped)


def benjamini_hochberg(p: Floats) -> Floats:
    """Adjusted p-values: min over j ≥ i of m p(j) / j, at most 1 (Benjamini & Hochberg 1995).

    >>> benjamini_hochberg(np.array([0.01, 0.04, 0.03])).round(3).tolist()
    [0.03, 0.04, 0.04]
    """

    def stepped(ordered: Floats, m: int) -> Floats:
        return np.asarray(np.minimum.accumulate((m / np.arange(1, m + 1) * ordered)[::-1])[::-1])

    return _adjusted(p, stepped)


def _adjusted(p: Floats, step: Callable[[Floats, int], Floats]) -> Floats:
    known = ~np.isnan(p)
    found = np.full(len(p), np.nan)
    given = p[known]
    order = np.argsort(given, kind="stable")
    back = np.empty(len(given))
    if len(given):
        back[order] = np.minimum(step(given[order], len(given)), 1.0)
    found[known] = back
    return found
