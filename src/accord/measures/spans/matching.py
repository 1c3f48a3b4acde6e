"""Precision, recall and F of matched units: the report on spans that people ask for first.

The kinds of match are those of SemEval-2013 task 9 (Segura-Bedmar et al. 2013), which go back to MUC-5 (Chinchor &
Sundheim 1993):

    here                            SemEval-2013      a pair of units matches when
    exact                           strict            bounds and category are equal
    boundary                        exact             bounds are equal, whatever the category
    overlap with credit=.5          partial           they overlap, whatever the category; other bounds count half
    type                            type              they overlap and have the same category

Scorers of these schemes walk through the units in order and take the first that fits; here the matching is one to one
and of largest credit, so that the order of units and of annotators does not matter.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord.annotations.spans import Spans
from accord.measures.pairwise import divided
from accord.measures.record import BlockKernel, Components, measure
from accord.measures.spans.matched_units import Floats
from accord.measures.spans.pair_counts import PairCounts, pair_counts

ASSUMES = (
    "Units are found or not: there are no true negatives and no correction for chance. match= says what counts as "
    "found: 'exact' (bounds and category), 'boundary' (bounds), 'type' (some overlap and the same category), 'overlap' "
    "(some overlap); credit= is what a match with other bounds counts in the last two. reference= names the annotator "
    "with whom everybody is compared."
)
MISSING = (
    "Each pair of annotators is compared on the documents that both were asked about; an annotator without units there "
    "counts as having found none. Pairs in which nobody found a unit are left out and counted."
)
REFERENCES = ("chinchor1993", "segurabedmar2013", "hripcsak2005")
Ratio = Callable[[Floats, Floats, Floats], Floats]


@measure(
    "spans",
    title="F of matched units: the harmonic mean of precision and recall",
    formula="F = mean over pairs (a, b) of 2·matched_ab / (units_a + units_b)",
    assumes=ASSUMES,
    missing=MISSING,
    references=REFERENCES,
    shown=lambda data: True,
)
def f1(spans: Spans, *, match: object = "exact", credit: object = 1.0, reference: object = None) -> BlockKernel:
    counts = pair_counts(spans, match, credit, reference)
    return _kernel(counts, lambda credit, a, b: divided(2 * credit, a + b), "anybody")


@measure(
    "spans",
    title="Precision of matched units: the share of the second annotator's units that the first has too",
    formula="P = mean over pairs (a, b) of matched_ab / units_b; a is the reference, or comes first among annotators",
    assumes=ASSUMES + " Without a reference the order of the annotators decides who is compared with whom.",
    missing=MISSING,
    references=REFERENCES,
)
def precision(spans: Spans, *, match: object = "exact", credit: object = 1.0, reference: object = None) -> BlockKernel:
    return _kernel(pair_counts(spans, match, credit, reference), lambda credit, a, b: divided(credit, b), "the second")


@measure(
    "spans",
    title="Recall of matched units: the share of the first annotator's units that the second has too",
    formula="R = mean over pairs (a, b) of matched_ab / units_a; a is the reference, or comes first among annotators",
    assumes=ASSUMES + " Without a reference the order of the annotators decides who is compared with whom.",
    missing=MISSING,
    references=REFERENCES,
)
def recall(spans: Spans, *, match: object = "exact", credit: object = 1.0, reference: object = None) -> BlockKernel:
    return _kernel(pair_counts(spans, match, credit, reference), lambda credit, a, b: divided(credit, a), "the first")


def _kernel(counts: PairCounts, ratio: Ratio, whose: str) -> BlockKernel:
    """The mean of a ratio over the pairs in which it is defined; tp, fp and fn are sums over all pairs.

    It has no value where annotators of no pair, or those told by `whose`, found a unit.
    """

    def totals(weights: Floats) -> Components:
        credit, first, second = counts.totals(weights)
        values = ratio(credit, first, second)
        known = ~np.isnan(values)
        defined = known.sum(axis=1).astype(np.float64)
        return {
            "value": divided(np.where(known, values, 0.0).sum(axis=1), defined),
            "tp": credit.sum(axis=1),
            "fp": (second - credit).sum(axis=1),
            "fn": (first - credit).sum(axis=1),
            "pairs": defined,
        }

    return BlockKernel(
        totals=totals,
        blocks=counts.blocks,
        drawn=counts.drawn,
        tables={"pairs": counts.rows()},
        undefined=f"in no pair of annotators did {whose} find a unit",
    )
