"""What the coefficients of labels share: pairwise disagreement within items, and chance correction."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from accord.annotations import ItemCounts, RatingRows, Summary
from accord.measures.labels.kernels.distances import weighted
from accord.measures.record import Components, Kernel, Undefined
from accord.results.arrays import Floats
from accord.statistics.division import divided
from accord.statistics.quadratic_forms import quadratic_forms


def squared_counts(counts: ItemCounts) -> Floats:
    """(patterns,) the sum over categories of squared counts."""
    if len(counts) == 0:
        return np.zeros(0)
    return np.asarray(np.add.reduceat(counts.counts.astype(np.float64) ** 2, counts.starts[:-1]))


def pair_disagreement(counts: ItemCounts, distances: Floats | None) -> Floats:
    """(patterns,) the sum over ordered pairs of an item's labels of their distance; None is nominal, 0 or 1."""
    if distances is None:
        return np.asarray(counts.sizes.astype(np.float64) ** 2 - squared_counts(counts))
    if counts.dense is not None:
        return np.asarray(np.einsum("rc,rc->r", counts.dense @ distances, counts.dense))
    row, first, second, times = label_pairs(counts)
    return np.bincount(row, weights=times * distances[first, second], minlength=len(counts)).astype(np.float64)


def label_pairs(
    counts: ItemCounts,
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], Floats]:
    """All ordered pairs of distinct categories within each pattern: row, the two codes, product of their counts."""
    widths = np.diff(counts.starts)
    cell_row = np.repeat(np.arange(len(counts)), widths)
    first = np.repeat(np.arange(len(counts.codes)), widths[cell_row])
    inside = np.arange(len(first)) - np.repeat(np.cumsum(widths[cell_row]) - widths[cell_row], widths[cell_row])
    second = np.repeat(counts.starts[cell_row], widths[cell_row]) + inside
    different = first != second
    first, second = first[different], second[different]
    times = (counts.counts[first] * counts.counts[second]).astype(np.float64)
    return cell_row[first], counts.codes[first], counts.codes[second], times


def mean_disagreement(counts: ItemCounts, distances: Floats | None) -> tuple[Floats, Floats]:
    """(patterns,) an item's mean disagreement over its pairs of labels, and 1 where it has a pair (else 0 and 0)."""
    paired = counts.pairs > 0
    mean = np.where(paired, pair_disagreement(counts, distances) / np.where(paired, counts.pairs, 1.0), 0.0)
    return mean, paired.astype(np.float64)


def observed_disagreement(counts: ItemCounts, distances: Floats | None) -> Callable[[Floats], Floats]:
    """From weights (replicates,) the mean over items with two labels or more of their disagreement (Gwet 2014, eq.
    2.11)."""
    return ratio_of_sums(np.stack(mean_disagreement(counts, distances), axis=1))


def ratio_of_sums(per_item: Floats) -> Callable[[Floats], Floats]:
    """From weights (replicates,) the sum over items of the first of two numbers over that of the second."""

    def ratio(weights: Floats) -> Floats:
        totals = weights @ per_item
        return divided(totals[:, 0], totals[:, 1])

    return ratio


def item_shares(counts: ItemCounts, weights: Floats) -> Floats:
    """(replicates, categories) the mean over items of the share of their labels in each category (Gwet 2014)."""
    return divided(counts.per_category(counts.share_of_item, weights), weights.sum(axis=1, keepdims=True))


def annotator_shares(rows: RatingRows, weights: Floats) -> tuple[Floats, Floats]:
    """(replicates, annotators, categories) each annotator's distribution, and (replicates, annotators) how often the
    annotator counts: once, unless drawn several times or without a label."""
    marginals = rows.marginals(weights)
    used = marginals.sum(axis=2)
    shares = divided(marginals, used[:, :, None])
    drawings = np.ones(len(rows.annotators)) if rows.drawings is None else rows.drawings.astype(np.float64)
    return np.where(used[:, :, None] > 0, shares, 0.0), np.where(used > 0, drawings, 0.0)


def before(shares: Floats) -> Floats:
    """(…, categories) the sum over the categories before this one."""
    made = np.zeros(shares.shape)
    np.cumsum(shares[..., :-1], axis=-1, out=made[..., 1:])
    return made


def after(shares: Floats) -> Floats:
    """(…, categories) the sum over the categories after this one."""
    return before(shares[..., ::-1])[..., ::-1]


def of_others(shares: Floats) -> Floats:
    """(…, categories) the sum over all other categories.

    As sums from both sides: the total less the category's own cancels where one category has nearly everything.

    >>> of_others(np.array([1e30, 3.0, 1.0])).tolist()
    [4.0, 1e+30, 1e+30]
    """
    return before(shares) + after(shares)


def expected_same_source(shares: Floats, distances: Floats | None) -> Floats:
    """(replicates,) disagreement of two labels drawn from one distribution (replicates, categories)."""
    if distances is None:
        return np.asarray(np.einsum("bc,bc->b", shares, of_others(shares)))
    return quadratic_forms(shares, distances, shares)


def corrected(observed: Floats, expected: Floats, largest: float = 1.0) -> Components:
    """1 − D_o / D_e, with agreements A = 1 − D beside it (D in units of the largest distance)."""
    return {
        "value": 1 - divided(observed, expected),
        "observed": 1 - observed / largest,
        "expected": 1 - expected / largest,
    }


def two_annotators(summary: Summary, instead: str) -> RatingRows:
    """The rows of exactly two annotators, or Undefined."""
    rows = known_annotators(summary)
    if len(rows.annotators) != 2:
        raise Undefined(f"it compares two annotators and there are {len(rows.annotators)}: use {instead}")
    return rows


def known_annotators(summary: Summary) -> RatingRows:
    """The rows of who said what, or Undefined for anonymous counts."""
    if summary.rows is None:
        raise Undefined("it needs to know who gave which label, and only counts per item are known")
    if len(summary.rows.annotators) < 2:
        raise Undefined("there is only one annotator")
    return summary.rows


def two_categories(summary: Summary) -> None:
    if len(summary.categories) != 2:
        raise Undefined(f"it is defined for two categories and there are {len(summary.categories)}")


def free_marginals(summary: Summary, weights: object = None) -> Kernel:
    """The kernel of S, PABAK, Brennan & Prediger's and Randolph's coefficients: chance is even over the categories."""
    counts, size = summary.counts, len(summary.categories)
    disagreement, largest, expected = None, 1.0, 1 - 1 / size if size else 0.0
    if weights is not None:
        disagreement = weighted(summary.categories, weights)
        largest, expected = float(disagreement.max(initial=0.0)) or 1.0, float(disagreement.mean()) if size else 0.0

    observed = observed_disagreement(counts, disagreement)

    def kernel(weight: Floats) -> Components:
        return corrected(observed(weight), np.full(len(weight), expected), largest)

    return kernel
