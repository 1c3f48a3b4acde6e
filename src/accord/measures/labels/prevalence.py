"""Indices of prevalence and bias, which explain why coefficients differ on the same data."""

from __future__ import annotations

from functools import partial

import numpy as np

from accord.annotations import Summary
from accord.measures.labels.kernels import pairwise, standard_errors
from accord.measures.labels.kernels.annotator_habits import expected_other_annotator
from accord.measures.record import Components, Kernel, in_portions, measure
from accord.results.arrays import Floats
from accord.statistics.division import divided

index_measure = partial(measure, "labels", bounded=False, family="index")


@measure(
    "labels",
    title="PABAK: κ if both categories were equally frequent and the annotators unbiased",
    formula="PABAK = 2 A_o − 1; for C categories (C·A_o − 1)/(C − 1), which is S",
    assumes="Prevalence and bias are nuisances; reported beside κ, never instead of it.",
    missing="Items with fewer than two labels are left out.",
    references=("byrt1993", "simwright2005"),
    shown=lambda summary: len(summary.categories) == 2 and summary.level == "nominal",
    errors=standard_errors.of_free_marginals,
    family="even chance",
    corrected=True,
)
def pabak(summary: Summary) -> Kernel:
    return pairwise.free_marginals(summary)


@index_measure(
    title="Prevalence index: how far one of two categories outweighs the other",
    formula="PI = |p_1 − p_2|, p_c the share of category c (|a − d| / N for two annotators)",
    assumes="Two categories. 0: balanced; towards 1, κ and π fall whatever the annotators do.",
    missing="The share of a category is the mean over items of its share of their labels.",
    references=("byrt1993", "simwright2005"),
    shown=lambda summary: len(summary.categories) == 2 and summary.level == "nominal",
)
def prevalence_index(summary: Summary) -> Kernel:
    pairwise.two_categories(summary)
    counts = summary.counts

    def kernel(weight: Floats) -> Components:
        shares = pairwise.item_shares(counts, weight)
        return {"value": np.abs(shares[:, 0] - shares[:, 1])}

    return kernel


@index_measure(
    title="Bias index: how differently annotators use the first of two categories",
    formula="BI = |p_a − p_b|, the mean over pairs of annotators (|b − c| / N for two annotators)",
    assumes="Two categories. 0: the annotators use them equally often.",
    missing="Each annotator's share comes from all items they labelled.",
    references=("byrt1993", "simwright2005"),
    who=True,
    resamples=("items",),
    shown=lambda summary: len(summary.categories) == 2 and summary.n_annotators == 2 and summary.level == "nominal",
    lower_is_better=True,
)
def bias_index(summary: Summary) -> Kernel:
    pairwise.two_categories(summary)
    rows = pairwise.known_annotators(summary)

    def kernel(weight: Floats) -> Components:
        shares, present = pairwise.annotator_shares(rows, weight)
        number = present.sum(axis=1)
        ranked = np.sort(np.where(present > 0, shares[:, :, 0], np.inf), axis=1)
        # Σ_{a<b} (x_b − x_a) over sorted values: each x_i enters (2 i − n + 1) times
        terms = np.where(np.isfinite(ranked), ranked, 0.0) * np.where(
            np.isfinite(ranked), 2 * np.arange(ranked.shape[1])[None, :] - number[:, None] + 1, 0.0
        )
        return {"value": divided(2 * terms.sum(axis=1), number * (number - 1))}

    return in_portions(kernel, 2 * len(rows.annotators))


@index_measure(
    title="Annotator bias: what the annotators' different habits take off the expected agreement",
    formula="B = A_e^π − A_e^κ, the expected agreements of Fleiss' and of Davies & Fleiss' κ",
    assumes="Any number of annotators and categories. 0: all use the categories equally often, and π = κ.",
    missing="As for fleiss and multi_kappa.",
    references=("artstein2005", "artstein2008"),
    who=True,
    shown=lambda summary: summary.annotators is not None and summary.level == "nominal",
    lower_is_better=True,
)
def annotator_bias(summary: Summary) -> Kernel:
    rows = pairwise.known_annotators(summary)
    counts = rows.tallies
    expected = expected_other_annotator(rows, None)

    def kernel(weight: Floats) -> Components:
        together = pairwise.expected_same_source(pairwise.item_shares(counts, weight), None)
        apart = expected(weight)
        return {"value": apart - together, "expected_pi": 1 - together, "expected_kappa": 1 - apart}

    return kernel
