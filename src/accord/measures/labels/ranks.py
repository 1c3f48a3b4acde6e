"""Agreement of rankings: Kendall's W and the mean of Spearman's ρ."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from accord.annotations import Summary
from accord.measures.labels.kernels.complete_items import (
    CompleteTable,
    complete_measure,
    complete_table,
    numeric_values,
)
from accord.measures.labels.kernels.pairwise import after, before, of_others
from accord.measures.record import Components, Kernel, Parameter
from accord.results.arrays import Floats
from accord.statistics.division import divided


class _Ranks:
    """Every annotator's mid-ranks of the items, for many replicates at once."""

    def __init__(self, summary: Summary) -> None:
        self.table: CompleteTable = complete_table(summary)
        values = numeric_values(summary)
        place = np.empty(len(values), dtype=np.int64)
        place[np.argsort(values, kind="stable")] = np.arange(len(values))
        self.codes = place[self.table.codes]
        self.size = len(values)
        self.width = self.codes.shape[1]

    def __call__(self, weight: Floats) -> Iterator[tuple[Floats, Floats, Floats]]:
        """For each annotator: (replicates, items) mid-ranks about their mean, (replicates,) N³ − Σ t³ over ties, and
        their sum of squares."""
        items = self.table.weights(weight)
        number = items.sum(axis=1, keepdims=True)
        for annotator in range(self.width):
            mine = self.codes[:, annotator]
            used = np.zeros((len(items), self.size))
            for code in np.unique(mine):
                used[:, code] = items[:, mine == code].sum(axis=1)
            ranks = (before(used) - after(used)) / 2
            untied = (used * of_others(used) * (number + used)).sum(axis=1)
            yield ranks[:, mine], untied, (used * ranks**2).sum(axis=1)


@complete_measure(
    title="Kendall's W: how similarly the annotators rank the items",
    formula="W = 12 S / (A² (N³ − N) − A Σ T), S the spread of rank sums, T = Σ (t³ − t) over an annotator's ties",
    assumes="Only the order of the ratings counts. ties=False leaves the correction for ties out.",
    references=("kendall1939",),
    shown=lambda summary: summary.level == "ordinal",
    family="ranks",
    symbol="W",
    about={"ties": Parameter("Whether tied ranks are corrected for.", (True, False))},
)
def kendall_w(summary: Summary, *, ties: bool = True) -> Kernel:
    ranked = _Ranks(summary)

    def kernel(weight: Floats) -> Components:
        items = ranked.table.weights(weight)
        number = items.sum(axis=1)
        total, bottom = np.zeros_like(items), np.zeros(len(items))
        for ranks, untied, _ in ranked(weight):
            total += ranks
            bottom += untied if ties else number**3 - number
        return {"value": divided(12 * (items * total**2).sum(axis=1), ranked.width * bottom)}

    return kernel


@complete_measure(
    title="Spearman's ρ: the mean correlation of ranks over pairs of annotators",
    formula="ρ = mean over pairs of the correlation of their mid-ranks",
    assumes="Only the order of the ratings counts; annotators whose ratings are all equal make it undefined.",
    references=("spearman1904",),
    shown=lambda summary: summary.level == "ordinal",
    family="ranks",
    symbol="ρ",
)
def spearman(summary: Summary) -> Kernel:
    ranked = _Ranks(summary)

    def kernel(weight: Floats) -> Components:
        items = ranked.table.weights(weight)
        total = np.zeros_like(items)
        for ranks, _, squares in ranked(weight):
            total += divided(ranks, np.sqrt(squares)[:, None])
        return {"value": ((items * total**2).sum(axis=1) - ranked.width) / (ranked.width * (ranked.width - 1))}

    return kernel
