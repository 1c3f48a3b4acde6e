"""Errors that annotators make in labels: which category they put in the place of which."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.annotations import Labels
from accord.degradations.label_reference import LabelReference
from accord.results import Expression


def label_rates(data: Labels, reference: LabelReference, others: Sequence[str]) -> dict[str, float]:
    """One error, a confusion matrix of the annotators' own; its rate is that of the category they miss most often.

    Row l of the matrix says what is put in the place of l, with what is left for l itself, so that at that magnitude
    every category is missed as often as it is. An item that an annotator has not labelled was not asked: no error.
    """
    first = data.first_ratings()
    if first.annotators is None or first.who is None:
        return {}
    true = reference.codes[np.repeat(np.arange(first.n_rows), first.sizes)]
    kept = (true >= 0) & np.isin(first.who, [first.annotators.index(name) for name in others])
    size = len(data.categories)
    counts = np.zeros((size, size))
    np.add.at(counts, (true[kept], first.codes[kept]), 1.0)
    asked = counts.sum(axis=1)
    wrong = np.divide(asked - np.diag(counts), asked, out=np.zeros(size), where=asked > 0)
    rate = float(wrong.max(initial=0.0))
    if not rate:
        return {"confuse": 0.0}
    rows = np.divide(counts, asked[:, None], out=np.eye(size), where=asked[:, None] > 0) / rate
    rows[np.arange(size), np.arange(size)] = 1 - wrong / rate
    matrix = tuple(tuple(round(float(cell), 6) for cell in row) for row in rows)
    return {str(Expression("confuse_matrix", matrix=matrix)): rate}
