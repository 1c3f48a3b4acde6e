"""Krippendorff's α at every level of measurement, without a matrix of values × values where a sum will do."""

from __future__ import annotations

import numpy as np

from accord.annotations import ItemCounts, Summary
from accord.measures.labels.kernels import distances as between
from accord.measures.labels.kernels import pairwise, standard_errors
from accord.measures.labels.kernels.distances import in_units, scaled
from accord.measures.labels.kernels.population_chance import shared_habits
from accord.measures.labels.parameters import LEVELLED
from accord.measures.record import Components, Kernel, measure
from accord.results.arrays import Floats
from accord.statistics.division import divided
from accord.statistics.quadratic_forms import quadratic_forms


@measure(
    "labels",
    title="Krippendorff's α: any number of annotators, any level of measurement, missing labels",
    formula="α = 1 − D_o / D_e over pairable labels; D the mean distance within items, and between any two labels",
    assumes="Chance labels are drawn without replacement from the labels that were given.",
    missing="Only pairable labels count: an item with one label is left out of D_o and of D_e.",
    references=("krippendorff2004", "krippendorff2011"),
    shown=lambda summary: True,
    errors=standard_errors.of_alpha,
    family="kappa",
    symbol="α",
    headline=1,
    corrected=True,
    about=LEVELLED,
    chance_of_shares=shared_habits,
)
def alpha(
    summary: Summary, *, level: str | None = None, distance: object = None, period: float | None = None
) -> Kernel:
    counts = summary.counts
    if distance is not None:
        metric = between.given(summary.categories, distance)
    else:
        metric = between.of_level(summary.categories, level or summary.level, period)
    match metric:
        case between.SameCategory():
            return _by_matrix(counts, None)
        case between.Matrix(values):
            return _by_matrix(counts, values)
        case between.Embedded(points):
            return _by_points(counts, points)
        case between.Ranked():
            return _by_ranks(counts)
        case between.LowRank():
            return _by_low_rank(counts, metric)


def _per_item(counts: ItemCounts, pair_sums: Floats) -> Floats:
    """(patterns,) the pair sums over m − 1 (pairs over labels), 0 for items with one label."""
    paired = counts.pairs > 0
    return np.where(paired, pair_sums * counts.sizes / np.where(paired, counts.pairs, 1.0), 0.0)


def _totals(counts: ItemCounts, weights: Floats) -> tuple[Floats, Floats]:
    """(replicates, categories) pairable labels of each category, and (replicates,) in all."""
    pairable = (counts.pairs > 0).astype(np.float64)
    per_cell = np.asarray(counts.counts * np.repeat(pairable, counts.widths), dtype=np.float64)
    return counts.per_category(per_cell, weights), weights @ (counts.sizes * pairable)


def _made(within: Floats, between_all: Floats, number: Floats) -> Components:
    """α from Σ_u Σ_pairs δ / (m_u − 1), Σ over all ordered pairs of labels, and the number of pairable labels."""
    observed = divided(within, number)
    expected = divided(between_all, number * (number - 1))
    return {"value": 1 - divided(observed, expected), "observed": observed, "expected": expected}


def _by_matrix(counts: ItemCounts, distances: Floats | None) -> Kernel:
    within = _per_item(counts, pairwise.pair_disagreement(counts, distances))

    def kernel(weights: Floats) -> Components:
        used, number = _totals(counts, weights)
        return _made(weights @ within, pairwise.expected_same_source(used, distances), number)

    return kernel


def _by_points(counts: ItemCounts, points: Floats) -> Kernel:
    """Squared Euclidean distances: sums of squares about means replace all pairs.

    Σ over ordered pairs of |x − y|² = 2 m Σ |x − mean|². Points are brought to a size whose squares neither overflow
    nor vanish, and centred on the median label: the mean is no farther from it than a standard deviation.
    """
    if len(points) == 0:
        return _by_matrix(counts, None)
    points, exponent = scaled(points)
    used = np.cumsum(counts.pairable.totals())
    points, more = scaled(points - points[int(np.searchsorted(used, used[-1] / 2))])
    sizes = counts.sizes.astype(np.float64)
    sums = counts.project(points)
    spread = counts.project(np.einsum("cp,cp->c", points, points)[:, None])[:, 0]
    offset = points[counts.codes] - np.repeat(sums / sizes[:, None], counts.widths, axis=0)
    squares = counts.counts * np.einsum("np,np->n", offset, offset)
    about_mean = np.add.reduceat(squares, counts.starts[:-1]) if len(counts) else np.zeros(0)
    pairable = (counts.pairs > 0).astype(np.float64)
    features = np.column_stack(
        [_per_item(counts, 2 * sizes * about_mean), sizes * pairable, spread * pairable, sums * pairable[:, None]]
    )

    def kernel(weights: Floats) -> Components:
        totals = weights @ features
        number, square, linear = totals[:, 1], totals[:, 2], totals[:, 3:]
        between_all = 2 * (number * square - np.einsum("bp,bp->b", linear, linear))
        # all labels equal leaves only rounding, of the order of 1e-16 of the terms that cancel
        between_all = np.where(between_all <= 1e-13 * number * square, 0.0, between_all)
        made = _made(totals[:, 0], between_all, number)
        return {name: part if name == "value" else in_units(part, exponent + more) for name, part in made.items()}

    return kernel


def _by_ranks(counts: ItemCounts) -> Kernel:
    """Krippendorff's ordinal metric is the squared difference of mid-ranks, which change with every replicate."""
    sizes = counts.sizes.astype(np.float64)

    def kernel(weights: Floats) -> Components:
        used, number = _totals(counts, weights)
        # about their mean, (below − above) / 2: all labels but a few in one category leave it near 0
        ranks = (pairwise.before(used) - pairwise.after(used)) / 2
        sums = counts.project(ranks.T)
        squares = counts.project(ranks.T**2)
        within = _per_item(counts, np.ones(len(counts)))[:, None] * 2 * (sizes[:, None] * squares - sums**2)
        between_all = 2 * number * np.einsum("bc,bc->b", used, ranks**2)
        return _made(np.einsum("br,rb->b", weights, within), between_all, number)

    return kernel


def _by_low_rank(counts: ItemCounts, metric: between.LowRank) -> Kernel:
    row, first, second, times = pairwise.label_pairs(counts)
    pair_sums = np.bincount(row, weights=times * metric.exact(first, second), minlength=len(counts)).astype(np.float64)
    within = _per_item(counts, pair_sums)

    def kernel(weights: Floats) -> Components:
        used, number = _totals(counts, weights)
        thin = used @ metric.factors
        between_all = number**2 - quadratic_forms(thin, metric.core, thin)
        between_all = np.where(between_all <= 1e-12 * number**2, 0.0, between_all)
        return _made(weights @ within, between_all, number)

    return kernel
