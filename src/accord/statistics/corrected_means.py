"""Means of few measured values and many predicted ones: prediction-powered inference, and Rogan & Gladen's share.

n items have a value y and a prediction f, N further items a prediction alone. All of it is about columns, each a share
of a category or a mean: y and f are (items, columns).
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from accord.results.arrays import Bools, Floats

IMAGINED = 2.0  # items, half of one for each combination of 0 and 1 in y and f
FEW = 20.0  # items that have the category, do not have it, or have another prediction than value
FEW_ITEMS = 30  # for a mean: below, Student's t


@dataclass(frozen=True, eq=False)
class CorrectedMeans:
    """θ = mean_N(λ f) + mean_n(y − λ f), with its standard error; arrays are (columns,)."""

    tuning: float
    """λ, one for all columns: 0 leaves the predictions out."""
    value: Floats
    error: Floats
    low: Floats
    high: Floats
    """Normal quantiles."""

    def worth(self, y: Floats) -> Floats:
        """How many more values would have made the plain mean as precise: Var(y) / Var(θ) − n."""
        with np.errstate(divide="ignore", invalid="ignore"):
            gain: Floats = np.where(self.error > 0, y.var(axis=0) / self.error**2 - len(y), np.nan)
        return gain

    def worth_of_all(self, y: Floats) -> float:
        """The same of all columns together: Σ Var(y) / Σ Var(θ) − n, which few values of one column do not upset."""
        error = float((self.error**2).sum())
        return float(y.var(axis=0).sum()) / error - len(y) if error > 0 else float("nan")


def corrected_means(y: Floats, f: Floats, rest: Floats, confidence: float) -> CorrectedMeans:
    """PPI++ (Angelopoulos, Duchi & Zrnic 2023): λ makes the sum of the variances smallest, cut to [0, 1].

    >>> y, f = np.array([[0.0], [1.0], [1.0], [0.0]]), np.array([[0.0], [1.0], [0.0], [0.0]])
    >>> found = corrected_means(y, f, np.array([[1.0], [0.0], [0.0], [1.0], [0.0], [0.0]]), 0.95)
    >>> round(found.tuning, 4), found.value.round(4).tolist()
    (0.3214, [0.5268])
    """
    n, others = len(y), len(rest)
    together = np.concatenate([f, rest])
    spread = float(together.var(axis=0, ddof=1).sum()) if len(together) > 1 else 0.0
    shared = float(((y - y.mean(axis=0)) * (f - f.mean(axis=0))).mean(axis=0).sum())
    tuning = float(np.clip(shared / ((1 + n / others) * spread), 0.0, 1.0)) if spread > 0 else 0.0
    value = tuning * rest.mean(axis=0) + (y - tuning * f).mean(axis=0)
    error = np.sqrt(tuning**2 * rest.var(axis=0) / others + (y - tuning * f).var(axis=0) / n)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return CorrectedMeans(tuning, value, error, value - z * error, value + z * error)


def few_of_a_kind(y: Floats, f: Floats) -> Bools:
    """(columns,) whether a share rests on too few items for normal quantiles: that have the category, that do not, or
    on which value and prediction differ."""
    counts = np.stack([y.sum(axis=0), (1 - y).sum(axis=0), np.abs(y - f).sum(axis=0)])
    return np.asarray((counts < FEW).any(axis=0))


def with_imagined_items(means: CorrectedMeans, y: Floats, f: Floats, rest: Floats, confidence: float) -> Floats:
    """(2, columns) the interval of shares from the n items and two imagined ones, after Agresti & Coull (1998): half an
    item for each combination of 0 and 1. λ stays; the interval is cut to [0, 1] and holds the share."""
    tuning, n = means.tuning, len(y)
    gaps = y - tuning * f
    imagined = np.array([0.0, 1.0, -tuning, 1 - tuning])
    mean = (gaps.sum(axis=0) + IMAGINED / 4 * imagined.sum()) / (n + IMAGINED)
    squares = ((gaps**2).sum(axis=0) + IMAGINED / 4 * (imagined**2).sum()) / (n + IMAGINED)
    error = np.sqrt(tuning**2 * rest.var(axis=0) / len(rest) + (squares - mean**2) / n)
    z, centre = NormalDist().inv_cdf((1 + confidence) / 2), tuning * rest.mean(axis=0) + mean
    low, high = np.clip([centre - z * error, centre + z * error], 0.0, 1.0)
    return np.stack([np.minimum(low, means.value), np.maximum(high, means.value)])


def with_students_t(means: CorrectedMeans, n: int, confidence: float) -> Floats:
    """(2, columns) the interval with the quantile of n − 1 degrees of freedom."""
    from scipy.special import stdtrit

    t = float(stdtrit(n - 1, (1 + confidence) / 2)) * (n / (n - 1)) ** 0.5
    return np.stack([means.value - t * means.error, means.value + t * means.error])


def rogan_gladen(y: Floats, f: Floats, rest: Floats, confidence: float) -> tuple[float, float, float]:
    """A share from that of the predictions and their errors (Rogan & Gladen 1978), with the interval of Lang &
    Reiczigel (2014); y and rest are (items,). nan where predictions say nothing: sensitivity + specificity ≤ 1.

    >>> y, f = np.repeat([1.0, 1.0, 0.0, 0.0], [45, 5, 5, 45]), np.repeat([1.0, 0.0, 1.0, 0.0], [45, 5, 5, 45])
    >>> [round(number, 3) for number in rogan_gladen(y, f, np.repeat([1.0, 0.0], [300, 700]), 0.95)]
    [0.25, 0.136, 0.33]
    """
    of_yes, of_no, others = float(y.sum()), float((1 - y).sum()), len(rest)
    if of_yes == 0 or of_no == 0:
        return np.nan, np.nan, np.nan
    seen, passed = float((y * f).sum()), float(((1 - y) * (1 - f)).sum())
    power = seen / of_yes + passed / of_no - 1
    if power <= 0:
        return np.nan, np.nan, np.nan
    share = float(np.clip((rest.mean() + passed / of_no - 1) / power, 0.0, 1.0))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    apparent = (float(rest.sum()) + z * z / 2) / (others + z * z)
    sensitivity, specificity = (seen + 1) / (of_yes + 2), (passed + 1) / (of_no + 2)
    power = sensitivity + specificity - 1
    if power <= 0:
        return share, 0.0, 1.0
    centre = (apparent + specificity - 1) / power
    of_sensitivity = sensitivity * (1 - sensitivity) / (of_yes + 2)
    of_specificity = specificity * (1 - specificity) / (of_no + 2)
    shift = 2 * z * z * (centre * of_sensitivity - (1 - centre) * of_specificity)
    variance = apparent * (1 - apparent) / (others + z * z)
    variance += centre**2 * of_sensitivity + (1 - centre) ** 2 * of_specificity
    reach = z * variance**0.5 / power
    low, high = (float(np.clip(end, 0.0, 1.0)) for end in (centre + shift - reach, centre + shift + reach))
    return share, min(low, share), max(high, share)


def same_distribution(first: Floats, second: Floats, rng: np.random.Generator, draws: int = 4999) -> float:
    """p of Pearson's X² of two columns of counts (categories,), by drawing the first at random from both together.

    >>> same_distribution(np.array([50.0, 50.0]), np.array([500.0, 500.0]), np.random.default_rng(0))
    1.0
    """
    both = np.rint(first + second).astype(np.int64)
    kept = both > 0
    both, number = both[kept], round(float(first.sum()))
    if len(both) < 2:
        return 1.0
    expected = both * (number / both.sum())
    other = both * (1 - number / both.sum())

    def statistic(counts: Floats) -> Floats:
        gaps = (counts - expected) ** 2
        return np.asarray((gaps / expected + gaps / other).sum(axis=-1))

    drawn = statistic(rng.multivariate_hypergeometric(both, number, size=draws).astype(np.float64))
    observed = float(statistic(first[kept]))
    return float((1 + np.count_nonzero(drawn >= observed - 1e-9)) / (draws + 1))
