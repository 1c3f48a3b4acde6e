"""Measures made pair by pair of annotators: Light's mean κ and the largest κ that marginals allow."""

from __future__ import annotations

from functools import partial

import numpy as np

from accord.annotations import Summary
from accord.measures.labels.kernels import distances as between
from accord.measures.labels.kernels import pairwise
from accord.measures.labels.kernels.pair_tables import PairTables
from accord.measures.labels.parameters import WEIGHTED
from accord.measures.record import Components, Kernel, in_portions, measure
from accord.results.arrays import Floats
from accord.statistics.division import divided
from accord.statistics.quadratic_forms import quadratic_forms

pair_measure = partial(measure, "labels", who=True, family="pairs", corrected=True)


@pair_measure(
    title="Light's κ: the mean of Cohen's κ over all pairs of annotators",
    formula="κ_L = mean over pairs (a, b) of κ_ab",
    assumes="As Cohen's κ for each pair; every pair counts alike, however few items it shares.",
    missing="Each pair uses the items both labelled; pairs whose κ is undefined are left out and counted.",
    references=("light1971", "conger1980"),
    about=WEIGHTED,
)
def light(summary: Summary, *, weights: object = None) -> Kernel:
    tables = PairTables.of(pairwise.known_annotators(summary))
    disagreement = between.weighted(summary.categories, weights)

    def kernel(weight: Floats) -> Components:
        total, defined = np.zeros(len(weight)), np.zeros(len(weight))
        for pair in range(len(tables)):
            table = tables.of_pair(weight, pair)
            number = table.sum(axis=(1, 2))
            first, second = divided(table.sum(axis=2), number[:, None]), divided(table.sum(axis=1), number[:, None])
            observed = divided(np.einsum("bcd,cd->b", table, disagreement), number)
            value = 1 - divided(observed, quadratic_forms(first, disagreement, second))
            known = ~np.isnan(value)
            total[known] += tables.times[pair] * value[known]
            defined += tables.times[pair] * known
        return {"value": divided(total, defined), "pairs": defined}

    return in_portions(kernel, tables.size**2)


@pair_measure(
    title="Largest κ: what κ could be at most with these marginals, two annotators",
    formula="κ_max = (Σ_c min(p_1c, p_2c) − A_e) / (1 − A_e)",
    assumes="The annotators' habits are taken as given; κ / κ_max is sometimes reported, and is too favourable.",
    missing="Only items that both annotators labelled are counted.",
    references=("cohen1960",),
    symbol="κ_max",
)
def kappa_max(summary: Summary) -> Kernel:
    rows = pairwise.two_annotators(summary, "it pair by pair")
    between.assert_few(summary.categories)
    tables = PairTables.of(rows)

    def kernel(weight: Floats) -> Components:
        table = tables.of_pair(weight, 0)
        number = table.sum(axis=(1, 2))
        first, second = table.sum(axis=2), table.sum(axis=1)
        apart = np.abs(first - second).sum(axis=1) / 2
        expected = np.einsum("bc,bc->b", first, pairwise.of_others(second))
        return pairwise.corrected(divided(apart, number), divided(expected, number**2))

    return in_portions(kernel, tables.size**2)
