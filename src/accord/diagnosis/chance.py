"""Many questions asked of the same data: Holm's correction, so that chance does not ring."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ERROR_RATE = 0.01  # how often a family of tests may ring where there is nothing; the families together stay below .05


def holm(p: Floats) -> Floats:
    """p-values corrected for their number (Holm 1979): the chance of any false alarm in the family stays below α.

    The k-th smallest of m is multiplied by m − k + 1, and is never below a smaller one; nan stays nan and does not
    count.

    >>> holm(np.array([0.01, 0.04, 0.03, 0.005]))
    array([0.03, 0.06, 0.06, 0.02])
    """
    flat = p.ravel()
    corrected = np.full(len(flat), np.nan)
    known = np.flatnonzero(~np.isnan(flat))
    order = known[np.argsort(flat[known], kind="stable")]
    times = np.arange(len(order), 0, -1)
    corrected[order] = np.minimum(1.0, np.maximum.accumulate(flat[order] * times)) if len(order) else 0.0
    return corrected.reshape(p.shape)


def two_sided(z: Floats) -> Floats:
    """The two-sided p-value of a standard normal statistic."""
    from scipy.special import erfc

    return np.asarray(erfc(np.abs(z) / np.sqrt(2)))


def two_sided_t(t: Floats, freedom: Floats) -> Floats:
    """The two-sided p-value of Student's t; nan without degrees of freedom."""
    from scipy.special import stdtr

    return np.asarray(np.where(freedom > 0, 2 * stdtr(np.maximum(freedom, 1), -np.abs(t)), np.nan))


def number(value: float) -> float | None:
    """For JSON: None in place of nan and of infinity."""
    return float(value) if np.isfinite(value) else None


def numbers(values: Floats) -> list[float | None]:
    """For JSON: a list of numbers, None in place of nan."""
    return [number(value) for value in values.tolist()]
