"""Intervals of a share: Clopper & Pearson's bound, Wilson's interval, Jeffreys' interval; and counts that cluster in
documents: how much less they say than as many independent ones."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided


def at_least(times: float, of: int, confidence: float = 0.99) -> float:
    """The lower bound of a share (Clopper & Pearson 1934): it is higher, with this confidence.

    `times` may be a fraction, where the share is one of dependent cases and `of` the number of independent ones.

    >>> round(at_least(5, 10, 0.975), 6)
    0.187086
    """
    from scipy.special import betaincinv

    return float(betaincinv(times, of - times + 1, 1 - confidence)) if times else 0.0


def wilson(share: Floats, items: Floats, confidence: float) -> tuple[Floats, Floats]:
    """Wilson's (1927) interval of a share."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    number = np.where(items > 0, items, math.nan)
    centre = (share + z * z / (2 * number)) / (1 + z * z / number)
    reach = z / (1 + z * z / number) * np.sqrt(share * (1 - share) / number + z * z / (4 * number**2))
    return np.maximum(centre - reach, 0.0), np.minimum(centre + reach, 1.0)


def beta_interval(successes: ArrayLike, failures: ArrayLike, confidence: float) -> tuple[Floats, Floats]:
    """The equal-tailed interval of Beta(successes, failures)."""
    from scipy.special import betaincinv

    tail = (1 - confidence) / 2
    return np.asarray(betaincinv(successes, failures, tail)), np.asarray(betaincinv(successes, failures, 1 - tail))


def jeffreys(share: float, number: float, confidence: float) -> tuple[float, float]:
    """Jeffreys' interval of a share of `number` cases, which need not be whole: Beta(right + ½, wrong + ½).

    >>> [round(end, 3) for end in jeffreys(0.0, 20, 0.95)]
    [0.0, 0.117]
    """
    low, high = beta_interval(number * share + 0.5, number * (1 - share) + 0.5, confidence)
    return float(low), float(high)


def share_interval(right: Floats, of: Floats, confidence: float) -> Floats:
    """(n, 3) a share and its Jeffreys interval; nan for 0 of 0.

    The interval reaches to the share itself where that is 0 or 1 (Brown, Cai & DasGupta 2001, section 4.1.2).
    """
    share = divided(right, of)
    low, high = beta_interval(right + 0.5, np.maximum(of - right, 0) + 0.5, confidence)
    return np.column_stack([share, np.minimum(low, share), np.maximum(high, share)])


FEWEST = 5  # degrees of freedom, below which nothing is known about clustering


def clustering(times: Ints, of: Ints) -> float:
    """By how much the spread over documents exceeds that of independent cases: Pearson's X² / df, at least 1.

    Both are (documents, columns); each column has its own rate. Counts divided by this number carry as much evidence
    as independent ones (quasi-likelihood, Wedderburn 1974).

    >>> clustering(np.array([[4], [0], [4], [0], [4], [0]]), np.full((6, 1), 4))
    4.8
    """
    rate = divided(times.sum(axis=0), of.sum(axis=0), 0.0)
    variance = of * rate * (1 - rate)
    cells = variance > 0
    freedom = int(np.maximum(cells.sum(axis=0) - 1, 0).sum())
    if freedom < FEWEST:
        return 1.0
    surplus = (times - of * rate) ** 2
    return max(1.0, float((surplus[cells] / variance[cells]).sum()) / freedom)


def deflated(counts: Ints, factor: float) -> Ints:
    """Counts divided by their clustering, as whole numbers."""
    return np.asarray(np.round(counts / factor).astype(np.int64))
