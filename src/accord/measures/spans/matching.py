"""Precision, recall and F1 of matched units: the report on spans that people ask for first.

The kinds of match are those of SemEval-2013 task 9 (Segura-Bedmar et al. 2013), which go back to MUC-5 (Chinchor &
Sundheim 1993):

    here                            SemEval-2013      a pair of units matches when
    exact, strict, conll            strict            bounds and category are equal
    boundary, semeval_exact         exact             bounds are equal, whatever the category
    overlap with credit=.5, partial partial           they overlap, whatever the category; other bounds count half
    type                            type              they overlap and have the same category
    overlap, ace                                      they overlap, whatever the category
    muc                                               they overlap; bounds and category count half each

Scorers of these schemes walk through the units in order and take the first that fits; here the matching is one to one
and of largest credit, so that the order of units and of annotators does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from accord.annotations.spans import Spans
from accord.measures.record import BlockKernel, Components, Parameter, measure
from accord.measures.spans.kernels.pair_counts import PairCounts, pair_counts
from accord.measures.spans.parameters import MATCHED, assert_costs
from accord.results import Diagnostic
from accord.results.arrays import Floats
from accord.statistics.division import divided

ASSUMES = (
    "Units are found or not: there are no true negatives and no correction for chance. match= says what counts as "
    "found: 'exact' (bounds and category), 'boundary' (bounds), 'type' (some overlap and the same category), 'overlap' "
    "(some overlap); credit= is what a match with other bounds counts in the last two. reference= names the annotator "
    "with whom everybody is compared; without one every pair counts in both directions."
)
MISSING = (
    "Each pair of annotators is compared on the documents that both were asked about; an annotator without units there "
    "counts as having found none. Pairs in which nobody found a unit are left out and counted."
)
REFERENCES = ("chinchor1993", "segurabedmar2013", "hripcsak2005")
Ratio = Callable[[Floats, Floats, Floats], Floats]


matching_measure = partial(
    measure,
    "spans",
    missing=MISSING,
    references=REFERENCES,
    family="matching",
    by_document=True,
    about=MATCHED,
)


@matching_measure(
    title="F1 of matched units: the harmonic mean of precision and recall",
    formula="F1 = mean over pairs (a, b) of 2·matched_ab / (units_a + units_b)",
    assumes=ASSUMES,
    shown=lambda data: True,
    symbol="F1",
    subject="F1 of exact matches",
    headline=3,
    between_two=True,
    shown_with=({"match": "boundary"}, {"match": "type"}, {"match": "overlap"}),
    side_by_side={"segmentation": 8, "apart": 6, "overlapping": 4},
)
def f1(spans: Spans, *, match: object = "exact", credit: object = 1.0, reference: object = None) -> BlockKernel:
    counts = pair_counts(spans, match, credit, reference)
    return _kernel(counts, lambda credit, a, b: divided(2 * credit, a + b), "anybody", oriented=reference is not None)


@matching_measure(
    title="Precision of matched units: the share of an annotator's units that the reference has too",
    formula="P = mean over annotators b of matched_ab / units_b; a is the reference, or everybody else in turn",
    assumes=ASSUMES + " Without a reference precision and recall are the same.",
    symbol="P",
)
def precision(spans: Spans, *, match: object = "exact", credit: object = 1.0, reference: object = None) -> BlockKernel:
    counts = pair_counts(spans, match, credit, reference)
    return _directed(counts, lambda credit, a, b: divided(credit, b), "the other annotator", reference)


@matching_measure(
    title="Recall of matched units: the share of the units of the reference that an annotator has too",
    formula="R = mean over annotators b of matched_ab / units_a; a is the reference, or everybody else in turn",
    assumes=ASSUMES + " Without a reference precision and recall are the same.",
    symbol="R",
)
def recall(spans: Spans, *, match: object = "exact", credit: object = 1.0, reference: object = None) -> BlockKernel:
    counts = pair_counts(spans, match, credit, reference)
    return _directed(counts, lambda credit, a, b: divided(credit, a), "the reference", reference)


@matching_measure(
    title="Slot error rate: what errors cost, per unit of the reference",
    formula="mean over pairs, either as the reference, of (type·T + boundary·B + both·TB + deleted + inserted) / units",
    assumes="No correction for chance; costs are a choice. Units that overlap are matched one to one, so that most is "
    "right; T have another category, B other bounds, TB both, and what has no partner was deleted or inserted.",
    references=("makhoul1999", "galibert2010"),
    symbol="SER",
    bounded=False,
    lower_is_better=True,
    about={
        "type_error": Parameter("What another category costs, where a unit that is missing or too many costs 1."),
        "boundary_error": Parameter("What other bounds cost."),
        "both": Parameter("What other bounds and another category cost."),
        "reference": MATCHED["reference"],
    },
    side_by_side={"apart": 7, "overlapping": 5},
)
def ser(
    spans: Spans, *, type_error: float = 0.5, boundary_error: float = 0.5, both: float = 1.0, reference: object = None
) -> BlockKernel:
    assert_costs(type_error=type_error, boundary_error=boundary_error, both=both)
    counts = pair_counts(spans, "slots", 1.0, reference)
    price = counts.priced(spans, type_error, boundary_error, both)

    def totals(weights: Floats) -> Components:
        _, first, second = counts.totals(weights)
        paid, matched = ((table @ weights.T).T for table in price)
        cost = paid + first + second - 2 * matched
        values = divided(cost, first)
        if reference is None:
            values = np.concatenate((values, divided(cost, second)), axis=1)
        known = ~np.isnan(values)
        return {
            "value": divided(np.where(known, values, 0.0).sum(axis=1), known.sum(axis=1).astype(np.float64)),
            "substitutions": paid.sum(axis=1),
            "deletions": (first - matched).sum(axis=1),
            "insertions": (second - matched).sum(axis=1),
        }

    whose = "anybody" if reference is None else "the reference"
    return BlockKernel(
        totals, counts.blocks, counts.drawn, undefined=f"in no pair of annotators did {whose} find a unit"
    )


def _directed(counts: PairCounts, ratio: Ratio, whose: str, reference: object) -> BlockKernel:
    """A ratio that changes when two annotators are exchanged: of everybody with the reference, or of all both ways."""
    if reference is not None:
        return _kernel(counts, ratio, whose, oriented=True)

    def both(credit: Floats, a: Floats, b: Floats) -> Floats:
        return np.concatenate([ratio(credit, a, b), ratio(credit, b, a)], axis=1)

    note = Diagnostic(
        "ACC310",
        "nobody is the reference: every pair of annotators counts in both directions, and precision equals recall",
        hint="name the reference, as in precision(reference='A'), or use f1",
    )
    return replace(_kernel(counts, both, "anybody", oriented=False), diagnostics=(note,))


def _kernel(counts: PairCounts, ratio: Ratio, whose: str, *, oriented: bool) -> BlockKernel:
    """The mean of a ratio over the pairs in which it is defined; tp, fp and fn are sums over all pairs.

    Where nobody is the reference, false positives and false negatives cannot be told apart and are shared out evenly.
    It has no value where annotators of no pair, or those told by `whose`, found a unit.
    """

    def totals(weights: Floats) -> Components:
        credit, first, second = counts.totals(weights)
        values = ratio(credit, first, second)
        known = ~np.isnan(values)
        apart = ((first + second - 2 * credit).sum(axis=1) / 2,) * 2
        missed = ((second - credit).sum(axis=1), (first - credit).sum(axis=1)) if oriented else apart
        return {
            "value": divided(np.where(known, values, 0.0).sum(axis=1), known.sum(axis=1).astype(np.float64)),
            "tp": credit.sum(axis=1),
            "fp": missed[0],
            "fn": missed[1],
            "pairs": known.reshape(len(known), -1, credit.shape[1]).any(axis=1).sum(axis=1).astype(np.float64),
        }

    return BlockKernel(
        totals=totals,
        blocks=counts.blocks,
        drawn=counts.drawn,
        tables={"pairs": counts.rows()},
        undefined=f"in no pair of annotators did {whose} find a unit",
    )
