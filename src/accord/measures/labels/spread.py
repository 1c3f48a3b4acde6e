"""How labels spread over categories within an item: unanimity and entropy."""

from __future__ import annotations

import numpy as np

from accord.annotations import Summary
from accord.measures.labels.kernels.pairwise import ratio_of_sums
from accord.measures.record import Kernel, Undefined, measure


@measure(
    "labels",
    title="Unanimous items: the share of items that everybody puts in one category",
    formula="U = items with one category / items with two labels or more",
    assumes="Nothing about chance; it falls with every annotator added.",
    missing="Items with fewer than two labels are left out.",
    references=("artstein2008",),
    family="agreement",
    symbol="unanimous",
)
def percent_unanimous(summary: Summary) -> Kernel:
    counts = summary.counts
    paired = counts.pairs > 0
    share = ratio_of_sums(np.column_stack([paired & (np.diff(counts.starts) == 1), paired]).astype(np.float64))
    return lambda weight: {"value": share(weight)}


@measure(
    "labels",
    title="Entropy: how evenly an item's labels spread over the categories (0: all alike)",
    formula="H = mean over items of −Σ_c p_c log p_c / log C",
    assumes="Nothing about chance. With m labels it cannot exceed log m / log C.",
    missing="Items with fewer than two labels are left out.",
    references=("shannon1948",),
    bounded=False,
    lower_is_better=True,
    family="dispersion",
    symbol="H",
)
def entropy(summary: Summary) -> Kernel:
    counts, size = summary.counts, len(summary.categories)
    if size < 2:
        raise Undefined("entropy is not defined for a single category")
    share = counts.counts / np.repeat(counts.sizes, np.diff(counts.starts))
    each = -share * np.log(share) / np.log(size)
    per_item = np.add.reduceat(each, counts.starts[:-1]) if len(counts) else np.zeros(0)
    paired = (counts.pairs > 0).astype(np.float64)
    mean = ratio_of_sums(np.column_stack([np.maximum(per_item, 0.0) * paired, paired]))
    return lambda weight: {"value": mean(weight)}
