"""Two-sided p-values of statistics with a known distribution."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Floats


def two_sided_normal(z: Floats) -> Floats:
    """P(|Z| ≥ |z|) for a standard normal Z."""
    from scipy.special import erfc  # takes a while to import

    return np.asarray(erfc(np.abs(z) / np.sqrt(2)))


def two_sided_t(t: Floats, degrees: Floats) -> Floats:
    """P(|T| ≥ |t|) for Student's T; nan without degrees of freedom.

    >>> two_sided_t(np.array([2.0, 2.0]), np.array([10.0, 0.0])).round(4)
    array([0.0734,    nan])
    """
    from scipy.special import stdtr

    some = degrees > 0
    return np.asarray(np.where(some, 2 * stdtr(np.where(some, degrees, 1.0), -np.abs(t)), np.nan))


def two_sided_p(statistic: float, degrees: float) -> float:
    """The same of one t.

    >>> round(two_sided_p(2.0, 10.0), 4)
    0.0734
    """
    return float(two_sided_t(np.asarray(statistic), np.asarray(degrees)))
