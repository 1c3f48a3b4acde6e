"""Gwet's AC1 and AC2, Brennan & Prediger's and Randolph's free-marginal coefficients, Bangdiwala's B."""

from __future__ import annotations

from functools import partial

import numpy as np

from accord.annotations import Summary
from accord.measures.labels.kernels import distances as between
from accord.measures.labels.kernels import pairwise, standard_errors
from accord.measures.labels.kernels.pair_tables import PairTables
from accord.measures.labels.kernels.population_chance import even_chance, hard_items
from accord.measures.labels.parameters import WEIGHTED
from accord.measures.record import Components, Kernel, Undefined, in_portions, measure
from accord.results.arrays import Floats
from accord.statistics.division import divided

_MISSING = (
    "Items with one label have no pair, but stay in the categories' shares; Krippendorff's α leaves them out of both."
)


gwet_measure = partial(
    measure, "labels", missing=_MISSING, errors=standard_errors.of_gwet, family="Gwet", corrected=True
)
even_measure = partial(
    measure,
    "labels",
    missing="Items with fewer than two labels are left out.",
    errors=standard_errors.of_free_marginals,
    family="even chance",
    corrected=True,
    chance_of_shares=even_chance,
)


def _gwet(summary: Summary, weights: object) -> Kernel:
    counts, size = summary.counts, len(summary.categories)
    if size < 2:
        raise Undefined("chance agreement is not defined for a single category")
    disagreement = between.weighted(summary.categories, weights) if weights is not None else None
    largest = float(disagreement.max()) if disagreement is not None else 1.0
    total = float((1 - disagreement / largest).sum()) if disagreement is not None else float(size)
    observed = pairwise.observed_disagreement(counts, disagreement)

    def kernel(weight: Floats) -> Components:
        shares = pairwise.item_shares(counts, weight)
        chance = total / (size * (size - 1)) * (shares * (1 - shares)).sum(axis=1)
        return pairwise.corrected(observed(weight) / largest, 1 - chance)

    return kernel


@gwet_measure(
    title="Gwet's AC1: agreement corrected for items that are hard to label",
    formula="AC1 = (A_o − A_e) / (1 − A_e), A_e = Σ_c p_c (1 − p_c) / (C − 1)",
    assumes="Annotators guess only on hard items; the value stays high when one category is frequent.",
    references=("gwet2008", "gwet2014"),
    shown=lambda summary: summary.level == "nominal",
    symbol="AC1",
    chance_of_shares=hard_items,
)
def ac1(summary: Summary) -> Kernel:
    return _gwet(summary, None)


@gwet_measure(
    title="Gwet's AC2: AC1 with weights between categories",
    formula="AC2 = (A_o − A_e) / (1 − A_e), A_e = T_w / (C (C − 1)) Σ_c p_c (1 − p_c), T_w the sum of all weights",
    assumes="As AC1; weights='linear', 'quadratic', 'ordinal', … or a matrix.",
    references=("gwet2014",),
    shown=lambda summary: summary.level in ("ordinal", "interval", "ratio"),
    symbol="AC2",
    about=WEIGHTED,
)
def ac2(summary: Summary, *, weights: object = "quadratic") -> Kernel:
    return _gwet(summary, weights)


@even_measure(
    title="Brennan & Prediger's coefficient: chance spreads evenly over the categories, with weights",
    formula="BP = (A_o − A_e) / (1 − A_e), A_e = T_w / C² (1/C without weights: Bennett's S)",
    assumes="As S; weights='linear', 'quadratic', … or a matrix.",
    references=("brennan1981", "gwet2014"),
    human="Brennan & Prediger's coefficient",
    symbol="BP",
    about=WEIGHTED,
)
def brennan_prediger(summary: Summary, *, weights: object = None) -> Kernel:
    return pairwise.free_marginals(summary, weights)


@even_measure(
    title="Randolph's free-marginal κ: Fleiss' observed agreement, chance even over the categories",
    formula="κ_free = (A_o − 1/C) / (1 − 1/C)",
    assumes="Annotators do not know how many items belong to each category; the same value as S.",
    references=("randolph2005",),
    human="Randolph's κ",
)
def randolph(summary: Summary) -> Kernel:
    return pairwise.free_marginals(summary)


@measure(
    "labels",
    title="Bangdiwala's B: the share of the agreement chart that agreement fills, two annotators",
    formula="B = Σ_c n_cc² / Σ_c n_c. n_.c",
    assumes="No correction for chance: areas of the agreement chart, so that frequent categories weigh most.",
    missing="Only items that both annotators labelled are counted.",
    references=("bangdiwala1985",),
    who=True,
    errors=standard_errors.of_bangdiwala,
    family="agreement chart",
    symbol="B",
)
def bangdiwala(summary: Summary) -> Kernel:
    rows = pairwise.two_annotators(summary, "fleiss or alpha")
    between.assert_few(summary.categories)
    tables = PairTables.of(rows)

    def kernel(weight: Floats) -> Components:
        table = tables.of_pair(weight, 0)
        same = np.einsum("bcc->bc", table)
        return {"value": divided((same**2).sum(axis=1), (table.sum(axis=2) * table.sum(axis=1)).sum(axis=1))}

    return in_portions(kernel, tables.size**2)
