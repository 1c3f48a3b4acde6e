"""Several tests at once: Holm keeps the chance of any false finding, Benjamini–Hochberg the share of false findings."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord.results.arrays import Floats


def holm(p: Floats) -> Floats:
    """Adjusted p-values of any shape: max over j ≤ i of (m − j + 1) p(j), at most 1 (Holm 1979).

    The chance of any false alarm in the family stays below α; nan stays nan and does not count.

    >>> holm(np.array([0.01, 0.04, 0.03, 0.005]))
    array([0.03, 0.06, 0.06, 0.02])
    """

    def stepped(ordered: Floats, m: int) -> Floats:
        return np.asarray(np.maximum.accumulate((m - np.arange(m)) * ordered))

    return _adjusted(p, stepped)


def benjamini_hochberg(p: Floats) -> Floats:
    """Adjusted p-values of any shape: min over j ≥ i of m p(j) / j, at most 1 (Benjamini & Hochberg 1995).

    As `scipy.stats.false_discovery_control`, which knows no nan.

    >>> benjamini_hochberg(np.array([0.01, 0.04, 0.03])).round(3).tolist()
    [0.03, 0.04, 0.04]
    """

    def stepped(ordered: Floats, m: int) -> Floats:
        return np.asarray(np.minimum.accumulate((m / np.arange(1, m + 1) * ordered)[::-1])[::-1])

    return _adjusted(p, stepped)


def bonferroni(p: float, tests: int) -> float:
    """One p-value times the number of tests, at most 1."""
    return min(1.0, p * tests)


def _adjusted(p: Floats, step: Callable[[Floats, int], Floats]) -> Floats:
    flat = p.ravel()
    adjusted = np.full(len(flat), np.nan)
    known = np.flatnonzero(~np.isnan(flat))
    order = known[np.argsort(flat[known], kind="stable")]
    if len(order):
        adjusted[order] = np.minimum(step(flat[order], len(order)), 1.0)
    return adjusted.reshape(p.shape)
