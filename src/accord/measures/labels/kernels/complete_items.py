"""Tables without gaps: the items that every annotator labelled, for measures that compare whole columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Summary
from accord.measures.labels.kernels.pairwise import known_annotators
from accord.measures.record import Undefined, measure
from accord.results.arrays import Floats

complete_measure = partial(
    measure,
    "labels",
    missing="Only items that every annotator labelled are used.",
    numeric=True,
    resamples=("items",),
    who=True,
)
"""The decorator of measures of complete items."""


@dataclass(frozen=True, eq=False)
class CompleteTable:
    """(items, annotators) codes of the rows that every annotator labelled, and which rows those are."""

    codes: NDArray[np.int32]
    rows: NDArray[np.intp]

    def weights(self, weights: Floats) -> Floats:
        """(replicates, items) the weights of these rows."""
        return weights[:, self.rows]


def complete_table(summary: Summary) -> CompleteTable:
    """The complete part of the data, or Undefined with the number of items that have gaps."""
    rows = known_annotators(summary)
    width = len(rows.annotators)
    full = np.flatnonzero(rows.sizes == width)
    if int(rows.multiplicity[full].sum()) < 2:
        raise Undefined(
            f"it needs two items or more that all {width:,} annotators labelled, and "
            f"{int(rows.multiplicity[full].sum()):,} of {summary.n_items:,} are"
        )
    return CompleteTable(rows.codes[rows.starts[full][:, None] + np.arange(width)], full)


def numeric_values(summary: Summary) -> Floats:
    """The categories as numbers: their values, or their places when an order was declared."""
    categories = summary.categories
    if categories.values is not None:
        return categories.values
    if categories.declared and summary.level == "ordinal":
        return np.arange(1.0, len(categories) + 1)
    raise Undefined("it needs numeric labels, or an ordinal level with declared categories")
