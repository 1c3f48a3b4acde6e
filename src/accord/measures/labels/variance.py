"""Finn's R: agreement of numeric ratings as a share of the variance of chance."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from accord.annotations import Summary
from accord.annotations.categories import canonical_text
from accord.measures.pairwise import Floats, divided
from accord.measures.record import Components, Kernel, Undefined, measure
from accord.results import UsageError


@measure(
    "labels",
    title="Finn's R: 1 − observed variance / variance of ratings drawn evenly from the scale",
    formula="R = 1 − mean variance within items / ((L² − 1) / 12), L the number of levels of the scale",
    assumes="Numeric codes one apart. On nominal data the value depends on the arbitrary coding of the categories.",
    missing="Items with fewer than two labels are left out; every other item weighs by its labels less one.",
    references=("finn1970", "fort2012"),
)
def finn(summary: Summary, *, codes: object = None, levels: int | None = None) -> Kernel:
    values = _codes(summary, codes)
    counts = summary.counts
    if levels is not None and (isinstance(levels, bool) or not isinstance(levels, int) or levels < 2):
        raise UsageError(f"finn(levels={levels!r}): a scale has at least 2 levels")
    size = levels if levels is not None else len(summary.categories)
    if size < 2:
        raise Undefined("a scale of one level has no variance of chance")
    sizes = counts.sizes.astype(np.float64)
    mean = counts.project(values[:, None])[:, 0] / sizes
    offset = values[counts.codes] - np.repeat(mean, np.diff(counts.starts))
    squares = np.add.reduceat(counts.counts * offset**2, counts.starts[:-1]) if len(counts) else np.zeros(0)
    features = np.column_stack([squares, counts.pairs / sizes])
    chance = (size**2 - 1) / 12

    def kernel(weight: Floats) -> Components:
        totals = weight @ features
        observed = divided(totals[:, 0], totals[:, 1])
        return {"value": 1 - observed / chance, "observed": observed, "expected": np.full(len(weight), chance)}

    return kernel


def _codes(summary: Summary, codes: object) -> Floats:
    """A number for each category: given as a mapping, as a list of categories in the order 1, 2, …, or their values."""
    texts = summary.categories.texts
    if codes is None:
        if summary.categories.values is not None:
            return summary.categories.values
        if summary.categories.declared and summary.level == "ordinal":
            return np.arange(1.0, len(texts) + 1)
        raise Undefined(
            "Finn's R needs numeric codes: give codes=['first', 'second', …], the categories in their order"
        )
    if isinstance(codes, str) or not hasattr(codes, "__iter__"):
        raise UsageError("finn(codes=…) takes the categories in their order", "codes=['Nothing', 'Former', 'New']")
    pairs = codes.items() if isinstance(codes, Mapping) else tuple(codes)
    if pairs and all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
        given = {canonical_text(label): float(number) for label, number in pairs}
    else:
        given = {canonical_text(label): float(position) for position, label in enumerate(pairs, start=1)}
    absent = [text for text in texts if text not in given]
    if absent:
        raise UsageError(
            f"finn(codes=…) gives no code to the category '{absent[0]}'", f"the categories are {', '.join(texts)}"
        )
    return np.array([given[text] for text in texts])
