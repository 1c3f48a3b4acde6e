"""Two-sided p-values of statistics with a known distribution, and exact tests of counts: is it chance that something
happened so often."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

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


def binomial_tail(times: int, of: int, probability: float) -> float:
    """P(X ≥ times) for X binomial.

    >>> round(binomial_tail(9, 10, 0.5), 6)
    0.010742
    """
    from scipy.special import betainc

    if times <= 0:
        return 1.0
    if times > of:
        return 0.0
    return float(betainc(times, of - times + 1, probability))


def more_one_way(first: int, second: int) -> float:
    """The sign test: the two-sided probability of so unequal a division of `first` + `second` cases.

    >>> round(more_one_way(10, 0), 6)
    0.001953
    """
    return min(1.0, 2 * binomial_tail(max(first, second), first + second, 0.5))


def more_often(times: int, of: int, times_elsewhere: int, of_elsewhere: int) -> float:
    """Fisher's exact test, one-sided: P of so many or more of the cases among these, if they are as often elsewhere.

    >>> round(more_often(3, 4, 1, 4), 6)  # the lady tasting tea, Fisher 1935
    0.242857
    """
    from scipy.special import gammaln

    cases, total = times + times_elsewhere, of + of_elsewhere
    if not of or not of_elsewhere or not cases:
        return 1.0
    k = np.arange(times, min(of, cases) + 1)

    def choose(n: ArrayLike, m: ArrayLike) -> Floats:
        return np.asarray(gammaln(np.add(n, 1)) - gammaln(np.add(m, 1)) - gammaln(np.subtract(n, m) + 1))

    possible = k[cases - k <= of_elsewhere]
    terms = choose(of, possible) + choose(of_elsewhere, cases - possible) - choose(total, cases)
    return float(min(1.0, np.exp(terms).sum()))
