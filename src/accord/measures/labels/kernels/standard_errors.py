"""Analytic standard errors of the coefficients of labels, named by their formula.

Each of them sums squared deviations over items. A deviation says how the coefficient moves when one item weighs a
little more: with κ = 1 − D_o / D_e it is

    −(d_i − D_o) / D_e + 2 (D_o / D_e²) (D_e|i − D_e)

where d_i is the disagreement of the item and D_e|i the expected disagreement of its labels with all others. Items are
a sample from a large population, annotators are given. Deviations are kept per distinct pattern; `multiplicity` says
how many items show it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from accord.annotations import ItemCounts, Summary
from accord.measures.labels.kernels import distances as between
from accord.measures.labels.kernels import pairwise
from accord.results import StandardError
from accord.results.arrays import Floats

Errors = list[StandardError]

LINEARISED = "linearised over items"
"""√(Σ (κ_i − κ)² / (n (n − 1))), any number of annotators (Gwet 2014)."""
TWO_LABELS = "linearised over the table of two annotators"
"""√(Σ (κ_i − κ)²) / n, where every item has two labels (Gwet 2014)."""
RATIO = "infinitesimal jackknife"
"""As linearised over items, with the share of items that have a pair linearised too (Efron & Tibshirani 1993)."""
LARGE_SAMPLE = "large-sample, two annotators"
LARGE_SAMPLE_ZERO = "large-sample, two annotators, κ = 0"
MANY_ZERO = "large-sample, as many labels on every item, κ = 0"
ZERO_TESTED = {
    "kappa": "both annotators label every item",
    "fleiss": "as many labels on every item, no weights",
    "pi": "as many labels on every item, no weights",
}
"""The measures that have a standard error under κ = 0, and where."""


# ---- the coefficients


def of_observed_agreement(summary: Summary, *, weights: object = None) -> Errors:
    """The mean over items of their agreement: a proportion for two annotators, √(A_o (1 − A_o) / n)."""
    counts, distances = summary.counts, _distances(summary, weights)
    within = _Within(counts, distances)
    largest = 1.0 if distances is None else float(distances.max(initial=0.0)) or 1.0
    return _defined(_over_items(counts, -within.deviation / largest, LINEARISED, "gwet2014"))


def of_free_marginals(summary: Summary, *, weights: object = None) -> Errors:
    """S, Brennan & Prediger's and Randolph's coefficients: the expected disagreement is given."""
    distances, size = _distances(summary, weights), len(summary.categories)
    expected = (1 - 1 / size if size else 0.0) if distances is None else float(distances.mean())
    return _corrected(_Within(summary.counts, distances), expected, np.zeros(len(summary.counts)))


def of_one_distribution(summary: Summary, *, weights: object = None) -> Errors:
    """Scott's π and Fleiss' κ (Gwet 2008, 2014), and κ = 0 (Fleiss, Nee & Landis 1979)."""
    counts, distances = summary.counts, _distances(summary, weights)
    shares = pairwise.item_shares(counts, _row(counts.multiplicity))[0]
    towards = _towards(shares, distances)
    expected = float(shares @ towards)
    drift = counts.project(towards[:, None])[:, 0] / counts.sizes - expected
    zero = _fleiss_nee_landis(counts, shares) if weights is None else []
    return [*_corrected(_Within(counts, distances), expected, drift), *zero]


def of_gwet(summary: Summary, *, weights: object = None) -> Errors:
    """AC1 and AC2 (Gwet 2008, 2014): A_e = T_w / (C (C − 1)) Σ_c p_c (1 − p_c)."""
    counts, size = summary.counts, len(summary.categories)
    distances = _distances(summary, weights)
    if distances is not None:
        distances = distances / (float(distances.max(initial=0.0)) or 1.0)
    total = float(size) if distances is None else float((1 - distances).sum())
    share = total / (size * (size - 1)) if size > 1 else math.nan
    shares = pairwise.item_shares(counts, _row(counts.multiplicity))[0]
    chance = share * float(shares @ (1 - shares))
    conditional = share * counts.project((1 - shares)[:, None])[:, 0] / counts.sizes
    return _corrected(_Within(counts, distances), 1 - chance, chance - conditional)


def of_kappa(summary: Summary, *, weights: object = None) -> Errors:
    """Cohen's κ: Fleiss, Cohen & Everitt's where both annotators labelled all items, and Gwet's."""
    rows, distances = summary.rows, _distances(summary, weights)
    general = of_multi_kappa(summary, weights=weights)
    if rows is None or rows.multiplicity.sum() < 2 or not (rows.sizes == 2).all():
        return general
    codes = rows.codes.reshape(-1, 2)
    sampling, zero = fleiss_cohen_everitt(
        codes[:, 0], codes[:, 1], rows.multiplicity.astype(np.float64), len(rows.categories), distances
    )
    # for two annotators Gwet's formula with n is the same number
    return [
        *_defined(_error("sampling", sampling, LARGE_SAMPLE, "fleiss1969")),
        *[error for error in general if error.formula != TWO_LABELS],
        *_defined(_error("zero", zero, LARGE_SAMPLE_ZERO, "fleiss1969")),
    ]


def of_multi_kappa(summary: Summary, *, weights: object = None) -> Errors:
    """Conger's κ (Gwet 2014): each annotator draws from their own distribution.

    Annotator g's shares come from the n_g items they labelled, so that their label on one of them moves the shares by
    n / n_g.
    """
    rows, distances = summary.rows, _distances(summary, weights)
    if rows is None:
        return []
    marginals = rows.marginals(_row(rows.multiplicity))[0]
    used = marginals.sum(axis=1)
    shares = marginals / used[:, None]
    people, number = len(used), float(rows.multiplicity.sum())
    pairs = people * (people - 1)
    others = _towards(shares.sum(axis=0) - shares, distances)
    own = np.einsum("ac,ac->a", shares, others)
    expected = float(own.sum()) / pairs if pairs else math.nan
    per_rating = (others[rows.who, rows.codes] - own[rows.who]) * number / used[rows.who]
    drift = np.add.reduceat(per_rating, rows.starts[:-1]) / pairs if pairs else np.zeros(len(rows))
    return _corrected(_Within(rows.tallies, distances), expected, drift)


def of_alpha(
    summary: Summary, *, level: str | None = None, distance: object = None, period: float | None = None
) -> Errors:
    """Krippendorff's α over pairable labels (Gwet 2014).

    D_o and D_e are ratios to the number of labels, so that an item with m labels moves them by m / m̄. Gwet leaves out
    the factor 1 − 1 / (n m̄) of the correction for small samples. The ordinal level has no formula: its distances
    depend on the data.
    """
    categories, counts = summary.categories, summary.counts.pairable
    if distance is not None:
        metric = between.given(categories, distance)
    else:
        metric = between.of_level(categories, level or summary.level, period)
    if isinstance(metric, between.Ranked) or len(counts) == 0:
        return []
    if isinstance(metric, between.Embedded):
        metric = between.Embedded(between.scaled(metric.points)[0])
    times, sizes = counts.multiplicity.astype(np.float64), counts.sizes.astype(np.float64)
    labels = float(times @ sizes)
    shares = counts.totals() / labels
    towards = _towards_by(metric, shares)
    expected = float(shares @ towards)
    if not expected > 0:
        return []
    within = _pair_sums(counts, metric) / counts.pairs
    observed = float(times @ (sizes * within)) / labels
    conditional = counts.project(towards[:, None])[:, 0] / sizes
    moved = (within - observed) - 2 * observed / expected * (conditional - expected)
    deviation = -sizes * times.sum() / labels * moved / expected
    return _defined(_over_items(counts, deviation, LINEARISED, "gwet2014"))


def of_bangdiwala(summary: Summary) -> Errors:
    """Bangdiwala's B by the delta method on the table of the items that both annotators labelled."""
    rows = summary.rows
    if rows is None:
        return []
    both = rows.sizes == 2
    codes = rows.codes[np.repeat(both, rows.sizes)].reshape(-1, 2)
    times, size = rows.multiplicity[both].astype(np.float64), len(rows.categories)
    number = times.sum()
    if number < 2:
        return []
    first, second = (np.bincount(codes[:, place], weights=times, minlength=size) / number for place in (0, 1))
    same = codes[:, 0] == codes[:, 1]
    diagonal = np.bincount(codes[same, 0], weights=times[same], minlength=size) / number
    area = float(first @ second)
    if not area > 0:
        return []
    value = float(diagonal @ diagonal) / area
    moved = 2 * diagonal[codes[:, 0]] * same - value * (second[codes[:, 0]] + first[codes[:, 1]])
    return _defined(_error("sampling", _spread(times, moved / area, 0), TWO_LABELS, "gwet2014"))


def fleiss_cohen_everitt(
    first: NDArray[np.integer], second: NDArray[np.integer], times: Floats, size: int, distances: Floats | None
) -> tuple[float, float]:
    """The large-sample standard errors of κ and of weighted κ, and those if κ were 0 (Fleiss, Cohen & Everitt 1969).

    `times` is how many items have the labels `first` and `second` of C = `size` categories. With d_i. and d_.j the
    expected disagreement of category i of the first and j of the second annotator:
    var κ = Σ p_ij ((d_ij − D_o) − (D_o / D_e) (d_i. + d_.j − 2 D_e))² / (n D_e²), and
    var_0 κ = Σ p_i. p_.j (d_ij − d_i. − d_.j + D_e)² / (n D_e²).

    Agresti 1992, p. 202, prints a standard error of .057 for this table:

    >>> table = np.array([[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]])
    >>> one, other = np.indices(table.shape).reshape(2, -1)
    >>> sampling, zero = fleiss_cohen_everitt(one, other, table.ravel().astype(float), 4, None)
    >>> print(f"{sampling:.4f} {zero:.4f}")
    0.0567 0.0501
    """
    number = float(times.sum())
    shares, other_shares = (np.bincount(codes, weights=times, minlength=size) / number for codes in (first, second))
    row, column = _towards(other_shares, distances), _towards(shares, distances)
    expected = float(shares @ row)
    if not expected > 0:
        return math.nan, math.nan
    distance = (first != second).astype(np.float64) if distances is None else distances[first, second]
    observed = float(times @ distance) / number
    moved = (distance - observed) - observed / expected * (row[first] + column[second] - 2 * expected)
    if distances is None and size > between.LARGEST_MATRIX:
        same, agreement = shares * other_shares, 1 - expected
        variance = (
            agreement + agreement**2 - float(same @ (shares + other_shares))
        )  # cancels if one category has nearly all
    else:
        distances = 1 - np.eye(size) if distances is None else distances
        apart = (distances - row[:, None] - column[None, :] + expected) ** 2
        variance = float(shares @ apart @ other_shares)
    return _spread(times, moved / expected, 0), math.sqrt(max(variance, 0.0) / number) / expected


# ---- what they share


class _Within:
    """The disagreement within items, and the observed disagreement that is its mean over items with a pair."""

    def __init__(self, counts: ItemCounts, distances: Floats | None) -> None:
        self.counts = counts
        self.mean, self.paired = pairwise.mean_disagreement(counts, distances)
        times = counts.multiplicity.astype(np.float64)
        pairable = float(times @ self.paired)
        self.observed = float(times @ self.mean) / pairable if pairable else math.nan
        self.weight = self.paired * (times.sum() / pairable if pairable else math.nan)
        self.deviation = self.weight * (self.mean - self.observed)


def _corrected(within: _Within, expected: float, drift: Floats) -> Errors:
    """Of 1 − D_o / D_e, when the item moves D_e by 2 `drift`.

    Gwet's κ_i is 0, not κ, for an item with one label but for its part in D_e: as if the share of such items were
    given. Where there are such items the ratio to the items with a pair is linearised too, and comes first.
    """
    if not (expected > 0 and within.observed >= 0):
        return []
    ratio = within.observed / expected
    moved = 2 * ratio * drift / expected
    gwet = within.weight * (1 - within.mean / expected) - (1 - ratio) + moved
    errors = list(_over_items(within.counts, gwet, LINEARISED, "gwet2014"))
    if not within.paired.all():
        value = _spread(within.counts.multiplicity, moved - within.deviation / expected, 1)
        errors = [*_error("sampling", value, RATIO, "efron1993"), *errors]
    return _defined(iter(errors))


def _over_items(counts: ItemCounts, deviation: Floats, formula: str, reference: str) -> Iterator[StandardError]:
    """With n − 1 for any number of annotators and, where every item has two labels, also with n as Gwet's tables."""
    yield from _error("sampling", _spread(counts.multiplicity, deviation, 1), formula, reference)
    if counts.multiplicity.sum() > 1 and (counts.sizes == 2).all():
        yield from _error("sampling", _spread(counts.multiplicity, deviation, 0), TWO_LABELS, reference)


def _spread(multiplicity: NDArray[np.integer] | Floats, deviation: Floats, lost: int) -> float:
    """√(Σ deviation² / (n (n − lost)))."""
    number = float(multiplicity.sum())
    return math.sqrt(float(multiplicity @ deviation**2) / number / (number - lost)) if number > lost else math.nan


def _error(kind: Literal["sampling", "zero"], value: float, formula: str, reference: str) -> Iterator[StandardError]:
    yield StandardError(kind, value, formula, reference)


def _defined(errors: Iterator[StandardError]) -> Errors:
    return [error for error in errors if math.isfinite(error.value)]


def _fleiss_nee_landis(counts: ItemCounts, shares: Floats) -> Errors:
    """κ = 0 with m labels on each of n items (Fleiss, Nee & Landis 1979): with q = 1 − p,

    var_0 κ = 2 ((Σ p q)² − Σ p q (q − p)) / (n m (m − 1) (Σ p q)²),

    Σ p q being twice the sum over pairs of categories, and Σ p q (q − p) six times that over triples.
    """
    sizes = counts.sizes
    if counts.multiplicity.sum() < 2 or sizes[0] < 2 or not (sizes == sizes[0]).all():
        return []
    pairs = shares * pairwise.before(shares)
    total = 2 * float(pairs.sum())
    if not total > 0:
        return []
    top = 2 * (total**2 - 6 * float(shares @ pairwise.before(pairs)))
    variance = top / (float(counts.multiplicity.sum()) * counts.pairs[0] * total**2)
    return _defined(_error("zero", math.sqrt(max(variance, 0.0)), MANY_ZERO, "fleiss1979"))


def _distances(summary: Summary, weights: object) -> Floats | None:
    return None if weights is None else between.weighted(summary.categories, weights)


def _row(multiplicity: NDArray[np.int64]) -> Floats:
    return multiplicity[None, :].astype(np.float64)


def _towards(shares: Floats, distances: Floats | None) -> Floats:
    """(…, categories) the mean distance of a category from labels of these shares (…, categories)."""
    return np.asarray(pairwise.of_others(shares) if distances is None else shares @ distances)


def _towards_by(metric: between.Distance, shares: Floats) -> Floats:
    """As `_towards`, without a matrix where the metric has none."""
    match metric:
        case between.Matrix(values):
            return _towards(shares, values)
        case between.Embedded(points):
            about = points - shares @ points
            squares = np.einsum("cp,cp->c", about, about)
            return np.asarray(squares + shares @ squares)
        case between.LowRank(factors, core):
            return np.asarray(1 - factors @ (core @ (factors.T @ shares)))
        case _:
            return _towards(shares, None)


def _pair_sums(counts: ItemCounts, metric: between.Distance) -> Floats:
    """(patterns,) the sum of distances over the ordered pairs of labels of an item."""
    match metric:
        case between.Matrix(values):
            return pairwise.pair_disagreement(counts, values)
        case between.Embedded(points):
            mean = counts.project(points) / counts.sizes[:, None]
            offset = points[counts.codes] - np.repeat(mean, counts.widths, axis=0)
            squares = counts.counts * np.einsum("np,np->n", offset, offset)
            return np.asarray(2 * counts.sizes * np.add.reduceat(squares, counts.starts[:-1]))
        case between.LowRank():
            row, left, right, times = pairwise.label_pairs(counts)
            return np.bincount(row, weights=times * metric.exact(left, right), minlength=len(counts)).astype(np.float64)
        case _:
            return pairwise.pair_disagreement(counts, None)
