"""The u-family of Krippendorff, Mathet, Bouvry & Widlöcher (2016): how long who put what in which category.

Everybody parts the continuum into units, which have a category, and gaps between them. What is compared are lengths:
of the stretches where a unit or gap of one annotator intersects one of another. By chance any two pieces meet, but no
unit meets itself; gaps are no units and are made of pieces of length 1, as in the paper.

All sums come from the pairs of units that overlap: the time that v annotators have marked at once is their overlap.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np

from accord.annotations.spans import Spans
from accord.measures.record import BlockKernel, Components, Parameter, measure
from accord.measures.spans.kernels.stretches import Stretches, overlaps_of, stretches
from accord.measures.spans.parameters import place_of_category
from accord.results import UsageError
from accord.results.arrays import Floats
from accord.statistics.division import divided

ASSUMES = (
    "Units of one annotator do not overlap. Chance draws from the lengths of all units and gaps that were given, in "
    "all documents; no unit is paired with itself."
)
MISSING = (
    "Documents that fewer than two annotators were asked about are left out, units without length do not count. An "
    "annotator who found nothing in a document left one gap."
)
UNITIZED = ("krippendorff2016", "krippendorff2019")
SMALLEST = Parameter("The length of the pieces that gaps are made of, in positions; 0 for a continuum without pieces.")
NO_DISAGREEMENT = 1e-12  # expected; less is what rounding leaves of lengths that are equal
ONE_CATEGORY = "where units of two annotators overlap there is one category only, or one unit of each"

unitizing_measure = partial(
    measure,
    "spans",
    assumes=ASSUMES,
    missing=MISSING,
    references=UNITIZED,
    family="unitizing",
    corrected=True,
    by_document=True,
)


@unitizing_measure(
    title="uα: agreement on units, their bounds and categories, and on the gaps between them",
    formula="1 − D_o / D_e; D_o the share of intersecting lengths of other categories (a gap is one), D_e by chance",
    symbol="uα",
    by_category="ku_alpha",
    about={"smallest": SMALLEST},
    side_by_side={"segmentation": 6, "apart": 3},
)
def u_alpha(spans: Spans, *, smallest: float = 1.0) -> BlockKernel:
    return _with_gaps(stretches(spans), smallest)


@unitizing_measure(
    title="|uα: agreement on what is a unit and what is a gap, whatever the categories",
    formula="as uα, with one category for all units",
    symbol="|uα",
    about={"smallest": SMALLEST},
    side_by_side={"apart": 4},
)
def u_alpha_binary(spans: Spans, *, smallest: float = 1.0) -> BlockKernel:
    data = stretches(spans)
    return _with_gaps(replace(data, codes=np.zeros_like(data.codes), categories=1), smallest)


def _with_gaps(data: Stretches, smallest: object) -> BlockKernel:
    if isinstance(smallest, bool) or not isinstance(smallest, int | float) or not 0 <= smallest < math.inf:
        raise UsageError(f"smallest={smallest!r} is not a length", "give 1, the length of a position, or 0")
    overlaps = overlaps_of(data)
    units, squares = data.by_category(data.lengths), data.squares
    whole, covered = data.asked * data.sizes, data.summed(data.lengths)
    gaps = whole - covered
    # of m annotators v have marked a place, and (m − v)(m − v − 1) = m (m − 1) − 2 (m − 1) v + v (v − 1)
    agreed = data.summed(overlaps.alike) + whole - 2 * covered + data.summed(overlaps.marked)

    def totals(weights: Floats) -> Components:
        used, empty, total = (units.T @ weights.T).T, weights @ gaps, weights @ whole
        itself = weights @ squares + smallest * empty
        expected = divided(total**2 - (used**2).sum(axis=1) - empty**2, total**2 - itself)
        return _corrected(divided(total - weights @ agreed, total), expected)

    undefined = "everybody marked the whole continuum in one category, and chance explains everything"
    return BlockKernel(totals, len(data), data.drawn, (), data.diagnostics, {}, undefined)


@unitizing_measure(
    title="cuα: agreement on the categories of units, where units of two annotators overlap",
    formula="as uα, over the intersections of two units alone; coverage is their share of the continuum",
    symbol="cuα",
    by_category="ku_alpha",
    side_by_side={"segmentation": 7, "apart": 5},
)
def cu_alpha(spans: Spans) -> BlockKernel:
    data = stretches(spans)
    overlap = overlaps_of(data)
    marked, agreed, squares = data.by_category(overlap.marked), data.summed(overlap.alike), data.summed(overlap.squares)
    whole = data.asked * data.sizes

    def totals(weights: Floats) -> Components:
        used = (marked.T @ weights.T).T
        total = used.sum(axis=1)
        observed = divided(total - weights @ agreed, total)
        expected = divided(total**2 - (used**2).sum(axis=1), total**2 - weights @ squares)
        return {**_corrected(observed, expected), "coverage": divided(total, weights @ whole)}

    undefined = ONE_CATEGORY if overlap.marked.any() else "no units of two annotators overlap"
    return BlockKernel(totals, len(data), data.drawn, (), data.diagnostics, {}, undefined)


@unitizing_measure(
    title="(k)uα: agreement on one category, where units of two annotators overlap",
    formula="1 − D_o / D_e of the intersections of a unit of the category with any unit of another annotator; coverage "
    "is their share of the lengths of its units",
    symbol="(k)uα",
    about={"category": Parameter("The category that it is about.")},
)
def ku_alpha(spans: Spans, *, category: str | None = None) -> BlockKernel:
    """Needs `category=`; for all categories use `accord measure --by category`."""
    code = place_of_category(spans, category, "ku_alpha")
    data = stretches(spans)
    overlaps, mine = overlaps_of(data), data.codes == code
    marked, agreed, squares, lengths = (
        data.summed(mine * amounts) for amounts in (overlaps.marked, overlaps.alike, overlaps.squares, data.lengths)
    )
    everything = data.summed(overlaps.marked)

    def totals(weights: Floats) -> Components:
        used, total = weights @ marked, weights @ everything
        observed = divided(used - weights @ agreed, used)
        expected = divided(used * (total - used), used * total - weights @ squares)
        return {**_corrected(observed, expected), "coverage": divided(used, weights @ lengths)}

    undefined = ONE_CATEGORY if marked.any() else f"no unit of '{category}' overlaps a unit of another annotator"
    return BlockKernel(totals, len(data), data.drawn, (), data.diagnostics, {}, undefined)


def _corrected(observed: Floats, expected: Floats) -> Components:
    expected = np.where(expected > NO_DISAGREEMENT, expected, 0.0)
    return {"value": 1 - divided(observed, expected), "observed": observed, "expected": expected}
