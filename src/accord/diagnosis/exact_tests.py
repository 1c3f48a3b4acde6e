"""Exact tests of counts: is it chance that something happened so often."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
FEWEST = 5  # degrees of freedom, below which nothing is known about clustering


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


def more_one_way(one: int, other: int) -> float:
    """The sign test: the two-sided probability of so unequal a division of `one` + `other` cases.

    >>> round(more_one_way(10, 0), 6)
    0.001953
    """
    return min(1.0, 2 * binomial_tail(max(one, other), one + other, 0.5))


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


def at_least(times: float, of: int, confidence: float = 0.99) -> float:
    """The lower bound of a share (Clopper & Pearson 1934): it is higher, with this confidence.

    `times` may be a fraction, where the share is one of dependent cases and `of` the number of independent ones.

    >>> round(at_least(5, 10, 0.975), 6)
    0.187086
    """
    from scipy.special import betaincinv

    return float(betaincinv(times, of - times + 1, 1 - confidence)) if times else 0.0


def clustering(times: Ints, of: Ints) -> float:
    """By how much the spread over documents exceeds that of independent cases: Pearson's X² / df, at least 1.

    Both are (documents, columns); each column has its own rate. Counts divided by this number carry as much evidence
    as independent ones (quasi-likelihood, Wedderburn 1974).

    >>> clustering(np.array([[4], [0], [4], [0], [4], [0]]), np.full((6, 1), 4))
    4.8
    """
    total = of.sum(axis=0)
    rate = np.divide(times.sum(axis=0), total, out=np.zeros(times.shape[1]), where=total > 0)
    variance = of * rate * (1 - rate)
    cells = variance > 0
    freedom = int(np.maximum(cells.sum(axis=0) - 1, 0).sum())
    if freedom < FEWEST:
        return 1.0
    surplus = (times - of * rate) ** 2
    return max(1.0, float((surplus[cells] / variance[cells]).sum()) / freedom)


def thinned(counts: Ints, factor: float) -> Ints:
    """Counts divided by their clustering, as whole numbers."""
    return np.asarray(np.round(counts / factor).astype(np.int64))
