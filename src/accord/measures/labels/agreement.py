"""Observed agreement, and the coefficients that correct it for chance: S, π, κ, multi-κ, Fleiss, α."""

from __future__ import annotations

from functools import partial

from accord.annotations import Summary
from accord.measures.labels.gwet import even_measure
from accord.measures.labels.kernels import distances as between
from accord.measures.labels.kernels import pairwise, standard_errors
from accord.measures.labels.kernels.annotator_habits import expected_other_annotator
from accord.measures.labels.kernels.population_chance import no_chance, shared_habits
from accord.measures.labels.parameters import WEIGHTED
from accord.measures.record import Components, Kernel, measure
from accord.results.arrays import Floats

_GWET_MISSING = (
    "Items with one label have no pair: they leave the observed agreement but stay in the categories' shares "
    "(Gwet 2014, section 2.4)."
)


@measure(
    "labels",
    title="Observed agreement A_o: how often two annotators of an item agree",
    formula="A_o = mean over items of the share of agreeing pairs among the pairs of labels of the item",
    assumes="Nothing about chance: with one frequent category it is high whatever the annotators do.",
    missing="Items with fewer than two labels are left out.",
    references=("artstein2008", "gwet2014"),
    shown=lambda summary: summary.level in ("nominal", "ordinal"),
    errors=standard_errors.of_observed_agreement,
    family="agreement",
    symbol="A_o",
    human="Observed agreement",
    headline=7,
    about=WEIGHTED,
    chance_of_shares=no_chance,
)
def observed_agreement(summary: Summary, *, weights: object = None) -> Kernel:
    disagreement, largest = _scaled(summary, weights)
    observed = pairwise.observed_disagreement(summary.counts, disagreement)

    def kernel(weight: Floats) -> Components:
        return {"value": 1 - observed(weight) / largest}

    return kernel


@even_measure(
    title="Bennett's S: agreement corrected for annotators who choose all categories alike",
    formula="S = (A_o − 1/C) / (1 − 1/C), C the number of categories",
    assumes="Chance annotators use all C categories equally; the value rises with every unused category declared.",
    missing=_GWET_MISSING,
    references=("bennett1954", "brennan1981"),
    shown=lambda summary: summary.level == "nominal",
    symbol="S",
    headline=6,
)
def s(summary: Summary) -> Kernel:
    return pairwise.free_marginals(summary)


def _one_distribution(summary: Summary, weights: object) -> Kernel:
    """Scott's π and Fleiss' κ are one kernel."""
    counts, disagreement, largest = summary.counts, *_scaled(summary, weights)
    observed = pairwise.observed_disagreement(counts, disagreement)

    def kernel(weight: Floats) -> Components:
        expected = pairwise.expected_same_source(pairwise.item_shares(counts, weight), disagreement)
        return pairwise.corrected(observed(weight), expected, largest)

    return kernel


kappa_measure = partial(
    measure,
    "labels",
    family="kappa",
    corrected=True,
    about=WEIGHTED,
    chance_of_shares=shared_habits,
)


@kappa_measure(
    title="Scott's π: agreement corrected for one shared distribution of categories",
    formula="π = (A_o − A_e) / (1 − A_e), A_e = Σ_c p_c², p_c the share of category c over both annotators",
    assumes="Chance annotators draw from the same distribution. With more than two annotators it is Fleiss' κ.",
    missing=_GWET_MISSING,
    references=("scott1955", "artstein2008"),
    shown=lambda summary: summary.n_annotators == 2 and summary.level == "nominal",
    errors=standard_errors.of_one_distribution,
    symbol="π",
    headline=5,
)
def pi(summary: Summary, *, weights: object = None) -> Kernel:
    return _one_distribution(summary, weights)


@kappa_measure(
    title="Fleiss' κ: Scott's π for any number of annotators",
    formula="κ = (A_o − A_e) / (1 − A_e), A_e = Σ_c p_c², p_c the mean over items of the share of category c",
    assumes="Chance annotators draw from one shared distribution; who said what is ignored. Siegel & Castellan's K.",
    missing=_GWET_MISSING,
    references=("fleiss1971", "siegel1988", "gwet2014"),
    shown=lambda summary: summary.n_annotators > 2 and summary.level == "nominal",
    errors=standard_errors.of_one_distribution,
    symbol="Fleiss' κ",
    headline=4,
)
def fleiss(summary: Summary, *, weights: object = None) -> Kernel:
    return _one_distribution(summary, weights)


def _own_distributions(summary: Summary, weights: object) -> Kernel:
    """Cohen's κ and Davies & Fleiss' multi-κ are one kernel."""
    rows = pairwise.known_annotators(summary)
    disagreement, largest = _scaled(summary, weights)
    observed = pairwise.observed_disagreement(rows.tallies, disagreement)
    expected = expected_other_annotator(rows, disagreement)

    def kernel(weight: Floats) -> Components:
        return pairwise.corrected(observed(weight), expected(weight), largest)

    return kernel


@kappa_measure(
    title="Cohen's κ: agreement corrected for each annotator's own distribution, two annotators",
    formula="κ = (A_o − A_e) / (1 − A_e), A_e = Σ_c p_1c p_2c; with weights κ_w = 1 − Σ w o / Σ w e (Cohen 1968)",
    assumes="Chance annotators keep their own habits: disagreement in habits lowers A_e and so raises κ.",
    missing=_GWET_MISSING,
    references=("cohen1960", "cohen1968"),
    who=True,
    shown=lambda summary: summary.n_annotators == 2 and summary.level == "nominal",
    errors=standard_errors.of_kappa,
    symbol="κ",
    headline=3,
)
def kappa(summary: Summary, *, weights: object = None) -> Kernel:
    pairwise.two_annotators(summary, "multi_kappa")
    return _own_distributions(summary, weights)


@kappa_measure(
    title="Davies & Fleiss' κ: Cohen's κ for any number of annotators",
    formula="κ = (A_o − A_e) / (1 − A_e), A_e the mean over pairs of annotators of Σ_c p_ac p_bc",
    assumes="Chance annotators keep their own habits. On complete data it is Conger's and Hubert's κ.",
    missing=_GWET_MISSING + " Each annotator's shares come from all items they labelled.",
    references=("davies1982", "conger1980", "gwet2014"),
    who=True,
    shown=lambda summary: summary.n_annotators > 2 and summary.level == "nominal",
    errors=standard_errors.of_multi_kappa,
    symbol="κ",
    headline=2,
)
def multi_kappa(summary: Summary, *, weights: object = None) -> Kernel:
    return _own_distributions(summary, weights)


def _scaled(summary: Summary, weights: object) -> tuple[Floats | None, float]:
    """Disagreement weights (None: nominal) and the largest of them."""
    if weights is None:
        return None, 1.0
    disagreement = between.weighted(summary.categories, weights)
    return disagreement, float(disagreement.max(initial=0.0)) or 1.0
