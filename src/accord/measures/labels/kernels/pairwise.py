"""What the coefficients of labels share: pairwise disagreement within items, and chance correction."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from accord.annotations import ItemCounts, RatingRows, Summary
from accord.measures.labels.kernels.distances import weighted
from accord.measures.record import Components, Kernel, Undefined
from accord.results.arrays import Floats
from accord.statistics.division import divided
from accord.statistics.quadratic_forms import quadratic_forms

AT_ONCE = 1 << 14  # shares of annotators worked on at once for each replicate, so that they stay in the cache


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
    row, one, other, times = label_pairs(counts)
    return np.bincount(row, weights=times * distances[one, other], minlength=len(counts)).astype(np.float64)


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


def observed_disagreement(counts: ItemCounts, distances: Floats | None, weights: Floats) -> Floats:
    """(replicates,) the mean over items with two labels or more of their disagreement (Gwet 2014, eq. 2.11)."""
    totals = weights @ np.stack(mean_disagreement(counts, distances), axis=1)
    return divided(totals[:, 0], totals[:, 1])


def item_shares(counts: ItemCounts, weights: Floats) -> Floats:
    """(replicates, categories) the mean over items of the share of their labels in each category (Gwet 2014)."""
    per_cell = counts.counts / np.repeat(counts.sizes, counts.widths)
    return divided(counts.per_category(per_cell, weights), weights.sum(axis=1, keepdims=True))


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


def expected_other_annotator(rows: RatingRows, weights: Floats, distances: Floats | None) -> Floats:
    """(replicates,) disagreement of two different annotators who draw from their own distributions.

    The mean over pairs of annotators of their expected disagreement (Davies & Fleiss 1982; Conger 1980), computed from
    sums over annotators: Σ_{a≠b} p_a·D·p_b = s·D·s − Σ_a p_a·D·p_a, with s = Σ_a p_a. An annotator who is drawn several
    times is not paired with themselves.
    """
    marginals = np.moveaxis(rows.marginals(weights), 0, 2)  # (annotators, categories, replicates)
    people, size, replicates = marginals.shape
    number, squares, own = np.zeros(replicates), np.zeros(replicates), np.zeros(replicates)
    together = np.zeros((size, replicates))
    step = max(1, AT_ONCE // max(1, size))
    for block in (slice(first, first + step) for first in range(0, people, step)):
        used = marginals[block].sum(axis=1)
        present = (used > 0) * (1.0 if rows.drawings is None else rows.drawings[block, None].astype(np.float64))
        scaled = marginals[block] / np.where(used > 0, used, 1.0)[:, None, :] * present[:, None, :]
        number, squares, together = (
            number + present.sum(axis=0),
            squares + (present**2).sum(axis=0),
            together + scaled.sum(axis=0),
        )
        beside = _of_others_between(scaled) if distances is None else distances @ scaled
        own += (scaled * beside).sum(axis=(0, 1))
    beside = _of_others_between(together[None])[0] if distances is None else distances @ together
    return divided((together * beside).sum(axis=0) - own, number**2 - squares)


def _of_others_between(shares: Floats) -> Floats:
    """The same as `of_others`, of shares (annotators, categories, replicates): many times faster than over the last
    axis where there are few categories."""
    made = np.zeros(shares.shape)
    for place in range(1, shares.shape[1]):
        np.add(made[:, place - 1], shares[:, place - 1], out=made[:, place])
    after = np.zeros((shares.shape[0], shares.shape[2]))
    for place in range(shares.shape[1] - 2, -1, -1):
        after += shares[:, place + 1]
        made[:, place] += after
    return made


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

    def kernel(weight: Floats) -> Components:
        observed = observed_disagreement(counts, disagreement, weight)
        return corrected(observed, np.full(len(weight), expected), largest)

    return kernel
