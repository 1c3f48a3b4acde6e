"""Measures that leave out what nobody annotated: F-measure, F′ and the slot error rate (Fort et al. 2012, section 3.4).

One category means *nothing*. A pair of labels of an item is then correct (C: the same slot), a substitution (S: two
different slots), a deletion (D: a slot for the reference only) or an insertion (I: a slot for the other only). With
more than two annotators the pairs of all annotators are counted together.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from accord.annotations import ItemCounts, RatingRows, Summary
from accord.annotations.categories import canonical_text
from accord.measures.labels.kernels import pairwise
from accord.measures.labels.parameters import REFERRED, SLOTTED
from accord.measures.record import Components, Kernel, Parameter, Undefined, measure
from accord.results import UsageError
from accord.results.arrays import Floats
from accord.statistics.division import divided

slot_measure = partial(
    measure,
    "labels",
    missing="Only pairs of annotators who both labelled the item are counted.",
    shown=lambda summary: summary.nothing is not None,
    family="slots",
)


@slot_measure(
    title="F-measure between annotators: agreement on what was annotated, nothing left out",
    formula="F = 2C / (2C + 2S + 2D/(1+a) + 2aI/(1+a)), a = alpha (1: precision and recall alike)",
    assumes="No correction for chance; the items where both annotated nothing do not count.",
    references=("hripcsak2005", "fort2012"),
    who=lambda parameters: parameters["reference"] is not None,
    symbol="F",
    human="F-measure",
    about={
        **SLOTTED,
        "alpha": Parameter("The weight of deletions against insertions; another than 1 needs a reference."),
        **REFERRED,
    },
)
def f_measure(summary: Summary, *, nothing: object = None, alpha: float = 1, reference: str | None = None) -> Kernel:
    if not alpha > 0:
        raise UsageError(f"f_measure(alpha={alpha!r}): the weight of deletions against insertions is positive")
    if alpha != 1 and reference is None:
        raise UsageError(
            "f_measure with another alpha than 1 distinguishes deletions from insertions",
            "name the annotator they refer to: reference='A1'",
        )
    slots = _slots(summary, nothing, reference)

    def kernel(weights: Floats) -> Components:
        correct, substituted, deleted, inserted = slots(weights)
        errors = 2 * substituted + 2 / (1 + alpha) * deleted + 2 * alpha / (1 + alpha) * inserted
        return {"value": divided(2 * correct, 2 * correct + errors), **_counts(correct, substituted, deleted, inserted)}

    return kernel


@slot_measure(
    title="F′: the F-measure with substitutions half right",
    formula="F′ = (2C + S) / (2C + 2S + D + I)",
    assumes="No correction for chance. With many items of nothing κ tends to it (Hripcsak & Rothschild 2005).",
    references=("fort2012", "hripcsak2005"),
    symbol="F′",
    about=SLOTTED,
)
def f_measure_half(summary: Summary, *, nothing: object = None) -> Kernel:
    slots = _slots(summary, nothing, None)

    def kernel(weights: Floats) -> Components:
        correct, substituted, deleted, inserted = slots(weights)
        bottom = 2 * correct + 2 * substituted + deleted + inserted
        return {"value": divided(2 * correct + substituted, bottom), **_counts(correct, substituted, deleted, inserted)}

    return kernel


@slot_measure(
    title="Slot error rate: the cost of the errors per annotated slot (lower is better)",
    formula="SER = (c·S + D + I) / slots, c = substitution; slots of the reference, or the mean of both (symmetric)",
    assumes="No correction for chance; costs are a choice. Oriented when a reference annotator is named.",
    references=("makhoul1999", "galibert2010", "fort2012"),
    who=lambda parameters: parameters["reference"] is not None,
    bounded=False,
    lower_is_better=True,
    symbol="SER",
    about={
        **SLOTTED,
        "substitution": Parameter("What another category costs, where a deletion or insertion costs 1."),
        **REFERRED,
    },
)
def ser(summary: Summary, *, nothing: object = None, substitution: float = 0.5, reference: str | None = None) -> Kernel:
    if not substitution >= 0:
        raise UsageError(f"ser(substitution={substitution!r}): a cost is at least 0")
    slots = _slots(summary, nothing, reference)

    def kernel(weights: Floats) -> Components:
        correct, substituted, deleted, inserted = slots(weights)
        annotated = correct + substituted + (deleted if reference is not None else (deleted + inserted) / 2)
        cost = substitution * substituted + deleted + inserted
        return {"value": divided(cost, annotated), **_counts(correct, substituted, deleted, inserted)}

    return kernel


def _counts(correct: Floats, substituted: Floats, deleted: Floats, inserted: Floats) -> Components:
    return {"correct": correct, "substitutions": substituted, "deletions": deleted, "insertions": inserted}


def _slots(summary: Summary, nothing: object, reference: str | None) -> _Slots:
    """How to count C, S, D, I for any weights."""
    name = nothing if nothing is not None else summary.nothing
    code = -1
    if name is not None:
        nothing_code = summary.categories.code(name)
        if nothing_code is None:
            raise Undefined(f"'{canonical_text(name)}' is not one of the categories ({summary.categories})")
        code = nothing_code
    if reference is None:
        return _Slots(_symmetric(summary.counts, code))
    rows = pairwise.known_annotators(summary)
    if reference not in (summary.annotators or ()):
        raise UsageError(f"there is no annotator '{reference}'", f"they are {', '.join(summary.annotators or ())}")
    if reference not in rows.annotators:
        raise Undefined(f"'{reference}' labelled nothing")
    return _Slots(_oriented(rows, code, reference))


class _Slots:
    """Features (patterns, 4): C, S, D, I of one item."""

    def __init__(self, features: Floats) -> None:
        self.features = features

    def __call__(self, weights: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        totals = weights @ self.features
        return totals[:, 0], totals[:, 1], totals[:, 2], totals[:, 3]


def _symmetric(counts: ItemCounts, nothing: int) -> Floats:
    """Unordered pairs; deletions and insertions cannot be told apart and are shared out evenly."""
    if len(counts) == 0:
        return np.zeros((0, 4))
    slot = counts.codes != nothing
    slots = np.add.reduceat(np.where(slot, counts.counts, 0), counts.starts[:-1]).astype(np.float64)
    own = np.add.reduceat(np.where(slot, counts.own_pairs, 0), counts.starts[:-1])
    correct = (np.add.reduceat(np.where(slot, counts.counts**2, 0), counts.starts[:-1]) - own) / 2
    pairs = (slots**2 - own) / 2
    one_sided = slots * (counts.sizes - slots)
    return np.column_stack([correct, pairs - correct, one_sided / 2, one_sided / 2])


def _oriented(rows: RatingRows, nothing: int, reference: str) -> Floats:
    """Pairs of the reference annotator with each of the others."""
    owner = np.repeat(np.arange(len(rows)), rows.sizes)
    theirs = rows.codes
    wanted = rows.label_of(reference)[owner]
    counted = (wanted >= 0) & (rows.who != rows.annotators.index(reference))
    slot, filled = wanted != nothing, theirs != nothing
    kinds = (
        counted & slot & (wanted == theirs),
        counted & slot & filled & (wanted != theirs),
        counted & slot & ~filled,
        counted & ~slot & filled,
    )
    return np.column_stack([np.bincount(owner[kind], minlength=len(rows)).astype(np.float64) for kind in kinds])
